// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/runtime/jobs.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <thread>

namespace energy::runtime {

namespace {

using base::Code;
using base::fail;
using base::Result;

constexpr std::size_t most_queued = 4096;
constexpr std::size_t remembered = 2 * most_queued;  // jobs of a server
constexpr auto look = std::chrono::milliseconds(50);

}  // namespace

std::string_view name(JobState state) {
  constexpr std::array<std::string_view, 5> names{"queued", "running", "completed", "failed", "cancelled"};
  return names[static_cast<std::size_t>(state)];
}

struct Jobs::Job {
  RunOrder order;
  base::Cancel cancel;
  mutable std::mutex mutex;
  mutable std::condition_variable changed;
  JobStatus status;

  JobStatus now() const {
    const std::scoped_lock lock(mutex);
    return status;
  }
  void end(JobState state) {
    status.state = state;
    status.share = state == JobState::completed ? 1 : status.share;
    changed.notify_all();
  }
};

Jobs::Jobs(Runs& runs, Kept kept)
    : runs_(runs),
      kept_(std::move(kept)),
      pool_(base::WorkerPool::Options{.threads = std::max(1U, std::thread::hardware_concurrency()),
                                      .max_queued = most_queued,
                                      .priority = base::WorkerPool::Priority::behind}) {
  pool_.post([this] { runs_.clear_leftovers(); });
}

Jobs::~Jobs() {
  {
    const std::scoped_lock lock(mutex_);
    for (const auto& job : jobs_) job->cancel.request();
  }
  pool_.stop();
}

Result<std::string> Jobs::submit(RunOrder order, std::string label) {
  auto job = std::make_shared<Job>();
  job->order = std::move(order);
  job->status.label = std::move(label);
  {
    const std::scoped_lock lock(mutex_);
    job->status.id = "job" + std::to_string(++started_);
    jobs_.push_back(job);
    if (jobs_.size() > remembered && jobs_.front()->now().ended()) jobs_.pop_front();
  }
  const std::string line = job->order.subject.workspace;
  if (!pool_.post([this, job] { work(job); }, line)) {
    const std::scoped_lock lock(mutex_);
    std::erase(jobs_, job);
    return fail(Code::rate_limited, "Too many simulations wait already.", {}, "Wait for some of them, or cancel them.");
  }
  return job->status.id;
}

void Jobs::work(const std::shared_ptr<Job>& job) {
  {
    const std::scoped_lock lock(job->mutex);
    if (job->cancel.requested()) return job->end(JobState::cancelled);
    job->status.state = JobState::running;
  }
  auto ran = runs_.run(job->order, job->cancel, [&](double share, const std::string& what) {
    const std::scoped_lock lock(job->mutex);
    job->status.share = share;
    job->status.what = what;
  });
  // What only the run needed; a study has hundreds of them.
  job->order.copy.bytes = {};
  job->order.files = {};
  job->order.weather.reset();
  if (ran.ok() && (*ran)->completed && job->order.becomes_last) {
    runs_.keep(*ran);
    if (kept_) kept_(**ran);
  }
  const std::scoped_lock lock(job->mutex);
  if (ran.ok()) {
    job->status.run = *ran;
    return job->end((*ran)->completed ? JobState::completed : JobState::failed);
  }
  job->status.error = ran.error();
  job->end(ran.error().code == Code::cancelled ? JobState::cancelled : JobState::failed);
}

std::shared_ptr<Jobs::Job> Jobs::find(const std::string& workspace, const std::string& id) const {
  const std::scoped_lock lock(mutex_);
  const auto found = std::ranges::find_if(jobs_, [&](const std::shared_ptr<Job>& job) {
    return job->order.subject.workspace == workspace && job->status.id == id;
  });
  return found == jobs_.end() ? nullptr : *found;
}

std::optional<JobStatus> Jobs::status(const std::string& workspace, const std::string& id) const {
  const auto job = find(workspace, id);
  if (!job) return std::nullopt;
  return job->now();
}

std::vector<JobStatus> Jobs::list(const std::string& workspace) const {
  const std::scoped_lock lock(mutex_);
  std::vector<JobStatus> out;
  for (auto job = jobs_.rbegin(); job != jobs_.rend(); ++job) {
    if ((*job)->order.subject.workspace == workspace) out.push_back((*job)->now());
  }
  return out;
}

void Jobs::cancel(const std::string& workspace, const std::string& id) {
  const auto job = find(workspace, id);
  if (!job) return;
  job->cancel.request();
  const std::scoped_lock lock(job->mutex);
  if (job->status.state == JobState::queued) job->end(JobState::cancelled);
}

std::optional<JobStatus> Jobs::wait(const std::string& workspace, const std::string& id,
                                    std::chrono::milliseconds limit, const base::Cancel& cancel) const {
  const auto job = find(workspace, id);
  if (!job) return std::nullopt;
  const auto end = std::chrono::steady_clock::now() + limit;
  std::unique_lock lock(job->mutex);
  while (!job->status.ended() && !cancel.requested() && std::chrono::steady_clock::now() < end) {
    job->changed.wait_for(lock, look);
  }
  return job->status;
}

}  // namespace energy::runtime
