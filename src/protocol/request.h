// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/threads.h"
#include "protocol/deadlines.h"
#include "protocol/era.h"
#include "protocol/jsonrpc.h"
#include "protocol/session.h"
#include "tool/registry.h"
#include "tool/tool.h"

namespace protocol {

class Core;
struct Surface;

// One request on its way: who asked, in which era, and the way back. Each transport derives its own.
// The facts are set before the request is handled and do not change afterwards; everything else may
// be called from any thread. It is answered once or abandoned; what comes later is ignored.
class Request : public tool::Context, public std::enable_shared_from_this<Request> {
 public:
  ~Request() override = default;

  // --- facts ---
  std::shared_ptr<Core> core;
  std::string id;  // as JSON text
  Revision revision = newest_legacy;
  Client client;
  kernel::Principal principal;
  std::string workspace_key;
  const Surface* surface = nullptr;
  std::shared_ptr<Session> session;  // initialize era only
  Link* link = nullptr;              // where ids are tracked; null over stateless HTTP
  bool over_http = false;
  const MirrorHeaders* headers = nullptr;  // modern HTTP, and only while the method is called
  std::string progress_token;              // as JSON text; empty: none
  int log_level = -1;                      // modern: as the request says
  std::string told_beside;                 // a text to go with the answer of a tool
  using Time = std::chrono::steady_clock::time_point;
  const Time received = std::chrono::steady_clock::now();

  bool modern() const { return revision == modern_revision; }

  // --- tool::Context ---
  void progress(double done, std::optional<double> total, std::string_view message) override;
  void log(std::string_view level, const Json& data, std::string_view logger) override;
  base::Cancel cancel() const override { return cancel_; }
  bool client_has(std::string_view capability) const override { return client.has(capability); }
  void list_changed(std::string_view list) override;
  void drop_stream() override;

  // --- the way back ---
  // A notification, or a question to the client, before the answer.
  void notify(std::string message);
  // The members of the result object, without those that the era adds.
  void succeed(std::string members, const Json* meta = nullptr);
  // As succeed(), with another resultType than "complete".
  void succeed_as(std::string_view result_type, std::string members, const Json* meta = nullptr);
  void fail(const Failure& failure);
  // The client no longer wants it: work is asked to stop and nothing more is sent.
  void abandon();
  Time heard() const { return heard_.load(std::memory_order_relaxed); }  // when the tool last reported
  bool done() const { return done_.load(std::memory_order_acquire); }

  // Whether messages can reach the client before the answer.
  virtual bool can_ask() const { return true; }

  // Things to tidy up at the end; false, and nothing is kept, when the end has come already.
  bool mark_tracked();
  bool add_question(const std::string& question_id);
  bool set_deadline(Deadlines::Ticket ticket);  // instead of an earlier one

  // --- what the methods keep with a request ---
  // Runs the call once more with the client's answers (initialize era).
  using Again = std::move_only_function<void(std::map<std::string, Json> answers, std::string state)>;
  Again again;
  const tool::Listed* listed = nullptr;  // tools/call
  bool standing = false;                 // a stream that stays open: no time limit
  std::string state_binding;             // what a sealed requestState is bound to

 protected:
  virtual void emit(std::string message) = 0;
  virtual void conclude(int http_status, std::string message) = 0;
  virtual void end_quietly() = 0;
  virtual void drop_connection() {}

 private:
  void answer(int http_status, std::string message);
  void tidy_up();
  bool may_report_now();

  std::mutex mutex_;
  std::atomic<bool> done_ = false;  // written under mutex_
  std::atomic<Time> heard_ = received;
  bool tracked_ = false;
  std::vector<std::string> questions_;
  std::optional<Deadlines::Ticket> deadline_;
  base::Cancel cancel_;
  std::optional<double> reported_;
  std::string held_back_;  // a progress message that came too soon
  double report_budget_ = 20;
  std::chrono::steady_clock::time_point report_time_ = {};
};

}  // namespace protocol
