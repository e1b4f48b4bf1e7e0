// SPDX-License-Identifier: Apache-2.0
#include "protocol/tasks.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ids.h"
#include "base/text.h"
#include "protocol/core.h"

namespace protocol {

namespace {

constexpr std::array<std::string_view, 5> status_names{"working", "input_required", "completed", "failed", "cancelled"};

Failure no_such_task() { return {code::invalid_params, "There is no such task, or it has expired."}; }

}  // namespace

// ---- one task --------------------------------------------------------------------------------

Task::Task(std::string task_id, std::string owner_key, const tool::Listed& tool_listed, tool::Invocation invocation,
           Client client, const base::Clock& clock)
    : id(std::move(task_id)),
      owner(std::move(owner_key)),
      listed(tool_listed),
      created_ms(clock.unix_ms()),
      client_(std::move(client)),
      clock_(clock),
      invocation_(std::move(invocation)),
      updated_ms_(created_ms) {}

void Task::progress(double, std::optional<double>, std::string_view message) {
  const std::lock_guard lock(mutex_);
  if (status_ != Status::working || message.empty()) return;
  message_ = base::printable(message, 500);
  updated_ms_ = clock_.unix_ms();
}

tool::Invocation Task::next_call() const {
  const std::lock_guard lock(mutex_);
  return invocation_;
}

void Task::change(Status status) {
  status_ = status;
  updated_ms_ = clock_.unix_ms();
  if (ended()) {
    questions_.clear();
    invocation_ = {};
  }
}

void Task::complete(std::string result_members) {
  const std::lock_guard lock(mutex_);
  if (ended()) return;
  result_ = std::move(result_members);
  change(Status::completed);
}

void Task::fail(Failure failure) {
  const std::lock_guard lock(mutex_);
  if (ended()) return;
  failure_ = std::move(failure);
  change(Status::failed);
}

void Task::ask(tool::NeedInput need) {
  const std::lock_guard lock(mutex_);
  if (ended()) return;
  ++round_;
  for (auto& [key, request] : need.requests) {
    questions_.push_back({key + "." + std::to_string(round_), key, std::move(request)});
  }
  invocation_.state = std::move(need.state);
  change(Status::input_required);
}

bool Task::answer(Json& responses) {
  const std::lock_guard lock(mutex_);
  if (status_ != Status::input_required) return false;
  for (auto& [wire_key, response] : responses.as_object()) {
    const auto it = std::ranges::find(questions_, wire_key, &Question::wire_key);
    if (it == questions_.end() || !response.is_object()) continue;  // unknown answers are ignored
    invocation_.answers[it->key] = std::move(response);
    questions_.erase(it);
  }
  if (!questions_.empty()) return false;
  change(Status::working);
  return true;
}

void Task::request_cancel() {
  {
    const std::lock_guard lock(mutex_);
    if (ended()) return;
    change(Status::cancelled);
  }
  cancel_.request();
}

bool Task::terminal() const {
  const std::lock_guard lock(mutex_);
  return ended();
}

std::string Task::members(bool detailed) const {
  const std::lock_guard lock(mutex_);
  std::string out;
  add_text_member(out, "taskId", id);
  add_text_member(out, "status", status_names[static_cast<std::size_t>(status_)]);
  if (!message_.empty()) add_text_member(out, "statusMessage", message_);
  add_text_member(out, "createdAt", base::iso8601(created_ms));
  add_text_member(out, "lastUpdatedAt", base::iso8601(updated_ms_));
  add_member(out, "ttlMs", Json(ttl_ms));
  add_member(out, "pollIntervalMs", Json(poll_interval_ms));
  if (detailed) add_details(out);
  return out;
}

void Task::add_details(std::string& out) const {
  if (status_ == Status::completed) add_member(out, "result", std::string_view(object_text(result_)));
  if (status_ == Status::failed) {
    Json error = Json::object({{"code", failure_.code}, {"message", failure_.message}});
    if (!failure_.data.is_null()) error.set("data", failure_.data);
    add_member(out, "error", error);
  }
  if (status_ == Status::input_required) {
    Json requests = Json::object();
    for (const auto& question : questions_) {
      requests.set(question.wire_key,
                   Json::object({{"method", question.request.method}, {"params", question.request.params}}));
    }
    add_member(out, "inputRequests", requests);
  }
}

// ---- all of them -----------------------------------------------------------------------------

namespace {
void stop(const std::vector<std::shared_ptr<Task>>& tasks) {
  for (const auto& task : tasks) task->request_cancel();
}
}  // namespace

bool Tasks::add(const std::shared_ptr<Task>& task, std::int64_t now_ms) {
  std::unique_lock lock(mutex_);
  const auto expired = take_expired(now_ms);
  const auto own = std::ranges::count_if(
      tasks_, [&](const auto& entry) { return entry.second->owner == task->owner && !entry.second->terminal(); });
  const bool room = static_cast<std::size_t>(own) < max_tasks_each && (tasks_.size() < max_tasks || make_room());
  if (room) tasks_.emplace(task->id, task);
  lock.unlock();
  stop(expired);
  return room;
}

std::vector<std::shared_ptr<Task>> Tasks::take_expired(std::int64_t now_ms) {
  std::vector<std::shared_ptr<Task>> expired;
  std::erase_if(tasks_, [&](const auto& entry) {
    if (now_ms - entry.second->created_ms < Task::ttl_ms) return false;
    expired.push_back(entry.second);
    return true;
  });
  return expired;
}

// Lets the oldest finished task go.
bool Tasks::make_room() {
  auto oldest = tasks_.end();
  for (auto it = tasks_.begin(); it != tasks_.end(); ++it) {
    if (!it->second->terminal()) continue;
    if (oldest == tasks_.end() || it->second->created_ms < oldest->second->created_ms) oldest = it;
  }
  if (oldest == tasks_.end()) return false;
  tasks_.erase(oldest);
  return true;
}

std::shared_ptr<Task> Tasks::find(std::string_view id, std::string_view owner, std::int64_t now_ms) {
  std::unique_lock lock(mutex_);
  const auto expired = take_expired(now_ms);
  const auto it = tasks_.find(id);
  const auto found = it == tasks_.end() || it->second->owner != owner ? nullptr : it->second;
  lock.unlock();
  stop(expired);
  return found;
}

void Tasks::cancel_all() {
  std::vector<std::shared_ptr<Task>> all;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, task] : tasks_) all.push_back(task);
  }
  stop(all);
}

