// SPDX-License-Identifier: Apache-2.0
// A closed-loop load generator for MCP servers: stdio (requests pipelined on one pipe) and Streamable HTTP (kept-alive
// connections), both eras. Every answer is checked: status, id, no error, and the text that only this request carried.
// One thread; requests are built once and only their number is patched in, so that the generator is not the limit.
// Prints one JSON line. Loopback only.
//
//   load [--modern] [--inflight N] [--seconds S] [--warmup S] [--calls N] -- server args…            stdio
//   load --http PORT [--path /mcp] [--pid PID] … [-- server args…]                                   HTTP
//   load --cold …                       only the time from exec to the first answer
//   load --changes …                    durable changes with unique arguments and idempotency keys
//   load --tool NAME --arguments JSON --expect TEXT      $ID in either becomes the request's number
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr std::size_t pipe_capacity = 65536;
// Ten digits always: every request of a run has the same length, so the head of an HTTP request never changes.
constexpr std::uint64_t first_id = 1'000'000'001;
constexpr std::size_t id_digits = 10;
constexpr std::string_view id_placeholder = "$ID";
constexpr std::string_view legacy_version = "2025-11-25";

[[noreturn]] void die(const std::string& message) {
  std::fprintf(stderr, "load: %s\n", message.c_str());
  std::exit(2);
}

struct Options {
  bool modern = false;
  bool cold_only = false;
  std::uint16_t http_port = 0;
  std::string path = "/mcp";
  pid_t pid = 0;
  std::size_t inflight = 1;
  double seconds = 3;
  double warmup_s = 0.5;
  std::uint64_t calls = 0;
  std::string tool = "echo";
  std::string arguments = R"({"text":"hello $ID"})";
  std::string meta;
  std::string expect = "hello $ID";
  std::vector<std::string> command;
};

// A change that the kernel commits durably, different each time; the run's start keeps keys of two runs apart.
void use_changes(Options& options) {
  const std::string unique = std::to_string(std::time(nullptr)) + "-" + std::to_string(getpid()) + "-$ID";
  options.modern = true;
  options.tool = "sample_create";
  options.arguments = R"({"id":")" + unique + R"(","category":"wall","dry_run":false,"reasoning":"load test"})";
  options.meta = R"("lintel/idempotency-key":")" + unique + R"(",)";
  options.expect = "\"event_id\"";
}

double to_double(const std::string& text) { return std::strtod(text.c_str(), nullptr); }

std::uint64_t to_count(const std::string& text) { return std::strtoull(text.c_str(), nullptr, 10); }

// Reads one option at `at`; returns the index after it.
int read_option(Options& options, int at, int argc, char** argv) {
  const std::string name = argv[at];
  if (name == "--modern") return options.modern = true, at + 1;
  if (name == "--cold") return options.cold_only = true, at + 1;
  if (name == "--changes") return use_changes(options), at + 1;
  if (at + 1 >= argc) die(name + " is unknown or needs a value");
  const std::string value = argv[at + 1];
  if (name == "--http") {
    options.http_port = static_cast<std::uint16_t>(to_count(value));
  } else if (name == "--path") {
    options.path = value;
  } else if (name == "--pid") {
    options.pid = static_cast<pid_t>(to_count(value));
  } else if (name == "--inflight") {
    options.inflight = std::max<std::uint64_t>(1, to_count(value));
  } else if (name == "--seconds") {
    options.seconds = to_double(value);
  } else if (name == "--warmup") {
    options.warmup_s = to_double(value);
  } else if (name == "--calls") {
    options.calls = to_count(value);
  } else if (name == "--tool") {
    options.tool = value;
  } else if (name == "--arguments") {
    options.arguments = value;
  } else if (name == "--expect") {
    options.expect = value;
  } else {
    die("unknown option " + name);
  }
  return at + 2;
}

Options read_options(int argc, char** argv) {
  Options options;
  int at = 1;
  while (at < argc && std::string_view(argv[at]) != "--") at = read_option(options, at, argc, argv);
  for (++at; at < argc; ++at) options.command.emplace_back(argv[at]);
  if (options.command.empty() && options.http_port == 0) die("stdio needs a server: -- command args…");
  return options;
}

// --- requests ---------------------------------------------------------------------------------------------------

std::string client_fields(bool modern) {
  if (!modern) return R"("capabilities":{},"clientInfo":{"name":"load","version":"1"})";
  return R"("io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
         R"("io.modelcontextprotocol/clientInfo":{"name":"load","version":"1"},)"
         R"("io.modelcontextprotocol/clientCapabilities":{})";
}

