// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

#include "base/devices.h"

namespace base {

// How calls come, as the one thread that brings them tells it: one by one, or several together. Who stores changes
// reads it to choose between the thread that is here and a group commit; nothing but speed depends on it.
// Told by one thread, read by any.
class Pace {
 public:
  // The thread is at work: on one call, or on several, or on those of several clients in turn.
  void turn(bool several) {
    if (several) {
      crowd_ = turns_of_a_crowd;
    } else if (crowd_ > 0) {
      --crowd_;
    }
    busy_ = true;
  }
  // It waits for more.
  void idle() { busy_ = false; }
  // At work on one call, and for a while no call had company.
  bool alone() const { return device::pace && busy_ && crowd_ == 0; }

 private:
  static constexpr int turns_of_a_crowd = 64;
  std::atomic<bool> busy_ = false;
  std::atomic<int> crowd_ = 0;  // turns until calls count as coming one by one
};

}  // namespace base
