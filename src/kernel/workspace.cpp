// SPDX-License-Identifier: Apache-2.0
#include "kernel/workspace.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <system_error>
#include <thread>
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

std::string digest_of(const WorkspaceRecord& record) { return base::sha256_hex(to_json(record).dump()); }

bool reaches(const Principal& principal, const WorkspaceRecord& record) {
  if (principal.user_id != record.owner) return false;
  if (principal.kind == Kind::human) return true;
  return principal.by_token ? record.bound_to == principal.key() : record.bound_to.empty();
}

Workspace::Workspace(WorkspaceRecord its_record, std::shared_ptr<store::WorkspaceFile> its_file,
                     const Adoptions& adoptions)
    : record(std::move(its_record)),
      file(std::move(its_file)),
      adoptions_(adoptions),
      published_(std::make_shared<const Snapshot>()) {}

Result<std::optional<std::string>> Workspace::kept_bytes(const Adoption& adoption) const {
  const std::optional<base::Digest> digest = base::digest_from_hex(adoption.blob);
  if (!digest || !file) return std::optional<std::string>();
  return file->blob(*digest);
}

Result<SharedAdopted> Workspace::adopted(const Adoption& adoption) const {
  return adoptions_.find(adoption, [this](const Adoption& each) { return kept_bytes(each); });
}

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

std::optional<Branch> KeptBranches::find(const std::string& name, std::int64_t revision) const {
  const std::lock_guard lock(mutex_);
  const auto found = kept_.find({name, revision});
  return found == kept_.end() ? std::nullopt : std::optional(found->second);
}

void KeptBranches::keep(const std::string& name, const Branch& branch) {
  constexpr std::size_t most = 64;
  const std::lock_guard lock(mutex_);
  if (kept_.size() >= most) kept_.clear();
  kept_.insert_or_assign({name, branch.revision}, branch);
}

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

// Elements come in any order, and what lies over an adopted document comes after it.
class Loading {
 public:
  Loading(Snapshot& head, const Resolve& resolve) : head_(head), resolve_(resolve) {}

  Result<void> row(const store::ElementRow& row) {
    if (row.bytes == "null") {
      removed_.emplace_back(row.branch, row.id);
      return {};
    }
    const Json stored = TRY(base::parse_json(row.bytes));
    Element element = TRY(element_from_json(row.id, stored));
    element.revision = row.revision;
    element.weight = StateSum::weigh(row.id, TRY(base::canonical_json(stored)));
    Branch& branch = head_.branches[row.branch];
    branch.sum.add(*element.weight);
    if (element.adopts) {
      element.adopts->content = TRY(resolve_(*element.adopts));
      branch.elements.put(row.id, std::make_shared<const Element>(std::move(element)));
    } else {
      waiting_.emplace_back(row.branch, std::make_shared<const Element>(std::move(element)));
    }
    return {};
  }

  Result<void> finish() {
    for (auto& [name, element] : waiting_) {
      Branch& branch = head_.branches[name];
      TRY(lighten(branch, element->id));
      const std::string& id = element->id;
      branch.elements.put(id, std::move(element));
    }
    for (const auto& [name, id] : removed_) {
      Branch& branch = head_.branches[name];
      TRY(lighten(branch, id));
      branch.elements.erase(id);
    }
    return {};
  }

 private:
  // What is written over a document weighs what it differs by.
  static Result<void> lighten(Branch& branch, std::string_view id) {
    if (const auto beneath = branch.elements.beneath(id))
      branch.sum.subtract(StateSum::weigh(id, TRY(base::canonical_json(to_json(*beneath)))));
    return {};
  }

  Snapshot& head_;
  const Resolve& resolve_;
  std::vector<std::pair<std::string, std::shared_ptr<const Element>>> waiting_;
  std::vector<std::pair<std::string, std::string>> removed_;
};

Result<void> load_elements(const store::WorkspaceFile& file, Snapshot& head, const Resolve& resolve) {
  Loading loading(head, resolve);
  Result<void> problem;
  TRY(file.each_element([&](const store::ElementRow& row) {
    if (problem.ok()) problem = loading.row(row);
  }));
  TRY(std::move(problem));
  return loading.finish();
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
  TRY(load_elements(*file, fresh, resolve()));
  TRY(load_positions(*file, fresh));
  head = std::move(fresh);
  record_kept = TRY(file->value("workspace")).has_value();
  if (TRY(file->has_idempotency())) keys.give_up();
  kept_policies.clear();
  kept_names.clear();
  to_file.clear();
  must_reload = false;
  return {};
}

Workspaces::Workspaces(Options options, const base::Clock& clock, base::Entropy& entropy, const Adoptions& adoptions)
    : options_(std::move(options)), clock_(clock), entropy_(entropy), adoptions_(adoptions) {}

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

