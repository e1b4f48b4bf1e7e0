// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/json.h"
#include "base/result.h"
#include "domains/energy/engine/document/document.h"
#include "domains/energy/engine/model/model.h"
#include "domains/energy/runtime/runtime.h"
#include "tool/registry.h"
#include "tool/tool.h"

// The words in which the tools of this domain are written.
namespace energy::tools {

using base::Code;
using base::fail;
using base::Json;
using base::Result;
using engine::Format;
using engine::Version;
using kernel::Change;
using kernel::Permission;
using kernel::View;
using runtime::Runtime;
using tool::Tool;

// What a policy must admit before models run code of others: Python in the engine, native units, sockets.
inline constexpr const char* foreign_code = "simulation.foreign_code";

// How long the texts may be that name something.
inline constexpr std::size_t max_name = 1000;
inline constexpr std::size_t max_path = 4096;
// How large the files of models may be.
inline constexpr std::size_t max_model_bytes = 100'000'000;

}  // namespace energy::tools
