// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/templates/instance.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "base/did_you_mean.h"
#include "base/text.h"
#include "domains/aas/engine/edit/value.h"
#include "domains/aas/engine/templates/allowed.h"
#include "domains/aas/engine/templates/conformance.h"
#include "domains/aas/engine/templates/match.h"
#include "domains/aas/engine/templates/repair.h"
#include "domains/aas/engine/tree/tree.h"
#include "formats/aas/check.h"
#include "formats/aas/values.h"

namespace aas::engine {

namespace {

using formats::aas::Version;

base::Error labelled(base::Code code, std::string label, std::string message, std::string_view path, std::string hint) {
  base::Error error{code, std::move(message), std::string(path), std::move(hint)};
  error.label = std::move(label);
  return error;
}

// One element as a document, so that its value is understood as it is everywhere.
class OneElement : public Nodes {
 public:
  explicit OneElement(const Json& element) {
    int next = 0;
    Json environment = Json::object(
        {{"submodels",
          Json::array({Json::object({{"modelType", "Submodel"}, {"submodelElements", Json::array({element})}})})}});
    for (NewNode& node : taken_apart(std::move(environment), [&] { return "n" + std::to_string(next++); }))
      nodes_[node.id] = std::make_shared<const Json>(std::move(node.body));
  }
  Node find(std::string_view id) const override {
    const auto found = nodes_.find(id);
    return found == nodes_.end() ? Node() : Node(std::string(id), found->second);
  }
  static constexpr std::string_view pointer = "/submodels/0/submodelElements/0";

 private:
  std::map<std::string, std::shared_ptr<const Json>, std::less<>> nodes_;
};

Result<void> give_value(Json& element, const Json& value, Version version, const std::string& path) {
  const OneElement document(element);
  auto patches = value_patches(document, OneElement::pointer, value, version);
  if (!patches.ok()) {
    base::Error error = std::move(patches).error();
    error.path = path;
    return error;
  }
  for (Patch& patch : *patches) {
    std::string member = patch.path.substr(OneElement::pointer.size() + 1);
    if (patch.value) {
      element.set(std::move(member), *std::move(patch.value));
    } else {
      element.erase(member);
    }
  }
  return {};
}

bool has_own_value(std::string_view model_type) {
  return model_type == "Property" || model_type == "MultiLanguageProperty" || model_type == "Range" ||
         model_type == "File" || model_type == "Blob" || model_type == "ReferenceElement";
}

// A number for people in the place that a template keeps for it: "Phone__00__" → "Phone00".
std::string filled_id_short(std::string_view id_short, std::size_t number) {
  const Stem stem = stem_of(id_short);
  if (!stem.numbered) return stem.text;
  std::string digits = std::to_string(number);
  if (digits.size() < 2) digits.insert(0, 1, '0');
  return stem.text + digits;
}

// Letters, digits and underscores after a letter, two at least: an idShort in all versions.
std::string legal_id_short(std::string_view id_short, std::string_view otherwise) {
  std::string out;
  for (const char c : id_short) {
    const bool good = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    if (good || c == ' ' || c == '-' || c == '.') out += good ? c : '_';
  }
  while (!out.empty() && !((out[0] >= 'a' && out[0] <= 'z') || (out[0] >= 'A' && out[0] <= 'Z'))) out.erase(0, 1);
  if (out.size() > 120) out.resize(120);
  if (out.empty()) out = otherwise;
  return out.size() < 2 ? out + "_1" : out;
}

bool are_language_texts(const Json& value) {
  return value.is_array() &&
         std::ranges::all_of(value.as_array(), [](const Json& each) { return each.find("language") != nullptr; });
}

// {"A.B": 1, "A": {"C": 2}} → {"A": {"B": 1, "C": 2}}, everywhere in a value.
Result<Json> nested(const Json& value, int depth);

base::Error too_deep() {
  return labelled(base::Code::out_of_range, "INVALID_PATH", "prefill is nested too deeply", "prefill",
                  "No template is deeper than " + std::to_string(max_template_depth) + " elements.");
}

void merge_into(Json& place, Json value) {
  if (!place.is_object() || !value.is_object()) {
    place = std::move(value);
    return;
  }
  for (auto& [key, each] : value.as_object()) merge_into(place[key], std::move(each));
}

Result<Json> nested_members(const Json& object, int depth) {
  Json out = Json::object();
  for (const auto& [key, each] : object.as_object()) {
    const std::vector<std::string_view> steps = base::split(key, '.');
    if (steps.size() > static_cast<std::size_t>(max_template_depth)) return too_deep();
    Json value = TRY(nested(each, depth + 1));
    for (std::size_t i = steps.size(); i-- > 1;) value = Json::object({{steps[i], std::move(value)}});
    merge_into(out[steps[0]], std::move(value));
  }
  return out;
}

Result<Json> nested(const Json& value, int depth) {
  if (depth > max_template_depth * 2) return too_deep();
  if (value.is_object()) return nested_members(value, depth);
  if (!value.is_array()) return value;
  Json out = Json::array();
  for (const Json& each : value.as_array()) out.push_back(TRY(nested(each, depth + 1)));
  return out;
}

// --- making ---

class Making {
 public:
  Making(const Templates& known, const Template& of, const InstanceOptions& options)
      : known_(known), of_(of), options_(options), model_(formats::aas::metamodel(options.version)), types_(model_) {}

