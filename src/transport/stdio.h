// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "base/pace.h"
#include "base/result.h"
#include "transport/lines.h"

namespace transport {

struct LineOptions {
  int in_fd = 0;
  int out_fd = 1;
  std::size_t max_line_bytes = 16UL * 1024 * 1024;
  std::string before = {};     // what was read already: handled before anything else
  base::Pace* pace = nullptr;  // told when run() goes to work, on one line or on several, and when it waits
};

// Newline-delimited messages over a pair of descriptors, which stay the caller's. run() belongs to one thread;
// send(), stop() and broken() may be called from any, stop() from a signal handler too. Ignores SIGPIPE in
// this process: a reader that went away shows as broken().
class LineServer {
 public:
  explicit LineServer(LineOptions options = {});
  ~LineServer();
  LineServer(const LineServer&) = delete;
  LineServer& operator=(const LineServer&) = delete;

  // Reads until the end of input, stop(), or until nobody reads the output. Lines come without their LF or
  // CRLF, valid during the call only; empty ones come too. A last line without LF counts. An over-long line is
  // skipped without being kept, then on_too_long gets its size.
  void run(const std::function<void(std::string_view line)>& on_line,
           const std::function<void(std::size_t bytes)>& on_too_long);
  // Writes the line and a LF, never mixed with another. From within on_line the bytes may wait until the
  // lines already read are handled, never longer; from other threads they are written at once. Blocks when
  // the reader is slow.
  void send(std::string_view line);
  // Ends run() after the lines already read.
  void stop();
  // The other side no longer reads; what is sent is dropped.
  bool broken() const { return broken_.load(std::memory_order_acquire); }

 private:
  enum class Wait : std::uint8_t { readable, ended };

  Wait wait_for_input() const;
  void handle_lines(const std::function<void(std::string_view)>& on_line,
                    const std::function<void(std::size_t)>& on_too_long, bool ended);
  void write_out();  // with out_mutex_ held
  void mark_broken();

  const LineOptions options_;
  LineSplitter splitter_;
  int wake_fd_;
  std::atomic<bool> broken_ = false;
  std::atomic<bool> stopping_ = false;
  std::atomic<std::thread::id> dispatching_{};  // the reader's thread while it handles lines
  std::mutex out_mutex_;
  std::string out_;
};

// Keeps standard output for messages: moves descriptor 1 to a private close-on-exec one, which is returned,
// and points 1 at standard error, so that nothing else, not even a library's printf, reaches it.
base::Result<int> guard_stdout();

}  // namespace transport
