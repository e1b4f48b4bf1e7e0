// SPDX-License-Identifier: Apache-2.0
#include "tool/dispatch.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

#include "base/log.h"
#include "base/text.h"
#include "tool/fit.h"
#include "tool/served.h"
#include "tool/shape.h"

namespace tool {

namespace {

using kernel::Outcome;

constexpr std::string_view approval_key = "approval";

// Takes one common argument out of `arguments`; wrong types are the caller's problem.
std::optional<std::string> take_text(Json& arguments, std::string_view name, Problems& problems) {
  Json* value = arguments.find(name);
  if (value == nullptr || value->is_null()) {
    arguments.erase(name);
    return std::nullopt;
  }
  std::string text;
  detail::decode_string(*value, text, {.max_length = 10000}, std::string(name), problems);
  arguments.erase(name);
  return text;
}

std::optional<bool> take_flag(Json& arguments, std::string_view name, Problems& problems) {
  Json* value = arguments.find(name);
  if (value == nullptr || value->is_null()) {
    arguments.erase(name);
    return std::nullopt;
  }
  bool flag = false;
  detail::decode_bool(*value, flag, std::string(name), problems);
  arguments.erase(name);
  return flag;
}

bool declares(const Tool& tool, std::string_view name) {
  const Json* properties = tool.input_schema->find("properties");
  return properties != nullptr && properties->find(name) != nullptr;
}

// Under its own name in a toolset; the common one is understood everywhere.
void take_reasoning(const Tool& tool, const Toolset& toolset, Json& own, kernel::Call& call, Problems& problems) {
  if (!declares(tool, "reasoning")) call.reasoning = take_text(own, "reasoning", problems);
  if (toolset.reasoning == "reasoning") return;
  const std::string_view said = own.text(toolset.reasoning);
  if (!said.empty() && !call.reasoning) call.reasoning = std::string(said);
  if (!declares(tool, toolset.reasoning)) static_cast<void>(take_text(own, toolset.reasoning, problems));
}

// Splits what was sent into the kernel's common arguments and the tool's own.
Result<void> take_common(const Tool& tool, const Toolset& toolset, Invocation& invocation) {
  Problems problems;
  if (!invocation.arguments.is_object()) {
    problems.add(Code::wrong_type, "arguments", "'arguments' must be an object");
    return problems.error();
  }
  kernel::Call& call = invocation.call;
  Json own = std::move(invocation.arguments);
  if (!declares(tool, "workspace")) {
    if (auto handle = take_text(own, "workspace", problems)) call.workspace = std::move(*handle);
  }
  take_reasoning(tool, toolset, own, call, problems);
  if (tool.verb == Verb::change || tool.verb == Verb::job) {
    if (!declares(tool, "dry_run")) call.dry_run = take_flag(own, "dry_run", problems);
  }
  if ((toolset.branches || toolset.governance) && tool.verb != Verb::system && !declares(tool, "branch")) {
    if (auto branch = take_text(own, "branch", problems)) call.branch = std::move(*branch);
  }
  call.arguments = std::move(own);
  if (!problems.empty()) return problems.error();
  return {};
}

// Our own bug: the caller gets an id to quote, the log gets the detail.
base::Error masked(std::string_view tool, std::string_view detail, base::Entropy& entropy) {
  const std::string id = base::handle("e_", entropy);
  base::log::error("internal error " + id + " in " + std::string(tool) + ": " + base::printable(detail, 500));
  return fail(Code::internal, "Internal error " + id + ". The server goes on; quote this id to whoever runs it.");
}

// The calls of one workspace stand in one line.
std::string line_of(const kernel::Call& call) {
  return call.workspace.empty() ? call.workspace_key + ' ' + call.principal.user_id : call.workspace;
}

InputRequest approval_form(const kernel::Form& form) {
  const Json code = Json::object({{"type", "string"},
                                  {"title", "Confirmation code"},
                                  {"description", "Type the six characters from the message to approve."},
                                  {"minLength", 6},
                                  {"maxLength", 6}});
  Json schema = Json::object(
      {{"type", "object"}, {"properties", Json::object({{"code", code}})}, {"required", Json::array({"code"})}});
  return {"elicitation/create",
          Json::object({{"mode", "form"}, {"message", form.message}, {"requestedSchema", std::move(schema)}})};
}

}  // namespace

Dispatcher::Dispatcher(kernel::Kernel& kernel, const Registry& registry, Lanes& lanes, Views& views)
    : kernel_(kernel), registry_(registry), lanes_(lanes), views_(views) {}

Dispatcher::Caller Dispatcher::caller_of(const Invocation& invocation, Replier reply) {
  const kernel::Call& call = invocation.call;
  return {call.principal, call.reasoning, invocation.context, invocation.whole, std::move(reply)};
}

Answer Dispatcher::refusal(const Listed& listed, const base::Error& error, const kernel::Audit& audit) {
  return shape_error(listed.toolset->shape, error, audit, kernel_.clock().unix_ms());
}

// Whatever answers, and however: what leaves here is not too large, and its advice can be followed.
void Dispatcher::guard(const Listed& listed, const kernel::Principal& caller, bool whole, Answer& answer) {
  if (answer.is_error) name_served(answer, registry_, *listed.among);
  if (!whole && !fits(answer)) fit(answer, listed.toolset->shape, listed.output_schema(), views_, caller);
}

void Dispatcher::answer(const Listed& listed, Caller& caller, Reply reply) {
  if (auto* answer = std::get_if<Answer>(&reply)) guard(listed, caller.principal, caller.whole, *answer);
  caller.reply(std::move(reply));
}

void Dispatcher::refuse(const Listed& listed, Caller& caller, const base::Error& error) {
  const kernel::Principal& who = caller.principal;
  answer(listed, caller, refusal(listed, error, {who.user_id, who.agent_id, caller.reasoning}));
}

void Dispatcher::run(const Listed& listed, Invocation invocation, Replier reply) {
  const Tool& tool = *listed.tool;
  kernel::Call& call = invocation.call;
  call.tool = tool.spec.name;
  call.toolset = tool.toolset;
  call.needs = tool.spec.needs;
  call.edits = tool.spec.edits;
  if (invocation.context) call.cancel = invocation.context->cancel();
  const auto common = take_common(tool, *listed.toolset, invocation);
  if (!common.ok()) {
    Caller caller = caller_of(invocation, std::move(reply));
    return refuse(listed, caller, common.error());
  }
  First* first = first_of(call);
  if (first == nullptr) return proceed(listed, std::move(invocation), std::move(reply));
  // Kept until then, whoever keeps it.
  const kernel::Call asked = call;
  after_first(asked, *listed.among,
              [this, &listed, invocation = std::move(invocation), reply = std::move(reply)]() mutable {
                proceed(listed, std::move(invocation), std::move(reply));
              });
}

First* Dispatcher::first_of(const kernel::Call& call) {
  const auto found = std::ranges::find_if(firsts_, [&](const auto& first) { return first->concerns(call); });
  return found == firsts_.end() ? nullptr : found->get();
}

void Dispatcher::begin_with(std::string toolset, std::string workspace_key, First::Ask ask) {
  firsts_.push_back(std::make_unique<First>(std::move(toolset), std::move(workspace_key), std::move(ask)));
}

void Dispatcher::after_first(const kernel::Call& call, const Catalogue& among, First::Then then) {
  First* first = first_of(call);
  if (first == nullptr) return then();
  if (!first->begin(std::move(then))) return;
  const auto work = [this, first, call, &among] {
    try {
      open(*first, call, among);
    } catch (const std::exception& thrown) {
      base::log::error(std::string("what was left here is not taken up: ") + thrown.what());
      opened(*first);
    }
  };
  if (!lanes_.changes.post(work, line_of(call))) opened(*first);
}

// In the name of the caller, as far as that may do it.
void Dispatcher::open(First& first, kernel::Call call, const Catalogue& among) {
  std::optional<Opening> opening;
  call.needs = Permission::read;
  call.idempotency_key.clear();
  call.dry_run = std::nullopt;
  const auto asked = kernel_.read(call, [&](const View& view) -> Result<Json> {
    opening = first.ask(call.tool, view);
    return Json();
  });
  const Listed* listed = asked.ok() && opening ? among.find(opening->tool) : nullptr;
  if (listed == nullptr) return opened(first);
  Invocation invocation;
  invocation.call = std::move(call);
  invocation.call.tool = listed->tool->spec.name;
  invocation.call.needs = listed->tool->spec.needs;
  invocation.call.edits = listed->tool->spec.edits;
  invocation.call.reasoning = std::move(opening->reasoning);
  invocation.call.dry_run = false;
  invocation.call.arguments = std::move(opening->arguments);
  execute(*listed, std::move(invocation), [this, &first, listed](Reply reply) {
    const auto* answer = std::get_if<Answer>(&reply);
    if (answer != nullptr && answer->is_error)
      base::log::warn("what was left here is not taken up: " + listed->tool->spec.name + ": " +
                      base::printable(answer->structured.dump(), 500));
    opened(first);
  });
}

void Dispatcher::opened(First& first) {
  for (auto& then : first.done()) {
    // Not here: this thread may be the one that answers everybody.
    auto shared = std::make_shared<First::Then>(std::move(then));
    if (!lanes_.changes.post([shared] { (*shared)(); })) (*shared)();
  }
}

void Dispatcher::proceed(const Listed& listed, Invocation&& invocation, Replier&& reply) {
  const Tool& tool = *listed.tool;
  const kernel::Call& call = invocation.call;
  // A change is mostly planned quickly; while nobody else waits, that is done before a worker would be awake.
  if (tool.spec.cost == Cost::small) return execute(listed, std::move(invocation), std::move(reply));
  const bool at_once = tool.verb == Verb::change && kernel_.pace().alone() &&
                       lanes_.quick.was(Quick::mark(tool, call, kernel_.workspaces_closed()));
  if (at_once) return execute_timed(listed, std::move(invocation), std::move(reply));

  // The job owns what it needs; a full queue must still answer, so the reply is shared until then.
  struct Parcel {
    Invocation invocation;
    Replier reply;
  };
  auto parcel = std::make_shared<Parcel>(Parcel{std::move(invocation), std::move(reply)});
  const std::string line = line_of(parcel->invocation.call);
  const bool queued = lanes_.of(tool).post(
      [this, &listed, parcel] { execute_timed(listed, std::move(parcel->invocation), std::move(parcel->reply)); },
      line);
  if (!queued) {
    Caller caller = caller_of(parcel->invocation, std::move(parcel->reply));
    refuse(listed, caller,
           fail(Code::unavailable, "The server is busy: too many calls are waiting.", "", "Try again in a moment."));
  }
}

// Notes how quick it was, for the next call of this tool there.
void Dispatcher::execute_timed(const Listed& listed, Invocation&& invocation, Replier&& reply) {
  const auto mark = Quick::mark(*listed.tool, invocation.call, kernel_.workspaces_closed());
  const auto begin = std::chrono::steady_clock::now();
  Quick& quick = lanes_.quick;  // whoever has the answer may let go of this dispatcher, not of the lanes
  execute(listed, std::move(invocation), std::move(reply));
  quick.note(mark, std::chrono::steady_clock::now() - begin);
}

// Whoever comes first answers: the handler, or the guard around it.
void Dispatcher::execute(const Listed& listed, Invocation&& invocation, Replier&& reply) {
  const Spec& spec = listed.tool->spec;
  const auto problem_of = [&](const std::exception& thrown) {
    return masked(spec.name, thrown.what(), kernel_.entropy());
  };
  // A plain reading keeps nothing beyond its answer.
  if (listed.tool->verb == Verb::read && spec.records.empty() && invocation.state.empty()) {
    try {
      return reply(look(listed, invocation));
    } catch (const std::exception& thrown) {
      Caller caller = caller_of(invocation, std::move(reply));
      return refuse(listed, caller, problem_of(thrown));
    }
  }
  const auto caller = std::make_shared<Caller>(caller_of(invocation, std::move(reply)));
  try {
    hand_over(listed, std::move(invocation), caller);
  } catch (const std::exception& thrown) {
    refuse(listed, *caller, problem_of(thrown));
  }
}

void Dispatcher::hand_over(const Listed& listed, Invocation&& invocation, const CallerPtr& caller) {
  const Tool& tool = *listed.tool;
  if (!invocation.state.empty() && invocation.answers.contains(std::string(approval_key))) {
    return answer_form(listed, std::move(invocation), caller);
  }
  if (tool.verb == Verb::read && tool.spec.records.empty()) return caller->reply(look(listed, invocation));
  auto bound = tool.bind(invocation.call.arguments);
  if (!bound.ok()) return refuse(listed, *caller, bound.error());
  switch (tool.verb) {
    case Verb::read:
      return read_recorded(listed, *std::move(bound), std::move(invocation), caller);
    case Verb::change:
    case Verb::job:
      return change(listed, *std::move(bound), std::move(invocation), caller);
    case Verb::system: {
      // People look, undo and withdraw as often as they like.
      if (invocation.call.principal.kind == kernel::Kind::agent) {
        const auto counted = kernel_.admit_rate(invocation.call);
        if (!counted.ok()) return refuse(listed, *caller, counted.error());
      }
      invocation.call.rate_counted = true;
      return bound->system(kernel_, std::move(invocation),
                           [this, &listed, caller](Reply reply) { answer(listed, *caller, std::move(reply)); });
    }
  }
}

// A reading that leaves no event, from its arguments to its answer.
Answer Dispatcher::look(const Listed& listed, const Invocation& invocation) {
  const kernel::Call& call = invocation.call;
  Job job(invocation.context.get());
  Extras extras;
  const auto reading = [&]() -> Result<Outcome> {
    const Bound bound = TRY(listed.tool->bind(call.arguments));
    return kernel_.read(call, [&](const View& view) { return bound.read(view, job, extras); });
  };
  const auto shaped = [&](Result<Outcome> outcome) {
    if (!outcome.ok()) return refusal(listed, outcome.error(), audit_of(call));
    Answer answer = shape_outcome(listed.toolset->shape, *std::move(outcome));
    show(*listed.tool, call.principal, invocation.context.get(), extras, answer);
    return answer;
  };
  Answer answer = shaped(reading());
  guard(listed, call.principal, invocation.whole, answer);
  return answer;
}

void Dispatcher::read_recorded(const Listed& listed, Bound&& bound, Invocation&& invocation, const CallerPtr& caller) {
  Job job(invocation.context.get());
  const auto extras = std::make_shared<Extras>();
  auto done = finisher(listed, invocation, extras, caller);
  const auto reading = [&](const View& view) -> Result<kernel::Kernel::Recorded> {
    Json data = TRY(bound.read(view, job, *extras));
    return kernel::Kernel::Recorded{.data = std::move(data), .fact = {listed.tool->spec.records, extras->subject}};
  };
  kernel_.read_recorded(std::move(invocation.call), reading, std::move(done));
}

void Dispatcher::change(const Listed& listed, Bound&& bound, Invocation&& invocation, const CallerPtr& caller) {
  const auto extras = std::make_shared<Extras>();
  auto plan = [bound = std::move(bound), context = invocation.context, extras](const View& view) {
    Job job(context.get());
    return bound.plan(view, job, *extras);
  };
  auto done = finisher(listed, invocation, extras, caller);
  kernel_.change(std::move(invocation.call), std::move(plan), std::move(done));
}

// Adds what is shown beside the answer: content blocks, and a view for its page.
void Dispatcher::show(const Tool& tool, const kernel::Principal& viewer, const Context* context, Extras& extras,
                      Answer& answer) {
  answer.content = std::move(extras.content);
  if (!extras.page_parts || tool.spec.page.empty()) return;
  if (context == nullptr || !context->client_has("ui")) return;
  std::map<std::string, Views::Part> parts;
  for (auto& [name, part] : extras.page_parts())
    parts.emplace(name, Views::Part{std::move(part.mime_type), std::move(part.bytes)});
  const std::string page = tool.spec.page.substr(tool.spec.page.rfind('/') + 1);
  answer.structured.set("view", views_.keep(viewer, page, std::move(parts)));
  answer.structured.set("page", page);
}

// What an outcome becomes: an answer, or a form where it waits and one may be shown.
kernel::Kernel::Done Dispatcher::finisher(const Listed& listed, const Invocation& invocation,
                                          std::shared_ptr<Extras> extras, const CallerPtr& caller) {
  // Only who may be asked needs the whole call again.
  auto asked = invocation.forms ? std::make_unique<kernel::Call>(invocation.call) : nullptr;
  return
      [this, &listed, caller, extras = std::move(extras), asked = std::move(asked)](Result<Outcome> outcome) mutable {
        if (!outcome.ok()) return refuse(listed, *caller, outcome.error());
        if (asked && outcome->approval && outcome->approval->state == "awaiting") {
          auto pending = kernel_.pending(outcome->approval->id);
          const auto form = pending.ok() ? kernel_.form_for(*pending) : std::nullopt;
          if (form) {
            NeedInput need;
            need.requests.emplace_back(approval_key, approval_form(*form));
            need.state = kernel_.seal_form(*form, *asked);
            return caller->reply(std::move(need));
          }
        }
        Answer shaped = shape_outcome(listed.toolset->shape, *std::move(outcome));
        if (extras) show(*listed.tool, caller->principal, caller->context.get(), *extras, shaped);
        answer(listed, *caller, std::move(shaped));
      };
}

// The client brought the human's answer to an approval form back.
void Dispatcher::answer_form(const Listed& listed, Invocation&& invocation, const CallerPtr& caller) {
  auto pending_id = kernel_.open_form(invocation.state, invocation.call);
  if (!pending_id.ok()) return refuse(listed, *caller, pending_id.error());
  const Json& given = invocation.answers.at(std::string(approval_key));
  const bool accepted = given.text("action") == "accept";
  const Json* content = given.find("content");
  std::string code(content != nullptr ? content->text("code") : std::string_view{});
  invocation.forms = false;  // one form is enough
  auto done = finisher(listed, invocation, nullptr, caller);
  kernel_.decide_by_form(*pending_id, invocation.call.principal, std::move(code), accepted, std::move(done));
}

}  // namespace tool
