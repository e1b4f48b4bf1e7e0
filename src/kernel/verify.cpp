// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "kernel/decisions.h"
#include "kernel/log.h"

namespace kernel {

namespace {

constexpr std::int64_t portion = 1000;
constexpr std::string_view restored = "log.restored";
constexpr std::string_view abandoned = "head.abandoned";

std::string head_name(std::int64_t seq, const std::string& hash) { return std::to_string(seq) + ":" + hash; }

bool has_fact(const Event& event, std::string_view type) {
  return std::ranges::any_of(event.facts, [&](const Fact& fact) { return fact.type == type; });
}

// Everybody whose decisions count: who was ever in the list.
Result<std::vector<Approver>> known_approvers(Core& core) {
  const auto today = core.approvers.get();
  if (today.ok()) TRY(core.heads.know(*today));
  std::vector<Approver> known = TRY(core.heads.known());
  if (today.ok() && core.options.state_dir.empty()) known = *today;  // nothing is kept, so nobody left
  return known;
}

// --- one decision ---

Principal principal_from(const Json& json) {
  Principal who;
  who.kind = json.text("kind") == "human" ? Kind::human : Kind::agent;
  who.user_id = json.text("user_id");
  if (const auto agent = json.text("agent_id"); !agent.empty()) who.agent_id = agent;
  return who;
}

// A restore counts if a person signed it.
bool is_restore(const Event& event, const std::vector<Approver>& known) {
  const Json* decisions = event.approval.find("decisions");
  if (!has_fact(event, restored) || decisions == nullptr || !decisions->is_array() || decisions->empty()) return false;
  const std::string digest = restore_digest(event.workspace, event.facts);
  const auto holds = [&](const Json& decision) {
    return decision.text("digest") == digest && decision.text("verdict") == "approve" &&
           decision.text("assurance") != "A1" &&
           problem_of_decision(decision, event.approval.text("id"), known).empty();
  };
  return event.approval.text("change_digest") == digest && std::ranges::all_of(decisions->as_array(), holds);
}

// --- seals ---

// Once the events of a log have seals, all have. Gives what is wrong, or nothing.
class Seals {
 public:
  explicit Seals(Core& core, bool begun = false) : core_(core), begun_(begun) {}
  std::string problem(const Event& event, const std::string& bytes) {
    if (event.seal.empty()) return begun_ ? "this server did not write it: it has no seal" : "";
    begun_ = true;
    const std::optional<std::size_t> at = seal_place(bytes, event.seal);
    if (!at) return "its seal is malformed";
    std::string unsealed = bytes;
    unsealed.replace(*at, event.seal.size(), event.seal.size(), '0');
    const Result<std::string> seal = core_.heads.seal(unsealed);
    return seal.ok() && base::equal_constant_time(*seal, event.seal) ? "" : "this server did not write it";
  }

