// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace base {

// Runs jobs on a few threads. post() never blocks; false when the queue is full or stopping.
// Jobs of one line run in their order; lines take turns, and none has more threads at once than `per_line`, so that
// nobody's many jobs make somebody else's wait. Threads start on the first post, so an idle server has none. A job that
// throws is logged and forgotten. stop() must not be called from a job.
class WorkerPool {
 public:
  using Job = std::move_only_function<void()>;
  enum class Priority : std::uint8_t { usual, behind };  // `behind`: whoever else wants a core has it first
  struct Options {
    unsigned threads = 1;
    std::size_t max_queued = 4096;  // in all; of one line a quarter
    unsigned per_line = 0;          // threads at once; 0: all of them
    Priority priority = Priority::usual;
  };
  explicit WorkerPool(Options options);
  explicit WorkerPool(unsigned threads, std::size_t max_queued = 4096);
  ~WorkerPool();  // finishes what was posted
  // Jobs without a line have one together, which may fill the queue.
  bool post(Job job, std::string_view line = {});
  void stop();  // refuses new jobs, finishes the posted ones, joins

  struct Load {
    std::size_t threads = 0;  // as many as it may have
    std::size_t running = 0;
    std::size_t queued = 0;
    std::size_t max_queued = 0;
    std::uint64_t refused = 0;  // since the start
  };
  Load load() const;

 private:
  struct Line {
    std::deque<Job> jobs;
    unsigned running = 0;
    bool ready = false;  // stands in ready_
  };
  using Lines = std::map<std::string, Line, std::less<>>;
  void run();
  bool start();                         // with mutex_ held, like the next ones
  bool make_ready(Lines::iterator at);  // if it has a job and may have a thread more
  void end_of(Lines::iterator at);      // of a job of this line
  const Options options_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  Lines lines_;                        // those with jobs, waiting or running
  std::deque<Lines::iterator> ready_;  // in the order of their turns
  std::size_t queued_ = 0;
  std::size_t running_ = 0;
  std::uint64_t refused_ = 0;
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
