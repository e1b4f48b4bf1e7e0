// SPDX-License-Identifier: Apache-2.0
#include "kernel/backup.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <limits>
#include <system_error>
#include <utility>

#include "base/descriptor.h"
#include "base/files.h"
#include "base/text.h"
#include "kernel/decisions.h"
#include "kernel/log.h"
#include "kernel/outcome.h"

namespace kernel {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view manifest_purpose = "lintel/backup/v1";
constexpr std::int64_t bar_ms = 120'000;

Result<std::string> whole(const fs::path& path) {
  return base::read_file(path, std::numeric_limits<std::size_t>::max());
}

Result<void> copy_bytes(const fs::path& from, const fs::path& to) {
  const std::string bytes = TRY(whole(from));
  return base::write_file_atomic(to, bytes, 0600);
}

// The digest of every file of a backup but the manifest, by name.
Result<Json> digests_in(const fs::path& directory) {
  Json files = Json::object();
  std::error_code error;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(directory, error)) {
    const std::string name = fs::relative(entry.path(), directory).native();
    if (!entry.is_regular_file() || name == "backup.json") continue;
    const std::string bytes = TRY(whole(entry.path()));
    files.set(name, base::sha256_hex(bytes));
  }
  if (error) return fail(Code::io, "cannot read " + directory.native() + ": " + error.message());
  return files;
}

Result<void> copy_heads_and_kept(Core& core, const std::string& handle, const fs::path& directory) {
  const fs::path heads = core.options.state_dir / "heads" / (handle + ".jsonl");
  std::error_code error;
  if (fs::exists(heads, error)) TRY(copy_bytes(heads, directory / "heads.jsonl"));
  for (const KeptFiles::Item& item : core.kept.list(handle)) {
    TRY(base::make_private_directory(directory / "kept"));
    const std::string bytes = TRY(core.kept.bytes(handle, item.sha256));
    TRY(base::write_file_atomic(directory / "kept" / item.sha256, bytes, 0600));
  }
  return {};
}

// What was copied must be a log that holds, and go at least as far as the head that was signed before.
Result<store::ChainReport> check_copy(const fs::path& database, const HeadFile::Line* head) {
  const auto file = TRY(store::WorkspaceFile::open_read_only(database.native()));
  store::ChainReport report = TRY(file->verify_chain());
  const std::vector<std::string> damage = TRY(file->damage());
  std::ranges::copy(damage, std::back_inserter(report.problems));
  const std::optional<store::EventRow> row = head ? TRY(file->event_at(head->seq)) : std::nullopt;
  if (head != nullptr && (!row || hex(row->hash) != head->hash))
    report.problems.push_back("it lacks event " + std::to_string(head->seq) + ", which was signed");
  if (report.problems.empty()) return report;
  return fail(Code::io, "the copy is not whole: " + report.problems.front(), database.native(),
              "See what is wrong with: lintel log verify --deep");
}

struct Manifest {
  std::string workspace;
  std::int64_t seq = 0;
  std::string hash;
  std::string time;
};

Result<Manifest> read_manifest(Core& core, const fs::path& directory) {
  const auto text = base::read_file(directory / "backup.json", std::size_t{64} << 20);
  if (!text.ok()) return fail(Code::not_found, "there is no backup here", directory.native());
  Json json = TRY(base::parse_json(*text));
  const std::string signature(json.text("signature"));
  json.erase("signature");
  const std::string signed_text = TRY(base::canonical_json(json));
  if (!core.heads.verify_text(manifest_purpose, signed_text, signature)) {
    return fail(Code::denied, "this backup was altered, or another server made it", directory.native(),
                "A backup is restored where its server's key, head.key, is.");
  }
  const Json files = TRY(digests_in(directory));
  if (!(files == json.at("files")))
    return fail(Code::denied, "the files of this backup are not those that it names", directory.native());
  return Manifest{std::string(json.text("workspace")), json.at("seq").as_integer(), std::string(json.text("hash")),
                  std::string(json.text("time"))};
}

