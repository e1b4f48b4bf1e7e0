// SPDX-License-Identifier: Apache-2.0
#include "protocol/stdio.h"

#include <utility>

#include "base/ids.h"
#include "base/text.h"
#include "protocol/batch.h"

namespace protocol {

// The session of the process, and the way to the client.
class LineFace::Wire final : public Session {
 public:
  Wire(std::string id, std::function<void(std::string_view)> send) : Session(std::move(id)), send_(std::move(send)) {}
  void send(std::string message) override {
    const std::lock_guard lock(mutex_);
    if (open_) send_(message);
  }
  // For answers of requests: none is sent after the last request is done.
  void send_answer(std::string_view message) { send_(message); }
  void close() {
    const std::lock_guard lock(mutex_);
    open_ = false;
  }

 private:
  std::mutex mutex_;
  bool open_ = true;
  const std::function<void(std::string_view)> send_;
};

class LineFace::LineRequest final : public Request {
 public:
  explicit LineRequest(std::shared_ptr<Wire> wire) : wire_(std::move(wire)) {}
  bool can_ask() const override { return wire_->answers(); }

 private:
  void emit(std::string message) override { wire_->send_answer(message); }
  void conclude(int, std::string message) override { wire_->send_answer(message); }
  void end_quietly() override {}

  const std::shared_ptr<Wire> wire_;
};

LineFace::LineFace(std::shared_ptr<Core> core, std::function<void(std::string_view)> send)
    : core_(std::move(core)),
      wire_(std::make_shared<Wire>(base::handle("stdio:", core_->kernel().entropy()), std::move(send))) {
  wire_->principal = core_->agent({});
  wire_->workspace_key = core_->options().cwd_key;
  core_->add_session(wire_);
}

LineFace::~LineFace() { finish(false); }

void LineFace::line(std::string_view text) {
  if (base::trim(text).empty()) return;
  auto parsed = base::parse_json(text);
  if (!parsed.ok()) return refuse({}, code::parse_error, "This line is not JSON: " + parsed.error().message);
  if (parsed->is_array()) return handle_batch(parsed->as_array());
  handle(*parsed);
}

void LineFace::handle(Json& value) {
  Message message = read_message(value);
  switch (message.kind) {
    case Message::Kind::invalid:
      return refuse(message.id, code::invalid_request, message.problem);
    case Message::Kind::notification:
      return core_->notified(*wire_, message);
    case Message::Kind::response:
      wire_->answered(message.id, message.result, message.error);
      return;
    case Message::Kind::request:
      break;
  }
  auto surface = core_->surface({});
  if (!surface.ok()) return refuse(message.id, code::internal_error, surface.error().message);
  const auto request = std::make_shared<LineRequest>(wire_);
  request->core = core_;
  request->id = std::move(message.id);
  request->surface = *surface;
  request->session = wire_;
  request->link = wire_.get();
  core_->handle(request, message, nullptr);
}

void LineFace::handle_batch(Json::Array& messages) {
  if (messages.empty() || messages.size() > Batch::max_messages || !batches_allowed(*wire_)) {
    return refuse({}, code::invalid_request,
                  "Batches are not part of this protocol version, or this one has no or too many messages.");
  }
  auto surface = core_->surface({});
  if (!surface.ok()) return refuse({}, code::internal_error, surface.error().message);
  const auto send = [wire = wire_](std::string text) {
    if (!text.empty()) wire->send_answer(text);
  };
  std::make_shared<Batch>(Batch::Way{send, send})->run(core_, messages, wire_, [&](Request& request) {
    request.surface = *surface;
  });
}

void LineFace::too_long(std::size_t bytes) {
  refuse({}, code::invalid_request,
         "A line of " + std::to_string(bytes) + " bytes is longer than this server accepts.");
}

void LineFace::refuse(std::string_view id, int code, std::string problem) {
  wire_->send(error_message(id, {code, std::move(problem)}));
}

void LineFace::finish(bool listens) {
  wire_->close_questions();
  core_->close_subscriptions(*wire_);
  if (!listens || !wire_->wait_until_idle(core_->options().request_limit_ms)) wire_->cancel_all();
  wire_->close();
}

}  // namespace protocol
