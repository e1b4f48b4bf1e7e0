// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "domains/aas/tools/tool.h"

// Where something new goes.
namespace aas::tools {

// The pointer at which `element` is added when somebody says `path`: a pointer into a list as it is; a parent, by
// pointer or path of idShorts, to the end of its list for such elements. Fails with INVALID_PATH where the parent has
// none.
Result<std::string> place_for(const engine::Nodes& nodes, std::string_view path, const Json& element);

}  // namespace aas::tools
