// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tool/registry.h"

namespace ids::runtime {
class Checks;
}

namespace ids::tools {

// The toolset "ids": every tool, resource and prompt of the domain. `checks` must outlive them.
tool::Offer offer(runtime::Checks& checks);

}  // namespace ids::tools
