// SPDX-License-Identifier: Apache-2.0
#include "kernel/pending.h"

#include <algorithm>
#include <array>
#include <limits>

#include "base/crypto.h"
#include "base/text.h"

namespace kernel {
namespace {

constexpr int max_form_attempts = 5;
constexpr std::string_view form_context = "lintel/form/v1";

// --- the record as JSON ---

using Pairs = std::vector<std::pair<std::string, std::string>>;
using ReadSet = std::vector<std::pair<std::string, std::int64_t>>;

Json texts(const std::vector<std::string>& list) {
  Json json = Json::array();
  for (const auto& text : list) json.push_back(text);
  return json;
}

Json labelled(const Principal& principal) {
  Json json = to_json(principal).set("label", principal.label);
  if (principal.by_token) json.set("by_token", true);
  return json;
}

Json to_json(const ApprovalNeed& need) {
  return Json::object({{"confirmations", need.confirmations},
                       {"distinct_humans", need.distinct_humans},
                       {"min_assurance", static_cast<int>(need.min_assurance)}});
}

Json to_json(const Ballot& ballot) {
  return Json::object({{"approve", ballot.approve},
                       {"by", labelled(ballot.by)},
                       {"change_digest", ballot.change_digest},
                       {"channel", ballot.channel},
                       {"assurance", static_cast<int>(ballot.assurance)},
                       {"nonce", ballot.nonce},
                       {"signature", base::hex(ballot.signature)},
                       {"public_key", base::hex(ballot.public_key)},
                       {"reason", ballot.reason},
                       {"time_ms", ballot.time_ms}});
}

Json read_set_json(const ReadSet& read_set) {
  Json list = Json::array();
  for (const auto& [id, revision] : read_set) list.push_back(Json::object({{"id", id}, {"revision", revision}}));
  return list;
}

// All of it: what people are shown and what is looked for again before it is done.
Json files_json(const std::vector<FilePlan>& files) {
  Json list = Json::array();
  for (const FilePlan& file : files) {
    list.push_back(to_json(file));
    list.as_array().back().set("from_root", file.from_root).set("size_before", file.size_before);
    list.as_array().back().set("foreign", file.foreign).set("returns", file.returns);
  }
  return list;
}

std::optional<FilePlan> file_of(const Json& json) {
  auto file = file_plan_from_json(json);
  const Json* size_before = json.find("size_before");
  const Json* foreign = json.find("foreign");
  if (!file || !size_before || !size_before->is_integer() || !foreign || !foreign->is_bool()) return std::nullopt;
  file->from_root = json.text("from_root");
  file->size_before = size_before->as_integer();
  file->foreign = foreign->as_bool();
  const Json* returns = json.find("returns");
  file->returns = returns != nullptr && returns->is_bool() && returns->as_bool();
  return file;
}

// Reads members of a stored object and remembers the first that was missing or of the wrong type.
class Reader {
 public:
  explicit Reader(const Json& json) : json_(json) {}

  void read(const char* key, Json& out) {
    if (const Json* value = wanted(key, json_.find(key) != nullptr)) out = *value;
  }
  void read(const char* key, std::string& out) {
    if (const Json* value = typed(key, &Json::is_string)) out = value->as_string();
  }
  void read(const char* key, bool& out) {
    if (const Json* value = typed(key, &Json::is_bool)) out = value->as_bool();
  }
  void read(const char* key, std::int64_t& out) {
    if (const Json* value = typed(key, &Json::is_integer)) out = value->as_integer();
  }
  void read(const char* key, int& out) { out = bounded<int>(key, 0, std::numeric_limits<int>::max()); }
  void read(const char* key, Tier& out) { out = static_cast<Tier>(bounded<int>(key, 1, 4)); }
  void read(const char* key, Assurance& out) { out = static_cast<Assurance>(bounded<int>(key, 1, 3)); }

  void read(const char* key, std::vector<std::string>& out) {
    each(key, [&](const Json& item) {
      if (item.is_string()) out.push_back(item.as_string());
      return item.is_string();
    });
  }
  void read(const char* key, std::vector<std::int64_t>& out) {
    each(key, [&](const Json& item) {
      if (item.is_integer()) out.push_back(item.as_integer());
      return item.is_integer();
    });
  }
  void read_hex(const char* key, std::string& out) {
    std::string text;
    read(key, text);
    auto bytes = base::unhex(text);
    wanted(key, bytes.has_value());
    if (bytes) out = std::move(*bytes);
  }
  template <class Visit>  // false: the item is not what it should be
  void each(const char* key, Visit visit) {
    const Json* list = typed(key, &Json::is_array);
    if (!list) return;
    for (const auto& item : list->as_array()) wanted(key, visit(item));
  }
  template <class Visit>
  void object(const char* key, Visit visit) {
    const Json* value = typed(key, &Json::is_object);
    if (!value) return;
    Reader inner(*value);
    visit(inner);
    wanted(key, inner.ok());
  }
  bool has(const char* key) const { return json_.find(key) != nullptr; }
  bool ok() const { return missing_.empty(); }
  Result<void> done() const {
    if (ok()) return {};
    return fail(Code::parse, "the stored approval record is damaged", missing_);
  }

