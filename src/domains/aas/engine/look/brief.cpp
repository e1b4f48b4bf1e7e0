// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/look/brief.h"

#include "base/text.h"
#include "domains/aas/engine/tree/path.h"

namespace aas::engine {

namespace {

std::string texts_in_words(const Json& list) {
  std::string out;
  for (const Json& each : list.as_array()) {
    if (!each.is_object()) continue;
    if (!out.empty()) out += "; ";
    out.append(each.text("language")).append(": ").append(each.text("text"));
  }
  return out;
}

std::string range_in_words(const Json& members) {
  const std::string_view min = members.text("min"), max = members.text("max");
  if (min.empty() && max.empty()) return {};
  return std::string(min.empty() ? "…" : min) + " … " + std::string(max.empty() ? "…" : max);
}

std::string in_words(const Json& members) {
  const std::string_view type = members.text("modelType");
  if (type == "Range") return range_in_words(members);
  if (type == "Entity") return std::string(members.text("globalAssetId"));
  if (type == "RelationshipElement" || type == "AnnotatedRelationshipElement")
    return std::string(last_key(members.find("first"))) + " → " + std::string(last_key(members.find("second")));
  const Json* value = members.find("value");
  if (value == nullptr) return {};
  if (type == "Blob" && value->is_string()) return std::to_string(value->as_string().size() / 4 * 3) + " bytes";
  if (type == "ReferenceElement") return std::string(last_key(value));
  if (type == "MultiLanguageProperty" && value->is_array()) return texts_in_words(*value);
  return value->is_string() ? value->as_string() : std::string();
}

std::string any_in_words(const std::optional<Json>& value) {
  if (!value) return "nothing";
  if (value->is_object() && value->find("modelType") != nullptr) {
    const std::string shown = value_in_words(*value);
    std::string_view called = value->text("idShort");
    if (called.empty()) called = value->text("id");
    return std::string(value->text("modelType")) + (called.empty() ? "" : " " + base::printable(called, 100)) +
           (shown.empty() ? "" : " = " + shown);
  }
  if (value->is_array() && !value->empty() && value->as_array().front().find("language") != nullptr)
    return value_in_words(Json::object({{"modelType", "MultiLanguageProperty"}, {"value", *value}}), 400);
  return base::printable(value->dump(), 400);
}

}  // namespace

std::string change_in_words(const std::optional<Json>& before, const std::optional<Json>& after) {
  return any_in_words(before) + " → " + any_in_words(after);
}

std::string_view last_key(const Json* reference) {
  const Json* keys = reference != nullptr ? reference->find("keys") : nullptr;
  if (keys == nullptr || !keys->is_array() || keys->empty()) return {};
  return keys->as_array().back().text("value");
}

std::string_view semantic_id_of(const Json& members) { return last_key(members.find("semanticId")); }

std::string value_in_words(const Json& members, std::size_t max_bytes) {
  return base::printable(in_words(members), max_bytes);
}

Json brief(const Node& node, std::string_view pointer) {
  const Json& members = node.members();
  Json out = Json::object({{"path", pointer}});
  if (!node.id_short().empty()) out.set("idShort", node.id_short());
  out.set("modelType", node.model_type());
  const auto add = [&](const char* name, std::string_view text) {
    if (!text.empty()) out.set(name, text);
  };
  add("id", members.text("id"));
  if (members.text("kind") == "Template") out.set("kind", "Template");
  add("semanticId", semantic_id_of(members));
  add("valueType", members.text("valueType"));
  add("value", value_in_words(members));
  if (const std::size_t count = number_of_children(node); count > 0) out.set("children", count);
  return out;
}

}  // namespace aas::engine
