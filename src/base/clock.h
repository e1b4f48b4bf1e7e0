// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

namespace base {

// The only source of time. Tests inject a ManualClock.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual std::int64_t unix_ms() const = 0;    // wall clock; may step backwards
  virtual std::int64_t steady_ms() const = 0;  // never decreases
};

const Clock& system_clock();

class ManualClock final : public Clock {
 public:
  explicit ManualClock(std::int64_t unix_ms) : unix_ms_(unix_ms) {}
  std::int64_t unix_ms() const override { return unix_ms_.load(); }
  std::int64_t steady_ms() const override { return steady_ms_.load(); }
  void advance(std::int64_t ms) {
    unix_ms_ += ms;
    steady_ms_ += ms;
  }
  void set_wall(std::int64_t unix_ms) { unix_ms_ = unix_ms; }

 private:
  std::atomic<std::int64_t> unix_ms_;
  std::atomic<std::int64_t> steady_ms_{0};
};

}  // namespace base
