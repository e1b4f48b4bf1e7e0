// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/tools/list.h"

#include "domains/ids/tools/shared.h"

namespace ids::tools {

tool::Offer offer(runtime::Checks& checks) {
  return {.toolset = "ids",
          .tools = {create_ids_tool(),
                    load_ids_tool(),
                    export_ids_tool(),
                    get_ids_info_tool(),
                    add_specification_tool(),
                    add_entity_facet_tool(),
                    add_property_facet_tool(),
                    add_attribute_facet_tool(),
                    add_classification_facet_tool(),
                    add_material_facet_tool(),
                    add_partof_facet_tool(),
                    add_enumeration_restriction_tool(),
                    add_pattern_restriction_tool(),
                    add_bounds_restriction_tool(),
                    add_length_restriction_tool(),
                    validate_ids_tool(),
                    validate_ifc_model_tool(checks),
                    get_specification_tool(),
                    edit_ids_info_tool(),
                    edit_specification_tool(),
                    move_specification_tool(),
                    remove_specification_tool(),
                    edit_facet_tool(),
                    move_facet_tool(),
                    remove_facet_tool(),
                    add_specifications_tool(),
                    list_ids_templates_tool(),
                    apply_ids_template_tool(),
                    find_ifc_schema_tool(),
                    compare_ids_tool(),
                    import_ids_table_tool(),
                    export_ids_table_tool(),
                    export_ids_report_tool(checks)},
          .resources = {document_resource(), audit_resource(), check_resource(checks)},
          .prompts = prompts()};
}

}  // namespace ids::tools
