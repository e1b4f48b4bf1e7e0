// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "domains/energy/engine/model/finding.h"
#include "domains/energy/tools/tool.h"

namespace energy::tools {

// {severity, object_type, object_name, field?, line?, message, code, hint?}
Json finding_json(const engine::Finding& finding);

}  // namespace energy::tools
