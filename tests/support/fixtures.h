// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "domain/domain.h"
#include "kernel/kernel.h"

namespace fixtures {
domain::Domain domain();
}

// The fixtures' domain in tests that put a server together by hand.
namespace support {

// A kernel in memory that governs the fixtures as the program does.
inline kernel::Kernel::Options fixture_options() {
  return {.policy = kernel::Policy::built_in(domain::policy_toolsets({fixtures::domain()}))};
}

inline void add_fixtures(tool::Registry& registry) {
  const domain::Domain fixtures = fixtures::domain();
  domain::Serving serving = fixtures.serve();
  domain::add_to(registry, fixtures, serving);
}

}  // namespace support
