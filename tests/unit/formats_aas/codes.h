// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "formats/aas/check.h"

namespace formats::aas {

// Findings as "code /pointer", short enough to be compared with what a test expects.
inline std::vector<std::string> codes(const Findings& findings) {
  std::vector<std::string> found;
  for (const auto& each : findings.list) found.push_back(std::string(each.code) + ' ' + each.pointer);
  return found;
}

}  // namespace formats::aas
