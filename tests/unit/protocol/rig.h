// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/text.h"
#include "protocol/core.h"
#include "protocol/http.h"
#include "protocol/sse_pair.h"
#include "protocol/stdio.h"
#include "support/fixtures.h"

// The protocol without sockets: the real kernel in memory, the fixtures as tools, channels in memory.
namespace protocol_test {

using base::Json;

inline Json parse(std::string_view text) {
  auto parsed = base::parse_json(text);
  EXPECT_TRUE(parsed.ok()) << text;
  return parsed.ok() ? std::move(*parsed) : Json();
}

// Waits for something another thread does; fails the test rather than hang.
template <class Condition>
bool eventually(std::mutex& mutex, std::condition_variable& changed, Condition condition) {
  std::unique_lock lock(mutex);
  return changed.wait_for(lock, std::chrono::seconds(20), condition);
}

struct World {
  kernel::Kernel kernel{support::fixture_options(), base::Roots{}};
  tool::Views views{kernel.clock(), kernel.entropy()};
  tool::Registry registry;
  tool::Lanes workers{4};
  std::optional<tool::Dispatcher> dispatcher;
  std::shared_ptr<protocol::Core> core;

  explicit World(protocol::ServerOptions options = {}) {
    support::add_fixtures(registry);
    dispatcher.emplace(kernel, registry, workers, views);
    options.selection.fixtures = true;
    options.os_user = "ada";
    options.cwd_key = "cwd:/test";
    core = std::make_shared<protocol::Core>(*dispatcher, std::move(options));
    kernel.on_commit([weak = std::weak_ptr(core)](const kernel::Kernel::Committed& committed) {
      if (const auto alive = weak.lock()) alive->committed(committed.workspace, committed.toolset);
    });
  }
  ~World() {
    core->stop();
    workers.stop();
  }
};

// A client on a line channel.
class LineClient {
 public:
  explicit LineClient(World& world)
      : face_(world.core, [this](std::string_view line) {
          const std::lock_guard lock(mutex_);
          lines_.push_back(parse(line));
          changed_.notify_all();
        }) {}

  void say(std::string_view line) { face_.line(line); }
  protocol::LineFace& face() { return face_; }

  // The first message, from now on or before, that fits.
  Json wait_for(const std::function<bool(const Json&)>& fits) {
    Json found;
    EXPECT_TRUE(eventually(mutex_, changed_, [&] {
      for (const auto& line : lines_) {
        if (!fits(line)) continue;
        found = line;
        return true;
      }
      return false;
    }));
    return found;
  }
  Json answer_to(const Json& id) {
    return wait_for([&](const Json& line) {
      return line.find("method") == nullptr && line.find("id") != nullptr && line.at("id") == id;
    });
  }
  Json ask(std::string_view line) {
    say(line);
    return answer_to(parse(line).at("id"));
  }
  std::vector<Json> lines() {
    const std::lock_guard lock(mutex_);
    return lines_;
  }
  void initialize(std::string_view version, std::string_view capabilities = "{}") {
    ask(R"({"jsonrpc":"2.0","id":"init","method":"initialize","params":{"protocolVersion":")" + std::string(version) +
        R"(","capabilities":)" + std::string(capabilities) + R"(,"clientInfo":{"name":"tester","version":"1"}}})");
    say(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Json> lines_;
  protocol::LineFace face_;
};

// What a handler did with its exchange.
class FakeExchange final : public transport::Exchange {
 public:
  void respond(int status, std::string_view, std::string body, transport::ExtraHeaders headers) override {
    const std::lock_guard lock(mutex_);
    if (status_ != 0) return;
    status_ = status;
    text_ = std::move(body);
    headers_ = std::move(headers);
    finished_ = true;
    changed_.notify_all();
  }
  void begin_stream(int status, std::string_view, transport::ExtraHeaders headers) override {
    const std::lock_guard lock(mutex_);
    if (status_ != 0) return;
    status_ = status;
    streamed_ = true;
    headers_ = std::move(headers);
  }
  void send(std::string chunk) override {
    const std::lock_guard lock(mutex_);
    if (finished_ || !streamed_) return;
    text_ += chunk;
    changed_.notify_all();
  }
  void finish() override {
    const std::lock_guard lock(mutex_);
    finished_ = true;
    changed_.notify_all();
  }
  void on_close(std::move_only_function<void()> callback) override {
    const std::lock_guard lock(mutex_);
    on_close_ = std::move(callback);
  }
  bool closed() const override { return false; }
  std::size_t unsent_bytes() const override { return 0; }

