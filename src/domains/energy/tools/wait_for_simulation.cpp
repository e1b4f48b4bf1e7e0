// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/tools/parts/job.h"

namespace energy::tools::wait_for_simulation {

namespace {

struct Args {
  std::string job_id;
  std::int64_t seconds = 30;
  static constexpr auto fields =
      tool::fields(tool::field("job_id", &Args::job_id, job_id_doc, {.min_length = 1, .max_length = 100}),
                   tool::with_default("seconds", &Args::seconds, "At most.", {.minimum = 0, .maximum = 3600}));
};

constexpr auto look = std::chrono::milliseconds(500);

Result<JobOut> wait(Runtime& runtime, const Args& args, const View& view, tool::Job& job) {
  auto status = TRY(job_named(view, runtime, args.job_id));
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(args.seconds);
  while (!status.ended() && std::chrono::steady_clock::now() < end && !job.cancelled()) {
    status = runtime.jobs.wait(view.workspace(), args.job_id, look, job.cancel()).value();
    job.report(status.share * 100, 100, status.what);
  }
  return job_out(status);
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::read<Args, JobOut>(
      {.name = "wait_for_simulation",
       .title = "Wait for a simulation",
       .doc = "Waits until a job has ended or the time is over, and tells how it stands."},
      [&runtime](const Args& args, const View& view, tool::Job& job) { return wait(runtime, args, view, job); });
}

}  // namespace energy::tools::wait_for_simulation
