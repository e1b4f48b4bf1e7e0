// SPDX-License-Identifier: Apache-2.0
#include "cli/join.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <list>
#include <mutex>
#include <thread>

#include "base/crypto.h"
#include "base/log.h"
#include "base/text.h"

namespace cli {

namespace {

constexpr std::size_t most_hello_bytes = std::size_t{16} << 20;
constexpr std::size_t most_unsent_bytes = std::size_t{64} << 20;
constexpr int hello_ms = 5000;

std::optional<sockaddr_un> address_of(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof address.sun_path) return std::nullopt;
  std::memcpy(address.sun_path, path.data(), path.size());
  return address;
}

const sockaddr* as_socket(const sockaddr_un& address) { return reinterpret_cast<const sockaddr*>(&address); }

bool is_own_user(int fd) {
  ucred peer{};
  socklen_t size = sizeof peer;
  return ::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && (peer.uid == ::geteuid() || peer.uid == 0);
}

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto wrote = ::write(fd, bytes.data(), bytes.size());
    if (wrote >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(wrote));
    } else if (errno == EAGAIN) {
      pollfd writable{fd, POLLOUT, 0};
      ::poll(&writable, 1, -1);
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

// The one line that comes before all others; whoever sends it waits for the answer before it sends more.
std::optional<std::string> read_line(int fd) {
  std::string line;
  std::array<char, 4096> room;
  while (line.size() < most_hello_bytes) {
    pollfd readable{fd, POLLIN, 0};
    if (::poll(&readable, 1, hello_ms) <= 0) return std::nullopt;
    const auto got = ::read(fd, room.data(), room.size());
    if (got <= 0) return std::nullopt;
    line.append(room.data(), static_cast<std::size_t>(got));
    if (line.ends_with('\n')) {
      line.pop_back();
      return line;
    }
  }
  return std::nullopt;
}

bool is_of_session(std::string_view method) {
  static constexpr std::array<std::string_view, 5> methods{
      "initialize", "notifications/initialized", "logging/setLevel", "resources/subscribe", "resources/unsubscribe"};
  return std::ranges::find(methods, method) != methods.end();
}

// Done again it does the same: nothing, or what its key guards.
bool may_be_sent_again(const Json& message) {
  if (message.text("method") != "tools/call") return true;
  const Json* params = message.find("params");
  const Json* meta = params == nullptr ? nullptr : params->find("_meta");
  return meta != nullptr && meta->is_object() && !meta->text("lintel/idempotency-key").empty();
}

template <class Each>
void each_message(const Json& json, const Each& each) {
  if (json.is_object()) each(json);
  if (!json.is_array()) return;
  for (const auto& item : json.as_array()) {
    if (item.is_object()) each(item);
  }
}

}  // namespace

// ---- who serves ------------------------------------------------------------------------------

DirectoryLock::DirectoryLock(const std::string& options) {
  const std::string name = base::sha256_hex(working_directory_key() + '\n' + options).substr(0, 16);
  file_ = base::state_home() / "run" / (name + ".lock");
  socket_ = socket_dir() / (name + "-" + std::to_string(::getpid()) + ".join");
}

bool DirectoryLock::try_take() {
  if (!base::make_private_directory(file_.parent_path(), base::Lasting::no).ok()) return true;  // alone, then
  held_ = base::Descriptor(::open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!held_) return true;
  if (::flock(held_.get(), LOCK_EX | LOCK_NB) == 0) return true;
  held_.reset();
  return false;
}

// In the file that is locked, so that the name and the lock have one life.
void DirectoryLock::tell_socket() const {
  if (!held_) return;
  const std::string line = socket_.string() + "\n";
  if (::ftruncate(held_.get(), 0) != 0 ||
      ::pwrite(held_.get(), line.data(), line.size(), 0) != static_cast<ssize_t>(line.size()))
    base::log::warn("other clients in this directory cannot join: " + file_.string() + " cannot be written");
}

std::optional<std::string> DirectoryLock::told_socket() const {
  constexpr std::size_t most = 4096;
  const auto text = base::read_file(file_, most);
  if (!text.ok() || !text->ends_with('\n')) return std::nullopt;
  return text->substr(0, text->size() - 1);
}

// ---- the one that serves ---------------------------------------------------------------------

