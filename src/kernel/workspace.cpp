// SPDX-License-Identifier: Apache-2.0
#include "kernel/workspace.h"

#include <unistd.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "base/crypto.h"
#include "base/devices.h"
#include "base/log.h"
#include "base/text.h"
#include "kernel/event.h"

namespace kernel {

namespace fs = std::filesystem;

Json to_json(const WorkspaceRecord& record) {
  Json out = Json::object({{"handle", record.handle}, {"owner", record.owner}, {"label", record.label}});
  if (!record.bound_to.empty()) out.set("bound_to", record.bound_to);
  if (!record.key.empty()) out.set("key", record.key);
  out.set("created_ms", record.created_ms);
  return out;
}

Result<WorkspaceRecord> record_from_bytes(std::string_view bytes) {
  const Json json = TRY(base::parse_json(bytes));
  WorkspaceRecord record;
  record.handle = json.text("handle");
  record.owner = json.text("owner");
  record.bound_to = json.text("bound_to");
  record.label = json.text("label");
  record.key = json.text("key");
  if (const Json* created = json.find("created_ms"); created && created->is_integer())
    record.created_ms = created->as_integer();
  if (record.handle.empty() || record.owner.empty()) return fail(Code::parse, "the workspace's record is damaged");
  return record;
}

bool reaches(const Principal& principal, const WorkspaceRecord& record) {
  if (principal.user_id != record.owner) return false;
  if (principal.kind == Kind::human) return true;
  return principal.by_token ? record.bound_to == principal.key() : record.bound_to.empty();
}

Workspace::Workspace(WorkspaceRecord its_record, std::shared_ptr<store::WorkspaceFile> its_file)
    : record(std::move(its_record)), file(std::move(its_file)), published_(std::make_shared<const Snapshot>()) {}

std::shared_ptr<const Snapshot> Workspace::published() const {
  const std::lock_guard lock(mutex_);
  return published_;
}

namespace {

// Four places in the filter, from one hash (Kirsch and Mitzenmacher, "Less Hashing, Same Performance").
template <class F>
bool all_places(std::string_view key, std::size_t words, F&& each) {
  const std::uint64_t hash = std::hash<std::string_view>{}(key);
  const std::uint64_t step = hash >> 32 | 1;
  for (std::uint64_t i = 0, bit = hash; i < 4; ++i, bit += step) {
    if (!each(bit / 64 % words, std::uint64_t{1} << bit % 64)) return false;
  }
  return true;
}

}  // namespace

void KeyFilter::add(std::string_view key) {
  if (!storage_) {
    storage_ = std::make_unique<Words>();
    bits_.store(storage_.get(), std::memory_order_release);
  }
  all_places(key, words, [&](std::uint64_t word, std::uint64_t bit) {
    (*storage_)[word].fetch_or(bit, std::memory_order_release);
    return true;
  });
}

bool KeyFilter::may_hold(std::string_view key) const {
  if (given_up_ || !base::device::key_filter) return true;
  const Words* bits = bits_.load(std::memory_order_acquire);
  if (bits == nullptr) return false;
  return all_places(key, words, [&](std::uint64_t word, std::uint64_t bit) {
    return ((*bits)[word].load(std::memory_order_acquire) & bit) != 0;
  });
}

void Workspace::note_used(std::int64_t used) {
  const std::int64_t before = most_used();
  const bool first = before == std::numeric_limits<std::int64_t>::max();
  if (first || before < used) most_used_.store(used, std::memory_order_relaxed);
}

void Workspace::publish() {
  auto next = std::make_shared<const Snapshot>(head);
  const std::lock_guard lock(mutex_);
  published_.swap(next);
}

namespace {

Result<void> load_element(const store::ElementRow& row, Snapshot& head) {
  const Json stored = TRY(base::parse_json(row.bytes));
  Element element = TRY(element_from_json(row.id, stored));
  element.revision = row.revision;
  Branch& branch = head.branches[row.branch];
  element.weight = StateSum::weigh(row.id, TRY(base::canonical_json(stored)));
  branch.sum.add(*element.weight);
  branch.elements.put(row.id, std::make_shared<const Element>(std::move(element)));
  return {};
}

Result<void> load_elements(const store::WorkspaceFile& file, Snapshot& head) {
  Result<void> problem;
  TRY(file.each_element([&](const store::ElementRow& row) {
    if (problem.ok()) problem = load_element(row, head);
  }));
  return problem;
}

// Where each branch stands, from its last event.
Result<void> load_positions(const store::WorkspaceFile& file, Snapshot& head) {
  for (auto& [name, branch] : head.branches) {
    const std::vector<store::EventRow> last = TRY(file.events_before(0, 1, name));
    if (last.empty()) continue;
    const Event event = TRY(event_from_bytes(last.front().bytes));
    branch.revision = event.revision;
    branch.head = last.front().hash;
    if (event.state_check != branch.sum.hex()) {
      base::log::error("workspace " + event.workspace + ", branch " + name +
                       ": the state differs from its log; run `lintel log verify`");
    }
  }
  if (const std::optional<store::EventRow> last = TRY(file.last_event())) {
    head.seq = last->seq;
    head.head = last->hash;
    head.time_ms = TRY(event_from_bytes(last->bytes)).time_ms;
  }
  return {};
}

Result<void> load_branch_names(const store::WorkspaceFile& file, Snapshot& head) {
  const std::optional<std::string> bytes = TRY(file.value("branches"));
  if (!bytes) return {};
  const Json names = TRY(base::parse_json(*bytes));
  if (!names.is_array()) return fail(Code::parse, "the list of branches is damaged");
  for (const Json& name : names.as_array()) {
    if (name.is_string()) head.branches.try_emplace(name.as_string());
  }
  return {};
}

// A handle becomes a file's name, so nothing else may pass.
bool looks_like_a_handle(std::string_view text) {
  return text.size() == 28 && text.starts_with("w_") &&
         std::ranges::all_of(text.substr(2), [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); });
}

// People and agents without a token bind nothing to themselves.
std::string bound_to_of(const Principal& principal) {
  return principal.kind == Kind::agent && principal.by_token ? principal.key() : std::string();
}

Error no_such_workspace(std::string_view handle) {
  return fail(Code::not_found, "there is no workspace " + base::printable(handle, 60), "workspace",
              "Leave `workspace` out to use your default one, or open a new one.");
}

}  // namespace

