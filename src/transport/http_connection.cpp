// SPDX-License-Identifier: Apache-2.0
#include "transport/http_connection.h"

#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace transport {
namespace {

constexpr std::size_t keep_bytes = 64UL * 1024;            // buffers above this are freed when idle
constexpr std::size_t pause_backlog_bytes = 256UL * 1024;  // a client that does not read is not read from
constexpr std::uint64_t body_progress_bytes = 4096;
constexpr int reads_per_turn = 8;  // so that one busy client does not starve the others
constexpr std::chrono::seconds linger_time{2};

void empty(std::string& buffer) {
  if (buffer.capacity() > keep_bytes)
    std::string().swap(buffer);
  else
    buffer.clear();
}

ParserLimits limits_of(const HttpOptions& options) {
  return {.max_header_bytes = options.max_header_bytes,
          .max_headers = options.max_headers,
          .max_body_bytes = options.max_body_bytes};
}

}  // namespace

Connection::Connection(int fd, Peer peer, ConnectionHost& host, std::shared_ptr<Mailbox> mailbox)
    : fd_(fd),
      host_(host),
      mailbox_(std::move(mailbox)),
      peer_user_(fd),
      parser_(limits_of(host.options())),
      since_(host.now()),
      write_since_(host.now()) {
  parser_.request().peer = std::move(peer.name);
  parser_.request().peer_is_loopback = peer.is_loopback;
  parser_.request().peer_user = &peer_user_;
}

Connection::~Connection() {
  if (fd_ >= 0) ::close(fd_);
}

void Connection::on_event(std::uint32_t events) {
  if (dead_) return;
  if ((events & (EPOLLERR | EPOLLHUP)) != 0) return close();
  if ((events & EPOLLRDHUP) != 0) peer_ended_ = true;
  if (write_blocked_ && (events & EPOLLOUT) != 0) {
    write_blocked_ = false;
    flush();
  }
  if ((events & (EPOLLIN | EPOLLRDHUP)) != 0) read_turn();
}

// Edge-triggered: reads until the kernel has no more. A short read says so without a further call, unless
// the end of input is known to wait behind it (epoll(7)).
void Connection::read_turn() {
  if (dead_) return;
  in_turn_ = true;
  if (std::exchange(stalled_, false)) consume(0);
  int reads = 0;
  while (!dead_) {
    if (paused()) {
      stalled_ = true;
      break;
    }
    if (reads++ == reads_per_turn) {
      host_.turn_later(*this);
      break;
    }
    const auto room = host_.scratch();
    const auto got = ::recv(fd_, room.data(), room.size(), 0);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) break;
    if (got <= 0) {
      flush();
      close();
      break;
    }
    consume(static_cast<std::size_t>(got));
    if (static_cast<std::size_t>(got) < room.size() && !peer_ended_) break;
  }
  in_turn_ = false;
  if (dead_) return;
  note_reading();
  flush_soon();
}

void Connection::flush_soon() {
  if (!std::exchange(dirty_, true)) host_.flush_later(*this);
}

// Requests that arrive whole are read where they lie, in the loop's scratch; only a rest is kept.
void Connection::consume(std::size_t bytes) {
  const std::string_view fresh(host_.scratch().data(), bytes);
  if (input_closed_) {
    linger_ = linger_ || !fresh.empty();
    return;
  }
  if (in_.empty()) {
    const auto used = take_requests(fresh);
    if (!input_closed_ && !dead_) in_.assign(fresh.substr(used));
    return;
  }
  in_.append(fresh);
  const auto used = take_requests(in_);
  if (used == in_.size() || input_closed_)
    empty(in_);
  else
    in_.erase(0, used);
}

std::size_t Connection::take_requests(std::string_view input) {
  std::size_t used = 0;
  while (used < input.size() && !dead_) {
    if (input_closed_) {
      linger_ = true;
      break;
    }
    if (paused()) {
      stalled_ = true;
      break;
    }
    const auto step = parser_.parse(input.substr(used));
    used += step.consumed;
    if (step.state == HttpParser::State::error) {
      linger_ = true;
      refuse(step.status, step.reason);
      break;
    }
    if (step.state == HttpParser::State::need_more) {
      if (pass_gate(input.substr(used))) offer_continue();
      break;
    }
    take_request();
  }
  return used;
}

