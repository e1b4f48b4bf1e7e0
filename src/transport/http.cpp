// SPDX-License-Identifier: Apache-2.0
#include "transport/http.h"

#include <utility>

#include "transport/http_loop.h"

namespace transport {

HttpServer::HttpServer(HttpOptions options, Handler fallback)
    : loop_(std::make_unique<Loop>(std::move(options), std::move(fallback))) {}

HttpServer::~HttpServer() = default;

void HttpServer::route(std::string method, std::string path, Handler handler) {
  loop_->routes.add(std::move(method), std::move(path), std::move(handler));
}

void HttpServer::route_prefix(std::string method, std::string prefix, Handler handler) {
  loop_->routes.add_prefix(std::move(method), std::move(prefix), std::move(handler));
}

void HttpServer::before_body(Gate gate) { loop_->before_body = std::move(gate); }

base::Result<std::uint16_t> HttpServer::listen() { return loop_->listen(); }
void HttpServer::run() { loop_->run(); }
void HttpServer::stop() { loop_->stop(); }
void HttpServer::on_stop(std::move_only_function<void()> callback) { loop_->on_stop(std::move(callback)); }
void HttpServer::post(std::move_only_function<void()> job) { loop_->post(std::move(job)); }

void HttpServer::every(std::chrono::milliseconds interval, std::move_only_function<void()> job) {
  loop_->every(interval, std::move(job));
}

std::size_t HttpServer::connections() const { return loop_->connections(); }
std::size_t HttpServer::unfinished_bytes() const { return loop_->unfinished_bytes(); }

}  // namespace transport
