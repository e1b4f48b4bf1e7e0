// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "protocol/core.h"

namespace protocol {

// JSON-RPC batches, which MCP knew in 2025-03-26 only: the answers travel together, when all are there.
class Batch : public std::enable_shared_from_this<Batch> {
 public:
  static constexpr std::size_t max_messages = 500;

  struct Way {
    std::move_only_function<void(std::string)> emit;  // what comes before the answers
    std::move_only_function<void(std::string)> done;  // the array of answers; empty when there are none
    bool can_ask = true;                              // whether the client reads what is emitted
  };
  explicit Batch(Way way) : way_(std::move(way)) {}

  // Handles every message of the array, which is not empty. `prepare` sets the facts of each request.
  void run(const std::shared_ptr<Core>& core, Json::Array& messages, const std::shared_ptr<Session>& session,
           const std::function<void(Request&)>& prepare);

 private:
  class Part;
  void take(const std::shared_ptr<Core>& core, Message& message, const std::shared_ptr<Session>& session,
            const std::function<void(Request&)>& prepare);
  void open();
  void emit(std::string message);
  void close(std::string answer);  // empty: none

  std::mutex mutex_;
  Way way_;
  std::size_t open_ = 0;
  std::string answers_;
};

// Whether a client of this session may send one.
bool batches_allowed(const Session& session);

}  // namespace protocol
