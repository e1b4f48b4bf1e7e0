// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/ids/runtime/runtime.h"
#include "domains/ids/tools/parts/document.h"
#include "domains/ids/tools/parts/validation.h"

namespace ids::tools::validate_ids {

Tool declare(runtime::Runtime& runtime) {
  return tool::read<tool::Nothing, Validation>(
      {.name = "validate_ids",
       .title = "Validate the IDS document",
       .doc = "Validates the IDS in work: completeness, the XSD of IDS 1.0, and the audit of its content against the "
              "IFC schemas with the official codes 101 to 504.",
       .records = "validation.run"},
      [&xsd = runtime.xsd](const tool::Nothing&, const View& view) -> Result<tool::Shown<Validation>> {
        const auto document = TRY(document_of(view));
        return tool::Shown<Validation>{
            .out = validate(document, xsd),
            .extras = {.content = {}, .page_parts = {}, .subject = base::printable(document.info.title, 200)}};
      });
}

}  // namespace ids::tools::validate_ids
