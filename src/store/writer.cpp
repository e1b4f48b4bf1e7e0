// SPDX-License-Identifier: Apache-2.0
#include "store/writer.h"

#include <sqlite3.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <ranges>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "base/log.h"
#include "store/workspace_inner.h"

namespace store {
namespace {

constexpr std::size_t pieces_per_group = 1024;  // bounds how long the first of a group waits for the last
constexpr std::chrono::milliseconds idle_after{250};
constexpr std::chrono::microseconds quick_commit{500};  // what a thread that brings calls may wait for

// One piece of work on its way through a transaction.
struct Piece {
  Writer::Work work;
  Result<void> result{};
  bool applied = false;  // apply() succeeded
  bool lost = false;     // and yet the transaction was lost
};

Result<void> run_statement(Database& database, const char* sql) {
  auto query = TRY(database.query(sql));
  return query.run();
}

// What `work` throws is a bug of its owner; the thread serves everybody and goes on.
template <class F>
Result<void> shielded(F&& work) {
  try {
    return work();
  } catch (const std::exception& bug) {
    return fail(Code::internal, std::string("writer: ") + bug.what());
  }
}

template <class F, class... Arguments>
void call(F& callback, Arguments&&... arguments) {
  const auto outcome = shielded([&]() -> Result<void> {
    callback(std::forward<Arguments>(arguments)...);
    return {};
  });
  if (!outcome.ok()) base::log::error(outcome.error().message);
}

bool in_transaction(const Database& database) { return sqlite3_get_autocommit(database.raw()) == 0; }

// SQLite rolls everything back by itself after some I/O errors (lang_transaction.html, 3.1).
Result<void> still_in_transaction(const Database& database, const Piece& piece) {
  if (in_transaction(database)) return {};
  return piece.result.ok() ? fail(Code::io, "the database gave up the transaction") : piece.result.error();
}

}  // namespace

struct Writer::Inner {
  using FileInner = WorkspaceFile::Inner;
  using Clock = std::chrono::steady_clock;

  std::mutex mutex;
  std::condition_variable wake;
  std::vector<Work> queue;
  bool stopping = false;
  bool writing = false;            // somebody runs a transaction
  std::thread::id writing_thread;  // who
  bool awaits_quiet = false;       // the thread waits to truncate logs
  Clock::time_point last_write;
  base::Pace pace;
  std::atomic<Clock::duration> commit_took{};  // the last one
  std::thread thread;
  std::mutex joining;
  std::vector<std::weak_ptr<FileInner>> to_truncate;  // whoever writes only

  enum class Taken : std::uint8_t { queued, to_run_here, refused };
  Taken take(Work& work);
  void run_here(Work work);
  void begin_writing();
  void end_writing();
  void run();
  std::optional<std::vector<Piece>> next_group();
  bool is_quiet() const;
  bool is_writing_here();
  void take_for(const std::shared_ptr<WorkspaceFile>& file, std::vector<Piece>& group);
  bool take_more(std::vector<Piece>& group);
  void process(std::vector<Piece> group);
  void truncate_idle_files();
  void maintain(const std::shared_ptr<FileInner>& file);

