// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/views/page_data.h"

#include <utility>

namespace energy::engine {

base::Json PageData::file() && {
  base::Json others = base::Json::object();
  for (auto& [name, part] : parts) others.set(name, std::move(part));
  if (!others.empty()) main.set("parts", std::move(others));
  return std::move(main);
}

std::string part_name(const std::string& kind, std::size_t number) { return kind + "-" + std::to_string(number); }

}  // namespace energy::engine
