// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <set>

#include "base/did_you_mean.h"
#include "base/text.h"
#include "domains/ids/engine/audit/rules.h"
#include "domains/ids/engine/facets/facet.h"
#include "domains/ids/engine/value/value.h"

namespace ids::engine {
namespace {

using formats::ids::AttributeFacet;
using formats::ids::ClassificationFacet;
using formats::ids::EntityFacet;
using formats::ids::Facet;
using formats::ids::IdsValue;
using formats::ids::MaterialFacet;
using formats::ids::PartOfFacet;
using formats::ids::PropertyFacet;
using formats::ids::Restriction;
using formats::ifc::data_type;
using formats::ifc::PropertyFact;
using formats::ifc::PropertySetFact;

std::string quoted(std::string_view text) { return "\"" + base::printable(text, 80) + "\""; }

std::string shown(const IdsValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return quoted(*text);
  const auto* rule = std::get_if<Restriction>(&value);
  if (rule == nullptr || rule->facets.empty()) return "nothing";
  std::string out;
  for (const auto& facet : rule->facets) {
    if (out.size() > 200) return out + " …";
    out += (out.empty() ? "" : ", ") + facet.name + " " + quoted(facet.value);
  }
  return out;
}

// ---- names that must exist (103)

// Candidates of one kind of name in every schema of a specification.
struct Candidates {
  std::string what;                                                           // "entity"
  std::function<bool(const SchemaSets&, std::size_t, std::string_view)> has;  // schema, its index, name
  std::function<std::vector<std::string_view>(const SchemaSets&, std::size_t)> all;
  bool fixed = false;  // the same for every specification: what a pattern matches is remembered
};
// By schema: the candidates a value matches.
using Matched = std::vector<std::vector<std::string>>;

// How many pairs of neighbouring letters two names share.
std::size_t shared_pairs(std::string_view a, std::string_view b) {
  std::size_t shared = 0;
  for (std::size_t i = 0; i + 1 < a.size(); ++i) {
    if (b.find(a.substr(i, 2)) != std::string_view::npos) ++shared;
  }
  return shared;
}

// For names that are like none: the three that share most with it, the shortest first.
std::vector<std::string_view> closest(std::string_view name, std::vector<std::string_view> all) {
  const auto better = [&](std::string_view a, std::string_view b) {
    const auto left = shared_pairs(name, a);
    const auto right = shared_pairs(name, b);
    return left != right ? left > right : a.size() < b.size();
  };
  const auto count = std::min<std::size_t>(3, all.size());
  std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count), all.end(), better);
  all.resize(count);
  return all;
}

std::string nearest_hint(std::string_view name, const Candidates& candidates, const Scope& scope) {
  for (std::size_t i = 0; i < scope.schemas.size(); ++i) {
    const auto views = candidates.all(*scope.schemas[i], i);
    const std::vector<std::string> all(views.begin(), views.end());
    for (const auto& each : all) {
      if (each == name)
        return "It is a name of " + std::string(scope.schemas[i]->name()) +
               ": give each version a specification of its own.";
      if (base::equals_ignoring_case(each, name)) {
        return base::did_you_mean(each, {.quote = "", .besides = "Case matters."});
      }
    }
    if (auto hint = base::did_you_mean(name, all, {.quote = ""}); !hint.empty()) return hint;
  }
  if (scope.schemas.empty()) return "";
  const auto all = candidates.all(*scope.schemas.front(), 0);
  std::string hint;
  if (all.size() <= 20) {
    for (const auto each : all) hint += (hint.empty() ? "There are: " : ", ") + std::string(each);
    return hint;
  }
  for (const auto each : closest(name, all)) hint += (hint.empty() ? "The nearest are " : ", ") + std::string(each);
  return hint;
}

void nothing_matches(const IdsValue& value, std::size_t schema, const Candidates& candidates,
                     const std::string& position, Scope& scope) {
  const auto names = listed(value);
  scope.sink.add(103, position,
                 shown(value) + " matches no " + candidates.what + " of " + std::string(scope.schemas[schema]->name()),
                 names.empty() ? "" : nearest_hint(names.front(), candidates, scope));
}

