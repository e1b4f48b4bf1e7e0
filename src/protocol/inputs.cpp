// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <mutex>
#include <utility>

#include "base/crypto.h"
#include "base/text.h"
#include "protocol/core.h"

// Questions to the client. 2026-07-28: the answer says what is needed and the client calls again
// (multi round-trip requests). Before: requests of our own on the stream of the call that needs them.
namespace protocol {

namespace {

constexpr std::int64_t state_lifetime_ms = 3600 * 1000;

// The capability a question needs, as the client would declare it.
std::string_view capability_for(const tool::InputRequest& question) {
  if (question.method == "sampling/createMessage") return "sampling";
  if (question.method == "roots/list") return "roots";
  return "elicitation";
}

bool may_be_asked(const Client& client, const tool::InputRequest& question) {
  if (question.method == "elicitation/create" && question.params.text("mode") == "url") return client.elicitation_url;
  return client.has(capability_for(question));
}

Json input_requests(const tool::NeedInput& need) {
  Json out = Json::object();
  for (const auto& [key, question] : need.requests) {
    out.set(key, Json::object({{"method", question.method}, {"params", question.params}}));
  }
  return out;
}

// A tool result that says in words why the call could not go on.
void answer_in_words(Request& request, std::string text) {
  tool::Answer answer;
  answer.is_error = true;
  answer.text_too = false;
  answer.structured_too = false;
  answer.content.push_back(Json::object({{"type", "text"}, {"text", std::move(text)}}));
  if (request.listed == nullptr) {
    return request.fail({code::internal_error, std::string(answer.content.front().text("text"))});
  }
  request.succeed(tool_result_members(answer, request.revision));
}

// The questions of one round, until the last is answered.
struct Round {
  std::mutex mutex;
  std::size_t missing = 0;
  std::map<std::string, Json> answers;
  std::string state;
};

}  // namespace

Failure missing_capability(std::string_view capability) {
  Json needed = Json::object();
  if (capability == "tasks") {
    needed.set("extensions", Json::object({{std::string(tasks_extension), Json::object()}}));
  } else {
    needed.set(std::string(capability), Json::object());
  }
  return {code::missing_capability, "This needs a client that declares '" + std::string(capability) + "'.",
          Json::object({{"requiredCapabilities", std::move(needed)}}), 400};
}

std::optional<Failure> missing_capability(const Client& client, const tool::NeedInput& need) {
  for (const auto& [key, question] : need.requests) {
    if (!may_be_asked(client, question)) return missing_capability(capability_for(question));
  }
  return std::nullopt;
}

std::string state_binding(std::string_view method, std::string_view name, const Json* arguments) {
  return std::string(method) + "\n" + std::string(name) + "\n" +
         base::sha256_hex(arguments == nullptr ? std::string("{}") : arguments->dump());
}

// ---- 2026-07-28 ------------------------------------------------------------------------------

// What the client saw of the state is sealed: it cannot be read, altered, used for another call or by
// another principal, or kept for long.
std::string Core::seal_state(const Request& request, std::string_view state) {
  const std::string plain = std::to_string(kernel().clock().unix_ms()) + "\n" + std::string(state);
  const std::string bound_to = request.principal.key() + "\n" + request.state_binding;
  return base::base64url(base::seal(state_key_, plain, bound_to, kernel().entropy()));
}

std::optional<std::string> Core::open_state(const Request& request, std::string_view sealed) {
  const auto bytes = base::unbase64url(sealed);
  if (!bytes) return std::nullopt;
  auto plain = base::open_sealed(state_key_, *bytes, request.principal.key() + "\n" + request.state_binding);
  if (!plain) return std::nullopt;
  const auto line_end = plain->find('\n');
  const std::int64_t sealed_ms = std::stoll(plain->substr(0, line_end));
  if (kernel().clock().unix_ms() - sealed_ms > state_lifetime_ms) return std::nullopt;
  return plain->substr(line_end + 1);
}

// False when the request was answered with an error.
bool Core::read_inputs(Request& request, Json& params, tool::Invocation& invocation) {
  if (const Json* state = params.find("requestState")) {
    auto opened = state->is_string() ? open_state(request, state->as_string()) : std::nullopt;
    if (!opened) {
      request.fail(
          {code::invalid_params, "'requestState' is not what this server sent for this call, or it is too old."});
      return false;
    }
    invocation.state = std::move(*opened);
  }
  Json* responses = params.find("inputResponses");
  if (responses == nullptr) return true;
  const bool shaped = responses->is_object() && std::ranges::all_of(responses->as_object(), [](const auto& member) {
                        return member.second.is_object();
                      });
  if (!shaped) {
    request.fail({code::invalid_params, "'inputResponses' must be an object of answers by key, each an object."});
    return false;
  }
  for (auto& [key, response] : responses->as_object()) invocation.answers.emplace(key, std::move(response));
  return true;
}

void Core::need_input(const RequestPtr& request, tool::NeedInput need) {
  const auto missing = missing_capability(request->client, need);
  if (!request->modern()) {
    if (missing || !request->can_ask()) {
      return answer_in_words(*request,
                             "This needs an answer from the user or the model behind your client, but the "
                             "client cannot be asked (" +
                                 (missing ? missing->message : std::string("it reads no event stream")) + ").");
    }
    return ask_client(request, std::move(need));
  }
  if (missing) return request->fail(*missing);
  std::string members;
  if (!need.requests.empty()) add_member(members, "inputRequests", input_requests(need));
  if (!need.state.empty()) add_text_member(members, "requestState", seal_state(*request, need.state));
  request->succeed_as("input_required", std::move(members));
}

// ---- initialize era --------------------------------------------------------------------------

void Core::ask_client(const RequestPtr& request, tool::NeedInput need) {
  auto round = std::make_shared<Round>();
  round->missing = need.requests.size();
  round->state = std::move(need.state);
  arm(request, options_.input_limit_ms);
  for (auto& [key, question] : need.requests) {
    const std::string id = request->link->expect(
        [this, weak = request->weak_from_this(), round, key, method = question.method](Json* result, Json* error) {
          const auto self = weak.lock();
          if (!self) return;
          if (error != nullptr || !result->is_object()) {
            const std::string why = error != nullptr ? base::printable(error->text("message"), 300) : "no object";
            return answer_in_words(*self, "The client did not answer " + method + ": " + why + ".");
          }
          std::map<std::string, Json> answers;
          {
            const std::lock_guard lock(round->mutex);
            round->answers[key] = std::move(*result);
            if (--round->missing > 0) return;
            answers = std::move(round->answers);
          }
          arm(self, options_.request_limit_ms);
          auto again = std::move(self->again);  // it sets the next one
          again(std::move(answers), std::move(round->state));
        });
    if (!request->add_question(id)) return request->link->withdraw(id);
    request->notify(request_message(id, question.method, question.params.dump()));
  }
}

namespace {

using Milliseconds = std::chrono::milliseconds;

// How long a request may still be silent that last said something at `heard`; not above zero: its time is over.
Milliseconds left(const Request& request, Request::Time heard, Milliseconds limit, Milliseconds longest) {
  const auto end = std::min(heard + limit, request.received + longest);
  return std::chrono::ceil<Milliseconds>(end - std::chrono::steady_clock::now());
}

}  // namespace

void Core::arm(const RequestPtr& request, std::int64_t limit_ms) {
  wait_for(request, Milliseconds(limit_ms), std::chrono::steady_clock::now());
}

void Core::wait_for(const RequestPtr& request, Milliseconds limit, Request::Time heard) {
  const Milliseconds longest(options_.longest_request_ms);
  const auto ticket =
      deadlines_.after(left(*request, heard, limit, longest), [=, this, weak = request->weak_from_this()] {
        const auto self = weak.lock();
        if (!self) return;
        const auto last = std::max(heard, self->heard());
        if (left(*self, last, limit, longest).count() > 0) return wait_for(self, limit, last);
        // The answer first: a tool that sees itself cancelled answers, too, and must come second.
        self->fail({code::internal_error, "The request took longer than this server allows and was stopped."});
        self->cancel().request();
      });
  if (!request->set_deadline(ticket)) deadlines_.cancel(ticket);
}

}  // namespace protocol
