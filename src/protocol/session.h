// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "kernel/types.h"
#include "protocol/era.h"

namespace protocol {

class Request;

// Log levels by severity (RFC 5424): 0 "debug" … 7 "emergency"; -1 for anything else.
int log_level_named(std::string_view name);

// What one client's requests share while they run: which ids are taken, and what we asked the client.
// Thread-safe; new requests come from one thread.
class Link {
 public:
  static constexpr std::size_t max_in_flight = 256;
  using Answered = std::move_only_function<void(Json* result, Json* error)>;

  virtual ~Link() = default;
  // Sends a message that belongs to no request.
  virtual void send(std::string message) = 0;

  bool taken(const std::string& id) const;
  bool full() const { return in_flight_count_.load(std::memory_order_relaxed) >= max_in_flight; }
  // Keeps the request until it is done, unless it already is.
  void track(const std::shared_ptr<Request>& request);
  void forget(const std::string& id);
  std::shared_ptr<Request> find(const std::string& id) const;
  void cancel_all();  // requests in flight and questions to the client
  // Waits until no request is in flight; false when the time is over.
  bool wait_until_idle(std::int64_t milliseconds);
  bool idle() const { return in_flight_count_.load(std::memory_order_relaxed) == 0; }

  // The client will answer nothing any more: questions that wait are answered with an error.
  void close_questions();
  bool answers() const { return !closed_.load(std::memory_order_relaxed); }

  // A question to the client, by the id of its request. The callback runs at most once.
  std::string expect(Answered callback);
  void withdraw(const std::string& question_id);
  // The client's answer; false when nothing waits for it.
  bool answered(const std::string& question_id, Json* result, Json* error);

 private:
  mutable std::mutex mutex_;
  std::condition_variable idle_;
  std::unordered_map<std::string, std::shared_ptr<Request>> in_flight_;
  std::atomic<std::size_t> in_flight_count_ = 0;
  std::unordered_map<std::string, Answered> questions_;
  std::uint64_t next_question_ = 1;
  std::atomic<bool> closed_ = false;
};

// A resource somebody wants to hear about.
struct Watch {
  std::string uri;
  std::string toolset;
  std::string workspace;
};

// A client of the initialize era between its requests.
class Session : public Link {
 public:
  explicit Session(std::string id) : id_(std::move(id)) {}

  const std::string& id() const { return id_; }

  // Set by `initialize`, on the thread that reads messages.
  std::atomic<bool> initialized = false;
  Revision revision = newest_legacy;
  Client client;
  kernel::Principal principal;
  bool principal_is_given = false;  // by a token; else it follows from the client's name
  std::string workspace_key;
  std::atomic<bool> told_of_last = false;  // the workspace that its principal used before

  std::atomic<int> log_level = -1;  // nothing is logged to clients that did not ask for it

  bool subscribe(Watch watch);  // false: too many
  void unsubscribe(const std::string& uri);
  std::vector<std::string> watched() const;  // all of them
  // The URIs watched in this workspace and toolset.
  std::vector<std::string> watched(std::string_view workspace, std::string_view toolset) const;

 private:
  static constexpr std::size_t max_watches = 1000;
  const std::string id_;
  mutable std::mutex watches_mutex_;
  std::vector<Watch> watches_;
};

}  // namespace protocol
