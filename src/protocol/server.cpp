// SPDX-License-Identifier: Apache-2.0
#include "protocol/server.h"

#include <atomic>
#include <chrono>
#include <utility>

#include "protocol/core.h"
#include "protocol/http.h"
#include "protocol/sse_pair.h"
#include "protocol/stdio.h"
#include "transport/http.h"
#include "transport/stdio.h"

namespace protocol {

struct Server::Inner {
  std::shared_ptr<Core> core;
  std::shared_ptr<HttpFace> face;
  std::shared_ptr<SsePair> pair;
};

Server::Server(tool::Dispatcher& dispatcher, ServerOptions options) : inner_(std::make_unique<Inner>()) {
  inner_->core = std::make_shared<Core>(dispatcher, std::move(options));
  inner_->face = std::make_shared<HttpFace>(inner_->core);
  inner_->pair = std::make_shared<SsePair>(inner_->face);
  dispatcher.kernel().on_commit([weak = std::weak_ptr(inner_->core)](const kernel::Kernel::Committed& committed) {
    if (const auto core = weak.lock()) core->committed(committed.workspace, committed.toolset);
  });
}

Server::~Server() { stop(); }

int Server::serve_stdio(transport::LineServer& lines, const std::vector<std::string>& earlier) {
  std::atomic<bool> quiet = true;
  LineFace face(inner_->core, [&](std::string_view text) {
    if (!quiet) lines.send(text);
  });
  for (const auto& line : earlier) face.line(line);
  quiet = false;
  lines.run([&](std::string_view line) { face.line(line); }, [&](std::size_t bytes) { face.too_long(bytes); });
  face.finish(!lines.broken());
  return 0;
}

void Server::mount(transport::HttpServer& http) {
  using transport::Exchange;
  const auto face = inner_->face;
  static constexpr std::string_view prefix = "/mcp/";
  const auto post = [face](const transport::Request& request, const std::shared_ptr<Exchange>& exchange) {
    const std::string_view path = request.path;
    face->post(request, exchange, path.starts_with(prefix) ? path.substr(prefix.size()) : std::string_view{});
  };
  const auto get = [face](const transport::Request& request, const std::shared_ptr<Exchange>& exchange) {
    face->get(request, exchange);
  };
  const auto remove = [face](const transport::Request& request, const std::shared_ptr<Exchange>& exchange) {
    face->remove(request, exchange);
  };
  http.route("POST", "/mcp", post);
  http.route("GET", "/mcp", get);
  http.route("DELETE", "/mcp", remove);
  http.route_prefix("POST", std::string(prefix), post);
  http.route_prefix("GET", std::string(prefix), get);
  http.route_prefix("DELETE", std::string(prefix), remove);
  if (inner_->core->options().sse_pair) {
    const auto pair = inner_->pair;
    http.route("GET", "/sse", [pair](const auto& request, const auto& exchange) { pair->open(request, exchange); });
    http.route("POST", "/messages",
               [pair](const auto& request, const auto& exchange) { pair->post(request, exchange); });
  }
  http.before_body([face](const transport::Request& head, Exchange& exchange) { face->admit(head, exchange); });
  http.every(std::chrono::seconds(15), [face] { face->tick(); });
  http.on_stop([this] { stop(); });
}

Server::Load Server::load() const { return {inner_->face->sessions().size(), inner_->face->kept_bytes()}; }

void Server::end_revoked() { inner_->face->end_revoked(); }

void Server::stop() {
  inner_->core->stop();
  inner_->pair->stop();
  inner_->face->stop();
}

}  // namespace protocol
