// SPDX-License-Identifier: Apache-2.0
#include "kernel/types.h"

#include <charconv>
#include <utility>

#include "base/ids.h"
#include "base/text.h"

namespace kernel {

namespace {

// RFC 8785 3.2.2.3: integers beyond 2^53 do not survive as JSON numbers; they are written as strings.
constexpr std::int64_t json_safe_integer = std::int64_t{1} << 53;

Json coordinate_to_json(std::int64_t value) {
  if (value >= -json_safe_integer && value <= json_safe_integer) return value;
  return std::to_string(value);
}

Json corner_to_json(const std::array<std::int64_t, 3>& corner) {
  Json list = Json::array();
  for (const auto value : corner) list.push_back(coordinate_to_json(value));
  return list;
}

Json box_to_json(const Box& box) {
  return Json::object({{"min", corner_to_json(box.min_um)}, {"max", corner_to_json(box.max_um)}});
}

Json texts_to_json(const std::vector<std::string>& texts) {
  Json list = Json::array();
  for (const auto& text : texts) list.push_back(text);
  return list;
}

Error damaged(std::string message, std::string path) {
  return fail(Code::parse, "stored element: " + std::move(message), std::move(path));
}

Result<std::int64_t> coordinate_from_json(const Json& value, const std::string& path) {
  if (value.is_integer()) return value.as_integer();
  if (!value.is_string()) return damaged("a coordinate is a whole number of micrometres", path);
  const std::string& text = value.as_string();
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) {
    return damaged("a coordinate is a whole number of micrometres", path);
  }
  return number;
}

Result<std::array<std::int64_t, 3>> corner_from_json(const Json* value, const std::string& path) {
  if (value == nullptr || !value->is_array() || value->size() != 3) return damaged("expected three numbers", path);
  std::array<std::int64_t, 3> corner{};
  for (std::size_t axis = 0; axis < 3; ++axis) corner[axis] = TRY(coordinate_from_json(value->as_array()[axis], path));
  return corner;
}

Result<Box> box_from_json(const Json& value) {
  Box box;
  box.min_um = TRY(corner_from_json(value.find("min"), "box.min"));
  box.max_um = TRY(corner_from_json(value.find("max"), "box.max"));
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (box.min_um[axis] > box.max_um[axis]) return damaged("min is greater than max", "box");
  }
  return box;
}

Result<std::vector<std::string>> texts_from_json(const Json& value, const std::string& path) {
  if (!value.is_array()) return damaged("expected a list of texts", path);
  std::vector<std::string> texts;
  for (const Json& item : value.as_array()) {
    if (!item.is_string()) return damaged("expected a list of texts", path);
    texts.push_back(item.as_string());
  }
  return texts;
}

Json adoption_to_json(const Adoption& adoption) {
  return Json::object({{"blob", adoption.blob}, {"elements", adoption.elements}, {"kind", adoption.kind}});
}

Result<Adoption> adoption_from_json(const Json& value) {
  const Json* elements = value.find("elements");
  Adoption adoption{std::string(value.text("blob")), std::string(value.text("kind")),
                    elements != nullptr && elements->is_integer() ? elements->as_integer() : -1};
  if (adoption.blob.empty() || adoption.kind.empty() || adoption.elements < 0 || value.size() != 3)
    return damaged("expected blob, elements and kind", "adopts");
  return adoption;
}

Result<void> read_member(Element& element, const std::string& name, const Json& value) {
  if (name == "category") {
    if (!value.is_string()) return damaged("category must be a text", "category");
    element.category = value.as_string();
  } else if (name == "levels") {
    element.levels = TRY(texts_from_json(value, name));
  } else if (name == "refs") {
    element.refs = TRY(texts_from_json(value, name));
  } else if (name == "box") {
    element.box = TRY(box_from_json(value));
  } else if (name == "adopts") {
    element.adopts = TRY(adoption_from_json(value));
  } else if (name == "body") {
    element.body = value;
  } else {
    return damaged("unknown member '" + base::printable(name, 80) + "'", name);
  }
  return {};
}

}  // namespace

std::string Principal::key() const {
  if (kind == Kind::human) return "human:" + user_id;
  return agent_id ? "agent:" + *agent_id : "agent:";
}

Json to_json(const Principal& principal) {
  return Json::object({{"kind", principal.kind == Kind::human ? "human" : "agent"},
                       {"user_id", principal.user_id},
                       {"agent_id", principal.agent_id ? Json(*principal.agent_id) : Json()}});
}

