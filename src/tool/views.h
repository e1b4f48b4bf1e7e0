// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/ids.h"
#include "base/result.h"
#include "kernel/types.h"

namespace tool {

// What pages read: big results kept for a while under an unguessable handle, in parts. Bound to who made
// it, as workspaces are: people read all that is their user's, an agent with a token its own. Bounded: at most
// `max_bytes` in all and `ttl_ms` each; the oldest go first.
class Views {
 public:
  struct Part {
    std::string mime_type;
    std::string bytes;
  };
  Views(const base::Clock& clock, base::Entropy& entropy, std::size_t max_bytes = std::size_t{64} << 20,
        std::int64_t ttl_ms = 3600 * 1000);

  // Keeps the parts and returns the handle ("v_…").
  std::string keep(kernel::Principal maker, std::string page, std::map<std::string, Part> parts);
  // A part's bytes from `offset`, at most `limit`; not_found for a wrong handle, owner or part.
  struct Chunk {
    std::string mime_type;
    std::string bytes;
    std::size_t total = 0;
  };
  base::Result<Chunk> read(std::string_view handle, const kernel::Principal& reader, std::string_view part,
                           std::size_t offset, std::size_t limit);

 private:
  struct View;
  const base::Clock& clock_;
  base::Entropy& entropy_;
  const std::size_t max_bytes_;
  const std::int64_t ttl_ms_;
  std::mutex mutex_;
  std::list<std::shared_ptr<View>> by_age_;
  std::map<std::string, std::list<std::shared_ptr<View>>::iterator, std::less<>> by_handle_;
  std::size_t bytes_ = 0;

  void drop_old();
};

}  // namespace tool
