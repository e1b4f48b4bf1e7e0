// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/compare/place.h"

#include "base/text.h"

namespace aas::engine {

std::string item_name(const base::Json& item, std::size_t index, bool at_top) {
  std::string_view name = item.text("idShort");
  if (name.empty() && at_top) name = item.text("id");
  return name.empty() ? "[" + std::to_string(index) + "]" : base::printable(name, 200);
}

std::string joined(std::string_view where, std::string_view name) {
  if (where.empty()) return std::string(name);
  return std::string(where) + (name.starts_with('[') ? "" : "/") + std::string(name);
}

}  // namespace aas::engine