  Result<Json> submodel(const Json& given) {
    const Element& root = of_.root();
    Json out = Json::object({{"modelType", "Submodel"}, {"idShort", root_id_short()}});
    if (const Json* administration = root.more.find("administration")) out.set("administration", *administration);
    out.set("id", options_.id);
    out.set("kind", "Instance");
    category(out, root, "Submodel", {});
    meanings(out, root, {});
    Json elements = Json::array();
    TRY(children(root, given, elements, {}));
    if (!elements.empty()) out.set("submodelElements", std::move(elements));
    return out;
  }

  // A line for each kind of defect, with where it is.
  std::vector<std::string> repaired() const {
    std::vector<std::string> out;
    for (const Defect& each : defects_) {
      std::string line = each.what + ": " + base::join(each.paths, ", ");
      if (each.count > each.paths.size()) line += " and " + std::to_string(each.count - each.paths.size()) + " more";
      out.push_back(std::move(line));
    }
    return out;
  }

 private:
  struct Defect {
    std::string what;
    std::vector<std::string> paths;  // the first few
    std::size_t count = 0;
  };

  void note(const std::string& path, std::string_view what) {
    auto found = std::ranges::find(defects_, what, &Defect::what);
    if (found == defects_.end()) found = defects_.insert(found, {std::string(what), {}, 0});
    ++found->count;
    if (found->paths.size() < 5) found->paths.push_back(path.empty() ? of_.id_short : path);
  }

  std::string root_id_short() {
    if (!options_.id_short.empty()) return options_.id_short;
    return legal_id_short(filled_id_short(of_.id_short, 0), "Submodel");
  }

  bool is_sound(const Json& reference) const {
    return check(reference, model_.get_class("Reference"), options_.version).valid();
  }

  // A reference as it is, or with what its last key means: nothing else of a semantic id is compared.
  Json sound(const Json& reference, const std::string& path) {
    if (is_sound(reference)) return reference;
    note(path, "a semantic id is not a valid reference; its last key is kept");
    Json key = Json::object({{"type", "GlobalReference"}, {"value", last_key(&reference)}});
    Json out = Json::object({{"type", "ExternalReference"}, {"keys", Json::array({std::move(key)})}});
    return is_sound(out) ? out : Json();
  }

  void set_reference(Json& out, const char* member, const Json* reference, const std::string& path) {
    if (reference == nullptr || reference->is_null()) return;
    if (Json good = sound(*reference, path); !good.is_null()) out.set(member, std::move(good));
  }

