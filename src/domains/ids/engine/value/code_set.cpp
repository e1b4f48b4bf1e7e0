// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/value/code_set.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ids::engine {
namespace {

struct Run {
  char32_t first;
  std::array<char, 2> category;
};
struct Block {
  std::string_view name;
  CodeRange range;
};

constexpr std::array<char, 2> letters(const char (&text)[3]) { return {text[0], text[1]}; }

constexpr Run runs[] = {
#define RUN(first, category) {first, letters(#category)},
#define BLOCK(name, first, last)
#include "domains/ids/engine/value/unicode.def"
#undef RUN
#undef BLOCK
};

constexpr Block blocks[] = {
#define RUN(first, category)
#define BLOCK(name, first, last) {name, {first, last}},
#include "domains/ids/engine/value/unicode.def"
#undef RUN
#undef BLOCK
};

// XML 1.0, production [4] NameStartChar and [4a] NameChar.
constexpr CodeRange name_start[] = {{':', ':'},       {'A', 'Z'},       {'_', '_'},       {'a', 'z'},
                                    {0xC0, 0xD6},     {0xD8, 0xF6},     {0xF8, 0x2FF},    {0x370, 0x37D},
                                    {0x37F, 0x1FFF},  {0x200C, 0x200D}, {0x2070, 0x218F}, {0x2C00, 0x2FEF},
                                    {0x3001, 0xD7FF}, {0xF900, 0xFDCF}, {0xFDF0, 0xFFFD}, {0x10000, 0xEFFFF}};
constexpr CodeRange name_more[] = {{'-', '.'}, {'0', '9'}, {0xB7, 0xB7}, {0x300, 0x36F}, {0x203F, 0x2040}};

bool in_category(const Run& run, std::string_view name) {
  return run.category[0] == name[0] && (name.size() == 1 || run.category[1] == name[1]);
}

CodeSet name_characters() {
  std::vector<CodeRange> all(std::begin(name_start), std::end(name_start));
  all.insert(all.end(), std::begin(name_more), std::end(name_more));
  return CodeSet(std::move(all));
}

// [#x0000-#x10FFFF]-[\p{P}\p{Z}\p{C}]
CodeSet word_characters() {
  std::vector<CodeRange> others;
  for (const auto* const name : {"P", "Z", "C"}) {
    const auto set = *category_set(name);
    others.insert(others.end(), set.ranges().begin(), set.ranges().end());
  }
  return CodeSet(std::move(others)).inverted();
}

}  // namespace

CodeSet::CodeSet(std::vector<CodeRange> ranges) {
  std::sort(ranges.begin(), ranges.end());
  for (const auto& each : ranges) {
    if (each.first > each.last) continue;
    if (!ranges_.empty() && each.first <= ranges_.back().last + 1) {
      ranges_.back().last = std::max(ranges_.back().last, each.last);
    } else {
      ranges_.push_back(each);
    }
  }
}

bool CodeSet::contains(char32_t code) const {
  const auto after = std::upper_bound(ranges_.begin(), ranges_.end(), code,
                                      [](char32_t wanted, const CodeRange& range) { return wanted < range.first; });
  return after != ranges_.begin() && code <= std::prev(after)->last;
}

CodeSet CodeSet::inverted() const {
  std::vector<CodeRange> gaps;
  char32_t next = 0;
  for (const auto& each : ranges_) {
    if (each.first > next) gaps.push_back({next, each.first - 1});
    next = each.last + 1;
  }
  if (next <= last_code_point) gaps.push_back({next, last_code_point});
  return CodeSet(std::move(gaps));
}

// A - B is what neither (not A) nor B has.
CodeSet CodeSet::without(const CodeSet& other) const {
  auto outside = inverted().ranges_;
  outside.insert(outside.end(), other.ranges_.begin(), other.ranges_.end());
  return CodeSet(std::move(outside)).inverted();
}

std::optional<CodeSet> category_set(std::string_view name) {
  if (name.empty() || name.size() > 2) return std::nullopt;
  std::vector<CodeRange> found;
  for (std::size_t i = 0; i < std::size(runs); ++i) {
    if (!in_category(runs[i], name)) continue;
    found.push_back({runs[i].first, i + 1 < std::size(runs) ? runs[i + 1].first - 1 : last_code_point});
  }
  if (found.empty()) return std::nullopt;
  return CodeSet(std::move(found));
}

std::optional<CodeSet> block_set(std::string_view name) {
  for (const auto& each : blocks) {
    if (each.name == name) return CodeSet({each.range});
  }
  return std::nullopt;
}

std::optional<CodeSet> escape_set(char letter) {
  switch (letter) {
    case 's':
      return CodeSet({{'\t', '\n'}, {'\r', '\r'}, {' ', ' '}});
    case 'd':
      return category_set("Nd");
    case 'i':
      return CodeSet({std::begin(name_start), std::end(name_start)});
    case 'c':
      return name_characters();
    case 'w':
      return word_characters();
    default:
      return std::nullopt;
  }
}

}  // namespace ids::engine
