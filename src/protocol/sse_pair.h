// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "protocol/http.h"

namespace protocol {

// The HTTP+SSE transport of 2024-11-05, which later revisions deprecate: GET /sse opens a stream whose
// first event names the address for messages; answers come over the stream. The session lives as
// long as the stream.
class SsePair : public std::enable_shared_from_this<SsePair> {
 public:
  explicit SsePair(std::shared_ptr<HttpFace> face) : face_(std::move(face)) {}

  void open(const transport::Request& http, const std::shared_ptr<transport::Exchange>& exchange);
  void post(const transport::Request& http, const std::shared_ptr<transport::Exchange>& exchange);
  void stop();

 private:
  class Pipe;
  class PipeRequest;
  static constexpr std::size_t max_pipes = 256;

  std::shared_ptr<Pipe> find(std::string_view query);
  void handle(const std::shared_ptr<Pipe>& pipe, Json& value);

  const std::shared_ptr<HttpFace> face_;
  std::mutex mutex_;
  std::unordered_map<std::string, std::shared_ptr<Pipe>> pipes_;
};

}  // namespace protocol
