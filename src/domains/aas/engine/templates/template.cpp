// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/templates/template.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>
#include <utility>

#include "base/text.h"
#include "domains/aas/engine/templates/table.h"

namespace aas::engine {

namespace {

constexpr std::size_t longest_text = 300;  // bytes of an example or a rule: longer ones are texts

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// --- what a file is ---

std::string plain(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\t' || c == '\r' || c == '\n';
    if (!blank) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

std::string with_blanks(std::string_view text) {
  std::string out(text);
  std::ranges::replace(out, '_', ' ');
  return plain(out);
}

std::string joined_by(const std::vector<std::string>& parts, std::string_view separator) {
  return base::join(parts, separator);
}

// "-3" or "_3" at `at`: a part of a number, up to three digits that no letter follows. Its end; `at` where there is
// none.
std::size_t group_end(std::string_view text, std::size_t at) {
  if (at >= text.size() || (text[at] != '-' && text[at] != '_')) return at;
  std::size_t end = at + 1;
  while (end < text.size() && is_digit(text[end])) ++end;
  const bool fits = end > at + 1 && end <= at + 4 && (end == text.size() || !is_letter(text[end]));
  return fits ? end : at;
}

struct NumberInFile {
  std::string base;
  std::vector<std::string> groups;
  std::size_t end = 0;  // of it in the name
};

std::optional<NumberInFile> number_in(std::string_view stem) {
  for (std::size_t i = 0; i + 5 <= stem.size(); ++i) {
    if (!std::ranges::all_of(stem.substr(i, 5), is_digit)) continue;
    NumberInFile out{std::string(stem.substr(i, 5)), {}, i + 5};
    for (std::size_t end = group_end(stem, out.end); end != out.end; end = group_end(stem, out.end)) {
      out.groups.emplace_back(stem.substr(out.end + 1, end - out.end - 1));
      out.end = end;
    }
    return out;
  }
  return std::nullopt;
}

bool is_beginning(const std::vector<std::string>& some, const std::vector<std::string>& all) {
  return some.size() <= all.size() && std::ranges::equal(some, std::span(all).first(some.size()));
}

std::string number_of(std::string_view base, const std::vector<std::string>& first,
                      const std::vector<std::string>& second = {}) {
  std::string out(base);
  for (const auto* parts : {&first, &second}) {
    for (const std::string& part : *parts) out += "-" + part;
  }
  return out;
}

// The number as the file has it, and with the whole version. One group alone is the part of a series: 02035-7.
std::vector<std::string> numbers_of(const NumberInFile& found, const std::vector<std::string>& version) {
  std::vector<std::string> out{number_of(found.base, found.groups)};
  const auto& whole = version.size() >= found.groups.size() ? version : found.groups;
  std::string full = number_of(found.base, version);
  if (found.groups.size() == 1) {
    full = number_of(found.base, found.groups, version);
  } else if (is_beginning(found.groups, whole) && is_beginning(version, whole)) {
    full = number_of(found.base, whole);
  }
  if (full != out[0]) out.push_back(std::move(full));
  return out;
}

void cut_out(std::string& text, std::string_view word, std::size_t more) {
  const std::size_t at = text.find(word);
  if (at == std::string::npos) return;
  std::size_t begin = at;
  while (begin > 0 && text[begin - 1] == '_') --begin;
  text.erase(begin, at - begin + word.size() + more);
}

std::string_view without_marks(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" _-");
  return begin == std::string_view::npos ? std::string_view() : text.substr(begin);
}

std::string label_of(std::string_view rest) {
  std::string text(rest);
  cut_out(text, "forAASMetamodelV3.", 1);
  cut_out(text, "without_examplevalues", 0);
  std::string_view left = without_marks(text);
  for (const std::string_view word : {"Template", "Submodel", "Subomdel"}) {
    if (left.starts_with(word)) {
      left = without_marks(left.substr(word.size()));
      break;
    }
  }
  return with_blanks(left);
}

std::string_view stem_of_file(std::string_view file) {
  for (const std::string_view ending : {".aasx", ".json", ".xml"}) {
    if (file.ends_with(ending)) return file.substr(0, file.size() - ending.size());
  }
  return file;
}

// --- compiling ---

struct CardinalityWord {
  std::string_view word;
  Cardinality meaning;
};
// As published, with the misspellings, in lower case.
constexpr std::array cardinality_words{
    CardinalityWord{"one", Cardinality::one},
    CardinalityWord{"zerotoone", Cardinality::zero_to_one},
    CardinalityWord{"zerottoone", Cardinality::zero_to_one},
    CardinalityWord{"zerotomany", Cardinality::zero_to_many},
    CardinalityWord{"onetomany", Cardinality::one_to_many},
    CardinalityWord{"1", Cardinality::one},
    CardinalityWord{"0..1", Cardinality::zero_to_one},
    CardinalityWord{"0..*", Cardinality::zero_to_many},
    CardinalityWord{"1..*", Cardinality::one_to_many},
    CardinalityWord{"[1]", Cardinality::one},
    CardinalityWord{"[0..1]", Cardinality::zero_to_one},
    CardinalityWord{"[0..*]", Cardinality::zero_to_many},
    CardinalityWord{"[1..*]", Cardinality::one_to_many},
};
constexpr std::array<std::string_view, 7> rule_words{"AllowedValue", "AllowedRange", "EitherOr",    "AllowedIdShort",
                                                     "ExampleValue", "InitialValue", "DefaultValue"};

enum class MemberKind : std::uint8_t { list, boolean, object, text };
struct KeptMember {
  std::string_view name;
  MemberKind kind;
};
constexpr std::array kept_members{
    KeptMember{"supplementalSemanticIds", MemberKind::list},
    KeptMember{"orderRelevant", MemberKind::boolean},
    KeptMember{"semanticIdListElement", MemberKind::object},
    KeptMember{"typeValueListElement", MemberKind::text},
    KeptMember{"valueTypeListElement", MemberKind::text},
    KeptMember{"contentType", MemberKind::text},
    KeptMember{"entityType", MemberKind::text},
    KeptMember{"globalAssetId", MemberKind::text},
    KeptMember{"specificAssetIds", MemberKind::list},
    KeptMember{"first", MemberKind::object},
    KeptMember{"second", MemberKind::object},
    KeptMember{"observed", MemberKind::object},
    KeptMember{"direction", MemberKind::text},
    KeptMember{"state", MemberKind::text},
    KeptMember{"category", MemberKind::text},
};
constexpr std::array<std::string_view, 3> variable_lists{"inputVariables", "outputVariables", "inoutputVariables"};
constexpr std::array<std::string_view, 6> text_members{
    "description", "displayName", "qualifiers", "extensions", "embeddedDataSpecifications", "category"};

bool is_of(const Json& value, MemberKind kind) {
  switch (kind) {
    case MemberKind::list:
      return value.is_array();
    case MemberKind::boolean:
      return value.is_bool();
    case MemberKind::object:
      return value.is_object();
    case MemberKind::text:
      return value.is_string();
  }
  return false;
}

bool is_short(std::string_view text) { return !text.empty() && text.size() <= longest_text; }

const Json::Array& items_of(const Json& object, std::string_view member) {
  static const Json::Array none;
  const Json* list = object.find(member);
  return list != nullptr && list->is_array() ? list->as_array() : none;
}

void take_cardinality(Element& out, std::string_view value) {
  if (value.empty() || out.cardinality != Cardinality::unsaid) return;
  const std::string word = base::lower_ascii(value);
  const auto* known = std::ranges::find(cardinality_words, word, &CardinalityWord::word);
  out.cardinality = known == cardinality_words.end() ? Cardinality::unknown : known->meaning;
  if (out.cardinality == Cardinality::unknown) out.cardinality_text = value.substr(0, 40);
}

void take_qualifier(Element& out, const Json& qualifier) {
  std::string_view type = base::trim(qualifier.text("type"));
  type.remove_prefix(type.rfind('/') + 1);
  const std::string_view value = base::trim(qualifier.text("value"));
  if (base::equals_ignoring_case(type, "cardinality") || base::equals_ignoring_case(type, "multiplicity"))
    return take_cardinality(out, value);
  const auto* rule =
      std::ranges::find_if(rule_words, [&](std::string_view each) { return base::equals_ignoring_case(each, type); });
  if (rule != rule_words.end() && is_short(value) && out.more.find(*rule) == nullptr)
    out.more.set(std::string(*rule), value);
}

Json short_members(const Json& element, std::initializer_list<std::string_view> names) {
  Json out;
  for (const std::string_view each : names) {
    if (is_short(element.text(each))) out.set(std::string(each), element.text(each));
  }
  return out;
}

// The value that a template gives: an example.
Json value_as_example(const Json& element) {
  const std::string_view type = element.text("modelType");
  if (type == "Property" || type == "File")
    return is_short(element.text("value")) ? Json(element.text("value")) : Json();
  if (type == "Range") return short_members(element, {"min", "max"});
  const Json::Array& texts = items_of(element, "value");
  if (type != "MultiLanguageProperty" || texts.empty()) return {};
  const std::string_view language = texts[0].text("language"), text = texts[0].text("text");
  if (!is_short(language) || !is_short(text)) return {};
  return Json::object({{language, text}});
}

// The value of a variable without texts and values.
Json bare(const Json& value, int depth) {
  Json out = value;
  for (const std::string_view each : text_members) out.erase(each);
  const std::string_view list = children_member(out.text("modelType"));
  if (!list.empty() && out.find(list) != nullptr) {
    Json items = Json::array();
    if (depth < max_template_depth) {
      for (const Json& each : items_of(value, list)) items.push_back(bare(each, depth + 1));
    }
    out.set(std::string(list), std::move(items));
  } else if (list != "value") {
    out.erase("value");
  }
  return out;
}

void take_variables(Element& out, const Json& element) {
  for (const std::string_view list : variable_lists) {
    Json variables = Json::array();
    for (const Json& each : items_of(element, list)) {
      if (const Json* value = each.find("value"); value != nullptr && value->is_object())
        variables.push_back(Json::object({{"value", bare(*value, 0)}}));
    }
    if (!variables.empty()) out.more.set(std::string(list), std::move(variables));
  }
}

void take_administration(Element& out, const Json& submodel) {
  const Json* all = submodel.find("administration");
  if (all == nullptr) return;
  Json said;
  for (const char* each : {"version", "revision", "templateId"}) {
    if (const Json* value = all->find(each)) said.set(each, *value);
  }
  if (!said.is_null()) out.more.set("administration", std::move(said));
}

// What is said of the element itself.
Element facts_of(const Json& element, std::string_view model_type) {
  Element out;
  out.model_type = model_type;
  out.id_short = element.text("idShort");
  out.value_type = element.text("valueType");
  if (const Json* reference = element.find("semanticId"); reference != nullptr && reference->is_object())
    out.semantic_id = *reference;
  for (const KeptMember& each : kept_members) {
    if (const Json* value = element.find(each.name); value != nullptr && is_of(*value, each.kind))
      out.more.set(std::string(each.name), *value);
  }
  take_variables(out, element);
  if (model_type == "Submodel") take_administration(out, element);
  for (const Json& qualifier : items_of(element, "qualifiers")) take_qualifier(out, qualifier);
  if (Json example = value_as_example(element); !example.is_null() && out.more.find("ExampleValue") == nullptr)
    out.more.set("example", std::move(example));
  return out;
}

class Compiling {
 public:
  // False where there are too many elements.
  bool children(const Json& parent, Element& out, int depth) {
    const std::string_view list = children_member(out.model_type);
    if (list.empty() || depth >= max_template_depth) return true;
    for (const Json& each : items_of(parent, list)) {
      if (!each.is_object()) continue;
      if (++count_ > max_template_elements) return false;
      Element& made = out.children.emplace_back(facts_of(each, each.text("modelType")));
      if (!children(each, made, depth + 1)) return false;
    }
    return true;
  }

