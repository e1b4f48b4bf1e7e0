// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "base/text.h"
#include "protocol/core.h"

// prompts/get, completion/complete
namespace protocol {

namespace {

constexpr std::size_t max_completions = 100;

Failure bad(std::string message) { return {code::invalid_params, std::move(message)}; }

// The arguments by name; an error names the one that is wrong.
base::Result<std::map<std::string, std::string>> prompt_arguments(const tool::Prompt& prompt, const Json* given) {
  std::map<std::string, std::string> out;
  if (given != nullptr && !given->is_object()) {
    return base::fail(base::Code::wrong_type, "'arguments' must be an object of strings.");
  }
  if (given != nullptr) {
    for (const auto& [name, value] : given->as_object()) {
      if (!value.is_string()) return base::fail(base::Code::wrong_type, "Argument '" + name + "' must be a string.");
      out.emplace(name, value.as_string());
    }
  }
  for (const auto& argument : prompt.arguments) {
    if (argument.required && !out.contains(argument.name)) {
      return base::fail(base::Code::missing, "Argument '" + argument.name + "' is missing.");
    }
  }
  return out;
}

std::string completion_members(std::vector<std::string> values) {
  const std::size_t total = values.size();
  if (total > max_completions) values.resize(max_completions);
  Json list = Json::array();
  for (auto& value : values) list.push_back(std::move(value));
  std::string out;
  add_member(out, "completion",
             Json::object({{"values", std::move(list)},
                           {"total", static_cast<std::int64_t>(total)},
                           {"hasMore", total > max_completions}}));
  return out;
}

}  // namespace

void Core::get_prompt(const RequestPtr& request, Json& params) {
  const tool::Prompt* prompt = request->surface->find_prompt(params.text("name"));
  if (prompt == nullptr)
    return request->fail(bad("Unknown prompt '" + base::printable(params.text("name"), 100) + "'."));
  auto arguments = prompt_arguments(*prompt, params.find("arguments"));
  if (!arguments.ok()) return request->fail(bad(arguments.error().message));
  tool::Invocation invocation = invocation_for(request);
  request->state_binding = state_binding("prompts/get", prompt->name, params.find("arguments"));
  if (request->modern() && !read_inputs(*request, params, invocation)) return;
  run_prompt(request, *prompt, std::move(invocation), std::move(*arguments));
}

void Core::run_prompt(const RequestPtr& request, const tool::Prompt& prompt, tool::Invocation invocation,
                      std::map<std::string, std::string> arguments) {
  if (!request->modern()) {
    tool::Invocation copy = invocation;
    copy.context = nullptr;
    request->again = [this, weak = request->weak_from_this(), &prompt, copy = std::move(copy), arguments](
                         std::map<std::string, Json> answers, std::string state) mutable {
      const auto self = weak.lock();
      if (!self) return;
      copy.answers = std::move(answers);
      copy.state = std::move(state);
      copy.context = self;
      run_prompt(self, prompt, std::move(copy), std::move(arguments));
    };
  }
  run_on_worker(request,
                [this, request, &prompt, invocation = std::move(invocation), arguments = std::move(arguments)] {
                  auto got = prompt.get(invocation, arguments);
                  if (!got.ok()) return request->fail(bad(got.error().message));
                  if (auto* need = std::get_if<tool::NeedInput>(&*got)) return need_input(request, std::move(*need));
                  std::string members;
                  if (!prompt.doc.empty()) add_text_member(members, "description", prompt.doc);
                  add_member(members, "messages", std::get<Json>(*got));
                  request->succeed(std::move(members));
                });
}

void Core::complete(const RequestPtr& request, Json& params) {
  const Json* reference = params.find("ref");
  const Json* argument = params.find("argument");
  if (reference == nullptr || argument == nullptr || argument->find("name") == nullptr) {
    return request->fail(bad("'ref' and 'argument' {name, value} are needed."));
  }
  std::string name(argument->text("name"));
  std::string typed(argument->text("value"));
  const std::string_view kind = reference->text("type");
  if (kind == "ref/prompt") {
    const tool::Prompt* prompt = request->surface->find_prompt(reference->text("name"));
    if (prompt == nullptr) return request->fail(bad("Unknown prompt."));
    return request->succeed(
        completion_members(prompt->complete ? prompt->complete(name, typed) : std::vector<std::string>{}));
  }
  if (kind != "ref/resource") return request->fail(bad("'ref.type' must be ref/prompt or ref/resource."));
  const tool::Resource* resource = request->surface->find_template(reference->text("uri"));
  const bool is_view = reference->text("uri") == view_template || reference->text("uri") == view_page_template;
  if (resource == nullptr && !is_view) return request->fail(bad("Unknown resource template."));
  if (is_view || !resource->complete) return request->succeed(completion_members({}));
  run_on_worker(request, [this, request, resource, name = std::move(name), typed = std::move(typed)] {
    std::vector<std::string> values;
    const auto outcome = kernel().read(call_for(*request, "completion/complete", resource->toolset),
                                       [&](const kernel::View& view) -> base::Result<Json> {
                                         values = resource->complete(name, typed, view);
                                         return Json();
                                       });
    if (!outcome.ok()) return request->fail(bad(outcome.error().message));
    request->succeed(completion_members(std::move(values)));
  });
}

}  // namespace protocol
