// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <string>
#include <utility>

#include "base/did_you_mean.h"
#include "base/log.h"
#include "base/text.h"
#include "protocol/core.h"

// tools/call
namespace protocol {

namespace {

// What a caller may put into `_meta` instead of the arguments.
void take_common_from_meta(Json& arguments, const Json* meta) {
  if (meta == nullptr || !meta->is_object() || !arguments.is_object()) return;
  const auto take = [&](std::string_view key, const char* argument) {
    const Json* value = meta->find(key);
    if (value != nullptr && arguments.find(argument) == nullptr) arguments.set(argument, *value);
  };
  take("lintel/workspace", "workspace");
  take("lintel/reasoning", "reasoning");
  take("lintel/dry_run", "dry_run");
}

// Scalars as a header carries them.
std::optional<std::string> header_text(const Json& value) {
  if (value.is_string()) return value.as_string();
  if (value.is_bool() || value.is_number()) return value.dump();
  return std::nullopt;
}

Failure unknown_tool(std::string_view name, const Surface& surface) {
  std::string message = "Unknown tool '" + base::printable(name, 100) + "'.";
  const std::string hint = base::did_you_mean(name, surface.tool_names, {.quote = "'"});
  if (!hint.empty()) message += " " + hint;
  return {code::invalid_params, std::move(message)};
}

// resource_link came with 2025-06-18, audio with 2025-03-26: older clients get the same as text.
void add_block(std::string& out, const Json& block, Revision revision) {
  const std::string_view type = block.text("type");
  if (type == "resource_link" && revision < Revision::r2025_06_18) {
    Json::object({{"type", "text"}, {"text", block.text("uri")}}).dump_to(out);
  } else if (type == "audio" && revision < Revision::r2025_03_26) {
    Json::object({{"type", "text"}, {"text", "[audio]"}}).dump_to(out);
  } else {
    block.dump_to(out);
  }
}

// Whether the answer may turn out to be a question, after which the call is run again.
bool may_ask(const tool::Tool& tool, const Client& client) {
  return tool.spec.needs_answers || (tool.verb != tool::Verb::read && client.elicitation_form);
}

bool runs_as_task(const tool::Tool& tool, const Request& request, const tool::Invocation& invocation) {
  if (!request.modern() || !request.client.tasks) return false;
  if (!tool.takes_long && !tool.spec.offers_task) return false;
  // What asks before it begins is asked for outside the task.
  return !tool.spec.needs_answers || !invocation.answers.empty();
}

// The first call of a session over HTTP, once.
bool begins_session(const Request& request) {
  return request.over_http && request.session && !request.session->told_of_last.exchange(true);
}

}  // namespace

std::string tool_result_members(const tool::Answer& answer, Revision revision, std::string_view beside) {
  // Room for what small answers need, and for the members that the era adds: growing costs more than writing.
  constexpr std::size_t room = 512;
  std::string structured;
  structured.reserve(room);
  if (answer.text_too || answer.structured_too) answer.structured.dump_to(structured);
  std::string out;
  out.reserve(structured.size() * 2 + room);
  out += "\"content\":[";
  for (const auto& block : answer.content) {
    if (out.back() != '[') out += ',';
    add_block(out, block, revision);
  }
  if (answer.text_too) {
    if (out.back() != '[') out += ',';
    out += R"({"type":"text","text":)";
    base::append_json_string(out, answer.text ? answer.text->dump() : structured);
    out += '}';
  }
  for (const auto& link : answer.links) {
    if (revision < Revision::r2025_06_18) break;  // the text names them too
    if (out.back() != '[') out += ',';
    link.dump_to(out);
  }
  if (!beside.empty()) {
    if (out.back() != '[') out += ',';
    base::append_json_string(out += R"({"type":"text","text":)", beside);
    out += '}';
  }
  out += ']';
  // structuredContent came with 2025-06-18, and was an object until 2026-07-28.
  const bool fits = revision == modern_revision || answer.structured.is_object();
  if (answer.structured_too && fits && revision >= Revision::r2025_06_18) {
    add_member(out, "structuredContent", std::string_view(structured));
  }
  if (answer.is_error) add_member(out, "isError", std::string_view("true"));
  return out;
}

// In one go: members that are first made and then replaced cost an allocation each.
kernel::Call Core::call_for(const Request& request, std::string_view tool, std::string_view toolset) const {
  return {.principal = request.principal,
          .tool = std::string(tool),
          .toolset = std::string(toolset),
          .workspace_key = request.workspace_key,
          .session = request.session ? request.session->id() : std::string(),
          .over_http = request.over_http,
          .read_only = options_.selection.read_only,
          .cancel = request.cancel()};
}

tool::Invocation Core::invocation_for(const RequestPtr& request) const {
  return {.call = call_for(*request, {}, {}), .forms = request->client.elicitation_form, .context = request};
}

// Every argument that the schema mirrors into a header must be there, and equal.
std::optional<Failure> Core::check_header_arguments(const Request& request, const Json& arguments) const {
  if (request.headers == nullptr || request.headers->http == nullptr) return std::nullopt;
  for (const auto& [argument, header] : request.surface->header_arguments(*request.listed)) {
    const Json* value = arguments.find(argument);
    const auto body = value == nullptr ? std::nullopt : header_text(*value);
    const bool sent = request.headers->http->has_header(header);
    if (!body && !sent) continue;
    const auto told = sent ? decode_header_value(request.headers->http->header(header)) : std::nullopt;
    if (!told || told != body) {
      return Failure{
          code::header_mismatch, "The " + header + " header must equal '" + argument + "' in the body.", {}, 400};
    }
  }
  return std::nullopt;
}

void Core::call_tool(const RequestPtr& request, Json& params) {
  const Json* name = params.find("name");
  if (name == nullptr || !name->is_string()) return request->fail({code::invalid_params, "'name' must be a string."});
  request->listed = request->surface->catalogue->find(name->as_string());
  if (request->listed == nullptr) return request->fail(unknown_tool(name->as_string(), *request->surface));

  tool::Invocation invocation = invocation_for(request);
  if (Json* arguments = params.find("arguments")) invocation.arguments = std::move(*arguments);
  if (auto failure = check_header_arguments(*request, invocation.arguments)) return request->fail(*failure);
  const Json* meta = params.find("_meta");
  take_common_from_meta(invocation.arguments, meta);
  if (meta != nullptr) invocation.call.idempotency_key = meta->text("lintel/idempotency-key");
  const tool::Tool& tool = *request->listed->tool;
  if (request->modern()) {
    if (may_ask(tool, request->client) || params.find("requestState") != nullptr) {
      request->state_binding = state_binding("tools/call", tool.spec.name, &invocation.arguments);
    }
    if (!read_inputs(*request, params, invocation)) return;
  }

  if (runs_as_task(tool, *request, invocation)) return start_task(request, std::move(invocation));
  if (!begins_session(*request)) return run_tool(request, std::move(invocation));
  // Finding earlier workspaces may take a while, where there are many.
  run_on_worker(request, [this, request, invocation = std::move(invocation)]() mutable {
    request->told_beside = where_work_was_left(*request);
    run_tool(request, std::move(invocation));
  });
}

void Core::run_tool(const RequestPtr& request, tool::Invocation&& invocation) {
  if (!request->modern() && may_ask(*request->listed->tool, request->client)) {
    tool::Invocation copy = invocation;
    copy.context = nullptr;  // the request must not keep itself alive
    request->again = [this, weak = request->weak_from_this(), copy = std::move(copy)](
                         std::map<std::string, Json> answers, std::string state) mutable {
      const auto self = weak.lock();
      if (!self) return;
      copy.answers = std::move(answers);
      copy.state = std::move(state);
      copy.context = self;
      run_tool(self, std::move(copy));
    };
  }
  dispatcher_.run(*request->listed, std::move(invocation),
                  [request](tool::Reply reply) { request->core->tool_replied(request, std::move(reply)); });
}

namespace {

// The disk apart: what it takes says little about the call.
void tell_time(const std::string& tool, const Request& request, std::chrono::nanoseconds storing) {
  const auto micros = [](std::chrono::nanoseconds time) {
    return std::to_string(std::chrono::duration_cast<std::chrono::microseconds>(time).count()) + " µs";
  };
  const auto took = std::chrono::steady_clock::now() - request.received;
  std::string line = tool + " took " + micros(took - storing);
  if (storing.count() > 0) line += ", and " + micros(storing) + " to be stored";
  base::log::debug(line);
}

}  // namespace

// A session over HTTP begins with an empty workspace of its own (seed 000). Its first answer says where the same
// principal was before; nothing where there is no such place.
std::string Core::where_work_was_left(const Request& request) {
  const auto last = kernel().last_workspace(call_for(request, "workspace_list", "kernel"));
  if (!last.ok() || !*last) return {};
  const auto& workspace = **last;
  return "This session has a workspace of its own. Your last one is still there: " + workspace.handle + " (" +
         base::printable(workspace.title, 120) + ", " + std::to_string(workspace.events) + " events, last used " +
         base::iso8601(workspace.last_used_ms) + "). To go on with it, pass \"workspace\": \"" + workspace.handle +
         "\" in your calls; workspace_open resumes by name, workspace_list shows all.";
}

void Core::tool_replied(const RequestPtr& request, tool::Reply reply) {
  if (const auto* answer = std::get_if<tool::Answer>(&reply)) {
    // Once the answer is out, the server may be on its way out too: the tool's name is taken before.
    const bool timed = base::log::is_told(base::log::Level::debug);
    const std::string tool = timed ? request->listed->tool->spec.name : std::string();
    request->succeed(tool_result_members(*answer, request->revision, request->told_beside), &answer->meta);
    if (timed) tell_time(tool, *request, answer->storing);
    return;
  }
  if (auto* error = std::get_if<tool::RpcError>(&reply)) {
    const int status = request->modern() && error->code == code::missing_capability ? 400 : 200;
    return request->fail({error->code, std::move(error->message), std::move(error->data), status});
  }
  need_input(request, std::move(std::get<tool::NeedInput>(reply)));
}

}  // namespace protocol
