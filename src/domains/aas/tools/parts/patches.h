// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "domains/aas/tools/tool.h"

// Patches as an argument.
namespace aas::tools {

// Errors have the place in the argument: "patches[3].op".
Result<std::vector<Patch>> patches_from(const std::vector<Json>& list, const std::string& argument);

}  // namespace aas::tools