void Connection::take_request() {
  had_request_ = true;
  continue_offered_ = owes_continue_ = gate_passed_ = false;
  reading_ = Reading::nothing;
  since_ = host_.now();
  const bool keep_alive = parser_.keep_alive() && !mailbox_->stopping();
  auto& live = add_exchange(
      {.head_only = parser_.request().method == "HEAD", .http_1_0 = parser_.http_1_0(), .keep_alive = keep_alive});
  const std::shared_ptr<Exchange> exchange = live.shared_from_this();
  host_.dispatch(parser_.request(), exchange);
  // Held by its slot and here only: nobody is left who could answer.
  if (!live.ended && exchange.use_count() == 2)
    exchange->respond(500, "application/json", error_body(500, "No answer."));
  parser_.release_memory();
}

LiveExchange& Connection::add_exchange(LiveExchange::Traits traits) {
  input_closed_ = !traits.keep_alive;
  return *slots_.emplace_back(std::make_shared<LiveExchange>(mailbox_, *this, traits));
}

// Through an exchange, so that the answers before it leave before it.
void Connection::refuse(int status, std::string_view reason) {
  auto& exchange = add_exchange({.keep_alive = false});
  exchange.respond(status, "application/json", error_body(status, reason), {});
}

namespace {

// Takes the answer of a gate, which may give none.
class GateAnswer final : public Exchange {
 public:
  void respond(int its_status, std::string_view its_type, std::string its_body, ExtraHeaders its_headers) override {
    status = its_status;
    content_type = its_type;
    body = std::move(its_body);
    headers = std::move(its_headers);
  }
  void begin_stream(int, std::string_view, ExtraHeaders) override {}
  void send(std::string) override {}
  void finish() override {}
  void on_close(std::move_only_function<void()>) override {}
  bool closed() const override { return false; }
  std::size_t unsent_bytes() const override { return 0; }

  int status = 0;  // 0: none was given
  std::string content_type, body;
  ExtraHeaders headers;
};

}  // namespace

// False: the request was refused by its head.
bool Connection::pass_gate(std::string_view rest) {
  if (!parser_.in_body() || std::exchange(gate_passed_, true)) return true;
  body_since_ = host_.now();
  GateAnswer answer;
  host_.gate(parser_.head(rest), answer);
  if (answer.status == 0) return true;
  linger_ = true;
  add_exchange({.keep_alive = false})
      .respond(answer.status, answer.content_type, std::move(answer.body), std::move(answer.headers));
  return false;
}

void Connection::hold(std::size_t bytes) {
  const std::size_t counted = bytes > host_.options().small_body_bytes ? bytes : 0;
  const auto before = std::exchange(held_, counted);
  if (counted != before) host_.hold(static_cast<std::ptrdiff_t>(counted) - static_cast<std::ptrdiff_t>(before));
}

void Connection::give_up_body() {
  std::string().swap(in_);
  parser_.abandon_body();
  hold(0);
  linger_ = true;
  add_exchange({.keep_alive = false})
      .respond(503, "application/json", error_body(503, "Too many large requests are unfinished."),
               {{"Retry-After", "1"}});
  flush_soon();
}

// RFC 9110, 10.1.1: 100 Continue is an answer too, and waits for those before it.
void Connection::offer_continue() {
  if (!parser_.expects_continue() || std::exchange(continue_offered_, true)) return;
  owes_continue_ = true;
  if (slots_.empty()) advance();
}

std::string& Connection::output_for(LiveExchange& exchange) {
  backlog_before_ = backlog();
  return is_turn_of(exchange) ? out_ : exchange.held;
}

// One answer may be larger than the limit; a client that lets more than that pile up is dropped.
void Connection::added(LiveExchange& exchange, bool last) {
  if (unwritten() > 0 && backlog_before_ == 0) write_since_ = host_.now();
  if (last) exchange.complete();
  if (is_turn_of(exchange)) {
    exchange.note_unsent(unwritten());
    if (last) advance();
  } else {
    exchange.note_unsent(exchange.held.size());
  }
  if (backlog_before_ > pause_backlog_bytes) flush();
  if (dead_) return;
  if (backlog_before_ > host_.options().max_unsent_bytes && backlog() > host_.options().max_unsent_bytes)
    return close();
  if (!in_turn_) flush_soon();
}

