// SPDX-License-Identifier: Apache-2.0
#include "transport/http_loop.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <thread>
#include <utility>

#include "base/devices.h"
#include "base/text.h"

namespace transport {
namespace {

constexpr std::size_t scratch_bytes = 64UL * 1024;
constexpr int accepts_per_turn = 64;
// Answers leave together, because the first wakes the client, which costs as much as writing it, and the others find
// it awake. None waits for more than this time and one handler.
constexpr std::chrono::microseconds answers_gather{400};
constexpr std::chrono::milliseconds accept_pause{100};
// One client that asks again as soon as it is answered is looked out for before the loop sleeps: to be woken takes
// longer than the client does.
constexpr std::chrono::microseconds look_out{100};
const bool more_than_one_core = std::thread::hardware_concurrency() > 1;

struct AddressDeleter {
  void operator()(addrinfo* list) const { ::freeaddrinfo(list); }
};
using AddressList = std::unique_ptr<addrinfo, AddressDeleter>;

AddressList look_up(const std::string& host, std::uint16_t port, int flags) {
  addrinfo wanted{};
  wanted.ai_family = AF_UNSPEC;
  wanted.ai_socktype = SOCK_STREAM;
  wanted.ai_flags = AI_PASSIVE | AI_NUMERICSERV | flags;
  addrinfo* found = nullptr;
  if (::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &wanted, &found) != 0) return nullptr;
  return AddressList(found);
}

// The resolver of names loads libraries and reads files; addresses and localhost do without it.
AddressList resolve(std::string host, std::uint16_t port) {
  if (base::equals_ignoring_case(host, "localhost")) host = "127.0.0.1";
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  if (auto numeric = look_up(host, port, AI_NUMERICHOST)) return numeric;
  return look_up(host, port, 0);
}

int open_listener(const addrinfo& address) {
  const int fd = ::socket(address.ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return -1;
  const int on = 1;
  ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (::bind(fd, address.ai_addr, address.ai_addrlen) == 0 && ::listen(fd, SOMAXCONN) == 0) return fd;
  const int error = errno;
  ::close(fd);
  errno = error;
  return -1;
}

std::uint16_t port_of(const sockaddr_storage& address) {
  if (address.ss_family == AF_INET) return ntohs(reinterpret_cast<const sockaddr_in&>(address).sin_port);
  return ntohs(reinterpret_cast<const sockaddr_in6&>(address).sin6_port);
}

std::uint16_t bound_port(int fd) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  ::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size);
  return port_of(address);
}

bool is_loopback(const in6_addr& address) {
  if (IN6_IS_ADDR_V4MAPPED(&address)) return address.s6_addr[12] == 127;
  return IN6_IS_ADDR_LOOPBACK(&address);
}

Peer describe(const sockaddr_storage& address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  const auto port = std::to_string(port_of(address));
  if (address.ss_family == AF_INET) {
    const auto& v4 = reinterpret_cast<const sockaddr_in&>(address).sin_addr;
    ::inet_ntop(AF_INET, &v4, text.data(), text.size());
    return {std::string(text.data()) + ":" + port, (ntohl(v4.s_addr) >> 24) == 127};
  }
  const auto& v6 = reinterpret_cast<const sockaddr_in6&>(address).sin6_addr;
  ::inet_ntop(AF_INET6, &v6, text.data(), text.size());
  std::string name = "[";
  name.append(text.data()).append("]:").append(port);
  return {std::move(name), is_loopback(v6)};
}

int open_spare() { return ::open("/dev/null", O_RDONLY | O_CLOEXEC); }

// Often enough that a timeout is late by a quarter at most, and never more than once a second when idle.
std::chrono::milliseconds check_interval(const HttpOptions& options) {
  const auto shortest =
      std::min({options.header_timeout, options.body_timeout, options.write_timeout, options.idle_timeout});
  return std::clamp(shortest / 4, std::chrono::milliseconds(5), std::chrono::milliseconds(1000));
}

}  // namespace

