// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "domains/ids/engine/check/check.h"

// Models of a few lines and specifications of a few words, for tests that read as sentences.
namespace small_models {

using formats::ids::AttributeFacet;
using formats::ids::ClassificationFacet;
using formats::ids::EntityFacet;
using formats::ids::Facet;
using formats::ids::IdsValue;
using formats::ids::MaterialFacet;
using formats::ids::PartOfFacet;
using formats::ids::PropertyFacet;
using formats::ids::Restriction;
using formats::ids::Specification;

inline formats::ifc::Model model(const std::string& schema, const std::string& records) {
  auto made = formats::ifc::Model::parse(
      "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\n"
      "FILE_SCHEMA(('" +
      schema + "'));\nENDSEC;\nDATA;\n" + records + "\nENDSEC;\nEND-ISO-10303-21;\n");
  EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().message);
  return std::move(made).value();
}
inline formats::ifc::Model ifc4(const std::string& records) { return model("IFC4", records); }
inline formats::ifc::Model ifc2x3(const std::string& records) { return model("IFC2X3", records); }

inline IdsValue enumeration(std::vector<std::string> values) {
  Restriction made{.base = "xs:string"};
  for (auto& each : values) made.facets.push_back({"enumeration", std::move(each)});
  return made;
}
inline IdsValue pattern(std::vector<std::string> patterns) {
  Restriction made{.base = "xs:string"};
  for (auto& each : patterns) made.facets.push_back({"pattern", std::move(each)});
  return made;
}
inline IdsValue range(std::string least, std::string most) {
  return Restriction{.base = "xs:double",
                     .facets = {{"minInclusive", std::move(least)}, {"maxInclusive", std::move(most)}}};
}

inline EntityFacet entity(IdsValue name) { return {.name = std::move(name)}; }
inline EntityFacet entity(IdsValue name, IdsValue type) {
  return {.name = std::move(name), .predefined_type = std::move(type)};
}
inline AttributeFacet attribute(IdsValue name) { return {.name = std::move(name)}; }
inline AttributeFacet attribute(IdsValue name, IdsValue value) {
  return {.name = std::move(name), .value = std::move(value)};
}
inline PropertyFacet property(IdsValue set, IdsValue name) {
  return {.property_set = std::move(set), .base_name = std::move(name)};
}
inline PropertyFacet property(IdsValue set, IdsValue name, IdsValue value) {
  return {.property_set = std::move(set), .base_name = std::move(name), .value = std::move(value)};
}
inline ClassificationFacet classification(IdsValue system) { return {.system = std::move(system)}; }
inline ClassificationFacet classification(IdsValue system, IdsValue value) {
  return {.value = std::move(value), .system = std::move(system)};
}
inline MaterialFacet material() { return {}; }
inline MaterialFacet material(IdsValue value) { return {.value = std::move(value)}; }
inline PartOfFacet part_of(std::string relation, EntityFacet whole) {
  return {.relation = std::move(relation), .entity = std::move(whole)};
}
inline PartOfFacet part_of(EntityFacet whole) { return {.entity = std::move(whole)}; }

template <class F>
F optional(F facet) {
  facet.cardinality = "optional";
  return facet;
}
template <class F>
F prohibited(F facet) {
  facet.cardinality = "prohibited";
  return facet;
}
inline PropertyFacet of_type(PropertyFacet facet, std::string data_type) {
  facet.data_type = std::move(data_type);
  return facet;
}

inline Specification specification(std::vector<Facet> applicability, std::vector<Facet> requirements) {
  Specification made{.name = "A rule", .ifc_versions = {"IFC2X3", "IFC4", "IFC4X3_ADD2"}};
  made.min_occurs = "1";
  made.max_occurs = "unbounded";
  made.applicability = std::move(applicability);
  made.has_requirements = !requirements.empty();
  made.requirements = std::move(requirements);
  return made;
}

inline ids::engine::SpecificationResult result(const formats::ifc::Model& of, Specification rule) {
  formats::ids::Document document;
  document.specifications.push_back(std::move(rule));
  auto checked = ids::engine::check(document, of);
  EXPECT_TRUE(checked.ok()) << (checked.ok() ? "" : checked.error().message);
  return checked.ok() ? checked->specifications.front() : ids::engine::SpecificationResult{};
}
// Do all of the applicable elements (and there are some) meet the requirement?
inline bool passes(const formats::ifc::Model& of, Facet applicable, Facet required) {
  return ids::engine::shown_to_pass(result(of, specification({std::move(applicable)}, {std::move(required)})).status);
}
// How many elements a specification applies to.
inline std::size_t applies_to(const formats::ifc::Model& of, std::vector<Facet> facets) {
  return result(of, specification(std::move(facets), {})).applicable.size();
}
// Why the first element fails; "" if none does.
inline std::string reason(const formats::ifc::Model& of, Facet applicable, Facet required) {
  const auto checked = result(of, specification({std::move(applicable)}, {std::move(required)}));
  return checked.failures.empty() ? "" : checked.failures.front().reason;
}

}  // namespace small_models
