// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/threads.h"
#include "domains/energy/runtime/runs.h"

namespace energy::runtime {

enum class JobState : std::uint8_t { queued, running, completed, failed, cancelled };
std::string_view name(JobState state);

struct JobStatus {
  std::string id, label;
  JobState state = JobState::queued;
  double share = 0;
  std::string what;                  // it does now
  SharedRun run;                     // completed, or failed in the engine
  std::optional<base::Error> error;  // it came to no run
  bool ended() const { return state > JobState::running; }
};

// Simulations that nobody waits for: as many at once as there are processors, the others in their order. They end with
// the server. Thread-safe.
class Jobs {
 public:
  // `kept` is told of runs that became the results of their workspace, on any thread.
  using Kept = std::function<void(const Run&)>;
  explicit Jobs(Runs& runs, Kept kept = {});
  ~Jobs();  // cancels what is not done

  // Fails when too many wait.
  base::Result<std::string> submit(RunOrder order, std::string label);
  // nullopt: this workspace has no such job.
  std::optional<JobStatus> status(const std::string& workspace, const std::string& id) const;
  std::vector<JobStatus> list(const std::string& workspace) const;  // the newest first
  void cancel(const std::string& workspace, const std::string& id);
  // Until it has ended, the time is over or the caller's work is cancelled.
  std::optional<JobStatus> wait(const std::string& workspace, const std::string& id, std::chrono::milliseconds limit,
                                const base::Cancel& cancel) const;

 private:
  struct Job;
  std::shared_ptr<Job> find(const std::string& workspace, const std::string& id) const;
  void work(const std::shared_ptr<Job>& job);

  Runs& runs_;
  const Kept kept_;
  mutable std::mutex mutex_;
  std::deque<std::shared_ptr<Job>> jobs_;  // the oldest first
  std::uint64_t started_ = 0;
  base::WorkerPool pool_;
};

}  // namespace energy::runtime
