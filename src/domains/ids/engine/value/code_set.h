// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/utf8.h"

// Sets of Unicode code points, and those that XSD patterns know by name. Values; thread-safe when const.
namespace ids::engine {

struct CodeRange {
  char32_t first = 0, last = 0;  // both belong to it
  friend auto operator<=>(const CodeRange&, const CodeRange&) = default;
};

class CodeSet {
 public:
  CodeSet() = default;
  explicit CodeSet(std::vector<CodeRange> ranges);  // in any order, overlapping as they like
  bool contains(char32_t code) const;
  const std::vector<CodeRange>& ranges() const { return ranges_; }  // sorted, apart from each other
  CodeSet inverted() const;
  CodeSet without(const CodeSet& other) const;
  friend auto operator<=>(const CodeSet&, const CodeSet&) = default;

 private:
  std::vector<CodeRange> ranges_;
};

inline constexpr char32_t last_code_point = base::last_character;

// A general category: "L", "Lu"; nullopt if there is none of this name.
std::optional<CodeSet> category_set(std::string_view name);
// A block without its Is: "BasicLatin".
std::optional<CodeSet> block_set(std::string_view name);
// The lower-case multi-character escapes of XML Schema Part 2, F.1.1: s i c d w; nullopt for any other letter.
std::optional<CodeSet> escape_set(char letter);

}  // namespace ids::engine
