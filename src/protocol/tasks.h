// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/threads.h"
#include "protocol/era.h"
#include "protocol/jsonrpc.h"
#include "tool/registry.h"
#include "tool/tool.h"

namespace protocol {

// A tool call that outlives its request (extension io.modelcontextprotocol/tasks). It belongs to the
// principal who started it. Thread-safe.
class Task final : public tool::Context {
 public:
  enum class Status : std::uint8_t { working, input_required, completed, failed, cancelled };

  Task(std::string task_id, std::string owner, const tool::Listed& listed, tool::Invocation invocation, Client client,
       const base::Clock& clock);

  const std::string id;
  const std::string owner;  // the principal's key
  const tool::Listed& listed;
  const std::int64_t created_ms;

  // --- tool::Context ---
  void progress(double done, std::optional<double> total, std::string_view message) override;
  void log(std::string_view, const Json&, std::string_view) override {}  // there is no request to log on
  base::Cancel cancel() const override { return cancel_; }
  bool client_has(std::string_view capability) const override { return client_.has(capability); }

  const Client& client() const { return client_; }
  // The call to run now, with the answers so far.
  tool::Invocation next_call() const;

  void complete(std::string result_members);
  void fail(Failure failure);
  void ask(tool::NeedInput need);
  void request_cancel();
  // Takes the answers it waits for; true when none is missing any more and the tool is to run again.
  bool answer(Json& responses);

  // The members of a task object: a CreateTaskResult, or the details that tasks/get adds.
  std::string members(bool detailed) const;
  bool terminal() const;

  static constexpr std::int64_t ttl_ms = 3600 * 1000;
  static constexpr std::int64_t poll_interval_ms = 500;

 private:
  struct Question {
    std::string wire_key;  // unique in the life of the task
    std::string key;       // the tool's own
    tool::InputRequest request;
  };
  bool ended() const { return status_ >= Status::completed; }
  void change(Status status);
  void add_details(std::string& out) const;

  const Client client_;
  const base::Clock& clock_;
  mutable std::mutex mutex_;
  tool::Invocation invocation_;
  Status status_ = Status::working;
  std::string message_;
  std::int64_t updated_ms_;
  std::vector<Question> questions_;
  int round_ = 0;
  std::string result_;
  Failure failure_;
  base::Cancel cancel_;
};

// The tasks of all principals: bounded, each kept until its time to live is over. Thread-safe.
class Tasks {
 public:
  static constexpr std::size_t max_tasks = 1000;
  static constexpr std::size_t max_tasks_each = 100;  // per principal

  bool add(const std::shared_ptr<Task>& task, std::int64_t now_ms);  // false: too many
  // nullptr for unknown ids and other principals' tasks alike.
  std::shared_ptr<Task> find(std::string_view id, std::string_view owner, std::int64_t now_ms);
  void cancel_all();

 private:
  // Takes out what has lived its time; the caller stops it once the lock is gone.
  std::vector<std::shared_ptr<Task>> take_expired(std::int64_t now_ms);
  bool make_room();

  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Task>, std::less<>> tasks_;
};

}  // namespace protocol
