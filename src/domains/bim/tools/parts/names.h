// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "kernel/view.h"

namespace bim::tools {

// Levels and types are known by their names, and scopes name levels: no two may have the same. Other categories may.
base::Result<void> check_name_is_free(const kernel::View& view, std::string_view category, std::string_view own_id,
                                      const base::Json& name, const std::string& path);

}  // namespace bim::tools