std::vector<std::string> matched_in(const IdsValue& value, std::size_t schema, const Candidates& candidates,
                                    const Scope& scope, const std::optional<Matcher>& matcher) {
  const auto& sets = *scope.schemas[schema];
  std::vector<std::string> out;
  const auto names = listed(value);
  for (const auto name : names) {
    if (candidates.has(sets, schema, name)) out.emplace_back(name);
  }
  if (!names.empty() || !matcher) return out;
  auto* memory = candidates.fixed ? scope.memory.find(candidates.what, sets, value) : nullptr;
  if (memory != nullptr && *memory) return **memory;
  for (const auto each : candidates.all(sets, schema)) {
    if (matcher->matches_text(each)) out.emplace_back(each);
  }
  if (memory != nullptr) *memory = out;
  return out;
}

// Every item of an enumeration must exist in one of the schemas at least, and in every schema something must match. For
// values without findings of their own.
std::optional<Matched> match_usable_names(const IdsValue& value, const Candidates& candidates,
                                          const std::string& position, Scope& scope) {
  const auto before = scope.sink.errors();
  std::optional<Matcher> matcher;
  if (listed(value).empty()) {
    auto made = Matcher::make(value);
    if (!made.ok()) return std::nullopt;
    matcher = std::move(made).value();
  }
  Matched matched;
  for (std::size_t i = 0; i < scope.schemas.size(); ++i)
    matched.push_back(matched_in(value, i, candidates, scope, matcher));
  if (std::holds_alternative<Restriction>(value)) {
    for (const auto name : listed(value)) {
      const auto found = std::any_of(matched.begin(), matched.end(), [&](const auto& names) {
        return std::find(names.begin(), names.end(), name) != names.end();
      });
      if (!found)
        scope.sink.add(103, position, quoted(name) + " is not a known " + candidates.what,
                       nearest_hint(name, candidates, scope));
    }
  }
  for (std::size_t i = 0; i < matched.size(); ++i) {
    if (matched[i].empty()) nothing_matches(value, i, candidates, position, scope);
  }
  if (scope.sink.errors() != before) return std::nullopt;
  return matched;
}

std::optional<Matched> match_names(const IdsValue& value, const Candidates& candidates, const std::string& position,
                                   Scope& scope) {
  const auto before = scope.sink.errors();
  if (!audit_name(value, position, scope.sink)) return std::nullopt;
  auto matched = match_usable_names(value, candidates, position, scope);
  return scope.sink.errors() == before ? std::move(matched) : std::nullopt;
}

// ---- cardinality (301, 202)

bool is_cardinality(std::string_view text, bool may_be_optional) {
  return text == "required" || text == "prohibited" || (may_be_optional && text == "optional");
}

template <class F>
void audit_cardinality(const F& facet, bool may_be_optional, const std::string& position, Scope& scope) {
  const bool written_empty = facet.extra.attribute("cardinality") != nullptr && facet.cardinality.empty();
  if (facet.cardinality.empty() && !written_empty) return;
  if (is_cardinality(facet.cardinality, may_be_optional)) return;
  scope.sink.add(301, position, quoted(facet.cardinality) + " is not a cardinality here",
                 may_be_optional ? "Write required, optional or prohibited." : "Write required or prohibited.");
}

void optional_needs(bool has, std::string_view what, const std::string& cardinality, const std::string& position,
                    Scope& scope) {
  if (cardinality != "optional" || has) return;
  scope.sink.add(202, position, "an optional requirement without " + std::string(what) + " can never fail",
                 "Give it " + std::string(what) + ", or make it required or prohibited.");
}

// ---- entity

Candidates entity_candidates() {
  return {"entity",
          [](const SchemaSets& sets, std::size_t, std::string_view name) { return sets.named(name).has_value(); },
          [](const SchemaSets& sets, std::size_t) { return sets.entity_names(); }, true};
}

EntitySet set_of(const SchemaSets& sets, const std::vector<std::string>& names) {
  EntitySet out;
  for (const auto& name : names) {
    const auto meant = sets.named(name);
    if (!meant) continue;
    if (meant->mapped_type)
      out |= sets.below(meant->entity);
    else
      out.set(meant->entity);
  }
  return out;
}

std::vector<std::string> predefined_types(const SchemaSets& sets, const std::vector<std::string>& names) {
  std::set<std::string> out;
  for (const auto& name : names) {
    const auto meant = sets.named(name);
    if (!meant) continue;
    for (const auto value : sets.schema().predefined_types(meant->mapped_type.value_or(meant->entity)))
      out.emplace(value);
  }
  return {out.begin(), out.end()};
}

