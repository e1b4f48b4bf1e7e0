// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/tools/list.h"

// One line per tool: X(name) stands for name_tool() in name.cpp.
#define FLOORPLAN_TOOLS(X) \
  X(render_floorplan)      \
  X(validate_floorplan)    \
  X(modify_floorplan)      \
  X(analyze_floorplan)     \
  X(critique_floorplan)    \
  X(schedule_floorplan)    \
  X(layout_floorplan)      \
  X(open_floorplan)        \
  X(export_floorplan)

// Likewise in schema.cpp.
#define FLOORPLAN_RESOURCES(X) \
  X(schema)                    \
  X(plan)

namespace floorplan::tools {

#define DECLARE_TOOL(name) tool::Tool name##_tool();
FLOORPLAN_TOOLS(DECLARE_TOOL)
#undef DECLARE_TOOL
#define DECLARE_RESOURCE(name) tool::Resource name##_resource();
FLOORPLAN_RESOURCES(DECLARE_RESOURCE)
#undef DECLARE_RESOURCE

void add_floorplan(tool::Registry& registry) {
  constexpr std::string_view toolset = "floorplan";
  registry.add(
      tool::Toolset{.name = std::string(toolset),
                    .title = "Floor plans",
                    .doc = "Floor plans as text: draw, check, change, measure and criticise them. The language is in "
                           "the resource floorplan://schema.",
                    .shape = tool::Shape::verdict});
#define ADD_TOOL(name) registry.add(toolset, name##_tool());
  FLOORPLAN_TOOLS(ADD_TOOL)
#undef ADD_TOOL
#define ADD_RESOURCE(name) registry.add(toolset, name##_resource());
  FLOORPLAN_RESOURCES(ADD_RESOURCE)
#undef ADD_RESOURCE
}

}  // namespace floorplan::tools
