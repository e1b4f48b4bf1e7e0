// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "transport/http.h"

namespace protocol {

class EventStream;

// The events that all resumable streams keep together: the newest ones. What exceeds `max_bytes` is forgotten by its
// stream, the oldest of all first. Thread-safe.
class KeptEvents {
 public:
  explicit KeptEvents(std::size_t max_bytes = std::size_t{64} << 20) : max_bytes_(max_bytes) {}
  void add(std::weak_ptr<EventStream> stream, std::uint64_t number, std::size_t bytes);
  std::size_t bytes() const;

 private:
  struct Entry {
    std::weak_ptr<EventStream> stream;
    std::uint64_t number;
    std::size_t bytes;
  };
  const std::size_t max_bytes_;
  mutable std::mutex mutex_;
  std::deque<Entry> entries_;
  std::size_t bytes_ = 0;
};

// A stream of server-sent events (HTML Living Standard, 9.2) over whatever connection its client
// holds at the moment. Thread-safe.
//
// A resumable stream gives every event an id and keeps the last ones, so that a client that lost its
// connection gets what it missed: attach() replays after the id it saw last. At most `max_kept_events`
// and `max_kept_bytes` are kept, and no more than KeptEvents allows; older ones are gone, and has_all_after() tells.
class EventStream : public std::enable_shared_from_this<EventStream> {
 public:
  enum class Kind : std::uint8_t { plain, resumable };
  static constexpr std::size_t max_kept_events = 512;
  static constexpr std::size_t max_kept_bytes = std::size_t{1} << 20;

  // `name` is the part of event ids that tells streams of one session apart. `prime`: the first event
  // has an id and no data, so that even a client that saw nothing else can resume.
  EventStream(Kind kind, std::string name, bool prime, std::shared_ptr<KeptEvents> kept_by_all = nullptr);

  // Sends the head and from now on every event over this connection; an older connection is finished.
  // `after`: replay what came after this event.
  void attach(std::shared_ptr<transport::Exchange> exchange, std::optional<std::uint64_t> after = {},
              transport::ExtraHeaders headers = {});
  // The connection is gone; the stream is not.
  void detach(const transport::Exchange* exchange);

  void send(std::string_view message);
  void send_event(std::string_view event, std::string_view data);  // of another type than "message"
  void comment();                                                  // keeps idle connections alive
  void drop();   // finishes the connection and keeps the stream: the client is to come back
  void close();  // no more events
  bool closed() const;
  bool attached() const;
  bool has_all_after(std::uint64_t number) const;
  void forget_through(std::uint64_t number);

  const std::string& name() const { return name_; }
  // Splits "<name>-<number>"; nullopt for anything else.
  struct Position {
    std::string name;
    std::uint64_t event = 0;
  };
  static std::optional<Position> parse_id(std::string_view event_id);

 private:
  struct Event {
    std::uint64_t number;
    std::string text;
  };
  std::string id_line(std::uint64_t number) const;
  // How many bytes are kept of it; with mutex_ held, as the next.
  std::size_t put(std::string text, std::uint64_t number);
  void forget_first();
  void forget_old();
  void tell_all(std::uint64_t number, std::size_t bytes);  // without mutex_

  const Kind kind_;
  const std::string name_;
  const bool prime_;
  const std::shared_ptr<KeptEvents> kept_by_all_;
  mutable std::mutex mutex_;
  std::shared_ptr<transport::Exchange> exchange_;
  std::deque<Event> kept_;
  std::size_t kept_bytes_ = 0;
  std::uint64_t next_ = 0;
  bool closed_ = false;
};

}  // namespace protocol