// entity-facet.md: any text is allowed where the enumeration has USERDEFINED; without an enumeration there is none.
void audit_predefined_type(const IdsValue& value, const Matched& entities, const std::string& position, Scope& scope) {
  if (!std::holds_alternative<std::monostate>(value) && is_empty(value)) return;
  std::vector<std::vector<std::string>> types;
  for (std::size_t i = 0; i < scope.schemas.size(); ++i) {
    types.push_back(predefined_types(*scope.schemas[i], entities[i]));
    if (!types.back().empty()) continue;
    scope.sink.add(105, position,
                   entities[i].front() + " has no predefined types in " + std::string(scope.schemas[i]->name()),
                   "Leave predefinedType out, or ask for the attribute ObjectType.");
    return;
  }
  const auto has = [&](const SchemaSets&, std::size_t schema, std::string_view name) {
    const auto& all = types[schema];
    return std::find(all.begin(), all.end(), "USERDEFINED") != all.end() ||
           std::find(all.begin(), all.end(), name) != all.end();
  };
  const auto free = [](const auto& all) { return std::find(all.begin(), all.end(), "USERDEFINED") != all.end(); };
  if (std::all_of(types.begin(), types.end(), free)) return void(audit_name(value, position, scope.sink));
  match_names(value,
              {"predefined type of " + entities.front().front(), has,
               [&](const SchemaSets&, std::size_t schema) {
                 return std::vector<std::string_view>(types[schema].begin(), types[schema].end());
               }},
              position, scope);
}

FacetSets audit_entity(const EntityFacet& facet, const std::string& position, Scope& scope) {
  const auto matched = match_names(facet.name, entity_candidates(), position + "/name", scope);
  if (!matched) {
    if (facet.predefined_type && !is_empty(*facet.predefined_type))
      audit_name(*facet.predefined_type, position + "/predefinedType", scope.sink);
    return std::nullopt;
  }
  const auto before = scope.sink.errors();
  if (facet.predefined_type)
    audit_predefined_type(*facet.predefined_type, *matched, position + "/predefinedType", scope);
  if (scope.sink.errors() != before) return std::nullopt;
  std::vector<EntitySet> out;
  for (std::size_t i = 0; i < scope.schemas.size(); ++i) out.push_back(set_of(*scope.schemas[i], (*matched)[i]));
  return out;
}

// ---- partOf

// The relations a facet means: the one of its name, or all of them.
std::vector<formats::ifc::PartOfRelation> relations_of(const PartOfFacet& facet, const SchemaSets& sets) {
  std::vector<formats::ifc::PartOfRelation> out;
  for (const auto& each : sets.schema().part_of_relations()) {
    if (!facet.relation || *facet.relation == each.name) out.push_back(each);
  }
  return out;
}

// 104
bool audit_relation(const PartOfFacet& facet, const std::string& position, Scope& scope) {
  if (!facet.relation) return true;
  for (const auto* sets : scope.schemas) {
    if (relations_of(facet, *sets).size() == 1) continue;
    std::string names;
    for (const auto& each : sets->schema().part_of_relations())
      names += (names.empty() ? "" : ", ") + std::string(each.name);
    scope.sink.add(104, position, quoted(*facet.relation) + " is none of the relations of partOf",
                   "There are: " + names + ".");
    return false;
  }
  return true;
}

FacetSets audit_part_of(const PartOfFacet& facet, const std::string& position, Scope& scope) {
  audit_cardinality(facet, false, position, scope);
  const bool relation = audit_relation(facet, position, scope);
  if (is_empty(facet.entity.name)) {
    scope.sink.add(106, position + "/entity", "the entity of partOf is empty",
                   "Name the entity of the whole, for example IFCBUILDINGSTOREY.");
    return std::nullopt;
  }
  const auto owners = audit_entity(facet.entity, position + "/entity", scope);
  if (!owners || !relation) return std::nullopt;
  std::vector<EntitySet> parts;
  bool possible = true;
  for (std::size_t i = 0; i < scope.schemas.size(); ++i) {
    const auto& sets = *scope.schemas[i];
    EntitySet part;
    for (const auto& each : relations_of(facet, sets)) {
      if (((*owners)[i] & sets.below(each.whole)).any()) part |= sets.below(each.part);
    }
    if (part.none()) {
      possible = false;
      scope.sink.add(201, position,
                     shown(facet.entity.name) + " cannot be the whole of " +
                         (facet.relation ? *facet.relation : "any relation") + " in " + std::string(sets.name()),
                     "Choose a relation whose whole can be such an entity, or another entity.");
    }
    parts.push_back(part);
  }
  if (!possible) return std::nullopt;
  return parts;
}

