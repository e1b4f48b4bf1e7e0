// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "domains/ids/engine/value/code_set.h"

// XSD patterns as trees (XML Schema Part 2, second edition, appendix F). Pure.
namespace ids::engine {

struct PatternNode {
  enum class Kind : std::uint8_t { set, sequence, choice, repeat };
  Kind kind = Kind::sequence;
  std::size_t set = 0;                // of set: index in PatternTree::sets
  std::vector<std::size_t> children;  // of sequence (may have none), choice and repeat (one)
  std::size_t least = 0, most = 0;    // of repeat
};
inline constexpr std::size_t without_end = static_cast<std::size_t>(-1);

struct PatternTree {
  std::vector<PatternNode> nodes;  // children come before their parents
  std::size_t root = 0;
  std::vector<CodeSet> sets;       // each once
  std::vector<std::string> notes;  // what likely means something else than its author thinks, and what XSD has not
};

inline constexpr std::size_t max_pattern_bytes = 20'000;

// Fails with the place (characters from 1) and what to write instead: Code::unavailable for what other languages of
// patterns have (look-around, flags, references), Code::parse for what none has. Needless escapes of punctuation, "(?:"
// and lazy quantifiers are read as everybody means them, and noted.
base::Result<PatternTree> parse_pattern(std::string_view pattern);

}  // namespace ids::engine
