// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

// What stands in a request: the segments of its path, and its parameters.
namespace aas::engine::api {

// The segments of a path, decoded one by one: an encoded slash stays within its segment. A slash at the end is no
// segment of its own. Fails on wrong encoding, on what is no UTF-8, and on more segments than any path of the API has.
base::Result<std::vector<std::string>> segments_of(std::string_view path);

// Identifiers travel as base64url, with or without padding.
base::Result<std::string> decoded_id(std::string_view text, std::string_view what);

struct Modifiers {
  bool deep = true;    // level: deep, or core: what is asked for and its direct children
  bool blobs = false;  // extent: withBlobValue
};

struct Paging {
  std::size_t from = 0;
  std::size_t limit = 0;
};

class Query {
 public:
  // Form-encoded. Fails on wrong encoding, too many parameters, and values of level, extent, limit or cursor that there
  // are none of.
  static base::Result<Query> parse(std::string_view text);

  const Modifiers& modifiers() const { return modifiers_; }
  const Paging& paging() const { return paging_; }
  // The first of that name.
  std::optional<std::string_view> first(std::string_view name) const;
  std::vector<std::string_view> all(std::string_view name) const;
  // All of that name, which are base64url.
  base::Result<std::vector<std::string>> ids(std::string_view name) const;
  base::Result<bool> flag(std::string_view name, bool usual) const;

 private:
  base::Result<void> add(std::string_view pair);
  base::Result<void> read_modifiers();
  base::Result<void> read_paging();

  std::vector<std::pair<std::string, std::string>> values_;
  Modifiers modifiers_;
  Paging paging_;
};

}  // namespace aas::engine::api
