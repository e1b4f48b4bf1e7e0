// SPDX-License-Identifier: Apache-2.0
// IDS 1.0 "Classification facet".
#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/text.h"
#include "domains/ids/engine/facets/facet.h"

namespace ids::engine {
namespace {

using base::Result;

constexpr int longest_chain = 100;  // of references to references; more is a circle

// One classification of an element: the codes from the reference up to the system, and the system.
struct Classified {
  std::vector<std::string> codes;
  std::optional<Index> system;
  std::string system_name;
};

class ClassificationCheck final : public FacetCheck {
 public:
  ClassificationCheck(const ModelFacts& facts, Matcher value, Matcher system)
      : facts_(facts),
        notation_(facts.schema, "IfcClassificationNotation"),
        value_(std::move(value)),
        system_(std::move(system)) {
    for (const auto item : facts.instances({"IfcClassificationItem"})) {
      const auto notation = facts.referred(item, "Notation");
      const auto system_of = facts.referred(item, "ItemOf");
      if (notation && system_of) system_of_notation_.emplace(*notation, *system_of);
    }
  }

  Outcome test(Index element, Tell tell, std::string& text) const override {
    const auto all = classifications(element);
    if (all.empty()) {
      if (tell == Tell::why) text = "It is not classified";
      return Outcome::absent;
    }
    const auto met = std::find_if(all.begin(), all.end(), [&](const Classified& each) { return matches(each); });
    if (met == all.end()) {
      if (tell == Tell::why) text = "It is classified as " + shown_all(all) + ", expected " + expected();
      return Outcome::unmet;
    }
    if (tell == Tell::what) text = "It is classified as " + shown_one(*met);
    return Outcome::met;
  }

  // Not only what has a GlobalId is classified: materials and other resources are too.
  std::vector<Index> candidates() const override {
    auto found = facts_.instances({"IfcRoot"});
    for (const auto relation : facts_.instances({"IfcExternalReferenceRelationship"})) {
      const auto resources = facts_.referred_list(relation, "RelatedResourceObjects");
      found.insert(found.end(), resources.begin(), resources.end());
    }
    for (const auto& [relation, classified] :
         {std::pair{"IfcMaterialClassificationRelationship", "ClassifiedMaterial"},
          std::pair{"IfcConstraintClassificationRelationship", "ClassifiedConstraint"}}) {
      for (const auto each : facts_.instances({relation})) {
        if (const auto resource = facts_.referred(each, classified)) found.push_back(*resource);
      }
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

  Found found(Index element) const override {
    const auto all = classifications(element);
    return {"is", "are", all.empty() ? "not classified" : "classified as " + shown_all(all)};
  }

 private:
  // What an occurrence has of a system replaces what its type has of it.
  std::vector<Classified> classifications(Index element) const {
    std::vector<Classified> found;
    for (const auto each : facts_.model.classifications_of(element)) found.push_back(read(each));
    const auto own = found.size();
    const auto id = facts_.model.entity(element);
    const auto type = id && facts_.object[*id] ? facts_.model.type_of(element) : std::nullopt;
    if (!type) return found;
    for (const auto each : facts_.model.classifications_of(*type)) {
      auto inherited = read(each);
      const auto same = [&](const Classified& other) { return same_system(other, inherited); };
      if (std::none_of(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(own), same))
        found.push_back(std::move(inherited));
    }
    return found;
  }

  // "A classification system with this name" (IDS 1.0 "Classification facet"): one written twice is one.
  static bool same_system(const Classified& a, const Classified& b) {
    if (a.system == b.system) return true;
    return a.system && b.system && !a.system_name.empty() && a.system_name == b.system_name;
  }

  // IFC2X3: a code of facets; what they are an item of is told by the item.
  Classified read_notation(Index notation) const {
    Classified found;
    for (const auto facet : facts_.referred_list(notation, "NotationFacets")) {
      found.codes.push_back(facts_.text(facet, "NotationValue"));
      const auto system = system_of_notation_.find(facet);
      if (system == system_of_notation_.end() || found.system) continue;
      found.system = system->second;
      found.system_name = facts_.text(system->second, "Name");
    }
    return found;
  }

  Classified read(Index reference) const {
    if (const auto id = facts_.model.entity(reference); id && notation_[*id]) return read_notation(reference);
    Classified found;
    std::optional<Index> at = reference;
    for (int i = 0; at && i < longest_chain; ++i) {
      const auto id = facts_.model.entity(*at);
      if (id && facts_.classification[*id]) {
        found.system = at;
        found.system_name = facts_.text(*at, "Name");
        break;
      }
      const auto code = facts_.model.attribute(*at, facts_.is_2x3 ? "ItemReference" : "Identification");
      if (code && code->kind() == formats::step::Value::Kind::string) found.codes.push_back(code->string());
      at = facts_.referred(*at, "ReferencedSource");
    }
    return found;
  }

  bool matches(const Classified& one) const {
    // One without a name cannot be meant, not even by .*.
    const bool named = one.system && !one.system_name.empty();
    if (!system_.any() && !(named && system_.matches_text(one.system_name))) return false;
    return value_.any() || std::any_of(one.codes.begin(), one.codes.end(),
                                       [&](const std::string& code) { return value_.matches_text(code); });
  }

  std::string expected() const {
    if (value_.any()) return "a classification in " + system_.plain();
    return value_.plain() + (system_.any() ? "" : " in " + system_.plain());
  }
  static std::string shown_one(const Classified& one) {
    const auto code =
        one.codes.empty() ? std::string("nothing in particular") : base::printable(one.codes.front(), 200);
    return code + " in " + (one.system ? base::printable(one.system_name, 200) : std::string("no system"));
  }
  static std::string shown_all(const std::vector<Classified>& all) {
    std::string text;
    for (std::size_t i = 0; i < std::min<std::size_t>(all.size(), 5); ++i)
      text += (i == 0 ? "" : ", ") + shown_one(all[i]);
    return text;
  }

  const ModelFacts& facts_;
  EntityFlags notation_;
  std::unordered_map<Index, Index> system_of_notation_;  // by IfcClassificationNotationFacet
  Matcher value_, system_;
};

}  // namespace

Result<std::unique_ptr<FacetCheck>> ready(const formats::ids::ClassificationFacet& facet, const ModelFacts& facts) {
  auto value = TRY(matcher_of(facet.value));
  auto system = TRY(matcher_of(facet.system));
  return std::unique_ptr<FacetCheck>(new ClassificationCheck(facts, std::move(value), std::move(system)));
}

}  // namespace ids::engine
