// SPDX-License-Identifier: Apache-2.0
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "base/log.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/control.h"
#include "cli/join.h"
#include "cli/metrics.h"
#include "cli/pages.h"
#include "command/terminal.h"
#include "protocol/server.h"
#include "transport/http.h"
#include "transport/origin.h"
#include "transport/stdio.h"

namespace cli {

namespace {

constexpr auto longest_between_housekeepings = std::chrono::milliseconds(30'000);
constexpr std::size_t view_chunk_bytes = std::size_t{4} << 20;

std::atomic<transport::HttpServer*> http_to_stop{nullptr};
std::atomic<transport::LineServer*> lines_to_stop{nullptr};

// Both stop() are async-signal-safe.
void on_signal(int) {
  if (auto* http = http_to_stop.load()) http->stop();
  if (auto* lines = lines_to_stop.load()) lines->stop();
}

void stop_on_signals() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  signal(SIGPIPE, SIG_IGN);
}

// Often enough that a short time limit of workspaces means what it says.
std::chrono::milliseconds housekeeping_interval(const kernel::Kernel& kernel) {
  constexpr auto shortest = std::chrono::milliseconds(250);
  return std::clamp(std::chrono::milliseconds(kernel.workspace_timeout_ms()), shortest, longest_between_housekeepings);
}

// Over stdio nothing but lines wakes the server, so a thread looks after idle workspaces while this lives.
class Housekeeping {
 public:
  explicit Housekeeping(kernel::Kernel& kernel)
      : thread_([this, &kernel](const std::stop_token& stop) {
          std::unique_lock lock(mutex_);
          const auto interval = housekeeping_interval(kernel);
          while (!wake_.wait_for(lock, stop, interval, [&stop] { return stop.stop_requested(); })) kernel.expire_idle();
        }) {}