// ---- classification, material

void audit_optional_value(const std::optional<IdsValue>& value, const std::string& position, Scope& scope) {
  if (value) audit_name(*value, position + "/value", scope.sink);
}

FacetSets audit_classification(const ClassificationFacet& facet, const std::string& position, Scope& scope) {
  audit_cardinality(facet, true, position, scope);
  optional_needs(!is_empty(facet.value), "a value", facet.cardinality, position, scope);
  audit_optional_value(facet.value, position, scope);
  if (is_empty(facet.system)) {
    scope.sink.add(106, position + "/system", "the classification names no system",
                   "Name the classification system, for example Uniclass 2015.");
  } else {
    audit_name(*facet.system, position + "/system", scope.sink);
  }
  std::vector<EntitySet> out;
  for (const auto* sets : scope.schemas) out.push_back(sets->classified());
  return out;
}

FacetSets audit_material(const MaterialFacet& facet, const std::string& position, Scope& scope) {
  audit_cardinality(facet, true, position, scope);
  optional_needs(!is_empty(facet.value), "a value", facet.cardinality, position, scope);
  audit_optional_value(facet.value, position, scope);
  std::vector<EntitySet> out;
  for (const auto* sets : scope.schemas) out.push_back(sets->with_material());
  return out;
}

// ---- attribute

Candidates attribute_candidates() {
  return {"attribute",
          [](const SchemaSets& sets, std::size_t, std::string_view name) { return sets.attributes().contains(name); },
          [](const SchemaSets& sets, std::size_t) { return sets.attribute_names(); }, true};
}

// The bases that values of these attributes can have, where the applicability leaves them a choice only of what it
// leaves.
std::vector<std::string_view> attribute_bases(const Matched& names, const Scope& scope) {
  std::set<std::string_view> near, all;
  for (std::size_t i = 0; i < scope.schemas.size(); ++i) {
    for (const auto& name : names[i]) {
      for (const auto& [base, entities] : scope.schemas[i]->attributes().at(name).by_base) {
        if (base.empty()) continue;
        all.insert(base);
        if ((entities & scope.applicable[i]).any()) near.insert(base);
      }
    }
  }
  // Nothing of the applicability has the attribute: then rule 201 tells, and all of them count here.
  const auto touched = [&](std::size_t i) {
    return std::any_of(names[i].begin(), names[i].end(), [&](const auto& name) {
      return (scope.schemas[i]->attributes().at(name).entities & scope.applicable[i]).any();
    });
  };
  bool any = false;
  for (std::size_t i = 0; i < scope.schemas.size(); ++i) any = any || touched(i);
  const auto& chosen = any ? near : all;
  return {chosen.begin(), chosen.end()};
}

// The applicability leaves only LOGICALs of these names.
bool all_logical(const Matched& names, const Scope& scope) {
  bool any = false;
  for (std::size_t i = 0; i < scope.schemas.size(); ++i) {
    for (const auto& name : names[i]) {
      const auto& fact = scope.schemas[i]->attributes().at(name);
      const auto touched = fact.entities & scope.applicable[i];
      if ((touched & ~fact.logical).any()) return false;
      any = any || touched.any();
    }
  }
  return any;
}

void audit_attribute_value(const IdsValue& value, const Matched& names, const std::string& position, Scope& scope) {
  const auto bases = attribute_bases(names, scope);
  if (!bases.empty()) {
    audit_value(value, bases, position, scope.sink);
    if (all_logical(names, scope)) warn_of_logicals(value, position, scope.sink);
    return;
  }
  scope.sink.add(303, position, "the attribute holds an object, which has no value to compare",
                 "Leave the value out: then the attribute must be there.");
}

