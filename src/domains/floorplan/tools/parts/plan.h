// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "domains/floorplan/engine/compile.h"
#include "domains/floorplan/tools/tool.h"

// Where the plan of a call comes from, and how a workspace keeps one: its text, in one element.
namespace floorplan::tools {

inline constexpr std::string_view plan_element = "floorplan:plan";
inline constexpr std::size_t max_dsl_bytes = std::size_t{4} << 20;

// The text of the call, or the workspace's plan.
Result<std::string> plan_text(const std::optional<std::string>& dsl, const View& view);
// The element that holds a workspace's plan.
kernel::Element plan_as_element(std::string dsl);

// {success: false, errors, …}: the plan cannot be used; `what` begins the sentence.
base::Error invalid_plan(const engine::Compiled& compiled, std::string_view what);

}  // namespace floorplan::tools
