// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/tools/parts/job.h"

namespace energy::tools::get_simulation_job {

namespace {

struct Args {
  std::optional<std::string> job_id;
  static constexpr auto fields =
      tool::fields(tool::field("job_id", &Args::job_id, "Default: all of this workspace.", {.max_length = 100}));
};
struct Out {
  std::vector<JobOut> jobs;
  static constexpr auto fields = tool::fields(tool::field("jobs", &Out::jobs, "The newest first."));
};

Result<Out> get(Runtime& runtime, const Args& args, const View& view) {
  Out out;
  if (args.job_id) {
    out.jobs.push_back(job_out(TRY(job_named(view, runtime, *args.job_id))));
    return out;
  }
  for (auto& each : runtime.jobs.list(view.workspace())) {
    if (out.jobs.size() == 50) break;
    each.run = nullptr;  // one by one they have their results
    out.jobs.push_back(job_out(each));
  }
  return out;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::read<Args, Out>({.name = "get_simulation_job",
                                .title = "How far a simulation is",
                                .doc = "The state of one job with its result, or of all jobs of this workspace."},
                               [&runtime](const Args& args, const View& view) { return get(runtime, args, view); });
}

}  // namespace energy::tools::get_simulation_job
