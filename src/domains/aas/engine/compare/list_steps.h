// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/json.h"
#include "formats/aas/list_match.h"

// From one list to another in few steps.
namespace aas::engine {

using formats::aas::Match;

// Whether something may have got another name: then nothing else of it has changed, and it stands at the same place.
enum class Names : std::uint8_t { may_change, stay };

// Which item was which: match_items(), but what has another name is the same only as `names` says.
std::vector<Match> matched(const base::Json::Array& old, const base::Json::Array& now, Names names);

struct ListStep {
  enum class Kind : std::uint8_t { remove, add, move };
  Kind kind = Kind::add;
  std::size_t at = 0;    // where it is removed, or comes to stand
  std::size_t from = 0;  // of a move: where it stands before; `at` is counted without it (RFC 6902, 4.4)
  std::size_t item = 0;  // its place in the old list where it is removed, else in the new one
};

// What brings the items of the old list, one of `matches` for each of the new one, to their places: each step on what
// those before it left. First what goes. In n log n steps.
std::vector<ListStep> list_steps(std::size_t old_size, const std::vector<Match>& matches);

}  // namespace aas::engine
