// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/fill/fill.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/text.h"
#include "domains/aas/engine/edit/value.h"
#include "domains/aas/engine/fill/units.h"
#include "domains/aas/engine/look/brief.h"
#include "domains/aas/engine/look/look.h"
#include "domains/aas/engine/tree/path.h"
#include "domains/aas/engine/tree/tree.h"

namespace aas::engine {

namespace {

bool is_number_value(std::string_view value_type) {
  static const std::set<std::string_view> types = {"xs:double",
                                                   "xs:float",
                                                   "xs:decimal",
                                                   "xs:integer",
                                                   "xs:int",
                                                   "xs:long",
                                                   "xs:short",
                                                   "xs:byte",
                                                   "xs:unsignedByte",
                                                   "xs:unsignedInt",
                                                   "xs:unsignedLong",
                                                   "xs:unsignedShort",
                                                   "xs:nonNegativeInteger",
                                                   "xs:positiveInteger",
                                                   "xs:negativeInteger",
                                                   "xs:nonPositiveInteger"};
  return types.contains(value_type);
}

class Filling {
 public:
  Filling(const Nodes& nodes, formats::aas::Version version) : nodes_(nodes), version_(version) {}

  void take(const Value& value) {
    const Result<Named> element = target(value.to);
    if (!element.ok())
      return skip(value, element.error().message + (element.error().hint.empty() ? "" : " " + element.error().hint));
    if (!taken_.insert(element->node.id() + element->inside).second)
      return skip(value, "another value goes there already");
    const Result<Json> fitting = fitted(value, element->members());
    if (!fitting.ok()) return skip(value, fitting.error().message);
    const std::string pointer = element->pointer(nodes_);
    Result<std::vector<Patch>> patches = value_patches(nodes_, pointer, *fitting, version_);
    if (!patches.ok()) return skip(value, patches.error().message);
    Json entry = Json::object({{"from", value.from}, {"path", pointer}, {"where", element->where}});
    if (patches->empty()) {
      out_.same.push_back(std::move(entry));
      return;
    }
    out_.set.push_back(entry.set("value", *fitting));
    std::ranges::move(*patches, std::back_inserter(out_.patches));
  }

  Filled finish() { return std::move(out_); }

 private:
  void skip(const Value& value, std::string reason) {
    out_.skipped.push_back(
        Json::object({{"from", value.from}, {"to", value.to}, {"reason", base::printable(reason, 300)}}));
  }

  // By path, or by a meaning that one element alone has.
  Result<Named> target(const std::string& to) {
    Result<Named> named = element_named(nodes_, to);
    if (named.ok()) return named;
    const auto& by_meaning = meanings();
    const auto found = by_meaning.find(to);
    if (found == by_meaning.end()) return named;
    const Node& node = found->second.front();
    if (found->second.size() == 1) return Named{node, {}, path_of(nodes_, node)};
    return invalid_path(std::to_string(found->second.size()) + " elements have this semanticId", to,
                        "Name one by its path.");
  }

  const std::map<std::string, std::vector<Node>, std::less<>>& meanings() {
    if (!by_meaning_.empty()) return by_meaning_;
    for (const Node& node : in_order(nodes_, nodes_.root())) {
      const std::string_view id = node.id() == root_id ? std::string_view() : semantic_id_of(node.members());
      if (!id.empty() && number_of_children(node) == 0) by_meaning_[std::string(id)].push_back(node);
    }
    return by_meaning_;
  }

  // A text of a table as the element wants it; a number in the element's unit.
  Result<Json> fitted(const Value& value, const Json& members) {
    if (!value.is_text && value.unit.empty()) return value.value;
    const bool number = is_number_value(members.text("valueType"));
    std::string text = value.value.is_string() ? value.value.as_string() : value.value.dump();
    if (!number)
      return value.is_text && members.text("modelType") == "MultiLanguageProperty"
                 ? in_language(text, value.language, members)
                 : value.value;
    const auto plain = plain_number(text, value.decimal);
    if (!plain)
      return base::fail(base::Code::wrong_type,
                        "\"" + base::printable(text, 60) + "\" is no number that can be read in one way only");
    if (value.unit.empty()) return Json(*plain);
    const Json known = concept_in(nodes_, semantic_id_of(members));
    const std::string wanted(known.is_object() ? known.text("unit") : std::string_view());
    if (wanted.empty() || wanted == value.unit) return Json(*plain);
    const auto other = converted(*plain, value.unit, wanted);
    if (!other)
      return base::fail(base::Code::wrong_type,
                        "there is no telling how many " + wanted + " are " + *plain + " " + value.unit);
    return Json(*other);
  }

  // A table has one text; where the element has one language that is it.
  static Result<Json> in_language(const std::string& text, const std::string& said, const Json& members) {
    const Json* there = members.find("value");
    std::string language = said.empty() ? "en" : said;
    if (said.empty() && there != nullptr && there->is_array() && there->size() == 1)
      language = there->as_array().front().text("language", "en");
    return Json::object({{language, text}});
  }

  const Nodes& nodes_;
  formats::aas::Version version_;
  std::set<std::string> taken_;
  std::map<std::string, std::vector<Node>, std::less<>> by_meaning_;
  Filled out_;
};

}  // namespace

Filled filled(const Nodes& nodes, const std::vector<Value>& values, formats::aas::Version version) {
  Filling filling(nodes, version);
  for (const Value& value : values) filling.take(value);
  return filling.finish();
}

}  // namespace aas::engine
