// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/tools/batch.h"

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

Result<Change> add_batch(doc::Document document, std::vector<doc::Specification> fresh, const std::string& summary,
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
    TRY(check_unique(document, specification, document.specifications.size()));
    out.spec_ids.push_back(spec_id(specification));
    for (const auto& note : own) {
      if (out.warnings.size() < max_notes) out.warnings.push_back(out.spec_ids.back() + ": " + note);
    }
    document.specifications.push_back(std::move(specification));
  }
  out.specification_count = static_cast<std::int64_t>(document.specifications.size());
  return save(document, summary, tool::encode(out));
}

}  // namespace ids::tools
