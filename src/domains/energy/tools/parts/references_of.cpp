// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/tools/parts/references_of.h"

#include "base/text.h"
#include "domains/energy/tools/parts/referring.h"

namespace energy::tools {

namespace {

constexpr std::size_t listed = 200;

void add(Json& list, std::int64_t& count, const engine::Model& model, std::size_t other, const engine::Edge& edge) {
  ++count;
  if (list.size() == listed) return;
  const auto& from = model.objects()[edge.object];
  Json each = brief(model.objects()[other]);
  list.push_back(each.set("field", engine::Model::field_path(from, model.all_readings()[edge.reading])));
}

}  // namespace

Result<ReferencesOut> references_of(const Opened& open, std::string_view name, const engine::ObjectType* type) {
  const engine::References& references = open.held->references();
  const engine::Model& model = *open.model;
  ReferencesOut out{.name = std::string(name)};
  std::vector<std::uint32_t> meant = references.named(base::trim(name));
  if (type != nullptr) std::erase_if(meant, [&](std::uint32_t each) { return model.objects()[each].type != type; });
  if (meant.empty()) {
    return fail(Code::not_found, "there is no object called \"" + base::printable(name, 200) + "\"", "name",
                "search_objects finds objects by a part of their name.");
  }
  for (const auto object : meant) {
    for (const auto edge : references.to(object)) {
      const auto& each = references.edges()[edge];
      if (each.object != object) add(out.referenced_by, out.referenced_by_count, model, each.object, each);
    }
    for (const auto& edge : references.of(object))
      for (const auto target : references.targets(edge))
        if (target != object) add(out.references, out.references_count, model, target, edge);
  }
  return out;
}

}  // namespace energy::tools
