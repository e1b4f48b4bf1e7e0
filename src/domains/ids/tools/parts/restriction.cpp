// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/tools/parts/restriction.h"

#include <utility>

#include "base/text.h"
#include "domains/ids/engine/check/check.h"
#include "domains/ids/engine/document/document_json.h"
#include "domains/ids/tools/parts/document.h"

namespace ids::tools {

Result<std::string> literal(const Json& json, const std::string& path) {
  if (auto text = engine::scalar_text(json)) return *std::move(text);
  return fail(Code::wrong_type, "Expected a text or a number, got " + std::string(json.type_name()) + ".", path);
}

Result<Change> restrict_parameter(const View& view, const RestrictionArgs& args, std::string_view restriction_type,
                                  const std::vector<doc::XsFacet>& facets) {
  auto kept = TRY(specification_of(view, args.spec_id));
  auto& specification = kept.specification;
  RestrictionOut out;
  const FacetPlace place =
      TRY(engine::restrict_parameter(specification, args, kept.last_added, restriction_type, facets, out.warnings));
  const auto& facet = engine::facets_at(specification, place.location)[place.index];
  out.restriction_type = restriction_type;
  out.spec_id = place.spec_id;
  out.facet_id = place.id();
  out.facet_type = doc::kind(facet);
  out.parameter_name = args.parameter_name;
  out.description = engine::describe(facet, place.location == Location::requirements);
  std::string summary = "Restrict " + base::printable(args.parameter_name, 60) + " in " +
                        base::printable(out.spec_id, 100) + ": " + base::printable(out.description, 200);
  return save(kept, std::move(summary), tool::encode(out));
}

}  // namespace ids::tools
