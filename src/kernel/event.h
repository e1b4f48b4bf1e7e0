// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "kernel/snapshot.h"
#include "kernel/types.h"
#include "store/workspace_file.h"

namespace kernel {

// One link of the log. Its canonical bytes (RFC 8785) are what is stored and hashed; docs/event_log.md
// is the format. Private texts enter as a salted hash only.
struct Event {
  int version = 2;  // 1: before files and parts were counted
  std::int64_t seq = 0;
  std::string id;
  std::string workspace;
  std::string branch = "main";
  std::int64_t revision = 0;         // of the branch after it
  std::vector<std::string> parents;  // hashes of branch heads: one, or two for a merge
  std::string prev;                  // hex hash of the event before
  std::int64_t time_ms = 0;
  bool clock_back = false;  // the wall clock had gone backwards; time was held
  Principal principal;
  std::string toolset;  // whose rules judged it
  std::string tool;
  std::string tool_version;
  std::string args_digest;  // hex
  std::string idempotency_key;
  std::vector<Fact> facts;
  std::vector<Step> steps;
  std::vector<Step> inverse;
  Json touched;                  // touched_summary()
  std::string reasoning_commit;  // hex SHA-256(salt16 ‖ text); empty: none was given
  std::string policy_digest;
  Json approval;  // {id, change_digest, decisions[]} or null
  std::string undo_of;
  std::string redo_of;
  bool leaves_system = false;
  std::vector<FilePlan> files;  // path, size, before and after are kept
  std::vector<Loaded> loads;    // documents that it brought in, and the files they came from
  bool edits = true;            // false: it opened, saved or closed a document (tool::Spec)
  std::string summary;          // one line for people
  std::string state_check;      // hex, of the branch after it
  std::string seal;             // hex, of the server that wrote it; empty: of before there were seals
};

// The parts of an event's bytes that do not depend on its place in the log, so that they can be made
// before the writer's turn: canonical JSON of `ops`, `inverse` and `touched`.
struct EventTexts {
  std::string ops;
  std::string inverse;
  std::string touched;
};
Result<EventTexts> texts_of(const std::vector<Step>& steps, const Touched& touched);

Result<std::string> canonical_bytes(const Event& event);
// The same with texts made before; the event's own `steps`, `inverse` and `touched` are not looked at.
Result<std::string> canonical_bytes(const Event& event, const EventTexts& texts);
// The same with its seal, which `seal` makes of the bytes in which it is 64 zeroes. Without texts they are made here.
Result<std::string> sealed_bytes(Event& event, const EventTexts* texts,
                                 const std::function<Result<std::string>(std::string_view)>& seal);
Result<Event> event_from_bytes(std::string_view bytes);
// {n, categories, levels, counts?, elements?, names?, bbox_before?, bbox_after?}: counts by category and verb, at most
// 1,000 ids, what people call them where they have names, boxes in millimetres.
Json touched_summary(const Touched& touched);
// "room: 2 deleted; opening: 1 created, 3 modified".
std::string counts_in_words(const Json& touched_summary);

}  // namespace kernel