 private:
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;  // last: it uses the others, and ends first
};

// "127.0.0.1:7411", "[::1]:7411", "localhost", ":8080" or "8080".
Result<transport::HttpOptions> listen_options(const std::string& given) {
  const bool only_port = !given.empty() && given.find_first_not_of("0123456789") == std::string::npos;
  const std::string address = only_port ? ":" + given : given;
  transport::HttpOptions options;
  options.port = 7411;
  std::string host = address;
  const auto colon = address.rfind(':');
  const auto bracket = address.rfind(']');
  if (colon != std::string::npos && (bracket == std::string::npos || colon > bracket)) {
    host = address.substr(0, colon);
    const char* begin = address.data() + colon + 1;
    const char* end = address.data() + address.size();
    const auto [stopped, error] = std::from_chars(begin, end, options.port);
    if (error != std::errc() || stopped != end) {
      return fail(Code::out_of_range, "'" + base::printable(given, 80) + "' is not an address", "--http",
                  "Write it as 127.0.0.1:7411.");
    }
  }
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  if (!host.empty()) options.host = host;
  return options;
}

// As it stands in a URL: IPv6 in brackets (RFC 3986, 3.2.2).
std::string url_host(const std::string& host) { return host.find(':') == std::string::npos ? host : "[" + host + "]"; }

protocol::ServerOptions server_options(const ServeOptions& options) {
  protocol::ServerOptions out;
  out.selection = options.selection;
  out.sse_pair = options.sse;
  out.allowed_hosts = options.allowed_hosts;
  out.os_user = os_user();
  out.cwd_key = working_directory_key();
  return out;
}

void announce(const std::string& url, bool beyond_this_machine) {
  const Json entry =
      Json::object({{"mcpServers", Json::object({{"lintel", Json::object({{"type", "http"}, {"url", url}})}})}});
  print_error("listening on " + url);
  print_error("\nConnect a client:\n  claude mcp add --transport http lintel " + url +
              "\nor paste into its configuration:\n" + entry.pretty() +
              (beyond_this_machine ? "\n\nIt needs a token of the policy, and for another name of this machine "
                                     "--allowed-host NAME."
                                   : "") +
              "\n\nStop with Ctrl-C.");
}

// Whose views a browser may read: those of the token it shows, or of the person whose server this is.
std::optional<kernel::Principal> viewer(Runtime& runtime, const transport::Request& request, bool token_required) {
  constexpr std::string_view scheme = "Bearer ";
  const std::string_view shown = request.header("Authorization");
  if (request.count_header("Authorization") > 1) return std::nullopt;
  if (shown.starts_with(scheme)) {
    return runtime.principal_for_token(shown.substr(scheme.size()));
  }
  if (token_required || !request.is_from_this_user()) return std::nullopt;
  return kernel::human_principal(os_user());
}

// Answers a route for those who may ask: the host is one of ours, and somebody stands behind the request.
struct Guard {
  std::vector<std::string> allowed_hosts;
  bool token_required = false;
};
transport::Handler guarded(Runtime& runtime, const Guard& guard, decltype(domain::Route::answer) answer) {
  return [&runtime, guard, answer = std::move(answer)](const transport::Request& request,
                                                       const std::shared_ptr<transport::Exchange>& exchange) {
    if (!transport::request_allowed(request, guard.allowed_hosts))
      return exchange->respond(403, "text/plain", "forbidden\n");
    const auto who = viewer(runtime, request, guard.token_required);
    if (!who) return exchange->respond(401, "text/plain", "a token is required\n", {{"WWW-Authenticate", "Bearer"}});
    answer(request, *who, exchange);
  };
}

// What pages read when they are opened in a browser rather than by a client: GET /view/<handle>/<part>.
domain::Route views_route(Runtime& runtime) {
  const auto answer = [&runtime](const transport::Request& request, const kernel::Principal& reader,
                                 const std::shared_ptr<transport::Exchange>& exchange) {
    const auto rest = request.path.substr(std::string_view("/view/").size());
    const auto slash = rest.find('/');
    const auto part = slash == std::string_view::npos ? std::string_view{} : rest.substr(slash + 1);
    auto chunk = runtime.views->read(rest.substr(0, slash), reader, part, 0, view_chunk_bytes);
    if (!chunk.ok()) return exchange->respond(404, "text/plain", chunk.error().message + "\n");
    exchange->respond(200, chunk->mime_type, std::move(chunk->bytes), {{"Cache-Control", "private, no-cache"}});
  };
  return {.method = "GET", .prefix = "/view/", .answer = answer};
}

// What is served beside MCP: views, and the routes of the domains.
void serve_routes(transport::HttpServer& http, Runtime& runtime, const Guard& guard) {
  std::vector<domain::Route> routes{views_route(runtime)};
  for (const auto& serving : runtime.servings)
    routes.insert(routes.end(), serving.routes.begin(), serving.routes.end());
  for (auto& route : routes)
    http.route_prefix(route.method, route.prefix, guarded(runtime, guard, std::move(route.answer)));
}

// One API of a domain over one workspace. It answers on a worker's thread, and each request is a reading as `call`
// says.
class ServedApi : public std::enable_shared_from_this<ServedApi> {
 public:
  ServedApi(Runtime& runtime, const domain::Api& api, std::string workspace)
      : runtime_(runtime), api_(api), workspace_(std::move(workspace)), directory_key_(working_directory_key()) {}

  decltype(domain::Route::answer) handler() {
    return [self = shared_from_this()](const transport::Request& request, const kernel::Principal& who,
                                       const std::shared_ptr<transport::Exchange>& exchange) {
      domain::Api::Asked asked{std::string(request.method), std::string(request.path), std::string(request.query),
                               std::string(request.header("Accept"))};
      const auto job = [self, asked = std::move(asked), who, exchange] { self->answer(asked, who, *exchange); };
      if (!self->runtime_.lanes->readings.post(job, self->api_.option))
        self->respond(*exchange, self->refused(fail(Code::unavailable, "too much is asked at once")));
    };
  }

 private:
  kernel::Call call_for(const domain::Api::Asked& asked, const kernel::Principal& who) const {
    kernel::Call call;
    call.principal = who;
    call.tool = api_.option;
    call.toolset = api_.toolset;
    call.arguments = Json::object({{"path", base::printable(asked.path)}, {"query", base::printable(asked.query)}});
    call.workspace = workspace_;
    call.workspace_key = who.by_token ? "principal:" + who.key() : directory_key_;  // as over MCP
    call.reasoning = asked.method + " " + base::printable(asked.path, 200);
    call.over_http = true;
    return call;
  }

  void answer(const domain::Api::Asked& asked, const kernel::Principal& who, transport::Exchange& exchange) const {
    domain::Api::Answer out;
    const auto look = [&](const kernel::View& view) -> Result<Json> {
      out = api_.answer(asked, view);
      return Json();
    };
    const auto read = runtime_.kernel->read(call_for(asked, who), look);
    respond(exchange, read.ok() ? std::move(out) : refused(read.error()));
  }

