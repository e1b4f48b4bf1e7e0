// SPDX-License-Identifier: Apache-2.0
#include "protocol/http_session.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace protocol {

// Event ids of all streams of a session differ by the stream's name.
HttpSession::HttpSession(std::string session_id, std::shared_ptr<KeptEvents> kept)
    : Session(std::move(session_id)),
      kept_(std::move(kept)),
      own_stream_(std::make_shared<EventStream>(EventStream::Kind::resumable, "0", false, kept_)) {}

// The priming event came with 2025-11-25; older clients take its empty data for a broken message.
std::shared_ptr<EventStream> HttpSession::open_stream() {
  const std::lock_guard lock(mutex_);
  auto stream = std::make_shared<EventStream>(EventStream::Kind::resumable, std::to_string(next_stream_++),
                                              revision >= Revision::r2025_11_25, kept_);
  streams_.push_back(stream);
  if (streams_.size() > max_streams) streams_.pop_front();
  return stream;
}

std::shared_ptr<EventStream> HttpSession::stream(std::string_view name) const {
  if (own_stream_->name() == name) return own_stream_;
  const std::lock_guard lock(mutex_);
  for (const auto& stream : streams_) {
    if (stream->name() == name) return stream;
  }
  return nullptr;
}

void HttpSession::close_streams() {
  own_stream_->close();
  std::deque<std::shared_ptr<EventStream>> streams;
  {
    const std::lock_guard lock(mutex_);
    streams.swap(streams_);
  }
  for (const auto& stream : streams) stream->close();
}

// ---- the table -------------------------------------------------------------------------------

void HttpSessions::end(const std::shared_ptr<HttpSession>& session) {
  session->cancel_all();
  session->close_streams();
}

bool HttpSessions::resting(const HttpSession& session) { return session.idle() && !session.own_stream()->attached(); }

bool HttpSessions::add(std::shared_ptr<HttpSession> session) {
  const std::lock_guard lock(mutex_);
  const auto own =
      std::ranges::count_if(sessions_, [&](const auto& entry) { return entry.second->holder == session->holder; });
  if (std::cmp_greater_equal(own, max_of_one_) && !make_room(&session->holder)) return false;
  if (sessions_.size() >= max_sessions_ && !make_room(nullptr)) return false;
  session->last_used_ms = clock_.steady_ms();
  const std::string id = session->id();
  sessions_.emplace(id, std::move(session));
  return true;
}

// Ends the session that has rested longest: of one holder, or of all.
bool HttpSessions::make_room(const std::string* of_holder) {
  auto oldest = sessions_.end();
  for (auto it = sessions_.begin(); it != sessions_.end(); ++it) {
    if (!resting(*it->second) || (of_holder && it->second->holder != *of_holder)) continue;
    if (oldest == sessions_.end() || it->second->last_used_ms < oldest->second->last_used_ms) oldest = it;
  }
  if (oldest == sessions_.end()) return false;
  end(oldest->second);
  sessions_.erase(oldest);
  return true;
}

std::shared_ptr<HttpSession> HttpSessions::find(std::string_view id) {
  const std::lock_guard lock(mutex_);
  const auto it = sessions_.find(id);
  if (it == sessions_.end()) return nullptr;
  it->second->last_used_ms = clock_.steady_ms();
  return it->second;
}

void HttpSessions::remove(std::string_view id) {
  std::shared_ptr<HttpSession> session;
  {
    const std::lock_guard lock(mutex_);
    const auto it = sessions_.find(id);
    if (it == sessions_.end()) return;
    session = std::move(it->second);
    sessions_.erase(it);
  }
  end(session);
}

void HttpSessions::expire() {
  std::vector<std::shared_ptr<HttpSession>> ended;
  {
    const std::lock_guard lock(mutex_);
    const std::int64_t now = clock_.steady_ms();
    for (auto it = sessions_.begin(); it != sessions_.end();) {
      const bool over = now - it->second->last_used_ms > idle_ms_ && resting(*it->second);
      if (over) ended.push_back(std::move(it->second));
      it = over ? sessions_.erase(it) : std::next(it);
    }
  }
  for (const auto& session : ended) end(session);
}

void HttpSessions::close() {
  std::vector<std::shared_ptr<HttpSession>> all;
  {
    const std::lock_guard lock(mutex_);
    for (auto& [id, session] : sessions_) all.push_back(session);
  }
  for (const auto& session : all) {
    session->close_questions();
    session->own_stream()->close();
  }
}

std::size_t HttpSessions::size() const {
  const std::lock_guard lock(mutex_);
  return sessions_.size();
}

}  // namespace protocol
