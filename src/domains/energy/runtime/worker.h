// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/threads.h"

// The engine runs in a process of its own: this same program, started as `lintel energy worker`. What it prints never
// reaches us, it has no network, and when it crashes or is killed that costs this one run.
namespace energy::runtime {

// What a worker is told.
struct WorkerOrders {
  std::string library;                 // libenergyplusapi.so
  std::string directory;               // where it works and writes; worker.log there has what it printed
  std::string expand;                  // ExpandObjects, run first: in.idf becomes expanded.idf; empty: not needed
  std::vector<std::string> arguments;  // of the engine, without its own name
  bool network = false;                // it may open sockets
  std::string program = {};            // run instead of the engine; the arguments are its own
};

// How a worker ended.
struct WorkerEnd {
  enum class How : std::uint8_t { finished, cancelled, timed_out, died };
  How how = How::died;
  int code = 0;          // finished: what the engine returned, 0 for success
  int signal = 0;        // died: by which signal; 0: it left without a word
  std::string problem;   // finished: why the engine did not start; empty: it did
  bool offline = false;  // it could not reach any network
};
using Tell = std::function<void(double share, const std::string& what)>;  // 0 … 1

// Starts a worker and waits for its end. Fails where none can be started. Cancelled or late, it is killed.
base::Result<WorkerEnd> run_worker(const WorkerOrders& orders, const base::Cancel& cancel, std::chrono::seconds limit,
                                   const Tell& tell);

// The worker itself: does what it was told and reports through this descriptor. Does not return.
inline constexpr int worker_report = 3;
[[noreturn]] void be_worker(const WorkerOrders& orders);

}  // namespace energy::runtime