 private:
  std::size_t count_ = 0;
};

std::string version_in(const Json& submodel) {
  std::vector<std::string> parts;
  if (const Json* said = submodel.find("administration")) {
    for (const char* each : {"version", "revision"}) {
      if (const std::string_view part = said->text(each); !part.empty()) parts.emplace_back(part);
    }
  }
  return joined_by(parts, ".");
}

// --- concept descriptions ---

const Json* iec_61360_of(const Json& concept_description) {
  for (const Json& each : items_of(concept_description, "embeddedDataSpecifications")) {
    const Json* content = each.find("dataSpecificationContent");
    if (content != nullptr && content->text("modelType") == "DataSpecificationIec61360") return content;
  }
  return nullptr;
}

std::string short_text(std::string_view text) {
  std::string out = plain(text);
  return out.size() <= longest_text ? out : std::string();
}

std::string_view english(const Json::Array& names) {
  for (const Json& each : names) {
    const std::string language = base::lower_ascii(each.text("language"));
    if (language == "en" || language.starts_with("en-")) return each.text("text");
  }
  return names.empty() ? std::string_view() : names[0].text("text");
}

Concept concept_facts(const Json& concept_description) {
  Concept out;
  out.id = concept_description.text("id");
  out.id_short = short_text(concept_description.text("idShort"));
  const Json* content = iec_61360_of(concept_description);
  if (content == nullptr) return out;
  out.preferred_name = short_text(english(items_of(*content, "preferredName")));
  out.unit = short_text(content->text("unit"));
  if (const Json* unit = content->find("unitId"); unit != nullptr && unit->is_object()) out.unit_id = *unit;
  out.data_type = short_text(content->text("dataType"));
  out.value = short_text(content->text("value"));
  return out;
}

}  // namespace

bool is_mandatory(Cardinality cardinality) {
  return cardinality == Cardinality::one || cardinality == Cardinality::one_to_many;
}
bool is_many(Cardinality cardinality) {
  return cardinality != Cardinality::one && cardinality != Cardinality::zero_to_one;
}
std::string_view name(Cardinality cardinality) {
  constexpr std::array<std::string_view, 6> names{"", "", "ZeroToOne", "One", "ZeroToMany", "OneToMany"};
  return names.at(static_cast<std::size_t>(cardinality));
}

std::string_view children_member(std::string_view model_type) {
  if (model_type == "Submodel") return "submodelElements";
  if (model_type == "SubmodelElementCollection" || model_type == "SubmodelElementList") return "value";
  if (model_type == "Entity") return "statements";
  return model_type == "AnnotatedRelationshipElement" ? "annotations" : "";
}

std::string_view Element::meaning() const { return last_key(&semantic_id); }

Json Element::example() const {
  for (const char* each : {"ExampleValue", "example", "InitialValue", "DefaultValue"}) {
    if (const Json* value = more.find(each)) return *value;
  }
  return {};
}

Published published_as(std::string_view path) {
  std::vector<std::string_view> folders = base::split(path, '/');
  const std::string_view stem = stem_of_file(folders.back());
  folders.pop_back();
  std::vector<std::string> version;
  while (!folders.empty() && !folders.back().empty() && std::ranges::all_of(folders.back(), is_digit)) {
    version.insert(version.begin(), std::string(folders.back()));
    folders.pop_back();
  }
  Published out;
  const std::optional<NumberInFile> found = number_in(stem);
  if (found) {
    if (version.empty() && found->groups.size() > 1) version = found->groups;
    out.numbers = numbers_of(*found, version);
  }
  out.label = label_of(found ? stem.substr(found->end) : stem);
  out.version = joined_by(version, ".");
  std::vector<std::string> names;
  for (const std::string_view each : folders) names.push_back(with_blanks(each));
  out.name = joined_by(names, ", ");
  if (out.name.empty()) out.name = out.label.empty() ? plain(stem) : out.label;
  return out;
}

struct Template::Tree {
  std::once_flag once;
  std::string_view lines;
  Element root;
};

Template::Template(Element tree) : tree_(std::make_shared<Tree>()) { tree_->root = std::move(tree); }
Template::Template(std::string_view lines) : tree_(std::make_shared<Tree>()) { tree_->lines = lines; }

const Element& Template::root() const {
  std::call_once(tree_->once, [this] {
    if (!tree_->lines.empty()) tree_->root = element_from_lines(tree_->lines);
  });
  return tree_->root;
}

Result<std::vector<Template>> compiled(const Json& environment, std::string_view source, std::string_view metamodel) {
  const Published place = published_as(source);
  std::vector<Template> out;
  for (const Json& submodel : items_of(environment, "submodels")) {
    if (submodel.text("kind") != "Template") continue;
    Element root = facts_of(submodel, "Submodel");
    if (!Compiling().children(submodel, root, 0))
      return base::fail(base::Code::constraint,
                        "a template has more than " + std::to_string(max_template_elements) + " elements",
                        std::string(source));
    Template& made = out.emplace_back(std::move(root));
    made.name = place.name;
    made.version = place.version.empty() ? version_in(submodel) : place.version;
    made.metamodel = metamodel;
    made.semantic_id = made.root().meaning();
    made.id_short = made.root().id_short;
    made.id = submodel.text("id");
    made.numbers = place.numbers;
    made.source = source;
  }
  return out;
}

std::vector<Concept> concepts_of(const Json& environment) {
  std::vector<Concept> out;
  for (const Json& each : items_of(environment, "conceptDescriptions")) out.push_back(concept_facts(each));
  return out;
}

}  // namespace aas::engine