 private:
  Core& core_;
  bool begun_;
};

// The heads that restores in this log abandon, as "seq:hash".
Result<std::set<std::string>> abandoned_heads(const store::WorkspaceFile& file, const std::vector<Approver>& known) {
  std::set<std::string> names;
  for (std::int64_t from = 1;;) {
    const std::vector<store::EventRow> rows = TRY(file.events_from(from, portion));
    if (rows.empty()) return names;
    for (const store::EventRow& row : rows) {
      if (!row.bytes.contains(restored)) continue;
      const Result<Event> event = event_from_bytes(row.bytes);
      if (!event.ok() || !is_restore(*event, known)) continue;
      for (const Fact& fact : event->facts) {
        if (fact.type == abandoned) names.insert(fact.element);
      }
    }
    from = rows.back().seq + 1;
  }
}

// The newest head that holds in the file of heads, for logs of before one stood beside the key.
Result<std::optional<HeadFile::Line>> newest_head(Core& core, const std::string& handle) {
  std::optional<HeadFile::Line> newest;
  for (const HeadFile::Line& line : TRY(core.heads.lines(handle))) {
    if ((!newest || line.seq > newest->seq) && core.heads.verify(handle, line)) newest = line;
  }
  return newest;
}

Error distrust(const std::string& why) { return fail(Code::stale, why); }

// From behind the head to the end: each follows the one before, and this server wrote it.
Result<void> check_events(Core& core, const store::WorkspaceFile& file, std::int64_t from, base::Digest head,
                          bool sealed) {
  Seals seals(core, sealed);
  while (true) {
    const std::vector<store::EventRow> rows = TRY(file.events_from(from, portion));
    if (rows.empty()) return {};
    for (const store::EventRow& row : rows) {
      const std::string which = "event " + std::to_string(row.seq) + ": ";
      if (row.seq != from || row.prev != head || row.hash != store::event_hash(row.bytes))
        return distrust(which + "it does not follow the one before");
      const Result<Event> event = event_from_bytes(row.bytes);
      if (!event.ok() || event->prev != hex(head)) return distrust(which + "it is damaged");
      if (const std::string problem = seals.problem(*event, row.bytes); !problem.empty())
        return distrust(which + problem);
      head = row.hash;
      ++from;
    }
  }
}

}  // namespace

std::string problem_of_decision(const Json& decision, std::string_view approval_id,
                                const std::vector<Approver>& known) {
  const Json* by = decision.find("principal");
  if (by == nullptr || by->text("kind") != "human") return "nobody decided it";
  // A form has no signature; whether one was enough is told by what the change needed.
  if (decision.text("assurance") == "A1")
    return decision.text("channel") == "form" ? "" : "a decision without a signature that is not a form's";
  Ballot ballot;
  ballot.approve = decision.text("verdict") == "approve";
  ballot.by = principal_from(*by);
  ballot.change_digest = decision.text("digest");
  ballot.nonce = decision.text("nonce");
  const std::optional<std::string> key = base::unhex(decision.text("key"));
  const std::optional<std::string> signature = base::unhex(decision.text("sig"));
  if (!key || !signature || !base::verify_signature(*key, ballot_message(ballot, approval_id), *signature))
    return "the signature of its decision does not fit";
  const auto same = [&](const Approver& a) { return a.public_key == *key && a.user_id == ballot.by.user_id; };
  return std::ranges::any_of(known, same) ? "" : "the key of its decision is not that of an approver";
}

std::string restore_digest(const std::string& workspace, const std::vector<Fact>& facts) {
  std::string text = "lintel/restore/v1\n" + workspace + "\n";
  for (const Fact& fact : facts) text += fact.type + " " + fact.element + "\n";
  return base::sha256_hex(text);
}

Result<void> check_tail(Core& core, const Workspace& workspace) {
  if (!workspace.file || core.options.state_dir.empty()) return {};
  const store::WorkspaceFile& file = *workspace.file;
  const std::string& handle = workspace.record.handle;
  const std::optional<HeadFile::Last> last = TRY(core.heads.last(handle));
  std::optional<HeadFile::Line> line = last ? std::optional(last->line) : TRY(newest_head(core, handle));
  if (!line) return check_events(core, file, 1, {}, false);
  if (!core.heads.verify(handle, *line)) return distrust("its last signed head was altered, or the key is another one");
  if (last && workspace.record.owner.empty()) return distrust("its record is gone");
  if (last && last->record != digest_of(workspace.record)) return distrust("its record was altered");
  const std::optional<store::EventRow> row = TRY(file.event_at(line->seq));
  if (row && hex(row->hash) == line->hash && row->hash == store::event_hash(row->bytes)) {
    const Event event = TRY(event_from_bytes(row->bytes));
    return check_events(core, file, line->seq + 1, row->hash, !event.seal.empty());
  }
  const std::vector<Approver> known = TRY(known_approvers(core));
  const std::set<std::string> given_up = TRY(abandoned_heads(file, known));
  if (!given_up.contains(head_name(line->seq, line->hash)))
    return distrust("its log lacks event " + std::to_string(line->seq) + ", the last one that was signed");
  core.heads.restart(handle, 0);  // the restore ended before it was signed
  return check_events(core, file, 1, {}, false);
}

Result<void> verify_heads(Core& core, const Workspace& workspace, store::ChainReport& report) {
  const std::string& handle = workspace.record.handle;
  const auto problem = [&](const std::string& text) { report.problems.push_back(text); };
  Result<std::vector<HeadFile::Line>> lines = core.heads.lines(handle);
  if (!lines.ok()) problem(lines.error().message);
  const Result<std::optional<HeadFile::Last>> last = core.heads.last(handle);
  if (!last.ok()) problem("the head beside the key is damaged");
  std::vector<HeadFile::Line> all = lines.ok() ? *std::move(lines) : std::vector<HeadFile::Line>();
  if (last.ok() && *last && std::ranges::find(all, (*last)->line) == all.end()) {
    problem("signed head " + std::to_string((*last)->line.seq) + ": it was taken out of the file of heads");
    all.push_back((*last)->line);
  }
  if (!workspace.file) {
    if (!all.empty()) problem("the database is gone, and " + std::to_string(all.size()) + " heads of it were signed");
    return {};
  }
  const std::vector<Approver> known = TRY(known_approvers(core));
  const std::set<std::string> given_up = TRY(abandoned_heads(*workspace.file, known));
  for (const HeadFile::Line& line : all) {
    const std::string which = "signed head " + std::to_string(line.seq);
    if (!core.heads.verify(handle, line)) {
      problem(which + ": the signature does not fit");
      continue;
    }
    const std::optional<store::EventRow> row = TRY(workspace.file->event_at(line.seq));
    if (row && hex(row->hash) == line.hash) continue;
    if (given_up.contains(head_name(line.seq, line.hash))) continue;
    problem(which + (row ? ": the log has another event there" : ": the log ends before it"));
  }
  return {};
}

// --- what stands beside the log ---

namespace {

std::string answer_text(const store::IdempotencyRow& row, std::string_view answer) {
  std::string text = "lintel/answer/v1";
  for (const std::string_view part : {std::string_view(row.principal), std::string_view(row.key),
                                      std::string_view(row.args_digest), std::string_view(answer)})
    text.append(1, '\0').append(part);
  return text.append(1, '\0').append(std::to_string(row.expires_ms));
}

constexpr std::size_t seal_length = 64;

}  // namespace

Result<std::string> sealed_answer(Core& core, const store::IdempotencyRow& row) {
  const std::string seal = TRY(core.heads.seal(answer_text(row, row.result)));
  return seal + row.result;
}

Result<std::string> opened_answer(Core& core, const store::WorkspaceFile& file, const store::IdempotencyRow& row) {
  if (row.result.starts_with('{')) {  // of before answers were sealed
    const std::optional<store::EventRow> first = TRY(file.event_at(1));
    const Result<Event> event = first ? event_from_bytes(first->bytes) : Result<Event>(fail(Code::not_found, "none"));
    if (event.ok() && event->seal.empty()) return row.result;
  } else if (row.result.size() > seal_length) {
    std::string answer = row.result.substr(seal_length);
    const std::string seal = TRY(core.heads.seal(answer_text(row, answer)));
    if (base::equal_constant_time(seal, std::string_view(row.result).substr(0, seal_length))) return answer;
  }
  return fail(Code::io, "the answer that is kept under this key is not one that this server gave", "idempotency_key",
              "See what was done with: lintel log show. See what is wrong with: lintel log verify --deep");
}

Result<bool> is_of_its_event(const store::WorkspaceFile& file, const store::OutboxRow& row) {
  const std::optional<store::EventRow> stored = TRY(file.event(row.event_id));
  if (!stored) return false;
  const Event event = TRY(event_from_bytes(stored->bytes));
  if (event.version == 1) return true;  // files were not in events yet
  const std::string sha256 = base::sha256_hex(row.bytes);
  return std::ranges::any_of(event.files, [&](const FilePlan& plan) {
    return plan.path == row.path && plan.sha256 == sha256 && (!row.before || *row.before == plan.before.value_or(""));
  });
}

namespace {

// What the events say that other tables must agree with.
class Walk {
 public:
  Walk(Core& core, const Workspace& workspace, std::vector<Approver> known, store::ChainReport& report)
      : core_(core), workspace_(workspace), known_(std::move(known)), seals_(core), report_(report) {}

