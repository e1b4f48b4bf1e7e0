// SPDX-License-Identifier: Apache-2.0
#include "kernel/event.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "base/text.h"

namespace kernel {

namespace {

// RFC 8785 by hand: every commit waits for this text, and building a tree to sort it costs more than all
// the rest. The caller names members in their order; the test compares with base::canonical_json.
class CanonicalObject {
 public:
  explicit CanonicalObject(std::size_t expected_size = 256) { out_.reserve(expected_size); }
  CanonicalObject& raw(std::string_view name, std::string_view canonical) {
    begin(name);
    out_.append(canonical);
    return *this;
  }
  CanonicalObject& text(std::string_view name, std::string_view value) {
    begin(name);
    base::append_json_string(out_, value);
    return *this;
  }
  // For what can need no escape: digests and numbers we made ourselves.
  CanonicalObject& plain(std::string_view name, std::string_view value) {
    begin(name);
    out_.push_back('"');
    out_.append(value).push_back('"');
    return *this;
  }
  CanonicalObject& text_or_null(std::string_view name, std::string_view value) {
    return value.empty() ? raw(name, "null") : text(name, value);
  }
  CanonicalObject& flag(std::string_view name, bool set) { return set ? raw(name, "true") : *this; }
  std::size_t size() const { return out_.size(); }
  std::string take() {
    out_.push_back('}');
    return std::move(out_);
  }

