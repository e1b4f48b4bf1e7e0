// SPDX-License-Identifier: Apache-2.0
#include "kernel/turn.h"

#include <utility>

namespace kernel {

void Turn::pass(Task task) {
  {
    const std::lock_guard lock(mutex_);
    if (taken_) {
      waiting_.push_back({std::move(task), false});
      return;
    }
  }
  task();
}

void Turn::take(Task task) {
  {
    const std::lock_guard lock(mutex_);
    if (taken_.exchange(true)) {
      waiting_.push_back({std::move(task), true});
      return;
    }
  }
  task();
}

// In the order of their coming, up to the next who wants the turn.
void Turn::leave() {
  for (;;) {
    Waiting next;
    {
      const std::lock_guard lock(mutex_);
      if (waiting_.empty()) {
        taken_ = false;
        return;
      }
      next = std::move(waiting_.front());
      waiting_.pop_front();
    }
    next.task();
    if (next.takes) return;
  }
}

}  // namespace kernel