// Every signed head that the backup's log does not hold.
Result<std::vector<HeadFile::Line>> left_behind(Core& core, const std::string& handle, const fs::path& directory) {
  const auto backup = TRY(store::WorkspaceFile::open_read_only((directory / "workspace.db").native()));
  std::vector<HeadFile::Line> lines = TRY(core.heads.lines(handle));
  const std::optional<HeadFile::Last> last = TRY(core.heads.last(handle));
  if (last && std::ranges::find(lines, last->line) == lines.end()) lines.push_back(last->line);
  std::vector<HeadFile::Line> behind;
  for (HeadFile::Line& line : lines) {
    const std::optional<store::EventRow> row = TRY(backup->event_at(line.seq));
    if (row && hex(row->hash) == line.hash) continue;
    behind.push_back(std::move(line));
  }
  return behind;
}

std::string name_of(std::int64_t seq, const std::string& hash) { return std::to_string(seq) + ":" + hash; }

std::vector<Fact> facts_for(const Manifest& manifest, const std::vector<HeadFile::Line>& behind) {
  std::vector<Fact> facts{{"log.restored", name_of(manifest.seq, manifest.hash)}};
  for (const HeadFile::Line& line : behind) facts.push_back({"head.abandoned", name_of(line.seq, line.hash)});
  return facts;
}

struct Planned {
  Manifest manifest;
  std::vector<Fact> facts;
  Kernel::RestorePlan told;
};

Result<Planned> look(Core& core, const fs::path& directory, std::function<bool()> wanted) {
  Planned plan;
  plan.manifest = TRY(read_manifest(core, directory));
  const std::string& handle = plan.manifest.workspace;
  TRY(check_copy(directory / "workspace.db", nullptr));
  // What a crash left is opened once, so that its head is signed and named too; what cannot be opened is replaced.
  static_cast<void>(core.workspaces.by_handle(handle));
  TRY(core.workspaces.bar(handle, {core.clock.steady_ms() + bar_ms, std::move(wanted)}));
  const Result<std::vector<HeadFile::Line>> found = left_behind(core, handle, directory);
  if (!found.ok()) {
    core.workspaces.unbar(handle);
    return found.error();
  }
  const std::vector<HeadFile::Line>& behind = *found;
  plan.facts = facts_for(plan.manifest, behind);
  plan.told = {handle, plan.manifest.seq, plan.manifest.time, {}, restore_digest(handle, plan.facts)};
  for (const HeadFile::Line& line : behind) plan.told.abandons.push_back({line.seq, line.hash, line.time});
  return plan;
}

Result<void> check_ballot(Core& core, Ballot& ballot, const Planned& plan, const Json& decision) {
  const std::vector<Approver> approvers = TRY(core.approvers.get());
  TRY(core.heads.know(approvers));
  if (ballot.change_digest != plan.told.digest)
    return fail(Code::stale, "what a restore abandons is not what was shown", plan.manifest.workspace,
                "Run it again: lintel restore");
  const std::string wrong = problem_of_decision(decision, "restore:" + plan.manifest.workspace, approvers);
  if (ballot.assurance == Assurance::a1 || !wrong.empty())
    return fail(Code::denied, "only an approver restores: " + (wrong.empty() ? "a signature is missing" : wrong), {},
                "Make a key with: lintel approvals init");
  return {};
}

// The backup's log with one more event, which says who came back to it and what is left behind.
Result<Event> restored_event(Core& core, const Call& call, const Workspace& workspace, const Planned& plan,
                             const Json& decision) {
  Event event = event_for(call, core, workspace, core.new_id());
  event.facts = plan.facts;
  event.summary = "Restore the backup of " + plan.manifest.time + ", event " + std::to_string(plan.manifest.seq);
  event.approval = Json::object({{"id", "restore:" + plan.manifest.workspace},
                                 {"change_digest", plan.told.digest},
                                 {"decisions", Json::array({decision})}});
  return event;
}