 private:
  void begin(std::string_view name) {
    const auto at = out_.size();
    const auto size = at + name.size() + 4;
    out_.resize_and_overwrite(size, [&](char* bytes, std::size_t) {
      bytes[at] = at == 0 ? '{' : ',';
      bytes[at + 1] = '"';
      name.copy(bytes + at + 2, name.size());
      bytes[size - 2] = '"';
      bytes[size - 1] = ':';
      return size;
    });
  }
  std::string out_;
};

std::string text_of(const std::vector<Fact>& facts) {
  std::string out = "[";
  for (const Fact& fact : facts) {
    if (out.size() > 1) out.push_back(',');
    out += CanonicalObject().text("element", fact.element).text("type", fact.type).take();
  }
  return out + "]";
}

std::string text_of(const std::vector<Loaded>& loads) {
  std::string out = "[";
  for (const Loaded& loaded : loads) {
    if (out.size() > 1) out.push_back(',');
    out += CanonicalObject()
               .text("element", loaded.element)
               .text("path", loaded.path)
               .text("sha256", loaded.sha256)
               .take();
  }
  return out + "]";
}

std::string text_of(const std::vector<std::string>& texts) {
  std::string out = "[";
  for (const std::string& text : texts) {
    if (out.size() > 1) out.push_back(',');
    base::append_json_string(out, text);
  }
  return out + "]";
}

std::string text_of(const Principal& principal) {
  CanonicalObject out;
  out.text_or_null("agent_id", principal.agent_id.value_or(""));
  return out.text("kind", principal.kind == Kind::human ? "human" : "agent").text("user_id", principal.user_id).take();
}

// One of `ops` or `inverse`. An empty value is one that this kind of step has not.
std::string step_text(const Step& step, std::string_view op, std::string_view old_value, std::string_view new_value) {
  CanonicalObject out;
  if (op == "splice") out.raw("at", std::to_string(step.at));
  out.text("id", step.id);
  if (!new_value.empty()) out.raw("new", new_value);
  if (!old_value.empty()) out.raw("old", old_value);
  return out.text("op", op).text("path", step.path).take();
}

std::string list_text(const std::vector<std::string>& canonical) { return "[" + base::join(canonical, ",") + "]"; }

std::string private_text_of(const Event& event) {
  if (event.reasoning_commit.empty()) return "{}";
  return CanonicalObject().plain("reasoning", event.reasoning_commit).take();
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

Result<void> read_files(Event& event, const Json& json) {
  const Json* files = json.find("files");
  if (files == nullptr) return {};
  if (!files->is_array()) return damaged("files");
  for (const Json& file : files->as_array()) {
    auto plan = file_plan_from_json(file);
    if (!plan) return damaged("files");
    event.files.push_back(*std::move(plan));
  }
  return {};
}

void read_loads(Event& event, const Json& json) {
  const Json* loads = json.find("loads");
  if (loads == nullptr || !loads->is_array()) return;
  for (const Json& loaded : loads->as_array()) {
    event.loads.push_back(
        {std::string(loaded.text("element")), std::string(loaded.text("path")), std::string(loaded.text("sha256"))});
  }
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
  event.summary = json.text("summary");
  event.seal = json.text("seal");
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

// In their order, each once.
std::vector<std::string_view> distinct(std::vector<std::string_view> texts) {
  std::ranges::sort(texts);
  const auto rest = std::ranges::unique(texts);
  texts.erase(rest.begin(), rest.end());
  return texts;
}

Json list_of(const std::vector<std::string_view>& texts) {
  Json::Array list;
  list.reserve(texts.size());
  for (const std::string_view text : texts) list.emplace_back(text);
  return {std::move(list)};
}

}  // namespace

// Values are put into canonical form once: what a step adds, its inverse takes away. Of long texts the log has what
// changed.
Result<EventTexts> texts_of(const std::vector<Step>& steps, const Touched& touched) {
  std::vector<std::string> forth;
  std::vector<std::string> back;
  for (const Step& whole : steps) {
    const std::optional<Step> part = spliced(whole);
    const Step& step = part ? *part : whole;
    const bool adds = step.op == "add";
    const bool removes = step.op == "remove";
    const std::string before = adds ? "" : TRY(base::canonical_json(step.old_value));
    const std::string after = removes ? "" : TRY(base::canonical_json(step.new_value));
    forth.push_back(step_text(step, step.op, before, after));
    back.push_back(step_text(step, adds ? "remove" : removes ? "add" : step.op, after, before));
  }
  std::ranges::reverse(back);
  return EventTexts{list_text(forth), list_text(back), TRY(base::canonical_json(touched_summary(touched)))};
}

namespace {

Result<EventTexts> texts_of(const Event& event) {
  return EventTexts{TRY(base::canonical_json(to_json(event.steps))), TRY(base::canonical_json(to_json(event.inverse))),
                    TRY(base::canonical_json(event.touched))};
}

struct Written {
  std::string bytes;
  std::size_t behind_seal = 0;
};

Result<Written> write(const Event& event, const EventTexts& texts) {
  CanonicalObject out(1024 + texts.ops.size() + texts.inverse.size() + texts.touched.size());
  out.raw("approval", event.approval.is_null() ? "null" : TRY(base::canonical_json(event.approval)));
  out.plain("args_digest", event.args_digest).text("branch", event.branch).flag("clock_back", event.clock_back);
  if (!event.edits) out.raw("edits", "false");
  out.raw("facts", text_of(event.facts));
  if (!event.files.empty()) out.raw("files", TRY(base::canonical_json(to_json(event.files))));
  out.text("id", event.id).text_or_null("idem", event.idempotency_key);
  out.raw("inverse", texts.inverse).flag("leaves_system", event.leaves_system);
  if (!event.loads.empty()) out.raw("loads", text_of(event.loads));
  out.raw("ops", texts.ops);
  out.raw("parents", text_of(event.parents)).plain("policy_digest", event.policy_digest).plain("prev", event.prev);
  out.raw("principal", text_of(event.principal)).raw("private", private_text_of(event));
  out.text_or_null("redo_of", event.redo_of).raw("rev", std::to_string(event.revision));
  if (!event.seal.empty()) out.plain("seal", event.seal);
  const std::size_t behind_seal = out.size();
  out.raw("seq", std::to_string(event.seq)).plain("state_check", event.state_check);
  if (!event.summary.empty()) out.text("summary", event.summary);
  out.plain("time", base::iso8601(event.time_ms)).text("tool", event.tool).text("tool_version", event.tool_version);
  out.text("toolset", event.toolset).raw("touched", texts.touched).text_or_null("undo_of", event.undo_of);
  out.raw("v", std::to_string(event.version)).text("ws", event.workspace);
  std::string bytes = out.take();
  if (!base::valid_utf8(bytes)) return fail(Code::parse, "text that is not UTF-8 has no canonical JSON");
  return Written{std::move(bytes), behind_seal};
}

}  // namespace

Result<std::string> canonical_bytes(const Event& event) {
  const EventTexts texts = TRY(texts_of(event));
  return canonical_bytes(event, texts);
}

Result<std::string> canonical_bytes(const Event& event, const EventTexts& texts) {
  Written written = TRY(write(event, texts));
  return std::move(written.bytes);
}

Result<std::string> sealed_bytes(Event& event, const EventTexts* texts,
                                 const std::function<Result<std::string>(std::string_view)>& seal) {
  constexpr std::size_t length = 64;
  event.seal.assign(length, '0');
  EventTexts made;
  if (texts == nullptr) made = TRY(texts_of(event));
  Written written = TRY(write(event, texts == nullptr ? made : *texts));
  event.seal = TRY(seal(written.bytes));
  written.bytes.replace(written.behind_seal - 1 - length, length, event.seal);
  return std::move(written.bytes);
}

Result<Event> event_from_bytes(std::string_view bytes) {
  const Json json = TRY(base::parse_json(bytes));
  if (!json.is_object()) return damaged("event");
  Event event;
  event.seq = TRY(integer(json, "seq"));
  event.revision = TRY(integer(json, "rev"));
  event.version = TRY(integer(json, "v")) == 1 ? 1 : 2;
  const auto time = base::parse_iso8601(json.text("time"));
  if (!time) return damaged("time");
  event.time_ms = *time;
  event.principal = TRY(principal_of(json));
  event.clock_back = flag(json, "clock_back");
  event.leaves_system = flag(json, "leaves_system");
  if (const Json* edits = json.find("edits")) event.edits = !(*edits == Json(false));
  read_texts(event, json);
  read_loads(event, json);
  TRY(read_lists(event, json));
  TRY(read_files(event, json));
  return event;
}

namespace {

constexpr std::size_t ids_kept = 1000;

std::string_view done_by(Permission verb) {
  if (verb == Permission::create) return "created";
  return verb == Permission::remove ? "deleted" : "modified";
}

// {"room": {"created": 1, "deleted": 2}}
Json counts_of(const Touched& touched) {
  std::map<std::string_view, std::map<std::string_view, std::int64_t>> counts;
  for (const Touched::Item& item : touched.items) counts[item.category][done_by(item.needs)] += item.times;
  Json out = Json::object();
  for (const auto& [category, verbs] : counts) {
    Json by_verb = Json::object();
    for (const auto& [verb, times] : verbs) by_verb.set(std::string(verb), times);
    out.set(std::string(category), std::move(by_verb));
  }
  return out;
}

// Deletions first; the rest as it comes.
Json some_ids(const Touched& touched) {
  Json out = Json::array();
  std::set<std::string_view> seen;
  const auto add = [&](const Touched::Item& item) {
    if (out.size() < ids_kept && seen.insert(item.id).second) out.push_back(item.id);
  };
  for (const Touched::Item& item : touched.items) {
    if (item.needs == Permission::remove) add(item);
  }
  std::ranges::for_each(touched.items, add);
  return out;
}

Json names_of(const Touched& touched) {
  Json out = Json::object();
  for (const Touched::Item& item : touched.items) {
    if (!item.name.empty() && out.size() < ids_kept) out.set(item.id, item.name);
  }
  return out;
}

}  // namespace

std::string counts_in_words(const Json& touched_summary) {
  const Json* counts = touched_summary.find("counts");
  std::vector<std::string> categories;
  if (counts == nullptr || !counts->is_object()) return {};
  for (const auto& [category, verbs] : counts->as_object()) {
    std::vector<std::string> deeds;
    for (const char* verb : {"deleted", "created", "modified"}) {
      if (const Json* times = verbs.find(verb)) deeds.push_back(times->dump() + " " + verb);
    }
    categories.push_back(category + ": " + base::join(deeds, ", "));
  }
  return base::join(categories, "; ");
}

Json touched_summary(const Touched& touched) {
  std::vector<std::string_view> ids;
  std::vector<std::string_view> categories;
  std::vector<std::string_view> levels;
  std::optional<Box> before;
  std::optional<Box> after;
  std::int64_t others = 0;  // that an item stands for
  for (const Touched::Item& item : touched.items) {
    ids.push_back(item.id);
    others += item.times - 1;
    categories.push_back(item.category);
    levels.insert(levels.end(), item.levels.begin(), item.levels.end());
    widen(before, item.before);
    widen(after, item.after);
  }
  const std::int64_t number = std::ssize(distinct(std::move(ids))) + others;
  Json out = Json::object({{"n", number},
                           {"categories", list_of(distinct(std::move(categories)))},
                           {"levels", list_of(distinct(std::move(levels)))}});
  if (number > 0) out.set("counts", counts_of(touched)).set("elements", some_ids(touched));
  if (Json names = names_of(touched); !names.empty()) out.set("names", std::move(names));
  const auto box = [](const Box& b) {
    return Json::object({{"min", millimetres(b.min_um)}, {"max", millimetres(b.max_um)}});
  };
  if (before) out.set("bbox_before", box(*before));
  if (after) out.set("bbox_after", box(*after));
  return out;
}

}  // namespace kernel
