// SPDX-License-Identifier: Apache-2.0
#include "protocol/batch.h"

#include <utility>

namespace protocol {

class Batch::Part final : public Request {
 public:
  explicit Part(std::shared_ptr<Batch> batch) : batch_(std::move(batch)) {}
  bool can_ask() const override { return batch_->way_.can_ask && link->answers(); }

 private:
  void emit(std::string message) override { batch_->emit(std::move(message)); }
  void conclude(int, std::string message) override { batch_->close(std::move(message)); }
  void end_quietly() override { batch_->close({}); }

  const std::shared_ptr<Batch> batch_;
};

bool batches_allowed(const Session& session) {
  return session.initialized && session.revision <= Revision::r2025_03_26;
}

void Batch::run(const std::shared_ptr<Core>& core, Json::Array& messages, const std::shared_ptr<Session>& session,
                const std::function<void(Request&)>& prepare) {
  open();  // until all messages are taken
  for (auto& value : messages) {
    Message message = read_message(value);
    take(core, message, session, prepare);
  }
  close({});
}

void Batch::take(const std::shared_ptr<Core>& core, Message& message, const std::shared_ptr<Session>& session,
                 const std::function<void(Request&)>& prepare) {
  switch (message.kind) {
    case Message::Kind::response:
      session->answered(message.id, message.result, message.error);
      return;
    case Message::Kind::notification:
      return core->notified(*session, message);
    case Message::Kind::invalid:
      open();
      return close(error_message(message.id, {code::invalid_request, message.problem}));
    case Message::Kind::request:
      break;
  }
  open();
  if (message.method == "initialize") {
    return close(error_message(message.id, {code::invalid_request, "'initialize' must not be part of a batch."}));
  }
  const auto part = std::make_shared<Part>(shared_from_this());
  part->core = core;
  part->id = message.id;
  part->session = session;
  part->link = session.get();
  prepare(*part);
  core->handle(part, message, nullptr);
}

void Batch::open() {
  const std::lock_guard lock(mutex_);
  ++open_;
}

void Batch::emit(std::string message) {
  const std::lock_guard lock(mutex_);
  way_.emit(std::move(message));
}

void Batch::close(std::string answer) {
  std::string all;
  {
    const std::lock_guard lock(mutex_);
    if (!answer.empty()) {
      answers_ += answers_.empty() ? '[' : ',';
      answers_ += answer;
    }
    if (--open_ > 0) return;
    all = std::move(answers_);
  }
  if (!all.empty()) all += ']';
  way_.done(std::move(all));
}

}  // namespace protocol
