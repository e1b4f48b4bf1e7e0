// SPDX-License-Identifier: Apache-2.0
#include "protocol/sse_pair.h"

#include <utility>
#include <vector>

#include "base/ids.h"
#include "base/text.h"

namespace protocol {

class SsePair::Pipe final : public Session {
 public:
  explicit Pipe(std::string id) : Session(std::move(id)) {}
  void send(std::string message) override { stream->send(message); }

  const std::shared_ptr<EventStream> stream = std::make_shared<EventStream>(EventStream::Kind::plain, "", false);
};

class SsePair::PipeRequest final : public Request {
 public:
  explicit PipeRequest(std::shared_ptr<Pipe> pipe) : pipe_(std::move(pipe)) {}

 private:
  void emit(std::string message) override { pipe_->stream->send(message); }
  void conclude(int, std::string message) override { pipe_->stream->send(message); }
  void end_quietly() override {}

  const std::shared_ptr<Pipe> pipe_;
};

void SsePair::open(const transport::Request& http, const std::shared_ptr<transport::Exchange>& exchange) {
  const auto caller = face_->admit(http, *exchange);
  if (!caller) return;
  auto& core = *face_->core();
  auto pipe = std::make_shared<Pipe>(base::handle("p_", core.kernel().entropy()));
  pipe->workspace_key = "session:" + pipe->id();
  pipe->principal_is_given = caller->by_token.has_value();
  pipe->principal = caller->by_token ? *caller->by_token : core.agent({});
  {
    const std::lock_guard lock(mutex_);
    if (pipes_.size() >= max_pipes) return refuse(*exchange, 503, code::internal_error, "Too many sessions.");
    pipes_.emplace(pipe->id(), pipe);
  }
  core.add_session(pipe);
  pipe->stream->attach(exchange);
  pipe->stream->send_event("endpoint", "/messages?sessionId=" + pipe->id());
  face_->keep_alive(pipe->stream, caller->token);
  exchange->on_close([weak = weak_from_this(), pipe] {
    pipe->stream->close();
    pipe->cancel_all();
    const auto self = weak.lock();
    if (!self) return;
    const std::lock_guard lock(self->mutex_);
    self->pipes_.erase(pipe->id());
  });
}

std::shared_ptr<SsePair::Pipe> SsePair::find(std::string_view query) {
  for (const auto part : base::split(query, '&')) {
    constexpr std::string_view name = "sessionId=";
    if (!part.starts_with(name)) continue;
    const std::lock_guard lock(mutex_);
    const auto it = pipes_.find(std::string(part.substr(name.size())));
    return it == pipes_.end() ? nullptr : it->second;
  }
  return nullptr;
}

void SsePair::post(const transport::Request& http, const std::shared_ptr<transport::Exchange>& exchange) {
  const auto caller = face_->admit(http, *exchange);
  if (!caller) return;
  const auto pipe = find(http.query);
  const bool owned = pipe && pipe->principal_is_given == caller->by_token.has_value() &&
                     (!caller->by_token || *caller->by_token == pipe->principal);
  if (!owned) return refuse(*exchange, 404, code::invalid_request, "There is no such session; open /sse first.");
  auto parsed = base::parse_json(http.body);
  if (!parsed.ok()) return refuse(*exchange, 400, code::parse_error, "The body is not JSON: " + parsed.error().message);
  exchange->respond(202, "text/plain", "Accepted");
  handle(pipe, *parsed);
}

void SsePair::handle(const std::shared_ptr<Pipe>& pipe, Json& value) {
  const auto& core = face_->core();
  Message message = read_message(value);
  switch (message.kind) {
    case Message::Kind::invalid:
      return pipe->send(error_message(message.id, {code::invalid_request, message.problem}));
    case Message::Kind::notification:
      return core->notified(*pipe, message);
    case Message::Kind::response:
      pipe->answered(message.id, message.result, message.error);
      return;
    case Message::Kind::request:
      break;
  }
  const auto surface = core->surface({});
  if (!surface.ok()) return pipe->send(error_message(message.id, {code::internal_error, surface.error().message}));
  const auto request = std::make_shared<PipeRequest>(pipe);
  request->core = core;
  request->id = std::move(message.id);
  request->surface = *surface;
  request->session = pipe;
  request->link = pipe.get();
  request->over_http = true;
  core->handle(request, message, nullptr);
}

void SsePair::stop() {
  std::vector<std::shared_ptr<Pipe>> all;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, pipe] : pipes_) all.push_back(pipe);
    pipes_.clear();
  }
  for (const auto& pipe : all) {
    pipe->close_questions();
    pipe->stream->close();
  }
}

}  // namespace protocol