  // The client goes away.
  void hang_up() {
    std::move_only_function<void()> callback;
    {
      const std::lock_guard lock(mutex_);
      callback = std::move(on_close_);
    }
    if (callback) callback();
  }
  int status() {
    const std::lock_guard lock(mutex_);
    return status_;
  }
  bool streamed() {
    const std::lock_guard lock(mutex_);
    return streamed_;
  }
  bool finished() {
    const std::lock_guard lock(mutex_);
    return finished_;
  }
  std::string text() {
    const std::lock_guard lock(mutex_);
    return text_;
  }
  std::string header(std::string_view name) {
    const std::lock_guard lock(mutex_);
    for (const auto& [key, value] : headers_) {
      if (key == name) return value;
    }
    return {};
  }
  bool wait_until_finished() {
    return eventually(mutex_, changed_, [&] { return finished_; });
  }
  bool wait_for_text(std::string_view part) {
    return eventually(mutex_, changed_, [&] { return text_.find(part) != std::string::npos; });
  }
  // The JSON of a plain answer, or of each event of a stream; primers have none.
  std::vector<Json> messages() {
    const std::string all = text();
    std::vector<Json> out;
    if (!streamed()) {
      if (!all.empty()) out.push_back(parse(all));
      return out;
    }
    for (const auto line : base::split(all, '\n')) {
      if (line.starts_with("data: {")) out.push_back(parse(line.substr(6)));
    }
    return out;
  }
  // The last id of an event, if the stream has ids.
  std::string last_event_id() {
    std::string last;
    const std::string all = text();
    for (const auto line : base::split(all, '\n')) {
      if (line.starts_with("id: ")) last = line.substr(4);
    }
    return last;
  }
  Json answer() {
    EXPECT_TRUE(wait_until_finished());
    const auto all = messages();
    return all.empty() ? Json() : all.back();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int status_ = 0;
  bool streamed_ = false;
  bool finished_ = false;
  std::string text_;
  transport::ExtraHeaders headers_;
  std::move_only_function<void()> on_close_;
};

using Headers = std::map<std::string, std::string>;

// A client of the HTTP endpoint, without HTTP.
class HttpClient {
 public:
  explicit HttpClient(World& world) : face(std::make_shared<protocol::HttpFace>(world.core)) {}

  const std::shared_ptr<protocol::HttpFace> face;
  Headers always = {{"host", "127.0.0.1:7411"},
                    {"content-type", "application/json"},
                    {"accept", "application/json, text/event-stream"}};

  std::shared_ptr<FakeExchange> post(std::string_view body, Headers headers = {}, std::string_view toolsets = {}) {
    return with(body, std::move(headers),
                [&](const auto& http, const auto& exchange) { face->post(http, exchange, toolsets); });
  }
  std::shared_ptr<FakeExchange> get(Headers headers) {
    return with({}, std::move(headers), [&](const auto& http, const auto& exchange) { face->get(http, exchange); });
  }
  std::shared_ptr<FakeExchange> remove(Headers headers) {
    return with({}, std::move(headers), [&](const auto& http, const auto& exchange) { face->remove(http, exchange); });
  }
  std::shared_ptr<FakeExchange> with(
      std::string_view body, Headers headers,
      const std::function<void(const transport::Request&, const std::shared_ptr<transport::Exchange>&)>& handler,
      std::string_view query = {}) {
    headers.insert(always.begin(), always.end());
    std::vector<transport::Header> list;
    for (const auto& [name, value] : headers) {
      if (!value.empty()) list.push_back({name, value});
    }
    transport::Request http;
    http.method = "POST";
    http.path = "/mcp";
    http.query = query;
    http.headers = list;
    http.body = body;
    http.peer_is_loopback = true;
    transport::PeerUser own = transport::PeerUser::known(::geteuid());
    http.peer_user = &own;
    auto exchange = std::make_shared<FakeExchange>();
    handler(http, exchange);
    return exchange;
  }
  // A new session of the initialize era; its id.
  std::string initialize(std::string_view version = "2025-11-25", std::string_view capabilities = "{}",
                         Headers headers = {}) {
    const auto exchange = post(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":")" +
                                   std::string(version) + R"(","capabilities":)" + std::string(capabilities) +
                                   R"(,"clientInfo":{"name":"tester","version":"1"}}})",
                               std::move(headers));
    EXPECT_EQ(exchange->status(), 200) << exchange->text();
    return exchange->header("Mcp-Session-Id");
  }
};

// A request of 2026-07-28 with its `_meta`; `members` are those of params beside it.
inline std::string modern(std::string_view id, std::string_view method, std::string members = {},
                          std::string_view capabilities = "{}", std::string more_meta = {}) {
  std::string out = R"({"jsonrpc":"2.0","id":)" + std::string(id) + R"(,"method":")" + std::string(method) +
                    R"(","params":{)" + members + (members.empty() ? "" : ",") +
                    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)" +
                    R"("io.modelcontextprotocol/clientInfo":{"name":"tester","version":"1"},)" +
                    R"("io.modelcontextprotocol/clientCapabilities":)" + std::string(capabilities);
  if (!more_meta.empty()) out += "," + more_meta;
  return out + "}}}";
}
inline Headers mirror(std::string_view method, std::string_view name = {}) {
  return {{"mcp-protocol-version", "2026-07-28"}, {"mcp-method", std::string(method)}, {"mcp-name", std::string(name)}};
}

}  // namespace protocol_test
