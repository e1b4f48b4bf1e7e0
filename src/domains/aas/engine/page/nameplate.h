// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "domains/aas/engine/page/rows.h"

// Inner to this room: which views a submodel is shown in, by what it means.
namespace aas::engine {

// "nameplate", "passport" or "": no other than the tree.
std::string view_of(const Rows& rows, std::size_t submodel, const Template* of);

// What stands on a nameplate, each as {key, row}: {"fields": [["serial", 12]], "address": [["street", 20]], "markings":
// [[30, 31]]}. Elements are told by their semanticIds, ECLASS or IEC CDD whatever the version, else by their idShorts.
Json nameplate_of(const Rows& rows, std::size_t submodel);

}  // namespace aas::engine
