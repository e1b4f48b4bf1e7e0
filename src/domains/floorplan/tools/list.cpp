// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/tools/list.h"

#include "domains/floorplan/tools/shared.h"

namespace floorplan::tools {

tool::Offer offer() {
  return {.toolset = "floorplan",
          .tools = {render_floorplan_tool(), validate_floorplan_tool(), modify_floorplan_tool(),
                    analyze_floorplan_tool(), critique_floorplan_tool(), schedule_floorplan_tool(),
                    layout_floorplan_tool(), open_floorplan_tool(), export_floorplan_tool()},
          .resources = {schema_resource(), plan_resource()}};
}

}  // namespace floorplan::tools
