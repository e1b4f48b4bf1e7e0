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
#include <vector>

#include "base/clock.h"
#include "base/ids.h"
#include "base/result.h"
#include "kernel/types.h"

namespace tool {

// Where each page of `bytes` begins, the first at 0. What a page becomes in an answer, as text in JSON or as base64, is
// below the limit of an answer; pages of text end with a line where one ends near, and never inside a character.
std::vector<std::size_t> page_starts(std::string_view bytes);
// "lintel://view/v_…/xml/1"; pages count from 1.
std::string view_page_uri(std::string_view handle, std::string_view part, std::size_t page);

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
  // One page of a part, from 1; not_found also for a page that is not there.
  base::Result<Chunk> read_page(std::string_view handle, const kernel::Principal& reader, std::string_view part,
                                std::size_t page);

 private:
  struct View;
  // Keeps the view alive while its part is read.
  base::Result<std::shared_ptr<const Part>> find(std::string_view handle, const kernel::Principal& reader,
                                                 std::string_view part);

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
