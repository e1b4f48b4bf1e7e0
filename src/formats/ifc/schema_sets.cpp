// SPDX-License-Identifier: Apache-2.0
// Property and quantity sets, and the search over everything that has a name.
#include <algorithm>

#include "base/result.h"
#include "base/text.h"
#include "formats/ifc/schema_inner.h"

namespace formats::ifc {

namespace {

Table sets_table(Version version) {
#define IFC_SETS(enumerator, ids, release, table) Table::table##_sets,
  constexpr std::array tables{IFC_VERSIONS(IFC_SETS, , )};
#undef IFC_SETS
  return tables[static_cast<std::size_t>(version)];
}

PropertyFact read_property(std::string_view cells) {
  PropertyFact property;
  property.name = take(cells, '\t');
  property.kind = take(cells, '\t');
  property.data_type = take(cells, '\t');
  property.second_type = take(cells, '\t');
  property.values = split_cells(cells, '|');
  return property;
}

void read_set_line(std::string_view line, std::vector<PropertySetFact>& sets) {
  const std::string_view kind = take(line, '\t');
  if (kind == "P") {
    const std::string_view name = take(line, '\t');
    sets.push_back({.name = name, .applicable = split_cells(line, ','), .properties = {}});
  } else if (kind == "p") {
    sets.back().properties.push_back(read_property(line));
  } else {
    LINTEL_CHECK(kind == "c");
    sets.back().properties.back().parts.push_back(read_property(line));
  }
}

// How near a name comes to what was asked: 0 equal, 1 begins with it (after Ifc, Pset_ or Qto_ too), 2 contains it.
std::optional<std::size_t> nearness(std::string_view name, const std::string& wanted) {
  const std::string lower = base::lower_ascii(name);
  const std::size_t at = lower.find(wanted);
  if (at == std::string::npos) return std::nullopt;
  if (lower.size() == wanted.size()) return 0;
  const std::string_view before = std::string_view(lower).substr(0, at);
  return before.empty() || before == "ifc" || before == "pset_" || before == "qto_" ? 1U : 2U;
}

}  // namespace

const PropertyFact* PropertySetFact::find(std::string_view property) const {
  const auto found = std::ranges::find(properties, property, &PropertyFact::name);
  return found == properties.end() ? nullptr : &*found;
}

const Schema::Inner::Sets& Schema::Inner::sets() const {
  std::call_once(sets_once_, [&] {
    for_each_line(sets_table(version), [&](std::string_view line) { read_set_line(line, sets_.all); });
    sets_.names = index_names(sets_.all);
  });
  return sets_;
}

std::span<const PropertySetFact> Schema::property_sets() const { return inner_->sets().all; }

const PropertySetFact* Schema::property_set(std::string_view name) const {
  const auto found = inner_->sets().names.find(name);
  if (!found) return nullptr;
  const PropertySetFact& set = inner_->sets().all[*found];
  return set.name == name ? &set : nullptr;
}

bool Schema::applies(const PropertySetFact& set, EntityId id) const { return applies(set, id, {}); }

bool Schema::applies(const PropertySetFact& set, EntityId id, std::string_view predefined_type) const {
  return std::ranges::any_of(set.applicable, [&](std::string_view applicable) {
    const auto meant = find(take(applicable, '/'));
    if (!meant) return false;
    if (!predefined_type.empty() && !applicable.empty() && applicable != predefined_type) return false;
    const auto is_meant = [&](EntityId each) { return is_a(each, *meant); };
    return is_meant(id) || std::ranges::any_of(entity(id).types, is_meant) ||
           std::ranges::any_of(inner_->typed[id], is_meant);
  });
}

std::vector<const PropertySetFact*> Schema::sets_for(EntityId id) const {
  std::vector<const PropertySetFact*> found;
  for (const PropertySetFact& set : property_sets()) {
    if (applies(set, id)) found.push_back(&set);
  }
  return found;
}

std::vector<const PropertySetFact*> Schema::sets_with(std::string_view property) const {
  std::vector<const PropertySetFact*> found;
  for (const PropertySetFact& set : property_sets()) {
    if (set.find(property) != nullptr) found.push_back(&set);
  }
  return found;
}

std::string_view text(SearchHit::Kind kind) {
  constexpr std::array<std::string_view, 4> names{"entity", "property_set", "property", "data_type"};
  return names[static_cast<std::size_t>(kind)];
}

std::vector<SearchHit> Schema::search(std::string_view text, std::size_t limit) const {
  const std::string wanted = base::lower_ascii(text);
  std::array<std::vector<SearchHit>, 12> ranked;  // by nearness, then by kind
  const auto offer = [&](const SearchHit& hit) {
    const auto near = nearness(hit.name, wanted);
    if (near) ranked.at(*near * 4 + static_cast<std::size_t>(hit.kind)).push_back(hit);
  };
  using Kind = SearchHit::Kind;
  for (const Entity& each : entities()) offer({Kind::entity, each.name, {}});
  for (const PropertySetFact& set : property_sets()) {
    offer({Kind::property_set, set.name, {}});
    for (const PropertyFact& property : set.properties) offer({Kind::property, property.name, set.name});
  }
  for (const std::string_view name : names(Kind::data_type)) offer({Kind::data_type, name, {}});
  std::vector<SearchHit> hits;
  for (const auto& equal : ranked) {
    for (const SearchHit& hit : equal) {
      if (hits.size() == limit) return hits;
      hits.push_back(hit);
    }
  }
  return hits;
}

std::vector<std::string_view> Schema::names(SearchHit::Kind kind) const {
  std::vector<std::string_view> found;
  switch (kind) {
    case SearchHit::Kind::entity:
      for (const Entity& each : entities()) found.push_back(each.name);
      break;
    case SearchHit::Kind::property_set:
      for (const PropertySetFact& set : property_sets()) found.push_back(set.name);
      break;
    case SearchHit::Kind::property:
      for (const PropertySetFact& set : property_sets()) {
        for (const PropertyFact& property : set.properties) found.push_back(property.name);
      }
      break;
    case SearchHit::Kind::data_type:
      for (const DataType& type : data_types()) {
        if (type.in(version())) found.push_back(type.name);
      }
      break;
  }
  std::ranges::sort(found);
  found.erase(std::ranges::unique(found).begin(), found.end());
  return found;
}

}  // namespace formats::ifc
