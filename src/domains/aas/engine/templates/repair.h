// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "formats/aas/metamodel.h"

// Inner to this room: takes out of a value what makes it invalid.
namespace aas::engine {

// Says what it took out, in words. True where the value is valid then.
bool repair(base::Json& value, const formats::aas::Class& type, formats::aas::Version version,
            std::vector<std::string>& said);

}  // namespace aas::engine
