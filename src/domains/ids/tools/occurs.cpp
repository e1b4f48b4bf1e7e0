// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/tools/occurs.h"

#include "base/text.h"

namespace ids::tools {

namespace {

std::string occurs_text(const Json& json, const char* fallback) {
  if (json.is_null()) return fallback;
  return json.is_string() ? json.as_string() : json.dump();
}

}  // namespace

Result<void> set_occurs(doc::Specification& specification, const Json& min_occurs, const Json& max_occurs) {
  const std::string low = occurs_text(min_occurs, "0");
  const std::string high = base::lower_ascii(occurs_text(max_occurs, "unbounded"));
  const bool known = (high == "unbounded" && (low == "0" || low == "1")) || (low == "0" && high == "0");
  if (!known) {
    return fail(
        Code::out_of_range,
        "IDS has no min_occurs " + base::printable(low, 30) + " with max_occurs " + base::printable(high, 30) + ".",
        "min_occurs", "0 and \"unbounded\": optional; 1 and \"unbounded\": required; 0 and 0: prohibited.");
  }
  specification.min_occurs = low;
  specification.max_occurs = high;
  return {};
}

void set_occurs(doc::Specification& specification, Occurrence occurrence) {
  specification.min_occurs = occurrence == Occurrence::required ? "1" : "0";
  specification.max_occurs = occurrence == Occurrence::prohibited ? "0" : "unbounded";
}

}  // namespace ids::tools
