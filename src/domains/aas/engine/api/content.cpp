// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/api/content.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "domains/aas/engine/api/find.h"

namespace aas::engine::api {

namespace {

using base::append_json_string;

// How many levels are shown, the element itself counted.
std::size_t levels_of(const Modifiers& modifiers) { return modifiers.deep ? most_levels : 2; }

// Writes the members of an object one after the other.
class Object {
 public:
  explicit Object(std::string& out) : out_(out) { out_ += '{'; }
  std::string& member(std::string_view name) {
    if (!first_) out_ += ',';
    first_ = false;
    append_json_string(out_, name);
    out_ += ':';
    return out_;
  }
  void copy(const Json& from, std::string_view name) {
    if (const Json* value = from.find(name)) value->dump_to(member(name));
  }
  void close() { out_ += '}'; }

 private:
  std::string& out_;
  bool first_ = true;
};

class Normal {
 public:
  Normal(std::string& out, const Nodes& nodes, bool blobs) : out_(out), nodes_(nodes), blobs_(blobs) {}

  void write(const Node& node, std::size_t levels) {
    Object object(out_);
    const Json& lists = node.lists();
    const bool hides_value = !blobs_ && node.model_type() == "Blob";
    for (const auto& [name, value] : node.members().as_object()) {
      const Json* ids = lists.find(name);
      if (ids != nullptr) {
        if (levels > 1) write_list(object, name, *ids, levels - 1);
      } else if (!hides_value || name != "value") {
        value.dump_to(object.member(name));
      }
    }
    object.close();
  }

 private:
  // A list of which the caller may read nothing is left out: the standard has no empty lists.
  void write_list(Object& object, std::string_view name, const Json& ids, std::size_t levels) {
    bool begun = ids.empty();
    if (begun) object.member(name) += '[';
    for (const Json& id : ids.as_array()) {
      const Node child = nodes_.find(id.as_string());
      if (!child) continue;
      if (begun) {
        out_ += ',';
      } else {
        object.member(name) += '[';
      }
      begun = true;
      write(child, levels);
    }
    if (begun) out_ += ']';
  }

  std::string& out_;
  const Nodes& nodes_;
  bool blobs_;
};

struct ValueMembers {
  std::string_view model_type;
  std::array<std::string_view, 4> names = {};
};
// IDTA-01002, the schemas …Metadata: what they lack of their class.
constexpr std::array value_members{
    ValueMembers{"Submodel", {"submodelElements"}},
    ValueMembers{"SubmodelElementCollection", {"value"}},
    ValueMembers{"SubmodelElementList", {"value"}},
    ValueMembers{"Entity", {"statements", "entityType", "globalAssetId", "specificAssetIds"}},
    ValueMembers{"BasicEventElement", {"observed"}},
    ValueMembers{"Property", {"value", "valueId"}},
    ValueMembers{"MultiLanguageProperty", {"value", "valueId"}},
    ValueMembers{"Range", {"min", "max"}},
    ValueMembers{"ReferenceElement", {"value"}},
    ValueMembers{"RelationshipElement", {"first", "second"}},
    ValueMembers{"AnnotatedRelationshipElement", {"first", "second", "annotations"}},
    ValueMembers{"Blob", {"value", "contentType"}},
    ValueMembers{"File", {"value", "contentType"}},
    ValueMembers{"Operation", {"inputVariables", "outputVariables", "inoutputVariables"}}};

bool is_value_member(std::string_view model_type, std::string_view name) {
  const auto found = std::ranges::find(value_members, model_type, &ValueMembers::model_type);
  return found != value_members.end() && std::ranges::find(found->names, name) != found->names.end();
}

// Numbers in XML Schema may begin with '+' and zeros, and end with a point.
std::string_view without_plus(std::string_view text) { return text.starts_with('+') ? text.substr(1) : text; }

std::optional<Json> as_integer(std::string_view text) {
  const std::string_view digits = without_plus(text);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return Json(value);
}

std::optional<Json> as_number(std::string_view text) {
  const std::string_view number = without_plus(text);
  double value = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  if (error != std::errc() || end != number.data() + number.size() || !std::isfinite(value)) return std::nullopt;
  return Json(value);
}

// A double gives back what has at most so many digits.
std::optional<Json> as_decimal(std::string_view text) {
  constexpr std::ptrdiff_t exact_digits = 15;
  const auto digits = std::ranges::count_if(text, [](char c) { return c >= '0' && c <= '9'; });
  return digits > exact_digits ? std::nullopt : as_number(text);
}

std::optional<Json> as_boolean(std::string_view text) {
  if (text == "true" || text == "1") return Json(true);
  if (text == "false" || text == "0") return Json(false);
  return std::nullopt;
}

constexpr std::array<std::string_view, 13> integer_types{"xs:integer",
                                                         "xs:byte",
                                                         "xs:short",
                                                         "xs:int",
                                                         "xs:long",
                                                         "xs:unsignedByte",
                                                         "xs:unsignedShort",
                                                         "xs:unsignedInt",
                                                         "xs:unsignedLong",
                                                         "xs:positiveInteger",
                                                         "xs:nonNegativeInteger",
                                                         "xs:negativeInteger",
                                                         "xs:nonPositiveInteger"};

Json typed_member(const Json& members, std::string_view name) {
  const Json* value = members.find(name);
  if (value == nullptr || !value->is_string()) return value == nullptr ? Json() : *value;
  return typed_value(members.text("valueType"), value->as_string());
}

// [{"de": "Pumpe"}, {"en": "pump"}]
void write_languages(std::string& out, const Json* texts) {
  out += '[';
  bool first = true;
  if (texts != nullptr && texts->is_array()) {
    for (const Json& each : texts->as_array()) {
      if (!first) out += ',';
      first = false;
      Object object(out);
      append_json_string(object.member(each.text("language")), each.text("text"));
      object.close();
    }
  }
  out += ']';
}

class Value {
 public:
  Value(std::string& out, const Nodes& nodes, bool blobs) : out_(out), nodes_(nodes), blobs_(blobs) {}

