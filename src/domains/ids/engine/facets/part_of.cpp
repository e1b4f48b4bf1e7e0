// SPDX-License-Identifier: Apache-2.0
// IDS 1.0 "PartOf facet".
#include <algorithm>
#include <unordered_set>
#include <utility>

#include "domains/ids/engine/facets/entity.h"

namespace ids::engine {
namespace {

using base::Result;

constexpr std::size_t most_ancestors = 10'000;
constexpr int most_levels = 500;  // storeys of storeys: real models have about ten

enum class Relation : std::uint8_t { any, aggregates, nests, group, containment, voids_fills, voids, fills, unknown };

Relation relation_named(const std::optional<std::string>& name) {
  if (!name || name->empty()) return Relation::any;
  if (*name == "IFCRELAGGREGATES") return Relation::aggregates;
  if (*name == "IFCRELNESTS") return Relation::nests;
  if (*name == "IFCRELASSIGNSTOGROUP") return Relation::group;
  if (*name == "IFCRELCONTAINEDINSPATIALSTRUCTURE") return Relation::containment;
  if (*name == "IFCRELVOIDSELEMENT IFCRELFILLSELEMENT") return Relation::voids_fills;
  if (*name == "IFCRELVOIDSELEMENT") return Relation::voids;
  if (*name == "IFCRELFILLSELEMENT") return Relation::fills;
  return Relation::unknown;
}

class PartOfCheck final : public FacetCheck {
 public:
  PartOfCheck(const ModelFacts& facts, Relation relation, std::unique_ptr<EntityCheck> whole, std::string expected)
      : facts_(facts), relation_(relation), whole_(std::move(whole)), expected_(std::move(expected)) {}

  Outcome test(Index element, Tell tell, std::string& text) const override {
    std::vector<Index> wholes;
    const auto met = find_whole(element, wholes);
    if (met) {
      if (tell == Tell::what) text = "It is part of an " + std::string(facts_.entity_name(*met));
      return Outcome::met;
    }
    if (tell == Tell::why) text = why_not(wholes);
    return wholes.empty() ? Outcome::absent : Outcome::unmet;
  }

  std::vector<Index> candidates() const override { return facts_.instances({"IfcObjectDefinition"}); }

  Found found(Index element) const override {
    std::vector<Index> wholes;
    find_whole(element, wholes);
    return {"is part of", "are part of", wholes.empty() ? "nothing" : listed(wholes)};
  }

 private:
  // Goes up level by level. What was seen is remembered only where ways part: a single way, a circle too, ends by its
  // length.
  std::optional<Index> find_whole(Index element, std::vector<Index>& wholes) const {
    std::unordered_set<Index> seen;
    bool parted = false;
    auto level = first_wholes(element);
    for (int depth = 0; depth < most_levels && !level.empty() && seen.size() < most_ancestors; ++depth) {
      if (level.size() > 1 && !parted) {
        parted = true;
        seen.insert(element);
        seen.insert(wholes.begin(), wholes.end());
      }
      std::vector<Index> above;
      for (const auto whole : level) {
        if (parted && !seen.insert(whole).second) continue;
        if (whole_->matches(whole)) return whole;
        wholes.push_back(whole);
        if (relation_ == Relation::containment) continue;
        const auto more = next_wholes(whole);
        above.insert(above.end(), more.begin(), more.end());
      }
      level = std::move(above);
    }
    return std::nullopt;
  }

  std::vector<Index> first_wholes(Index element) const {
    return relation_ == Relation::containment ? containers(element) : next_wholes(element);
  }

  std::vector<Index> next_wholes(Index element) const {
    std::vector<Index> found;
    const auto& model = facts_.model;
    const auto add = [&](const std::optional<Index>& whole) {
      if (whole) found.push_back(*whole);
    };
    const auto wants = [&](Relation one) { return relation_ == one || relation_ == Relation::any; };
    if (relation_ == Relation::any) add(model.contained_in(element));
    if (wants(Relation::aggregates)) add(model.aggregated_in(element));
    if (wants(Relation::nests)) add(model.nested_in(element));
    if (wants(Relation::voids_fills) || relation_ == Relation::fills) add(model.fills(element));
    if (wants(Relation::voids_fills) || relation_ == Relation::voids) add(model.voids(element));
    if (wants(Relation::group)) {
      const auto groups = model.groups_of(element);
      found.insert(found.end(), groups.begin(), groups.end());
    }
    return found;
  }

  // The container of an element, or else of the nearest thing it is a part of (the case
  // the_containment_can_be_indirect, IDS issue 227). What the container is a part of is another relation.
  std::vector<Index> containers(Index element) const {
    const auto& model = facts_.model;
    std::optional<Index> at = element;
    for (int depth = 0; depth < most_levels && at; ++depth) {
      if (const auto container = model.contained_in(*at)) return {*container};
      auto above = model.aggregated_in(*at);
      if (!above) above = model.nested_in(*at);
      if (!above) above = model.fills(*at);
      if (!above) above = model.voids(*at);
      at = above;
    }
    return {};
  }

  std::string why_not(const std::vector<Index>& wholes) const {
    if (wholes.empty()) return "It is part of nothing, expected " + expected_;
    return "It is part of " + listed(wholes) + ", expected " + expected_;
  }
  std::string listed(const std::vector<Index>& wholes) const {
    std::string text;
    for (std::size_t i = 0; i < std::min<std::size_t>(wholes.size(), 5); ++i) {
      text += (i == 0 ? "" : ", ") + std::string(facts_.entity_name(wholes[i]));
    }
    return text;
  }

  const ModelFacts& facts_;
  Relation relation_;
  std::unique_ptr<EntityCheck> whole_;
  std::string expected_;
};

}  // namespace

Result<std::unique_ptr<FacetCheck>> ready(const formats::ids::PartOfFacet& facet, const ModelFacts& facts) {
  auto whole = TRY(EntityCheck::make(facet.entity, facts));
  auto expected = TRY(Matcher::make(facet.entity.name)).plain();
  if (facet.entity.predefined_type) {
    const auto type = TRY(Matcher::make(*facet.entity.predefined_type));
    expected += " of type " + type.plain();
  }
  return std::unique_ptr<FacetCheck>(
      new PartOfCheck(facts, relation_named(facet.relation), std::move(whole), std::move(expected)));
}

}  // namespace ids::engine
