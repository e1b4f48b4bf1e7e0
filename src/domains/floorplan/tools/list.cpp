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

tool::Offer offer() {
#define NEW_TOOL(name) name##_tool(),
#define NEW_RESOURCE(name) name##_resource(),
  return {
      .toolset = "floorplan", .tools = {FLOORPLAN_TOOLS(NEW_TOOL)}, .resources = {FLOORPLAN_RESOURCES(NEW_RESOURCE)}};
}

}  // namespace floorplan::tools
