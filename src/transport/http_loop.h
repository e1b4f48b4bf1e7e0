// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/epoll.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "base/result.h"
#include "transport/http.h"
#include "transport/http_connection.h"
#include "transport/http_exchange.h"
#include "transport/routes.h"

namespace transport {

// The loop of HttpServer: epoll, the listening socket, timers, and the list of connections. What is not marked
// otherwise belongs to the thread of run().
class HttpServer::Loop final : public ConnectionHost {
 public:
  Loop(HttpOptions options, Handler fallback);
  ~Loop() override;
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  base::Result<std::uint16_t> listen();
  void run();

  // From any thread.
  void stop();
  void post(std::move_only_function<void()> job);
  void every(std::chrono::milliseconds interval, std::move_only_function<void()> job);
  void on_stop(std::move_only_function<void()> callback);
  std::size_t unfinished_bytes() const { return unfinished_bytes_.load(std::memory_order_relaxed); }
  std::size_t connections() const { return open_connections_.load(std::memory_order_relaxed); }

  const HttpOptions& options() const override { return options_; }
  TimePoint now() const override { return now_; }
  std::span<char> scratch() override { return scratch_; }
  void dispatch(const Request& request, const std::shared_ptr<Exchange>& exchange) override;
  void gate(const Request& head, Exchange& exchange) override {
    if (before_body) before_body(head, exchange);
  }
  void hold(std::ptrdiff_t bytes) override { unfinished_bytes_ += static_cast<std::size_t>(bytes); }
  void flush_later(Connection& connection) override { to_flush_.push_back(&connection); }
  void turn_later(Connection& connection) override { to_turn_.push_back(&connection); }
  void gone(Connection& connection) override;

  RouteTable routes;
  Gate before_body;

 private:
  struct Timer {
    std::chrono::milliseconds interval;
    TimePoint next;
    std::move_only_function<void()> job;
  };

  bool watch(int fd, std::uint32_t events, void* tag);
  void turn();
  void wait_for_events();
  int await(std::span<epoll_event> events, TimePoint look_out_until);
  bool are_several(std::span<const epoll_event> events);
  int wait_ms();
  void take_mail();
  void take_turns();
  void flush_all();
  void run_timers();
  void check_connections();
  void give_up_bodies();
  void bury();

  void accept_some();
  void adopt(int fd, Peer peer);
  void refuse_crowd(int fd) const;
  void shed_connection();
  void resume_accepting();

  void begin_stop();
  bool finished() const;
  void close_listener();

  const HttpOptions options_;
  const Handler fallback_;
  const std::shared_ptr<Mailbox> mailbox_ = std::make_shared<Mailbox>();
  const std::chrono::milliseconds check_interval_;
  int epoll_fd_ = -1;
  int listen_fd_ = -1;
  int spare_fd_ = -1;  // given up for a moment when descriptors run out
  bool accept_paused_ = false;
  void* last_source_ = nullptr;  // what the last single event came from
  bool next_is_near_ = false;    // one client asks in quick succession
  TimePoint now_;
  TimePoint next_check_;
  TimePoint stop_deadline_;
  bool stopping_ = false;
  std::atomic<int> stop_requests_ = 0;
  std::atomic<std::size_t> open_connections_ = 0;
  std::atomic<std::size_t> unfinished_bytes_ = 0;
  std::vector<char> scratch_;
  std::vector<std::unique_ptr<Connection>> connections_;
  std::vector<std::unique_ptr<Connection>> graveyard_;  // events of this turn may still point to them
  std::vector<Connection*> to_flush_;
  std::vector<Connection*> to_turn_;
  std::vector<Mailbox::Item> mail_;
  std::vector<std::unique_ptr<Timer>> timers_;
  std::vector<std::move_only_function<void()>> stop_callbacks_;
};

}  // namespace transport
