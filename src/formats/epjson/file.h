// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"

// epJSON, the JSON form of EnergyPlus input: {"Zone": {"Core": {"x_origin": 0.0}}}.
namespace formats::epjson {

struct Limits {
  std::size_t max_bytes = 100'000'000;
};

// A file as it was written, and what it says. Immutable.
class File {
 public:
  // Fails on what is not one JSON object in UTF-8 (a byte order mark is kept), on members of one name, and above the
  // limit. What the members are is not looked at.
  static base::Result<File> parse(std::string bytes, const Limits& limits = {});

  const std::string& bytes() const { return bytes_; }
  const base::Json& root() const { return root_; }
  // The bytes after an edit, so that they read as `root`. What did not change keeps its bytes: order, spelling of
  // numbers, white space.
  base::Result<std::string> with(const base::Json& root) const;
  // One text or one member's name that becomes another, and nothing else changes.
  struct Text {
    std::vector<std::size_t> path;  // which member or item at each level, from the root
    bool name = false;              // of the member there, not its value
    std::string text;
  };
  // Fails where a path leads nowhere.
  base::Result<std::string> with(std::span<const Text> texts) const;

 private:
  std::string bytes_;
  base::Json root_;
};

// The identifier of the first Version object; empty: there is none.
std::string version_of(const File& file);

}  // namespace formats::epjson