  void meanings(Json& out, const Element& rule, const std::string& path) {
    set_reference(out, "semanticId", &rule.semantic_id, path);
    const Json* more = rule.more.find("supplementalSemanticIds");
    if (more == nullptr || out.find("semanticId") == nullptr) return;  // AASd-118
    Json list = Json::array();
    for (const Json& each : more->as_array()) {
      if (Json good = sound(each, path); !good.is_null()) list.push_back(std::move(good));
    }
    if (!list.empty()) out.set("supplementalSemanticIds", std::move(list));
  }

  // --- which elements ---

  using Wanted = std::vector<std::vector<const Json*>>;  // for each rule what prefill gives

  static base::Error unknown_key(const Element& parent, const std::string& key, const std::string& path) {
    std::vector<std::string> known;
    for (const Element& each : parent.children) {
      if (!each.id_short.empty()) known.push_back(stem_of(each.id_short).text);
    }
    const std::string some = base::join(std::span(known).first(std::min<std::size_t>(known.size(), 12)), ", ");
    const std::string all = known.empty()
                                ? "The template leaves its elements open: add them to the submodel that is made."
                                : "It has " + some + (known.size() > 12 ? " …" : ".");
    return labelled(base::Code::unknown_name, "INVALID_PATH",
                    "the template has no element '" + base::printable(key, 80) + "' in " +
                        (parent.id_short.empty() ? "this list" : parent.id_short),
                    path, base::did_you_mean(key, known, {.otherwise = all}));
  }

  // Several, where an array gives several.
  static void spread(const Element& rule, const Json& value, std::vector<const Json*>& out) {
    const bool several = value.is_array() && rule.model_type != "SubmodelElementList" && !are_language_texts(value);
    if (!several) return out.push_back(&value);
    for (const Json& each : value.as_array()) out.push_back(&each);
  }

  Result<Wanted> wanted_of(const Element& parent, const Siblings& siblings, const Json& given,
                           const std::string& path) {
    Wanted out(parent.children.size());
    if (given.is_null()) return out;
    if (!given.is_object())
      return labelled(base::Code::wrong_type, "TYPE_MISMATCH",
                      (parent.id_short.empty() ? parent.model_type : parent.id_short) + " has elements, not a value",
                      path, "Give an object with its elements' idShorts.");
    for (const auto& [key, value] : given.as_object()) {
      const auto rule = siblings.named(key);
      if (!rule) return unknown_key(parent, key, joined(path, key));
      spread(parent.children[*rule], value, out[*rule]);
      const bool too_many = out[*rule].size() > 1 && !is_many(parent.children[*rule].cardinality);
      if (too_many)
        return labelled(base::Code::constraint, "CONSTRAINT_VIOLATION", key + " is allowed once", joined(path, key),
                        "Give one value.");
    }
    return out;
  }

  static std::string joined(const std::string& path, std::string_view name) {
    return path.empty() ? std::string(name) : path + "." + std::string(name);
  }

  // Of alternatives the one that is given, else the first that is mandatory, else the first.
  std::set<std::size_t> chosen_alternatives(const Element& parent, const Wanted& wanted) const {
    std::map<std::string_view, std::pair<int, std::size_t>> best;
    for (std::size_t i = 0; i < parent.children.size(); ++i) {
      const std::string_view group = parent.children[i].said("EitherOr");
      if (group.empty()) continue;
      const int weight = !wanted[i].empty() ? 3 : is_mandatory(parent.children[i].cardinality) ? 2 : 1;
      auto& found = best[group];
      if (weight > found.first) found = {weight, i};
    }
    std::set<std::size_t> out;
    for (const auto& [group, each] : best) out.insert(each.second);
    return out;
  }

  bool is_needed(const Element& rule) const { return options_.optional_too || is_mandatory(rule.cardinality); }

