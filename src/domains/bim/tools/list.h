// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "domains/bim/tools/parts/draft.h"
#include "tool/registry.h"

namespace bim::tools {

// The twelve of the contract, and what else is needed to draw with them.
tool::Offer geometry();
tool::Offer extras();

// A tool as one of several changes; null: it cannot be.
using Step = Result<Json> (*)(const Json& arguments, Draft& draft);
Step step_named(std::string_view tool);
std::vector<std::string> step_names();

}  // namespace bim::tools
