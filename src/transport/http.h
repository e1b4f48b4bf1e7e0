// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/pace.h"
#include "base/result.h"
#include "transport/peer_user.h"

namespace transport {

struct Header {
  std::string_view name;
  std::string_view value;
};

// One HTTP request. Every view points into the connection's buffer and is valid only during the handler
// call: copy what must live longer.
struct Request {
  std::string_view method;
  std::string_view path;            // as sent: not percent-decoded, without the query
  std::string_view query;           // after the '?', empty when there is none
  std::span<const Header> headers;  // in the order sent, duplicates included
  std::string_view body;
  std::string peer;  // "127.0.0.1:50312", "[::1]:50312"
  bool peer_is_loopback = false;
  PeerUser* peer_user = nullptr;  // of the connection; null: nobody knows

  // The first header of this name, compared without regard to case; empty when absent.
  std::string_view header(std::string_view name) const;
  bool has_header(std::string_view name) const;
  std::size_t count_header(std::string_view name) const;
  // From this machine and by a process of the user that this one runs as: what needs no token. Looked up once for each
  // connection.
  bool is_from_this_user() const { return peer_is_loopback && peer_user != nullptr && peer_user->is_this_user(); }
};

using ExtraHeaders = std::vector<std::pair<std::string, std::string>>;

// The answer to one request. Thread-safe: any method may be called from any thread; what one thread
// sends arrives in its order. Either respond() once, or begin_stream(), send()…, finish(). Calls that come
// twice, too late, or after the client went away are ignored. An exchange that is let go without an answer
// is answered 500. Pipelined requests may be answered in any order; the bytes leave in request order.
// Abstract, so that a test of a handler needs no socket.
class Exchange {
 public:
  Exchange() = default;
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;
  virtual ~Exchange() = default;

  // The whole answer: head and body leave in one write. An empty content_type sends no Content-Type.
  virtual void respond(int status, std::string_view content_type, std::string body,
                       ExtraHeaders extra_headers = {}) = 0;
  // The head of an answer of unknown length: chunked for HTTP/1.1, ended by closing for HTTP/1.0.
  virtual void begin_stream(int status, std::string_view content_type, ExtraHeaders extra_headers = {}) = 0;
  virtual void send(std::string chunk) = 0;
  virtual void finish() = 0;

  // Called once on the loop thread if the client goes away before the answer is finished, also if it already
  // has; never from within another call of this class. A client that closes only its sending half counts as
  // gone. Dropped without a call once the answer is finished. A second callback replaces the first.
  virtual void on_close(std::move_only_function<void()> callback) = 0;
  // The client went away before the answer was finished.
  virtual bool closed() const = 0;
  // Bytes of this answer accepted by send() and not yet given to the kernel. For backpressure.
  virtual std::size_t unsent_bytes() const = 0;
};

// Runs on the loop thread and must not block: hand long work to a worker with a copy of the pointer.
using Handler = std::function<void(const Request&, const std::shared_ptr<Exchange>&)>;

// Looks at the head of a request whose body has not come whole, and answers if it may not come in: the body is then not
// read. Handlers look again. On the loop thread; the request is valid during the call only.
using Gate = std::function<void(const Request& head, Exchange&)>;

struct HttpOptions {
  std::string host = "127.0.0.1";  // an address, or a name to resolve
  std::uint16_t port = 0;          // 0: any free port
  std::size_t max_header_bytes = 32UL * 1024;
  std::size_t max_headers = 100;
  std::size_t max_body_bytes = 16UL * 1024 * 1024;
  // Of all bodies that have not come whole, but for those below small_body_bytes. Beyond it, the one that began first
  // is given up: answered 503.
  std::size_t max_unfinished_bytes = 64UL * 1024 * 1024;
  std::size_t small_body_bytes = 64UL * 1024;
  std::size_t max_connections = 1024;                 // one more is answered 503
  std::size_t max_pipelined = 64;                     // requests in work per connection; more wait unread
  std::size_t max_unsent_bytes = 64UL * 1024 * 1024;  // per connection; a client that lags further is dropped
  std::chrono::milliseconds header_timeout{10'000};   // first byte to end of head, whatever trickles in
  std::chrono::milliseconds body_timeout{30'000};     // for each further 4 KiB of the body
  std::chrono::milliseconds write_timeout{60'000};    // without a byte taken by a client we have bytes for
  std::chrono::milliseconds idle_timeout{120'000};    // between requests
  std::chrono::milliseconds stop_grace{10'000};       // how long stop() waits for answers in work
  // Told when the loop goes to work, on one request or on several, or on those of several connections in turn, and
  // when it has nothing to do until something arrives.
  base::Pace* pace = nullptr;
};

// An HTTP/1.1 server (RFC 9110, 9112) on one loop thread: the one that calls run(). No TLS. Routes are set
// before run(). stop(), post() and every() may be called from any thread, stop() from a signal handler too.
// Malformed requests are answered by the server itself and end their connection; handlers never see them.
class HttpServer {
 public:
  // `fallback` gets requests whose path no route knows; without it they are answered 404.
  explicit HttpServer(HttpOptions options, Handler fallback = {});
  ~HttpServer();  // run() must have returned
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  // A known path asked with another method is answered 405 with Allow. GET routes answer HEAD too.
  void route(std::string method, std::string path, Handler handler);
  // Any path that starts with `prefix`; exact routes win, then the longest prefix.
  void route_prefix(std::string method, std::string prefix, Handler handler);

  void before_body(Gate gate);  // none: every body is read

  // Binds and listens; the port in use. Connections queue until run().
  base::Result<std::uint16_t> listen();
  // Serves until stop().
  void run();
  // Stops accepting, closes idle connections, waits for the answers in work up to stop_grace, then lets
  // run() return. A second stop() ends the wait at once.
  void stop();
  // Called on the loop thread when stopping begins: the place to finish standing streams.
  void on_stop(std::move_only_function<void()> callback);

  // Runs `job` on the loop thread, in the order posted. Dropped when run() has returned.
  void post(std::move_only_function<void()> job);
  // Runs `job` on the loop thread at this interval, from the start of run() to its end.
  void every(std::chrono::milliseconds interval, std::move_only_function<void()> job);

  std::size_t connections() const;       // open now; thread-safe, as the next
  std::size_t unfinished_bytes() const;  // of bodies

 private:
  class Loop;
  std::unique_ptr<Loop> loop_;
};

}  // namespace transport