HttpServer::Loop::Loop(HttpOptions options, Handler fallback)
    : options_(std::move(options)),
      fallback_(std::move(fallback)),
      check_interval_(check_interval(options_)),
      epoll_fd_(::epoll_create1(EPOLL_CLOEXEC)),
      spare_fd_(open_spare()),
      now_(std::chrono::steady_clock::now()) {
  // Edge-triggered: each write is one event, and the counter never needs reading.
  LINTEL_CHECK(epoll_fd_ >= 0 && mailbox_->event_fd() >= 0);
  LINTEL_CHECK(watch(mailbox_->event_fd(), EPOLLIN | EPOLLET, nullptr));
}

HttpServer::Loop::~Loop() {
  close_listener();
  connections_.clear();
  mailbox_->close();
  if (spare_fd_ >= 0) ::close(spare_fd_);
  ::close(epoll_fd_);
}

bool HttpServer::Loop::watch(int fd, std::uint32_t events, void* tag) {
  epoll_event event{};
  event.events = events;
  event.data.ptr = tag;
  return ::epoll_ctl(epoll_fd_, EPOLL_CTL_ADD, fd, &event) == 0;
}

base::Result<std::uint16_t> HttpServer::Loop::listen() {
  const auto where = options_.host + ":" + std::to_string(options_.port);
  const auto addresses = resolve(options_.host, options_.port);
  if (!addresses) return base::fail(base::Code::unknown_name, "no such address: " + options_.host);
  int error = 0;
  for (const addrinfo* each = addresses.get(); each != nullptr && listen_fd_ < 0; each = each->ai_next) {
    listen_fd_ = open_listener(*each);
    if (listen_fd_ < 0) error = errno;
  }
  if (listen_fd_ < 0)
    return base::fail(base::Code::unavailable, "cannot listen on " + where + ": " + std::strerror(error), {},
                      "Choose another port, or 0 for any free one.");
  // Level-triggered: a connection that could not be accepted now is announced again.
  if (!watch(listen_fd_, EPOLLIN, this)) return base::fail(base::Code::io, "cannot watch the listening socket");
  return bound_port(listen_fd_);
}

void HttpServer::Loop::stop() {
  stop_requests_.fetch_add(1);
  mailbox_->wake();
}

void HttpServer::Loop::post(std::move_only_function<void()> job) { mailbox_->push({.job = std::move(job)}); }

void HttpServer::Loop::every(std::chrono::milliseconds interval, std::move_only_function<void()> job) {
  post([this, interval, job = std::move(job)]() mutable {
    timers_.push_back(std::make_unique<Timer>(Timer{interval, now_ + interval, std::move(job)}));
  });
}

void HttpServer::Loop::on_stop(std::move_only_function<void()> callback) {
  post([this, callback = std::move(callback)]() mutable { stop_callbacks_.push_back(std::move(callback)); });
}

void HttpServer::Loop::run() {
  mailbox_->attach();
  scratch_.resize(scratch_bytes);
  while (!finished()) turn();
  if (options_.pace != nullptr) options_.pace->idle();
  close_listener();
  while (!connections_.empty()) connections_.back()->close();
  take_mail();  // what on_close callbacks there are
  mailbox_->close();
  timers_.clear();
  stop_callbacks_.clear();
  bury();
}

void HttpServer::Loop::turn() {
  wait_for_events();
  take_mail();
  take_turns();
  give_up_bodies();
  run_timers();
  check_connections();
  if (stop_requests_.load() > 0 && !stopping_) begin_stop();
  flush_all();
  bury();
}

