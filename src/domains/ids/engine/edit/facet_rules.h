// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "domains/ids/engine/document/facet_place.h"
#include "formats/ids/document.h"

// The rules that hold when a facet is written (seed 000, with docs/ids.md telling where IDS 1.0 differs from it). A
// facet that cannot be is refused; what was altered, cannot be said in IDS or deserves a look is told in `notes`.
namespace ids::engine {

// Names in the case that IDS wants, what IDS 1.0 demands and the seed lets out, cardinalities that exist, the data type
// of a standard property where one is needed and none was given. `versions` are those of its specification.
base::Result<void> normalise(formats::ids::Facet& facet, Location location, const std::vector<std::string>& versions,
                             std::vector<std::string>& notes);

// The audit of a facet as it stands in the specification: names that do not exist refuse it, what may still be
// mended by later calls is told in `notes`.
base::Result<void> admit(const formats::ids::Specification& specification, Location location, std::size_t index,
                         std::vector<std::string>& notes);

}  // namespace ids::engine