std::string opening_body(bool modern) {
  if (modern)
    return R"({"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{)" + client_fields(true) + "}}}";
  return R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":")" +
         std::string(legacy_version) + "\"," + client_fields(false) + "}}";
}

std::string call_body(const Options& options) {
  std::string body = R"({"jsonrpc":"2.0","id":$ID,"method":"tools/call","params":{"name":")" + options.tool +
                     R"(","arguments":)" + options.arguments;
  if (options.modern) body += R"(,"_meta":{)" + options.meta + client_fields(true) + "}";
  return body + "}}";
}

constexpr std::string_view initialized_body = R"({"jsonrpc":"2.0","method":"notifications/initialized"})";

std::string http_request(const Options& options, std::string_view body, std::string_view method,
                         std::string_view session) {
  std::string text = "POST " + options.path + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(options.http_port) +
                     "\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n";
  if (options.modern) {
    text += "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: " + std::string(method) + "\r\n";
    if (method == "tools/call") text += "Mcp-Name: " + options.tool + "\r\n";
  } else if (method != "initialize") {
    text += "MCP-Protocol-Version: " + std::string(legacy_version) + "\r\n";
    if (!session.empty()) text += "Mcp-Session-Id: " + std::string(session) + "\r\n";
  }
  return text + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

// Text in which the number of the request stands at some places; patch() writes another number there.
class Numbered {
 public:
  explicit Numbered(std::string pattern) : text_(std::move(pattern)) {
    for (auto at = text_.find(id_placeholder); at != std::string::npos; at = text_.find(id_placeholder, at)) {
      text_.replace(at, id_placeholder.size(), id_digits, '0');
      places_.push_back(at);
    }
  }

  const std::string& patch(std::uint64_t id) {
    char digits[id_digits];
    std::to_chars(digits, digits + id_digits, id);
    for (const auto at : places_) std::memcpy(text_.data() + at, digits, id_digits);
    return text_;
  }

  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::vector<std::size_t> places_;
};

// --- the server process -----------------------------------------------------------------------------------------

// The server we started, or one that someone else runs (then only measured). Ends what it started.
class Server {
 public:
  explicit Server(const Options& options) : pid_(options.pid), started_(Clock::now()) {
    if (!options.command.empty()) spawn(options.command, options.http_port != 0);
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  ~Server() {
    if (to_ >= 0) close(to_);
    if (from_ >= 0) close(from_);
    if (owned_) end();
  }

  int to() const { return to_; }
  int from() const { return from_; }
  Clock::time_point started() const { return started_; }

  double cpu_s() const {
    clockid_t clock{};
    timespec used{};
    if (pid_ <= 0 || clock_getcpuclockid(pid_, &clock) != 0 || clock_gettime(clock, &used) != 0) return 0;
    return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) / 1e9;
  }

  long rss_kb() const {
    std::ifstream statm("/proc/" + std::to_string(pid_) + "/statm");
    long size = 0;
    long resident = 0;
    if (!(statm >> size >> resident)) return 0;
    return resident * (sysconf(_SC_PAGESIZE) / 1024);
  }

 private:
  void spawn(const std::vector<std::string>& command, bool http) {
    int in[2];
    int out[2];
    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) die("pipe");
    std::vector<char*> argv;
    argv.reserve(command.size() + 1);
    for (const auto& word : command) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    started_ = Clock::now();
    pid_ = fork();
    if (pid_ == 0) become(argv, in[0], http ? open("/dev/null", O_WRONLY) : out[1]);
    close(in[0]);
    close(out[1]);
    to_ = in[1];
    from_ = out[0];
    owned_ = true;
  }

  [[noreturn]] static void become(const std::vector<char*>& argv, int in, int out) {
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
    execvp(argv[0], argv.data());
    _exit(127);
  }

  void end() const {
    kill(pid_, SIGTERM);
    for (int tries = 0; tries < 200; ++tries) {
      if (waitpid(pid_, nullptr, WNOHANG) == pid_) return;
      std::this_thread::sleep_for(10ms);
    }
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }

  pid_t pid_;
  bool owned_ = false;
  int to_ = -1;
  int from_ = -1;
  Clock::time_point started_;
};

// --- answers ----------------------------------------------------------------------------------------------------

// The number of the request that a JSON-RPC answer belongs to; 0 if there is none.
std::uint64_t answered_id(std::string_view message) {
  constexpr std::string_view key = "\"id\":";
  for (auto at = message.find(key); at != std::string_view::npos; at = message.find(key, at + 1)) {
    std::uint64_t id = 0;
    const char* first = message.data() + at + key.size();
    const auto parsed = std::from_chars(first, message.data() + message.size(), id);
    if (parsed.ec == std::errc{} && id >= first_id) return id;
  }
  return 0;
}

