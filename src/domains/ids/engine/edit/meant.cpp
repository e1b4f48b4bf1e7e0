// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/edit/meant.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>
#include <variant>

#include "base/did_you_mean.h"
#include "base/json.h"
#include "base/text.h"
#include "formats/ifc/schema.h"

namespace ids::engine {

namespace {

namespace doc = formats::ids;
namespace ifc = formats::ifc;

constexpr std::size_t max_shown = 8;

void add_once(std::vector<std::string>& list, std::string item) {
  if (std::ranges::find(list, item) == list.end()) list.push_back(std::move(item));
}

// The names that a value lists, in capitals; none of a pattern, whose author has thought of subtypes.
std::vector<std::string> classes_in(const doc::IdsValue& value) {
  if (const auto* const name = std::get_if<std::string>(&value)) return {base::upper_ascii(base::trim(*name))};
  std::vector<std::string> names;
  const auto* const rule = std::get_if<doc::Restriction>(&value);
  if (rule == nullptr) return names;
  for (const auto& facet : rule->facets) {
    if (facet.name != "enumeration") return {};
    names.push_back(base::upper_ascii(base::trim(facet.value)));
  }
  return names;
}

std::vector<const ifc::Schema*> schemas_of(const std::vector<std::string>& versions) {
  std::vector<const ifc::Schema*> out;
  for (const auto& name : versions) {
    if (const auto version = ifc::version_named(name)) out.push_back(&ifc::Schema::of(*version));
  }
  return out;
}

// ---- sets

std::vector<std::string> applicable_classes(const doc::Specification& specification) {
  for (const auto& facet : specification.applicability) {
    if (const auto* const entity = std::get_if<doc::EntityFacet>(&facet)) return classes_in(entity->name);
  }
  return {};
}

struct StandardSetNames {
  std::vector<std::string> names;    // of all versions, each once
  std::vector<std::string> lacking;  // versions without any: the audit would refuse the names for them
};

StandardSetNames standard_sets(const doc::Specification& specification, std::string_view property) {
  StandardSetNames found;
  const auto classes = applicable_classes(specification);
  for (const auto* const schema : schemas_of(specification.ifc_versions)) {
    bool any = false;
    for (const auto& name : classes) {
      const auto meant = schema->named(name);
      if (!meant) continue;
      for (const auto* const set : schema->sets_for(meant->mapped_type.value_or(meant->entity))) {
        if (set->find(property) == nullptr) continue;
        any = true;
        add_once(found.names, std::string(set->name));
      }
    }
    if (!any) add_once(found.lacking, std::string(ifc::text(schema->version())));
  }
  return found;
}

doc::IdsValue as_value(const std::vector<std::string>& names) {
  if (names.size() == 1) return names.front();
  doc::Restriction rule{.base = "xs:string"};
  for (const auto& name : names) rule.facets.push_back({"enumeration", name});
  return rule;
}

// ---- subtypes

std::vector<std::string> missed_subtypes(const std::vector<std::string>& names,
                                         const std::vector<std::string>& versions) {
  std::vector<std::string> missed;
  for (const auto* const schema : schemas_of(versions)) {
    for (const auto& name : names) {
      const auto id = schema->find(name);
      if (!id || schema->entity(*id).is_abstract) continue;
      for (const auto each : schema->subtypes(*id)) {
        std::string below = base::upper_ascii(schema->entity(each).name);
        const bool named = std::ranges::find(names, below) != names.end();
        if (!named && !schema->entity(each).is_abstract) add_once(missed, std::move(below));
      }
    }
  }
  return missed;
}

std::string shown(std::span<const std::string> names) {
  const std::size_t count = std::min(names.size(), max_shown);
  const std::string more = names.size() > count ? " and " + std::to_string(names.size() - count) + " more" : "";
  return base::join(names.first(count), ", ") + more;
}

void add_subtype_note(const doc::EntityFacet& facet, const std::vector<std::string>& versions,
                      std::vector<std::string>& notes) {
  const auto names = classes_in(facet.name);
  const auto missed = missed_subtypes(names, versions);
  if (missed.empty()) return;
  base::Json all = base::Json::array();
  for (const auto& name : names) all.push_back(name);
  for (const auto& name : std::span(missed).first(std::min(missed.size(), max_shown))) all.push_back(name);
  notes.push_back(shown(names) + " does not cover subtypes that real files have: " + shown(missed) +
                  ". To cover them too: add_enumeration_restriction, parameter_name \"name\", values " + all.dump() +
                  ".");
}

// ---- predefined types

std::vector<std::string> predefined_types(const std::vector<std::string>& names,
                                          const std::vector<std::string>& versions) {
  std::vector<std::string> types;
  for (const auto* const schema : schemas_of(versions)) {
    for (const auto& name : names) {
      const auto meant = schema->named(name);
      if (!meant) continue;
      for (const auto type : schema->predefined_types(meant->mapped_type.value_or(meant->entity))) {
        add_once(types, std::string(type));
      }
    }
  }
  return types;
}

// SOLID is the beginning of SOLIDWALL; other slips are letters.
std::optional<std::string> type_meant(const std::string& written, const std::vector<std::string>& types) {
  const auto longer = std::ranges::find_if(
      types, [&](const std::string& type) { return !written.empty() && type.find(written) != std::string::npos; });
  return longer != types.end() ? std::optional(*longer) : base::nearest(written, types);
}

// Any text is allowed where USERDEFINED is, so the audit lets it pass.
void add_type_note(const doc::EntityFacet& facet, const std::vector<std::string>& versions,
                   std::vector<std::string>& notes) {
  const auto* const written = facet.predefined_type ? std::get_if<std::string>(&*facet.predefined_type) : nullptr;
  if (written == nullptr) return;
  const auto types = predefined_types(classes_in(facet.name), versions);
  if (types.empty() || std::ranges::find(types, *written) != types.end()) return;
  notes.push_back(
      "`" + base::printable(*written, 100) + "` is not a predefined type of " + shown(classes_in(facet.name)) +
      ": only elements whose user-defined type is called so are meant. " +
      base::did_you_mean(
          type_meant(base::upper_ascii(*written), types),
          {.quote = "",
           .besides = base::listing("Predefined", std::span(types).first(std::min<std::size_t>(types.size(), 30)))}));
}

}  // namespace

void choose_standard_sets(doc::Facet& facet, const doc::Specification& specification, std::vector<std::string>& notes) {
  auto* const property = std::get_if<doc::PropertyFacet>(&facet);
  if (property == nullptr || !std::holds_alternative<std::monostate>(property->property_set)) return;
  const auto* const name = std::get_if<std::string>(&property->base_name);
  if (name == nullptr) return;
  const auto [sets, lacking] = standard_sets(specification, *name);
  if (sets.empty()) return;
  const std::string of = base::printable(*name, 100) + " of " + shown(applicable_classes(specification));
  if (!lacking.empty()) {
    notes.push_back("No property set was given: the standard has " + of + " in " + base::join(sets, ", ") +
                    ", but not for " + base::join(lacking, " and ") +
                    ". Write a specification for each version, or name a set of your own.");
    return;
  }
  property->property_set = as_value(sets);
  notes.push_back("No property set was given: " + of + " is looked for in " + (sets.size() > 1 ? "one of " : "") +
                  base::join(sets, ", ") + ", where the standard has it.");
}

void add_entity_notes(const doc::Facet& facet, const std::vector<std::string>& versions,
                      std::vector<std::string>& notes) {
  const auto* const entity = std::get_if<doc::EntityFacet>(&facet);
  if (entity == nullptr) return;
  add_subtype_note(*entity, versions, notes);
  add_type_note(*entity, versions, notes);
}

}  // namespace ids::engine
