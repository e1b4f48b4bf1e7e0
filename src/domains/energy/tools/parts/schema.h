// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "domains/energy/tools/parts/find.h"
#include "domains/energy/tools/tool.h"

namespace energy::tools {

inline constexpr const char* version_doc = "Of EnergyPlus (\"25.2\"); default: the model's, else the engine's.";

// A schema and its version: the one that was asked for, else the open model's, else the engine's or the newest.
struct ChosenSchema {
  Version version;
  std::shared_ptr<const formats::idf::Schema> schema;
  std::shared_ptr<const engine::Catalogue> catalogue;
};
Result<ChosenSchema> chosen_schema(const View& view, Runtime& runtime, const std::optional<std::string>& version);

// What the schema says of a type, with its memo and where EnergyPlus documents it.
Result<Json> described(const ChosenSchema& chosen, std::string_view type);

}  // namespace energy::tools
