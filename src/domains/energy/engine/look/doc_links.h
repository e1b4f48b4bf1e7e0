// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/json.h"
#include "domains/energy/engine/types/types.h"

namespace energy::engine {

// Where the documentation of EnergyPlus has a type, on the pages that idfkit publishes:
// {object_type, version, io_reference_url, engineering_reference_url, search_url}
base::Json doc_links(std::string_view type, std::string_view group, const Version& version);

}  // namespace energy::engine