 private:
  const Json* wanted(const char* key, bool good) {
    if (!good && missing_.empty()) missing_ = key;
    return good ? json_.find(key) : nullptr;
  }
  const Json* typed(const char* key, bool (Json::*is_type)() const) {
    const Json* value = json_.find(key);
    return wanted(key, value && (value->*is_type)());
  }
  template <class T>
  T bounded(const char* key, T low, T high) {
    std::int64_t value = low;
    read(key, value);
    const bool fits = value >= low && value <= high;
    wanted(key, fits);
    return fits ? static_cast<T>(value) : low;
  }

  const Json& json_;
  std::string missing_;
};

void read_principal(Reader& reader, const char* key, Principal& out) {
  reader.object(key, [&](Reader& inner) {
    std::string kind;
    Json agent;
    inner.read("kind", kind);
    inner.read("user_id", out.user_id);
    inner.read("agent_id", agent);
    inner.read("label", out.label);
    if (inner.has("by_token")) inner.read("by_token", out.by_token);
    out.kind = kind == "human" ? Kind::human : Kind::agent;
    if (agent.is_string()) out.agent_id = agent.as_string();
  });
}

void read_need(Reader& reader, ApprovalNeed& need) {
  reader.object("need", [&](Reader& inner) {
    inner.read("confirmations", need.confirmations);
    inner.read("distinct_humans", need.distinct_humans);
    inner.read("min_assurance", need.min_assurance);
  });
}

bool read_ballot(const Json& json, std::vector<Ballot>& out) {
  Reader reader(json);
  Ballot ballot;
  reader.read("approve", ballot.approve);
  read_principal(reader, "by", ballot.by);
  reader.read("change_digest", ballot.change_digest);
  reader.read("channel", ballot.channel);
  reader.read("assurance", ballot.assurance);
  reader.read("nonce", ballot.nonce);
  reader.read_hex("signature", ballot.signature);
  reader.read_hex("public_key", ballot.public_key);
  reader.read("reason", ballot.reason);
  reader.read("time_ms", ballot.time_ms);
  out.push_back(std::move(ballot));
  return reader.ok();
}

void read_rights(Reader& reader, Pending& pending) {
  std::string needs;
  reader.read("planned", pending.planned);
  reader.read("needs", needs);
  pending.needs = permission_named(needs).value_or(Permission::modify);
  reader.each("loads", [&](const Json& item) {
    pending.loads.push_back(
        {std::string(item.text("element")), std::string(item.text("path")), std::string(item.text("sha256"))});
    return item.is_object();
  });
}

void read_plan(Reader& reader, Pending& pending) {
  reader.read("workspace", pending.workspace);
  reader.read("branch", pending.branch);
  reader.read("base_revision", pending.base_revision);
  reader.read("base_head", pending.base_head);
  reader.each("read_set", [&](const Json& item) {
    const Json* revision = item.find("revision");
    if (!revision || !revision->is_integer()) return false;
    pending.read_set.emplace_back(item.text("id"), revision->as_integer());
    return true;
  });
  reader.read("read_everything", pending.read_everything);
  reader.read("toolset", pending.toolset);
  reader.read("tool", pending.tool);
  reader.read("tool_version", pending.tool_version);
  reader.read("arguments", pending.arguments);
  reader.read("steps", pending.steps);
  reader.read("inverse", pending.inverse);
  reader.read("touched", pending.touched);
  reader.read("facts", pending.facts);
  if (pending.version > 1) read_rights(reader, pending);
  reader.each("files", [&](const Json& item) {
    if (pending.version == 1) return item.is_object();  // it will not be done
    auto file = file_of(item);
    if (!file) return false;
    pending.files.push_back(*std::move(file));
    return true;
  });
  reader.read("summary", pending.summary);
  if (reader.has("told")) reader.read("told", pending.told);
  reader.read("result", pending.result);
  reader.read("merge", pending.merge);
}

void read_course(Reader& reader, Pending& pending) {
  reader.read("tier", pending.tier);
  reader.read("reasons", pending.reasons);
  read_need(reader, pending.need);
  read_principal(reader, "requester", pending.requester);
  reader.read("call_id", pending.call_id);
  reader.read("reasoning", pending.reasoning);
  reader.read("idempotency_key", pending.idempotency_key);
  reader.read("policy_digest", pending.policy_digest);
  reader.read("change_digest", pending.change_digest);
  reader.read("created_ms", pending.created_ms);
  reader.read("expires_ms", pending.expires_ms);
  reader.read("after", pending.after);
  reader.each("ballots", [&](const Json& item) { return read_ballot(item, pending.ballots); });
  reader.read("open_nonces", pending.open_nonces);
  reader.read("form_code", pending.form_code);
  reader.read("form_attempts", pending.form_attempts);
  reader.read("event_id", pending.event_id);
  if (reader.has("unusual")) reader.read("unusual", pending.unusual);
}

Json loads_json(const std::vector<Loaded>& loads) {
  Json list = Json::array();
  for (const Loaded& loaded : loads) {
    list.push_back(Json::object({{"element", loaded.element}, {"path", loaded.path}, {"sha256", loaded.sha256}}));
  }
  return list;
}

}  // namespace

Json to_json(const Pending& p) {
  Json json = Json::object({{"v", p.version}, {"id", p.id}, {"state", p.state}});
  json.set("workspace", p.workspace).set("branch", p.branch);
  json.set("base_revision", p.base_revision).set("base_head", p.base_head);
  json.set("read_set", read_set_json(p.read_set)).set("read_everything", p.read_everything);
  json.set("toolset", p.toolset).set("tool", p.tool).set("tool_version", p.tool_version);
  json.set("arguments", p.arguments).set("steps", p.steps).set("inverse", p.inverse);
  json.set("touched", p.touched).set("facts", p.facts);
  json.set("files", files_json(p.files)).set("loads", loads_json(p.loads)).set("needs", name(p.needs));
  json.set("summary", p.summary).set("result", p.result).set("planned", p.planned).set("merge", p.merge);
  json.set("tier", static_cast<int>(p.tier)).set("reasons", texts(p.reasons)).set("need", to_json(p.need));
  json.set("requester", labelled(p.requester)).set("call_id", p.call_id).set("reasoning", p.reasoning);
  json.set("idempotency_key", p.idempotency_key).set("policy_digest", p.policy_digest);
  json.set("change_digest", p.change_digest).set("created_ms", p.created_ms).set("expires_ms", p.expires_ms);
  Json ballots = Json::array();
  for (const auto& ballot : p.ballots) ballots.push_back(to_json(ballot));
  json.set("after", texts(p.after)).set("ballots", std::move(ballots)).set("open_nonces", texts(p.open_nonces));
  json.set("form_code", p.form_code).set("form_attempts", p.form_attempts).set("event_id", p.event_id);
  if (!p.told.empty()) json.set("told", texts(p.told));
  if (!p.unusual.empty()) json.set("unusual", texts(p.unusual));
  return json;
}

Result<Pending> pending_from_json(const Json& json) {
  Reader reader(json);
  Pending pending;
  reader.read("v", pending.version);
  reader.read("id", pending.id);
  reader.read("state", pending.state);
  read_plan(reader, pending);
  read_course(reader, pending);
  TRY(reader.done());
  return pending;
}

Result<std::string> change_digest(const Pending& p) {
  Json shown = Json::object({{"v", 2}, {"ws", p.workspace}, {"branch", p.branch}});
  shown.set("base", Json::object({{"rev", p.base_revision}, {"head", p.base_head}}));
  shown.set("requester", to_json(p.requester));
  shown.set("toolset", p.toolset).set("tool", p.tool).set("tool_version", p.tool_version).set("args", p.arguments);
  shown.set("ops", p.steps).set("inverse", p.inverse).set("touched", p.touched).set("facts", p.facts);
  shown.set("files", files_json(p.files)).set("summary", p.summary).set("reasoning", p.reasoning);
  shown.set("tier", static_cast<int>(p.tier)).set("reasons", texts(p.reasons)).set("need", to_json(p.need));
  shown.set("merge", p.merge).set("policy_digest", p.policy_digest);
  shown.set("loads", loads_json(p.loads)).set("needs", name(p.needs));
  if (!p.told.empty()) shown.set("told", texts(p.told));
  if (p.requester.by_token) shown.set("by_token", true);
  return base::sha256_hex(TRY(base::canonical_json(shown)));
}

std::string ballot_message(const Ballot& ballot, std::string_view pending_id) {
  const std::string voter = ballot.by.key();
  const std::array<std::string_view, 6> parts{
      "lintel/ballot/v1", ballot.approve ? "approve" : "reject", pending_id, ballot.change_digest, ballot.nonce, voter};
  std::string message;
  for (const auto part : parts) message.append(std::to_string(part.size())).append(":").append(part).append(",");
  return message;
}

bool is_terminal(std::string_view state) {
  constexpr std::array<std::string_view, 6> ends{"committed", "rejected", "expired", "withdrawn", "stale", "denied"};
  return std::ranges::find(ends, state) != ends.end();
}

bool ended_undone(std::string_view state) { return is_terminal(state) && state != "committed"; }

// --- judging ---

namespace {

std::string_view words(Assurance assurance) {
  switch (assurance) {
    case Assurance::a1:
      return "A1 (a form in the client)";
    case Assurance::a2:
      return "A2 (a terminal and the approver's key)";
    case Assurance::a3:
      return "A3 (the console, signed in)";
  }
  return "A3 (the console, signed in)";
}

std::string look_again(const Pending& pending) { return "Look at it again: lintel approvals show " + pending.id; }

Result<void> check_open(const Pending& pending, std::int64_t now_ms) {
  if (pending.state != "awaiting" && pending.state != "confirmed_once") {
    return fail(Code::approval_closed, "this change is closed: it is " + pending.state, pending.id);
  }
  if (now_ms >= pending.expires_ms) {
    return fail(Code::approval_closed, "the time to decide ended at " + base::iso8601(pending.expires_ms), pending.id,
                "Ask for the change again.");
  }
  return {};
}

Result<void> check_voter(const Pending& pending, const Principal& by) {
  if (by.kind != Kind::human || by.agent_id) {
    return fail(Code::denied, "an agent can never approve or reject a change", pending.id,
                "A person decides with: lintel approvals show " + pending.id);
  }
  if (by.user_id.empty()) return fail(Code::denied, "nobody can tell who decides here", pending.id);
  if (by == pending.requester) {
    return fail(Code::denied, "who asked for a change cannot decide on it", pending.id,
                "Another person decides; the one who asked may withdraw it.");
  }
  return {};
}

// The digest is computed anew, so that a record altered at rest is found here as well.
Result<void> check_digest(const Pending& pending, const Ballot& ballot) {
  if (ballot.change_digest != pending.change_digest) {
    return fail(Code::stale, "the change that was shown differs from the one that waits", pending.id,
                look_again(pending));
  }
  if (TRY(change_digest(pending)) != pending.change_digest) {
    return fail(Code::stale, "the stored change differs from the one that was proposed", pending.id,
                "Ask for the change again.");
  }
  return {};
}

std::optional<Assurance> most_of(std::string_view channel) {
  if (channel == "form") return Assurance::a1;
  if (channel == "terminal") return Assurance::a2;
  if (channel == "console") return Assurance::a3;
  return std::nullopt;
}

Result<void> check_assurance(const Pending& pending, const Ballot& ballot) {
  const auto most = most_of(ballot.channel);
  if (!most || ballot.assurance > *most) {
    return fail(Code::denied, "a decision by this channel cannot be as sure as it claims", pending.id);
  }
  if (ballot.approve && ballot.assurance < pending.need.min_assurance) {
    return fail(Code::denied,
                "this change needs a decision of assurance " + std::string(words(pending.need.min_assurance)),
                pending.id, "Decide with: lintel approvals approve " + pending.id);
  }
  return {};
}

Result<void> check_form(const Pending& pending) {
  if (pending.form_code.empty() || pending.form_attempts >= max_form_attempts) {
    return fail(Code::denied, "no form is open for this change", pending.id, look_again(pending));
  }
  return {};
}

Result<void> check_signature(const Pending& pending, const Ballot& ballot) {
  const auto used = [&](const Ballot& earlier) { return earlier.nonce == ballot.nonce; };
  const bool issued = std::ranges::find(pending.open_nonces, ballot.nonce) != pending.open_nonces.end();
  if (ballot.nonce.empty() || !issued || std::ranges::any_of(pending.ballots, used)) {
    return fail(Code::denied, "this confirmation was already used or never issued", pending.id, look_again(pending));
  }
  if (!base::verify_signature(ballot.public_key, ballot_message(ballot, pending.id), ballot.signature)) {
    return fail(Code::denied, "the signature does not fit this decision", pending.id,
                "Sign with the key that `lintel approvals init` made.");
  }
  return {};
}

Result<void> check_delay(const Pending& pending, std::int64_t now_ms, std::int64_t second_delay_ms) {
  if (pending.ballots.empty()) return {};
  const std::int64_t left_ms = pending.ballots.back().time_ms + second_delay_ms - now_ms;
  if (left_ms <= 0) return {};
  return fail(Code::denied, "the second confirmation comes too soon after the first", pending.id,
              "Read the change again and confirm in " + std::to_string((left_ms + 999) / 1000) + " s.");
}

// With one confirmation "distinct" means another person than the one whose agent asked; with two, two
// persons confirm.
Result<void> check_distinct(const Pending& pending, const Principal& by) {
  if (!pending.need.distinct_humans) return {};
  const bool own_request = pending.need.confirmations < 2 && by.user_id == pending.requester.user_id;
  const auto same_person = [&](const Ballot& earlier) { return earlier.by.user_id == by.user_id; };
  if (own_request || std::ranges::any_of(pending.ballots, same_person)) {
    return fail(Code::denied, "another person must confirm this change", pending.id);
  }
  return {};
}

// NB: a clock set back never extends the time to decide nor shortens the wait between confirmations.
std::int64_t held_time(const Pending& pending, std::int64_t now_ms) {
  const std::int64_t last_ms = pending.ballots.empty() ? pending.created_ms : pending.ballots.back().time_ms;
  return std::max(now_ms, last_ms);
}

Next record(Pending& pending, Ballot ballot, std::int64_t now_ms) {
  ballot.time_ms = now_ms;
  pending.ballots.push_back(std::move(ballot));
  pending.open_nonces.clear();
  pending.form_code.clear();
  if (!pending.ballots.back().approve) {
    pending.state = "rejected";
    return Next::rejected;
  }
  const bool enough = std::cmp_greater_equal(pending.ballots.size(), pending.need.confirmations);
  pending.state = enough ? "approved" : "confirmed_once";
  return enough ? Next::commit : Next::keep_waiting;
}

}  // namespace

Result<Next> judge(Pending& pending, const Ballot& ballot, std::int64_t now_ms, std::int64_t second_delay_ms) {
  const std::int64_t time_ms = held_time(pending, now_ms);
  const bool by_form = ballot.assurance == Assurance::a1;
  TRY(check_open(pending, time_ms));
  TRY(check_voter(pending, ballot.by));
  TRY(check_digest(pending, ballot));
  TRY(check_assurance(pending, ballot));
  if (by_form && !ballot.approve) return Next::keep_waiting;
  TRY(by_form ? check_form(pending) : check_signature(pending, ballot));
  if (ballot.approve) {
    TRY(check_distinct(pending, ballot.by));
    TRY(check_delay(pending, time_ms, second_delay_ms));
  }
  return record(pending, ballot, time_ms);
}

bool form_code_matches(Pending& pending, std::string_view typed) {
  if (pending.form_code.empty() || pending.form_attempts >= max_form_attempts) return false;
  const std::string wanted = base::lower_ascii(pending.form_code);
  if (base::equal_constant_time(wanted, base::lower_ascii(base::trim(typed)))) return true;
  ++pending.form_attempts;
  return false;
}

// --- multi-round-trip state ---

std::string seal_form_state(const FormState& state, std::string_view key32, base::Entropy& entropy) {
  const Json json = Json::object({{"pending_id", state.pending_id},
                                  {"change_digest", state.change_digest},
                                  {"principal", state.principal},
                                  {"arguments_digest", state.arguments_digest},
                                  {"expires_ms", state.expires_ms}});
  return base::base64url(base::seal(key32, json.dump(), form_context, entropy));
}

std::optional<FormState> open_form_state(std::string_view sealed, std::string_view key32) {
  const auto bytes = base::unbase64url(sealed);
  // NB: the text itself must be the one we gave out; base64 has several spellings of its last bits.
  if (!bytes || base::base64url(*bytes) != sealed) return std::nullopt;
  const auto plain = base::open_sealed(key32, *bytes, form_context);
  if (!plain) return std::nullopt;
  const auto json = base::parse_json(*plain);
  if (!json.ok()) return std::nullopt;
  Reader reader(*json);
  FormState state;
  reader.read("pending_id", state.pending_id);
  reader.read("change_digest", state.change_digest);
  reader.read("principal", state.principal);
  reader.read("arguments_digest", state.arguments_digest);
  reader.read("expires_ms", state.expires_ms);
  if (!reader.ok()) return std::nullopt;
  return state;
}

}  // namespace kernel
