// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/core.h"
#include "protocol/http_session.h"
#include "transport/http.h"

namespace protocol {

// Streamable HTTP: one endpoint for 2026-07-28 (stateless, POST only) and the revisions before it
// (sessions, GET for a stream, DELETE to end), told apart by each request. Handlers run on the loop
// thread of their server.
class HttpFace : public std::enable_shared_from_this<HttpFace> {
 public:
  explicit HttpFace(std::shared_ptr<Core> core);

  // `toolsets` is the part of the path after /mcp/.
  void post(const transport::Request& http, const std::shared_ptr<transport::Exchange>& exchange,
            std::string_view toolsets);
  void get(const transport::Request& http, const std::shared_ptr<transport::Exchange>& exchange);
  void remove(const transport::Request& http, const std::shared_ptr<transport::Exchange>& exchange);

  // Keeps idle streams alive and ends idle sessions: called every 15 s.
  void tick();
  void stop();
  HttpSessions& sessions() { return sessions_; }
  std::size_t kept_bytes() const { return kept_->bytes(); }  // of events, for clients that come back

  // Who asks. Refuses wrong hosts and tokens itself (403, 401) and then gives nullopt.
  struct Caller {
    std::optional<kernel::Principal> by_token;
    std::string token;  // that one
  };
  std::optional<Caller> admit(const transport::Request& http, transport::Exchange& exchange) const;
  // `request` is abandoned with it, where the stream is one's answer.
  void keep_alive(const std::shared_ptr<EventStream>& stream, const std::string& token,
                  std::weak_ptr<Request> request = {});
  // Ends the streams that were opened with a token which is not known any more. Thread-safe.
  void end_revoked();
  const std::shared_ptr<Core>& core() const { return core_; }

 private:
  class HttpRequest;
  struct Heads;
  struct Arrival;
  struct Standing {
    std::weak_ptr<EventStream> stream;
    std::string token;
    std::weak_ptr<Request> request;
  };

  std::vector<Standing> open_streams();
  std::optional<kernel::Principal> principal_for(std::string_view token) const;
  void message(Arrival& arrival, Json& value);
  void modern_request(Arrival& arrival, Message& message);
  void legacy_message(Arrival& arrival, Message& message);
  void initialize(Arrival& arrival, Message& message);
  void batch(Arrival& arrival, Json::Array& messages);
  std::shared_ptr<HttpRequest> make_request(Arrival& arrival, std::string id);
  // Finds the caller's session or answers 400 or 404.
  std::shared_ptr<HttpSession> session_of(std::string_view id, const Caller& caller, transport::Exchange& exchange);

  const std::shared_ptr<Core> core_;
  HttpSessions sessions_;
  const std::shared_ptr<KeptEvents> kept_ = std::make_shared<KeptEvents>();
  std::mutex streams_mutex_;
  std::vector<Standing> streams_;
};

// A JSON-RPC error as the whole answer; no id, as it answers no message that could be read.
void refuse(transport::Exchange& exchange, int status, int code, std::string_view problem,
            transport::ExtraHeaders headers = {});

}  // namespace protocol
