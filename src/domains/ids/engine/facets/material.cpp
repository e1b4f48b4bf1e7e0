// SPDX-License-Identifier: Apache-2.0
// IDS 1.0 "Material facet".
#include <algorithm>
#include <span>
#include <utility>

#include "base/text.h"
#include "domains/ids/engine/facets/facet.h"

namespace ids::engine {
namespace {

using base::Result;

constexpr int deepest = 8;  // usage, set, layer, material: real ones have four levels
constexpr std::size_t most_records = 10'000;

class MaterialCheck final : public FacetCheck {
 public:
  MaterialCheck(const ModelFacts& facts, Matcher value) : facts_(facts), value_(std::move(value)) {}

  Outcome test(Index element, Tell tell, std::string& text) const override {
    const auto materials = materials_of(element);
    if (materials.empty()) {
      if (tell == Tell::why) text = "It has no material";
      return Outcome::absent;
    }
    if (value_.any() && tell != Tell::what) return Outcome::met;
    const auto names = names_of(materials);
    const bool met = value_.any() || std::any_of(names.begin(), names.end(),
                                                 [&](const auto& name) { return value_.matches_text(name); });
    if (tell == Tell::what && met) text = "Its material is " + listed(names);
    if (tell == Tell::why && !met) text = "Its material is " + listed(names) + ", expected " + value_.plain();
    return met ? Outcome::met : Outcome::unmet;
  }

  std::vector<Index> candidates() const override { return facts_.instances({"IfcObjectDefinition"}); }

  Found found(Index element) const override {
    const auto materials = materials_of(element);
    if (materials.empty()) return {"has", "have", "none"};
    const auto names = names_of(materials);
    return {"has", "have", names.empty() ? "one without a name" : listed(names)};
  }

 private:
  std::vector<std::string> names_of(std::span<const Index> materials) const {
    std::vector<std::string> names;
    std::size_t records = 0;
    for (const auto material : materials) add_names(material, names, 0, records);
    return names;
  }

  std::span<const Index> materials_of(Index element) const {
    const auto own = facts_.model.materials_of(element);
    if (!own.empty()) return own;
    const auto id = facts_.model.entity(element);
    const auto type = id && facts_.object[*id] ? facts_.model.type_of(element) : std::nullopt;
    return type ? facts_.model.materials_of(*type) : own;
  }

  // Names and categories of the material, of layers, profiles and constituents, of their sets, and of what these are
  // made of; usages lead to their sets.
  void add_names(Index record, std::vector<std::string>& names, int depth, std::size_t& records) const {
    if (depth > deepest || ++records > most_records) return;
    for (const auto* const attribute : {"Name", "Category", "LayerSetName"}) {
      auto name = facts_.text(record, attribute);
      if (!name.empty()) names.push_back(std::move(name));
    }
    for (const auto* const attribute : {"Material", "ForLayerSet", "ForProfileSet", "ForProfileEndSet"}) {
      if (const auto next = facts_.referred(record, attribute)) add_names(*next, names, depth + 1, records);
    }
    for (const auto* const attribute : {"Materials", "MaterialLayers", "MaterialProfiles", "MaterialConstituents"}) {
      for (const auto next : facts_.referred_list(record, attribute)) add_names(next, names, depth + 1, records);
    }
  }

  static std::string listed(const std::vector<std::string>& names) {
    if (names.empty()) return "without a name";
    std::string text;
    for (std::size_t i = 0; i < std::min<std::size_t>(names.size(), 5); ++i) {
      text += (i == 0 ? "" : ", ") + base::printable(names[i], 200);
    }
    return names.size() > 5 ? text + " …" : text;
  }

  const ModelFacts& facts_;
  Matcher value_;
};

}  // namespace

Result<std::unique_ptr<FacetCheck>> ready(const formats::ids::MaterialFacet& facet, const ModelFacts& facts) {
  auto value = TRY(matcher_of(facet.value));
  return std::unique_ptr<FacetCheck>(new MaterialCheck(facts, std::move(value)));
}

}  // namespace ids::engine