  void commit(FileInner& file, std::vector<Piece>& group);
  Result<void> apply_all(Database& database, std::vector<Piece>& group);
  static Result<void> apply_from(Database& database, std::vector<Piece>& group, std::size_t first);
  static Result<void> apply_after_checks(Database& database, Piece& piece);
  static Result<void> apply_in_savepoint(Database& database, Piece& piece);
  static void apply_to(Piece& piece);
  Result<void> end_transaction(Database& database, const std::vector<Piece>& group);
  static void settle_refused(std::vector<Piece>& group, const Error& cause);
  static void settle_lost(FileInner& file, std::vector<Piece>& group, const Error& cause);
  static bool is_in_file(const Work& work);
  static void acknowledge(std::vector<Piece>& group);
};

Writer::Inner::Taken Writer::Inner::take(Work& work) {
  const std::lock_guard guard(mutex);
  if (stopping) return Taken::refused;
  if (!thread.joinable()) thread = std::thread([this] { run(); });
  const bool one_by_one = pace.alone() && commit_took.load() < quick_commit;
  if (one_by_one && !writing && queue.empty()) {
    begin_writing();
    return Taken::to_run_here;
  }
  queue.push_back(std::move(work));
  if (queue.size() == 1) wake.notify_all();
  return Taken::queued;
}

void Writer::Inner::run_here(Work work) {
  std::vector<Piece> group;
  group.push_back(Piece{std::move(work)});
  process(std::move(group));
  end_writing();
}

void Writer::Inner::begin_writing() {
  writing = true;
  writing_thread = std::this_thread::get_id();
}

void Writer::Inner::end_writing() {
  const std::lock_guard guard(mutex);
  writing = false;
  writing_thread = {};
  last_write = Clock::now();
  if (stopping || !queue.empty() || (!to_truncate.empty() && !awaits_quiet)) wake.notify_all();
}

void Writer::Inner::run() {
  while (auto group = next_group()) {
    if (group->empty()) {
      truncate_idle_files();
    } else {
      process(*std::move(group));
    }
    end_writing();
  }
}

bool Writer::Inner::is_writing_here() {
  const std::lock_guard guard(mutex);
  return writing_thread == std::this_thread::get_id();
}

bool Writer::Inner::is_quiet() const { return !to_truncate.empty() && Clock::now() >= last_write + idle_after; }

// All queued work for one file; an empty group when it has been quiet for a while, none when the end has come.
std::optional<std::vector<Piece>> Writer::Inner::next_group() {
  std::unique_lock guard(mutex);
  while (writing || (queue.empty() && !stopping && !is_quiet())) {
    awaits_quiet = !writing && !to_truncate.empty();
    if (awaits_quiet) {
      wake.wait_until(guard, last_write + idle_after);
    } else {
      wake.wait(guard);
    }
    awaits_quiet = false;
  }
  if (queue.empty() && stopping) return std::nullopt;
  begin_writing();
  std::vector<Piece> group;
  if (const auto file = queue.empty() ? nullptr : queue.front().file) take_for(file, group);
  return group;
}

// Moves what is queued for the file into its group, in the order of submission. Under the mutex.
void Writer::Inner::take_for(const std::shared_ptr<WorkspaceFile>& file, std::vector<Piece>& group) {
  for (auto& work : queue) {
    if (work.file == file && group.size() < pieces_per_group) group.push_back(Piece{std::move(work)});
  }
  std::erase_if(queue, [](const Work& work) { return work.file == nullptr; });  // moved away
}

void Writer::Inner::process(std::vector<Piece> group) {
  const auto inner = group.front().work.file->inner_;
  commit(*inner, group);
  acknowledge(group);
  maintain(inner);
}

// Every piece has its result when this returns.
void Writer::Inner::commit(FileInner& file, std::vector<Piece>& group) {
  if (auto ready = file.ready(); !ready.ok()) return settle_refused(group, ready.error());
  std::unique_lock<std::recursive_mutex> whole_transaction;
  if (file.memory) whole_transaction = std::unique_lock(file.mutex);
  auto done = run_statement(*file.writer, "BEGIN IMMEDIATE");
  if (done.ok()) done = apply_all(*file.writer, group);
  if (done.ok()) done = end_transaction(*file.writer, group);
  if (!done.ok()) settle_lost(file, group, done.error());
}

// An error means that the whole transaction is lost.
Result<void> Writer::Inner::apply_all(Database& database, std::vector<Piece>& group) {
  const bool alone = group.size() == 1 && !group.front().work.checks_first;  // the transaction is its savepoint
  if (alone) {
    apply_to(group.front());
    return still_in_transaction(database, group.front());
  }
  TRY(apply_from(database, group, 0));
  for (std::size_t applied = group.size(); take_more(group); applied = group.size()) {
    TRY(apply_from(database, group, applied));
  }
  return {};
}

// What came for the file meanwhile: the sync that ends the transaction costs the same for all.
bool Writer::Inner::take_more(std::vector<Piece>& group) {
  const std::size_t before = group.size();
  const auto file = group.front().work.file;  // the group may move
  const std::lock_guard guard(mutex);
  take_for(file, group);
  return group.size() > before;
}

Result<void> Writer::Inner::apply_from(Database& database, std::vector<Piece>& group, std::size_t first) {
  for (auto& piece : std::span(group).subspan(first)) {
    if (piece.work.checks_first) {
      TRY(apply_after_checks(database, piece));
    } else {
      TRY(apply_in_savepoint(database, piece));
    }
    TRY(still_in_transaction(database, piece));
  }
  return {};
}

// Without a savepoint nothing takes back what a failed piece wrote but the whole transaction's end.
Result<void> Writer::Inner::apply_after_checks(Database& database, Piece& piece) {
  const auto before = sqlite3_total_changes64(database.raw());
  apply_to(piece);
  if (piece.applied || sqlite3_total_changes64(database.raw()) == before) return {};
  return piece.result.error();
}

Result<void> Writer::Inner::apply_in_savepoint(Database& database, Piece& piece) {
  TRY(run_statement(database, "SAVEPOINT piece"));
  apply_to(piece);
  if (!in_transaction(database)) return {};  // the caller sees it too
  if (!piece.applied) TRY(run_statement(database, "ROLLBACK TO piece"));
  return run_statement(database, "RELEASE piece");
}

void Writer::Inner::apply_to(Piece& piece) {
  piece.result = shielded([&] { return piece.work.apply(*piece.work.file); });
  piece.applied = piece.result.ok();
  if (!piece.applied) piece.work.file->inner_->forget();  // what it wrote goes away again
}

Result<void> Writer::Inner::end_transaction(Database& database, const std::vector<Piece>& group) {
  const bool anything = std::ranges::any_of(group, &Piece::applied);
  const auto begin = Clock::now();
  auto ended = run_statement(database, anything ? "COMMIT" : "ROLLBACK");
  commit_took = Clock::now() - begin;
  return ended;
}

void Writer::Inner::settle_refused(std::vector<Piece>& group, const Error& cause) {
  for (auto& piece : group) {
    piece.result = fail(Code::io, "the workspace cannot be written: " + cause.message, cause.path, cause.hint);
  }
}

// COMMIT failed, or the transaction is gone. The file on disk knows what became of it.
void Writer::Inner::settle_lost(FileInner& file, std::vector<Piece>& group, const Error& cause) {
  const auto recovered = file.recover();
  if (!recovered.ok()) base::log::error("cannot reopen " + file.path + ": " + recovered.error().message);
  for (auto& piece : group) {
    const bool refused = !piece.applied && !piece.result.ok();
    if (refused) continue;  // its own error says more
    if (piece.applied && recovered.ok() && is_in_file(piece.work)) continue;
    piece.lost = piece.applied;
    piece.result = fail(Code::io, "the change was not stored: " + cause.message, file.path, cause.hint);
  }
}

bool Writer::Inner::is_in_file(const Work& work) {
  if (work.event_id.empty()) return false;
  const auto found = work.file->has_event_in_transaction(work.event_id);
  return found.ok() && *found;
}

// Lets go of the file first: whoever learns the result may close and reopen it at once.
void Writer::Inner::acknowledge(std::vector<Piece>& group) {
  for (auto& piece : group) {
    piece.work.apply = nullptr;
    piece.work.file.reset();
  }
  for (auto& piece : std::views::reverse(group)) {
    if (piece.lost && piece.work.lost) call(piece.work.lost);
    piece.work.lost = nullptr;
  }
  for (auto& piece : group) call(piece.work.done, std::move(piece.result));
}

void Writer::Inner::maintain(const std::shared_ptr<FileInner>& file) {
  const std::lock_guard against_close(file->closing);
  file->checkpoint_if_due();
  if (std::exchange(file->awaits_truncation, true)) return;
  to_truncate.push_back(file);
}

void Writer::Inner::truncate_idle_files() {
  std::erase_if(to_truncate, [](const std::weak_ptr<FileInner>& weak) {
    const auto file = weak.lock();
    if (!file) return true;
    const std::lock_guard against_close(file->closing);
    if (!file->truncate_log()) return false;
    file->awaits_truncation = false;
    return true;
  });
}

Writer::Writer() : inner_(std::make_unique<Inner>()) {}

Writer::~Writer() { stop(); }

void Writer::submit(Work work) {
  LINTEL_CHECK(work.file && work.apply && work.done);
  const auto taken = inner_->take(work);
  if (taken == Inner::Taken::queued) return;
  if (taken == Inner::Taken::to_run_here) return inner_->run_here(std::move(work));
  work.apply = nullptr;
  work.file.reset();
  call(work.done, fail(Code::unavailable, "the server is shutting down"));
}

base::Pace& Writer::pace() { return inner_->pace; }

bool Writer::has_more() const {
  const std::lock_guard guard(inner_->mutex);
  return !inner_->queue.empty();
}

void Writer::stop() {
  {
    const std::lock_guard guard(inner_->mutex);
    inner_->stopping = true;
  }
  inner_->wake.notify_all();
  const std::lock_guard one_at_a_time(inner_->joining);
  if (inner_->thread.joinable() && !inner_->is_writing_here()) inner_->thread.join();
}

}  // namespace store