// ---- the methods -----------------------------------------------------------------------------

void Core::start_task(const RequestPtr& request, tool::Invocation invocation) {
  invocation.context = nullptr;
  invocation.call.cancel = {};
  auto task = std::make_shared<Task>(base::handle("t_", kernel().entropy()), request->principal.key(), *request->listed,
                                     std::move(invocation), request->client, kernel().clock());
  if (!tasks_.add(task, kernel().clock().unix_ms())) {
    return request->fail({code::internal_error, "Too many tasks are running; try again later."});
  }
  run_task(task);
  request->succeed_as("task", task->members(false));
}

void Core::run_task(const std::shared_ptr<Task>& task) {
  tool::Invocation invocation = task->next_call();
  invocation.context = task;
  dispatcher_.run(task->listed, std::move(invocation),
                  [core = shared_from_this(), task](tool::Reply reply) { core->task_replied(task, std::move(reply)); });
}

void Core::task_replied(const std::shared_ptr<Task>& task, tool::Reply reply) {
  if (auto* answer = std::get_if<tool::Answer>(&reply)) {
    std::string members = tool_result_members(*answer, modern_revision);
    add_text_member(members, "resultType", "complete");
    if (!answer->meta.empty()) add_member(members, "_meta", answer->meta);
    return task->complete(std::move(members));
  }
  if (auto* error = std::get_if<tool::RpcError>(&reply)) {
    return task->fail({error->code, error->message, std::move(error->data)});
  }
  auto& need = std::get<tool::NeedInput>(reply);
  if (auto failure = missing_capability(task->client(), need)) return task->fail(std::move(*failure));
  task->ask(std::move(need));
}

// Null when the request was answered with an error already.
std::shared_ptr<Task> Core::find_task(Request& request, const Json& params) {
  auto task = tasks_.find(params.text("taskId"), request.principal.key(), kernel().clock().unix_ms());
  if (!task) request.fail(no_such_task());
  return task;
}

void Core::get_task(const RequestPtr& request, Json& params) {
  if (const auto task = find_task(*request, params)) request->succeed(task->members(true));
}

void Core::update_task(const RequestPtr& request, Json& params) {
  const auto task = find_task(*request, params);
  if (!task) return;
  Json* responses = params.find("inputResponses");
  if (responses == nullptr || !responses->is_object()) {
    return request->fail({code::invalid_params, "'inputResponses' must be an object."});
  }
  const bool go_on = task->answer(*responses);
  request->succeed({});
  if (go_on) run_task(task);
}

void Core::cancel_task(const RequestPtr& request, Json& params) {
  const auto task = find_task(*request, params);
  if (!task) return;
  task->request_cancel();
  request->succeed({});
}

}  // namespace protocol