  std::int64_t next = 1;

  Result<void> go_on() {
    while (true) {
      const std::vector<store::EventRow> rows = TRY(workspace_.file->events_from(next, portion));
      if (rows.empty()) return {};
      for (const store::EventRow& row : rows) TRY(one(row));
      next = rows.back().seq + 1;
    }
  }

  Result<void> beside() {
    TRY(texts_gone());
    TRY(values());
    TRY(pendings());
    TRY(files());
    TRY(outbox());
    return answers();
  }

 private:
  void problem(const std::string& text) { report_.problems.push_back(text); }
  void problem(std::int64_t seq, const std::string& text) { problem("event " + std::to_string(seq) + ": " + text); }

  Result<void> one(const store::EventRow& row) {
    const Result<Event> read = event_from_bytes(row.bytes);
    if (!read.ok()) {
      problem(row.seq, "it cannot be read");
      return {};
    }
    const Event& event = *read;
    if (const std::string wrong = seals_.problem(event, row.bytes); !wrong.empty()) problem(row.seq, wrong);
    if (event.workspace != workspace_.record.handle)
      problem(row.seq, "it is of another workspace, " + base::printable(event.workspace, 60));
    if (event.time_ms < time_ms_) problem(row.seq, "its time is before that of the one before");
    time_ms_ = std::max(time_ms_, event.time_ms);
    sealed_from_start_ = sealed_from_start_ && !event.seal.empty();
    policies_.insert(event.policy_digest);
    approval(event);
    gates(event);
    for (const Fact& fact : event.facts) {
      if (fact.type == "log.redacted") redacted_.insert(fact.element);
      if (fact.type == "file.overwritten") overwritten_.emplace(event.id, fact.element);
    }
    // Taking back that somebody's file was overwritten gives it back to them; another one stays the workspace's own.
    const std::string& reversed = event.undo_of.empty() ? event.redo_of : event.undo_of;
    for (const FilePlan& plan : event.files) {
      const bool gives_back = overwritten_.contains({reversed, core_.roots.from_root(plan.path)});
      written_[plan.path] = gives_back ? std::string() : plan.sha256;
    }
    for (const Loaded& loaded : event.loads) loaded_[loaded.path] = {loaded.element, loaded.sha256};
    return text(event);
  }

