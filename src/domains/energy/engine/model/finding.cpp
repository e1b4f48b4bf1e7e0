// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/model/finding.h"

#include <algorithm>

namespace energy::engine {

std::size_t errors_in(const Findings& findings) {
  return static_cast<std::size_t>(std::ranges::count(findings, Severity::error, &Finding::severity));
}

}  // namespace energy::engine