Result<Outcome> append_restored(Core& core, const Call& call, const fs::path& copy, const Planned& plan,
                                const Json& decision) {
  auto file = TRY(store::WorkspaceFile::open(copy.native()));
  const std::optional<std::string> kept = TRY(file->value("workspace"));
  if (!kept) return fail(Code::parse, "the backup has no record of its workspace", copy.native());
  const auto workspace = std::make_shared<Workspace>(TRY(record_from_bytes(*kept)), std::move(file), core.adoptions);
  workspace->aside = true;
  TRY(workspace->load());
  workspace->publish();
  Event event = TRY(restored_event(core, call, *workspace, plan, decision));
  const std::string id = event.id;
  return core.submit_and_wait(workspace, id, [&](store::WorkspaceFile& in) {
    Outcome outcome = outcome_for(call, workspace->record.handle);
    outcome.is_change = true;
    return settle_event(core, *workspace, in, std::move(event), call.reasoning.value_or(""), std::move(outcome));
  });
}

void remove_with_companions(const fs::path& path) {
  std::error_code ignored;
  for (const char* suffix : {"", "-wal", "-shm", ".lock"}) fs::remove(path.native() + suffix, ignored);
}

// What is there stays under another name; the new file takes the name in one step.
Result<std::string> put_in_place(const fs::path& copy, const fs::path& place, const std::string& aside) {
  const base::Descriptor lock(::open((place.native() + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!lock || ::flock(lock.get(), LOCK_EX | LOCK_NB) != 0)
    return fail(Code::unavailable, "another process has this workspace open", place.native());
  std::error_code error;
  const fs::path kept = place.parent_path() / aside;
  if (fs::exists(place, error)) {
    fs::create_hard_link(place, kept, error);
    if (error) return fail(Code::io, "cannot keep what is there: " + error.message(), kept.native());
    // Of a log that could not be opened what was written last may still stand apart.
    fs::create_hard_link(place.native() + "-wal", kept.native() + "-wal", error);
  }
  for (const char* suffix : {"-wal", "-shm"}) fs::remove(place.native() + suffix, error);
  fs::rename(copy, place, error);
  if (error) return fail(Code::io, "cannot put the backup in its place: " + error.message(), place.native());
  TRY(base::sync_directory(place.parent_path()));
  return fs::exists(kept, error) ? kept.native() : std::string();
}

Result<void> bring_kept_back(const Core& core, const std::string& handle, const fs::path& directory) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory / "kept", error)) {
    const base::Descriptor file(::open(entry.path().c_str(), O_RDONLY | O_CLOEXEC));
    if (file) TRY(core.kept.keep(handle, entry.path().filename().native(), file.get()));
  }
  return {};
}

}  // namespace

namespace {

// A copy in the state directory would be lost with it, and could be taken for a part of it.
Result<void> check_apart(const Core& core, const fs::path& directory) {
  std::error_code error;
  const fs::path state = fs::weakly_canonical(core.options.state_dir, error);
  const fs::path place = fs::weakly_canonical(directory, error);
  if (error || directory.empty()) return fail(Code::out_of_range, "a backup needs a directory of its own", "directory");
  const auto [in_state, in_place] = std::ranges::mismatch(state, place);
  if (in_state != state.end()) return {};
  return fail(Code::denied, "a backup does not belong in the state directory", directory.native(),
              "Name a directory elsewhere, best on another disk.");
}

}  // namespace

