// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/descriptor.h"
#include "base/result.h"
#include "transport/lines.h"

namespace transport {

using base::Descriptor;

// Who connected, as the kernel tells it (SO_PEERCRED).
struct UnixPeer {
  pid_t pid = 0;
  uid_t uid = 0;
};

// Answers lines on a Unix domain socket of mode 0600: one line asked, one line answered, in order. Only
// processes of the same user or root are heard. One thread of its own; a peer's next line is handled after
// its last one was answered, other peers do not wait for it.
class UnixServer {
 public:
  // `reply` may be called later and from any thread, once; further calls, and calls after the peer went
  // away or the server stopped, are ignored. A line break in the reply ends it. The handler must not block.
  using Reply = std::function<void(std::string)>;
  using Handler = std::function<void(std::string_view line, Reply reply, const UnixPeer& peer)>;

  static constexpr std::size_t max_line_bytes = 16UL * 1024 * 1024;  // a peer that sends more is cut off
  static constexpr std::size_t max_peers = 64;

  // Takes the path: a socket left behind by a dead server is replaced, a live one is refused
  // (Code::unavailable), and anything that is not a socket is left alone.
  static base::Result<std::unique_ptr<UnixServer>> listen(const std::string& path);

  ~UnixServer();  // stops
  UnixServer(const UnixServer&) = delete;
  UnixServer& operator=(const UnixServer&) = delete;

  void start(Handler handler);  // once
  // Closes all, removes the socket file, joins the thread. Not from within the handler.
  void stop();
  const std::string& path() const;

 private:
  class Loop;
  explicit UnixServer(std::shared_ptr<Loop> loop);
  std::shared_ptr<Loop> loop_;
};

// The asking side. Blocking; not thread-safe; can be moved. After a failed call() the connection is closed, because an
// answer could still be on its way.
class UnixClient {
 public:
  static base::Result<UnixClient> connect(const std::string& path);

  // Sends one line (no LF in it) and waits for the one that answers it.
  base::Result<std::string> call(std::string_view line, std::chrono::milliseconds timeout);

 private:
  using Deadline = std::chrono::steady_clock::time_point;

  explicit UnixClient(Descriptor socket) : socket_(std::move(socket)) {}
  base::Result<std::string> exchange(std::string request, Deadline deadline);
  base::Result<void> wait_for(short events, Deadline deadline) const;

  Descriptor socket_;
  LineSplitter lines_{UnixServer::max_line_bytes};
};

}  // namespace transport
