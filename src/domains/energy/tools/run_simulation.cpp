// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/energy/tools/parts/simulation.h"

namespace energy::tools::run_simulation {

namespace {

struct Args : SimulationArgs {
  std::optional<std::string> output_directory;
  bool readvars = false;
  static constexpr auto fields = std::tuple_cat(
      simulation_fields(), engine_fields(),
      tool::fields(tool::with_default("readvars", &Args::readvars, "Also eplusout.csv and eplusmtr.csv."),
                   tool::field("output_directory", &Args::output_directory,
                               "Not written by a run: export_simulation_files does that.", {.max_length = max_path})));
};

// The engine's own words: what it calls fatal and severe, the first few.
base::Error failed(const runtime::Run& run) {
  const RunOut out = run_out(run, false, 5);
  std::string message = run.problem;
  for (const auto& said : out.errors.messages) {
    if (said.severity == "warning") break;
    message += " " + said.severity + ": " + said.text + (said.more.empty() ? "" : " " + base::join(said.more, " "));
  }
  base::Error error = fail(Code::constraint, std::move(message), {},
                           "Change what it names and run it again; earlier results are as they were.");
  error.data = std::make_shared<const Json>(tool::encode(out));
  return error;
}

Result<tool::Shown<RunOut>> run(Runtime& runtime, const Args& args, const View& view, tool::Job& job) {
  if (args.output_directory) {
    return fail(Code::constraint, "A run keeps its files in the server's own folder, and writes no directory of yours.",
                "output_directory",
                "Leave it out; afterwards export_simulation_files writes them to a directory, export_timeseries series "
                "to a file.");
  }
  const auto order = TRY(order_of(view, runtime, args));
  const auto done = TRY(runtime.runs.run(
      order, job.cancel(), [&](double share, const std::string& what) { job.report(share * 100, 100, what); }));
  if (!done->completed) return failed(*done);
  if (args.readvars) TRY(runtime::Runs::write_tables(*done));
  runtime.runs.keep(done);
  tool::Shown<RunOut> shown{.out = run_out(*done, false)};
  shown.extras.subject = base::printable(order.subject.path, 200);
  return shown;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::read<Args, RunOut>(
      {.name = "run_simulation",
       .title = "Run EnergyPlus",
       .doc =
           "Simulates the model as it is now, unsaved edits too, with the real EnergyPlus in a process of its own. The "
           "same run is not made twice.",
       .records = "simulation.run"},
      [&runtime](const Args& args, const View& view, tool::Job& job) { return run(runtime, args, view, job); });
}

}  // namespace energy::tools::run_simulation
