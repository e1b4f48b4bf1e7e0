// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string_view>
#include <thread>
#include <utility>

#include "base/threads.h"
#include "tool/tool.h"

namespace tool {

// Which tools were quick in which workspace the last time. Only what was is done on the thread that brings the calls of
// everybody. Thread-safe; remembers a bounded number, and forgets some sooner. Nothing but speed depends on it.
class Quick {
 public:
  static constexpr std::chrono::milliseconds limit{5};
  // `closed`: how many workspaces were closed so far. What was quick in one that must be opened anew need not be.
  static std::uint64_t mark(const Tool& tool, const kernel::Call& call, std::uint64_t closed) {
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;
    const auto text = std::hash<std::string_view>{};
    const std::uint64_t where = call.workspace.empty() ? text(call.workspace_key) : text(call.workspace);
    return (((where ^ closed) * odd) ^ reinterpret_cast<std::uintptr_t>(&tool)) * odd | 1;
  }
  bool was(std::uint64_t mark) const { return slot(mark).load(std::memory_order_relaxed) == mark; }
  void note(std::uint64_t mark, std::chrono::steady_clock::duration took) {
    auto& its = slot(mark);
    if (took < limit) {
      its.store(mark, std::memory_order_relaxed);
    } else if (was(mark)) {
      its.store(0, std::memory_order_relaxed);
    }
  }

 private:
  std::atomic<std::uint64_t>& slot(std::uint64_t mark) { return marks_[mark >> 54]; }
  const std::atomic<std::uint64_t>& slot(std::uint64_t mark) const { return marks_[mark >> 54]; }
  std::array<std::atomic<std::uint64_t>, 1024> marks_{};
};

// The threads on which calls run, apart by how long they may take: whatever long work goes on, a reading finds a
// thread. Within a lane the workspaces take turns, and none of them has all of its threads. Thread-safe.
class Lanes {
 public:
  explicit Lanes(unsigned threads = 0, std::size_t max_queued = 4096)  // 0: by the number of cores
      : readings(lane(threads > 0 ? threads : std::max(8U, cores()), max_queued)),
        changes(lane(threads > 0 ? threads : std::max(4U, cores()), max_queued)),
        jobs(lane(threads > 0 ? threads : std::max(4U, cores()), max_queued, base::WorkerPool::Priority::behind)) {}

  base::WorkerPool& of(const Tool& tool) {
    if (tool.takes_long) return jobs;
    return tool.spec.needs == Permission::read ? readings : changes;
  }
  void stop() {
    for (auto* each : {&readings, &changes, &jobs}) each->stop();
  }

  Quick quick;  // before the threads, which note what they did after they answered
  base::WorkerPool readings, changes, jobs;

 private:
  static unsigned cores() { return std::thread::hardware_concurrency(); }
  static base::WorkerPool::Options lane(unsigned threads, std::size_t max_queued,
                                        base::WorkerPool::Priority priority = base::WorkerPool::Priority::usual) {
    return {.threads = threads, .max_queued = max_queued, .per_line = (threads + 1) / 2, .priority = priority};
  }
};

}  // namespace tool