void HttpServer::Loop::wait_for_events() {
  std::array<epoll_event, 256> events;
  const auto since = std::chrono::steady_clock::now();
  const int count = await(events, since + look_out);
  const bool several = are_several({events.data(), static_cast<std::size_t>(std::max(count, 0))});
  if (options_.pace != nullptr) options_.pace->turn(several);
  now_ = std::chrono::steady_clock::now();
  const bool from_client = count == 1 && events.front().data.ptr != nullptr;
  next_is_near_ = from_client && !several && now_ - since < 2 * look_out && more_than_one_core;
  auto flushed = now_;
  for (int i = 0; i < count; ++i) {
    const auto& event = events[static_cast<std::size_t>(i)];
    if (event.data.ptr == this)
      accept_some();
    else if (event.data.ptr != nullptr)
      static_cast<Connection*>(event.data.ptr)->on_event(event.events);
    const auto time = std::chrono::steady_clock::now();
    if (time - flushed < answers_gather) continue;
    flush_all();
    flushed = time;
  }
}

// How many events there are, at once or after a sleep, which does not begin before `look_out_until` if one is near.
int HttpServer::Loop::await(std::span<epoll_event> events, TimePoint look_out_until) {
  const auto look = [&](int ms) { return ::epoll_wait(epoll_fd_, events.data(), static_cast<int>(events.size()), ms); };
  if (!to_turn_.empty() || !mailbox_->prepare_to_sleep()) return look(0);
  if (options_.pace != nullptr) options_.pace->idle();
  while (base::device::spin && next_is_near_ && std::chrono::steady_clock::now() < look_out_until)
    if (const int count = look(0); count != 0) return count;
  return look(wait_ms());
}

bool HttpServer::Loop::are_several(std::span<const epoll_event> events) {
  if (events.size() != 1 || events.front().data.ptr == nullptr) return events.size() > 1;
  return std::exchange(last_source_, events.front().data.ptr) != events.front().data.ptr;
}

int HttpServer::Loop::wait_ms() {
  auto next = TimePoint::max();
  for (const auto& timer : timers_) next = std::min(next, timer->next);
  if (!connections_.empty() || accept_paused_) next = std::min(next, next_check_);
  if (stopping_) next = std::min(next, stop_deadline_);
  if (next == TimePoint::max()) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(next - std::chrono::steady_clock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, 60'000));
}

void HttpServer::Loop::take_mail() {
  mailbox_->take(mail_);
  for (auto& item : mail_) {
    if (item.exchange)
      item.exchange->apply(item);
    else
      item.job();
  }
  mail_.clear();
}

void HttpServer::Loop::take_turns() {
  for (auto* connection : std::exchange(to_turn_, {})) connection->read_turn();
}

// Whoever began first had the most time to finish.
void HttpServer::Loop::give_up_bodies() {
  while (unfinished_bytes() > options_.max_unfinished_bytes) {
    Connection* oldest = nullptr;
    for (const auto& each : connections_) {
      if (each->held() > 0 && (oldest == nullptr || each->body_since() < oldest->body_since())) oldest = each.get();
    }
    if (oldest == nullptr) return;
    oldest->give_up_body();
  }
}

void HttpServer::Loop::flush_all() {
  for (std::size_t i = 0; i < to_flush_.size(); ++i)
    if (!to_flush_[i]->dead()) to_flush_[i]->flush();
  to_flush_.clear();
}

void HttpServer::Loop::run_timers() {
  for (std::size_t i = 0; i < timers_.size(); ++i) {
    auto& timer = *timers_[i];
    if (timer.next > now_) continue;
    timer.next = now_ + timer.interval;
    timer.job();
  }
}

void HttpServer::Loop::check_connections() {
  if (now_ < next_check_) return;
  next_check_ = now_ + (accept_paused_ ? std::min(check_interval_, accept_pause) : check_interval_);
  if (accept_paused_) resume_accepting();
  // Backwards, because closing one puts the last in its place.
  for (auto i = connections_.size(); i > 0; --i) connections_[i - 1]->check_time();
}

void HttpServer::Loop::gone(Connection& connection) {
  const auto at = connection.index;
  graveyard_.push_back(std::move(connections_[at]));
  if (at + 1 != connections_.size()) {
    connections_[at] = std::move(connections_.back());
    connections_[at]->index = at;
  }
  connections_.pop_back();
  open_connections_.store(connections_.size(), std::memory_order_relaxed);
}

void HttpServer::Loop::bury() {
  if (graveyard_.empty()) return;
  std::erase_if(to_turn_, [](const Connection* connection) { return connection->dead(); });
  std::erase_if(to_flush_, [](const Connection* connection) { return connection->dead(); });
  graveyard_.clear();
}

void HttpServer::Loop::accept_some() {
  for (int i = 0; i < accepts_per_turn && listen_fd_ >= 0; ++i) {
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    const int fd = ::accept4(listen_fd_, reinterpret_cast<sockaddr*>(&address), &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd >= 0) {
      adopt(fd, describe(address));
    } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
      return shed_connection();
    } else if (errno != EINTR && errno != ECONNABORTED) {
      return;
    }
  }
}

