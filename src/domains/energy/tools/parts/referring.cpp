// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/tools/parts/referring.h"

#include <algorithm>

#include "base/text.h"

namespace energy::tools {

namespace {

constexpr std::size_t blockers_listed = 20;

}  // namespace

std::vector<std::size_t> referring_to(const Opened& open, std::size_t object) {
  const engine::References& references = open.held->references();
  std::vector<std::size_t> out;
  for (const auto edge : references.to(object)) {
    const std::size_t who = references.edges()[edge].object;
    if (who != object && (out.empty() || out.back() != who)) out.push_back(who);
  }
  return out;
}

Json brief(const engine::Object& object) {
  return Json::object({{"object_type", object.type->name}, {"name", engine::utf8_of(object.key)}});
}

Result<void> check_not_referred_to(const Opened& open, const std::vector<std::size_t>& going) {
  std::vector<std::string> names;
  Json list = Json::array();
  for (const std::size_t object : going) {
    for (const std::size_t who : referring_to(open, object)) {
      if (std::ranges::binary_search(going, who)) continue;
      if (list.size() == blockers_listed) break;
      list.push_back(brief(open.model->objects()[who]));
      const auto& referring = open.model->objects()[who];
      names.push_back(referring.type->name + " " + base::printable(referring.key, 100));
    }
  }
  if (names.empty()) return {};
  if (names.size() > 5) names.resize(5);
  base::Error error = fail(Code::constraint, "other objects refer to it: " + base::join(names, ", "), {},
                           "force: true removes it all the same and leaves these references without a target.");
  error.data = std::make_shared<const Json>(Json::object({{"referenced_by", std::move(list)}}));
  return error;
}

}  // namespace energy::tools