FacetSets audit_attribute(const AttributeFacet& facet, const std::string& position, Scope& scope) {
  audit_cardinality(facet, true, position, scope);
  optional_needs(!is_empty(facet.value), "a value", facet.cardinality, position, scope);
  const auto matched = match_names(facet.name, attribute_candidates(), position + "/name", scope);
  if (!matched) {
    if (facet.value) audit_value(*facet.value, {}, position + "/value", scope.sink);
    return std::nullopt;
  }
  if (facet.value) audit_attribute_value(*facet.value, *matched, position + "/value", scope);
  std::vector<EntitySet> out;
  for (std::size_t i = 0; i < scope.schemas.size(); ++i) {
    EntitySet entities;
    for (const auto& name : (*matched)[i]) entities |= scope.schemas[i]->attributes().at(name).entities;
    out.push_back(entities);
  }
  return out;
}

// ---- property

constexpr std::array<std::string_view, 2> reserved_prefixes{"Pset_", "Qto_"};

bool is_reserved(std::string_view set) {
  return std::ranges::any_of(reserved_prefixes, [&](auto prefix) { return set.starts_with(prefix); });
}

// The standard sets that a value names, by schema. Custom ones give none, nor do patterns that custom ones may match.
struct StandardSets {
  std::vector<std::shared_ptr<const SetList>> sets;  // by schema
  bool only_standard = true;                         // in every schema every name is standard
  bool by_pattern = false;
};

// 401: the prefixes belong to buildingSMART.
void reserved(std::string_view name, const SchemaSets& near_to, const std::string& versions,
              const std::string& position, Scope& scope) {
  const auto all = near_to.schema().names(formats::ifc::SearchHit::Kind::property_set);
  scope.sink.add(401, position,
                 quoted(name) + " is not a standard set of " + versions + ", and its prefix is reserved for those",
                 base::did_you_mean(name, std::vector<std::string>(all.begin(), all.end()),
                                    {.quote = "", .otherwise = "Name your own sets without Pset_ and Qto_."}));
}

std::string version_names(const Scope& scope) {
  std::string out;
  for (const auto* sets : scope.schemas) out += (out.empty() ? "" : " or ") + std::string(sets->name());
  return out;
}

// 401, for enumerations: a version of which none of the names is a standard set.
void reserved_in_versions(const IdsValue& value, const std::vector<SetList>& lists, const std::string& position,
                          Scope& scope) {
  const auto names = listed(value);
  if (!std::ranges::all_of(names, is_reserved)) return;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    if (lists[i].sets().empty())
      reserved(names.front(), *scope.schemas[i], std::string(scope.schemas[i]->name()), position, scope);
  }
}

// A simple value must be standard in every version; as with entities, an item of an enumeration in one of them, and in
// every version one item.
StandardSets listed_sets(const IdsValue& value, const std::string& position, Scope& scope) {
  StandardSets out;
  std::vector<SetList> lists(scope.schemas.size());
  const bool one_is_enough = std::holds_alternative<Restriction>(value);
  const auto before = scope.sink.errors();
  for (const auto name : listed(value)) {
    std::size_t found = 0;
    for (std::size_t i = 0; i < scope.schemas.size(); ++i) {
      const auto& sets = *scope.schemas[i];
      if (const auto* set = sets.schema().property_set(name)) {
        lists[i].add(*set);
        ++found;
      } else if (is_reserved(name) && !one_is_enough) {
        reserved(name, sets, std::string(sets.name()), position, scope);
      }
    }
    if (found < scope.schemas.size()) out.only_standard = false;
    if (found == 0 && one_is_enough && is_reserved(name))
      reserved(name, *scope.schemas.front(), version_names(scope), position, scope);
  }
  if (one_is_enough && scope.sink.errors() == before) reserved_in_versions(value, lists, position, scope);
  for (auto& list : lists) out.sets.push_back(std::make_shared<const SetList>(std::move(list)));
  return out;
}

std::shared_ptr<const SetList> sets_that_match(const IdsValue& value, const Matcher& matcher, const SchemaSets& of,
                                               NameMemory& memory) {
  auto* known = memory.find_sets(of, value);
  if (known != nullptr && *known) return *known;
  SetList found;
  for (const auto name : of.schema().names(formats::ifc::SearchHit::Kind::property_set)) {
    if (matcher.matches_text(name)) found.add(*of.schema().property_set(name));
  }
  auto list = std::make_shared<const SetList>(std::move(found));
  if (known != nullptr) *known = list;
  return list;
}

