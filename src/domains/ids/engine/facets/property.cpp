// SPDX-License-Identifier: Apache-2.0
// IDS 1.0 "Property facet".
#include <algorithm>
#include <utility>

#include "base/text.h"
#include "domains/ids/engine/facets/facet.h"
#include "domains/ids/engine/facets/property_reading.h"

namespace ids::engine {
namespace {

using base::Result;
using Values = PropertyReader::Values;
using Typed = ModelFacts::Typed;

constexpr std::size_t shown_values = 5;

// The sets of one name on an element: occurrences override their types property by property.
struct NamedSets {
  std::string name;
  std::vector<Index> own, inherited;
};

bool is_empty_text(const Typed& item) {
  const auto* const text = std::get_if<std::string>(&item.value);
  return text != nullptr && text->empty();
}

class PropertyCheck final : public FacetCheck {
 public:
  PropertyCheck(const ModelFacts& facts, Matcher set, Matcher name, std::optional<Matcher> value, std::string data_type)
      : facts_(facts),
        reader_(facts.properties()),
        set_(std::move(set)),
        name_(std::move(name)),
        value_(std::move(value)),
        data_type_(std::move(data_type)) {}

  // Every set that matches must have a property that matches, and every such property must be as it should be: the
  // cases all_matching_property_sets… and all_matching_properties….
  Outcome test(Index element, Tell tell, std::string& text) const override {
    const auto sets = matching_sets(element);
    if (sets.empty()) {
      if (tell == Tell::why) text = missing_set();
      return Outcome::absent;
    }
    auto outcome = Outcome::absent;
    bool all = true;
    for (const auto& each : sets) {
      const auto one = test_sets(each, tell, text);
      if (one == Outcome::unmet) return one;
      if (one == Outcome::met) outcome = Outcome::met;
      all = all && one == Outcome::met;
    }
    return all ? outcome : Outcome::absent;
  }

  // "We cannot have the combination of set and name, regardless of any value" (facet configurations). A value, where
  // one is given all the same, says which ones are meant.
  bool anything_met(Index element, Tell tell, std::string& text) const override {
    for (const auto& sets : matching_sets(element)) {
      for (const auto& property : matching_properties(sets)) {
        const auto values = reader_.values_of(property);
        if (!is_meant(values)) continue;
        if (tell == Tell::what) text = place_of(property, sets) + in_words(values);
        return true;
      }
    }
    return false;
  }

  std::vector<Index> candidates() const override {
    if (facts_.is_2x3) return facts_.instances({"IfcObjectDefinition", "IfcMaterial"});
    return facts_.instances({"IfcObjectDefinition", "IfcMaterialDefinition", "IfcProfileDef"});
  }

  Found found(Index element) const override {
    const auto sets = matching_sets(element);
    for (const auto& each : sets) {
      for (const auto& property : matching_properties(each)) {
        if (auto words = found_in(reader_.values_of(property))) return {"has", "have", *std::move(words)};
      }
    }
    if (const auto other = other_set_with_it(element); !other.empty()) return {"has", "have", "it in " + other};
    return {"lacks", "lack", sets.empty() ? "the property set" : "it"};
  }

 private:
  // What of these values is not as it should be; nullopt where nothing is.
  std::optional<std::string> found_in(const Values& values) const {
    if (values.shape == Values::Shape::unsupported) return values.kind;
    if (values.items.empty()) return "it without a value";
    if (std::all_of(values.items.begin(), values.items.end(), is_empty_text)) return "it empty";
    const auto items = of_data_type(values.items);
    if (items.empty()) return listed(values.items) + " as " + base::printable(values.items.front().type, 100);
    if (!value_ || value_->any() || value_allows(values, items)) return std::nullopt;
    return listed(items);
  }

  // A set of the element that is not meant, and has such a property.
  std::string other_set_with_it(Index element) const {
    const auto sets = reader_.sets_of(element);
    for (const auto* const list : {&sets.own, &sets.inherited}) {
      for (const auto set : *list) {
        const auto name = reader_.set_name(set);
        if (name.empty() || set_.matches_text(name)) continue;
        const auto properties = reader_.properties_of(set);
        const auto meant = [&](const PropertyRef& each) { return name_.matches_text(each.name); };
        if (std::any_of(properties.begin(), properties.end(), meant)) return base::printable(name, 100);
      }
    }
    return {};
  }

  std::vector<NamedSets> matching_sets(Index element) const {
    std::vector<NamedSets> found;
    const auto sets = reader_.sets_of(element);
    const auto add = [&](Index set, std::vector<Index> NamedSets::* where) {
      auto name = reader_.set_name(set);
      if (name.empty() || !set_.matches_text(name)) return;  // one without a name cannot be meant, not even by .*
      auto same = std::find_if(found.begin(), found.end(), [&](const NamedSets& each) { return each.name == name; });
      if (same == found.end()) same = found.insert(found.end(), {std::move(name), {}, {}});
      ((*same).*where).push_back(set);
    };
    for (const auto set : sets.own) add(set, &NamedSets::own);
    for (const auto set : sets.inherited) add(set, &NamedSets::inherited);
    return found;
  }

