// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/session.h"

namespace protocol {

class Request;

// Who wants to hear about changes: `subscriptions/listen` requests, and sessions of the initialize
// era. Thread-safe. Listeners that ended are dropped as they are met.
class Subscriptions {
 public:
  static constexpr std::size_t max_listeners = 1000;

  struct Filter {
    bool tools_list = false;
    bool prompts_list = false;
    bool resources_list = false;
    std::vector<Watch> resources;
  };

  bool add(std::shared_ptr<Request> request, Filter filter);  // false: too many
  void add(const std::shared_ptr<Session>& session);

  void list_changed(std::string_view list);  // "tools", "prompts", "resources"
  void committed(std::string_view workspace, std::string_view toolset);
  // Ends the listening requests of one client, or of all (nullptr), with their result.
  void close(const Link* link);

 private:
  struct Listener {
    std::shared_ptr<Request> request;
    Filter filter;
  };
  std::vector<std::shared_ptr<const Listener>> listeners();
  std::vector<std::shared_ptr<Session>> sessions();

  std::mutex mutex_;
  std::vector<std::shared_ptr<const Listener>> listeners_;
  std::vector<std::weak_ptr<Session>> sessions_;
};

// {"io.modelcontextprotocol/subscriptionId":<id>}
std::string subscription_meta(const Request& request);

}  // namespace protocol
