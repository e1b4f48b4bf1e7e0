// SPDX-License-Identifier: Apache-2.0
#include "transport/stdio.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <utility>

namespace transport {
namespace {

constexpr std::size_t collect_bytes = 64UL * 1024;  // collected output is written at the latest above this

// More than one line ends in these bytes.
bool has_lines(std::string_view bytes) {
  const auto first = bytes.find('\n');
  return first != bytes.npos && bytes.find('\n', first + 1) != bytes.npos;
}

bool would_block(int error) { return error == EAGAIN || error == EWOULDBLOCK; }

}  // namespace

LineServer::LineServer(LineOptions options)
    : options_(std::move(options)),
      splitter_(options_.max_line_bytes),
      wake_fd_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
  LINTEL_CHECK(wake_fd_ >= 0);
  std::signal(SIGPIPE, SIG_IGN);
}

LineServer::~LineServer() { ::close(wake_fd_); }

void LineServer::run(const std::function<void(std::string_view line)>& on_line,
                     const std::function<void(std::size_t bytes)>& on_too_long) {
  for (std::string_view rest = options_.before; !rest.empty();) {
    const auto room = splitter_.space();
    const std::size_t taken = rest.copy(room.data(), room.size());
    splitter_.commit(taken);
    rest.remove_prefix(taken);
    handle_lines(on_line, on_too_long, false);
  }
  while (wait_for_input() == Wait::readable) {
    const auto room = splitter_.space();
    const auto got = ::read(options_.in_fd, room.data(), room.size());
    if (got < 0 && (errno == EINTR || would_block(errno))) continue;
    const bool ended = got <= 0;
    if (!ended) splitter_.commit(static_cast<std::size_t>(got));
    if (options_.pace != nullptr)
      options_.pace->turn(!ended && has_lines({room.data(), static_cast<std::size_t>(got)}));
    handle_lines(on_line, on_too_long, ended);
    if (options_.pace != nullptr) options_.pace->idle();
    if (ended) return;
    splitter_.release_memory();
  }
}

// Waits for input, for stop(), and for the reader of our output to go away: a server whose answers nobody
// can read has no reason to stay. The descriptors may be non-blocking ones, inherited from the client.
LineServer::Wait LineServer::wait_for_input() const {
  std::array<pollfd, 3> watched{{{options_.in_fd, POLLIN, 0}, {wake_fd_, POLLIN, 0}, {options_.out_fd, 0, 0}}};
  while (!stopping_.load() && !broken()) {
    const int ready = ::poll(watched.data(), watched.size(), -1);
    if (ready < 0 && errno == EINTR) continue;
    if (ready < 0 || watched[1].revents != 0) break;
    if (watched[0].revents != 0) return Wait::readable;
    if ((watched[2].revents & (POLLERR | POLLHUP | POLLNVAL)) != 0) break;
  }
  return Wait::ended;
}

void LineServer::handle_lines(const std::function<void(std::string_view)>& on_line,
                              const std::function<void(std::size_t)>& on_too_long, bool ended) {
  dispatching_.store(std::this_thread::get_id(), std::memory_order_relaxed);
  for (;;) {
    auto item = splitter_.next();
    if (item.kind == LineSplitter::Kind::none && ended) item = splitter_.finish();
    if (item.kind == LineSplitter::Kind::none) break;
    if (item.kind == LineSplitter::Kind::line)
      on_line(item.line);
    else
      on_too_long(item.bytes);
  }
  dispatching_.store({}, std::memory_order_relaxed);
  const std::lock_guard lock(out_mutex_);
  write_out();
}

void LineServer::send(std::string_view line) {
  const bool collect = dispatching_.load(std::memory_order_relaxed) == std::this_thread::get_id();
  const std::lock_guard lock(out_mutex_);
  if (broken()) return;
  out_ += line;
  out_ += '\n';
  if (!collect || out_.size() > collect_bytes) write_out();
}

void LineServer::write_out() {
  std::size_t at = 0;
  while (at < out_.size() && !broken()) {
    const auto wrote = ::write(options_.out_fd, out_.data() + at, out_.size() - at);
    if (wrote >= 0) {
      at += static_cast<std::size_t>(wrote);
    } else if (would_block(errno)) {
      pollfd writable{options_.out_fd, POLLOUT, 0};
      ::poll(&writable, 1, -1);
    } else if (errno != EINTR) {
      mark_broken();
    }
  }
  if (out_.capacity() > 2 * collect_bytes)
    std::string().swap(out_);
  else
    out_.clear();
}

void LineServer::mark_broken() {
  broken_.store(true, std::memory_order_release);
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(wake_fd_, &one, sizeof one);
}

void LineServer::stop() {
  stopping_.store(true);
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(wake_fd_, &one, sizeof one);
}

base::Result<int> guard_stdout() {
  std::fflush(stdout);
  const int kept = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  if (kept < 0) return base::fail(base::Code::io, std::string("cannot keep standard output: ") + std::strerror(errno));
  if (::dup2(STDERR_FILENO, STDOUT_FILENO) >= 0) return kept;
  // Standard error is closed; then the rest is nobody's to read.
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  const bool redirected = nowhere >= 0 && ::dup2(nowhere, STDOUT_FILENO) >= 0;
  if (nowhere > STDERR_FILENO) ::close(nowhere);
  if (redirected) return kept;
  ::close(kept);
  return base::fail(base::Code::io, "cannot point standard output elsewhere");
}

}  // namespace transport
