// SPDX-License-Identifier: Apache-2.0
#include "domains/bim/tools/parts/names.h"

#include "base/text.h"
#include "domains/bim/tools/parts/draft.h"

namespace bim::tools {

base::Result<void> check_name_is_free(const kernel::View& view, std::string_view category, std::string_view own_id,
                                      const base::Json& name, const std::string& path) {
  if (category != "level" && category != "type") return {};
  if (name.as_string().empty())
    return base::fail(base::Code::out_of_range, "a " + std::string(category) + " has a name", path);
  for (const auto& element : view.elements({std::string(id_prefix), std::string(category), {}})) {
    if (element->id == own_id || !base::equals_ignoring_case(element->body.text("name"), name.as_string())) continue;
    return base::fail(base::Code::constraint,
                      "there is a " + std::string(category) + " " + base::printable(name.as_string(), 60) +
                          " already: " + element->id,
                      path, "Choose another name, or use that one.");
  }
  return {};
}

}  // namespace bim::tools
