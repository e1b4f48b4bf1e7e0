// SPDX-License-Identifier: Apache-2.0
#include "protocol/event_stream.h"

#include <charconv>
#include <utility>
#include <vector>

namespace protocol {

namespace {
// How long a client waits before it comes back, in ms.
constexpr std::string_view retry_line = "retry: 500\n";
}  // namespace

// What an entry takes beside its text.
constexpr std::size_t entry_bytes = 128;

void KeptEvents::add(std::weak_ptr<EventStream> stream, std::uint64_t number, std::size_t bytes) {
  std::vector<Entry> old;
  {
    const std::lock_guard lock(mutex_);
    entries_.push_back({std::move(stream), number, bytes + entry_bytes});
    bytes_ += entries_.back().bytes;
    while (bytes_ > max_bytes_) {
      bytes_ -= entries_.front().bytes;
      old.push_back(std::move(entries_.front()));
      entries_.pop_front();
    }
  }
  for (const Entry& entry : old) {
    if (const auto alive = entry.stream.lock()) alive->forget_through(entry.number);
  }
}

std::size_t KeptEvents::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

EventStream::EventStream(Kind kind, std::string name, bool prime, std::shared_ptr<KeptEvents> kept_by_all)
    : kind_(kind), name_(std::move(name)), prime_(prime), kept_by_all_(std::move(kept_by_all)) {}

std::string EventStream::id_line(std::uint64_t number) const {
  if (kind_ == Kind::plain) return {};
  return "id: " + name_ + "-" + std::to_string(number) + "\n";
}

void EventStream::attach(std::shared_ptr<transport::Exchange> exchange, std::optional<std::uint64_t> after,
                         transport::ExtraHeaders headers) {
  const std::lock_guard lock(mutex_);
  if (exchange_) exchange_->finish();
  exchange_ = std::move(exchange);
  headers.emplace_back("Cache-Control", "no-cache");
  headers.emplace_back("X-Accel-Buffering", "no");
  exchange_->begin_stream(200, "text/event-stream", std::move(headers));
  if (prime_ && next_ == 0) put(id_line(0) + std::string(retry_line) + "data: \n\n", next_++);
  if (after) {
    for (const auto& event : kept_) {
      if (event.number > *after) exchange_->send(event.text);
    }
  }
  if (closed_) std::exchange(exchange_, nullptr)->finish();
}

void EventStream::detach(const transport::Exchange* exchange) {
  const std::lock_guard lock(mutex_);
  if (exchange_.get() == exchange) exchange_ = nullptr;
}

void EventStream::send(std::string_view message) { send_event({}, message); }

void EventStream::send_event(std::string_view event, std::string_view data) {
  std::unique_lock lock(mutex_);
  if (closed_) return;
  std::string text = id_line(next_);
  text.reserve(text.size() + event.size() + data.size() + 20);
  text += "event: ";
  text += event.empty() ? std::string_view("message") : event;
  text += "\ndata: ";
  text += data;
  text += "\n\n";
  const std::uint64_t number = next_++;
  const std::size_t kept = put(std::move(text), number);
  lock.unlock();
  tell_all(number, kept);
}

std::size_t EventStream::put(std::string text, std::uint64_t number) {
  if (kind_ == Kind::plain) {
    if (exchange_) exchange_->send(std::move(text));
    return 0;
  }
  if (exchange_) exchange_->send(text);
  const std::size_t bytes = text.size();
  kept_bytes_ += bytes;
  kept_.push_back({number, std::move(text)});
  forget_old();
  return bytes;
}

// What it makes others forget takes their locks.
void EventStream::tell_all(std::uint64_t number, std::size_t bytes) {
  if (bytes > 0 && kept_by_all_) kept_by_all_->add(weak_from_this(), number, bytes);
}

void EventStream::forget_first() {
  kept_bytes_ -= kept_.front().text.size();
  kept_.pop_front();
}

void EventStream::forget_old() {
  while (kept_.size() > 1 && (kept_.size() > max_kept_events || kept_bytes_ > max_kept_bytes)) forget_first();
}

void EventStream::forget_through(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  while (!kept_.empty() && kept_.front().number <= number) forget_first();
}

bool EventStream::has_all_after(std::uint64_t number) const {
  const std::lock_guard lock(mutex_);
  return (kept_.empty() ? next_ : kept_.front().number) <= number + 1;
}

void EventStream::comment() {
  const std::lock_guard lock(mutex_);
  if (exchange_) exchange_->send(": still here\n\n");
}

void EventStream::drop() {
  const std::lock_guard lock(mutex_);
  if (exchange_) std::exchange(exchange_, nullptr)->finish();
}

void EventStream::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  if (exchange_) std::exchange(exchange_, nullptr)->finish();
}

bool EventStream::closed() const {
  const std::lock_guard lock(mutex_);
  return closed_;
}

bool EventStream::attached() const {
  const std::lock_guard lock(mutex_);
  return exchange_ != nullptr;
}

std::optional<EventStream::Position> EventStream::parse_id(std::string_view event_id) {
  const auto dash = event_id.rfind('-');
  if (dash == std::string_view::npos || dash == 0) return std::nullopt;
  const std::string_view digits = event_id.substr(dash + 1);
  Position position{std::string(event_id.substr(0, dash)), 0};
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), position.event);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return position;
}

}  // namespace protocol
