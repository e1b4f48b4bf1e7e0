// SPDX-License-Identifier: Apache-2.0
#include "store/writer.h"

#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <ranges>
#include <thread>
#include <utility>
#include <vector>

#include "base/log.h"
#include "store/workspace_inner.h"

namespace store {
namespace {

constexpr std::size_t pieces_per_batch = 1024;  // bounds how long the first of a batch waits for the last
constexpr std::chrono::milliseconds idle_after{250};

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

}  // namespace

struct Writer::Inner {
  using FileInner = WorkspaceFile::Inner;

  std::mutex mutex;
  std::condition_variable wake;
  std::deque<Work> queue;
  bool stopping = false;
  std::thread thread;
  std::mutex joining;
  std::vector<std::weak_ptr<FileInner>> to_truncate;  // writer thread only

  bool enqueue(Work& work);
  void run();
  std::vector<Piece> next_batch(bool& stopped);
  void process(std::vector<Piece> batch);
  void truncate_idle_files();
  void maintain(const std::shared_ptr<FileInner>& file);

  static void commit(FileInner& file, std::vector<Piece>& group);
  static Result<void> apply_all(Database& database, std::vector<Piece>& group);
  static Result<void> apply_after_checks(Database& database, Piece& piece);
  static Result<void> apply_in_savepoint(Database& database, Piece& piece);
  static void apply_to(Piece& piece);
  static Result<void> end_transaction(Database& database, const std::vector<Piece>& group);
  static void settle_refused(std::vector<Piece>& group, const Error& cause);
  static void settle_lost(FileInner& file, std::vector<Piece>& group, const Error& cause);
  static bool is_in_file(const Work& work);
  static void acknowledge(std::vector<Piece>& group);
};

bool Writer::Inner::enqueue(Work& work) {
  const std::lock_guard guard(mutex);
  if (stopping) return false;
  queue.push_back(std::move(work));
  if (!thread.joinable()) thread = std::thread([this] { run(); });
  if (queue.size() == 1) wake.notify_one();
  return true;
}

void Writer::Inner::run() {
  for (bool stopped = false; !stopped;) {
    auto batch = next_batch(stopped);
    if (batch.empty()) {
      truncate_idle_files();
    } else {
      process(std::move(batch));
    }
  }
}

// Everything that is queued; nothing when it has been quiet for a while or the end has come.
std::vector<Piece> Writer::Inner::next_batch(bool& stopped) {
  std::unique_lock guard(mutex);
  const auto woken = [this] { return stopping || !queue.empty(); };
  if (to_truncate.empty()) {
    wake.wait(guard, woken);
  } else {
    wake.wait_for(guard, idle_after, woken);
  }
  std::vector<Piece> batch;
  batch.reserve(std::min(queue.size(), pieces_per_batch));
  while (!queue.empty() && batch.size() < pieces_per_batch) {
    batch.push_back(Piece{std::move(queue.front())});
    queue.pop_front();
  }
  stopped = stopping && queue.empty() && batch.empty();
  return batch;
}

// One transaction per file; within a file the order of submission holds.
void Writer::Inner::process(std::vector<Piece> batch) {
  while (!batch.empty()) {
    auto file = batch.front().work.file;
    std::vector<Piece> others;
    for (auto& piece : batch) {
      if (piece.work.file != file) others.push_back(std::move(piece));
    }
    std::erase_if(batch, [](const Piece& piece) { return piece.work.file == nullptr; });  // moved away
    const auto inner = file->inner_;
    commit(*inner, batch);
    file.reset();
    acknowledge(batch);
    maintain(inner);
    batch = std::move(others);
  }
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
  for (auto& piece : group) {
    if (group.size() == 1) {
      apply_to(piece);
    } else if (piece.work.checks_first) {
      TRY(apply_after_checks(database, piece));
    } else {
      TRY(apply_in_savepoint(database, piece));
    }
    // SQLite rolls everything back by itself after some I/O errors (lang_transaction.html, 3.1).
    if (!in_transaction(database)) {
      return piece.result.ok() ? fail(Code::io, "the database gave up the transaction") : piece.result.error();
    }
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
  return run_statement(database, anything ? "COMMIT" : "ROLLBACK");
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
  if (inner_->enqueue(work)) return;
  work.apply = nullptr;
  work.file.reset();
  call(work.done, fail(Code::unavailable, "the server is shutting down"));
}

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
  if (inner_->thread.joinable() && inner_->thread.get_id() != std::this_thread::get_id()) inner_->thread.join();
}

}  // namespace store
