// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/clock.h"
#include "kernel/policy.h"
#include "kernel/types.h"

// How often a principal may call. All limiters are thread-safe, take their time from the steady
// clock (setting the wall clock changes nothing) and remember a bounded number of keys: when full,
// the key that was used longest ago is forgotten and begins afresh.
namespace kernel {

inline constexpr std::size_t rate_keys_remembered = 10'000;

// A map of bounded size that forgets what was used longest ago. Not thread-safe.
template <class Value>
class RecentKeys {
 public:
  explicit RecentKeys(std::size_t capacity) : capacity_(capacity == 0 ? 1 : capacity) {}

  // The value of that key, now the most recent; a key not remembered begins with `initial`.
  Value& touch(std::string_view key, Value initial) {
    if (const auto found = index_.find(key); found != index_.end()) {
      entries_.splice(entries_.begin(), entries_, found->second);
      return found->second->second;
    }
    if (index_.size() >= capacity_) forget_oldest();
    entries_.emplace_front(std::string(key), std::move(initial));
    index_.emplace(entries_.front().first, entries_.begin());
    return entries_.front().second;
  }

  std::size_t size() const { return index_.size(); }

 private:
  using Entries = std::list<std::pair<std::string, Value>>;

  void forget_oldest() {
    index_.erase(entries_.back().first);
    entries_.pop_back();
  }

  const std::size_t capacity_;
  Entries entries_;  // most recent first; owns the texts that index_ points into
  std::unordered_map<std::string_view, typename Entries::iterator> index_;
};

// A bucket per key that fills at a steady rate up to `burst`; every take() costs one token.
class TokenBuckets {
 public:
  struct Shape {
    std::int64_t per_second = 50;
    std::int64_t burst = 100;
  };
  TokenBuckets(const base::Clock& clock, Shape shape, std::size_t max_keys = rate_keys_remembered);
  // 0 when a token was taken, else the milliseconds until there is one (nothing is taken).
  std::int64_t take(std::string_view key);
  std::size_t size() const;

 private:
  // Thousandths of a token, so that whole milliseconds refill exactly.
  struct Bucket {
    std::int64_t millitokens = 0;
    std::int64_t filled_ms = 0;
  };
  void fill(Bucket& bucket, std::int64_t now_ms) const;

  const base::Clock& clock_;
  const Shape shape_;
  mutable std::mutex mutex_;
  RecentKeys<Bucket> buckets_;
};

// At most `limit.count` calls per key within a window of `limit.per_seconds`. A window begins with
// the first call after the one before has ended.
class WindowLimiter {
 public:
  explicit WindowLimiter(const base::Clock& clock, std::size_t max_keys = rate_keys_remembered);
  // 0 when the call was counted, else the milliseconds until the window ends (nothing is counted).
  // A limit whose count is 0 limits nothing and is not remembered.
  std::int64_t take(std::string_view key, const RateLimit& limit);
  std::size_t size() const;

 private:
  struct Window {
    std::int64_t begin_ms = 0;
    std::int64_t count = 0;
  };
  const base::Clock& clock_;
  mutable std::mutex mutex_;
  RecentKeys<Window> windows_;
};

// The two limits of a server, as errors (1208) that say when to come back.
class RateLimiter {
 public:
  explicit RateLimiter(const base::Clock& clock);
  // Dry runs and refusals: they count as no operation, so 50 a second (100 at once) bound them.
  Result<void> free_call(const Principal& principal);
  // Any call, per principal and toolset; policy.rate_limit(toolset, over_http) gives the limit.
  Result<void> call(const Principal& principal, std::string_view toolset, const RateLimit& limit);

 private:
  TokenBuckets free_calls_;
  WindowLimiter calls_;
};

}  // namespace kernel
