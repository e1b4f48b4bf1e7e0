// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/types.h"
#include "tool/dispatch.h"
#include "tool/registry.h"

namespace transport {
class HttpServer;
class LineServer;
}  // namespace transport

namespace protocol {

// What the model is told about this server, under 2,048 characters.
std::string_view default_instructions();

struct ServerOptions {
  std::string name = "lintel";
  std::string title = "Lintel";
  std::string version = LINTEL_VERSION;
  std::string instructions = std::string(default_instructions());
  tool::Selection selection = {};
  // Entries of a list result; the rest follows by cursor. Many clients never ask for it, so all tools are on one page.
  std::size_t page_size = 1000;
  bool sse_pair = false;                        // the HTTP+SSE transport of 2024-11-05 at /sse and /messages
  std::vector<std::string> allowed_hosts = {};  // beside loopback names, for Host and Origin
  bool token_required = false;                  // loopback clients need one too
  std::string os_user = {};
  std::string cwd_key = {};  // "cwd:…": the workspace of stdio clients
  // Who a bearer token names; the kernel's policy if not given.
  std::function<std::optional<kernel::Principal>(std::string_view bearer)> principal_for_token = {};
  std::size_t max_sessions = 4096;         // initialize era over HTTP
  std::size_t max_sessions_of_one = 2048;  // of one token, or of all clients without one
  std::int64_t session_idle_ms = 30 * 60 * 1000;
  // A request that takes longer is answered with an error; a tool that reports its progress gets as much time again.
  std::int64_t request_limit_ms = 10 * 60 * 1000;
  std::int64_t longest_request_ms = 24 * 60 * 60 * 1000;  // whatever it reports
  std::int64_t input_limit_ms = 10 * 60 * 1000;           // how long a client may take to answer a question
};

// An MCP server: every released revision on one endpoint, the era chosen for each request. Serves any
// number of transports at once. The dispatcher must outlive it, and the transports it is mounted on
// must have ended before it is destroyed.
class Server {
 public:
  // The selection must be valid (Registry::select accepts it).
  Server(tool::Dispatcher& dispatcher, ServerOptions options);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // Serves one client until the end of its input, finishes what runs, and returns the exit code.
  // `earlier` are lines of the client that another server answered: they make its session what it is. May be called for
  // several clients at once, each on a thread of its own.
  int serve_stdio(transport::LineServer& lines, const std::vector<std::string>& earlier = {});
  // POST, GET and DELETE on /mcp and /mcp/<toolset[,toolset]>; /sse and /messages where asked for.
  void mount(transport::HttpServer& http);
  // Ends the streams of clients whose token is not known any more; done now and then by itself. Thread-safe.
  void end_revoked();
  // Ends standing streams with their closing messages. Thread-safe; may come twice.
  void stop();

  struct Load {
    std::size_t sessions = 0;
    std::size_t kept_bytes = 0;  // of events, for clients that come back
  };
  Load load() const;  // over HTTP

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace protocol
