// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/tools/parts/document.h"
#include "domains/ids/tools/parts/validation.h"
#include "domains/ids/tools/parts/xsd.h"

namespace ids::tools {

namespace {

Result<Validation> run(const tool::Nothing&, const View& view) {
  return validate(TRY(document_of(view)), xsd_validator());
}

}  // namespace

Tool validate_ids_tool() {
  return tool::read<tool::Nothing, Validation>(
      {.name = "validate_ids",
       .title = "Validate the IDS document",
       .doc = "Validates the IDS in work: completeness, the XSD of IDS 1.0, and the audit of its content against the "
              "IFC schemas with the official codes 101 to 504.",
       .records = "validation.run"},
      run);
}

}  // namespace ids::tools