Result<Workspaces::Shared> Workspaces::reached(std::string_view handle, const Principal& principal, Wanted wanted) {
  Result<Shared> found = by_handle(handle, wanted);
  if (found.ok() && !reaches(principal, (*found)->record)) return no_such_workspace(handle);
  return found;
}

namespace {

// What the handle of a keyed workspace derives from.
std::string keyed_name(std::string_view key, const Principal& principal) {
  std::string name = std::string(key).append(1, '\0').append(principal.user_id);
  if (const std::string bound_to = bound_to_of(principal); !bound_to.empty()) name.append(1, '\0').append(bound_to);
  return name;
}

}  // namespace

std::string Workspaces::handle_of_keyed(std::string_view key, const Principal& principal) const {
  return keyed_handle(keyed_name(key, principal));
}

namespace {

Result<std::shared_ptr<Workspace>> readable(std::shared_ptr<Workspace> workspace, Workspaces::Wanted wanted) {
  if (workspace->damaged.empty() || wanted == Workspaces::Wanted::log) return workspace;
  return fail(Code::io, "what this workspace holds cannot be read: " + workspace->damaged, workspace->record.handle,
              "See what is wrong with: lintel log verify --deep. A backup is brought back with: lintel restore");
}

}  // namespace

Result<Workspaces::Shared> Workspaces::keyed(std::string_view key, const Principal& principal, Wanted wanted) {
  constexpr std::size_t most_known = 4096;
  const std::string name = keyed_name(key, principal);
  Lock lock(mutex_);
  if (const auto found = known_.find(name); found != known_.end()) {
    Known& known = found->second;
    if (Shared open = find_open(known.handle)) return readable(std::move(open), wanted);
    const std::int64_t now = clock_.steady_ms();
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
  record.bound_to = bound_to_of(principal);
  // A session's name lets whoever has it speak in the session: it is not for lists.
  record.label = key.starts_with("session:") ? "session" : key;
  record.key = key;
  record.created_ms = clock_.unix_ms();
  Shared workspace = TRY(open(lock, record, false));
  if (known_.size() >= most_known) known_.clear();
  known_.insert_or_assign(
      name, Known{record.handle, options_.directory.empty() ? std::string() : path_of(record.handle).native(),
                  workspace->file ? nullptr : workspace, clock_.steady_ms()});
  return readable(std::move(workspace), wanted);
}

Result<Workspaces::Shared> Workspaces::by_handle(std::string_view handle, Wanted wanted) {
  if (!looks_like_a_handle(handle)) return no_such_workspace(handle);
  WorkspaceRecord nobody;
  nobody.handle = handle;
  Lock lock(mutex_);
  Shared found = TRY(open(lock, nobody, false));
  if (found->record.owner.empty()) return no_such_workspace(handle);
  return readable(std::move(found), wanted);
}

Result<Workspaces::Shared> Workspaces::with_file(const Shared& workspace) {
  if (workspace->file) return workspace;
  Lock lock(mutex_);
  return open(lock, workspace->record, true);
}

Result<Workspaces::Shared> Workspaces::create(const Principal& principal, std::string label) {
  WorkspaceRecord record;
  record.handle = base::handle("w_", entropy_);
  record.owner = principal.user_id;
  record.bound_to = bound_to_of(principal);
  record.label = std::move(label);
  record.created_ms = clock_.unix_ms();
  Lock lock(mutex_);
  return open(lock, record, true);
}

class Workspaces::Move {
 public:
  Move(Workspaces& all, Lock& lock, std::string handle) : all_(all), lock_(lock), handle_(std::move(handle)) {
    all_.moving_.insert(handle_);
    lock_.unlock();
  }
  ~Move() {
    lock_.lock();
    all_.moving_.erase(handle_);
    all_.changed_.notify_all();
  }
  Move(const Move&) = delete;
  Move& operator=(const Move&) = delete;

 private:
  Workspaces& all_;
  Lock& lock_;
  const std::string handle_;
};

Workspaces::Shared Workspaces::find_open(std::string_view handle) {
  const auto found = open_.find(handle);
  if (found == open_.end() || barred_.contains(found->first)) return nullptr;
  // One that could only be read, or not even that, is tried again.
  const bool poor = found->second->only_read || !found->second->damaged.empty();
  if (poor && found->second.use_count() == 1) {
    open_.erase(found);
    return nullptr;
  }
  found->second->last_used_ms = clock_.steady_ms();
  return found->second;
}

Result<void> Workspaces::not_barred(const std::string& handle) {
  const auto barred = barred_.find(handle);
  if (barred == barred_.end()) return {};
  const Bar& bar = barred->second;
  if (clock_.steady_ms() < bar.until_ms && (!bar.wanted || bar.wanted()))
    return fail(Code::unavailable, "this workspace is being restored from a backup", handle, "Try again in a moment.");
  barred_.erase(barred);
  return {};
}

Result<void> Workspaces::bar(const std::string& handle, const Bar& bar) {
  constexpr int tries = 500;
  for (int i = 0; i < tries; ++i) {
    {
      Lock lock(mutex_);
      barred_[handle] = bar;
      if (close(lock, handle)) return {};
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  unbar(handle);
  return fail(Code::unavailable, "the workspace is in use", handle, "Try again in a moment.");
}

void Workspaces::unbar(const std::string& handle) {
  const std::lock_guard lock(mutex_);
  barred_.erase(handle);
}

// The open one, or the one on disk, or with `make` a new one; else one without a file.
Result<Workspaces::Shared> Workspaces::open(Lock& lock, const WorkspaceRecord& fallback, bool make) {
  const std::string& handle = fallback.handle;
  for (;;) {
    changed_.wait(lock, [&] { return !moving_.contains(handle); });
    TRY(not_barred(handle));
    if (Shared found = find_open(handle)) return found;
    std::error_code ignored;
    if (!make && (options_.directory.empty() || !fs::exists(path_of(handle), ignored)))
      return std::make_shared<Workspace>(fallback, nullptr, adoptions_);
    TRY(make_room(lock));
    if (!open_.contains(handle) && !moving_.contains(handle)) break;  // else somebody was faster
  }
  Result<Shared> loaded = no_such_workspace(handle);
  {
    const Move move(*this, lock, handle);
    loaded = load(fallback);
    // A file that a crash left without a record belongs to nobody until a keyed call claims it.
    if (loaded.ok() && (*loaded)->record.owner.empty()) loaded = no_such_workspace(handle);
  }
  if (loaded.ok()) open_.emplace(handle, *loaded);
  return loaded;
}

// A file that cannot be written is read all the same.
Result<Workspaces::Shared> Workspaces::load(const WorkspaceRecord& fallback) const {
  const bool in_memory = options_.directory.empty();
  const std::string path = in_memory ? ":memory:" : path_of(fallback.handle).native();
  std::error_code ignored;
  Result<std::shared_ptr<store::WorkspaceFile>> opened = store::WorkspaceFile::open(path, options_.vfs);
  std::string why_not_written;
  if (!opened.ok() && opened.error().code == Code::io && !in_memory && fs::exists(path, ignored)) {
    why_not_written = opened.error().message;
    Result<std::shared_ptr<store::WorkspaceFile>> read = store::WorkspaceFile::open_read_only(path, options_.vfs);
    if (read.ok()) opened = std::move(read);
  }
  if (!opened.ok()) return std::move(opened).error();
  std::shared_ptr<store::WorkspaceFile> file = *std::move(opened);
  if (options_.admit) TRY(options_.admit(*file));
  WorkspaceRecord record = fallback;
  if (const std::optional<std::string> kept = TRY(file->value("workspace"))) record = TRY(record_from_bytes(*kept));
  record.handle = fallback.handle;  // whatever a file in its place says
  auto workspace = std::make_shared<Workspace>(std::move(record), std::move(file), adoptions_);
  workspace->only_read = !why_not_written.empty();
  if (workspace->only_read) workspace->distrusted = "its file cannot be written: " + why_not_written;
  if (const Result<void> state = workspace->load(); !state.ok()) {
    workspace->damaged = state.error().message;
    workspace->distrusted = "what it holds cannot be read: " + workspace->damaged;
  }
  workspace->publish();
  workspace->last_used_ms = clock_.steady_ms();
  workspace->signed_ms = clock_.steady_ms();
  if (options_.opened) options_.opened(workspace);
  return workspace;
}

// Those that are being opened count too. Uses are mostly short, so it is worth waiting for the end of one.
Result<void> Workspaces::make_room(Lock& lock) {
  if (options_.directory.empty()) return {};
  constexpr std::chrono::milliseconds glance{10};
  const auto until = std::chrono::steady_clock::now() + options_.patience;
  while (open_.size() + moving_.size() >= options_.max_open) {
    std::vector<std::pair<std::int64_t, std::string>> by_age;
    for (const auto& [handle, workspace] : open_) by_age.emplace_back(workspace->last_used_ms.load(), handle);
    std::ranges::sort(by_age);
    const bool closed =
        std::ranges::any_of(by_age, [&](const auto& each) { return close(lock, each.second, Unwritten::stays); });
    if (closed) continue;
    if (std::chrono::steady_clock::now() < until) {
      changed_.wait_for(lock, glance);
      continue;
    }
    return fail(
        Code::unavailable,
        "all of the " + std::to_string(options_.max_open) + " workspaces that this server can have open are in use", {},
        "Try again in a moment. The server can have more open if its limit of open files (ulimit -n) is raised.");
  }
  return {};
}

std::size_t Workspaces::open_count() const {
  const std::lock_guard lock(mutex_);
  return open_.size();
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
  constexpr std::size_t most_records = 65'536;
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = open_.find(handle); found != open_.end()) return found->second->record;
    if (const auto found = records_.find(handle); found != records_.end()) return found->second;
  }
  const auto file = TRY(reading(handle));
  const std::optional<std::string> kept = TRY(file->value("workspace"));
  if (!kept) return no_such_workspace(handle);
  WorkspaceRecord record = TRY(record_from_bytes(*kept));
  const std::lock_guard lock(mutex_);
  if (records_.size() >= most_records) records_.clear();
  records_.emplace(handle, record);
  return record;
}

namespace {

std::int64_t file_time_ns(const std::string& path) {
  std::int64_t latest = 0;
  for (const char* suffix : {"", "-wal"}) {
    struct stat info{};
    if (::stat((path + suffix).c_str(), &info) != 0) continue;
    latest = std::max(latest, std::int64_t{info.st_mtim.tv_sec} * 1'000'000'000 + info.st_mtim.tv_nsec);
  }
  return latest;
}

}  // namespace

// The time of the last event, or of the making: looking at a workspace does not change it.
std::int64_t Workspaces::last_written_ms(const std::string& handle) const {
  const std::int64_t now_ns = options_.directory.empty() ? 0 : file_time_ns(path_of(handle).native());
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = open_.find(handle); found != open_.end())
      return std::max(found->second->published()->time_ms, found->second->record.created_ms);
    if (const auto found = written_.find(handle); found != written_.end() && found->second.file_ns == now_ns)
      return found->second.event_ms;
  }
  const auto record = record_of(handle);
  const auto file = reading(handle);
  if (!record.ok() || !file.ok()) return 0;
  std::int64_t latest = record->created_ms;
  const auto last = (*file)->last_event();
  const auto event =
      last.ok() && *last ? event_from_bytes((*last)->bytes) : Result<Event>(fail(Code::not_found, "no event"));
  if (event.ok()) latest = std::max(latest, event->time_ms);
  const std::lock_guard lock(mutex_);
  if (written_.size() >= 65'536) written_.clear();
  written_[handle] = {now_ns, latest};
  return latest;
}

std::vector<Workspaces::Used> Workspaces::reached_by(const Principal& principal) const {
  std::vector<Used> all;
  for (const std::string& handle : handles()) {
    const auto record = record_of(handle);
    if (record.ok() && reaches(principal, *record)) all.push_back({handle, last_written_ms(handle)});
  }
  std::ranges::sort(all, [](const Used& a, const Used& b) {
    return a.last_used_ms != b.last_used_ms ? a.last_used_ms > b.last_used_ms : a.handle < b.handle;
  });
  return all;
}

std::vector<Workspaces::Shared> Workspaces::open_ones() const {
  const std::lock_guard lock(mutex_);
  std::vector<Shared> all;
  for (const auto& [handle, workspace] : open_) all.push_back(workspace);
  return all;
}

bool Workspaces::close(const std::string& handle) {
  Lock lock(mutex_);
  return close(lock, handle);
}

void Workspaces::close_idle(std::int64_t older_than_ms) {
  Lock lock(mutex_);
  std::vector<std::string> idle;
  for (const auto& [handle, workspace] : open_) {
    if (clock_.steady_ms() - workspace->last_used_ms >= older_than_ms) idle.push_back(handle);
  }
  for (const std::string& handle : idle) close(lock, handle);
}

// NB: in memory a workspace with events is kept, because closing it would lose them.
bool Workspaces::close(Lock& lock, const std::string& handle, Unwritten unwritten) {
  changed_.wait(lock, [&] { return !moving_.contains(handle); });
  const auto found = open_.find(handle);
  if (found == open_.end()) return true;
  Workspace& workspace = *found->second;
  if (found->second.use_count() > 1 || workspace.file.use_count() > 1) return false;
  const bool empty = workspace.published()->seq == 0 && workspace.damaged.empty();
  if (options_.directory.empty() && !empty) return false;
  const bool goes = empty && (unwritten == Unwritten::goes || !workspace.record.key.empty());
  Shared leaving = std::move(found->second);
  open_.erase(found);
  std::erase_if(known_, [&](const auto& known) { return known.second.handle == handle; });  // it has, or had, a file
  ++closed_;
  const Move move(*this, lock, handle);
  if (options_.closing) options_.closing(*leaving);
  leaving.reset();
  if (goes && !options_.directory.empty()) {
    std::error_code ignored;
    // The lock file stays: removing it would let two processes hold locks on different files.
    for (const char* suffix : {"", "-wal", "-shm"}) fs::remove(path_of(handle).native() + suffix, ignored);
  }
  return true;
}

}  // namespace kernel
