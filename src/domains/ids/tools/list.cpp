// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/tools/list.h"

#include <vector>

// One line per tool: name_tool() in name.cpp, which takes the runtime if it asks for it.
#define IDS_TOOLS(PLAIN, WITH_CHECKS) \
  PLAIN(create_ids)                   \
  PLAIN(load_ids)                     \
  PLAIN(export_ids)                   \
  PLAIN(get_ids_info)                 \
  PLAIN(add_specification)            \
  PLAIN(add_entity_facet)             \
  PLAIN(add_property_facet)           \
  PLAIN(add_attribute_facet)          \
  PLAIN(add_classification_facet)     \
  PLAIN(add_material_facet)           \
  PLAIN(add_partof_facet)             \
  PLAIN(add_enumeration_restriction)  \
  PLAIN(add_pattern_restriction)      \
  PLAIN(add_bounds_restriction)       \
  PLAIN(add_length_restriction)       \
  PLAIN(validate_ids)                 \
  WITH_CHECKS(validate_ifc_model)     \
  PLAIN(get_specification)            \
  PLAIN(edit_ids_info)                \
  PLAIN(edit_specification)           \
  PLAIN(move_specification)           \
  PLAIN(remove_specification)         \
  PLAIN(edit_facet)                   \
  PLAIN(move_facet)                   \
  PLAIN(remove_facet)                 \
  PLAIN(add_specifications)           \
  PLAIN(list_ids_templates)           \
  PLAIN(apply_ids_template)           \
  PLAIN(find_ifc_schema)              \
  PLAIN(compare_ids)                  \
  PLAIN(import_ids_table)             \
  PLAIN(export_ids_table)             \
  WITH_CHECKS(export_ids_report)

// Likewise in resources.cpp.
#define IDS_RESOURCES(PLAIN, WITH_CHECKS) \
  PLAIN(document)                         \
  PLAIN(audit)                            \
  WITH_CHECKS(check)

namespace ids::tools {

#define DECLARE_TOOL(name) tool::Tool name##_tool();
#define DECLARE_TOOL_WITH_CHECKS(name) tool::Tool name##_tool(runtime::Checks& checks);
IDS_TOOLS(DECLARE_TOOL, DECLARE_TOOL_WITH_CHECKS)
#define DECLARE_RESOURCE(name) tool::Resource name##_resource();
#define DECLARE_RESOURCE_WITH_CHECKS(name) tool::Resource name##_resource(const runtime::Checks& checks);
IDS_RESOURCES(DECLARE_RESOURCE, DECLARE_RESOURCE_WITH_CHECKS)
std::vector<tool::Prompt> prompts();

tool::Offer offer(runtime::Checks& checks) {
#define NEW_TOOL(name) name##_tool(),
#define NEW_TOOL_WITH_CHECKS(name) name##_tool(checks),
#define NEW_RESOURCE(name) name##_resource(),
#define NEW_RESOURCE_WITH_CHECKS(name) name##_resource(checks),
  return {.toolset = "ids",
          .tools = {IDS_TOOLS(NEW_TOOL, NEW_TOOL_WITH_CHECKS)},
          .resources = {IDS_RESOURCES(NEW_RESOURCE, NEW_RESOURCE_WITH_CHECKS)},
          .prompts = prompts()};
}

}  // namespace ids::tools
