// SPDX-License-Identifier: Apache-2.0
// Facets in words.
#include <utility>

#include "base/text.h"
#include "domains/ids/engine/check/check.h"
#include "domains/ids/engine/value/value.h"

namespace ids::engine {
namespace {

using formats::ids::Cardinality;
using formats::ids::IdsValue;

std::string name_of(const IdsValue& value) { return in_words(value, Quotes::no); }
std::string value_of(const IdsValue& value) { return in_words(value, Quotes::yes); }

bool given(const std::optional<IdsValue>& value) { return value && !std::holds_alternative<std::monostate>(*value); }

std::string entity_words(const formats::ids::EntityFacet& facet) {
  auto words = name_of(facet.name);
  if (given(facet.predefined_type)) words += " of type " + name_of(*facet.predefined_type);
  return words;
}

// "X must be Y", "X must be Y where it is given", "X must not be Y"; without a value "must be given".
std::string demand(const std::string& subject, const std::optional<IdsValue>& value, Cardinality cardinality) {
  const auto verb = cardinality == Cardinality::prohibited ? " must not be " : " must be ";
  if (!given(value)) return cardinality == Cardinality::optional ? subject + " may be given" : subject + verb + "given";
  return subject + verb + value_of(*value) + (cardinality == Cardinality::optional ? " where it is given" : "");
}

std::string must(Cardinality cardinality, const std::string& what, const std::string& where) {
  const auto verb = cardinality == Cardinality::prohibited ? "Must not " : "Must ";
  return verb + what + (cardinality == Cardinality::optional ? where : "");
}

std::string classification_words(const formats::ids::ClassificationFacet& facet) {
  std::string words = "classified";
  if (given(facet.value)) words += " as " + name_of(*facet.value);
  if (given(facet.system)) words += " in " + name_of(*facet.system);
  return words;
}

std::string material_words(const formats::ids::MaterialFacet& facet) {
  return given(facet.value) ? "the material " + name_of(*facet.value) : "a material";
}

std::string part_of_words(const formats::ids::PartOfFacet& facet) {
  auto words = "part of " + entity_words(facet.entity);
  if (facet.relation && !facet.relation->empty()) words += " by " + base::printable(*facet.relation, 100);
  return words;
}

std::string property_words(const formats::ids::PropertyFacet& facet) {
  return name_of(facet.base_name) + " in " + name_of(facet.property_set);
}

std::string data_type_words(const formats::ids::PropertyFacet& facet) {
  return facet.data_type && !facet.data_type->empty() ? " (" + base::printable(*facet.data_type, 100) + ")" : "";
}

struct Requirement {
  Cardinality cardinality;
  std::string operator()(const formats::ids::EntityFacet& facet) const { return "Must be " + entity_words(facet); }
  std::string operator()(const formats::ids::AttributeFacet& facet) const {
    return demand(name_of(facet.name), facet.value, cardinality);
  }
  std::string operator()(const formats::ids::PropertyFacet& facet) const {
    return demand(property_words(facet), facet.value, cardinality) + data_type_words(facet);
  }
  std::string operator()(const formats::ids::ClassificationFacet& facet) const {
    return must(cardinality, "be " + classification_words(facet), " where it is classified");
  }
  std::string operator()(const formats::ids::MaterialFacet& facet) const {
    return must(cardinality, "have " + material_words(facet), " where it has one");
  }
  std::string operator()(const formats::ids::PartOfFacet& facet) const {
    return must(cardinality, "be " + part_of_words(facet), " where it is part of anything");
  }
};

struct Applicability {
  std::string operator()(const formats::ids::EntityFacet& facet) const { return entity_words(facet); }
  std::string operator()(const formats::ids::AttributeFacet& facet) const {
    return "with " + name_of(facet.name) + (given(facet.value) ? " being " + value_of(*facet.value) : "");
  }
  std::string operator()(const formats::ids::PropertyFacet& facet) const {
    return "with " + property_words(facet) + (given(facet.value) ? " being " + value_of(*facet.value) : "") +
           data_type_words(facet);
  }
  std::string operator()(const formats::ids::ClassificationFacet& facet) const { return classification_words(facet); }
  std::string operator()(const formats::ids::MaterialFacet& facet) const { return "with " + material_words(facet); }
  std::string operator()(const formats::ids::PartOfFacet& facet) const { return part_of_words(facet); }
};

}  // namespace

std::string describe(const formats::ids::Facet& facet, bool requirement) {
  if (requirement) return std::visit(Requirement{formats::ids::cardinality(facet)}, facet);
  return std::visit(Applicability{}, facet);
}

}  // namespace ids::engine