  Result<void> children(const Element& parent, const Json& given, Json& out, const std::string& path) {
    const Siblings siblings(parent);
    const Wanted wanted = TRY(wanted_of(parent, siblings, given, path));
    const std::set<std::size_t> alternatives = chosen_alternatives(parent, wanted);
    std::set<std::string> taken;
    for (std::size_t i = 0; i < parent.children.size(); ++i) {
      const Element& rule = parent.children[i];
      const bool left_out = siblings.leader(i) != i || (!rule.said("EitherOr").empty() && !alternatives.contains(i));
      if (wanted[i].empty() && (left_out || !is_needed(rule))) continue;
      static const Json nothing;
      const std::vector<const Json*> values = wanted[i].empty() ? std::vector<const Json*>{&nothing} : wanted[i];
      for (std::size_t n = 0; n < values.size(); ++n) {
        const std::string name = free_name(rule, n, taken, path);
        auto made = element(rule, *values[n], joined(path, name));
        if (!made.ok()) return std::move(made).error();
        if (made->is_null()) continue;
        made->set("idShort", name);
        out.push_back(*std::move(made));
      }
    }
    return {};
  }

  std::string free_name(const Element& rule, std::size_t number, std::set<std::string>& taken,
                        const std::string& path) {
    std::string wished = filled_id_short(rule.id_short, number);
    if (number > 0 && !stem_of(rule.id_short).numbered) wished += std::to_string(number);
    std::string out = legal_id_short(wished, rule.model_type);
    if (out != wished) note(joined(path, out), "the idShort is not valid (AASd-002)");
    for (std::size_t n = 1; taken.contains(out); ++n) out = legal_id_short(wished, rule.model_type) + std::to_string(n);
    taken.insert(out);
    return out;
  }

  // --- one element ---

  // null where there is no such class.
  Result<Json> element(const Element& rule, const Json& given, const std::string& path) {
    const auto* type = model_.get_class("SubmodelElement").by_model_type(rule.model_type);
    if (type == nullptr) {
      note(path, "there is no such class; left out");
      return Json();
    }
    if (++count_ > max_template_elements)
      return labelled(base::Code::out_of_range, "CONSTRAINT_VIOLATION", "the instance would be too large", path,
                      "Give fewer values.");
    Json out = Json::object({{"modelType", rule.model_type}, {"idShort", ""}});
    category(out, rule, type->name, path);
    meanings(out, rule, path);
    members(out, rule, path);
    if (has_own_value(rule.model_type)) {
      TRY(own_value(out, rule, given, path));
    } else if (rule.model_type == "SubmodelElementList") {
      TRY(list(out, rule, given, path));
    } else {
      TRY(parts(out, rule, given, path));
    }
    return out;
  }

  Result<void> own_value(Json& out, const Element& rule, const Json& given, const std::string& path) {
    if (!given.is_null()) {
      TRY(give_value(out, given, options_.version, path));
      return is_valid_value(out, path);
    }
    if (rule.model_type != "Property") return {};
    for (const char* each : {"InitialValue", "DefaultValue"}) {
      const std::string_view value = rule.said(each);
      if (value.empty() || out.find("value") != nullptr) continue;
      const bool allowed =
          is_in_range(rule.said("AllowedRange"), value).value_or(true) &&
          (rule.said("AllowedValue").empty() || is_allowed(rule.said("AllowedValue"), value).value_or(true));
      if (allowed && types_.has(out.text("valueType"), value)) {
        out.set("value", value);
      } else {
        note(path, std::string(each) + " is not of the valueType or not allowed; left out");
      }
    }
    return {};
  }

  // Beyond its type: languages, lengths, references.
  Result<void> is_valid_value(Json element, const std::string& path) const {
    element.set("idShort", "Element");
    const auto* type = model_.get_class("SubmodelElement").by_model_type(element.text("modelType"));
    for (const auto& each : check(element, *type, options_.version).list) {
      const bool of_value = each.severity == formats::aas::Severity::error &&
                            std::ranges::any_of(std::array{"/value", "/min", "/max", "/contentType"},
                                                [&](const char* member) { return each.pointer.starts_with(member); });
      if (of_value) return labelled(base::Code::wrong_type, "TYPE_MISMATCH", each.message, path, each.fix);
    }
    return {};
  }