// The parts are set apart by a line feed, which neither a user's nor a client's name can hold, so
// that ("a", "b c") and ("a b", "c") differ.
Principal human_principal(std::string_view os_user) {
  Principal human;
  human.kind = Kind::human;
  human.user_id = base::uuid_v5(base::lintel_namespace, "user\n" + std::string(os_user));
  human.label = os_user;
  return human;
}

Principal agent_principal(std::string_view os_user, std::string_view client_name) {
  Principal agent;
  agent.kind = Kind::agent;
  agent.user_id = human_principal(os_user).user_id;
  agent.agent_id =
      base::uuid_v5(base::lintel_namespace, "agent\n" + std::string(os_user) + "\n" + std::string(client_name));
  agent.label = std::string(client_name) + " for " + std::string(os_user);
  return agent;
}

std::string_view name(Permission permission) {
  switch (permission) {
    case Permission::read:
      return "READ";
    case Permission::create:
      return "CREATE";
    case Permission::modify:
      return "MODIFY";
    case Permission::remove:
      return "DELETE";
    case Permission::approve:
      return "APPROVE";
  }
  std::unreachable();
}

std::optional<Permission> permission_named(std::string_view text) {
  for (const auto permission :
       {Permission::read, Permission::create, Permission::modify, Permission::remove, Permission::approve}) {
    if (name(permission) == text) return permission;
  }
  return std::nullopt;
}

std::string_view name(Tier tier) {
  switch (tier) {
    case Tier::low:
      return "LOW";
    case Tier::medium:
      return "MEDIUM";
    case Tier::high:
      return "HIGH";
    case Tier::critical:
      return "CRITICAL";
  }
  std::unreachable();
}

// Both corners are held against both sides, so that a box given inside out does not slip through.
bool Box::contains(const Box& inner) const {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (const auto value : {inner.min_um[axis], inner.max_um[axis]}) {
      if (value < min_um[axis] || value > max_um[axis]) return false;
    }
  }
  return true;
}

bool operator==(const Element& a, const Element& b) {
  return a.id == b.id && a.category == b.category && a.levels == b.levels && a.box == b.box && a.refs == b.refs &&
         a.adopts == b.adopts && a.body == b.body;
}

Json to_json(const Element& element) {
  Json stored = Json::object({{"category", element.category}});
  if (!element.levels.empty()) stored.set("levels", texts_to_json(element.levels));
  if (element.box) stored.set("box", box_to_json(*element.box));
  if (!element.refs.empty()) stored.set("refs", texts_to_json(element.refs));
  if (element.adopts) stored.set("adopts", adoption_to_json(*element.adopts));
  stored.set("body", element.body);
  return stored;
}

Result<Element> element_from_json(std::string id, const Json& stored) {
  if (!stored.is_object()) return damaged("expected an object", id);
  for (const char* needed : {"category", "body"}) {
    if (stored.find(needed) == nullptr) return damaged(std::string(needed) + " is missing", needed);
  }
  Element element;
  element.id = std::move(id);
  for (const auto& [member, value] : stored.as_object()) TRY(read_member(element, member, value));
  return element;
}

std::int64_t Touched::count() const {
  std::int64_t sum = 0;
  for (const Item& item : items) sum += item.times;
  return sum;
}

Change& Change::put(Element element) {
  Op op;
  op.what = Op::What::put;
  op.id = element.id;
  op.after = std::make_shared<const Element>(std::move(element));
  ops.push_back(std::move(op));
  return *this;
}

Change& Change::remove(std::string id) {
  Op op;
  op.what = Op::What::remove;
  op.id = std::move(id);
  ops.push_back(std::move(op));
  return *this;
}

Json to_json(const FilePlan& file) {
  Json json = Json::object({{"after", file.sha256}, {"before", file.before ? Json(*file.before) : Json()}});
  if (!file.kept) json.set("kept", false);
  json.set("path", file.path).set("size", file.size);
  return json;
}

std::optional<FilePlan> file_plan_from_json(const Json& json) {
  const Json* size = json.find("size");
  if (!size || !size->is_integer()) return std::nullopt;
  FilePlan file{.path = std::string(json.text("path")),
                .from_root = {},
                .sha256 = std::string(json.text("after")),
                .size = size->as_integer()};
  if (const std::string_view before = json.text("before"); !before.empty()) file.before = before;
  file.kept = json.find("kept") == nullptr;
  return file;
}

Json to_json(const std::vector<FilePlan>& files) {
  Json list = Json::array();
  for (const FilePlan& file : files) list.push_back(to_json(file));
  return list;
}

}  // namespace kernel