struct Joiners::Inner {
  Serve serve;
  std::string path;
  base::Descriptor listener;
  base::Descriptor wake{::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)};
  std::mutex mutex;
  bool stopping = false;
  struct Client {
    base::Descriptor socket;
    Stop stop;
    bool ended = false;
    std::thread thread;
  };
  std::list<Client> clients;
  std::thread accepting;

  void run() {
    for (;;) {
      std::array<pollfd, 2> watched{{{listener.get(), POLLIN, 0}, {wake.get(), POLLIN, 0}}};
      if (::poll(watched.data(), watched.size(), -1) < 0 && errno != EINTR) return;
      if (watched[1].revents != 0) return;
      if (watched[0].revents != 0) take();
      bury();
    }
  }
  void take() {
    base::Descriptor socket(::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (!socket && (errno == EMFILE || errno == ENFILE)) ::poll(nullptr, 0, 50);
    if (!socket || !is_own_user(socket.get())) return;
    const std::lock_guard lock(mutex);
    Client& client = clients.emplace_back();
    client.socket = std::move(socket);
    client.thread = std::thread([this, &client] { talk(client); });
  }
  void talk(Client& client) {
    const int fd = client.socket.get();
    const auto line = read_line(fd);
    const auto hello = line ? base::parse_json(*line) : Result<Json>(fail(Code::io, "nothing came"));
    const Json* lines = hello.ok() ? hello->find("session") : nullptr;
    std::vector<std::string> session;
    if (lines != nullptr && lines->is_array()) {
      for (const auto& one : lines->as_array()) {
        if (one.is_string()) session.push_back(one.as_string());
      }
    }
    const auto started = [&](Stop stop) {
      const std::lock_guard lock(mutex);
      if (stopping && stop) stop();
      client.stop = std::move(stop);
    };
    if (lines != nullptr && write_all(fd, "{\"ok\":true}\n")) serve(fd, session, started);
    const std::lock_guard lock(mutex);
    client.stop = nullptr;
    ::shutdown(fd, SHUT_RDWR);
    client.ended = true;
  }
  void bury() {
    std::list<Client> dead;
    {
      const std::lock_guard lock(mutex);
      for (auto it = clients.begin(); it != clients.end();) {
        const auto next = std::next(it);
        if (it->ended) dead.splice(dead.end(), clients, it);
        it = next;
      }
    }
    for (auto& client : dead) client.thread.join();
  }
  void stop() {
    {
      const std::lock_guard lock(mutex);
      stopping = true;
      for (auto& client : clients) {
        if (client.stop) client.stop();
      }
    }
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(wake.get(), &one, sizeof one);
    if (accepting.joinable()) accepting.join();
    for (auto& client : clients) client.thread.join();
    ::unlink(path.c_str());
  }
};

Joiners::Joiners(std::unique_ptr<Inner> inner) : inner_(std::move(inner)) {}
Joiners::~Joiners() { inner_->stop(); }

Result<std::unique_ptr<Joiners>> Joiners::open(const DirectoryLock& lock, Serve serve) {
  auto inner = std::make_unique<Inner>();
  inner->serve = std::move(serve);
  inner->path = lock.socket().string();
  TRY(base::make_private_directory(lock.socket().parent_path(), base::Lasting::no));
  const auto address = address_of(inner->path);
  if (!address) return fail(Code::out_of_range, "a socket path has 1 to 107 bytes", inner->path);
  ::unlink(inner->path.c_str());  // named by our own process id: left by one that had it before
  inner->listener = base::Descriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!inner->listener || ::fchmod(inner->listener.get(), 0600) != 0 ||
      ::bind(inner->listener.get(), as_socket(*address), sizeof *address) != 0 ||
      ::chmod(inner->path.c_str(), 0600) != 0 || ::listen(inner->listener.get(), 16) != 0)
    return fail(Code::io, std::string("cannot open a socket: ") + std::strerror(errno), inner->path);
  inner->accepting = std::thread([raw = inner.get()] { raw->run(); });
  lock.tell_socket();
  return std::unique_ptr<Joiners>(new Joiners(std::move(inner)));
}

// ---- those that hand on ----------------------------------------------------------------------

Result<base::Descriptor> Relay::join(const std::string& socket) const {
  const auto address = address_of(socket);
  base::Descriptor fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!address || !fd || ::connect(fd.get(), as_socket(*address), sizeof *address) != 0)
    return fail(Code::unavailable, "nobody listens there", socket);
  Json session = Json::array();
  for (const auto& line : session_) session.push_back(line);
  const std::string hello = Json::object({{"join", 1}, {"session", std::move(session)}}).dump() + "\n";
  const bool sent = ::send(fd.get(), hello.data(), hello.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(hello.size());
  const auto answer = sent ? read_line(fd.get()) : std::nullopt;
  if (answer != R"({"ok":true})") return fail(Code::unavailable, "it is ending", socket);
  return fd;
}

