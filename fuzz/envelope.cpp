// SPDX-License-Identifier: Apache-2.0
// Messages of any kind, through the real server over lines and over HTTP: whatever comes, the server lives
// on, what it says is JSON, and every POST is answered. The kernel is in memory and there are no workers, so
// what would run there is answered as busy.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "protocol/http.h"
#include "protocol/stdio.h"
#include "support/fixtures.h"

namespace {

struct World {
  kernel::Kernel kernel{support::fixture_options(), base::Roots{}};
  tool::Views views{kernel.clock(), kernel.entropy()};
  tool::Registry registry;
  tool::Lanes workers{1, 0};
  std::unique_ptr<tool::Dispatcher> dispatcher;
  std::shared_ptr<protocol::Core> core;
  std::shared_ptr<protocol::HttpFace> face;

  World() {
    support::add_fixtures(registry);
    dispatcher = std::make_unique<tool::Dispatcher>(kernel, registry, workers, views);
    protocol::ServerOptions options;
    options.selection.fixtures = true;
    options.os_user = "fuzz";
    options.cwd_key = "cwd:/fuzz";
    core = std::make_shared<protocol::Core>(*dispatcher, options);
    face = std::make_shared<protocol::HttpFace>(core);
  }
};

void must_be_json(std::string_view text) {
  if (!base::parse_json(text).ok()) std::abort();
}

// Notes that an answer came, and goes away when asked to.
class Exchange final : public transport::Exchange {
 public:
  void respond(int, std::string_view, std::string body, transport::ExtraHeaders) override {
    answered = true;
    if (!body.empty()) must_be_json(body);
  }
  void begin_stream(int, std::string_view, transport::ExtraHeaders) override { answered = true; }
  void send(std::string) override {}
  void finish() override {}
  void on_close(std::move_only_function<void()> callback) override { callback_ = std::move(callback); }
  bool closed() const override { return false; }
  std::size_t unsent_bytes() const override { return 0; }
  void hang_up() {
    if (auto callback = std::move(callback_)) callback();
  }
  bool answered = false;

 private:
  std::move_only_function<void()> callback_;
};

void over_lines(World& world, std::string_view first, const std::vector<std::string_view>& lines) {
  protocol::LineFace face(world.core, must_be_json);
  if (!first.empty()) face.line(first);
  for (const auto line : lines) face.line(line);
}

void over_http(World& world, std::string_view body, std::string_view version) {
  const std::vector<transport::Header> headers{
      {"Host", "127.0.0.1"}, {"MCP-Protocol-Version", version}, {"Mcp-Method", "tools/call"}, {"Mcp-Name", "echo"}};
  transport::Request http;
  http.method = "POST";
  http.path = "/mcp";
  http.headers = headers;
  http.body = body;
  http.peer_is_loopback = true;
  const auto exchange = std::make_shared<Exchange>();
  world.face->post(http, exchange, {});
  exchange->hang_up();
  if (!exchange->answered) std::abort();
}

constexpr std::string_view beginnings[] = {
    "",
    R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{"elicitation":{},"sampling":{}}}})",
    R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"elicitation":{}}}})",
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static World world;
  if (size < 1) return 0;
  const std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::vector<std::string_view> lines = base::split(bytes, '\n');
  over_lines(world, beginnings[data[0] % 3], lines);
  over_http(world, lines.front(), data[0] % 2 == 0 ? "2026-07-28" : "2025-11-25");
  return 0;
}