Result<void> Workspace::load() {
  Snapshot fresh;
  TRY(load_branch_names(*file, fresh));
  TRY(load_elements(*file, fresh));
  TRY(load_positions(*file, fresh));
  head = std::move(fresh);
  record_kept = TRY(file->value("workspace")).has_value();
  if (TRY(file->has_idempotency())) keys.give_up();
  kept_policies.clear();
  kept_names.clear();
  must_reload = false;
  return {};
}

Workspaces::Workspaces(Options options, const base::Clock& clock, base::Entropy& entropy)
    : options_(std::move(options)), clock_(clock), entropy_(entropy) {}

Workspaces::~Workspaces() {
  if (!options_.closing) return;
  for (const auto& [handle, workspace] : open_) options_.closing(*workspace);
}

fs::path Workspaces::path_of(std::string_view handle) const {
  return options_.directory / (std::string(handle) + ".db");
}

std::string Workspaces::keyed_handle(std::string_view name) const {
  static constexpr std::string_view alphabet = "abcdefghijklmnopqrstuvwxyz234567";
  std::string text = options_.secret;
  text.append(1, '\0').append(name);
  const base::Digest digest = base::sha256(text);
  std::string handle = "w_";
  unsigned buffer = 0;
  int bits = 0;
  for (std::size_t i = 0; handle.size() < 28; ++i) {
    buffer = buffer << 8 | digest[i];
    for (bits += 8; bits >= 5 && handle.size() < 28; bits -= 5) handle.push_back(alphabet[buffer >> (bits - 5) & 31]);
  }
  return handle;
}