// Counts and times the answers of one run. Outside the measured window it only remembers what went wrong.
class Tally {
 public:
  Tally(const Options& options, const Server& server)
      : expect_(options.expect),
        server_(server),
        warm_until_(Clock::now() + seconds(options.warmup_s)),
        stop_at_(warm_until_ + seconds(options.seconds)),
        calls_(options.calls) {}

  std::uint64_t sent() {
    sent_at_.push_back(Clock::now());
    return first_id + sent_at_.size() - 1;
  }

  void answered(std::uint64_t id, bool status_ok, std::string_view message) {
    const auto now = Clock::now();
    if (!measuring_ && now >= warm_until_) begin(now);
    const bool good = status_ok && known(id) && right(id, message);
    if (!good) return wrong(message);
    auto& sent_at = sent_at_[id - first_id];
    if (measuring_) latencies_ns_.push_back((now - sent_at).count());
    sent_at = {};
  }

  void wrong(std::string_view what) {
    ++errors_;
    if (first_error_.empty()) first_error_ = what.substr(0, 300);
  }

  bool done() const {
    if (calls_ != 0) return latencies_ns_.size() >= calls_ || errors_ > 1000;
    return Clock::now() >= stop_at_ || errors_ > 1000;
  }

  void finish() {
    end_ = Clock::now();
    cpu_s_ = server_.cpu_s() - cpu_s_;
    rss_end_kb_ = server_.rss_kb();
  }

  void print(double cold_ms, long rss_idle_kb) {
    const double elapsed = std::chrono::duration<double>(end_ - begin_).count();
    const auto count = latencies_ns_.size();
    const double per_call = count == 0 ? 0 : cpu_s_ * 1e6 / static_cast<double>(count);
    std::sort(latencies_ns_.begin(), latencies_ns_.end());
    std::printf(
        "{\"cold_ms\":%.3f,\"rps\":%.1f,\"calls\":%zu,\"errors\":%llu,\"p50_us\":%.1f,\"p90_us\":%.1f,"
        "\"p99_us\":%.1f,\"max_us\":%.1f,\"cpu_us\":%.2f,\"rss_idle_kb\":%ld,\"rss_end_kb\":%ld,"
        "\"first_error\":\"%s\"}\n",
        cold_ms, elapsed > 0 ? static_cast<double>(count) / elapsed : 0, count,
        static_cast<unsigned long long>(errors_), quantile_us(0.5), quantile_us(0.9), quantile_us(0.99), quantile_us(1),
        per_call, rss_idle_kb, rss_end_kb_, quoted(first_error_).c_str());
  }

  std::uint64_t errors() const { return errors_; }

 private:
  static Clock::duration seconds(double s) {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(s));
  }

  static std::string quoted(std::string_view text) {
    std::string out;
    for (const char c : text) {
      if (c == '"' || c == '\\') out += '\\';
      out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return out;
  }

  void begin(Clock::time_point now) {
    measuring_ = true;
    begin_ = now;
    cpu_s_ = server_.cpu_s();
  }

  bool known(std::uint64_t id) const {
    return id >= first_id && id - first_id < sent_at_.size() && sent_at_[id - first_id] != Clock::time_point{};
  }

  bool right(std::uint64_t id, std::string_view message) {
    return message.find("\"result\"") != std::string_view::npos &&
           message.find("\"isError\":true") == std::string_view::npos &&
           message.find(expect_.patch(id)) != std::string_view::npos;
  }

  double quantile_us(double q) const {
    if (latencies_ns_.empty()) return 0;
    const auto last = static_cast<double>(latencies_ns_.size() - 1);
    return static_cast<double>(latencies_ns_[static_cast<std::size_t>(q * last)]) / 1000;
  }

  Numbered expect_;
  const Server& server_;
  Clock::time_point warm_until_;
  Clock::time_point stop_at_;
  std::uint64_t calls_;
  bool measuring_ = false;
  Clock::time_point begin_;
  Clock::time_point end_;
  double cpu_s_ = 0;
  long rss_end_kb_ = 0;
  std::uint64_t errors_ = 0;
  std::string first_error_;
  std::vector<Clock::time_point> sent_at_;
  std::vector<std::int64_t> latencies_ns_;
};

void write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto written = write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) die("the server closed its input");
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

