// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/tools/parts/job.h"

namespace energy::tools::cancel_simulation {

namespace {

struct Args {
  std::string job_id;
  static constexpr auto fields =
      tool::fields(tool::field("job_id", &Args::job_id, job_id_doc, {.min_length = 1, .max_length = 100}));
};

// It is killed, which takes a moment.
constexpr auto moment = std::chrono::seconds(5);

Result<tool::Shown<JobOut>> cancel(Runtime& runtime, const Args& args, const View& view) {
  TRY(job_named(view, runtime, args.job_id));
  runtime.jobs.cancel(view.workspace(), args.job_id);
  const auto ended = runtime.jobs.wait(view.workspace(), args.job_id, moment, {});
  tool::Shown<JobOut> shown{.out = job_out(ended.value())};
  shown.extras.subject = args.job_id;
  return shown;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::read<Args, JobOut>(
      {.name = "cancel_simulation",
       .title = "Cancel a simulation",
       .doc = "Ends a job that waits or runs. Earlier results stay.",
       .records = "simulation.cancelled"},
      [&runtime](const Args& args, const View& view) { return cancel(runtime, args, view); });
}

}  // namespace energy::tools::cancel_simulation
