// SPDX-License-Identifier: Apache-2.0
#include "transport/http_exchange.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <utility>

namespace transport {
namespace {

// Smaller answers are copied into the connection's buffer, which keeps its memory between requests.
constexpr std::size_t worth_moving_bytes = 32UL * 1024;

}  // namespace

Mailbox::Mailbox() : event_fd_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {}

Mailbox::~Mailbox() {
  if (event_fd_ >= 0) ::close(event_fd_);
}

void Mailbox::push(Item item) {
  bool must_wake = false;
  {
    const std::lock_guard lock(mutex_);
    if (closed_) return;
    items_.push_back(std::move(item));
    must_wake = std::exchange(sleeping_, false);
  }
  if (must_wake) wake();
}

void Mailbox::wake() const {
  const std::uint64_t one = 1;
  // Nothing to do on failure: a full counter is already a wake-up.
  [[maybe_unused]] const auto written = ::write(event_fd_, &one, sizeof one);
}

void Mailbox::attach() { loop_thread_.store(std::this_thread::get_id(), std::memory_order_relaxed); }

bool Mailbox::prepare_to_sleep() {
  const std::lock_guard lock(mutex_);
  sleeping_ = items_.empty();
  return sleeping_;
}

void Mailbox::take(std::vector<Item>& items) {
  const std::lock_guard lock(mutex_);
  sleeping_ = false;
  items.swap(items_);
}

void Mailbox::close() {
  std::vector<Item> dropped;  // destroyed after the lock: a job's captures may push
  const std::lock_guard lock(mutex_);
  closed_ = true;
  loop_thread_.store({}, std::memory_order_relaxed);
  dropped.swap(items_);
}

LiveExchange::LiveExchange(std::shared_ptr<Mailbox> mailbox, ExchangeSink& sink, Traits traits)
    : mailbox_(std::move(mailbox)), sink_(&sink), traits_(traits) {}

bool LiveExchange::change_state(State from, State to) { return state_.compare_exchange_strong(from, to); }

// Bytes posted before must leave before, so the direct way is taken only when none are under way.
template <class Append>
void LiveExchange::emit(Append append, bool last) {
  if (mailbox_->on_loop_thread() && posted_items_.load(std::memory_order_acquire) == 0) {
    if (sink_ == nullptr || ended) return;
    append(sink_->output_for(*this));
    sink_->added(*this, last);
    return;
  }
  Mailbox::Item item{.exchange = shared_from_this(), .last = last};
  append(item.bytes);
  posted_bytes_.fetch_add(item.bytes.size(), std::memory_order_relaxed);
  posted_items_.fetch_add(1, std::memory_order_release);
  mailbox_->push(std::move(item));
}

void LiveExchange::apply(Mailbox::Item& item) {
  posted_bytes_.fetch_sub(item.bytes.size(), std::memory_order_relaxed);
  posted_items_.fetch_sub(1, std::memory_order_release);
  if (sink_ == nullptr || ended) return;
  auto& out = sink_->output_for(*this);
  if (out.empty() && item.bytes.size() > worth_moving_bytes)
    out = std::move(item.bytes);
  else
    out += item.bytes;
  sink_->added(*this, item.last);
}

void LiveExchange::respond(int status, std::string_view content_type, std::string body, ExtraHeaders extra_headers) {
  if (!change_state(State::open, State::finished)) return;
  const ResponseHead head{.status = status,
                          .content_type = content_type,
                          .content_length = body.size(),
                          .close = !traits_.keep_alive || mailbox_->stopping()};
  const bool has_body = !traits_.head_only && status != 204 && status != 304;
  emit(
      [&](std::string& out) {
        append_head(out, head, extra_headers);
        if (has_body) out += body;
      },
      true);
}

void LiveExchange::begin_stream(int status, std::string_view content_type, ExtraHeaders extra_headers) {
  if (!change_state(State::open, State::streaming)) return;
  const ResponseHead head{.status = status,
                          .content_type = content_type,
                          .framing = traits_.http_1_0 ? Framing::until_close : Framing::chunked,
                          .close = !traits_.keep_alive || mailbox_->stopping()};
  emit([&](std::string& out) { append_head(out, head, extra_headers); }, false);
}

void LiveExchange::send(std::string chunk) {
  if (state_.load() != State::streaming || traits_.head_only || chunk.empty()) return;
  emit(
      [&](std::string& out) {
        if (traits_.http_1_0)
          out += chunk;
        else
          append_chunk(out, chunk);
      },
      false);
}

void LiveExchange::finish() {
  if (!change_state(State::streaming, State::finished)) return;
  emit(
      [&](std::string& out) {
        if (!traits_.http_1_0 && !traits_.head_only) append_last_chunk(out);
      },
      true);
}

std::size_t LiveExchange::unsent_bytes() const {
  return posted_bytes_.load(std::memory_order_relaxed) + unsent_.load(std::memory_order_relaxed);
}

void LiveExchange::on_close(std::move_only_function<void()> callback) {
  const std::lock_guard lock(callback_mutex_);
  if (completed_) return;
  if (closed())
    mailbox_->push({.job = std::move(callback)});
  else
    callback_ = std::move(callback);
}

void LiveExchange::disconnect() {
  sink_ = nullptr;
  held = {};
  note_unsent(0);
  if (ended) return;
  const std::lock_guard lock(callback_mutex_);
  closed_.store(true, std::memory_order_release);
  if (callback_) mailbox_->push({.job = std::exchange(callback_, nullptr)});
}

void LiveExchange::complete() {
  ended = true;
  std::move_only_function<void()> callback;  // destroyed after the lock: it may own this exchange
  const std::lock_guard lock(callback_mutex_);
  completed_ = true;
  callback = std::exchange(callback_, nullptr);
}

}  // namespace transport
