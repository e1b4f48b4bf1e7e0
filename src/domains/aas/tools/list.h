// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tool/registry.h"

namespace aas::tools {

// All that the toolset offers.
tool::Offer offer();

}  // namespace aas::tools
