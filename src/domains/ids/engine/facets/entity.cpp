// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/facets/entity.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace ids::engine {
namespace {

using base::Result;
using formats::ids::EntityFacet;

// What an entity says of its own kind: the enumeration's word and the text that stands for USERDEFINED.
struct Predefined {
  std::string word;  // "" where it is null or the class has none
  std::string custom;
  bool has_attribute = false;
};

Predefined predefined_of(const ModelFacts& facts, Index record, std::initializer_list<std::string_view> custom_names) {
  Predefined found;
  found.has_attribute = facts.model.attribute(record, "PredefinedType").has_value();
  found.word = facts.text(record, "PredefinedType");
  if (found.word != "USERDEFINED" && found.has_attribute) return found;
  for (const auto name : custom_names) {
    found.custom = facts.text(record, name);
    if (!found.custom.empty()) break;
  }
  return found;
}

Predefined of_type(const ModelFacts& facts, Index type) {
  return predefined_of(facts, type, {"ElementType", "ProcessType", "ResourceType"});
}

// The words that a predefinedType parameter may match. The cases pin: the type comes first; NOTDEFINED or nothing there
// leaves it to the occurrence; USERDEFINED stands for the text beside it and for itself; null never matches.
std::vector<std::string> words_of(const Predefined& own) {
  if (own.word == "USERDEFINED") {
    return own.custom.empty() ? std::vector{own.word} : std::vector{own.custom, own.word};
  }
  if (!own.word.empty()) return {own.word};
  // Classes without the attribute have nothing but the text.
  if (!own.has_attribute && !own.custom.empty()) return {own.custom};
  return {};
}

}  // namespace

std::vector<std::string> predefined_words(const ModelFacts& facts, Index element) {
  const auto id = facts.model.entity(element);
  if (!id) return {};
  if (facts.type_object[*id]) return words_of(of_type(facts, element));
  std::vector<std::string> inherited;
  if (const auto type = facts.model.type_of(element)) inherited = words_of(of_type(facts, *type));
  if (!inherited.empty() && inherited.front() != "NOTDEFINED") return inherited;
  auto own = words_of(predefined_of(facts, element, {"ObjectType"}));
  return own.empty() ? inherited : own;
}

EntityCheck::EntityCheck(const ModelFacts& facts, Matcher name, std::optional<Matcher> predefined_type)
    : facts_(facts),
      name_(std::move(name)),
      predefined_type_(std::move(predefined_type)),
      classes_(facts.schema.entities().size(), false) {
  for (const auto id : facts.present)
    classes_[id] = name_.matches_text(base::upper_ascii(facts.schema.entity(id).name));
  if (!facts.is_2x3) return;
  for (const auto& row : formats::ifc::mapped_2x3()) {
    if (!name_.matches_text(base::upper_ascii(row.name))) continue;
    const auto meant = facts.schema.named(row.name);
    if (meant && meant->mapped_type) mapped_.push_back({meant->entity, *meant->mapped_type});
  }
}

Result<std::unique_ptr<EntityCheck>> EntityCheck::make(const EntityFacet& facet, const ModelFacts& facts) {
  auto name = TRY(Matcher::make(facet.name));
  std::optional<Matcher> type;
  if (facet.predefined_type) type = TRY(Matcher::make(*facet.predefined_type));
  return std::unique_ptr<EntityCheck>(new EntityCheck(facts, std::move(name), std::move(type)));
}

bool EntityCheck::name_matches(Index element) const {
  const auto id = facts_.model.entity(element);
  if (!id) return false;
  if (classes_[*id]) return true;
  if (mapped_.empty()) return false;
  const auto type = facts_.model.type_of(element);
  const auto type_id = type ? facts_.model.entity(*type) : std::nullopt;
  return type_id && std::any_of(mapped_.begin(), mapped_.end(), [&](const Mapped& each) {
           return each.type == *type_id && facts_.schema.is_a(*id, each.occurrence);
         });
}

bool EntityCheck::type_matches(Index element) const {
  if (!predefined_type_) return true;
  const auto words = predefined_words(facts_, element);
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return predefined_type_->matches_text(word); });
}

bool EntityCheck::matches(Index element) const { return name_matches(element) && type_matches(element); }

Outcome EntityCheck::test(Index element, Tell tell, std::string& text) const {
  const bool named = name_matches(element);
  if (named && type_matches(element)) {
    if (tell == Tell::what) text = "It is an " + std::string(facts_.entity_name(element));
    return Outcome::met;
  }
  if (tell != Tell::why) return Outcome::unmet;
  if (!named) {
    text = "It is an " + std::string(facts_.entity_name(element)) + ", expected " + name_.plain();
    return Outcome::unmet;
  }
  const auto words = predefined_words(facts_, element);
  text =
      (words.empty() ? "It has no predefined type" : "Its predefined type is " + base::printable(words.front(), 200)) +
      ", expected " + predefined_type_->plain();
  return Outcome::unmet;
}

std::vector<Index> EntityCheck::candidates() const {
  std::vector<EntityId> classes;
  for (const auto id : facts_.present) {
    const bool mapped = std::any_of(mapped_.begin(), mapped_.end(),
                                    [&](const Mapped& each) { return facts_.schema.is_a(id, each.occurrence); });
    if (classes_[id] || mapped) classes.push_back(id);
  }
  return facts_.instances(classes);
}

Found EntityCheck::found(Index element) const {
  if (!name_matches(element)) return {"is an", "are", std::string(facts_.entity_name(element))};
  const auto words = predefined_words(facts_, element);
  return {"has", "have", words.empty() ? "no predefined type" : base::printable(words.front(), 200)};
}

namespace {

std::string are(std::size_t count, const std::string& what) {
  return std::to_string(count) + (count == 1 ? " is an " : " are ") + what;
}

}  // namespace

// A class covers none of its subtypes.
bool EntityCheck::is_subtype(EntityId id) const {
  for (auto above = facts_.schema.entity(id).parent; above; above = facts_.schema.entity(*above).parent) {
    if (name_.matches_text(base::upper_ascii(facts_.schema.entity(*above).name))) return true;
  }
  return false;
}

// The same name in other letters, or else subtypes.
std::string EntityCheck::instead() const {
  const auto name = name_.plain();
  std::vector<std::string> subtypes;
  for (const auto id : facts_.present) {
    const std::string each(facts_.schema.entity(id).name);
    const auto count = facts_.model.exactly(id).size();
    const auto upper = base::upper_ascii(each);
    if (upper != name && upper == base::upper_ascii(name)) return are(count, upper) + ", which IDS writes in capitals";
    if (is_subtype(id) && subtypes.size() < 3) subtypes.push_back(are(count, each));
  }
  if (subtypes.empty()) return "the model has none, nor anything like it";
  const bool simple = facts_.schema.find(name).has_value();
  return base::join(subtypes, ", ") + ", which " + (simple ? name : "it") + " does not cover";
}

Result<std::unique_ptr<FacetCheck>> ready(const EntityFacet& facet, const ModelFacts& facts) {
  return std::unique_ptr<FacetCheck>(TRY(EntityCheck::make(facet, facts)));
}

}  // namespace ids::engine
