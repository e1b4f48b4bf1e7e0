// SPDX-License-Identifier: Apache-2.0
#include "kernel/core.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <map>
#include <system_error>
#include <utility>

#include "base/files.h"
#include "base/log.h"
#include "base/text.h"
#include "kernel/append.h"
#include "kernel/decisions.h"
#include "kernel/filing.h"
#include "kernel/log.h"

namespace kernel {

namespace fs = std::filesystem;

namespace {

std::string load_secret(const fs::path& state_dir, base::Entropy& entropy) {
  if (state_dir.empty()) return entropy.bytes(32);
  Result<std::string> secret = keep_random_bytes(state_dir / "secret", 32, entropy);
  if (secret.ok()) return *std::move(secret);
  base::log::error("cannot keep a secret: " + secret.error().message +
                   "; workspaces will not be found again after a restart");
  return entropy.bytes(32);
}

fs::path workspace_directory(const fs::path& state_dir) {
  return state_dir.empty() ? fs::path() : state_dir / "workspaces";
}

void warn_not_filed(const Error& error) { base::log::warn("events are not in the index yet: " + error.message); }

using Work = std::move_only_function<void()>;
Work one_after_the_other(Work first, Work second) {
  if (!first || !second) return first ? std::move(first) : std::move(second);
  return [first = std::move(first), second = std::move(second)]() mutable {
    first();
    second();
  };
}

void take_effect(Workspace& workspace, Advance&& advance) {
  workspace.head.seq = advance.seq;
  workspace.head.head = advance.hash;
  workspace.head.time_ms = advance.time_ms;
  if (advance.drops) {
    workspace.head.branches.erase(advance.branch);
  } else {
    workspace.head.branches[advance.branch] = std::move(advance.next);
  }
  workspace.record_kept = true;
  workspace.kept_policies.insert(std::move(advance.policy_kept));
  if (!advance.named.empty()) workspace.kept_names.insert(std::move(advance.named));
  workspace.to_file.add(advance.seq, std::move(advance.filed_under));
}

}  // namespace

std::string hex(const base::Digest& digest) {
  return base::hex({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

// ---- core --------------------------------------------------------------------------------------

Core::Core(Kernel::Options its_options, base::Roots its_roots)
    : options(std::move(its_options)),
      roots(std::move(its_roots)),
      clock(options.clock ? *options.clock : base::system_clock()),
      entropy(options.entropy ? *options.entropy : base::system_entropy()),
      secret(load_secret(options.state_dir, entropy)),
      rate(clock),
      heads(options.state_dir, entropy),
      kept(options.state_dir, options.kept_bytes),
      approvers(options.approvers_file),
      adoptions(options.expand),
      workspaces({workspace_directory(options.state_dir), options.vfs, options.max_workspaces, secret,
                  [this](const std::shared_ptr<Workspace>& workspace) {
                    settle_heads(*workspace);
                    if (!workspace->distrusted.empty()) return;
                    finish_files(workspace);
                    end_outdated(*this, workspace);
                    file_left_over(workspace);
                  },
                  [this](Workspace& workspace) { sign_head(workspace); },
                  [this](const store::WorkspaceFile& file) { return check_mark(file); }},
                 clock, entropy, adoptions),
      policies_{options.policy},
      policy_(&policies_.back()) {
  if (options.pins) set_pins(options.pins);
}

std::shared_ptr<const PolicyPins> Core::pins() {
  const std::lock_guard lock(mutex_);
  return pins_;
}

void Core::set_pins(std::shared_ptr<const PolicyPins> pins) {
  if (!pins || pins->empty()) return;
  approvers.keep_to(pins->last().approvers);
  const std::lock_guard lock(mutex_);
  pins_ = std::move(pins);
}

// The mark is written with the first event after each opening, so that whoever takes the list of accepted policies
// away, or sets it back, finds the workspaces closed.
Result<void> Core::check_mark(const store::WorkspaceFile& file) {
  const std::optional<std::string> mark = TRY(file.value("policy_pin"));
  if (!mark || mark->empty()) return {};
  const auto known = pins();
  if (known && known->pass_through(*mark)) return {};
  return fail(Code::denied, "this workspace was last written under an accepted policy that is not known here",
              "policy.pins",
              "The list of accepted policies was removed, replaced or set back: put it back from a backup.");
}

// What the planners planned goes to the writer.
Core::~Core() {
  planners_.stop();
  writer_.stop();
}

void Core::set_policy(Policy policy) {
  const std::lock_guard lock(mutex_);
  policies_.push_back(std::move(policy));
  policy_ = &policies_.back();
}

void Core::set_listener(std::function<void(const Kernel::Committed&)> listener) {
  const std::lock_guard lock(mutex_);
  listener_ = std::make_shared<const std::function<void(const Kernel::Committed&)>>(std::move(listener));
}

void Core::set_follow(Kernel::Follow follow) {
  const std::lock_guard lock(mutex_);
  follow_ = std::make_shared<const Kernel::Follow>(std::move(follow));
}

std::int64_t Core::at_least(std::int64_t time_ms) {
  const std::int64_t now = std::max(clock.unix_ms(), time_ms);
  std::int64_t latest = latest_ms_.load();
  while (latest < now && !latest_ms_.compare_exchange_weak(latest, now)) {
  }
  return std::max(latest, now);
}

// While more work waits for the writer's thread, answers are made and sent from another one. So are
// those that something slow comes before.
void Core::answer(Kernel::Done done, Result<Outcome> outcome, Task before) {
  if (!before && !writer_.has_more()) return done(std::move(outcome));
  auto send = [before = std::move(before), done = std::move(done), outcome = std::move(outcome)]() mutable {
    if (before) before();
    done(std::move(outcome));
  };
  auto shared = std::make_shared<decltype(send)>(std::move(send));
  if (!answers_.post([shared] { (*shared)(); })) (*shared)();
}

bool Core::head_is_due(const Workspace& workspace, std::int64_t seq) const {
  return seq > workspace.signed_seq && clock.steady_ms() - workspace.signed_ms >= HeadFile::oldest_ms;
}

// Signs what is published, unless that was done.
Result<void> Core::sign_now(Workspace& workspace) {
  const std::shared_ptr<const Snapshot> now = workspace.published();
  if (now->seq <= workspace.signed_seq || options.read_only || !workspace.distrusted.empty()) return {};
  TRY(heads.append(workspace.record.handle, now->seq, now->head, now->time_ms, digest_of(workspace.record)));
  workspace.signed_seq = now->seq;
  workspace.signed_ms = clock.steady_ms();
  return {};
}

// A head that cannot be kept stops nothing: the next one covers its events too.
void Core::sign_head(Workspace& workspace) {
  const Result<void> signed_head = sign_now(workspace);
  if (!signed_head.ok()) base::log::warn("a signed head was not kept: " + signed_head.error().message);
}

void Core::settle_heads(Workspace& workspace) {
  const Result<void> trusted =
      workspace.only_read ? fail(Code::io, workspace.distrusted) : check_tail(*this, workspace);
  if (trusted.ok()) return sign_head(workspace);
  workspace.distrusted = trusted.error().message;
  base::log::error("workspace " + workspace.record.handle + ": " + workspace.distrusted +
                   "; nothing is written to it any more. Run `lintel log verify --deep`");
}

// Whether a file can be made where the logs are, and the logs that are no longer written to.
void Core::sign_due_heads() {
  for (const std::shared_ptr<Workspace>& workspace : workspaces.open_ones()) {
    if (head_is_due(*workspace, workspace->published()->seq)) sign_head(*workspace);
  }
}

// The first event, every so many, and once the last one is old, the head is signed and kept outside the database.
Core::Task Core::signing_of(Workspace& workspace, const Settled& settled) {
  if (!settled.advance || workspace.aside) return nullptr;
  const Advance& advance = *settled.advance;  // its branch is gone by now, its place in the log is not
  const bool counts = advance.seq % HeadFile::every == 0 || advance.seq == 1;
  if (!counts && !head_is_due(workspace, advance.seq)) return nullptr;
  workspace.signed_seq = advance.seq;
  workspace.signed_ms = clock.steady_ms();
  return [this, record = workspace.record, seq = advance.seq, hash = advance.hash, time = advance.time_ms] {
    const Result<void> signed_head = heads.append(record.handle, seq, hash, time, digest_of(record));
    if (!signed_head.ok()) base::log::warn("a signed head was not kept: " + signed_head.error().message);
  };
}

void Core::note_stored(const Result<void>& stored, const Settled& settled) {
  const bool failed = !stored.ok() && stored.error().code == Code::io;
  if (failed) ++failures_;
  if (stored.ok() && settled.advance) ++events_;
  if (failed || stored.ok()) last_failed_.store(failed, std::memory_order_relaxed);
}

Kernel::Load Core::load() const {
  return {workspaces.open_count(), options.max_workspaces, events_, failures_, planned_anew_, planners_.load()};
}

std::vector<std::string> Core::troubles() const {
  constexpr std::uintmax_t least_bytes = std::uintmax_t{8} << 20;
  std::vector<std::string> found;
  if (last_failed_) found.emplace_back("the last change could not be stored");
  for (const std::shared_ptr<Workspace>& workspace : workspaces.open_ones()) {
    if (!workspace->distrusted.empty()) found.push_back("a workspace is not written to: " + workspace->distrusted);
  }
  if (options.state_dir.empty() || options.read_only) return found;
  fs::path place = options.state_dir;
  std::error_code error;
  while (!fs::exists(place, error) && place.has_relative_path()) place = place.parent_path();
  if (::access(place.c_str(), W_OK | X_OK) != 0) found.emplace_back("the state directory cannot be written");
  const fs::space_info space = fs::space(place, error);
  if (!error && space.available < least_bytes) found.emplace_back("the disk of the state directory is full");
  return found;
}

void Core::submit(std::shared_ptr<Workspace> workspace, std::string event_id, Transaction work, Kernel::Done done,
                  Order order, Whose whose) {
  if (workspace->only_read)
    return done(fail(Code::unavailable, "nothing is written: " + workspace->distrusted, workspace->record.handle,
                     "Make its place writable; reading goes on."));
  auto settled = std::make_shared<Settled>();
  const auto planned = std::chrono::steady_clock::now();
  store::Writer::Work piece;
  piece.file = workspace->file;
  piece.event_id = std::move(event_id);
  piece.apply = [workspace, settled, work = std::move(work)](store::WorkspaceFile& file) mutable -> Result<void> {
    if (workspace->must_reload) TRY(workspace->load());
    *settled = TRY(work(file));
    if (settled->advance) take_effect(*workspace, std::move(*settled->advance));
    return {};
  };
  piece.lost = [workspace] {
    if (!workspace->load().ok()) workspace->must_reload = true;
  };
  piece.done = [this, workspace, settled, planned, done = std::move(done)](Result<void> stored) mutable {
    const auto storing = std::chrono::steady_clock::now() - planned;
    note_stored(stored, *settled);
    Task before = stored.ok() ? one_after_the_other(signing_of(*workspace, *settled), following_of(*settled)) : nullptr;
    Result<Outcome> outcome = stored.ok() ? settle(workspace, std::move(*settled)) : std::move(stored).error();
    if (outcome.ok()) outcome->storing = storing;
    // Whoever learns the answer may close the workspace at once.
    workspace.reset();
    answer(std::move(done), std::move(outcome), std::move(before));
  };
  piece.checks_first = order == Order::checks_first;
  if (whose == Whose::anybodys && workspace->turn.taken())
    return workspace->turn.pass([this, piece = std::move(piece)]() mutable { writer_.submit(std::move(piece)); });
  workspace.reset();
  writer_.submit(std::move(piece));
}

Result<Outcome> Core::submit_and_wait(std::shared_ptr<Workspace> workspace, std::string event_id, Transaction work) {
  std::promise<Result<Outcome>> promise;
  std::future<Result<Outcome>> answer = promise.get_future();
  submit(std::move(workspace), std::move(event_id), std::move(work),
         [promise = std::move(promise)](Result<Outcome> outcome) mutable { promise.set_value(std::move(outcome)); });
  return answer.get();
}

void Core::tell_listener(const Kernel::Committed& committed) {
  std::shared_ptr<const std::function<void(const Kernel::Committed&)>> listener;
  {
    const std::lock_guard lock(mutex_);
    listener = listener_;
  }
  if (listener && *listener) (*listener)(committed);
}

Core::Task Core::following_of(const Settled& settled) {
  if (!settled.committed) return nullptr;
  std::shared_ptr<const Kernel::Follow> follow;
  {
    const std::lock_guard lock(mutex_);
    follow = follow_;
  }
  std::function<void()> work = follow && *follow ? (*follow)(*settled.committed) : nullptr;
  return work ? Task(std::move(work)) : nullptr;
}

// After COMMIT, on the writer thread.
Result<Outcome> Core::settle(const std::shared_ptr<Workspace>& workspace, Settled settled) {
  if (settled.advance && workspace->published()->seq < workspace->head.seq) workspace->publish();
  if (settled.advance && settled.advance->seq % filed_every == 0) file_events(workspace);
  if (settled.committed) tell_listener(*settled.committed);
  const Result<void> written = write_files(workspace, settled.files);
  if (written.ok() || !settled.answer.ok()) return std::move(settled.answer);
  const std::string event_id = settled.answer->event_id.value_or("");
  Error error = written.error();
  error.message = "the file was not written: " + error.message;
  if (error.code != Code::stale) {
    error.code = Code::io;
    error.hint = "The change is kept as event " + event_id +
                 ", and its file is written when the workspace is opened next, or when the call is repeated with "
                 "its idempotency key: make its place free and do not repeat the change without it.";
  }
  error.data = std::make_shared<const Json>(Json::object({{"event_id", event_id}}));
  return error;
}

// Before anything is replaced, so that a crash finds it in its place or kept. What is not as expected is not kept: it
// will not be replaced either, or it was already.
Result<void> Core::keep_replaced(const Workspace& workspace, const store::OutboxRow& row) const {
  const Result<int> opened = roots.open_for_reading(row.path);
  if (!opened.ok()) return {};
  const base::Descriptor file(*opened);
  const Result<void> done = kept.keep(workspace.record.handle, *row.before, file.get());
  return done.ok() || done.error().code == Code::stale ? Result<void>() : done;
}

namespace {

std::string attempt_of(const store::OutboxRow& row) { return row.event_id + "-" + std::to_string(row.id); }

std::optional<std::string> expected_by(const store::OutboxRow& row) {
  return row.before && row.before->empty() ? std::nullopt : row.before;
}

}  // namespace

// Only over what was there when the change was planned.
Result<void> Core::write_file(const Workspace& workspace, const store::OutboxRow& row) const {
  if (!row.before) return roots.write_atomic(row.path, row.bytes);
  if (row.keep) TRY(keep_replaced(workspace, row));
  return roots.write_if(row.path, row.bytes, expected_by(row), attempt_of(row));
}

namespace {

// Older contents for the same place must not come back at the next start.
Result<void> end_row(store::WorkspaceFile& file, std::int64_t id, const std::string& path) {
  for (const store::OutboxRow& other : TRY(file.outbox())) {
    if (other.path == path && other.id < id) TRY(file.remove_outbox(other.id));
  }
  return file.remove_outbox(id);
}

}  // namespace

// The event that wrote the file stands; this one says that it did not come to it, and ends the row with it.
void Core::note_not_written(const std::shared_ptr<Workspace>& workspace, const store::OutboxRow& row) {
  base::log::warn("not written, because something else is there now: " + row.path);
  const auto lost = [](const Error& error) {
    base::log::warn("that a file was not written is not in the log: " + error.message);
  };
  const auto stored = workspace->file->event(row.event_id);
  if (!stored.ok()) return lost(stored.error());
  Call call;
  if (*stored) {
    const Result<Event> wrote = event_from_bytes((*stored)->bytes);
    if (!wrote.ok()) return lost(wrote.error());
    call.principal = wrote->principal;
    call.tool = wrote->tool;
    call.toolset = wrote->toolset;
    call.branch = wrote->branch;
  }
  Event event = event_for(call, *this, *workspace, new_id());
  event.facts.push_back({"file.not_written", row.path});
  record(
      workspace, std::move(event),
      [lost](const Result<Outcome>& noted) {
        if (!noted.ok()) lost(noted.error());
      },
      [id = row.id, path = row.path](store::WorkspaceFile& file) { return end_row(file, id, path); });
}

Result<void> Core::write_files(const std::shared_ptr<Workspace>& workspace,
                               const std::vector<store::OutboxRow>& files) {
  Result<void> problem;
  for (const store::OutboxRow& row : files) {
    Result<void> written = write_file(*workspace, row);
    const bool refused = !written.ok() && written.error().code == Code::stale;
    if (!written.ok()) problem = written.error();
    if (refused) note_not_written(workspace, row);
    if (!written.ok()) continue;
    submit(
        workspace, {},
        [id = row.id, path = row.path](store::WorkspaceFile& file) -> Result<Settled> {
          TRY(end_row(file, id, path));
          return Settled{};
        },
        [](const Result<Outcome>& removed) {
          if (!removed.ok()) base::log::warn("a written file will be written once more: " + removed.error().message);
        });
  }
  return problem;
}

void Core::finish_files(const std::shared_ptr<Workspace>& workspace) {
  if (!workspace->file || options.read_only) return;
  Result<std::vector<store::OutboxRow>> rows = workspace->file->outbox();
  if (!rows.ok() || rows->empty()) return;
  std::erase_if(*rows, [&](const store::OutboxRow& row) {
    const Result<bool> own = is_of_its_event(*workspace->file, row);
    if (own.ok() && *own) return false;
    base::log::error("not written, because no event of workspace " + workspace->record.handle +
                     " says so: " + row.path);
    return true;
  });
  // Only the newest contents of each place matter. Of an older attempt nothing stays; what it cannot end now, it says.
  std::map<std::string, store::OutboxRow> newest;
  for (const store::OutboxRow& row : *rows) {
    const auto [found, is_new] = newest.try_emplace(row.path, row);
    if (is_new) continue;
    const store::OutboxRow older = std::exchange(found->second, row);  // rows come in their order
    const Result<void> ended = roots.end_attempt(older.path, older.bytes, expected_by(older), attempt_of(older));
    if (!ended.ok()) base::log::warn("of a file that was written anew something may stay: " + ended.error().message);
  }
  std::vector<store::OutboxRow> files;
  for (auto& [path, row] : newest) files.push_back(std::move(row));
  const Result<void> written = write_files(workspace, files);
  if (!written.ok()) base::log::warn("a file of an earlier change still cannot be written: " + written.error().message);
}

// ---- the index of events -----------------------------------------------------------------------

// Of what this process wrote it is known where it belongs. The rest is read first, beside the writer.
void Core::file_events(const std::shared_ptr<Workspace>& workspace) {
  const auto known = std::make_shared<bool>(true);
  submit(
      workspace, {},
      [workspace, known](store::WorkspaceFile& file) -> Result<Settled> {
        const std::int64_t before = TRY(file.filed_through());
        const std::optional<Filing> filing = workspace->to_file.taken(before);
        *known = filing.has_value();
        if (filing) TRY(file_them(file, *filing));
        return Settled{};
      },
      [this, known, weak = std::weak_ptr(workspace)](const Result<Outcome>& filed) {
        if (!filed.ok()) return warn_not_filed(filed.error());
        if (const auto alive = weak.lock(); alive && !*known) file_left_over(alive);
      });
}

// Where the planners are too busy, the next events bring it up again.
void Core::file_by_reading(const std::shared_ptr<Workspace>& workspace) {
  planners_.post([this, weak = std::weak_ptr(workspace)] { file_some(weak.lock()); }, "index");
}

void Core::file_some(const std::shared_ptr<Workspace>& workspace) {
  if (!workspace || !workspace->file) return;
  Result<Filing> filing = next_to_file(*workspace->file, filed_every);
  if (!filing.ok()) return warn_not_filed(filing.error());
  if (filing->through == 0) return;
  const bool more = filing->more;
  submit(
      workspace, {},
      [filing = std::move(*filing)](store::WorkspaceFile& file) -> Result<Settled> {
        TRY(file_them(file, filing));
        return Settled{};
      },
      [this, more, weak = std::weak_ptr(workspace)](const Result<Outcome>& filed) {
        if (!filed.ok()) return warn_not_filed(filed.error());
        if (const auto alive = weak.lock(); alive && more) file_by_reading(alive);
      });
}

// Of a log that was written before there was an index, or by a process that ended.
void Core::file_left_over(const std::shared_ptr<Workspace>& workspace) {
  if (!workspace->file || options.read_only) return;
  const Result<std::int64_t> filed = workspace->file->filed_through();
  if (filed.ok() && workspace->published()->seq - *filed >= filed_every) file_by_reading(workspace);
}

// ---- denials -----------------------------------------------------------------------------------

bool Core::first_denial_this_minute(const Call& call, const std::string& handle, std::int64_t& suppressed) {
  constexpr std::size_t most_remembered = 4096;
  const std::int64_t minute = clock.unix_ms() / 60'000;
  const std::lock_guard lock(mutex_);
  if (denials_.size() > most_remembered) denials_.clear();
  const auto [found, is_new] = denials_.try_emplace(handle + '\0' + call.principal.key() + '\0' + call.tool);
  Denials& denials = found->second;
  if (!is_new && denials.minute == minute) {
    ++denials.count;
    return false;
  }
  suppressed = denials.count;
  denials = {minute, 0};
  return true;
}

void Core::note_denial(const Call& call, const std::shared_ptr<Workspace>& workspace, const Error& error) {
  const bool is_denial = error.code == Code::denied || error.code == Code::out_of_scope ||
                         error.code == Code::element_limit || error.code == Code::session_limit;
  if (!is_denial || !workspace || !workspace->file) return;
  std::int64_t suppressed = 0;
  if (!first_denial_this_minute(call, workspace->record.handle, suppressed)) return;
  Event event = event_for(call, *this, *workspace, new_id());
  event.idempotency_key.clear();
  event.facts.push_back({"access.denied", std::to_string(static_cast<int>(error.code))});
  if (suppressed > 0) event.touched.set("suppressed", suppressed);
  record(workspace, std::move(event), [](const Result<Outcome>&) {});
}

// On a branch that is gone by then it stands on main.
void Core::record(const std::shared_ptr<Workspace>& workspace, Event event, Kernel::Done done, Also also) {
  const std::string id = event.id;
  submit(
      workspace, id,
      [this, workspace, event = std::move(event),
       also = std::move(also)](store::WorkspaceFile& file) mutable -> Result<Settled> {
        if (also) TRY(also(file));
        if (!workspace->head.branches.contains(event.branch)) event.branch = "main";
        Entry entry{std::move(event), nullptr, {}, nullptr};
        Settled settled;
        settled.advance = TRY(append(*this, *workspace, file, entry));
        return settled;
      },
      std::move(done));
}

// ---- shared by all calls -----------------------------------------------------------------------

Result<std::shared_ptr<Workspace>> workspace_of(Core& core, const Call& call, Workspaces::Wanted wanted) {
  if (!call.workspace.empty()) return core.workspaces.reached(call.workspace, call.principal, wanted);
  if (!call.workspace_key.empty()) return core.workspaces.keyed(call.workspace_key, call.principal, wanted);
  return fail(Code::missing, "this call names no workspace", "workspace", "Open a workspace and pass its handle.");
}

Result<const Branch*> branch_of(const Snapshot& snapshot, const std::string& name) {
  if (const auto found = snapshot.branches.find(name); found != snapshot.branches.end()) return &found->second;
  std::vector<std::string> names;
  for (const auto& [each, branch] : snapshot.branches) names.push_back(each);
  const std::optional<std::string> near = base::nearest(name, names);
  return fail(Code::not_found, "there is no branch " + base::printable(name, 80), "branch",
              (near ? "Did you mean " + *near + "? " : "") + "Branches here: " + base::join(names, ", ") + ".");
}

Result<std::string> args_digest(const Call& call, const std::string& handle) {
  std::string what = "{\"arguments\":" + TRY(base::canonical_json(call.arguments)) + ",\"branch\":";
  base::append_json_string(what, call.branch);
  base::append_json_string(what.append(",\"tool\":"), call.tool);
  base::append_json_string(what.append(",\"workspace\":"), handle);
  return base::sha256_hex(what.append("}"));
}

}  // namespace kernel
