// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/tools/list.h"

// One line per tool: name::declare() in name.cpp.
#define AAS_TOOLS(TOOL)         \
  TOOL(aas_document_open)       \
  TOOL(aas_document_save)       \
  TOOL(aas_document_close)      \
  TOOL(aas_query_structure)     \
  TOOL(aas_query_element)       \
  TOOL(aas_query_search)        \
  TOOL(aas_edit_property)       \
  TOOL(aas_edit_add_element)    \
  TOOL(aas_edit_remove_element) \
  TOOL(aas_edit_move_element)   \
  TOOL(aas_edit_batch)          \
  TOOL(aas_validate_fast)       \
  TOOL(aas_validate_deep)       \
  TOOL(aas_document_new)        \
  TOOL(aas_diff)                \
  TOOL(aas_merge)

namespace aas::tools {

#define DECLARE_TOOL(name) \
  namespace name {         \
  tool::Tool declare();    \
  }
AAS_TOOLS(DECLARE_TOOL)
tool::Resource document_resource();

// One by one: a list in braces would copy every schema.
tool::Offer offer() {
  tool::Offer out{.toolset = "aas"};
#define ADD_TOOL(name) out.tools.push_back(name::declare());
  AAS_TOOLS(ADD_TOOL)
  out.resources.push_back(document_resource());
  return out;
}

}  // namespace aas::tools
