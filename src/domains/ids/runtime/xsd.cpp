// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/runtime/xsd.h"

#include <cstdlib>

#include "base/files.h"

namespace ids::runtime {

std::string xsd_path() {
  const char* folder = std::getenv("IDS_XSD_CACHE_DIR");
  if (folder != nullptr && *folder != '\0') return std::string(folder) + "/ids.xsd";
  return (base::data_home() / "ids.xsd").string();
}

}  // namespace ids::runtime
