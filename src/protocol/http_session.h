// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/clock.h"
#include "protocol/event_stream.h"
#include "protocol/session.h"

namespace protocol {

// A session of the initialize era over Streamable HTTP, with the streams its client may come back to:
// one that belongs to no request, and those of its latest requests. Thread-safe as Session is.
class HttpSession final : public Session {
 public:
  static constexpr std::size_t max_streams = 64;

  HttpSession(std::string id, std::shared_ptr<KeptEvents> kept);
  void send(std::string message) override { own_stream_->send(message); }

  // A stream for one request's messages.
  std::shared_ptr<EventStream> open_stream();
  // The stream that event ids of this name belong to; nullptr: not in this session, or long gone.
  std::shared_ptr<EventStream> stream(std::string_view name) const;
  const std::shared_ptr<EventStream>& own_stream() const { return own_stream_; }
  void close_streams();

  // Guarded by the table that holds it.
  std::int64_t last_used_ms = 0;
  std::string holder;  // who came with a token; empty: whoever needs none

 private:
  const std::shared_ptr<KeptEvents> kept_;
  const std::shared_ptr<EventStream> own_stream_;
  mutable std::mutex mutex_;
  std::deque<std::shared_ptr<EventStream>> streams_;
  std::uint64_t next_stream_ = 1;
};

// All of them. Thread-safe. Where a holder has as many as one may have, the one of its own that rested longest is
// ended.
class HttpSessions {
 public:
  HttpSessions(const base::Clock& clock, std::size_t max_sessions, std::size_t max_of_one, std::int64_t idle_ms)
      : clock_(clock), max_sessions_(max_sessions), max_of_one_(max_of_one), idle_ms_(idle_ms) {}

  bool add(std::shared_ptr<HttpSession> session);  // false: full, and none is idle
  std::shared_ptr<HttpSession> find(std::string_view id);
  void remove(std::string_view id);
  void expire();  // called now and then
  void close();
  std::size_t size() const;

 private:
  static void end(const std::shared_ptr<HttpSession>& session);
  static bool resting(const HttpSession& session);
  bool make_room(const std::string* of_holder);

  const base::Clock& clock_;
  const std::size_t max_sessions_;
  const std::size_t max_of_one_;
  const std::int64_t idle_ms_;
  mutable std::mutex mutex_;
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };
  std::unordered_map<std::string, std::shared_ptr<HttpSession>, Hash, std::equal_to<>> sessions_;
};

}  // namespace protocol
