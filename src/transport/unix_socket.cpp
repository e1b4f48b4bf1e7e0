// SPDX-License-Identifier: Apache-2.0
#include "transport/unix_socket.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "base/descriptor.h"
#include "transport/lines.h"

namespace transport {
namespace {

std::string reason(int error) { return std::strerror(error); }

base::Result<sockaddr_un> address_of(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof address.sun_path)
    return base::fail(base::Code::out_of_range, "a socket path has 1 to 107 bytes", path,
                      "Choose a shorter directory.");
  std::memcpy(address.sun_path, path.data(), path.size());
  return address;
}

Descriptor new_socket(int flags) { return Descriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | flags, 0)); }

bool connect_to(const Descriptor& socket, const sockaddr_un& address) {
  return ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

bool bind_to(const Descriptor& socket, const sockaddr_un& address) {
  return ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

// Removes what a dead server left. Only a socket that refuses connections is one.
base::Result<void> clear_path(const std::string& path, const sockaddr_un& address) {
  struct stat info{};
  if (::lstat(path.c_str(), &info) != 0) return {};
  if (!S_ISSOCK(info.st_mode)) return base::fail(base::Code::constraint, "not a socket, left alone", path);
  const auto probe = new_socket(SOCK_NONBLOCK);
  if (connect_to(probe, address) || errno == EAGAIN)
    return base::fail(base::Code::unavailable, "another server listens here", path);
  if (errno != ECONNREFUSED) return base::fail(base::Code::io, "cannot probe the socket: " + reason(errno), path);
  if (::unlink(path.c_str()) != 0)
    return base::fail(base::Code::io, "cannot remove the socket: " + reason(errno), path);
  return {};
}

std::optional<UnixPeer> peer_of(const Descriptor& socket) {
  ucred credentials{};
  socklen_t size = sizeof credentials;
  if (::getsockopt(socket.get(), SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) return std::nullopt;
  return UnixPeer{credentials.pid, credentials.uid};
}

bool may_speak(const UnixPeer& peer) { return peer.uid == 0 || peer.uid == ::geteuid(); }

std::string first_line(std::string text) {
  text.resize(std::min(text.find('\n'), text.size()));
  return text;
}

}  // namespace

class UnixServer::Loop : public std::enable_shared_from_this<UnixServer::Loop> {
 public:
  Loop(std::string path, Descriptor listener)
      : path_(std::move(path)), listener_(std::move(listener)), wake_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {}

  void start(Handler handler) {
    handler_ = std::move(handler);
    thread_ = std::thread([this] { run(); });
  }

  void stop() {
    if (std::exchange(stopped_, true)) return;
    stopping_.store(true);
    wake();
    if (thread_.joinable()) thread_.join();
    ::unlink(path_.c_str());
    listener_.reset();
  }

  const std::string& path() const { return path_; }

 private:
  struct Talk {
    std::uint64_t id = 0;
    Descriptor socket;
    UnixPeer peer;
    LineSplitter lines{max_line_bytes};
    std::string out = {};
    bool waiting = false;  // for the reply to its last line
    bool ended = false;
  };
  struct Answer {
    std::uint64_t talk_id = 0;
    std::string line;
  };

  void wake() const {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(wake_.get(), &one, sizeof one);
  }

  void run() {
    while (!stopping_.load()) {
      auto watched = what_to_watch();
      if (::poll(watched.data(), watched.size(), -1) < 0 && errno != EINTR) return;
      if (watched[0].revents != 0) take_answers();
      for (std::size_t i = 2; i < watched.size(); ++i)
        if (watched[i].revents != 0) serve(*talks_[i - 2], watched[i].revents);
      if (watched[1].revents != 0) accept_one();
      std::erase_if(talks_, [](const auto& talk) { return talk->ended; });
    }
    talks_.clear();
  }

  // A talk that waits for its reply is not read, so that a peer cannot pile up lines.
  std::vector<pollfd> what_to_watch() const {
    std::vector<pollfd> watched{{wake_.get(), POLLIN, 0},
                                {listener_.get(), static_cast<short>(talks_.size() < max_peers ? POLLIN : 0), 0}};
    for (const auto& talk : talks_) {
      const int events = (talk->waiting ? 0 : POLLIN) | (talk->out.empty() ? 0 : POLLOUT);
      watched.push_back({talk->socket.get(), static_cast<short>(events), 0});
    }
    return watched;
  }

  void accept_one() {
    Descriptor socket(::accept4(listener_.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    // Out of descriptors the peer stays announced: rest rather than spin.
    if (!socket && (errno == EMFILE || errno == ENFILE)) ::poll(nullptr, 0, 50);
    if (!socket) return;
    const auto peer = peer_of(socket);
    if (!peer || !may_speak(*peer)) return;
    talks_.push_back(std::make_unique<Talk>(Talk{.id = ++last_id_, .socket = std::move(socket), .peer = *peer}));
  }

  void serve(Talk& talk, short events) {
    if ((events & POLLOUT) != 0) write_out(talk);
    if ((events & POLLIN) != 0)
      read_in(talk);
    else if ((events & (POLLERR | POLLHUP | POLLNVAL)) != 0)
      talk.ended = true;
  }

  void read_in(Talk& talk) {
    const auto room = talk.lines.space();
    const auto got = ::recv(talk.socket.get(), room.data(), room.size(), 0);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (got <= 0) {
      talk.ended = true;
      return;
    }
    talk.lines.commit(static_cast<std::size_t>(got));
    next_line(talk);
  }

  void next_line(Talk& talk) {
    if (talk.waiting) return;
    const auto item = talk.lines.next();
    if (item.kind == LineSplitter::Kind::too_long) talk.ended = true;
    if (item.kind != LineSplitter::Kind::line) return talk.lines.release_memory();
    talk.waiting = true;
    handler_(item.line, reply_to(talk.id), talk.peer);
  }

  // Holds the loop weakly: a reply may outlive the server.
  Reply reply_to(std::uint64_t talk_id) {
    auto once = std::make_shared<std::atomic<bool>>(false);
    return [weak = weak_from_this(), once, talk_id](std::string line) {
      const auto loop = weak.lock();
      if (!loop || once->exchange(true)) return;
      {
        const std::lock_guard lock(loop->answers_mutex_);
        loop->answers_.push_back({talk_id, first_line(std::move(line))});
      }
      loop->wake();
    };
  }

  void take_answers() {
    std::uint64_t count = 0;
    [[maybe_unused]] const auto got = ::read(wake_.get(), &count, sizeof count);
    std::vector<Answer> answers;
    {
      const std::lock_guard lock(answers_mutex_);
      answers.swap(answers_);
    }
    for (auto& answer : answers) {
      const auto found = std::ranges::find_if(talks_, [&](const auto& talk) { return talk->id == answer.talk_id; });
      if (found != talks_.end()) deliver(**found, answer.line);
    }
  }

  void deliver(Talk& talk, const std::string& line) {
    talk.out += line;
    talk.out += '\n';
    talk.waiting = false;
    write_out(talk);
    next_line(talk);
  }

  void write_out(Talk& talk) {
    const auto wrote = ::send(talk.socket.get(), talk.out.data(), talk.out.size(), MSG_NOSIGNAL);
    if (wrote >= 0)
      talk.out.erase(0, static_cast<std::size_t>(wrote));
    else if (errno != EAGAIN && errno != EINTR)
      talk.ended = true;
  }

  const std::string path_;
  Descriptor listener_;
  const Descriptor wake_;
  Handler handler_;
  std::thread thread_;
  bool stopped_ = false;
  std::atomic<bool> stopping_ = false;
  std::vector<std::unique_ptr<Talk>> talks_;
  std::uint64_t last_id_ = 0;
  std::mutex answers_mutex_;
  std::vector<Answer> answers_;
};

base::Result<std::unique_ptr<UnixServer>> UnixServer::listen(const std::string& path) {
  const auto address = TRY(address_of(path));
  if (auto cleared = clear_path(path, address); !cleared) return std::move(cleared).error();
  auto listener = new_socket(SOCK_NONBLOCK);
  if (!listener) return base::fail(base::Code::io, "cannot open a socket: " + reason(errno), path);
  // The mode is set on the socket before bind(2) makes the file, so that it is never open to others.
  if (::fchmod(listener.get(), 0600) != 0 || !bind_to(listener, address) || ::chmod(path.c_str(), 0600) != 0)
    return base::fail(base::Code::io, "cannot bind the socket: " + reason(errno), path);
  if (::listen(listener.get(), 16) != 0) return base::fail(base::Code::io, "cannot listen: " + reason(errno), path);
  return std::unique_ptr<UnixServer>(new UnixServer(std::make_shared<Loop>(path, std::move(listener))));
}

UnixServer::UnixServer(std::shared_ptr<Loop> loop) : loop_(std::move(loop)) {}
UnixServer::~UnixServer() { stop(); }
void UnixServer::start(Handler handler) { loop_->start(std::move(handler)); }
void UnixServer::stop() { loop_->stop(); }
const std::string& UnixServer::path() const { return loop_->path(); }

base::Result<UnixClient> UnixClient::connect(const std::string& path) {
  const auto address = TRY(address_of(path));
  auto socket = new_socket(0);
  if (!socket || !connect_to(socket, address))
    return base::fail(base::Code::unavailable, "no server listens here: " + reason(errno), path);
  return UnixClient(std::move(socket));
}

base::Result<std::string> UnixClient::call(std::string_view line, std::chrono::milliseconds timeout) {
  if (!socket_) return base::fail(base::Code::unavailable, "the connection is closed");
  const auto deadline = std::chrono::steady_clock::now() + timeout;
  auto answer = exchange(std::string(line) + '\n', deadline);
  if (!answer.ok()) socket_.reset();
  return answer;
}

base::Result<std::string> UnixClient::exchange(std::string request, Deadline deadline) {
  while (!request.empty()) {
    if (auto ready = wait_for(POLLOUT, deadline); !ready) return std::move(ready).error();
    const auto wrote = ::send(socket_.get(), request.data(), request.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (wrote >= 0)
      request.erase(0, static_cast<std::size_t>(wrote));
    else if (errno != EAGAIN && errno != EINTR)
      return base::fail(base::Code::io, "the server went away: " + reason(errno));
  }
  for (;;) {
    const auto item = lines_.next();
    if (item.kind == LineSplitter::Kind::line) return std::string(item.line);
    if (item.kind == LineSplitter::Kind::too_long) return base::fail(base::Code::io, "the answer is too long");
    if (auto ready = wait_for(POLLIN, deadline); !ready) return std::move(ready).error();
    const auto room = lines_.space();
    const auto got = ::recv(socket_.get(), room.data(), room.size(), MSG_DONTWAIT);
    if (got == 0) return base::fail(base::Code::io, "the server went away before it answered");
    if (got > 0)
      lines_.commit(static_cast<std::size_t>(got));
    else if (errno != EAGAIN && errno != EINTR)
      return base::fail(base::Code::io, "cannot read the answer: " + reason(errno));
  }
}

base::Result<void> UnixClient::wait_for(short events, Deadline deadline) const {
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now()).count();
    pollfd watched{socket_.get(), events, 0};
    const int ready = ::poll(&watched, 1, static_cast<int>(std::clamp<std::int64_t>(left, 0, 3'600'000)));
    if (ready > 0) return {};
    if (ready == 0 && left <= 0) return base::fail(base::Code::unavailable, "the server did not answer in time");
    if (ready < 0 && errno != EINTR) return base::fail(base::Code::io, "cannot wait: " + reason(errno));
  }
}

}  // namespace transport
