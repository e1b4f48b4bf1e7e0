// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace ids::runtime {

// Where the XSD of IDS 1.0 lies: in $IDS_XSD_CACHE_DIR, else in the program's data directory. It need not exist.
std::string xsd_path();

}  // namespace ids::runtime