Result<Workspaces::Shared> Workspaces::reached(std::string_view handle, const Principal& principal) {
  Result<Shared> found = by_handle(handle);
  if (found.ok() && !reaches(principal, (*found)->record)) return no_such_workspace(handle);
  return found;
}

Result<Workspaces::Shared> Workspaces::keyed(std::string_view key, const Principal& principal) {
  constexpr std::size_t most_known = 4096;
  const std::string bound_to = bound_to_of(principal);
  std::string name = std::string(key).append(1, '\0').append(principal.user_id);
  if (!bound_to.empty()) name.append(1, '\0').append(bound_to);
  const std::lock_guard lock(mutex_);
  if (const auto found = known_.find(name); found != known_.end()) {
    Known& known = found->second;
    const std::int64_t now = clock_.steady_ms();
    if (const auto open = open_.find(known.handle); open != open_.end()) {
      open->second->last_used_ms = now;
      return open->second;
    }
    // Another process may have made the file since. That process takes longer to let go of it than the millisecond
    // for which a look is good.
    const bool looked = known.path.empty() || known.looked_ms == now;
    if (known.unwritten && (looked || ::access(known.path.c_str(), F_OK) != 0)) {
      known.looked_ms = now;
      return known.unwritten;
    }
    known_.erase(found);
  }
  WorkspaceRecord record;
  record.handle = keyed_handle(name);
  record.owner = principal.user_id;
  record.bound_to = bound_to;
  // A session's name lets whoever has it speak in the session: it is not for lists.
  record.label = key.starts_with("session:") ? "session" : key;
  record.key = key;
  record.created_ms = clock_.unix_ms();
  Shared workspace = TRY(open_locked(record, false));
  if (known_.size() >= most_known) known_.clear();
  known_.emplace(name,
                 Known{record.handle, options_.directory.empty() ? std::string() : path_of(record.handle).native(),
                       workspace->file ? nullptr : workspace, clock_.steady_ms()});
  return workspace;
}

Result<Workspaces::Shared> Workspaces::by_handle(std::string_view handle) {
  if (!looks_like_a_handle(handle)) return no_such_workspace(handle);
  WorkspaceRecord nobody;
  nobody.handle = handle;
  const std::lock_guard lock(mutex_);
  Shared found = TRY(open_locked(nobody, false));
  if (found->record.owner.empty()) return no_such_workspace(handle);
  return found;
}

Result<Workspaces::Shared> Workspaces::with_file(const Shared& workspace) {
  if (workspace->file) return workspace;
  const std::lock_guard lock(mutex_);
  return open_locked(workspace->record, true);
}

Result<Workspaces::Shared> Workspaces::create(const Principal& principal, std::string label) {
  WorkspaceRecord record;
  record.handle = base::handle("w_", entropy_);
  record.owner = principal.user_id;
  record.bound_to = bound_to_of(principal);
  record.label = std::move(label);
  record.created_ms = clock_.unix_ms();
  const std::lock_guard lock(mutex_);
  return open_locked(record, true);
}

// The open one, or the one on disk, or with `make` a new one; else one without a file.
Result<Workspaces::Shared> Workspaces::open_locked(const WorkspaceRecord& fallback, bool make) {
  if (const auto found = open_.find(fallback.handle); found != open_.end()) {
    found->second->last_used_ms = clock_.steady_ms();
    return found->second;
  }
  const bool in_memory = options_.directory.empty();
  std::error_code ignored;
  if (!make && (in_memory || !fs::exists(path_of(fallback.handle), ignored))) {
    return std::make_shared<Workspace>(fallback, nullptr);
  }
  TRY(make_room_locked());
  const std::string path = in_memory ? ":memory:" : path_of(fallback.handle).native();
  auto file = TRY(store::WorkspaceFile::open(path, options_.vfs));
  WorkspaceRecord record = fallback;
  if (const std::optional<std::string> kept = TRY(file->value("workspace"))) record = TRY(record_from_bytes(*kept));
  auto workspace = std::make_shared<Workspace>(std::move(record), std::move(file));
  TRY(workspace->load());
  workspace->publish();
  workspace->last_used_ms = clock_.steady_ms();
  workspace->signed_seq = workspace->head.seq;
  workspace->signed_ms = clock_.steady_ms();
  if (options_.opened) options_.opened(workspace);
  // A file that a crash left without a record belongs to nobody until a keyed call claims it.
  if (!workspace->record.owner.empty()) open_.emplace(workspace->record.handle, workspace);
  return workspace;
}

