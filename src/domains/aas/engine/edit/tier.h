// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domains/aas/engine/edit/patch.h"

// How much harm an operation could do, from what it touches and from nothing that its caller says.
namespace aas::engine {

// `before` and `after` are the values at the pointer; nullptr: nothing is there. `model_type` is the class of the
// element that the pointer leads to or into.
//
// LOW: descriptions, display names, administration. MEDIUM: values and structure in a submodel. HIGH: what goes away,
// semantic ids, references, files and blobs. CRITICAL: identifiers, everything of a shell, a submodel that comes or
// goes.
Tier tier_of(std::string_view pointer, std::string_view model_type, const Json* before, const Json* after);

}  // namespace aas::engine
