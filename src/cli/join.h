// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/descriptor.h"
#include "cli/runtime.h"
#include "transport/stdio.h"

// Several stdio clients in one directory work on one workspace, which one process holds. The first one serves; the
// others hand their lines on to it through its socket, and when it ends, however it does, one of them serves.
namespace cli {

// Held by the process that serves a directory with certain options, until it ends.
class DirectoryLock {
 public:
  // `options` is whatever must be the same for a client to be served by another process.
  explicit DirectoryLock(const std::string& options);
  bool try_take();
  // Where others join, told to them through the lock's file.
  std::filesystem::path socket() const { return socket_; }
  void tell_socket() const;
  std::optional<std::string> told_socket() const;

 private:
  std::filesystem::path file_;
  std::filesystem::path socket_;
  base::Descriptor held_;
};

// Takes in clients that join, each on a thread of its own, from its making to its end.
class Joiners {
 public:
  // Serves one client on a connected descriptor until it ends or the function it hands out is called;
  // `session` are lines of before that are not answered again.
  using Stop = std::function<void()>;
  using Serve =
      std::function<void(int fd, const std::vector<std::string>& session, const std::function<void(Stop)>& started)>;
  static Result<std::unique_ptr<Joiners>> open(const DirectoryLock& lock, Serve serve);
  ~Joiners();
  Joiners(const Joiners&) = delete;
  Joiners& operator=(const Joiners&) = delete;

 private:
  struct Inner;
  explicit Joiners(std::unique_ptr<Inner> inner);
  std::unique_ptr<Inner> inner_;
};

// A client whose lines are handed on. It remembers what made its session what it is and what was not answered yet,
// so that another server can take over.
class Relay {
 public:
  Relay(int in_fd, int out_fd) : in_(in_fd), out_(out_fd) {}

  enum class End : std::uint8_t { not_joined, client, server };
  End run(const std::string& socket);

  // For a server in this process: the lines of the session, and what it is to read before anything else.
  std::vector<std::string> session() const { return session_; }
  std::string unread();

 private:
  Result<base::Descriptor> join(const std::string& socket) const;
  End hand_on(int server);
  bool read_client();
  bool read_server(int server);
  void from_client(std::string_view line);
  void note_request(const Json& message, std::string_view line);
  void from_server(std::string_view line);
  void answer_lost();
  void send_client(std::string_view line) const;

  const int in_;
  const int out_;
  transport::LineSplitter client_lines_{std::size_t{16} << 20};
  transport::LineSplitter server_lines_{std::size_t{256} << 20};
  std::string to_server_;
  bool client_ended_ = false;
  std::vector<std::string> session_;
  std::map<std::string, std::string> unanswered_;  // requests by id
};

}  // namespace cli
