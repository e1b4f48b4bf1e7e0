// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "domains/ids/tools/tool.h"

// How calls name a specification, and how answers show one.
namespace ids::tools {

// Of the parameter spec_id, which engine::find_specification understands.
inline constexpr const char* spec_id_doc = "Its identifier, name or place (#2).";

// Seed 000, get_ids_info.
struct SpecificationOut {
  std::string identifier, name;
  std::vector<std::string> ifc_versions;
  std::int64_t applicability_facets = 0, requirement_facets = 0;
  std::string spec_id;
  std::optional<std::string> description, cardinality;
  static constexpr auto fields = tool::fields(
      tool::field("identifier", &SpecificationOut::identifier, "Its identifier; empty if it has none."),
      tool::field("name", &SpecificationOut::name, "Its name."),
      tool::field("ifc_versions", &SpecificationOut::ifc_versions, "The schemas it is for."),
      tool::field("applicability_facets", &SpecificationOut::applicability_facets, "Facets that choose the elements."),
      tool::field("requirement_facets", &SpecificationOut::requirement_facets, "Facets that are asked of them."),
      tool::field("spec_id", &SpecificationOut::spec_id, "How other calls name it."),
      tool::field("description", &SpecificationOut::description, "Why the information is required."),
      tool::field("cardinality", &SpecificationOut::cardinality, "required, optional or prohibited."));
};
SpecificationOut specification_out(const doc::Specification& specification);
std::vector<SpecificationOut> specifications_out(const doc::Document& document);

}  // namespace ids::tools