  domain::Api::Answer refused(const base::Error& error) const {
    return api_.refuse(error, runtime_.kernel->clock().unix_ms());
  }

  static void respond(transport::Exchange& exchange, domain::Api::Answer answer) {
    answer.headers.emplace_back("Cache-Control", "private, no-cache");
    exchange.respond(answer.status, answer.content_type, std::move(answer.body), std::move(answer.headers));
  }

  Runtime& runtime_;
  const domain::Api& api_;
  std::string workspace_, directory_key_;
};

// The APIs that were asked for. What only others than GET would do is refused by the API itself, in its own words.
void serve_apis(transport::HttpServer& http, Runtime& runtime, const ServeOptions& options, const Domains& domains,
                const Guard& guard) {
  for (const auto& domain : domains) {
    for (const auto& api : domain.apis) {
      const auto chosen = options.apis.find(api.option);
      if (chosen == options.apis.end()) continue;
      const auto served = std::make_shared<ServedApi>(runtime, api, chosen->second);
      for (const auto& prefix : api.prefixes) {
        for (const char* method : {"GET", "POST", "PUT", "PATCH", "DELETE"})
          http.route_prefix(method, prefix, guarded(runtime, guard, served->handler()));
      }
    }
  }
}

// `finish` ends everything that still works for this server, while the server is there to take the answers.
Result<int> serve_http(const ServeOptions& options, Runtime& runtime, const Domains& domains,
                       const std::function<void()>& finish) {
  auto http_options = TRY(listen_options(options.address));
  http_options.pace = &runtime.kernel->pace();
  http_options.max_connections = open_files().connections;
  const std::string host = url_host(http_options.host);
  protocol::ServerOptions mcp_options = server_options(options);
  mcp_options.allowed_hosts.push_back(host);  // what is announced must answer
  mcp_options.principal_for_token = [&runtime](std::string_view token) { return runtime.principal_for_token(token); };
  Guard guard{.allowed_hosts = mcp_options.allowed_hosts};
  if (!transport::is_loopback_address(http_options.host)) {
    mcp_options.token_required = true;
    runtime.tokens_needed = true;
    if (!runtime.has_tokens()) {
      return fail(Code::denied, "serving beyond this machine needs a token, and there is none", http_options.host,
                  "Make one with `lintel token new`, or serve on 127.0.0.1.");
    }
  }
  guard.token_required = mcp_options.token_required;
  transport::HttpServer http(http_options);
  protocol::Server server(*runtime.dispatcher, std::move(mcp_options));
  const Runtime::TokenListener listener(runtime, [&server] { server.end_revoked(); });
  server.mount(http);
  serve_routes(http, runtime, guard);
  serve_apis(http, runtime, options, domains, guard);
  serve_pages(http, guard.allowed_hosts);
  http.route("GET", "/health", health_handler(runtime));
  http.route(
      "GET", "/metrics",
      guarded(runtime, guard, [&](const auto&, const auto&, const std::shared_ptr<transport::Exchange>& exchange) {
        exchange->respond(200, "text/plain; version=0.0.4", metrics(runtime, server, http));
      }));
  http.on_stop([&server] { server.stop(); });
  http.every(housekeeping_interval(*runtime.kernel), [&runtime] { runtime.kernel->expire_idle(); });
  const std::uint16_t port = TRY(http.listen());
  announce("http://" + host + ":" + std::to_string(port) + "/mcp", guard.token_required);
  http_to_stop = &http;
  http.run();
  http_to_stop = nullptr;
  finish();
  return exit_done;
}

// What a server in this process goes on from, where another one served its client before.
struct Before {
  std::vector<std::string> session;
  std::string unread;
};

// Over stdio: this client, and those of other processes in this directory that join.
struct Shared {
  int out_fd = -1;
  DirectoryLock& lock;
  Before before;
};

Joiners::Serve joining(protocol::Server& server) {
  return [&server](int fd, const std::vector<std::string>& session, const std::function<void(Joiners::Stop)>& started) {
    transport::LineServer lines({.in_fd = fd, .out_fd = fd});
    started([&lines] { lines.stop(); });
    server.serve_stdio(lines, session);
    started(nullptr);
  };
}

// A client over stdio comes back to what was left in the working directory.
void come_back(Runtime& runtime) {
  const std::string key = working_directory_key();
  for (const auto& serving : runtime.servings) {
    const auto& back = serving.coming_back;
    if (back.begin) runtime.dispatcher->begin_with(back.toolset, key, back.begin(key));
  }
}

Result<int> serve_stdio(const ServeOptions& options, Runtime& runtime, const Shared& shared,
                        const std::function<void()>& finish) {
  transport::LineServer lines(
      {.in_fd = 0, .out_fd = shared.out_fd, .before = shared.before.unread, .pace = &runtime.kernel->pace()});
  come_back(runtime);
  protocol::Server server(*runtime.dispatcher, server_options(options));
  auto joiners = Joiners::open(shared.lock, joining(server));
  if (!joiners.ok()) base::log::warn("other clients in this directory cannot join: " + joiners.error().message);
  std::optional<Housekeeping> housekeeping(std::in_place, *runtime.kernel);
  lines_to_stop = &lines;
  const int code = server.serve_stdio(lines, shared.before.session);
  lines_to_stop = nullptr;
  if (joiners.ok()) joiners->reset();
  housekeeping.reset();
  finish();
  return code;
}

// Without a name in it a selection cannot be wrong, and making the list twice would slow every start.
bool names_something(const tool::Selection& selection) {
  return !selection.toolsets.empty() || !selection.tools.empty() || !selection.exclude.empty();
}

int serve_here(const ServeOptions& options, const Domains& domains, const Shared* shared) {
  RuntimeOptions runtime_options = options.runtime;
  runtime_options.read_only = options.selection.read_only;
  auto runtime = make_runtime(runtime_options, domains);
  if (!runtime.ok()) return report(runtime.error());
  if (names_something(options.selection)) {
    const auto selected = (*runtime)->registry.select(options.selection);
    if (!selected.ok()) return report(selected.error());
  }
  stop_on_signals();
  Control control(**runtime, options.selection.read_only, Control::Place::server);
  auto socket = open_control_socket(control);
  if (!socket.ok()) base::log::warn("no control socket: " + socket.error().message);
  const auto finish = [&] {
    if (socket.ok()) (*socket)->stop();
    (*runtime)->finish();
  };
  const auto served = shared == nullptr ? serve_http(options, **runtime, domains, finish)
                                        : serve_stdio(options, **runtime, *shared, finish);
  return served.ok() ? *served : report(served.error());
}

// A client is served by another process only as it would be by its own.
std::string shared_options(const ServeOptions& options) {
  const auto list = [](const std::vector<std::string>& texts) { return base::join(texts, "\n") + "\n\n"; };
  const char* roots = std::getenv("LINTEL_ROOTS");
  const auto& chosen = options.selection;
  return list(options.runtime.roots) + list(chosen.toolsets) + list(chosen.tools) + list(chosen.exclude) +
         options.runtime.policy_file + "\n" + (roots == nullptr ? "" : roots) + "\n" +
         (options.runtime.fixtures ? "fixtures " : "") + (chosen.read_only ? "read only" : "");
}

// Through the process that serves this directory, as long as there is one; then here.
int serve_in_turn(const ServeOptions& options, const Domains& domains) {
  constexpr auto pause = std::chrono::milliseconds(20);
  constexpr int most_pauses = 500;  // while one begins or ends
  const auto out = transport::guard_stdout();
  if (!out.ok()) return report(out.error());
  signal(SIGPIPE, SIG_IGN);
  DirectoryLock lock(shared_options(options));
  Relay relay(0, *out);
  for (int pauses = 0; !lock.try_take() && pauses < most_pauses; ++pauses) {
    const auto socket = lock.told_socket();
    const auto end = socket ? relay.run(*socket) : Relay::End::not_joined;
    if (end == Relay::End::client) return exit_done;
    if (end == Relay::End::server)
      pauses = 0;
    else
      std::this_thread::sleep_for(pause);
  }
  const Shared shared{*out, lock, {relay.session(), relay.unread()}};
  return serve_here(options, domains, &shared);
}

}  // namespace

int serve(const ServeOptions& options, const Domains& domains) {
  return options.http ? serve_here(options, domains, nullptr) : serve_in_turn(options, domains);
}

}  // namespace cli
