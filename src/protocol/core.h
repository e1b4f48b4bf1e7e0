// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "protocol/deadlines.h"
#include "protocol/request.h"
#include "protocol/server.h"
#include "protocol/session.h"
#include "protocol/subscriptions.h"
#include "protocol/surface.h"
#include "protocol/tasks.h"
#include "tool/dispatch.h"

namespace protocol {

using RequestPtr = std::shared_ptr<Request>;

// MCP without a transport: takes requests, runs their methods, answers through them. Thread-safe,
// except that the messages of one client come from one thread. Kept alive by its requests; the
// dispatcher must outlive them.
class Core : public std::enable_shared_from_this<Core> {
 public:
  Core(tool::Dispatcher& dispatcher, ServerOptions options);

  const ServerOptions& options() const { return options_; }
  kernel::Kernel& kernel() { return dispatcher_.kernel(); }
  Deadlines& deadlines() { return deadlines_; }

  // Answers with an id to quote; the detail goes to the log.
  void mask(Request& request, std::string_view detail);

  // The surface of a path: empty for the whole selection, else toolsets separated by commas. Lives as
  // long as the core.
  base::Result<const Surface*> surface(std::string_view toolsets);

  // Runs a request: decides its era, checks it in the specification's order, calls the method. The
  // transport has set id, core, surface, link and over_http; for the initialize era also session
  // (for `initialize` itself a fresh one); `token_principal` where a bearer token named one.
  void handle(const RequestPtr& request, Message& message, const MirrorHeaders* headers,
              const kernel::Principal* token_principal = nullptr);
  void notified(Link& link, const Message& message);

  kernel::Principal agent(std::string_view client_name);

  // Resource and list changes, to whoever asked for them.
  void announce_list_change(std::string_view list);
  void committed(std::string_view workspace, std::string_view toolset);
  void add_session(const std::shared_ptr<Session>& session);  // to be told about changes

  // Adds "_meta":{"io.modelcontextprotocol/serverInfo":{…},…} to the members of a modern result.
  void add_result_meta(std::string& members, const Json* more) const;
  void close_subscriptions(const Link& link);  // the listening requests of one client
  void stop();                                 // closes subscriptions politely, cancels what waits for clients

 private:
  struct Method;
  static const Method* find_method(std::string_view name);

  void begin_modern(Request& request, const Message& message, const kernel::Principal* token_principal);
  void begin_legacy(Request& request);
  void call_method(const RequestPtr& request, const Message& message);

  // lifecycle.cpp
  void initialize(const RequestPtr& request, Json& params);
  void discover(const RequestPtr& request, Json& params);
  void ping(const RequestPtr& request, Json& params);
  void set_level(const RequestPtr& request, Json& params);
  std::string capabilities(bool modern) const;

  void list_tools(const RequestPtr& request, Json& params);
  void list_resources(const RequestPtr& request, Json& params);
  void list_templates(const RequestPtr& request, Json& params);
  void list_prompts(const RequestPtr& request, Json& params);
  void list(Request& request, const Pages& pages, const Json& params);
  void add_cache_hints(Request& request, std::string& members, std::int64_t ttl_ms, std::string_view scope) const;

  // tools.cpp
  void call_tool(const RequestPtr& request, Json& params);
  std::optional<Failure> check_header_arguments(const Request& request, const Json& arguments) const;
  void run_tool(const RequestPtr& request, tool::Invocation&& invocation);
  void tool_replied(const RequestPtr& request, tool::Reply reply);
  tool::Invocation invocation_for(const RequestPtr& request) const;
  std::string where_work_was_left(const Request& request);

  // inputs.cpp
  bool read_inputs(Request& request, Json& params, tool::Invocation& invocation);
  void need_input(const RequestPtr& request, tool::NeedInput need);
  void ask_client(const RequestPtr& request, tool::NeedInput need);
  // Stops the request when it was silent for so long.
  void arm(const RequestPtr& request, std::int64_t limit_ms);
  void wait_for(const RequestPtr& request, std::chrono::milliseconds limit, Request::Time heard);
  std::string seal_state(const Request& request, std::string_view state);
  std::optional<std::string> open_state(const Request& request, std::string_view sealed);

  // resources.cpp
  void read_resource(const RequestPtr& request, Json& params);
  void read_view(const RequestPtr& request, const std::string& uri, std::map<std::string, std::string> variables);
  void run_on_worker(const RequestPtr& request, std::move_only_function<void()> work);
  void subscribe(const RequestPtr& request, Json& params);
  void unsubscribe(const RequestPtr& request, Json& params);
  void listen(const RequestPtr& request, Json& params);
  std::optional<Watch> watch_for(const Request& request, const std::string& uri);
  kernel::Call call_for(const Request& request, std::string_view tool, std::string_view toolset) const;

  // prompts.cpp
  void get_prompt(const RequestPtr& request, Json& params);
  void run_prompt(const RequestPtr& request, const tool::Prompt& prompt, tool::Invocation invocation,
                  std::map<std::string, std::string> arguments);
  void complete(const RequestPtr& request, Json& params);

  // tasks.cpp
  void start_task(const RequestPtr& request, tool::Invocation invocation);
  void run_task(const std::shared_ptr<Task>& task);
  void task_replied(const std::shared_ptr<Task>& task, tool::Reply reply);
  std::shared_ptr<Task> find_task(Request& request, const Json& params);
  void get_task(const RequestPtr& request, Json& params);
  void update_task(const RequestPtr& request, Json& params);
  void cancel_task(const RequestPtr& request, Json& params);

  tool::Dispatcher& dispatcher_;
  const ServerOptions options_;
  const std::string server_info_;   // JSON
  const std::string meta_opening_;  // what every modern result's _meta begins with
  const std::string state_key_;     // seals requestState; new in every process
  std::mutex mutex_;                // surfaces_, agents_
  std::map<std::string, std::shared_ptr<const Surface>, std::less<>> surfaces_;
  std::atomic<const Surface*> whole_ = nullptr;  // surfaces_[""], for the quick way
  std::unordered_map<std::string, kernel::Principal> agents_;
  Subscriptions subscriptions_;
  Tasks tasks_;
  Deadlines deadlines_;
};

// The members of a tools/call result, without those that the era adds at the end.
// `beside` is a text for the model that comes last.
std::string tool_result_members(const tool::Answer& answer, Revision revision, std::string_view beside = {});
// What a sealed state is bound to beside the principal: the method, the name and the arguments.
std::string state_binding(std::string_view method, std::string_view name, const Json* arguments);
// -32021 for what this client did not declare; nullopt when it may be asked.
std::optional<Failure> missing_capability(const Client& client, const tool::NeedInput& need);
Failure missing_capability(std::string_view capability);

}  // namespace protocol
