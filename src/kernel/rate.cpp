// SPDX-License-Identifier: Apache-2.0
#include "kernel/rate.h"

#include <algorithm>

namespace kernel {

namespace {

constexpr std::int64_t one_token = 1000;

std::string in_seconds(std::int64_t wait_ms) { return std::to_string((wait_ms + 999) / 1000) + " s"; }

Error too_often(std::string what, std::int64_t wait_ms) {
  return fail(Code::rate_limited, std::move(what), {}, "Try again in " + in_seconds(wait_ms) + ".");
}

}  // namespace

TokenBuckets::TokenBuckets(const base::Clock& clock, Shape shape, std::size_t max_keys)
    : clock_(clock), shape_(shape), buckets_(max_keys) {
  LINTEL_CHECK(shape.per_second > 0 && shape.burst > 0);
}

// One token per second is one thousandth of a token per millisecond. The time is capped at what fills
// the bucket, so that no length of sleep overflows.
void TokenBuckets::fill(Bucket& bucket, std::int64_t now_ms) const {
  const std::int64_t full = shape_.burst * one_token;
  const std::int64_t passed = std::clamp<std::int64_t>(now_ms - bucket.filled_ms, 0, full / shape_.per_second + 1);
  bucket.millitokens = std::min(full, bucket.millitokens + passed * shape_.per_second);
  bucket.filled_ms = now_ms;
}

std::int64_t TokenBuckets::take(std::string_view key) {
  const std::lock_guard lock(mutex_);
  const std::int64_t now = clock_.steady_ms();
  Bucket& bucket = buckets_.touch(key, {shape_.burst * one_token, now});
  fill(bucket, now);
  if (bucket.millitokens >= one_token) {
    bucket.millitokens -= one_token;
    return 0;
  }
  const std::int64_t lacking = one_token - bucket.millitokens;
  return (lacking + shape_.per_second - 1) / shape_.per_second;
}

std::size_t TokenBuckets::size() const {
  const std::lock_guard lock(mutex_);
  return buckets_.size();
}

WindowLimiter::WindowLimiter(const base::Clock& clock, std::size_t max_keys) : clock_(clock), windows_(max_keys) {}

std::int64_t WindowLimiter::take(std::string_view key, const RateLimit& limit) {
  if (limit.count <= 0) return 0;
  const std::lock_guard lock(mutex_);
  const std::int64_t now = clock_.steady_ms();
  const std::int64_t length_ms = limit.per_seconds * 1000;
  Window& window = windows_.touch(key, {now, 0});
  if (now - window.begin_ms >= length_ms) window = {now, 0};
  if (window.count >= limit.count) return window.begin_ms + length_ms - now;
  ++window.count;
  return 0;
}

std::size_t WindowLimiter::size() const {
  const std::lock_guard lock(mutex_);
  return windows_.size();
}

namespace {

// Who only says to be somebody must not use up what that one may do.
std::string counted_as(const Principal& principal) { return principal.key() + (principal.by_token ? " by token" : ""); }

}  // namespace

RateLimiter::RateLimiter(const base::Clock& clock) : free_calls_(clock, TokenBuckets::Shape{}), calls_(clock) {}

Result<void> RateLimiter::free_call(const Principal& principal) {
  const std::int64_t wait_ms = free_calls_.take(counted_as(principal));
  if (wait_ms == 0) return {};
  return too_often("too many dry runs and refused calls at once", wait_ms);
}

Result<void> RateLimiter::call(const Principal& principal, std::string_view toolset, const RateLimit& limit) {
  if (limit.count <= 0) return {};
  const std::int64_t wait_ms = calls_.take(counted_as(principal) + " " + std::string(toolset), limit);
  if (wait_ms == 0) return {};
  return too_often("rate limit of toolset " + std::string(toolset) + " reached: " + std::to_string(limit.count) +
                       " calls per " + std::to_string(limit.per_seconds) + " s",
                   wait_ms);
}

}  // namespace kernel