Relay::End Relay::run(const std::string& socket) {
  const auto server = join(socket);
  if (!server.ok()) return End::not_joined;
  for (const auto& [id, line] : unanswered_) to_server_.append(line).append("\n");
  const End end = hand_on(server->get());
  to_server_.clear();
  server_lines_ = transport::LineSplitter(std::size_t{256} << 20);
  if (end == End::server) answer_lost();
  return end;
}

Relay::End Relay::hand_on(int server) {
  for (;;) {
    const bool reads = !client_ended_ && to_server_.size() < most_unsent_bytes;
    std::array<pollfd, 3> watched{{{server, static_cast<short>(POLLIN | (to_server_.empty() ? 0 : POLLOUT)), 0},
                                   {reads ? in_ : -1, POLLIN, 0},
                                   {out_, 0, 0}}};
    if (::poll(watched.data(), watched.size(), -1) < 0 && errno != EINTR) return End::client;
    if ((watched[2].revents & (POLLERR | POLLNVAL)) != 0) return End::client;  // nobody reads the answers
    if ((watched[0].revents & POLLOUT) != 0) {
      const auto sent = ::send(server, to_server_.data(), to_server_.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (sent > 0) to_server_.erase(0, static_cast<std::size_t>(sent));
    }
    if (watched[0].revents != 0 && !read_server(server)) return client_ended_ ? End::client : End::server;
    if (watched[1].revents != 0 && !read_client()) client_ended_ = true;
    // No more comes: the server finishes what it has, and closes.
    if (client_ended_ && to_server_.empty()) ::shutdown(server, SHUT_WR);
  }
}

bool Relay::read_client() {
  const auto room = client_lines_.space();
  const auto got = ::read(in_, room.data(), room.size());
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return true;
  if (got > 0) client_lines_.commit(static_cast<std::size_t>(got));
  for (;;) {
    auto item = client_lines_.next();
    if (item.kind == transport::LineSplitter::Kind::none && got <= 0) item = client_lines_.finish();
    if (item.kind == transport::LineSplitter::Kind::none) return got > 0;
    if (item.kind == transport::LineSplitter::Kind::line) from_client(item.line);
  }
}

void Relay::from_client(std::string_view line) {
  const auto json = base::parse_json(line);
  if (json.ok()) each_message(*json, [&](const Json& one) { note_request(one, line); });
  to_server_.append(line).append("\n");
}

void Relay::note_request(const Json& message, std::string_view line) {
  const std::string_view method = message.text("method");
  if (method.empty()) return;
  if (is_of_session(method)) session_.emplace_back(line);
  if (const Json* id = message.find("id")) unanswered_[id->dump()] = message.dump();
}

bool Relay::read_server(int server) {
  const auto room = server_lines_.space();
  const auto got = ::recv(server, room.data(), room.size(), MSG_DONTWAIT);
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return true;
  if (got <= 0) return false;
  server_lines_.commit(static_cast<std::size_t>(got));
  for (;;) {
    const auto item = server_lines_.next();
    if (item.kind == transport::LineSplitter::Kind::none) return true;
    if (item.kind == transport::LineSplitter::Kind::line) from_server(item.line);
  }
}

void Relay::from_server(std::string_view line) {
  const auto json = base::parse_json(line);
  if (json.ok()) {
    each_message(*json, [&](const Json& one) {
      const Json* id = one.find("id");
      if (id != nullptr && one.find("method") == nullptr) unanswered_.erase(id->dump());
    });
  }
  send_client(line);
}

void Relay::send_client(std::string_view line) const { write_all(out_, std::string(line) + "\n"); }

// A change may have been done or not: nobody but the log can tell. The rest is asked again.
void Relay::answer_lost() {
  for (auto it = unanswered_.begin(); it != unanswered_.end();) {
    const auto message = base::parse_json(it->second);
    const bool begins = message.ok() && message->text("method") == "initialize";
    if (begins)
      std::erase_if(session_,
                    [&](const std::string& line) { return line.find("\"initialize\"") != std::string::npos; });
    if (message.ok() && may_be_sent_again(*message)) {
      ++it;
      continue;
    }
    send_client(R"({"jsonrpc":"2.0","id":)" + it->first +
                R"(,"error":{"code":-32603,"message":"The server that worked on this ended before it answered. )"
                R"(Another one has taken over: look with history whether it was done, and call again if not."}})");
    it = unanswered_.erase(it);
  }
}

std::string Relay::unread() {
  std::string bytes;
  for (const auto& [id, line] : unanswered_) bytes.append(line).append("\n");
  const auto rest = client_lines_.finish();
  if (rest.kind == transport::LineSplitter::Kind::line) bytes.append(rest.line);
  return bytes;
}

}  // namespace cli
