// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "domains/aas/engine/compare/walk.h"

// Elements that went from one list to another and are otherwise as they were.
namespace aas::engine {

// Moves for those that are gone in one place and have come in another, equal and the only ones of their kind.
// `document` is the earlier one, and is as the moves leave it afterwards.
std::vector<Difference> moved_elsewhere(const std::vector<Loose>& gone, const std::vector<Loose>& come, Json& document);

}  // namespace aas::engine
