// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "domains/energy/tools/parts/opened.h"
#include "domains/energy/tools/tool.h"

namespace energy::tools {

// Objects that refer to one, each once, in the order of the file.
std::vector<std::size_t> referring_to(const Opened& open, std::size_t object);
// {object_type, name}
Json brief(const engine::Object& object);
// Why objects cannot go: others refer to them. `force` is how to remove them all the same.
Result<void> check_not_referred_to(const Opened& open, const std::vector<std::size_t>& going);

}  // namespace energy::tools