// Appends what the descriptor has; false at its end.
bool read_some(int fd, std::string& into) {
  char buffer[pipe_capacity];
  const auto got = read(fd, buffer, sizeof buffer);
  if (got > 0) into.append(buffer, static_cast<std::size_t>(got));
  return got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN));
}

// --- stdio ------------------------------------------------------------------------------------------------------

class StdioLoad {
 public:
  StdioLoad(const Options& options, const Server& server)
      : modern_(options.modern), inflight_(options.inflight), server_(server), request_(call_body(options) + "\n") {
    if (inflight_ * request_.text().size() > pipe_capacity) die("more in flight than a pipe holds");
  }

  void open() {
    write_all(server_.to(), opening_body(modern_) + "\n");
    while (input_.find("\"result\"") == std::string::npos || input_.find('\n') == std::string::npos) {
      if (!read_some(server_.from(), input_)) die("the server ended before its first answer");
      if (input_.find("\"error\"") != std::string::npos) die("the first answer is an error: " + input_);
    }
    input_.clear();
    if (!modern_) write_all(server_.to(), std::string(initialized_body) + "\n");
  }

  void run(Tally& tally) {
    send(tally, inflight_);
    while (!tally.done()) {
      if (!read_some(server_.from(), input_)) die("the server ended during the run");
      send(tally, take_lines(tally));
    }
  }

 private:
  // One write for all that became free: what a client that pipelines would do.
  void send(Tally& tally, std::size_t count) {
    output_.clear();
    for (std::size_t i = 0; i < count; ++i) output_ += request_.patch(tally.sent());
    write_all(server_.to(), output_);
  }

  std::size_t take_lines(Tally& tally) {
    std::size_t from = 0;
    std::size_t answers = 0;
    for (auto end = input_.find('\n'); end != std::string::npos; end = input_.find('\n', from)) {
      const auto line = std::string_view(input_).substr(from, end - from);
      if (const auto id = answered_id(line); id != 0) {
        tally.answered(id, true, line);
        ++answers;
      }
      from = end + 1;
    }
    input_.erase(0, from);
    return answers;
  }

  bool modern_;
  std::size_t inflight_;
  const Server& server_;
  Numbered request_;
  std::string input_;
  std::string output_;
};

// --- HTTP -------------------------------------------------------------------------------------------------------

// RFC 9112: one response, either of a stated length or chunked. feed() until complete().
class Response {
 public:
  std::string& input() { return input_; }

  bool complete() {
    if (body_at_ == 0 && !read_head()) return false;
    return chunked_ ? read_chunks() : input_.size() >= body_at_ + length_;
  }

  int status() const { return status_; }
  bool closes() const { return closes_; }
  std::string_view body() const {
    return chunked_ ? std::string_view(chunks_) : std::string_view(input_).substr(body_at_, length_);
  }

  std::string header(std::string_view lower_name) const {
    const auto at = head_.find("\r\n" + std::string(lower_name) + ":");
    if (at == std::string::npos) return {};
    const auto from = head_.find_first_not_of(' ', at + lower_name.size() + 3);
    return input_.substr(from, head_.find("\r\n", from) - from);
  }

  void reset() { *this = Response{}; }

 private:
  bool read_head() {
    const auto end = input_.find("\r\n\r\n");
    if (end == std::string::npos) return false;
    head_ = input_.substr(0, end + 2);
    std::transform(head_.begin(), head_.end(), head_.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    body_at_ = end + 4;
    cursor_ = body_at_;
    status_ = std::atoi(head_.c_str() + std::min<std::size_t>(9, head_.size()));
    length_ = to_count(header("content-length"));
    chunked_ = header("transfer-encoding") == "chunked";
    closes_ = header("connection") == "close";
    return true;
  }

  bool read_chunks() {
    for (;;) {
      const auto line = input_.find("\r\n", cursor_);
      if (line == std::string::npos) return false;
      const auto size = std::strtoull(input_.c_str() + cursor_, nullptr, 16);
      if (input_.size() < line + 2 + size + 2) return false;
      if (size == 0) return true;
      chunks_.append(input_, line + 2, size);
      cursor_ = line + 2 + size + 2;
    }
  }

  std::string input_;
  std::string head_;
  std::string chunks_;
  std::size_t body_at_ = 0;
  std::size_t cursor_ = 0;
  std::size_t length_ = 0;
  int status_ = 0;
  bool chunked_ = false;
  bool closes_ = false;
};

struct Connection {
  int fd = -1;
  std::uint64_t id = 0;
  Response response;
};

int try_connect(std::uint16_t port) {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int on = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) return fd;
  close(fd);
  return -1;
}