  Result<void> parts(Json& out, const Element& rule, const Json& given, const std::string& path) {
    const std::string_view member = children_member(rule.model_type);
    if (member.empty()) {
      if (given.is_null()) return {};
      return give_value(out, given, options_.version, path);  // which says that it has none
    }
    // What it leaves open is told by another template, if there are values for it.
    const bool open = rule.children.empty() && given.is_object() && !given.empty();
    const Element* other = open ? known_.drop_in(rule) : nullptr;
    Json items = Json::array();
    TRY(children(other != nullptr ? *other : rule, given, items, path));
    if (!items.empty()) out.set(std::string(member), std::move(items));
    return {};
  }

  // --- lists ---

  static Element item_rule(const Element& list, const ListFacts& facts) {
    Element out;
    out.model_type = facts.type;
    out.value_type = facts.value_type;
    if (const Json* meaning = list.more.find("semanticIdListElement")) out.semantic_id = *meaning;
    return out;
  }

  // An item; in 3.0 it has no idShort (AASd-120), later one where that tells it from the others.
  Result<void> add_item(Json& items, const Element& item, const Json& value, const std::string& path, bool named) {
    Json made = TRY(element(item, value, path + "[" + std::to_string(items.size()) + "]"));
    if (made.is_null()) return {};
    const std::string name = legal_id_short(filled_id_short(item.id_short, items.size()), item.model_type);
    if (named && !is_old()) {
      made.set("idShort", name);
    } else {
      made.erase("idShort");
      if (!item.id_short.empty()) note(path, "an item of a list has an idShort (AASd-120); left out");
    }
    items.push_back(std::move(made));
    return {};
  }

  Result<void> given_items(Json& items, const Element& rule, const Json& given, const std::string& path) {
    const Element invented = item_rule(rule, list_facts(rule));
    const Element& item = rule.children.empty() ? invented : rule.children.front();
    const bool several = given.is_array() && !(item.model_type == "MultiLanguageProperty" && are_language_texts(given));
    if (!several) return add_item(items, item, given, path, false);
    for (const Json& each : given.as_array()) TRY(add_item(items, item, each, path, false));
    return {};
  }

  // Items that a template tells apart by their names are given by them.
  static bool is_by_name(const Siblings& siblings, const Element& rule, const Json& given) {
    return given.is_object() && rule.children.size() > 1 && !given.empty() &&
           std::ranges::all_of(given.as_object(),
                               [&](const Json::Member& each) { return siblings.named(each.first).has_value(); });
  }

  Result<void> list(Json& out, const Element& rule, const Json& given, const std::string& path) {
    const Siblings siblings(rule);
    Json items = Json::array();
    const bool by_name = is_by_name(siblings, rule, given);
    const Wanted wanted = TRY(wanted_of(rule, siblings, by_name ? given : Json(), path));
    if (!given.is_null() && !by_name) TRY(given_items(items, rule, given, path));
    for (std::size_t i = items.empty() ? 0 : 1; i < rule.children.size(); ++i) {
      if (siblings.leader(i) != i) continue;
      const std::vector<std::size_t>& all = siblings.distinct(i);
      for (const std::size_t each : all) {
        for (const Json* value : wanted[each]) TRY(add_item(items, rule.children[each], *value, path, all.size() > 1));
        if (wanted[each].empty() && is_needed(rule.children[each]))
          TRY(add_item(items, rule.children[each], Json(), path, all.size() > 1));
      }
    }
    same_meanings(items, path);
    mend_list(out, items, path);
    if (!items.empty()) out.set("value", std::move(items));
    return {};
  }

