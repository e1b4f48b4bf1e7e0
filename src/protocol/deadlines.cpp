// SPDX-License-Identifier: Apache-2.0
#include "protocol/deadlines.h"

#include <exception>
#include <utility>

#include "base/log.h"

namespace protocol {

Deadlines::~Deadlines() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
}

Deadlines::Ticket Deadlines::after(std::chrono::milliseconds delay, std::move_only_function<void()> callback) {
  const std::lock_guard lock(mutex_);
  if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
  const Time time = std::chrono::steady_clock::now() + delay;
  const Ticket ticket = next_++;
  waiting_.emplace(std::pair{time, ticket}, std::move(callback));
  times_.emplace(ticket, time);
  if (time < wakes_at_) wake_.notify_all();
  return ticket;
}

void Deadlines::cancel(Ticket ticket) {
  std::move_only_function<void()> dropped;  // destroyed outside the lock
  const std::lock_guard lock(mutex_);
  const auto it = times_.find(ticket);
  if (it == times_.end()) return;
  const auto entry = waiting_.find({it->second, ticket});
  dropped = std::move(entry->second);
  waiting_.erase(entry);
  times_.erase(it);
}

void Deadlines::run() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    const auto first = waiting_.begin();
    wakes_at_ = waiting_.empty() ? Time::max() : first->first.first;
    if (waiting_.empty()) {
      wake_.wait(lock);
      continue;
    }
    if (wakes_at_ > std::chrono::steady_clock::now()) {
      wake_.wait_until(lock, wakes_at_);
      continue;
    }
    wakes_at_ = Time::min();  // whatever comes while the callback runs is seen after it
    auto callback = std::move(first->second);
    times_.erase(first->first.second);
    waiting_.erase(first);
    lock.unlock();
    try {
      callback();
    } catch (const std::exception& problem) {
      base::log::error(std::string("a deadline's callback failed: ") + problem.what());
    }
    callback = nullptr;
    lock.lock();
  }
}

}  // namespace protocol