// Answers leave in the order of their requests (RFC 9112, 9.3.2).
void Connection::advance() {
  while (!slots_.empty() && slots_.front()->ended) {
    slots_.front()->note_unsent(0);
    slots_.erase(slots_.begin());
    since_ = host_.now();
    if (slots_.empty()) break;
    out_ += slots_.front()->held;
    std::string().swap(slots_.front()->held);
  }
  if (!slots_.empty() || !owes_continue_ || !parser_.expects_continue()) return;
  owes_continue_ = false;
  out_ += "HTTP/1.1 100 Continue\r\n\r\n";
}

void Connection::flush() {
  dirty_ = false;
  while (!dead_ && !write_blocked_ && unwritten() > 0) {
    const auto wrote = ::send(fd_, out_.data() + out_at_, unwritten(), MSG_NOSIGNAL);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      write_blocked_ = true;
    } else if (wrote < 0) {
      return close();
    } else {
      out_at_ += static_cast<std::size_t>(wrote);
      write_since_ = host_.now();
    }
  }
  if (!dead_) settle();
}

void Connection::settle() {
  if (unwritten() == 0) {
    empty(out_);
    out_at_ = 0;
  } else if (out_at_ > unwritten()) {
    out_.erase(0, out_at_);
    out_at_ = 0;
  }
  if (!slots_.empty()) slots_.front()->note_unsent(unwritten());
  if (in_turn_) return;
  if (stalled_ && !paused()) host_.turn_later(*this);
  if (slots_.empty() && input_closed_ && unwritten() == 0) finish_connection();
}

// RFC 9112, 9.6: closing with input unread would reset the connection and could destroy the last answer on
// its way; so only the sending half is closed first, and what still comes is thrown away for a while.
void Connection::finish_connection() {
  if (lingering_) return;
  if (!linger_ || mailbox_->stopping()) return close();
  lingering_ = true;
  since_ = host_.now();
  ::shutdown(fd_, SHUT_WR);
}

void Connection::close() {
  if (std::exchange(dead_, true)) return;
  hold(0);
  ::close(std::exchange(fd_, -1));
  for (const auto& exchange : slots_) exchange->disconnect();
  slots_.clear();
  host_.gone(*this);
}

void Connection::begin_stop() {
  input_closed_ = true;
  if (slots_.empty() && unwritten() == 0) close();
}

bool Connection::paused() const {
  return !input_closed_ && (slots_.size() >= host_.options().max_pipelined || backlog() > pause_backlog_bytes);
}

std::size_t Connection::backlog() const {
  auto bytes = unwritten();
  if (slots_.size() < 2) return bytes;
  for (const auto& exchange : slots_) bytes += exchange->held.size();
  return bytes;
}

// The head has one deadline from its first byte. The body's moves with every few KiB, not with every byte:
// a client that trickles holds a connection no longer than one that is silent.
void Connection::note_reading() {
  const auto reading = !parser_.started() ? Reading::nothing : parser_.in_body() ? Reading::body : Reading::head;
  hold(reading == Reading::body ? in_.size() + parser_.kept_bytes() : 0);
  const bool progressed = reading == Reading::body && parser_.body_seen() - body_mark_ >= body_progress_bytes;
  if (reading == reading_ && !progressed) return;
  reading_ = reading;
  since_ = host_.now();
  body_mark_ = reading == Reading::body ? parser_.body_seen() : 0;
}

bool Connection::timed_out_reading() const {
  const auto& options = host_.options();
  const auto limit = reading_ == Reading::body                    ? options.body_timeout
                     : reading_ == Reading::head || !had_request_ ? options.header_timeout
                                                                  : options.idle_timeout;
  return host_.now() - since_ > limit;
}

void Connection::check_time() {
  if (dead_) return;
  if (lingering_) {
    if (host_.now() - since_ > linger_time) close();
    return;
  }
  answer_abandoned();
  if (unwritten() > 0) {
    if (host_.now() - write_since_ > host_.options().write_timeout) close();
    return;
  }
  if (!slots_.empty() || input_closed_ || !timed_out_reading()) return;
  if (reading_ == Reading::nothing) return close();
  // RFC 9110, 15.5.9
  linger_ = true;
  refuse(408, "The request did not arrive in time.");
}

void Connection::answer_abandoned() {
  std::vector<std::shared_ptr<LiveExchange>> abandoned;
  for (const auto& exchange : slots_)
    if (!exchange->ended && exchange.use_count() == 1) abandoned.push_back(exchange);
  for (const auto& exchange : abandoned) {
    exchange->respond(500, "application/json", error_body(500, "No answer."), {});
    // A stream that breaks off must not look complete.
    if (!exchange->ended) close();
  }
}

}  // namespace transport
