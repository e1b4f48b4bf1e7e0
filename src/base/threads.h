// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace base {

// Runs jobs on a few threads. post() never blocks; false when the queue is full or stopping.
// Threads start on the first post, so an idle server has none. A job that throws is logged and
// forgotten. stop() must not be called from a job.
class WorkerPool {
 public:
  using Job = std::move_only_function<void()>;
  explicit WorkerPool(unsigned threads, std::size_t max_queued = 4096);
  ~WorkerPool();  // finishes what was posted
  bool post(Job job);
  void stop();  // refuses new jobs, finishes the posted ones, joins

 private:
  void run();
  bool start();  // with mutex_ held
  const unsigned threads_wanted_;
  const std::size_t max_queued_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Job> queue_;
  std::vector<std::thread> threads_;
  bool stopping_ = false;
};

// Asks work to stop. Copies share one flag. Callbacks run once, on the cancelling thread, or at once
// if already cancelled; they must not throw. A callback that holds a copy of its own Cancel keeps
// both alive until request().
class Cancel {
 public:
  Cancel();
  bool requested() const;
  void request();
  void on_request(std::function<void()> callback);

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace base
