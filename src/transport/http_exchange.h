// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "transport/http.h"
#include "transport/http_response.h"

// Between handlers on any thread and the loop: inside of HttpServer, not for use elsewhere.
namespace transport {

class LiveExchange;

// What the loop can do with an exchange's bytes. Loop thread only.
class ExchangeSink {
 public:
  virtual ~ExchangeSink() = default;
  // Where the exchange's next bytes go: the connection's output if its turn has come, else its own `held`.
  virtual std::string& output_for(LiveExchange& exchange) = 0;
  // Bytes were put there; `last` when the answer is complete.
  virtual void added(LiveExchange& exchange, bool last) = 0;
};

// Work for the loop from other threads. Many pushes between two turns of the loop cost one wake-up.
// Shared by the loop and its exchanges, so that a late answer finds it even when the server is gone.
class Mailbox {
 public:
  struct Item {
    std::shared_ptr<LiveExchange> exchange = {};  // whose bytes, or
    std::move_only_function<void()> job = {};     // what to run
    std::string bytes = {};
    bool last = false;
  };

  Mailbox();
  ~Mailbox();
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;

  int event_fd() const { return event_fd_; }
  bool on_loop_thread() const { return loop_thread_.load(std::memory_order_relaxed) == std::this_thread::get_id(); }
  bool stopping() const { return stopping_.load(std::memory_order_relaxed); }
  void set_stopping() { stopping_.store(true, std::memory_order_relaxed); }

  void push(Item item);  // dropped when closed
  void wake() const;     // async-signal-safe

  // The loop's side.
  void attach();                        // this thread is the loop
  bool prepare_to_sleep();              // false: there is work, do not sleep
  void take(std::vector<Item>& items);  // into an empty vector, whose memory is used again
  void close();

 private:
  const int event_fd_;
  std::atomic<std::thread::id> loop_thread_{};
  std::atomic<bool> stopping_ = false;
  std::mutex mutex_;
  std::vector<Item> items_;
  bool sleeping_ = false;
  bool closed_ = false;
};

// The Exchange of a connection. On the loop thread it writes straight into the connection's output; from
// other threads the finished bytes travel through the mailbox.
class LiveExchange final : public Exchange, public std::enable_shared_from_this<LiveExchange> {
 public:
  struct Traits {
    bool head_only = false;  // HEAD: the body is left out
    bool http_1_0 = false;   // no chunks
    bool keep_alive = true;
  };

  LiveExchange(std::shared_ptr<Mailbox> mailbox, ExchangeSink& sink, Traits traits);

  void respond(int status, std::string_view content_type, std::string body, ExtraHeaders extra_headers) override;
  void begin_stream(int status, std::string_view content_type, ExtraHeaders extra_headers) override;
  void send(std::string chunk) override;
  void finish() override;
  void on_close(std::move_only_function<void()> callback) override;
  bool closed() const override { return closed_.load(std::memory_order_acquire); }
  std::size_t unsent_bytes() const override;

  // The loop's side, on its thread only.
  void apply(Mailbox::Item& item);
  // The connection is gone. Unless the answer is complete the callback is told, through the mailbox: a
  // handler that holds a lock while it sends must not meet its own callback.
  void disconnect();
  void complete();        // the answer is complete; the callback is no longer needed
  bool ended = false;     // all bytes of the answer are in the output or in `held`
  std::string held = {};  // bytes that wait for the answers before them
  void note_unsent(std::size_t bytes) { unsent_.store(bytes, std::memory_order_relaxed); }

 private:
  enum class State : std::uint8_t { open, streaming, finished };

  bool change_state(State from, State to);
  template <class Append>
  void emit(Append append, bool last);

  const std::shared_ptr<Mailbox> mailbox_;
  ExchangeSink* sink_;  // null once disconnected; loop thread only
  const Traits traits_;
  std::atomic<State> state_ = State::open;
  std::atomic<bool> closed_ = false;
  std::atomic<std::uint32_t> posted_items_ = 0;
  std::atomic<std::size_t> posted_bytes_ = 0;
  std::atomic<std::size_t> unsent_ = 0;
  std::mutex callback_mutex_;
  std::move_only_function<void()> callback_;
  bool completed_ = false;  // under callback_mutex_
};

}  // namespace transport
