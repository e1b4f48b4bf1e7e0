// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "transport/http.h"
#include "transport/http_exchange.h"
#include "transport/http_parser.h"

// One client's connection: inside of HttpServer, not for use elsewhere. Everything on the loop thread.
namespace transport {

class Connection;

using TimePoint = std::chrono::steady_clock::time_point;

// What a connection asks of the loop.
class ConnectionHost {
 public:
  virtual ~ConnectionHost() = default;
  virtual const HttpOptions& options() const = 0;
  virtual TimePoint now() const = 0;
  virtual std::span<char> scratch() = 0;  // shared room for one read
  virtual void dispatch(const Request& request, const std::shared_ptr<Exchange>& exchange) = 0;
  virtual void gate(const Request& head, Exchange& exchange) = 0;  // see HttpServer::before_body
  // More or fewer bytes of unfinished bodies are kept.
  virtual void hold(std::ptrdiff_t bytes) = 0;
  virtual void flush_later(Connection& connection) = 0;  // before the loop sleeps
  virtual void turn_later(Connection& connection) = 0;   // read_turn() before the loop sleeps
  virtual void gone(Connection& connection) = 0;         // closed; to be deleted when the loop's turn ends
};

struct Peer {
  std::string name;
  bool is_loopback = false;
};

// Registered edge-triggered for reading and writing once, so that no request costs an epoll_ctl.
class Connection final : public ExchangeSink {
 public:
  Connection(int fd, Peer peer, ConnectionHost& host, std::shared_ptr<Mailbox> mailbox);
  ~Connection() override;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void on_event(std::uint32_t events);
  void read_turn();
  void flush();
  void check_time();  // enforces the timeouts
  void begin_stop();  // ends when the answers in work are out
  void close();

  std::string& output_for(LiveExchange& exchange) override;
  void added(LiveExchange& exchange, bool last) override;

  // Bytes of its unfinished body, 0 while that is small, and since when it comes.
  std::size_t held() const { return held_; }
  TimePoint body_since() const { return body_since_; }
  void give_up_body();  // answers 503 and reads no further

  int fd() const { return fd_; }
  bool dead() const { return dead_; }
  std::size_t index = 0;  // the loop's place for it

 private:
  enum class Reading : std::uint8_t { nothing, head, body };

  void consume(std::size_t bytes);
  std::size_t take_requests(std::string_view input);
  void take_request();
  void refuse(int status, std::string_view reason);
  LiveExchange& add_exchange(LiveExchange::Traits traits);
  bool pass_gate(std::string_view rest);
  void hold(std::size_t bytes);
  void offer_continue();
  void advance();
  void flush_soon();
  void settle();
  void finish_connection();
  void answer_abandoned();
  void note_reading();
  bool timed_out_reading() const;
  bool is_turn_of(const LiveExchange& exchange) const { return !slots_.empty() && slots_.front().get() == &exchange; }
  bool paused() const;
  std::size_t unwritten() const { return out_.size() - out_at_; }
  std::size_t backlog() const;

  int fd_;
  ConnectionHost& host_;
  const std::shared_ptr<Mailbox> mailbox_;
  PeerUser peer_user_;
  HttpParser parser_;
  std::string in_;   // bytes not yet consumed; empty while requests arrive whole
  std::string out_;  // bytes not yet written, from out_at_
  std::size_t out_at_ = 0;
  std::size_t backlog_before_ = 0;
  std::vector<std::shared_ptr<LiveExchange>> slots_;  // requests in work, in order
  bool dead_ = false;
  bool in_turn_ = false;
  bool dirty_ = false;  // flush_later() was asked
  bool write_blocked_ = false;
  bool stalled_ = false;       // input waits until answers are out
  bool peer_ended_ = false;    // epoll saw the end of input
  bool input_closed_ = false;  // no further request is taken
  bool linger_ = false;        // input was left unread: close gently
  bool lingering_ = false;
  bool continue_offered_ = false;  // for the request being read
  bool owes_continue_ = false;
  bool had_request_ = false;
  bool gate_passed_ = false;  // by the request being read
  std::size_t held_ = 0;
  TimePoint body_since_;
  Reading reading_ = Reading::nothing;
  std::uint64_t body_mark_ = 0;
  TimePoint since_;        // of what is being read, or of idleness
  TimePoint write_since_;  // of the last byte written, or of the first that waits
};

}  // namespace transport
