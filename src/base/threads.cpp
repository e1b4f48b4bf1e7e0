// SPDX-License-Identifier: Apache-2.0
#include "base/threads.h"

#include <sys/resource.h>
#include <unistd.h>

#include <exception>
#include <system_error>
#include <utility>

#include "base/log.h"
#include "base/result.h"

namespace base {

// ---- WorkerPool ------------------------------------------------------------------------------

namespace {

// Linux gives every thread a niceness of its own (setpriority(2), "C library/kernel differences").
constexpr int nice_behind = 10;

}  // namespace

WorkerPool::WorkerPool(Options options) : options_(options) { LINTEL_CHECK(options.threads > 0); }

WorkerPool::WorkerPool(unsigned threads, std::size_t max_queued)
    : WorkerPool(Options{.threads = threads, .max_queued = max_queued}) {}

WorkerPool::~WorkerPool() { stop(); }

bool WorkerPool::post(Job job, std::string_view line) {
  {
    const std::lock_guard lock(mutex_);
    const auto known = lines_.find(line);
    const std::size_t own = known == lines_.end() ? 0 : known->second.jobs.size();
    const bool full = queued_ >= options_.max_queued || (!line.empty() && own >= options_.max_queued / 4);
    if (stopping_ || full || !start()) {
      ++refused_;
      return false;
    }
    const auto at = known != lines_.end() ? known : lines_.emplace(line, Line{}).first;
    at->second.jobs.push_back(std::move(job));
    ++queued_;
    if (!make_ready(at)) return true;  // a thread that is at work takes it in its turn
  }
  wake_.notify_one();
  return true;
}

WorkerPool::Load WorkerPool::load() const {
  const std::lock_guard lock(mutex_);
  return {options_.threads, running_, queued_, options_.max_queued, refused_};
}

// Starts what is not running yet. Fewer threads than wanted will do, none will not.
bool WorkerPool::start() {
  try {
    while (threads_.size() < options_.threads) threads_.emplace_back([this] { run(); });
  } catch (const std::system_error& error) {
    log::warn(std::string("cannot start a worker thread: ") + error.what());
  }
  return !threads_.empty();
}

void WorkerPool::stop() {
  std::vector<std::thread> ending;
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    ending.swap(threads_);
  }
  wake_.notify_all();
  for (auto& thread : ending) thread.join();
}

namespace {

// The top of a thread: a job that throws must not take the process down.
void run_guarded(WorkerPool::Job& job) {
  try {
    job();
  } catch (const std::exception& error) {
    log::error(std::string("a background job failed: ") + error.what());
  } catch (...) {
    log::error("a background job failed");
  }
}

}  // namespace

bool WorkerPool::make_ready(Lines::iterator at) {
  Line& line = at->second;
  const bool may_run = options_.per_line == 0 || line.running < options_.per_line;
  if (line.ready || line.jobs.empty() || !may_run) return false;
  line.ready = true;
  ready_.push_back(at);
  return true;
}

void WorkerPool::end_of(Lines::iterator at) {
  Line& line = at->second;
  --line.running;
  --running_;
  if (line.jobs.empty() && line.running == 0) {
    lines_.erase(at);
  } else {
    make_ready(at);
  }
  if (stopping_) wake_.notify_all();
}

void WorkerPool::run() {
  if (options_.priority == Priority::behind) ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), nice_behind);
  std::unique_lock lock(mutex_);
  for (;;) {
    wake_.wait(lock, [this] { return !ready_.empty() || (stopping_ && queued_ == 0); });
    if (ready_.empty()) return;
    const auto at = ready_.front();
    ready_.pop_front();
    Line& line = at->second;
    line.ready = false;
    {
      Job job = std::move(line.jobs.front());
      line.jobs.pop_front();
      --queued_;
      ++line.running;
      ++running_;
      make_ready(at);
      const bool more = !ready_.empty();  // nobody was woken for a job that came behind this one
      lock.unlock();
      if (more) wake_.notify_one();
      run_guarded(job);
    }  // what the job captured goes before the lock is taken again
    lock.lock();
    end_of(at);
  }
}

// ---- Cancel ----------------------------------------------------------------------------------

struct Cancel::State {
  std::atomic<bool> requested{false};
  std::mutex mutex;
  std::vector<std::function<void()>> callbacks;
};

Cancel::Cancel() : state_(std::make_shared<State>()) {}

bool Cancel::requested() const { return state_->requested.load(std::memory_order_acquire); }

void Cancel::request() {
  const auto state = state_;  // a callback may drop the last other copy
  std::vector<std::function<void()>> callbacks;
  {
    const std::lock_guard lock(state->mutex);
    if (state->requested.exchange(true, std::memory_order_acq_rel)) return;
    callbacks.swap(state->callbacks);
  }
  for (const auto& callback : callbacks) callback();
}

void Cancel::on_request(std::function<void()> callback) {
  {
    const std::lock_guard lock(state_->mutex);
    if (!requested()) {
      state_->callbacks.push_back(std::move(callback));
      return;
    }
  }
  callback();
}

}  // namespace base