  // --- private texts ---

  Result<void> text(const Event& event) {
    const std::optional<store::PrivateText> kept = TRY(workspace_.file->reasoning(event.id));
    if (event.approval.is_object()) changes_[event.id] = event.approval.text("id");
    if (kept && base::sha256_hex(kept->salt + kept->text) != event.reasoning_commit)
      problem(event.seq, "its reasoning is not the one that was recorded");
    if (!kept && !event.reasoning_commit.empty()) gone_.emplace_back(event.seq, event.id);
    return {};
  }

  // Redacting an event takes the texts of the whole change away.
  Result<void> texts_gone() {
    for (const std::string& id : redacted_) {
      if (const auto change = changes_.find(id); change != changes_.end()) redacted_changes_.insert(change->second);
    }
    for (const auto& [seq, id] : gone_) {
      const auto change = changes_.find(id);
      const bool told =
          redacted_.contains(id) || (change != changes_.end() && redacted_changes_.contains(change->second));
      if (!told) problem(seq, "its reasoning is gone, and no event says that it was redacted");
    }
    return {};
  }

  // --- decisions ---

  void approval(const Event& event) {
    if (!event.approval.is_object()) {
      if (event.parents.size() > 1) problem(event.seq, "it merges, and nobody approved it");
      return;
    }
    const std::string id(event.approval.text("id"));
    const Json* decisions = event.approval.find("decisions");
    if (decisions == nullptr || !decisions->is_array()) return problem(event.seq, "its decisions are malformed");
    std::set<std::string_view> nonces;
    for (const Json& decision : decisions->as_array()) {
      std::string wrong = problem_of_decision(decision, id, known_);
      if (wrong.empty() && decision.text("assurance") != "A1" && !nonces.insert(decision.text("nonce")).second)
        wrong = "one decision is counted twice";
      if (!wrong.empty()) problem(event.seq, wrong);
    }
    if (has_fact(event, restored)) {
      if (!is_restore(event, known_)) problem(event.seq, "nobody signed this restore");
      return;
    }
    follow(event, id, *decisions);
  }