Result<Json> make_backup(Core& core, const Call& call, const fs::path& directory) {
  TRY(admit(core, call));
  TRY(admit_whole_events(core, call));
  const std::shared_ptr<Workspace> workspace = TRY(workspace_of(core, call));
  if (!workspace->file || core.options.state_dir.empty())
    return fail(Code::not_found, "there is nothing in this workspace yet", "workspace");
  TRY(check_apart(core, directory));
  std::error_code error;
  if (fs::exists(directory, error) && !fs::is_empty(directory, error))
    return fail(Code::denied, "there is something already", directory.native(), "Name a new directory.");
  TRY(base::make_private_directory(directory));
  TRY(core.sign_now(*workspace));
  const std::string& handle = workspace->record.handle;
  const std::optional<HeadFile::Last> last = TRY(core.heads.last(handle));
  TRY(workspace->file->copy_to((directory / "workspace.db").native()));
  // Nobody else reads it, whatever directory was there.
  fs::permissions(directory / "workspace.db", fs::perms::owner_read | fs::perms::owner_write, error);
  if (error) return fail(Code::io, "the backup cannot be kept from others: " + error.message(), directory.native());
  const store::ChainReport report = TRY(check_copy(directory / "workspace.db", last ? &last->line : nullptr));
  TRY(copy_heads_and_kept(core, handle, directory));
  Json json = Json::object({{"v", 1}, {"workspace", handle}, {"seq", report.events}, {"hash", report.head_hash}});
  json.set("time", base::iso8601(core.clock.unix_ms())).set("files", TRY(digests_in(directory)));
  json.set("public_key", base::hex(TRY(core.heads.public_key())));
  const std::string text = TRY(base::canonical_json(json));
  json.set("signature", TRY(core.heads.sign_text(manifest_purpose, text)));
  TRY(base::write_file_atomic(directory / "backup.json", json.pretty() + "\n", 0600));
  return Json::object({{"directory", directory.native()}, {"workspace", handle}, {"events", report.events}});
}

Result<Kernel::RestorePlan> plan_restore(Core& core, const fs::path& directory, std::function<bool()> wanted) {
  if (core.options.read_only)
    return fail(Code::denied, "this server only reads", {}, "It was started with --read-only.");
  const std::vector<Approver> approvers = TRY(core.approvers.get());
  if (approvers.empty())
    return fail(Code::denied, "only an approver restores, and there is none", {},
                "Make a key with: lintel approvals init");
  Planned plan = TRY(look(core, directory, std::move(wanted)));
  return std::move(plan.told);
}

Result<Outcome> run_restore(Core& core, Call call, const fs::path& directory, Ballot ballot) {
  if (core.options.read_only)
    return fail(Code::denied, "this server only reads", {}, "It was started with --read-only.");
  const Planned plan = TRY(look(core, directory, nullptr));
  const std::string& handle = plan.manifest.workspace;
  const auto restore = [&]() -> Result<Outcome> {
    const Json decision = decision_of(ballot);
    TRY(check_ballot(core, ballot, plan, decision));
    call.principal = ballot.by;
    call.toolset = "kernel";
    call.tool = "restore";
    const fs::path place = core.options.state_dir / "workspaces" / (handle + ".db");
    const fs::path copy = place.native() + ".restoring";
    remove_with_companions(copy);
    TRY(copy_bytes(directory / "workspace.db", copy));
    Outcome outcome = TRY(append_restored(core, call, copy, plan, decision));
    TRY(bring_kept_back(core, handle, directory));
    const std::string aside = handle + ".abandoned-" + outcome.event_id.value_or("");
    const std::string kept = TRY(put_in_place(copy, place, aside));
    remove_with_companions(copy);
    outcome.data = Json::object({{"workspace", handle}, {"events", plan.manifest.seq}});
    outcome.data.set("abandoned_heads", plan.told.abandons.size()).set("abandoned_log", kept);
    return outcome;
  };
  Result<Outcome> done = restore();
  core.workspaces.unbar(handle);
  if (done.ok()) TRY(core.workspaces.by_handle(handle));  // signs the head of what is there now
  return done;
}

}  // namespace kernel
