// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/tools/parts/job.h"

namespace energy::tools::submit_simulation {

namespace {

struct Args : SimulationArgs {
  std::optional<std::string> label;
  static constexpr auto fields =
      std::tuple_cat(simulation_fields(), engine_fields(),
                     tool::fields(tool::field("label", &Args::label, "What you call it.", {.max_length = 200})));
};

Result<tool::Shown<JobOut>> submit(Runtime& runtime, const Args& args, const View& view) {
  auto order = TRY(order_of(view, runtime, args));
  const std::string subject = order.subject.path;
  const auto id = TRY(runtime.jobs.submit(std::move(order), args.label.value_or("")));
  tool::Shown<JobOut> shown{.out = job_out(TRY(job_named(view, runtime, id)))};
  shown.extras.subject = subject;
  return shown;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::read<Args, JobOut>(
      {.name = "submit_simulation",
       .title = "Start a simulation and go on",
       .doc =
           "Starts a run of the model as it is now, like run_simulation, and answers at once with a job. Later edits "
           "do not touch it.",
       .records = "simulation.run"},
      [&runtime](const Args& args, const View& view) { return submit(runtime, args, view); });
}

}  // namespace energy::tools::submit_simulation
