// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/json.h"
#include "base/result.h"
#include "domains/aas/engine/edit/patch.h"
#include "domains/aas/engine/tree/node.h"
#include "formats/aas/metamodel.h"
#include "tool/registry.h"
#include "tool/tool.h"

// The words in which the tools of this domain are written.
namespace aas::tools {

using base::Code;
using base::fail;
using base::Json;
using base::Result;
using engine::Node;
using engine::Patch;
using formats::aas::Version;
using kernel::Change;
using kernel::Permission;
using kernel::View;
using tool::Tool;

// How long the texts may be that name something, and the documents that come as text.
inline constexpr std::size_t max_path = 8192;
inline constexpr std::size_t max_text = std::size_t{1} << 20;

}  // namespace aas::tools