  // AASd-114: items that mean something mean the same.
  void same_meanings(Json& items, const std::string& path) {
    const Json* first = nullptr;
    for (Json& each : items.as_array()) {
      const Json* own = each.find("semanticId");
      if (own == nullptr) continue;
      if (first == nullptr) first = own;
      if (*own == *first) continue;
      each.erase("semanticId");
      each.erase("supplementalSemanticIds");
      note(path, "the items of a list mean different things (AASd-114); only the first have semantic ids");
    }
  }

  // AASd-107: what the items mean is what the list says.
  void mend_list(Json& out, const Json& items, const std::string& path) {
    const Json* said = out.find("semanticIdListElement");
    if (said == nullptr) return;
    const bool differs = std::ranges::any_of(items.as_array(), [&](const Json& each) {
      const Json* own = each.find("semanticId");
      return own != nullptr && *own != *said;
    });
    if (!differs) return;
    note(path, "semanticIdListElement is not what the items mean (AASd-107); left out");
    out.erase("semanticIdListElement");
  }

  // --- members that a class wants ---

  bool is_old() const { return options_.version == Version::v3_0; }

  void keep(Json& out, const Element& rule, const char* member) {
    if (const Json* value = rule.more.find(member)) out.set(member, *value);
  }

  // As the template has it, where the document's metamodel allows it (AASd-090).
  void category(Json& out, const Element& rule, std::string_view type, const std::string& path) {
    const std::string_view said = rule.said("category");
    if (said.empty()) return;
    Json alone = Json::object({{"category", said}});
    const auto found = check(alone, model_.get_class(type), options_.version).list;
    const bool is_wrong =
        std::ranges::any_of(found, [](const formats::aas::Finding& each) { return each.pointer == "/category"; });
    if (is_wrong) return note(path, "the category is not one of this metamodel (AASd-090); left out");
    out.set("category", said);
  }

  void members(Json& out, const Element& rule, const std::string& path) {
    const std::string& type = rule.model_type;
    if (type == "Property" || type == "Range") {
      out.set("valueType", rule.value_type.empty() ? "xs:string" : rule.value_type);
      if (rule.value_type.empty()) note(path, "there is no valueType; xs:string is taken");
    } else if (type == "SubmodelElementList") {
      list_members(out, rule, path);
    } else if (type == "File" || type == "Blob") {
      content_type(out, rule, path);
    } else if (type == "Entity") {
      entity(out, rule, path);
    } else if (type == "RelationshipElement" || type == "AnnotatedRelationshipElement") {
      relationship(out, rule, path);
    } else if (type == "BasicEventElement") {
      event(out, rule, path);
    } else if (type == "Operation") {
      for (const char* each : {"inputVariables", "outputVariables", "inoutputVariables"}) keep(out, rule, each);
    }
  }

  void list_members(Json& out, const Element& rule, const std::string& path) {
    const ListFacts facts = list_facts(rule);
    if (facts.contradictory)
      note(path, "a list contradicts its items' class or valueType (AASd-108, AASd-109); the items' is taken");
    keep(out, rule, "orderRelevant");
    set_reference(out, "semanticIdListElement", rule.more.find("semanticIdListElement"), path);
    out.set("typeValueListElement", facts.type.empty() ? "SubmodelElement" : facts.type);
    const bool typed = facts.type == "Property" || facts.type == "Range";
    if (typed && facts.value_type.empty())
      note(path, "there is no valueTypeListElement (AASd-109); xs:string is taken");
    if (!facts.value_type.empty() || typed)
      out.set("valueTypeListElement", facts.value_type.empty() ? "xs:string" : facts.value_type);
  }

  void content_type(Json& out, const Element& rule, const std::string& path) {
    const std::string_view said = rule.said("contentType");
    if (!said.empty()) out.set("contentType", said);
    if (!said.empty() || !is_old()) return;
    out.set("contentType", "application/octet-stream");
    note(path, "there is no contentType; application/octet-stream is taken");
  }

