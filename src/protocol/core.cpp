// SPDX-License-Identifier: Apache-2.0
#include "protocol/core.h"

#include <algorithm>
#include <array>
#include <exception>
#include <utility>

#include "base/ids.h"
#include "base/log.h"
#include "base/text.h"

namespace protocol {

namespace {

constexpr std::size_t max_surfaces = 64;
constexpr std::size_t max_cached_agents = 256;

std::string server_info_json(const ServerOptions& options) {
  return Json::object({{"name", options.name}, {"title", options.title}, {"version", options.version}}).dump();
}

// True when the server's own choice of toolsets admits this one.
bool within(const tool::Registry& registry, const tool::Selection& selection, const std::string& toolset) {
  if (selection.toolsets.empty()) return true;
  return std::ranges::any_of(selection.toolsets, [&](const std::string& chosen) {
    const auto names = registry.expand(chosen);
    return chosen == "all" || chosen == toolset || std::ranges::find(names, toolset) != names.end();
  });
}

}  // namespace

// ---- the table of methods --------------------------------------------------------------------

struct Core::Method {
  enum Eras : std::uint8_t { legacy = 1, modern = 2, both = 3 };
  std::string_view name;
  Eras eras;
  void (Core::*run)(const RequestPtr&, Json&);
  bool needs_tasks = false;

