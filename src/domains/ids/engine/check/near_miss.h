// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/threads.h"
#include "domains/ids/engine/check/check.h"
#include "domains/ids/engine/facets/facet.h"

// Why a specification applies to nothing, or to few: how many elements each facet of its applicability leaves. Pure.
namespace ids::engine {

struct NearMiss {
  std::vector<Narrowing> narrowed;
  std::string sentence;  // without full stop
};

// Elements that may be tested to tell what facets leave alone, in all specifications of a check.
inline constexpr std::size_t near_miss_tests = 100'000;

// `first` is looked at before the others, which follow in their order. `most_alone`: of more candidates a facet does
// not tell what it leaves alone. Half done when cancelled.
NearMiss near_miss(const std::vector<std::unique_ptr<FacetCheck>>& facets,
                   const std::vector<formats::ids::Facet>& described, std::size_t first, const base::Cancel& cancel,
                   std::size_t most_alone);

// Is it worth looking for one, of so many applicable among so many candidates?
bool near_miss_is_told(std::size_t applicable, std::size_t candidates);
// And worth telling? Few are a tenth of those that the first facet leaves.
bool near_miss_is_told(std::size_t applicable, const NearMiss& found);

}  // namespace ids::engine