  void write(const Node& node, std::size_t levels) {
    const std::string_view type = node.model_type();
    if (type == "Submodel") return write_named(node.list("submodelElements"), levels);
    if (type == "SubmodelElementCollection") return write_named(node.list("value"), levels);
    if (type == "SubmodelElementList") return write_items(node.list("value"), levels, false);
    if (type == "Entity") return write_entity(node, levels);
    if (type == "AnnotatedRelationshipElement") return write_annotated(node, levels);
    write_leaf(node);
  }

  void write_one_named(const Node& node, std::size_t levels) {
    Object object(out_);
    object.member(node.id_short());
    write(node, levels);
    object.close();
  }

 private:
  void write_named(const Json* ids, std::size_t levels) {
    Object object(out_);
    if (ids != nullptr && levels > 1) {
      for (const Json& id : ids->as_array()) {
        const Node child = nodes_.find(id.as_string());
        if (!child || child.id_short().empty() || !has_value(child)) continue;
        object.member(child.id_short());
        write(child, levels - 1);
      }
    }
    object.close();
  }

  // By position: what has no value, or must not be read, is null.
  void write_items(const Json* ids, std::size_t levels, bool named) {
    out_ += '[';
    bool first = true;
    if (ids != nullptr && levels > 1) {
      for (const Json& id : ids->as_array()) {
        if (!first) out_ += ',';
        first = false;
        write_item(nodes_.find(id.as_string()), levels - 1, named);
      }
    }
    out_ += ']';
  }

  void write_item(const Node& child, std::size_t levels, bool named) {
    if (!child || !has_value(child)) {
      out_ += "null";
    } else if (named) {
      write_one_named(child, levels);
    } else {
      write(child, levels);
    }
  }

  void write_entity(const Node& node, std::size_t levels) {
    Object object(out_);
    object.member("statements");
    write_named(node.list("statements"), levels);
    for (const std::string_view name : {"entityType", "globalAssetId", "specificAssetIds"})
      object.copy(node.members(), name);
    object.close();
  }

  void write_annotated(const Node& node, std::size_t levels) {
    Object object(out_);
    for (const std::string_view name : {"first", "second"}) object.copy(node.members(), name);
    object.member("annotations");
    write_items(node.list("annotations"), levels, true);
    object.close();
  }

