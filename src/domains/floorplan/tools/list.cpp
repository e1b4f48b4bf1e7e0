// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/tools/list.h"

// One line per tool: X(name) stands for name::declare() in name.cpp.
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

#define DECLARE_TOOL(name) \
  namespace name {         \
  tool::Tool declare();    \
  }
FLOORPLAN_TOOLS(DECLARE_TOOL)
#undef DECLARE_TOOL
#define DECLARE_RESOURCE(name) tool::Resource name##_resource();
FLOORPLAN_RESOURCES(DECLARE_RESOURCE)
#undef DECLARE_RESOURCE

// One by one: a list in braces would copy every schema.
tool::Offer offer() {
  tool::Offer out{.toolset = "floorplan"};
#define ADD_TOOL(name) out.tools.push_back(name::declare());
#define ADD_RESOURCE(name) out.resources.push_back(name##_resource());
  FLOORPLAN_TOOLS(ADD_TOOL)
  FLOORPLAN_RESOURCES(ADD_RESOURCE)
  return out;
}

}  // namespace floorplan::tools