void HttpServer::Loop::adopt(int fd, Peer peer) {
  if (connections_.size() >= options_.max_connections) return refuse_crowd(fd);
  const int on = 1;
  ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  auto connection = std::make_unique<Connection>(fd, std::move(peer), *this, mailbox_);
  if (!watch(fd, EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET, connection.get())) return;
  connection->index = connections_.size();
  connections_.push_back(std::move(connection));
  open_connections_.store(connections_.size(), std::memory_order_relaxed);
}

void HttpServer::Loop::refuse_crowd(int fd) const {
  const auto body = error_body(503, "Too many connections.");
  std::string answer;
  append_head(answer, {.status = 503, .content_type = "application/json", .content_length = body.size(), .close = true},
              {{"Retry-After", "1"}});
  answer += body;
  ::send(fd, answer.data(), answer.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  ::shutdown(fd, SHUT_WR);
  ::close(fd);
}

// Out of descriptors, the waiting connection would be announced for ever. With the spare one it is taken and
// closed; where even that fails, accepting rests for a moment.
void HttpServer::Loop::shed_connection() {
  if (spare_fd_ >= 0) ::close(std::exchange(spare_fd_, -1));
  const int fd = ::accept4(listen_fd_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (fd >= 0) ::close(fd);
  spare_fd_ = open_spare();
  if (fd >= 0 && spare_fd_ >= 0) return;
  ::epoll_ctl(epoll_fd_, EPOLL_CTL_DEL, listen_fd_, nullptr);
  accept_paused_ = true;
  next_check_ = std::min(next_check_, now_ + accept_pause);
}

void HttpServer::Loop::resume_accepting() {
  if (spare_fd_ < 0) spare_fd_ = open_spare();
  if (listen_fd_ >= 0 && !watch(listen_fd_, EPOLLIN, this)) return;
  accept_paused_ = false;
}

void HttpServer::Loop::dispatch(const Request& request, const std::shared_ptr<Exchange>& exchange) {
  const auto match = routes.find(request.method, request.path);
  if (match.handler != nullptr) return (*match.handler)(request, exchange);
  if (!match.allow.empty())
    return exchange->respond(405, "application/json", error_body(405, "This path does not know the method."),
                             {{"Allow", match.allow}});
  if (fallback_) return fallback_(request, exchange);
  exchange->respond(404, "application/json", error_body(404, "Nothing is at this path."));
}

void HttpServer::Loop::begin_stop() {
  stopping_ = true;
  stop_deadline_ = now_ + options_.stop_grace;
  mailbox_->set_stopping();
  close_listener();
  for (auto& callback : std::exchange(stop_callbacks_, {})) callback();
  for (auto i = connections_.size(); i > 0; --i) connections_[i - 1]->begin_stop();
}

bool HttpServer::Loop::finished() const {
  if (!stopping_) return false;
  return connections_.empty() || now_ >= stop_deadline_ || stop_requests_.load() > 1;
}

void HttpServer::Loop::close_listener() {
  if (listen_fd_ >= 0) ::close(std::exchange(listen_fd_, -1));
}

}  // namespace transport