  void write_leaf(const Node& node) {
    const Json& members = node.members();
    const std::string_view type = node.model_type();
    if (type == "Property") return typed_member(members, "value").dump_to(out_);
    if (type == "MultiLanguageProperty") return write_languages(out_, members.find("value"));
    if (type == "ReferenceElement") {
      const Json* value = members.find("value");
      return value == nullptr ? void(out_ += "null") : value->dump_to(out_);
    }
    Object object(out_);
    if (type == "Range") {
      for (const std::string_view name : {"min", "max"})
        if (members.find(name) != nullptr) typed_member(members, name).dump_to(object.member(name));
    }
    const bool hides_value = type == "Blob" && !blobs_;
    for (const std::string_view name : {"contentType", "value", "first", "second", "observed"})
      if (!hides_value || name != "value") object.copy(members, name);
    object.close();
  }

  std::string& out_;
  const Nodes& nodes_;
  bool blobs_;
};

struct Below {
  Node node;
  std::string path;
  std::size_t levels;
};

// The children of one, the last first, since they are taken from the end.
void push_children(std::vector<Below>& waiting, const Nodes& nodes, const Below& parent) {
  const std::size_t first = waiting.size();
  for (const auto& [name, ids] : parent.node.lists().as_object()) {
    for (std::size_t at = 0; at < ids.size(); ++at) {
      Node child = nodes.find(ids.as_array()[at].as_string());
      if (!child) continue;
      std::string path = path_below(parent.path, parent.node, child, at);
      waiting.push_back({std::move(child), std::move(path), parent.levels - 1});
    }
  }
  std::reverse(waiting.begin() + static_cast<std::ptrdiff_t>(first), waiting.end());
}

}  // namespace

void write_normal(std::string& out, const Nodes& nodes, const Node& node, const Modifiers& modifiers) {
  Normal(out, nodes, modifiers.blobs).write(node, levels_of(modifiers));
}

void write_metadata(std::string& out, const Node& node) {
  Object object(out);
  for (const auto& [name, value] : node.members().as_object()) {
    if (!is_value_member(node.model_type(), name)) value.dump_to(object.member(name));
  }
  object.close();
}

bool has_metadata(const Node& node) { return node.model_type() != "Capability" && node.model_type() != "Operation"; }

bool has_value(const Node& node) { return has_metadata(node); }

void write_value(std::string& out, const Nodes& nodes, const Node& node, const Modifiers& modifiers) {
  Value(out, nodes, modifiers.blobs).write(node, levels_of(modifiers));
}

void write_named_value(std::string& out, const Nodes& nodes, const Node& node, const Modifiers& modifiers) {
  Value value(out, nodes, modifiers.blobs);
  if (node.id_short().empty()) return value.write(node, levels_of(modifiers));
  value.write_one_named(node, levels_of(modifiers));
}

void write_reference(std::string& out, const Nodes& nodes, const Node& node) {
  Json keys = Json::array();
  for (const Step& step : way_to(nodes, node)) {
    const Json& members = step.node.members();
    const std::string value(step.in_list ? std::to_string(step.index) : members.text("id", members.text("idShort")));
    keys.push_back(Json::object({{"type", step.node.model_type()}, {"value", value}}));
  }
  Json::object({{"type", "ModelReference"}, {"keys", std::move(keys)}}).dump_to(out);
}

void each_path_below(const Nodes& nodes, const Node& node, std::string_view path, bool deep,
                     const std::function<bool(std::string_view path)>& each) {
  std::vector<Below> waiting;
  push_children(waiting, nodes, {node, std::string(path), deep ? most_levels : 2});
  while (!waiting.empty()) {
    const Below next = std::move(waiting.back());
    waiting.pop_back();
    if (!each(next.path)) return;
    if (next.levels > 1) push_children(waiting, nodes, next);
  }
}

bool has_paths(const Node& node) {
  const std::string_view type = node.model_type();
  return type == "SubmodelElementCollection" || type == "SubmodelElementList" || type == "Entity";
}

Json typed_value(std::string_view value_type, std::string_view value) {
  std::optional<Json> typed;
  if (value_type == "xs:boolean") typed = as_boolean(value);
  if (std::ranges::find(integer_types, value_type) != integer_types.end()) typed = as_integer(value);
  if (value_type == "xs:double" || value_type == "xs:float") typed = as_number(value);
  if (value_type == "xs:decimal") typed = as_decimal(value);
  return typed ? *std::move(typed) : Json(value);
}

}  // namespace aas::engine::api
