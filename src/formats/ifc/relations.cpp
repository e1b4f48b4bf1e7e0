// SPDX-License-Identifier: Apache-2.0
#include "formats/ifc/relations.h"

#include <algorithm>
#include <array>

#include "base/result.h"

namespace formats::ifc {

namespace {

// Which records tell of a relation. `from` and `to` name attributes; an empty one means the record itself. `only`, if
// given, is what the target must be. Rules whose entity or attribute a schema lacks do not hold there.
struct Rule {
  Relation relation;
  std::string_view entity, from, to, only;
};
constexpr std::array<Rule, 16> rules{{
    {Relation::type, "IfcRelDefinesByType", "RelatedObjects", "RelatingType", ""},
    {Relation::property_definition, "IfcTypeObject", "", "HasPropertySets", ""},
    {Relation::property_definition, "IfcRelDefinesByProperties", "RelatedObjects", "RelatingPropertyDefinition", ""},
    // IFC2X3: subtypes such as IfcExtendedMaterialProperties and IfcMechanicalMaterialProperties.
    {Relation::material_properties, "IfcMaterialProperties", "Material", "", ""},
    {Relation::profile_properties, "IfcProfileProperties", "ProfileDefinition", "", ""},
    {Relation::material, "IfcRelAssociatesMaterial", "RelatedObjects", "RelatingMaterial", ""},
    {Relation::classification, "IfcRelAssociatesClassification", "RelatedObjects", "RelatingClassification", ""},
    // What is not rooted, a material for one, is classified so: in IFC2X3, and since IFC4.
    {Relation::classification, "IfcMaterialClassificationRelationship", "ClassifiedMaterial", "MaterialClassifications",
     ""},
    {Relation::classification, "IfcConstraintClassificationRelationship", "ClassifiedConstraint",
     "RelatedClassifications", ""},
    {Relation::classification, "IfcExternalReferenceRelationship", "RelatedResourceObjects", "RelatingReference",
     "IfcClassificationReference"},
    {Relation::aggregate, "IfcRelAggregates", "RelatedObjects", "RelatingObject", ""},
    {Relation::nest, "IfcRelNests", "RelatedObjects", "RelatingObject", ""},
    {Relation::container, "IfcRelContainedInSpatialStructure", "RelatedElements", "RelatingStructure", ""},
    {Relation::group, "IfcRelAssignsToGroup", "RelatedObjects", "RelatingGroup", ""},
    {Relation::filled_opening, "IfcRelFillsElement", "RelatedBuildingElement", "RelatingOpeningElement", ""},
    {Relation::voided_element, "IfcRelVoidsElement", "RelatedOpeningElement", "RelatingBuildingElement", ""},
}};

// The records that a value leads to: of a reference, a list of references, or a typed list
// (IfcPropertySetDefinitionSet). Deeper nesting has no meaning in any of these attributes.
void add_targets(const Model& model, const step::Value& value, std::vector<Index>& targets, int depth = 0) {
  if (value.kind() == step::Value::Kind::reference) {
    if (const auto index = model.referred(value)) targets.push_back(*index);
  } else if (depth < 3) {
    for (const step::Value item : value.items()) add_targets(model, item, targets, depth + 1);
  }
}

class Reader {
 public:
  Reader(const Model& model, std::vector<Links::Pair>& pairs) : model_(model), pairs_(pairs) {}

  void read(const Rule& rule) {
    const auto entity = model_.schema().find(rule.entity);
    if (!entity) return;
    from_ = position(*entity, rule.from);
    to_ = position(*entity, rule.to);
    if (from_ == missing || to_ == missing) return;
    only_ = rule.only.empty() ? std::nullopt : model_.schema().find(rule.only);
    for (const Index record : model_.of_entity_and_subtypes(*entity)) read_record(record);
  }

 private:
  static constexpr int itself = -1, missing = -2;

  int position(EntityId entity, std::string_view attribute) const {
    if (attribute.empty()) return itself;
    const int found = model_.schema().attribute_index(entity, attribute);
    return found < 0 ? missing : found;
  }

  void read_record(Index record) {
    froms_.clear();
    tos_.clear();
    if (from_ == itself) froms_.push_back(record);
    if (to_ == itself) tos_.push_back(record);
    int at = 0;
    for (const step::Value value : model_.file().arguments(record)) {
      if (at == from_) add_targets(model_, value, froms_);
      if (at == to_) add_targets(model_, value, tos_);
      if (++at > std::max(from_, to_)) break;
    }
    if (only_) std::erase_if(tos_, [&](Index to) { return !model_.is_a(to, *only_); });
    bound_product();
    for (const Index from : froms_) {
      for (const Index to : tos_) pairs_.emplace_back(from, to);
    }
  }

  // Only many objects with many definitions at once grow faster than the file. No exporter comes near the limit; beyond
  // it the first definition of a record counts.
  void bound_product() {
    if (froms_.size() < 2 || tos_.size() < 2) return;
    const std::size_t product = froms_.size() * tos_.size();
    if (product > max_product - products_) {
      tos_.resize(1);
    } else {
      products_ += product;
    }
  }

  static constexpr std::size_t max_product = 8'000'000;
  std::size_t products_ = 0;
  const Model& model_;
  std::vector<Links::Pair>& pairs_;
  int from_ = missing, to_ = missing;
  std::optional<EntityId> only_;
  std::vector<Index> froms_, tos_;
};

}  // namespace

Links::Links(std::span<const Pair> pairs) {
  // Sorted by what they lead from, each in its order: the place in the list is the second key.
  std::vector<std::pair<std::uint64_t, Index>> places;
  places.reserve(pairs.size());
  for (const auto& [from, to] : pairs) places.emplace_back(std::uint64_t{from} << 32 | places.size(), to);
  std::ranges::sort(places);
  items_.reserve(pairs.size());
  for (const auto& [place, to] : places) {
    const auto from = static_cast<Index>(place >> 32);
    if (keys_.empty() || keys_.back() != from) {
      keys_.push_back(from);
      offsets_.push_back(static_cast<std::uint32_t>(items_.size()));
    }
    items_.push_back(to);
  }
  offsets_.push_back(static_cast<std::uint32_t>(items_.size()));
  keys_.shrink_to_fit();
  offsets_.shrink_to_fit();
}

std::span<const Index> Links::of(Index from) const {
  const auto found = std::ranges::lower_bound(keys_, from);
  if (found == keys_.end() || *found != from) return {};
  const auto at = static_cast<std::size_t>(found - keys_.begin());
  return std::span(items_).subspan(offsets_[at], offsets_[at + 1] - offsets_[at]);
}

Links read_links(const Model& model, Relation relation) {
  std::vector<Links::Pair> pairs;
  Reader reader(model, pairs);
  for (const Rule& rule : rules) {
    if (rule.relation == relation) reader.read(rule);
  }
  return Links(pairs);
}

}  // namespace formats::ifc