  // AASd-014: one that manages itself has an asset, another has none.
  void entity(Json& out, const Element& rule, const std::string& path) {
    const std::string_view said = rule.said("entityType");
    const bool has_asset = rule.more.find("globalAssetId") != nullptr || rule.more.find("specificAssetIds") != nullptr;
    if (said == "SelfManagedEntity" && has_asset) {
      for (const char* each : {"entityType", "globalAssetId", "specificAssetIds"}) keep(out, rule, each);
    } else if (!said.empty() || is_old()) {
      out.set("entityType", "CoManagedEntity");
      if (said != "CoManagedEntity")
        note(path, "an entity without an asset is not self-managed (AASd-014); CoManagedEntity is taken");
    }
  }

  // References into the template lead into the instance.
  Json moved(const Json& reference) const {
    Json out = reference;
    Json* keys = out.find("keys");
    if (keys == nullptr || !keys->is_array() || keys->empty()) return out;
    Json& first = keys->as_array().front();
    if (first.is_object() && first.text("value") == of_.id && !of_.id.empty()) first.set("value", options_.id);
    return out;
  }

  Json to_the_submodel() const {
    return Json::object({{"type", "ModelReference"},
                         {"keys", Json::array({Json::object({{"type", "Submodel"}, {"value", options_.id}})})}});
  }

  void reference(Json& out, const Element& rule, const char* member, const std::string& path) {
    const Json* said = rule.more.find(member);
    const bool good = said != nullptr && is_sound(*said);
    out.set(member, good ? moved(*said) : to_the_submodel());
    if (!good)
      note(path, std::string(member) + (said == nullptr ? " is missing" : " is not valid") + "; the submodel is taken");
  }

  void relationship(Json& out, const Element& rule, const std::string& path) {
    if (!is_old()) return;  // optional there
    reference(out, rule, "first", path);
    reference(out, rule, "second", path);
  }

  void event(Json& out, const Element& rule, const std::string& path) {
    reference(out, rule, "observed", path);
    out.set("direction", rule.said("direction").empty() ? "output" : rule.said("direction"));
    out.set("state", rule.said("state").empty() ? "off" : rule.said("state"));
  }

