// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/tools/list.h"

#include <vector>

// One line per tool: name::declare() in name.cpp, which takes the runtime if it asks for it.
#define IDS_TOOLS(PLAIN, WITH_RUNTIME) \
  PLAIN(create_ids)                    \
  PLAIN(load_ids)                      \
  WITH_RUNTIME(export_ids)             \
  PLAIN(get_ids_info)                  \
  PLAIN(add_specification)             \
  PLAIN(add_entity_facet)              \
  PLAIN(add_property_facet)            \
  PLAIN(add_attribute_facet)           \
  PLAIN(add_classification_facet)      \
  PLAIN(add_material_facet)            \
  PLAIN(add_partof_facet)              \
  PLAIN(add_enumeration_restriction)   \
  PLAIN(add_pattern_restriction)       \
  PLAIN(add_bounds_restriction)        \
  PLAIN(add_length_restriction)        \
  WITH_RUNTIME(validate_ids)           \
  WITH_RUNTIME(validate_ifc_model)     \
  PLAIN(get_specification)             \
  PLAIN(edit_ids_info)                 \
  PLAIN(edit_specification)            \
  PLAIN(move_specification)            \
  PLAIN(remove_specification)          \
  PLAIN(edit_facet)                    \
  PLAIN(move_facet)                    \
  PLAIN(remove_facet)                  \
  PLAIN(add_specifications)            \
  PLAIN(list_ids_templates)            \
  PLAIN(apply_ids_template)            \
  PLAIN(find_ifc_schema)               \
  PLAIN(inspect_ifc)                   \
  PLAIN(compare_ids)                   \
  PLAIN(import_ids_table)              \
  PLAIN(export_ids_table)              \
  WITH_RUNTIME(export_ids_report)

// Likewise in resources.cpp.
#define IDS_RESOURCES(PLAIN, WITH_RUNTIME) \
  PLAIN(document)                          \
  WITH_RUNTIME(audit)                      \
  WITH_RUNTIME(check)

namespace ids::tools {

#define DECLARE_TOOL(name) \
  namespace name {         \
  tool::Tool declare();    \
  }
#define DECLARE_TOOL_WITH_RUNTIME(name)          \
  namespace name {                               \
  tool::Tool declare(runtime::Runtime& runtime); \
  }
IDS_TOOLS(DECLARE_TOOL, DECLARE_TOOL_WITH_RUNTIME)
#define DECLARE_RESOURCE(name) tool::Resource name##_resource();
#define DECLARE_RESOURCE_WITH_RUNTIME(name) tool::Resource name##_resource(runtime::Runtime& runtime);
IDS_RESOURCES(DECLARE_RESOURCE, DECLARE_RESOURCE_WITH_RUNTIME)
std::vector<tool::Prompt> prompts();

// One by one: a list in braces would copy every schema.
tool::Offer offer(runtime::Runtime& runtime) {
  tool::Offer out{.toolset = "ids", .prompts = prompts()};
#define ADD_TOOL(name) out.tools.push_back(name::declare());
#define ADD_TOOL_WITH_RUNTIME(name) out.tools.push_back(name::declare(runtime));
#define ADD_RESOURCE(name) out.resources.push_back(name##_resource());
#define ADD_RESOURCE_WITH_RUNTIME(name) out.resources.push_back(name##_resource(runtime));
  IDS_TOOLS(ADD_TOOL, ADD_TOOL_WITH_RUNTIME)
  IDS_RESOURCES(ADD_RESOURCE, ADD_RESOURCE_WITH_RUNTIME)
  return out;
}

}  // namespace ids::tools