// Patterns of which every match has a reserved prefix can mean standard sets only.
StandardSets matched_sets(const IdsValue& value, const std::string& position, Scope& scope) {
  StandardSets out{.sets = {}, .only_standard = false, .by_pattern = true};
  const auto matcher = Matcher::make(value);
  if (!matcher.ok() || !matcher->always_begins_with(reserved_prefixes)) return out;
  const auto is_empty_list = [](const auto& list) { return list->sets().empty(); };
  for (const auto* sets : scope.schemas) out.sets.push_back(sets_that_match(value, *matcher, *sets, scope.memory));
  out.only_standard = std::ranges::none_of(out.sets, is_empty_list);
  if (!std::ranges::all_of(out.sets, is_empty_list)) return out;
  scope.sink.add(401, position,
                 shown(value) + " matches no standard set of " + version_names(scope) +
                     ", and names that begin so are reserved for those",
                 "Name your own sets without Pset_ and Qto_.");
  return out;
}

StandardSets standard_sets(const IdsValue& value, const std::string& position, Scope& scope) {
  if (scope.schemas.empty()) return {.sets = {}, .only_standard = false};
  return listed(value).empty() ? matched_sets(value, position, scope) : listed_sets(value, position, scope);
}

// By schema: the standard properties that the facet can mean.
using Properties = std::vector<std::vector<const PropertyFact*>>;

Candidates property_candidates(const StandardSets& standard) {
  const auto& first = standard.sets.front()->sets();
  return {"property of " + (first.size() == 1 ? std::string(first.front()->name) : "these standard sets"),
          [&](const SchemaSets&, std::size_t schema, std::string_view name) {
            return !standard.sets[schema]->properties(name).empty();
          },
          [&](const SchemaSets&, std::size_t schema) { return standard.sets[schema]->names(); }};
}

std::optional<Properties> standard_properties(const IdsValue& name, const StandardSets& standard,
                                              const std::string& position, Scope& scope) {
  const auto matched = match_usable_names(name, property_candidates(standard), position, scope);
  if (!matched) return std::nullopt;
  Properties out;
  for (std::size_t i = 0; i < scope.schemas.size(); ++i) {
    auto& facts = out.emplace_back();
    for (const auto& each : (*matched)[i]) {
      const auto found = standard.sets[i]->properties(each);
      facts.insert(facts.end(), found.begin(), found.end());
    }
  }
  return out;
}

// 103 for what is not a data type of the schema. Case matters: ids.xsd wants capitals.
bool audit_data_type(std::string_view written, const std::string& position, Scope& scope) {
  const auto* type = data_type(written);
  bool fine = type != nullptr;
  for (const auto* sets : scope.schemas) {
    if (type != nullptr && type->name == written && type->in(sets->schema().version())) continue;
    std::vector<std::string> names;
    for (const auto& each : formats::ifc::data_types()) {
      if (each.in(sets->schema().version())) names.emplace_back(each.name);
    }
    scope.sink.add(103, position, quoted(written) + " is not a data type of " + std::string(sets->name()),
                   base::did_you_mean(base::upper_ascii(written), names, {.quote = ""}));
    fine = false;
  }
  return fine;
}

// 103 where a standard property has another type. What has no one type (references, complex ones) is left alone.
void audit_standard_type(std::string_view written, const Properties& properties, const std::string& position,
                         Scope& scope) {
  for (std::size_t i = 0; i < scope.schemas.size(); ++i) {
    std::set<std::string> types;
    for (const auto* fact : properties[i]) {
      if (fact->data_type.empty() || fact->kind == "reference" || fact->kind == "complex") {
        types.clear();
        break;
      }
      types.insert(base::upper_ascii(fact->data_type));
      if (!fact->second_type.empty()) types.insert(base::upper_ascii(fact->second_type));
    }
    if (types.empty() || types.contains(std::string(written))) continue;
    std::string wanted;
    for (const auto& each : types) wanted += (wanted.empty() ? "" : " or ") + each;
    scope.sink.add(103, position,
                   std::string(properties[i].front()->name) + " is of type " + wanted + " in " +
                       std::string(scope.schemas[i]->name()) + ", not " + std::string(written),
                   "Write dataType=\"" + *types.begin() + "\".");
  }
}

