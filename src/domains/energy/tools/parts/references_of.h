// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "domains/energy/tools/parts/opened.h"
#include "domains/energy/tools/tool.h"

namespace energy::tools {

// What get_references and idfkit://model/references/{name} say.
struct ReferencesOut {
  std::string name;
  Json referenced_by = Json::array();
  std::int64_t referenced_by_count = 0;
  Json references = Json::array();
  std::int64_t references_count = 0;
  static constexpr auto fields = tool::fields(
      tool::field("name", &ReferencesOut::name, "As asked."),
      tool::field("referenced_by", &ReferencesOut::referenced_by, "Each {object_type, name, field}; at most 200."),
      tool::field("referenced_by_count", &ReferencesOut::referenced_by_count, "How many there are."),
      tool::field("references", &ReferencesOut::references, "Each {object_type, name, field}; at most 200."),
      tool::field("references_count", &ReferencesOut::references_count, "How many there are."));
};

// Of all objects of that name, or of the one of a type. Fails where there is none.
Result<ReferencesOut> references_of(const Opened& open, std::string_view name, const engine::ObjectType* type);

}  // namespace energy::tools
