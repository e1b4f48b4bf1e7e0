// SPDX-License-Identifier: Apache-2.0
#include "base/clock.h"

#include <chrono>

namespace base {

namespace {

template <class Source>
std::int64_t milliseconds() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Source::now().time_since_epoch()).count();
}

class SystemClock final : public Clock {
 public:
  std::int64_t unix_ms() const override { return milliseconds<std::chrono::system_clock>(); }
  std::int64_t steady_ms() const override { return milliseconds<std::chrono::steady_clock>(); }
};

}  // namespace

const Clock& system_clock() {
  static const SystemClock clock;
  return clock;
}

}  // namespace base