Result<void> Workspaces::make_room_locked() {
  if (options_.directory.empty() || open_.size() < options_.max_open) return {};
  std::vector<std::pair<std::int64_t, std::string>> by_age;
  for (const auto& [handle, workspace] : open_) by_age.emplace_back(workspace->last_used_ms.load(), handle);
  std::ranges::sort(by_age);
  for (const auto& [used, handle] : by_age) {
    if (close_locked(handle)) return {};
  }
  return fail(Code::unavailable, "too many workspaces are in use at once", {}, "Try again in a moment.");
}

std::vector<std::string> Workspaces::handles() const {
  std::set<std::string> all;
  std::error_code ignored;
  if (!options_.directory.empty()) {
    for (const fs::directory_entry& entry : fs::directory_iterator(options_.directory, ignored)) {
      const fs::path& path = entry.path();
      if (path.extension() == ".db" && looks_like_a_handle(path.stem().native())) all.insert(path.stem().native());
    }
  }
  const std::lock_guard lock(mutex_);
  for (const auto& [handle, workspace] : open_) all.insert(handle);
  return {all.begin(), all.end()};
}

Result<std::shared_ptr<store::WorkspaceFile>> Workspaces::reading(const std::string& handle) const {
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = open_.find(handle); found != open_.end()) return found->second->file;
  }
  if (options_.directory.empty()) return no_such_workspace(handle);
  return store::WorkspaceFile::open_read_only(path_of(handle).native());
}

Result<WorkspaceRecord> Workspaces::record_of(const std::string& handle) const {
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = open_.find(handle); found != open_.end()) return found->second->record;
  }
  const auto file = TRY(reading(handle));
  const std::optional<std::string> kept = TRY(file->value("workspace"));
  if (!kept) return no_such_workspace(handle);
  return record_from_bytes(*kept);
}

std::vector<Workspaces::Shared> Workspaces::open_ones() const {
  const std::lock_guard lock(mutex_);
  std::vector<Shared> all;
  for (const auto& [handle, workspace] : open_) all.push_back(workspace);
  return all;
}

bool Workspaces::close(const std::string& handle) {
  const std::lock_guard lock(mutex_);
  return close_locked(handle);
}

void Workspaces::close_idle(std::int64_t older_than_ms) {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> idle;
  for (const auto& [handle, workspace] : open_) {
    if (clock_.steady_ms() - workspace->last_used_ms >= older_than_ms) idle.push_back(handle);
  }
  for (const std::string& handle : idle) close_locked(handle);
}

// NB: in memory a workspace with events is kept, because closing it would lose them.
bool Workspaces::close_locked(const std::string& handle) {
  const auto found = open_.find(handle);
  if (found == open_.end()) return true;
  Workspace& workspace = *found->second;
  if (found->second.use_count() > 1 || workspace.file.use_count() > 1) return false;
  const bool empty = workspace.published()->seq == 0;
  if (options_.directory.empty() && !empty) return false;
  if (options_.closing) options_.closing(workspace);
  open_.erase(found);
  std::erase_if(known_, [&](const auto& known) { return known.second.handle == handle; });  // it has, or had, a file
  if (!empty || options_.directory.empty()) return true;
  std::error_code ignored;
  // The lock file stays: removing it would let two processes hold locks on different files.
  for (const char* suffix : {"", "-wal", "-shm"}) fs::remove(path_of(handle).native() + suffix, ignored);
  return true;
}

}  // namespace kernel