// 103 for values that an enumerated standard property cannot have; one free property among several frees all.
void audit_enumerated(const IdsValue& value, const Properties& properties, const std::string& position, Scope& scope) {
  for (std::size_t i = 0; i < scope.schemas.size(); ++i) {
    std::vector<std::string> allowed;
    const auto& facts = properties[i];
    if (facts.empty() || std::any_of(facts.begin(), facts.end(), [](const auto* fact) {
          return fact->kind != "enumerated" || fact->values.empty();
        }))
      continue;
    for (const auto* fact : facts) allowed.insert(allowed.end(), fact->values.begin(), fact->values.end());
    for (const auto text : listed(value)) {
      if (std::find(allowed.begin(), allowed.end(), text) != allowed.end()) continue;
      std::string all;
      for (const auto& each : allowed) all += (all.empty() ? "" : ", ") + each;
      scope.sink.add(103, position,
                     quoted(text) + " is none of the values of " + std::string(facts.front()->name) + " in " +
                         std::string(scope.schemas[i]->name()),
                     "Values: " + all + ".");
    }
  }
}

// 202, 203: facet-configurations.md, "Properties".
void audit_property_configuration(const PropertyFacet& facet, const std::string& position, Scope& scope) {
  optional_needs(facet.data_type.has_value(), "a dataType", facet.cardinality, position, scope);
  if (facet.cardinality == "prohibited" && facet.data_type) {
    scope.sink.add(202, position, "a prohibited property has no dataType",
                   "Leave dataType out: no property of this name may be there at all.");
  }
  if (facet.value && !facet.data_type) {
    scope.sink.add(203, position, "a property with a value needs a dataType",
                   "Add dataType, for example IFCLABEL for text or IFCREAL for numbers.");
  }
}

void audit_property_value(const PropertyFacet& facet, bool typed, const std::string& position, Scope& scope) {
  if (!facet.value) return;
  std::vector<std::string_view> bases;
  if (typed) {
    const auto base = *facet.data_type == "IFCURIREFERENCE" ? "xs:anyURI" : data_type(*facet.data_type)->xs_base;
    if (!base.empty()) bases.push_back(base);
  }
  audit_value(*facet.value, bases, position + "/value", scope.sink);
  if (typed && *facet.data_type == "IFCLOGICAL") warn_of_logicals(*facet.value, position + "/value", scope.sink);
}

bool is_usable(const IdsValue& value) {
  if (const auto* rule = std::get_if<Restriction>(&value)) return !rule->facets.empty() && Matcher::make(value).ok();
  return std::holds_alternative<std::string>(value);
}

// 401 and 103: what the facet says of standard sets must be so.
StandardSets audit_standard(const PropertyFacet& facet, bool typed, const std::string& position, Scope& scope) {
  auto standard = standard_sets(facet.property_set, position + "/propertySet", scope);
  if (!standard.only_standard || scope.schemas.empty() || !is_usable(facet.base_name)) return standard;
  const auto properties = standard_properties(facet.base_name, standard, position + "/baseName", scope);
  if (!properties) return standard;
  if (typed) audit_standard_type(*facet.data_type, *properties, position, scope);
  if (facet.value) audit_enumerated(*facet.value, *properties, position + "/value", scope);
  return standard;
}

FacetSets property_sets_of(const StandardSets& standard, const Scope& scope) {
  std::vector<EntitySet> out;
  for (std::size_t i = 0; i < scope.schemas.size(); ++i) {
    EntitySet entities;
    if (!standard.only_standard || standard.by_pattern)
      entities = scope.schemas[i]->with_properties();
    else
      for (const auto* set : standard.sets[i]->sets()) entities |= scope.schemas[i]->meant_by(*set);
    out.push_back(entities);
  }
  return out;
}

// 106
void audit_mandatory(const IdsValue& value, const std::string& position, Scope& scope) {
  if (!std::holds_alternative<std::monostate>(value) && is_empty(value)) {
    scope.sink.add(106, position, "the name is empty", "Name it, or use a pattern such as .* for any name.");
    return;
  }
  audit_name(value, position, scope.sink);
}

