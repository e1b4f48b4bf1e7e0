// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/tools/list.h"

#include "domains/floorplan/tools/shared.h"

namespace floorplan::tools {

void add_floorplan(tool::Registry& registry) {
  constexpr std::string_view toolset = "floorplan";
  registry.add(
      tool::Toolset{.name = std::string(toolset),
                    .title = "Floor plans",
                    .doc = "Floor plans as text: draw, check, change, measure and criticise them. The language is in "
                           "the resource floorplan://schema.",
                    .shape = tool::Shape::verdict});
  registry.add(toolset, render_floorplan_tool());
  registry.add(toolset, validate_floorplan_tool());
  registry.add(toolset, modify_floorplan_tool());
  registry.add(toolset, analyze_floorplan_tool());
  registry.add(toolset, critique_floorplan_tool());
  registry.add(toolset, schedule_floorplan_tool());
  registry.add(toolset, layout_floorplan_tool());
  registry.add(toolset, open_floorplan_tool());
  registry.add(toolset, export_floorplan_tool());
  registry.add(toolset, schema_resource());
  registry.add(toolset, plan_resource());
}

}  // namespace floorplan::tools