  struct Change {
    std::int64_t seq = 0;
    std::string state;
    std::string event_id;  // of the change itself
    Json decisions;
    Json steps;
    std::string digest;
  };

  void follow(const Event& event, const std::string& id, const Json& decisions) {
    Change& change = pending_[id];
    change.seq = event.seq;
    change.decisions = decisions;
    change.digest = event.approval.text("change_digest");
    const auto transition = std::ranges::find_if(
        event.facts, [&](const Fact& f) { return f.type.starts_with("change.") && f.element == id; });
    if (transition != event.facts.end()) {
      const std::string state = transition->type.substr(7);
      change.state = state == "proposed" ? "awaiting" : state == "confirmed" ? "confirmed_once" : state;
      return;
    }
    change.state = "committed";
    change.event_id = event.id;
    change.steps = to_json(event.steps);
    const auto approves = [&](const Json& decision) {
      return decision.text("verdict") == "approve" && decision.text("digest") == change.digest;
    };
    if (decisions.empty() || !std::ranges::all_of(decisions.as_array(), approves))
      problem(event.seq, "it was done, and nobody approved exactly this");
  }

  // What today's policy makes wait had to wait, where the event was judged by it.
  void gates(const Event& event) {
    if (event.seal.empty() || !event.approval.is_null() || event.policy_digest != core_.policy().digest()) return;
    if (event.steps.empty() && event.files.empty()) return;
    const Policy& policy = core_.policy();
    const Governance& rules = policy.governance(event.toolset);
    const bool reverses = !event.undo_of.empty() || !event.redo_of.empty();
    const auto waits = [&](const Fact& fact) {
      if (reverses && fact.type == "element.deleted") return false;  // a principal may be free to take its own back
      const bool counts = event.edits || !fact.type.starts_with("element.");
      return counts && std::ranges::find(rules.gate, fact.type) != rules.gate.end();
    };
    const bool proposes = rules.mode == Mode::propose && event.edits && !rules.free_low_tier && !event.steps.empty();
    if (proposes || std::ranges::any_of(event.facts, waits))
      problem(event.seq, "the policy makes it wait for a human, and nobody approved it");
  }

  Result<void> pendings() {
    std::set<std::string> seen;
    for (const store::PendingRow& row : TRY(workspace_.file->pendings(""))) {
      seen.insert(row.id);
      const std::string wrong = problem_of(row);
      if (!wrong.empty()) problem("change " + base::printable(row.id, 60) + ": " + wrong);
    }
    for (const auto& [id, change] : pending_) {
      if (!seen.contains(id)) problem("change " + id + ": its record is gone");
    }
    return {};
  }

  std::string problem_of(const store::PendingRow& row) {
    const Result<Json> json = base::parse_json(row.bytes);
    const Result<Pending> read = json.ok() ? pending_from_json(*json) : Result<Pending>(json.error());
    if (!read.ok()) return "its record is damaged";
    const Pending& pending = *read;
    if (pending.id != row.id || pending.state != row.state || pending.created_ms != row.created_ms ||
        pending.expires_ms != row.expires_ms)
      return "its record was altered";
    const auto found = pending_.find(row.id);
    if (found == pending_.end()) return "the log does not know it";
    const Change& change = found->second;
    if (pending.state != change.state)
      return "the log says that it is " + change.state + ", its record " + pending.state;
    const Result<std::string> digest = change_digest(pending);
    const bool redacted = redacted_changes_.contains(row.id);
    // A challenge may raise what is needed, and with it the digest, before the next event tells it.
    const bool open = !is_terminal(pending.state);
    if (pending.version > 1 && !redacted && (!digest.ok() || *digest != pending.change_digest))
      return "its record differs from what was proposed";
    if (!open && pending.change_digest != change.digest) return "its record differs from what was decided";
    if (pending.ballots.size() != change.decisions.size()) return "its record has other decisions than the log";
    if (change.state != "committed") return {};
    if (pending.event_id != change.event_id || !(pending.steps == change.steps))
      return "what was done is not what was approved";
    return enough(pending, change);
  }

