// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/tools/parts/specification.h"

#include "domains/ids/engine/document/specification_lookup.h"

namespace ids::tools {

SpecificationOut specification_out(const doc::Specification& specification) {
  SpecificationOut out;
  out.identifier = specification.identifier;
  out.name = specification.name;
  out.ifc_versions = specification.ifc_versions;
  out.applicability_facets = static_cast<std::int64_t>(specification.applicability.size());
  out.requirement_facets = static_cast<std::int64_t>(specification.requirements.size());
  out.spec_id = engine::spec_id(specification);
  if (!specification.description.empty()) out.description = specification.description;
  if (const auto cardinality = specification.cardinality()) out.cardinality = std::string(doc::text(*cardinality));
  return out;
}

std::vector<SpecificationOut> specifications_out(const doc::Document& document) {
  std::vector<SpecificationOut> out;
  for (const auto& specification : document.specifications) out.push_back(specification_out(specification));
  return out;
}

}  // namespace ids::tools