int connect_within(std::uint16_t port, Clock::duration limit) {
  for (const auto end = Clock::now() + limit; Clock::now() < end; std::this_thread::sleep_for(200us)) {
    if (const int fd = try_connect(port); fd >= 0) return fd;
  }
  die("nothing listens on port " + std::to_string(port));
}

class HttpLoad {
 public:
  explicit HttpLoad(const Options& options) : options_(options), epoll_(epoll_create1(EPOLL_CLOEXEC)) {}
  HttpLoad(const HttpLoad&) = delete;
  HttpLoad& operator=(const HttpLoad&) = delete;
  ~HttpLoad() {
    for (const auto& connection : connections_) close(connection->fd);
    close(epoll_);
  }

  void open() {
    Connection first{connect_within(options_.http_port, 20s), 0, {}};
    exchange(first, http_request(options_, opening_body(options_.modern),
                                 options_.modern ? "server/discover" : "initialize", ""));
    if (first.response.status() != 200) die("the first answer: " + first.response.input().substr(0, 400));
    session_ = first.response.header("mcp-session-id");
    opened_ = Clock::now();
    if (!options_.modern && !first.response.closes()) {
      exchange(first, http_request(options_, initialized_body, "notifications/initialized", session_));
    }
    close(first.fd);
    request_ = std::make_unique<Numbered>(patterned_request());
  }

  Clock::time_point opened() const { return opened_; }

  void run(Tally& tally) {
    for (std::size_t i = 0; i < options_.inflight; ++i) {
      connections_.push_back(std::make_unique<Connection>());
      join(*connections_.back());
      fire(*connections_.back(), tally);
    }
    epoll_event events[64];
    while (!tally.done()) {
      const int ready = epoll_wait(epoll_, events, 64, 1000);
      for (int i = 0; i < ready; ++i) advance(*static_cast<Connection*>(events[i].data.ptr), tally);
    }
  }

 private:
  // The length in the head must be that of the patched body, so the placeholder is widened before it is measured.
  std::string patterned_request() const {
    const std::string body = call_body(options_);
    const std::string head = http_request(options_, Numbered(body).text(), "tools/call", session_);
    return head.substr(0, head.find("\r\n\r\n") + 4) + body;
  }

  void exchange(Connection& connection, const std::string& request) {
    connection.response.reset();
    write_all(connection.fd, request);
    while (!connection.response.complete()) {
      if (!read_some(connection.fd, connection.response.input())) die("the server closed the first connection");
    }
  }

  void join(Connection& connection) {
    connection.fd = connect_within(options_.http_port, 5s);
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.ptr = &connection;
    epoll_ctl(epoll_, EPOLL_CTL_ADD, connection.fd, &event);
  }

  void rejoin(Connection& connection) {
    close(connection.fd);
    join(connection);
  }

  void fire(Connection& connection, Tally& tally) {
    connection.response.reset();
    connection.id = tally.sent();
    write_all(connection.fd, request_->patch(connection.id));
  }

  void advance(Connection& connection, Tally& tally) {
    auto& response = connection.response;
    if (!read_some(connection.fd, response.input())) {
      tally.wrong("connection closed in place of an answer");
      rejoin(connection);
      return fire(connection, tally);
    }
    if (!response.complete()) return;
    const bool ours = answered_id(response.body()) == connection.id;
    tally.answered(connection.id, ours && response.status() == 200, response.body());
    if (response.closes()) rejoin(connection);
    fire(connection, tally);
  }

  const Options& options_;
  int epoll_;
  std::string session_;
  Clock::time_point opened_;
  std::unique_ptr<Numbered> request_;
  std::vector<std::unique_ptr<Connection>> connections_;
};

double ms_since(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double, std::milli>(to - from).count();
}

template <typename Load>
int measure(const Options& options, const Server& server, Load& load, double cold_ms) {
  std::this_thread::sleep_for(50ms);  // a server that has answered may still be starting its threads
  const long idle_kb = server.rss_kb();
  Tally tally(options, server);
  if (!options.cold_only) load.run(tally);
  tally.finish();
  tally.print(cold_ms, idle_kb);
  return tally.errors() == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  signal(SIGPIPE, SIG_IGN);
  const Options options = read_options(argc, argv);
  const Server server(options);
  if (options.http_port != 0) {
    HttpLoad load(options);
    load.open();
    return measure(options, server, load, ms_since(server.started(), load.opened()));
  }
  StdioLoad load(options, server);
  load.open();
  return measure(options, server, load, ms_since(server.started(), Clock::now()));
}
