// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <system_error>
#include <utility>

#include "base/text.h"
#include "protocol/core.h"

// resources/read, resources/subscribe, subscriptions/listen
namespace protocol {

namespace {

constexpr std::size_t max_view_bytes = std::size_t{16} << 20;
constexpr std::int64_t page_ttl_ms = 3600 * 1000;

Failure not_found(const Request& request, const std::string& uri) {
  return {request.modern() ? code::invalid_params : code::resource_not_found, "There is no such resource.",
          Json::object({{"uri", uri}})};
}

// What JSON-RPC can say of it; the kernel's own number stands in the data.
int code_of(base::Code error) {
  switch (error) {
    case base::Code::internal:
      return code::internal_error;
    case base::Code::rate_limited:
    case base::Code::unavailable:
    case base::Code::io:
      return code::server_error;
    default:
      return code::invalid_params;
  }
}

bool is_text(std::string_view mime_type) {
  return mime_type.starts_with("text/") || mime_type.starts_with("application/json") ||
         mime_type.starts_with("image/svg+xml") || mime_type.ends_with("+json") || mime_type.ends_with("+xml");
}

// 0, which no page has, for what is not a number.
std::size_t page_number(std::string_view text) {
  std::size_t number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  return problem == std::errc() && end == text.data() + text.size() ? number : 0;
}

std::string contents_members(const std::string& uri, const tool::ResourceContents& contents) {
  std::string item;
  add_text_member(item, "uri", uri);
  if (!contents.mime_type.empty()) add_text_member(item, "mimeType", contents.mime_type);
  if (contents.binary) {
    add_text_member(item, "blob", base::base64(contents.bytes));
  } else {
    add_text_member(item, "text", contents.text);
  }
  if (!contents.meta.is_null()) add_member(item, "_meta", contents.meta);
  std::string out = "\"contents\":[";
  out += object_text(item);
  out += ']';
  return out;
}

// The member of the filter, if it is what it should be.
bool asks(const Json& filter, std::string_view name) {
  const Json* value = filter.find(name);
  return value != nullptr && value->is_bool() && value->as_bool();
}

}  // namespace

void Core::read_resource(const RequestPtr& request, Json& params) {
  const Json* named = params.find("uri");
  if (named == nullptr || !named->is_string()) return request->fail({code::invalid_params, "'uri' must be a string."});
  std::string uri = named->as_string();
  std::map<std::string, std::string> variables;
  if (auto view = match_template(view_template, uri)) return read_view(request, uri, std::move(*view));
  if (auto page = match_template(view_page_template, uri)) return read_view(request, uri, std::move(*page));
  const tool::Resource* resource = request->surface->find_resource(uri, variables);
  if (resource == nullptr) return request->fail(not_found(*request, uri));

  kernel::Call call = call_for(*request, "resources/read", resource->toolset);
  if (const Json* meta = params.find("_meta")) {
    call.workspace = meta->text("lintel/workspace");
    if (meta->find("lintel/reasoning") != nullptr) call.reasoning = std::string(meta->text("lintel/reasoning"));
  }
  const kernel::Call asked = call;
  auto work = [this, request, resource, call = std::move(call), uri = std::move(uri),
               variables = std::move(variables)] {
    tool::ResourceContents contents;
    const auto outcome = kernel().read(call, [&](const kernel::View& view) -> base::Result<Json> {
      contents = TRY(resource->read(variables, view));
      return Json();
    });
    if (!outcome.ok()) {
      if (outcome.error().code == base::Code::not_found) return request->fail(not_found(*request, uri));
      const auto number = static_cast<int>(outcome.error().code);
      return request->fail({code_of(outcome.error().code), outcome.error().message,
                            Json::object({{"uri", uri}, {"code", number}, {"hint", outcome.error().hint}})});
    }
    std::string members = contents_members(uri, contents);
    const bool page = uri.starts_with("ui://");  // the program's own, the same for everyone
    add_cache_hints(*request, members, page ? page_ttl_ms : 0, page ? "public" : "private");
    request->succeed(std::move(members));
  };
  dispatcher_.after_first(asked, *request->surface->catalogue, [this, request, work = std::move(work)]() mutable {
    run_on_worker(request, std::move(work));
  });
}

void Core::read_view(const RequestPtr& request, const std::string& uri, std::map<std::string, std::string> variables) {
  tool::Views& views = dispatcher_.views();
  auto chunk =
      variables.contains("page")
          ? views.read_page(variables["handle"], request->principal, variables["part"], page_number(variables["page"]))
          : views.read(variables["handle"], request->principal, variables["part"], 0, max_view_bytes);
  if (!chunk.ok()) return request->fail(not_found(*request, uri));
  tool::ResourceContents contents;
  contents.mime_type = std::move(chunk->mime_type);
  contents.binary = !is_text(contents.mime_type) || !base::valid_utf8(chunk->bytes);
  (contents.binary ? contents.bytes : contents.text) = std::move(chunk->bytes);
  std::string members = contents_members(uri, contents);
  add_cache_hints(*request, members, 0, "private");
  request->succeed(std::move(members));
}

// A job that throws answers its request all the same.
void Core::run_on_worker(const RequestPtr& request, std::move_only_function<void()> work) {
  const bool queued = dispatcher_.lanes().readings.post([request, work = std::move(work)]() mutable {
    try {
      work();
    } catch (const std::exception& problem) {
      request->core->mask(*request, problem.what());
    }
  });
  if (!queued) request->fail({code::internal_error, "The server is busy; try again in a moment."});
}

// ---- changes ---------------------------------------------------------------------------------

// nullopt: no such resource, or one that never changes.
std::optional<Watch> Core::watch_for(const Request& request, const std::string& uri) {
  std::map<std::string, std::string> variables;
  const tool::Resource* resource = request.surface->find_resource(uri, variables);
  if (resource == nullptr || !resource->subscribable) return std::nullopt;
  auto workspace = kernel().workspace_handle(call_for(request, "resources/subscribe", resource->toolset));
  if (!workspace.ok()) return std::nullopt;
  return Watch{uri, resource->toolset, std::move(workspace).value()};
}

void Core::subscribe(const RequestPtr& request, Json& params) {
  const std::string uri(params.text("uri"));
  auto watch = watch_for(*request, uri);
  if (!watch) return request->fail(not_found(*request, uri));
  if (!request->session->subscribe(std::move(*watch))) {
    return request->fail({code::invalid_params, "This session has too many subscriptions."});
  }
  request->succeed({});
}

void Core::unsubscribe(const RequestPtr& request, Json& params) {
  request->session->unsubscribe(std::string(params.text("uri")));
  request->succeed({});
}

void Core::listen(const RequestPtr& request, Json& params) {
  const Json* asked = params.find("notifications");
  if (asked == nullptr || !asked->is_object()) {
    return request->fail({code::invalid_params, "'notifications' must be an object that says what to listen for."});
  }
  const bool lists_change = options_.selection.fixtures;
  Subscriptions::Filter filter;
  Json honoured = Json::object();
  const auto take = [&](const char* name, bool& flag) {
    flag = lists_change && asks(*asked, name);
    if (flag) honoured.set(name, true);
  };
  take("toolsListChanged", filter.tools_list);
  take("promptsListChanged", filter.prompts_list);
  take("resourcesListChanged", filter.resources_list);
  if (const Json* uris = asked->find("resourceSubscriptions"); uris != nullptr && uris->is_array()) {
    Json accepted = Json::array();
    for (const auto& uri : uris->as_array()) {
      if (!uri.is_string() || filter.resources.size() >= 1000) continue;
      if (auto watch = watch_for(*request, uri.as_string())) {
        filter.resources.push_back(std::move(*watch));
        accepted.push_back(uri);
      }
    }
    honoured.set("resourceSubscriptions", std::move(accepted));
  }
  if (!request->can_ask()) {
    return request->fail({code::invalid_params, "Listening needs a client that accepts text/event-stream."});
  }
  request->standing = true;
  std::string acknowledged;
  add_member(acknowledged, "notifications", honoured);
  add_member(acknowledged, "_meta", std::string_view(subscription_meta(*request)));
  request->notify(notification_message("notifications/subscriptions/acknowledged", object_text(acknowledged)));
  if (!subscriptions_.add(request, std::move(filter))) {
    request->fail({code::internal_error, "Too many clients are listening."});
  }
}

}  // namespace protocol