// What is not required is not held against the standard sets: a set that nobody must use may be used differently. Nor
// does the official audit hold patterns against them. It is worth telling all the same.
class AsWarnings {
 public:
  AsWarnings(const PropertyFacet& facet, Sink& sink)
      : sink_(sink), on_(!is_required(facet) || listed(facet.property_set).empty()), from_(sink.size()) {}
  void end() const {
    if (on_) sink_.soften(from_);
  }

 private:
  static bool is_required(const PropertyFacet& facet) {
    return facet.cardinality.empty() ? facet.extra.attribute("cardinality") == nullptr
                                     : facet.cardinality == "required";
  }
  Sink& sink_;
  bool on_;
  std::size_t from_;
};

FacetSets audit_property(const PropertyFacet& facet, const std::string& position, Scope& scope) {
  const auto before = scope.sink.errors();
  audit_cardinality(facet, true, position, scope);
  audit_property_configuration(facet, position, scope);
  audit_mandatory(facet.property_set, position + "/propertySet", scope);
  audit_mandatory(facet.base_name, position + "/baseName", scope);
  if (auto note = any_set_note(facet)) {
    scope.sink.warn(201, position + "/propertySet", *std::move(note), std::string(any_set_hint));
  }
  const bool typed = facet.data_type && audit_data_type(*facet.data_type, position, scope);
  audit_property_value(facet, typed, position, scope);
  const AsWarnings warnings(facet, scope.sink);
  const auto standard = audit_standard(facet, typed, position, scope);
  warnings.end();
  if (scope.sink.errors() != before) return std::nullopt;
  return property_sets_of(standard, scope);
}

// What is remembered at most: names of entities and attributes, and lists of sets, which are larger.
constexpr std::size_t max_patterns = 10'000, max_set_patterns = 100;

std::string key_of(const SchemaSets& sets, const Restriction& rule) {
  std::string key(sets.name());
  for (const auto& facet : rule.facets) key += '\n' + facet.name + '=' + facet.value;
  return key;
}

}  // namespace

void SetList::add(const PropertySetFact& set) {
  sets_.push_back(&set);
  if (sets_.size() == 2) index(*sets_.front());
  if (sets_.size() >= 2) index(set);
}

void SetList::index(const PropertySetFact& set) {
  for (const auto& each : set.properties) {
    auto& same = by_name_[each.name];
    if (same.empty()) names_.push_back(each.name);
    same.push_back(&each);
  }
}

std::vector<std::string_view> SetList::names() const {
  if (sets_.size() != 1) return names_;
  std::vector<std::string_view> out;
  for (const auto& each : sets_.front()->properties) out.push_back(each.name);
  return out;
}

SetList::Properties SetList::properties(std::string_view name) const {
  if (sets_.size() != 1) {
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? Properties{} : found->second;
  }
  const auto found = std::ranges::find(sets_.front()->properties, name, &PropertyFact::name);
  return found == sets_.front()->properties.end() ? Properties{} : Properties{&*found};
}

std::optional<std::vector<std::string>>* NameMemory::find(std::string_view what, const SchemaSets& sets,
                                                          const IdsValue& value) {
  const auto* rule = std::get_if<Restriction>(&value);
  if (rule == nullptr || matched_.size() >= max_patterns) return nullptr;
  return &matched_[std::string(what) + '\n' + key_of(sets, *rule)];
}

std::shared_ptr<const SetList>* NameMemory::find_sets(const SchemaSets& sets, const IdsValue& value) {
  const auto* rule = std::get_if<Restriction>(&value);
  if (rule == nullptr || sets_.size() >= max_set_patterns) return nullptr;
  return &sets_[key_of(sets, *rule)];
}

FacetSets audit_one_facet(const Facet& facet, const std::string& position, Scope& scope) {
  return std::visit(
      [&]<class F>(const F& each) {
        if constexpr (std::is_same_v<F, EntityFacet>)
          return audit_entity(each, position, scope);
        else if constexpr (std::is_same_v<F, PartOfFacet>)
          return audit_part_of(each, position, scope);
        else if constexpr (std::is_same_v<F, ClassificationFacet>)
          return audit_classification(each, position, scope);
        else if constexpr (std::is_same_v<F, AttributeFacet>)
          return audit_attribute(each, position, scope);
        else if constexpr (std::is_same_v<F, PropertyFacet>)
          return audit_property(each, position, scope);
        else
          return audit_material(each, position, scope);
      },
      facet);
}

}  // namespace ids::engine
