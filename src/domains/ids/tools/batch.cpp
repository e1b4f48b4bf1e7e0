// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/tools/batch.h"

#include <algorithm>

#include "base/text.h"
#include "domains/ids/tools/occurs.h"

namespace ids::tools {

namespace {

constexpr std::size_t max_notes = 50;

Result<void> prepare_facets(doc::Specification& specification, Location location, std::vector<std::string>& notes) {
  auto& facets = facets_at(specification, location);
  for (auto& facet : facets) TRY(normalise(facet, location, specification.ifc_versions, notes));
  for (std::size_t i = 0; i < facets.size(); ++i) TRY(admit(specification, location, i, notes));
  return {};
}

Result<void> prepare(doc::Specification& specification, std::vector<std::string>& notes) {
  if (base::trim(specification.name).empty()) return fail(Code::missing, "A specification needs a name.", "name");
  specification.ifc_versions = TRY(ifc_versions(specification.ifc_versions));
  TRY(set_occurs(specification, Json(specification.min_occurs.value_or("0")),
                 Json(specification.max_occurs.value_or("unbounded"))));
  TRY(prepare_facets(specification, Location::applicability, notes));
  return prepare_facets(specification, Location::requirements, notes);
}

}  // namespace

Result<Change> add_batch(const View& view, Head head, std::vector<doc::Specification> fresh, const std::string& summary,
                         std::vector<std::string> notes) {
  if (fresh.empty()) return fail(Code::missing, "There is nothing to add.", "specifications");
  BatchOut out;
  out.warnings = std::move(notes);
  for (auto& specification : fresh) {
    std::vector<std::string> own;
    if (auto ready = prepare(specification, own); !ready.ok()) {
      auto error = std::move(ready).error();
      error.message = "Specification '" + base::printable(spec_id(specification), 100) + "': " + error.message;
      return error;
    }
    TRY(check_unique(view, head.order, specification));
    const std::string id = spec_id(specification);
    if (std::ranges::find(out.spec_ids, id) != out.spec_ids.end()) {
      return fail(Code::constraint, "Two of the specifications are called `" + base::printable(id, 200) + "`.",
                  "specifications", "Give each an identifier of its own.");
    }
    out.spec_ids.push_back(id);
    for (const auto& note : own) {
      if (out.warnings.size() < max_notes) out.warnings.push_back(id + ": " + note);
    }
  }
  out.specification_count = static_cast<std::int64_t>(head.order.size() + fresh.size());
  return append(view, std::move(head), fresh, summary, tool::encode(out));
}

}  // namespace ids::tools
