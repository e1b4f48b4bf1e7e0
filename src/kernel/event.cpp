// SPDX-License-Identifier: Apache-2.0
#include "kernel/event.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/text.h"

namespace kernel {

namespace {

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json to_json(const std::vector<Fact>& facts) {
  Json list = Json::array();
  for (const Fact& fact : facts) list.push_back(Json::object({{"type", fact.type}, {"element", fact.element}}));
  return list;
}

Json to_json(const std::vector<std::string>& texts) {
  Json list = Json::array();
  for (const std::string& text : texts) list.push_back(text);
  return list;
}

Json to_json(const Event& event) {
  Json out = Json::object();
  out.set("v", 1).set("seq", event.seq).set("id", event.id).set("ws", event.workspace);
  out.set("branch", event.branch).set("rev", event.revision);
  out.set("parents", to_json(event.parents)).set("prev", event.prev);
  out.set("time", base::iso8601(event.time_ms));
  if (event.clock_back) out.set("clock_back", true);
  out.set("principal", kernel::to_json(event.principal));
  out.set("toolset", event.toolset).set("tool", event.tool).set("tool_version", event.tool_version);
  out.set("args_digest", event.args_digest).set("idem", text_or_null(event.idempotency_key));
  out.set("facts", to_json(event.facts));
  out.set("ops", kernel::to_json(event.steps)).set("inverse", kernel::to_json(event.inverse));
  out.set("touched", event.touched);
  Json secrets = Json::object();
  if (!event.reasoning_commit.empty()) secrets.set("reasoning", event.reasoning_commit);
  out.set("private", std::move(secrets));
  out.set("policy_digest", event.policy_digest).set("approval", event.approval);
  out.set("undo_of", text_or_null(event.undo_of)).set("redo_of", text_or_null(event.redo_of));
  if (event.leaves_system) out.set("leaves_system", true);
  out.set("state_check", event.state_check);
  return out;
}

Error damaged(std::string_view member) { return fail(Code::parse, "the stored event is damaged", std::string(member)); }

Result<std::int64_t> integer(const Json& json, std::string_view member) {
  const Json* value = json.find(member);
  if (!value || !value->is_integer()) return damaged(member);
  return value->as_integer();
}

bool flag(const Json& json, std::string_view member) {
  const Json* value = json.find(member);
  return value && value->is_bool() && value->as_bool();
}

Result<Principal> principal_of(const Json& json) {
  const Json* value = json.find("principal");
  if (!value || !value->is_object()) return damaged("principal");
  Principal principal;
  principal.kind = value->text("kind") == "human" ? Kind::human : Kind::agent;
  principal.user_id = value->text("user_id");
  if (const std::string_view agent = value->text("agent_id"); !agent.empty()) principal.agent_id = agent;
  return principal;
}

Result<std::vector<Step>> steps_of(const Json& json, std::string_view member) {
  const Json* value = json.find(member);
  if (!value || !value->is_array()) return damaged(member);
  return steps_from_json(*value);
}

Result<void> read_lists(Event& event, const Json& json) {
  const Json* facts = json.find("facts");
  const Json* parents = json.find("parents");
  if (!facts || !facts->is_array()) return damaged("facts");
  if (!parents || !parents->is_array()) return damaged("parents");
  for (const Json& fact : facts->as_array()) {
    event.facts.push_back({std::string(fact.text("type")), std::string(fact.text("element"))});
  }
  for (const Json& parent : parents->as_array()) {
    if (!parent.is_string()) return damaged("parents");
    event.parents.push_back(parent.as_string());
  }
  event.steps = TRY(steps_of(json, "ops"));
  event.inverse = TRY(steps_of(json, "inverse"));
  return {};
}

void read_texts(Event& event, const Json& json) {
  event.id = json.text("id");
  event.workspace = json.text("ws");
  event.branch = json.text("branch");
  event.prev = json.text("prev");
  event.toolset = json.text("toolset");
  event.tool = json.text("tool");
  event.tool_version = json.text("tool_version");
  event.args_digest = json.text("args_digest");
  event.idempotency_key = json.text("idem");
  event.policy_digest = json.text("policy_digest");
  event.undo_of = json.text("undo_of");
  event.redo_of = json.text("redo_of");
  event.state_check = json.text("state_check");
  if (const Json* secrets = json.find("private")) event.reasoning_commit = secrets->text("reasoning");
  if (const Json* touched = json.find("touched")) event.touched = *touched;
  if (const Json* approval = json.find("approval")) event.approval = *approval;
}

Json millimetres(const std::array<std::int64_t, 3>& point_um) {
  Json list = Json::array();
  for (const std::int64_t um : point_um) {
    list.push_back(um % 1000 == 0 ? Json(um / 1000) : Json(static_cast<double>(um) / 1000.0));
  }
  return list;
}

void widen(std::optional<Box>& all, const std::optional<Box>& box) {
  if (!box) return;
  if (!all) {
    all = box;
    return;
  }
  for (std::size_t i = 0; i < 3; ++i) {
    all->min_um[i] = std::min(all->min_um[i], box->min_um[i]);
    all->max_um[i] = std::max(all->max_um[i], box->max_um[i]);
  }
}

Json list_of(const std::set<std::string>& texts) {
  return to_json(std::vector<std::string>(texts.begin(), texts.end()));
}

}  // namespace

Result<std::string> canonical_bytes(const Event& event) { return base::canonical_json(to_json(event)); }

Result<Event> event_from_bytes(std::string_view bytes) {
  const Json json = TRY(base::parse_json(bytes));
  if (!json.is_object()) return damaged("event");
  Event event;
  event.seq = TRY(integer(json, "seq"));
  event.revision = TRY(integer(json, "rev"));
  const auto time = base::parse_iso8601(json.text("time"));
  if (!time) return damaged("time");
  event.time_ms = *time;
  event.principal = TRY(principal_of(json));
  event.clock_back = flag(json, "clock_back");
  event.leaves_system = flag(json, "leaves_system");
  read_texts(event, json);
  TRY(read_lists(event, json));
  return event;
}

Json touched_summary(const Touched& touched) {
  std::set<std::string> ids;
  std::set<std::string> categories;
  std::set<std::string> levels;
  std::optional<Box> before;
  std::optional<Box> after;
  for (const Touched::Item& item : touched.items) {
    ids.insert(item.id);
    categories.insert(item.category);
    levels.insert(item.levels.begin(), item.levels.end());
    widen(before, item.before);
    widen(after, item.after);
  }
  Json out = Json::object();
  out.set("n", ids.size()).set("categories", list_of(categories)).set("levels", list_of(levels));
  const auto box = [](const Box& b) {
    return Json::object({{"min", millimetres(b.min_um)}, {"max", millimetres(b.max_um)}});
  };
  if (before) out.set("bbox_before", box(*before));
  if (after) out.set("bbox_after", box(*after));
  return out;
}

}  // namespace kernel