  static std::string enough(const Pending& pending, const Change& change) {
    std::set<std::string_view> people;
    const std::string least = "A" + std::to_string(static_cast<int>(pending.need.min_assurance));
    for (const Json& decision : change.decisions.as_array()) {
      if (decision.text("assurance") < least) return "a decision is less sure than it had to be";
      if (const Json* by = decision.find("principal")) people.insert(by->text("user_id"));
    }
    if (std::cmp_less(change.decisions.size(), pending.need.confirmations)) return "it lacks confirmations";
    if (pending.need.distinct_humans && pending.need.confirmations > 1 && people.size() < change.decisions.size())
      return "one person confirmed twice";
    return {};
  }

  // --- values, files, answers ---

  Result<void> values() {
    std::set<std::string> kept;
    for (const auto& [name, bytes] : TRY(workspace_.file->values())) {
      if (!name.starts_with("policy:")) continue;
      kept.insert(name.substr(7));
      if (base::sha256_hex(bytes) != name.substr(7))
        problem("the text of policy " + name.substr(7, 16) + " was altered");
    }
    for (const std::string& digest : policies_) {
      if (!kept.contains(digest)) problem("the text of policy " + digest.substr(0, 16) + " is gone");
    }
    const std::optional<std::string> record = TRY(workspace_.file->value("workspace"));
    const Result<WorkspaceRecord> read =
        record ? record_from_bytes(*record) : Result<WorkspaceRecord>(fail(Code::not_found, "gone"));
    if (!read.ok()) {
      if (next > 1) problem("the workspace's record is gone or damaged");
      return {};
    }
    const std::optional<HeadFile::Last> last = TRY(core_.heads.last(workspace_.record.handle));
    const bool altered = read->handle != workspace_.record.handle || (last && last->record != digest_of(*read));
    if (altered) problem("the workspace's record was altered");
    return {};
  }

  Result<void> files() {
    for (const store::FileRow& row : TRY(workspace_.file->files())) {
      const auto written = written_.find(row.path);
      const auto loaded = loaded_.find(row.path);
      const bool known = row.element.empty()
                             ? written != written_.end() && written->second == row.sha256
                             : loaded != loaded_.end() && loaded->second == std::pair(row.element, row.sha256);
      if (!known && sealed_from_start_)
        problem("the log does not say that " + base::printable(row.path, 200) + " is this workspace's file");
    }
    return {};
  }

  Result<void> outbox() {
    for (const store::OutboxRow& row : TRY(workspace_.file->outbox())) {
      if (!TRY(is_of_its_event(*workspace_.file, row)))
        problem("no event says that " + base::printable(row.path, 200) + " is to be written");
    }
    return {};
  }

  Result<void> answers() {
    return workspace_.file->each_idempotency([&](const store::IdempotencyRow& row) {
      if (!opened_answer(core_, *workspace_.file, row).ok())
        problem("the answer that is kept under the key " + base::printable(row.key, 60) + " was altered");
    });
  }

