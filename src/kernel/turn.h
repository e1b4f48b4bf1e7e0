// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <deque>
#include <functional>
#include <mutex>

namespace kernel {

// Whose turn it is to write a workspace while a change is planned anew. As long as somebody has it, everybody else's
// work waits, so that one long plan is not overtaken for ever; other workspaces do not notice. What was already on its
// way to the writer is not stopped. Thread-safe; tasks run on the thread that lets them.
class Turn {
 public:
  using Task = std::move_only_function<void()>;

  bool taken() const { return taken_.load(std::memory_order_acquire); }
  // Runs the task now, or when nobody has the turn.
  void pass(Task task);
  // Runs the task when the turn is its own. Whoever took it must leave() it.
  void take(Task task);
  void leave();

 private:
  struct Waiting {
    Task task = nullptr;
    bool takes = false;
  };
  std::atomic<bool> taken_ = false;
  std::mutex mutex_;
  std::deque<Waiting> waiting_;
};

}  // namespace kernel