  // One of a name that is written twice is no better than the other: both count.
  std::vector<PropertyRef> matching_properties(const NamedSets& sets) const {
    std::vector<PropertyRef> found;
    const auto add = [&](Index set, std::ptrdiff_t overriding) {
      for (auto& property : reader_.properties_of(set)) {
        const auto same = [&](const PropertyRef& each) { return each.name == property.name; };
        if (!name_.matches_text(property.name)) continue;
        if (std::any_of(found.begin(), found.begin() + overriding, same)) continue;
        found.push_back(std::move(property));
      }
    };
    for (const auto set : sets.own) add(set, 0);
    const auto overriding = std::ssize(found);
    for (const auto set : sets.inherited) add(set, overriding);
    return found;
  }

  bool is_meant(const Values& values) const {
    if (data_type_.empty() && (!value_ || value_->any())) return true;
    std::string unused;
    const bool there = values.shape != Values::Shape::unsupported && !values.items.empty();
    return there && test_values(values, {}, Tell::nothing, unused);
  }
  static std::string in_words(const Values& values) {
    if (values.shape == Values::Shape::unsupported) return " is " + values.kind;
    return values.items.empty() ? " is there, without a value" : " is " + listed(values.items);
  }
  static std::string place_of(const PropertyRef& property, const NamedSets& sets) {
    return base::printable(property.name, 200) + " in " + base::printable(sets.name, 200);
  }

  Outcome test_sets(const NamedSets& sets, Tell tell, std::string& text) const {
    bool met = false;
    auto missing = Outcome::absent;
    std::string why = "The property " + name_.plain() + " of " + base::printable(sets.name, 200) + " is missing";
    for (const auto& property : matching_properties(sets)) {
      const auto place = place_of(property, sets);
      const auto values = reader_.values_of(property);
      if (values.shape == Values::Shape::unsupported) {
        if (tell == Tell::why) text = place + " is " + values.kind + ", which IDS cannot check";
        return Outcome::unmet;
      }
      const bool empty = !values.items.empty() && std::all_of(values.items.begin(), values.items.end(), is_empty_text);
      if (values.items.empty() || empty) {
        missing = Outcome::unmet;  // it is there: "the value has got to be non null" (facet configurations)
        why = place + (empty ? " is empty" : " has no value");
        continue;
      }
      met = true;
      if (!test_values(values, place, tell, text)) return Outcome::unmet;
      if (tell == Tell::what) text = place + " is " + listed(values.items);
    }
    if (met) return Outcome::met;
    if (tell == Tell::why) text = why;
    return missing;
  }

  bool test_values(const Values& values, const std::string& place, Tell tell, std::string& text) const {
    const auto items = of_data_type(values.items);
    if (items.empty()) {
      const auto& type = values.items.front().type;
      if (tell == Tell::why)
        text = place + " is of type " + (type.empty() ? "unknown" : type) + ", expected " + data_type_;
      return false;
    }
    if (!value_ || value_->any() || value_allows(values, items)) return true;
    if (tell == Tell::why) text = place + " is " + listed(items) + ", expected " + value_->shown();
    return false;
  }

  std::vector<Typed> of_data_type(const std::vector<Typed>& items) const {
    if (data_type_.empty()) return items;
    std::vector<Typed> found;
    std::copy_if(items.begin(), items.end(), std::back_inserter(found),
                 [&](const Typed& each) { return each.type == data_type_; });
    return found;
  }

  // A range must hold both bounds of a bounded value, whose set point alone tells nothing of a range, and every value
  // of several. A simple value may be any that is stated (the cases), or lie between the bounds where no set point says
  // which one is meant.
  bool value_allows(const Values& values, const std::vector<Typed>& items) const {
    const bool bounded = values.shape == Values::Shape::bounded;
    const auto allowed = [&](const Typed& each) { return value_->matches(each.value); };
    if (bounded && value_->has_bounds()) return value_->contains_range(values.lower, values.upper);
    if (value_->has_bounds()) return std::all_of(items.begin(), items.end(), allowed);
    if (std::any_of(items.begin(), items.end(), allowed)) return true;
    return bounded && !values.set_point && value_->lies_between(values.lower, values.upper);
  }

  static std::string listed(const std::vector<Typed>& items) {
    std::string text;
    for (std::size_t i = 0; i < std::min(items.size(), shown_values); ++i)
      text += (i == 0 ? "" : ", ") + shown(items[i].value);
    return items.size() > shown_values ? text + " …" : text;
  }

  std::string missing_set() const { return "The property set " + set_.plain() + " is missing"; }

  const ModelFacts& facts_;
  const PropertyReader& reader_;
  Matcher set_, name_;
  std::optional<Matcher> value_;
  std::string data_type_;  // upper case; "" if any will do
};

}  // namespace

Result<std::unique_ptr<FacetCheck>> ready(const formats::ids::PropertyFacet& facet, const ModelFacts& facts) {
  auto set = TRY(Matcher::make(facet.property_set));
  auto name = TRY(Matcher::make(facet.base_name));
  std::optional<Matcher> value;
  if (facet.value) value = TRY(Matcher::make(*facet.value));
  return std::unique_ptr<FacetCheck>(new PropertyCheck(facts, std::move(set), std::move(name), std::move(value),
                                                       base::upper_ascii(facet.data_type.value_or(""))));
}

}  // namespace ids::engine
