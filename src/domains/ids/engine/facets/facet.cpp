// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/facets/facet.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

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
    if (auto note = any_set_note(facet)) found.push_back(*std::move(note) + ". " + std::string(any_set_hint));
  }
  void operator()(const formats::ids::ClassificationFacet& facet) {
    add_notes(facet.value, found);
    add_notes(facet.system, found);
  }
  void operator()(const formats::ids::MaterialFacet& facet) { add_notes(facet.value, found); }
  void operator()(const formats::ids::PartOfFacet& facet) { operator()(facet.entity); }
};

// Patterns only, and names that have nothing in common both match.
bool is_any_text(const IdsValue& value) {
  const auto* const rule = std::get_if<formats::ids::Restriction>(&value);
  if (rule == nullptr || rule->facets.empty()) return false;
  if (std::ranges::any_of(rule->facets, [](const auto& each) { return each.name != "pattern"; })) return false;
  const auto matcher = Matcher::make(value);
  return matcher.ok() && matcher->matches_text("Pset_WallCommon") && matcher->matches_text("7 / ä?");
}

}  // namespace

std::optional<std::string> any_set_note(const formats::ids::PropertyFacet& facet) {
  const bool asked = facet.cardinality.empty() || facet.cardinality == "required";
  if (!asked || !is_any_text(facet.property_set)) return std::nullopt;
  const auto* const name = std::get_if<std::string>(&facet.base_name);
  return "no property set is named, so every property set of an element must hold " +
         (name == nullptr ? "the property" : base::printable(*name, 100)) + ", which hardly any element can meet";
}

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
