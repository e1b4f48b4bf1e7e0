// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "domains/bim/tools/parts/draft.h"
#include "tool/fields.h"

// Elements as answers show them.
namespace bim::tools {

// {id, category, level, parameters, box_mm}; `parameters` is the body.
Json described(const Record& record, const engine::Source& source);
// What goes with an element when it goes: what it hosts, joins and booleans of it, and what goes with those. Fails
// (host_missing) where something else stands on it.
Result<std::vector<Record>> goes_along(const Record& record, const engine::Source& source);
// "wall-0192abcd": for summaries.
std::string called(const Record& record);

}  // namespace bim::tools
