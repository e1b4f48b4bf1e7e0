// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/tools/parts/findings.h"

#include "base/text.h"

namespace energy::tools {

Json finding_json(const engine::Finding& finding) {
  Json out = Json::object({{"severity", finding.severity == engine::Severity::error ? "error" : "warning"},
                           {"code", finding.code},
                           {"object_type", base::printable(finding.type, 200)},
                           {"object_name", base::printable(finding.name, 200)}});
  if (!finding.field.empty()) out.set("field", base::printable(finding.field, 200));
  if (finding.line > 0) out.set("line", finding.line);
  out.set("message", base::printable(finding.message, 500));
  if (!finding.hint.empty()) out.set("hint", base::printable(finding.hint, 500));
  return out;
}

}  // namespace energy::tools