  Core& core_;
  const Workspace& workspace_;
  const std::vector<Approver> known_;
  Seals seals_;
  store::ChainReport& report_;
  std::int64_t time_ms_ = 0;
  bool sealed_from_start_ = true;
  std::set<std::string> policies_;
  std::set<std::string> redacted_;  // events
  std::set<std::string> redacted_changes_;
  std::map<std::string, std::string> changes_;              // of events: the change they belong to
  std::vector<std::pair<std::int64_t, std::string>> gone_;  // events without their text
  std::map<std::string, Change> pending_;
  std::set<std::pair<std::string, std::string>> overwritten_;  // event, and the file of others that it replaced
  std::map<std::string, std::string> written_;                 // path → SHA-256, empty: given back
  std::map<std::string, std::pair<std::string, std::string>> loaded_;
};

Result<void> verify_contents(Core& core, const Workspace& workspace, store::ChainReport& report) {
  TRY(workspace.file->each_blob([&](const base::Digest& digest, const std::string& bytes) {
    if (base::sha256(bytes) != digest)
      report.problems.push_back("the bytes kept as " + hex(digest).substr(0, 16) + " were altered");
  }));
  const std::string& handle = workspace.record.handle;
  for (const KeptFiles::Item& item : core.kept.list(handle)) {
    const Result<std::string> bytes = core.kept.bytes(handle, item.sha256);
    if (!bytes.ok() || base::sha256_hex(*bytes) != item.sha256)
      report.problems.push_back("the kept file " + item.sha256.substr(0, 16) + " was altered");
  }
  return {};
}

// The list of accepted policies is still the one that this server goes by, or a longer one.
void verify_pins(Core& core, store::ChainReport& report) {
  const Result<PolicyPins> on_disk = PolicyPins::load(core.options.state_dir);
  const auto known = core.pins();
  if (!on_disk.ok()) return report.problems.push_back(on_disk.error().message);
  if (known && !on_disk->extend(*known))
    report.problems.emplace_back("policy.pins is not the list of accepted policies that this server knows");
}

}  // namespace

Result<void> verify_deeply(Core& core, const std::shared_ptr<Workspace>& workspace, store::ChainReport& report) {
  for (const std::string& damage : TRY(workspace->file->damage())) report.problems.push_back("the database: " + damage);
  if (!workspace->distrusted.empty()) report.problems.push_back("as it was opened: " + workspace->distrusted);
  std::vector<Approver> known = TRY(known_approvers(core));
  Walk walk(core, *workspace, std::move(known), report);
  TRY(walk.go_on());
  TRY(verify_contents(core, *workspace, report));
  // The rest on the writer thread, so that nothing is committed meanwhile.
  const Result<Outcome> compared =
      core.submit_and_wait(workspace, {}, [&](const store::WorkspaceFile&) -> Result<Settled> {
        TRY(walk.go_on());
        TRY(walk.beside());
        return Settled{};
      });
  if (!compared.ok()) return compared.error();
  verify_pins(core, report);
  const Result<void> replayed = verify_by_replay(core, workspace, report);
  if (!replayed.ok()) report.problems.push_back("it cannot be replayed: " + replayed.error().message);
  return {};
}

namespace {

// There is no such workspace any more, but there was one.
Result<store::ChainReport> verify_gone(Core& core, const Call& call, const Error& error) {
  const bool plain = std::ranges::all_of(
      call.workspace, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
  if (error.code != Code::not_found || call.workspace.empty() || !plain) return error;
  const std::optional<HeadFile::Last> last = TRY(core.heads.last(call.workspace));
  if (!last) return error;
  store::ChainReport report;
  report.problems.push_back("the database is gone or belongs to nobody, and event " + std::to_string(last->line.seq) +
                            " of it was signed");
  return report;
}

}  // namespace

Result<store::ChainReport> verify_log(Core& core, const Call& call, bool deep) {
  TRY(admit(core, call));
  const Result<std::shared_ptr<Workspace>> found = workspace_of(core, call, Workspaces::Wanted::log);
  if (!found.ok()) return verify_gone(core, call, found.error());
  const std::shared_ptr<Workspace>& workspace = *found;
  store::ChainReport report;
  if (workspace->file) report = TRY(workspace->file->verify_chain());
  TRY(verify_heads(core, *workspace, report));
  if (deep && workspace->file) TRY(verify_deeply(core, workspace, report));
  // What was tampered with may be any bytes, and some of them stand in these.
  for (std::string& problem : report.problems) problem = base::printable(problem);
  return report;
}

}  // namespace kernel
