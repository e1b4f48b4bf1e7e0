// SPDX-License-Identifier: Apache-2.0
#include "protocol/subscriptions.h"

#include <utility>

#include "protocol/request.h"

namespace protocol {

namespace {

// A notification on a listening request, tagged as the specification demands.
void tell(Request& request, std::string_view method, std::string params_members) {
  add_member(params_members, "_meta", std::string_view(subscription_meta(request)));
  request.notify(notification_message(method, object_text(params_members)));
}

std::string uri_member(const std::string& uri) {
  std::string members;
  add_text_member(members, "uri", uri);
  return members;
}

bool wants(const Subscriptions::Filter& filter, std::string_view list) {
  if (list == "tools") return filter.tools_list;
  if (list == "prompts") return filter.prompts_list;
  return list == "resources" && filter.resources_list;
}

}  // namespace

std::string subscription_meta(const Request& request) {
  std::string out;
  add_member(out, meta::subscription_id, std::string_view(request.id));
  return object_text(out);
}

bool Subscriptions::add(std::shared_ptr<Request> request, Filter filter) {
  const std::lock_guard lock(mutex_);
  std::erase_if(listeners_, [](const auto& listener) { return listener->request->done(); });
  if (listeners_.size() >= max_listeners) return false;
  listeners_.push_back(std::make_shared<const Listener>(Listener{std::move(request), std::move(filter)}));
  return true;
}

void Subscriptions::add(const std::shared_ptr<Session>& session) {
  const std::lock_guard lock(mutex_);
  std::erase_if(sessions_, [](const auto& known) { return known.expired(); });
  sessions_.push_back(session);
}

std::vector<std::shared_ptr<const Subscriptions::Listener>> Subscriptions::listeners() {
  const std::lock_guard lock(mutex_);
  std::erase_if(listeners_, [](const auto& listener) { return listener->request->done(); });
  return listeners_;
}

std::vector<std::shared_ptr<Session>> Subscriptions::sessions() {
  const std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<Session>> out;
  for (const auto& known : sessions_) {
    if (auto session = known.lock()) out.push_back(std::move(session));
  }
  return out;
}

void Subscriptions::list_changed(std::string_view list) {
  const std::string method = "notifications/" + std::string(list) + "/list_changed";
  for (const auto& listener : listeners()) {
    if (wants(listener->filter, list)) tell(*listener->request, method, {});
  }
  for (const auto& session : sessions()) {
    if (session->initialized) session->send(notification_message(method, {}));
  }
}

void Subscriptions::committed(std::string_view workspace, std::string_view toolset) {
  constexpr std::string_view method = "notifications/resources/updated";
  for (const auto& listener : listeners()) {
    for (const auto& watch : listener->filter.resources) {
      if (watch.workspace != workspace || watch.toolset != toolset) continue;
      tell(*listener->request, method, uri_member(watch.uri));
    }
  }
  for (const auto& session : sessions()) {
    for (const auto& uri : session->watched(workspace, toolset)) {
      session->send(notification_message(method, object_text(uri_member(uri))));
    }
  }
}

void Subscriptions::close(const Link* link) {
  std::vector<std::shared_ptr<const Listener>> ending;
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(listeners_, [&](const auto& listener) {
      if (link != nullptr && listener->request->link != link) return false;
      ending.push_back(listener);
      return true;
    });
  }
  for (const auto& listener : ending) {
    auto id = base::parse_json(listener->request->id);
    const Json tag = Json::object({{std::string(meta::subscription_id), id.ok() ? std::move(*id) : Json()}});
    listener->request->succeed({}, &tag);
  }
}

}  // namespace protocol
