// SPDX-License-Identifier: Apache-2.0
#include "base/threads.h"

#include <exception>
#include <system_error>
#include <utility>

#include "base/log.h"
#include "base/result.h"

namespace base {

// ---- WorkerPool ------------------------------------------------------------------------------

WorkerPool::WorkerPool(unsigned threads, std::size_t max_queued) : threads_wanted_(threads), max_queued_(max_queued) {
  LINTEL_CHECK(threads > 0);
}

WorkerPool::~WorkerPool() { stop(); }

bool WorkerPool::post(Job job) {
  {
    const std::lock_guard lock(mutex_);
    if (stopping_ || queue_.size() >= max_queued_ || !start()) return false;
    queue_.push_back(std::move(job));
  }
  wake_.notify_one();
  return true;
}

// Starts what is not running yet. Fewer threads than wanted will do, none will not.
bool WorkerPool::start() {
  try {
    while (threads_.size() < threads_wanted_) threads_.emplace_back([this] { run(); });
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

void WorkerPool::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    wake_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
    if (queue_.empty()) return;
    {
      Job job = std::move(queue_.front());
      queue_.pop_front();
      lock.unlock();
      run_guarded(job);
    }  // what the job captured goes before the lock is taken again
    lock.lock();
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