  const Templates& known_;
  const Template& of_;
  const InstanceOptions& options_;
  const formats::aas::Metamodel& model_;
  formats::aas::ValueTypes types_;
  std::vector<Defect> defects_;  // by kind: a handful
  std::size_t count_ = 0;
};

// --- what the semantic ids mean ---

Json concept_description(const Concept& facts) {
  Json out = Json::object({{"modelType", "ConceptDescription"}});
  if (!facts.id_short.empty()) out.set("idShort", legal_id_short(facts.id_short, "Concept"));
  out.set("id", facts.id);
  if (facts.preferred_name.empty()) return out;
  const Json english = Json::array({Json::object({{"language", "en"}, {"text", facts.preferred_name}})});
  Json content = Json::object({{"modelType", "DataSpecificationIec61360"}, {"preferredName", english}});
  if (!facts.unit.empty()) content.set("unit", facts.unit);
  if (!facts.unit_id.is_null()) content.set("unitId", facts.unit_id);
  if (!facts.data_type.empty()) content.set("dataType", facts.data_type);
  if (facts.value.empty()) content.set("definition", english);  // AASc-3a-008
  if (!facts.value.empty()) content.set("value", facts.value);
  constexpr std::string_view specification =
      "https://admin-shell.io/DataSpecificationTemplates/DataSpecificationIec61360/3";
  Json which =
      Json::object({{"type", "ExternalReference"},
                    {"keys", Json::array({Json::object({{"type", "GlobalReference"}, {"value", specification}})})}});
  out.set("embeddedDataSpecifications",
          Json::array({Json::object(
              {{"dataSpecification", std::move(which)}, {"dataSpecificationContent", std::move(content)}})}));
  return out;
}

void gather_meanings(const Json& element, std::set<std::string>& out, int depth) {
  if (depth > max_template_depth + 1) return;
  if (const std::string_view id = last_key(element.find("semanticId")); !id.empty()) out.emplace(id);
  const std::string_view member = children_member(element.text("modelType"));
  const Json* list = member.empty() ? nullptr : element.find(member);
  if (list == nullptr || !list->is_array()) return;
  for (const Json& each : list->as_array()) gather_meanings(each, out, depth + 1);
}

void add_concepts(InstanceOf& out, const Templates& known, Version version) {
  std::set<std::string> ids;
  gather_meanings(out.submodel, ids, 0);
  const auto& type = formats::aas::metamodel(version).get_class("ConceptDescription");
  std::size_t without_definition = 0;
  for (const std::string& id : ids) {
    const auto facts = known.meaning_of(id);
    if (!facts) continue;
    Json made = concept_description(*facts);
    std::vector<std::string> said;
    if (!repair(made, type, version, said)) continue;
    without_definition += facts->value.empty() && !facts->preferred_name.empty() ? 1 : 0;
    for (std::string& each : said) out.repaired.push_back(id + ": " + std::move(each));
    out.concept_descriptions.push_back(std::move(made));
  }
  if (without_definition > 0)
    out.repaired.push_back(std::to_string(without_definition) +
                           " concept descriptions have their preferred name as definition (AASc-3a-008)");
}

// The caller's own words are not repaired.
Result<void> is_good_head(const InstanceOptions& options) {
  Json head = Json::object({{"modelType", "Submodel"}, {"id", options.id}});
  if (!options.id_short.empty()) head.set("idShort", options.id_short);
  const auto& type = formats::aas::metamodel(options.version).get_class("Submodel");
  const auto findings = check(head, type, options.version);
  if (findings.valid()) return {};
  const auto& first = findings.list.front();
  return labelled(base::Code::constraint, "VALIDATION_FAILED", first.message, first.pointer.substr(1), first.fix);
}

// Of the right type, and yet not what the template allows.
Result<void> values_are_allowed(const Conformance& found) {
  for (const RuleFinding& each : found.findings) {
    const bool of_values = each.rule.starts_with("Allowed") || each.rule.starts_with("EitherOr");
    if (of_values && each.severity == RuleSeverity::error)
      return labelled(base::Code::constraint, "CONSTRAINT_VIOLATION", each.message, each.pointer, each.fix);
  }
  return {};
}

}  // namespace

Result<InstanceOf> instance_of(const Templates& known, const Template& of, const InstanceOptions& options) {
  Json given;
  if (options.prefill != nullptr && !options.prefill->is_null()) {
    if (!options.prefill->is_object())
      return labelled(base::Code::wrong_type, "TYPE_MISMATCH", "prefill is an object of values by idShort", "prefill",
                      R"(Write {"ManufacturerName": {"en": "…"}}.)");
    given = TRY(nested(*options.prefill, 0));
  }
  TRY(is_good_head(options));
  Making making(known, of, options);
  InstanceOf out;
  out.submodel = TRY(making.submodel(given));
  out.repaired = making.repaired();
  const auto& type = formats::aas::metamodel(options.version).get_class("Submodel");
  if (!repair(out.submodel, type, options.version, out.repaired))
    return labelled(base::Code::constraint, "CONSTRAINT_VIOLATION", "no valid submodel can be made of " + of.name, {},
                    out.repaired.empty() ? "Check the id and idShort." : out.repaired.back());
  add_concepts(out, known, options.version);
  const Conformance found = conformance(out.submodel, of);
  if (!given.is_null()) TRY(values_are_allowed(found));
  const auto wrong = std::ranges::find(found.findings, RuleSeverity::error, &RuleFinding::severity);
  if (wrong != found.findings.end()) out.repaired.push_back("the template contradicts itself: " + wrong->message);
  for (const ToDo& each : found.to_do) {
    if (each.mandatory) out.to_do.push_back(each.path + ": " + each.what + " (" + each.rule + ")");
  }
  return out;
}

}  // namespace aas::engine
