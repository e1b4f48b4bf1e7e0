// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "domains/aas/tools/tool.h"

// The versions of the metamodel as an argument.
namespace aas::tools {

enum class Metamodel : std::uint8_t { v3_0, v3_1 };
constexpr auto enum_names(Metamodel) { return std::to_array<std::string_view>({"3.0", "3.1"}); }

inline std::optional<Version> version_of(std::optional<Metamodel> said) {
  if (!said) return std::nullopt;
  return *said == Metamodel::v3_0 ? Version::v3_0 : Version::v3_1;
}

}  // namespace aas::tools
