// SPDX-License-Identifier: Apache-2.0
#include "protocol/session.h"

#include <array>
#include <chrono>
#include <utility>

#include "protocol/request.h"

namespace protocol {

int log_level_named(std::string_view name) {
  static constexpr std::array<std::string_view, 8> levels{"debug", "info",     "notice", "warning",
                                                          "error", "critical", "alert",  "emergency"};
  for (std::size_t i = 0; i < levels.size(); ++i) {
    if (levels[i] == name) return static_cast<int>(i);
  }
  return -1;
}

bool Link::taken(const std::string& id) const {
  if (idle()) return false;
  const std::lock_guard lock(mutex_);
  return in_flight_.contains(id);
}

void Link::track(const std::shared_ptr<Request>& request) {
  {
    const std::lock_guard lock(mutex_);
    in_flight_.emplace(request->id, request);
    in_flight_count_.store(in_flight_.size(), std::memory_order_relaxed);
  }
  if (!request->mark_tracked()) forget(request->id);
}

void Link::forget(const std::string& id) {
  std::shared_ptr<Request> released;  // may be the last one: let it go outside the lock
  const std::lock_guard lock(mutex_);
  const auto it = in_flight_.find(id);
  if (it == in_flight_.end()) return;
  released = std::move(it->second);
  in_flight_.erase(it);
  in_flight_count_.store(in_flight_.size(), std::memory_order_relaxed);
  if (in_flight_.empty()) idle_.notify_all();
}

std::shared_ptr<Request> Link::find(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  const auto it = in_flight_.find(id);
  return it == in_flight_.end() ? nullptr : it->second;
}

void Link::cancel_all() {
  std::vector<std::shared_ptr<Request>> requests;
  std::unordered_map<std::string, Answered> dropped;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, request] : in_flight_) requests.push_back(request);
    dropped.swap(questions_);
  }
  for (const auto& request : requests) request->abandon();
}

bool Link::wait_until_idle(std::int64_t milliseconds) {
  std::unique_lock lock(mutex_);
  return idle_.wait_for(lock, std::chrono::milliseconds(milliseconds), [this] { return in_flight_.empty(); });
}

void Link::close_questions() {
  closed_ = true;
  std::unordered_map<std::string, Answered> waiting;
  {
    const std::lock_guard lock(mutex_);
    waiting.swap(questions_);
  }
  Json error = Json::object({{"message", "it closed the connection"}});
  for (auto& [id, callback] : waiting) callback(nullptr, &error);
}

std::string Link::expect(Answered callback) {
  const std::lock_guard lock(mutex_);
  std::string id = "\"lintel-" + std::to_string(next_question_++) + "\"";
  questions_.emplace(id, std::move(callback));
  return id;
}

void Link::withdraw(const std::string& question_id) {
  Answered dropped;
  const std::lock_guard lock(mutex_);
  const auto it = questions_.find(question_id);
  if (it == questions_.end()) return;
  dropped = std::move(it->second);
  questions_.erase(it);
}

bool Link::answered(const std::string& question_id, Json* result, Json* error) {
  Answered callback;
  {
    const std::lock_guard lock(mutex_);
    const auto it = questions_.find(question_id);
    if (it == questions_.end()) return false;
    callback = std::move(it->second);
    questions_.erase(it);
  }
  callback(result, error);
  return true;
}

bool Session::subscribe(Watch watch) {
  unsubscribe(watch.uri);
  const std::lock_guard lock(watches_mutex_);
  if (watches_.size() >= max_watches) return false;
  watches_.push_back(std::move(watch));
  return true;
}

void Session::unsubscribe(const std::string& uri) {
  const std::lock_guard lock(watches_mutex_);
  std::erase_if(watches_, [&](const Watch& watch) { return watch.uri == uri; });
}

std::vector<std::string> Session::watched() const {
  const std::lock_guard lock(watches_mutex_);
  std::vector<std::string> uris;
  for (const Watch& watch : watches_) uris.push_back(watch.uri);
  return uris;
}

std::vector<std::string> Session::watched(std::string_view workspace, std::string_view toolset) const {
  const std::lock_guard lock(watches_mutex_);
  std::vector<std::string> out;
  for (const auto& watch : watches_) {
    if (watch.workspace == workspace && watch.toolset == toolset) out.push_back(watch.uri);
  }
  return out;
}

}  // namespace protocol