  bool serves(bool modern_request) const { return (eras & (modern_request ? modern : legacy)) != 0; }
};

const Core::Method* Core::find_method(std::string_view name) {
  static constexpr std::array<Method, 18> methods{{
      {"tools/call", Method::both, &Core::call_tool},
      {"tools/list", Method::both, &Core::list_tools},
      {"resources/read", Method::both, &Core::read_resource},
      {"resources/list", Method::both, &Core::list_resources},
      {"resources/templates/list", Method::both, &Core::list_templates},
      {"prompts/list", Method::both, &Core::list_prompts},
      {"prompts/get", Method::both, &Core::get_prompt},
      {"completion/complete", Method::both, &Core::complete},
      {"initialize", Method::legacy, &Core::initialize},
      {"ping", Method::legacy, &Core::ping},
      {"logging/setLevel", Method::legacy, &Core::set_level},
      {"resources/subscribe", Method::legacy, &Core::subscribe},
      {"resources/unsubscribe", Method::legacy, &Core::unsubscribe},
      {"server/discover", Method::modern, &Core::discover},
      {"subscriptions/listen", Method::modern, &Core::listen},
      {"tasks/get", Method::modern, &Core::get_task, true},
      {"tasks/update", Method::modern, &Core::update_task, true},
      {"tasks/cancel", Method::modern, &Core::cancel_task, true},
  }};
  const auto it = std::ranges::find(methods, name, &Method::name);
  return it == methods.end() ? nullptr : &*it;
}

// ---- setting up ------------------------------------------------------------------------------

Core::Core(tool::Dispatcher& dispatcher, ServerOptions options)
    : dispatcher_(dispatcher),
      options_(std::move(options)),
      server_info_(server_info_json(options_)),
      meta_opening_("{" + json_string(meta::server_info) + ":" + server_info_),
      state_key_(dispatcher.kernel().entropy().bytes(32)) {}

base::Result<const Surface*> Core::surface(std::string_view toolsets) {
  const Surface* whole = whole_.load(std::memory_order_acquire);
  if (toolsets.empty() && whole != nullptr) return whole;
  const std::lock_guard lock(mutex_);
  if (const auto it = surfaces_.find(toolsets); it != surfaces_.end()) return it->second.get();
  // One surface for one choice, however it is spelled.
  std::vector<std::string_view> parts = base::split(toolsets, ',');
  std::ranges::sort(parts);
  const auto repeated = std::ranges::unique(parts);
  parts.erase(repeated.begin(), repeated.end());
  std::string plain;
  for (const auto part : parts) plain.append(plain.empty() ? "" : ",").append(part);
  if (plain != toolsets) {
    if (const auto it = surfaces_.find(plain); it != surfaces_.end()) return it->second.get();
  }
  tool::Selection selection = options_.selection;
  if (!toolsets.empty()) {
    selection.toolsets.clear();
    selection.tools.clear();
    for (const auto part : parts) {
      if (!within(dispatcher_.registry(), options_.selection, std::string(part))) {
        return base::fail(base::Code::unknown_name, "this server does not offer that toolset");
      }
      selection.toolsets.emplace_back(part);
    }
  }
  auto catalogue = TRY(dispatcher_.registry().select(selection));
  if (surfaces_.size() >= max_surfaces) {
    return base::fail(base::Code::unavailable, "too many different choices of toolsets");
  }
  auto made = make_surface(std::move(catalogue), options_.page_size);
  const Surface* kept = surfaces_.emplace(plain, std::move(made)).first->second.get();
  if (toolsets.empty()) whole_.store(kept, std::memory_order_release);
  return kept;
}

// The derived ids cost two hashes; clients are few and come back with every request.
kernel::Principal Core::agent(std::string_view client_name) {
  const std::string name(client_name.empty() ? std::string_view("anonymous") : client_name);
  const std::lock_guard lock(mutex_);
  if (const auto it = agents_.find(name); it != agents_.end()) return it->second;
  if (agents_.size() >= max_cached_agents) agents_.clear();
  return agents_.emplace(name, kernel::agent_principal(options_.os_user, name)).first->second;
}

void Core::add_result_meta(std::string& members, const Json* more) const {
  add_member(members, "_meta", std::string_view(meta_opening_));
  if (more != nullptr && more->is_object()) {
    for (const auto& [name, value] : more->as_object()) {
      if (name != meta::server_info) add_member(members, name, value);
    }
  }
  members += '}';
}

// ---- the path of a request -------------------------------------------------------------------

void Core::handle(const RequestPtr& request, Message& message, const MirrorHeaders* headers,
                  const kernel::Principal* token_principal) {
  try {
    const bool modern = is_modern(message.params, headers != nullptr ? headers->version : std::nullopt);
    if (request->link != nullptr && request->link->taken(request->id)) {
      return request->fail({code::invalid_request, "A request with this id is still running.", {}, 400});
    }
    if (request->link != nullptr && request->link->full()) {
      return request->fail({code::internal_error, "Too many requests are running; wait for answers first."});
    }
    if (modern) {
      request->revision = modern_revision;
      if (auto failure = check_modern(message, headers)) return request->fail(*failure);
      begin_modern(*request, message, token_principal);
      request->headers = headers;
    } else {
      begin_legacy(*request);
    }
    call_method(request, message);
  } catch (const std::exception& problem) {
    mask(*request, problem.what());
  }
  request->headers = nullptr;
  if (request->done()) return;
  if (request->link != nullptr) request->link->track(request);
  if (!request->standing) arm(request, options_.request_limit_ms);
}

void Core::mask(Request& request, std::string_view detail) {
  const std::string id = base::handle("e_", kernel().entropy());
  base::log::error("internal error " + id + ": " + base::printable(detail, 500));
  request.fail(
      {code::internal_error, "Internal error " + id + ". The server goes on; quote this id to whoever runs it."});
}

void Core::begin_modern(Request& request, const Message& message, const kernel::Principal* token_principal) {
  const Json* params = message.params;
  request.session = nullptr;
  request.client = read_client(meta_of(params, meta::client_capabilities), meta_of(params, meta::client_info));
  request.principal = token_principal != nullptr ? *token_principal : agent(request.client.name);
  request.workspace_key = request.over_http ? "principal:" + request.principal.key() : options_.cwd_key;
  if (const Json* level = meta_of(params, meta::log_level); level != nullptr && level->is_string()) {
    request.log_level = log_level_named(level->as_string());
  }
}

void Core::begin_legacy(Request& request) {
  const Session& session = *request.session;
  request.revision = session.revision;
  request.client = session.client;
  request.principal = session.principal;
  request.workspace_key = session.workspace_key;
}

void Core::call_method(const RequestPtr& request, const Message& message) {
  const Method* method = find_method(message.method);
  if (method == nullptr || !method->serves(request->modern())) {
    return request->fail({code::method_not_found,
                          "Unknown method '" + base::printable(message.method, 100) + "'.",
                          {},
                          request->modern() ? 404 : 200});
  }
  if (method->needs_tasks && !request->client.tasks) return request->fail(missing_capability("tasks"));
  if (const Json* token = meta_of(message.params, "progressToken")) {
    if (token->is_string() || token->is_integer()) request->progress_token = token->dump();
  }
  Json none = Json::object();
  (this->*method->run)(request, message.params != nullptr ? *message.params : none);
}

// Only cancellations matter: notifications/initialized says nothing that initialize did not.
void Core::notified(Link& link, const Message& message) {
  if (message.method != "notifications/cancelled" || message.params == nullptr) return;
  const Json* id = message.params->find("requestId");
  if (id == nullptr || (!id->is_string() && !id->is_integer())) return;
  if (const auto request = link.find(id->dump())) request->abandon();
}

// ---- changes and the end ---------------------------------------------------------------------

void Core::announce_list_change(std::string_view list) { subscriptions_.list_changed(list); }

void Core::add_session(const std::shared_ptr<Session>& session) { subscriptions_.add(session); }

void Core::committed(std::string_view workspace, std::string_view toolset) {
  subscriptions_.committed(workspace, toolset);
}

void Core::close_subscriptions(const Link& link) { subscriptions_.close(&link); }

void Core::stop() {
  subscriptions_.close(nullptr);
  tasks_.cancel_all();
}

}  // namespace protocol
