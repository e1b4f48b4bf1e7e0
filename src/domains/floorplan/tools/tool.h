// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/json.h"
#include "base/result.h"
#include "tool/registry.h"
#include "tool/tool.h"

// The words in which the tools of this domain are written.
namespace floorplan::tools {

using base::Code;
using base::fail;
using base::Json;
using base::Result;
using kernel::Change;
using kernel::Permission;
using kernel::View;
using tool::Tool;

}  // namespace floorplan::tools
