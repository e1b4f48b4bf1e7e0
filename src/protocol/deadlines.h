// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

namespace protocol {

// Runs callbacks when their time has come, on one thread that starts with the first of them.
// Thread-safe. What has not run when it is destroyed never runs.
class Deadlines {
 public:
  using Ticket = std::uint64_t;
  Deadlines() = default;
  ~Deadlines();
  Deadlines(const Deadlines&) = delete;
  Deadlines& operator=(const Deadlines&) = delete;

  Ticket after(std::chrono::milliseconds delay, std::move_only_function<void()> callback);
  // Does nothing for a callback that has run or runs at this moment.
  void cancel(Ticket ticket);

 private:
  using Time = std::chrono::steady_clock::time_point;
  void run();

  std::mutex mutex_;
  std::condition_variable wake_;
  std::map<std::pair<Time, Ticket>, std::move_only_function<void()>> waiting_;
  std::map<Ticket, Time> times_;
  Ticket next_ = 1;
  bool stopping_ = false;
  Time wakes_at_ = Time::max();  // until when the thread sleeps; an early wake-up is cheaper than one per deadline
  std::thread thread_;
};

}  // namespace protocol
