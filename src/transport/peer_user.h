// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <optional>

namespace transport {

// Whose process is at the other end of a TCP connection within this machine. The operating system is asked once, when
// somebody first wants to know (sock_diag(7)); nothing is told of an end that was closed by then or is elsewhere.
class PeerUser {
 public:
  explicit PeerUser(int fd) : fd_(fd) {}             // borrowed
  static PeerUser known(std::optional<uid_t> user);  // for tests of handlers

  std::optional<uid_t> get();
  bool is_this_user();  // the one that this process runs as

 private:
  int fd_;
  bool asked_ = false;
  std::optional<uid_t> user_;
  std::optional<bool> ours_;
};

}  // namespace transport
