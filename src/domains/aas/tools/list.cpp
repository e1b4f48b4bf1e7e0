// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/tools/list.h"

// One line per tool: name::declare() in name.cpp, which takes the runtime if it asks for it.
#define AAS_TOOLS(PLAIN, WITH_RUNTIME)  \
  PLAIN(aas_document_open)              \
  PLAIN(aas_document_save)              \
  PLAIN(aas_document_close)             \
  WITH_RUNTIME(aas_query_structure)     \
  PLAIN(aas_query_element)              \
  PLAIN(aas_query_search)               \
  WITH_RUNTIME(aas_edit_property)       \
  WITH_RUNTIME(aas_edit_add_element)    \
  WITH_RUNTIME(aas_edit_remove_element) \
  WITH_RUNTIME(aas_edit_move_element)   \
  WITH_RUNTIME(aas_edit_batch)          \
  PLAIN(aas_validate_fast)              \
  PLAIN(aas_validate_deep)              \
  WITH_RUNTIME(aas_validate_template)   \
  WITH_RUNTIME(aas_import_template)     \
  WITH_RUNTIME(aas_import_csv)          \
  WITH_RUNTIME(aas_import_json)         \
  PLAIN(aas_document_new)               \
  WITH_RUNTIME(aas_list_templates)      \
  WITH_RUNTIME(aas_find_concept)        \
  WITH_RUNTIME(aas_passport)            \
  PLAIN(aas_diff)                       \
  WITH_RUNTIME(aas_merge)               \
  WITH_RUNTIME(aas_edit_attach_file)

namespace aas::tools {

#define DECLARE_TOOL(name) \
  namespace name {         \
  tool::Tool declare();    \
  }
#define DECLARE_TOOL_WITH_RUNTIME(name)          \
  namespace name {                               \
  tool::Tool declare(runtime::Runtime& runtime); \
  }
AAS_TOOLS(DECLARE_TOOL, DECLARE_TOOL_WITH_RUNTIME)
tool::Resource document_resource();

// One by one: a list in braces would copy every schema.
tool::Offer offer(runtime::Runtime& runtime) {
  tool::Offer out{.toolset = "aas"};
#define ADD_TOOL(name) out.tools.push_back(name::declare());
#define ADD_TOOL_WITH_RUNTIME(name) out.tools.push_back(name::declare(runtime));
  AAS_TOOLS(ADD_TOOL, ADD_TOOL_WITH_RUNTIME)
  out.resources.push_back(document_resource());
  return out;
}

}  // namespace aas::tools
