// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "domains/energy/engine/views/pictures.h"
#include "domains/energy/tools/parts/opened.h"

// What the tools that show something share.
namespace energy::tools {

// What people call the model: the last part of its path.
std::string name_of(const Opened& open);
// A picture as MCP content.
Result<Json> png_content(const drawing::Picture& picture);
// Reads the files that a model names, beside it, under the caller's roots.
engine::FileText file_reader(const View& view, const Opened& open);

}  // namespace energy::tools
