// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/facets/facet.h"

#include <utility>

namespace ids::engine {
namespace {

using base::Result;
using formats::ids::IdsValue;

void add_notes(const IdsValue& value, std::vector<std::string>& notes) {
  const auto matcher = Matcher::make(value);
  if (matcher.ok()) notes.insert(notes.end(), matcher->notes().begin(), matcher->notes().end());
}
void add_notes(const std::optional<IdsValue>& value, std::vector<std::string>& notes) {
  if (value) add_notes(*value, notes);
}

struct Notes {
  std::vector<std::string> found;
  void operator()(const formats::ids::EntityFacet& facet) {
    add_notes(facet.name, found);
    add_notes(facet.predefined_type, found);
  }
  void operator()(const formats::ids::AttributeFacet& facet) {
    add_notes(facet.name, found);
    add_notes(facet.value, found);
  }
  void operator()(const formats::ids::PropertyFacet& facet) {
    add_notes(facet.property_set, found);
    add_notes(facet.base_name, found);
    add_notes(facet.value, found);
  }
  void operator()(const formats::ids::ClassificationFacet& facet) {
    add_notes(facet.value, found);
    add_notes(facet.system, found);
  }
  void operator()(const formats::ids::MaterialFacet& facet) { add_notes(facet.value, found); }
  void operator()(const formats::ids::PartOfFacet& facet) { operator()(facet.entity); }
};

}  // namespace

Result<Matcher> matcher_of(const std::optional<IdsValue>& value) { return Matcher::make(value.value_or(IdsValue())); }

std::vector<std::string> pattern_notes(const formats::ids::Facet& facet) {
  Notes notes;
  std::visit(notes, facet);
  return std::move(notes.found);
}

Result<std::unique_ptr<FacetCheck>> ready(const formats::ids::Facet& facet, const ModelFacts& facts) {
  return std::visit([&](const auto& each) { return ready(each, facts); }, facet);
}

}  // namespace ids::engine
