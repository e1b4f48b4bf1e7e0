// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "base/descriptor.h"
#include "transport/http.h"

// A real server on a loopback port, and a client that speaks bytes, for tests of the transport.
namespace transport::testing_sockets {

using base::Descriptor;

// A limit that only a broken program meets.
constexpr int patience_ms = 20'000;

class RunningServer {
 public:
  explicit RunningServer(HttpOptions options = {}, Handler fallback = {})
      : server(std::move(options), std::move(fallback)) {}
  ~RunningServer() { stop(); }

  std::uint16_t start() {
    port = server.listen().value();
    thread_ = std::thread([this] { server.run(); });
    return port;
  }
  void stop() {
    server.stop();
    join();
  }
  void join() {
    if (thread_.joinable()) thread_.join();
  }

  HttpServer server;
  std::uint16_t port = 0;

 private:
  std::thread thread_;
};

struct Answer {
  int status = 0;
  std::string head;  // with its empty line
  std::string body;  // decoded when chunked

  bool has(std::string_view text) const { return head.find(text) != std::string::npos; }
};

class Client {
 public:
  explicit Client(std::uint16_t port, int receive_buffer = 0)
      : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    if (receive_buffer > 0) ::setsockopt(socket_.get(), SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
      ADD_FAILURE() << "cannot connect";
  }

  // False when the server has closed.
  bool send(std::string_view bytes) {
    while (!bytes.empty()) {
      const auto sent = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }
  void get(std::string_view path) { send("GET " + std::string(path) + " HTTP/1.1\r\nHost: localhost\r\n\r\n"); }
  void post(std::string_view path, std::string_view body) {
    send("POST " + std::string(path) + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\n\r\n" + std::string(body));
  }

  // The next whole answer; status 0 when the server closed instead.
  Answer read(bool head_only = false) {
    Answer answer;
    answer.head = read_through("\r\n\r\n");
    if (answer.head.size() < 12) return answer;
    answer.status = std::atoi(answer.head.c_str() + 9);
    if (head_only || answer.status == 100 || answer.status == 204) return answer;
    if (answer.has("Transfer-Encoding: chunked"))
      answer.body = read_chunks();
    else if (const auto at = answer.head.find("Content-Length: "); at != std::string::npos)
      answer.body = read_bytes(static_cast<std::size_t>(std::atol(answer.head.c_str() + at + 16)));
    else
      answer.body = read_to_end();
    return answer;
  }
  // One chunk's data; empty at the last one.
  std::string read_chunk() {
    const auto size = std::strtoul(read_through("\r\n").c_str(), nullptr, 16);
    auto data = read_bytes(size);
    read_through("\r\n");
    return data;
  }
  std::string read_to_end() {
    while (receive()) {
    }
    return std::exchange(buffer_, {});
  }
  bool ended() { return buffer_.empty() && !receive(); }
  void half_close() { ::shutdown(socket_.get(), SHUT_WR); }
  void close() { socket_.reset(); }
  // Closes with a reset, as a killed client's kernel may.
  void abort() {
    const linger now{1, 0};
    ::setsockopt(socket_.get(), SOL_SOCKET, SO_LINGER, &now, sizeof now);
    socket_.reset();
  }

 private:
  bool receive() {
    pollfd watched{socket_.get(), POLLIN, 0};
    if (::poll(&watched, 1, patience_ms) <= 0) {
      ADD_FAILURE() << "the server is silent";
      return false;
    }
    char room[65536];
    const auto got = ::recv(socket_.get(), room, sizeof room, 0);
    if (got > 0) buffer_.append(room, static_cast<std::size_t>(got));
    return got > 0;
  }
  std::string read_through(std::string_view mark) {
    for (;;) {
      if (const auto at = buffer_.find(mark); at != std::string::npos) return take(at + mark.size());
      if (!receive()) return {};
    }
  }
  std::string read_bytes(std::size_t count) {
    while (buffer_.size() < count && receive()) {
    }
    return take(std::min(count, buffer_.size()));
  }
  std::string read_chunks() {
    std::string body;
    for (auto chunk = read_chunk(); !chunk.empty(); chunk = read_chunk()) body += chunk;
    return body;
  }
  std::string take(std::size_t count) {
    auto taken = buffer_.substr(0, count);
    buffer_.erase(0, count);
    return taken;
  }

  Descriptor socket_;
  std::string buffer_;
};

}  // namespace transport::testing_sockets
