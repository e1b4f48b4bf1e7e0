// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "kernel/event.h"
#include "store/workspace_file.h"

// Internal: the index by which undo finds events without reading the log. The newest events are not in it yet; they are
// few and looked through.
namespace kernel {

constexpr std::int64_t filed_every = 512;  // events

// Where the next events belong. Made on any thread, since it takes far longer than to write it.
struct Filing {
  std::vector<store::FiledKey> keys;
  std::int64_t through = 0;  // the last event that was looked at; 0: there are none
  bool more = false;
};
// What the newest events of this process belong under, so that they need not be read again. Writer thread.
class ToFile {
 public:
  void add(std::int64_t seq, std::vector<std::string> keys);
  // All that comes behind that event, and nothing is left; nullopt: not known, or not from there on.
  std::optional<Filing> taken(std::int64_t filed_through);
  void clear() { *this = {}; }

 private:
  std::int64_t first_ = 0, last_ = 0;
  std::vector<store::FiledKey> keys_;
};
// Under what an event belongs that changes by these steps.
Result<std::vector<std::string>> keys_of(const store::WorkspaceFile& file, const Event& event,
                                         const std::vector<Step>& steps);
// Of at most `limit` events.
Result<Filing> next_to_file(const store::WorkspaceFile& file, std::int64_t limit);
Result<void> file_them(store::WorkspaceFile& file, const Filing& filing);  // writer thread

// Newest first, at most `limit` of those in the index: what the principal wrote on the branch, and what took such an
// event back.
Result<std::vector<Event>> events_of(const store::WorkspaceFile& file, const Principal& principal,
                                     const std::string& branch, std::int64_t limit);
// The events after this one, on its branch, that touched one of its elements, or of these; oldest first.
Result<std::vector<Event>> events_on_the_same(const store::WorkspaceFile& file, const Event& event,
                                              const std::set<std::string, std::less<>>& others = {});

}  // namespace kernel
