// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/tools/list.h"

#include <utility>
#include <vector>

// One line per tool: X(name) stands for name_tool() in name.cpp.
#define IDS_TOOLS(X)             \
  X(create_ids)                  \
  X(load_ids)                    \
  X(export_ids)                  \
  X(get_ids_info)                \
  X(add_specification)           \
  X(add_entity_facet)            \
  X(add_property_facet)          \
  X(add_attribute_facet)         \
  X(add_classification_facet)    \
  X(add_material_facet)          \
  X(add_partof_facet)            \
  X(add_enumeration_restriction) \
  X(add_pattern_restriction)     \
  X(add_bounds_restriction)      \
  X(add_length_restriction)      \
  X(validate_ids)                \
  X(validate_ifc_model)          \
  X(get_specification)           \
  X(edit_ids_info)               \
  X(edit_specification)          \
  X(move_specification)          \
  X(remove_specification)        \
  X(edit_facet)                  \
  X(move_facet)                  \
  X(remove_facet)                \
  X(add_specifications)          \
  X(list_ids_templates)          \
  X(apply_ids_template)          \
  X(find_ifc_schema)             \
  X(compare_ids)                 \
  X(import_ids_table)            \
  X(export_ids_table)

// Likewise in resources.cpp.
#define IDS_RESOURCES(X) \
  X(document)            \
  X(audit)               \
  X(check)

namespace ids::tools {

#define DECLARE_TOOL(name) tool::Tool name##_tool();
IDS_TOOLS(DECLARE_TOOL)
#undef DECLARE_TOOL
#define DECLARE_RESOURCE(name) tool::Resource name##_resource();
IDS_RESOURCES(DECLARE_RESOURCE)
#undef DECLARE_RESOURCE
std::vector<tool::Prompt> prompts();

void add_ids(tool::Registry& registry) {
  constexpr std::string_view toolset = "ids";
  registry.add(tool::Toolset{.name = std::string(toolset),
                             .title = "Information delivery specifications",
                             .doc =
                                 "buildingSMART IDS 1.0: write, audit and export information requirements, and check "
                                 "IFC models against them.",
                             .shape = tool::Shape::flat});
#define ADD_TOOL(name) registry.add(toolset, name##_tool());
  IDS_TOOLS(ADD_TOOL)
#undef ADD_TOOL
#define ADD_RESOURCE(name) registry.add(toolset, name##_resource());
  IDS_RESOURCES(ADD_RESOURCE)
#undef ADD_RESOURCE
  for (auto& prompt : prompts()) registry.add(toolset, std::move(prompt));
}

}  // namespace ids::tools
