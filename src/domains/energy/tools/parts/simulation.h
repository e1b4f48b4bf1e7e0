// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "domains/energy/runtime/runs.h"
#include "domains/energy/tools/parts/opened.h"
#include "domains/energy/tools/tool.h"

// From the model of a workspace to a run of it, and from a run to what answers say of it.
namespace energy::tools {

// What every tool that runs simulations takes.
struct SimulationArgs {
  std::optional<std::string> weather_file;
  bool design_day = false, annual = false;
  std::optional<std::string> energyplus_dir, energyplus_version;
  std::int64_t time_limit_seconds = 3600;

  static constexpr auto simulation_fields() {
    return tool::fields(
        tool::field("weather_file", &SimulationArgs::weather_file, "EPW file, or the name of one of EnergyPlus'.",
                    {.min_length = 1, .max_length = max_path}),
        tool::with_default("design_day", &SimulationArgs::design_day, "Design days only."),
        tool::with_default("annual", &SimulationArgs::annual, "The whole year, whatever the model says."));
  }
  static constexpr auto engine_fields() {
    return tool::fields(tool::field("energyplus_dir", &SimulationArgs::energyplus_dir, "One that the server found.",
                                    {.max_length = max_path}),
                        tool::field("energyplus_version", &SimulationArgs::energyplus_version, "If there are several.",
                                    {.max_length = 20}),
                        tool::with_default("time_limit_seconds", &SimulationArgs::time_limit_seconds, "Then it ends.",
                                           {.minimum = 1, .maximum = 86400}));
  }
};

// Everything that the run needs, read through the view: the model, the files it names, the weather, the engine.
Result<runtime::RunOrder> order_of(const View& view, Runtime& runtime, const SimulationArgs& args);
// The same for another model of the workspace, such as a variant.
Result<runtime::RunOrder> order_of(const View& view, Runtime& runtime, const SimulationArgs& args, const Opened& open,
                                   const engine::Model& model);

// The last results of the workspace's model. Fails with "No simulation results available. Use run_simulation first."
struct LastRun {
  runtime::SharedRun run;
  bool stale = false;  // the model was edited since
};
Result<LastRun> last_run(const View& view, Runtime& runtime);
// By its id, "last" or "previous".
Result<runtime::SharedRun> run_named(const View& view, Runtime& runtime, const std::string& name);

// What the engine said.
struct MessageOut {
  std::string severity, text;
  std::vector<std::string> more;
  std::int64_t count = 1;
  static constexpr auto fields =
      tool::fields(tool::field("severity", &MessageOut::severity, "fatal, severe or warning."),
                   tool::field("text", &MessageOut::text, "In the engine's words."),
                   tool::field("more", &MessageOut::more, "Its further lines."),
                   tool::field("count", &MessageOut::count, "How often."));
};
struct ErrorsOut {
  std::int64_t fatal = 0, severe = 0, warnings = 0, distinct = 0;
  std::vector<MessageOut> messages;
  std::int64_t left_out = 0;
  static constexpr auto fields =
      tool::fields(tool::field("fatal", &ErrorsOut::fatal, "How many."),
                   tool::field("severe", &ErrorsOut::severe, "How many, by the engine's count."),
                   tool::field("warnings", &ErrorsOut::warnings, "How many, by the engine's count."),
                   tool::field("distinct", &ErrorsOut::distinct, "Messages that differ."),
                   tool::field("messages", &ErrorsOut::messages, "The worst first."),
                   tool::field("left_out", &ErrorsOut::left_out, "Messages that are not listed here."));
};
ErrorsOut errors_out(const formats::energyplus::ErrorFile& errors, std::size_t most);

struct FigureOut {
  std::string name;
  double value = 0;
  std::string units;
  static constexpr auto fields = tool::fields(tool::field("name", &FigureOut::name, "For example total_site_energy."),
                                              tool::field("value", &FigureOut::value, "The figure."),
                                              tool::field("units", &FigureOut::units, "Its unit."));
};
// Of the annual summary; empty where the run has none.
std::vector<FigureOut> figures_out(const runtime::Run& run);

// One run in answers.
struct RunOut {
  std::string state = "completed";
  bool success = true;
  std::optional<std::string> problem;
  std::string run_id;
  bool cached = false, stale = false;
  double runtime_seconds = 0;
  std::string output_directory, energyplus;
  std::optional<std::string> weather_file;
  bool simulation_complete = true;
  std::string network;
  std::vector<std::string> added;
  std::vector<FigureOut> figures;
  ErrorsOut errors;
  static constexpr auto fields =
      tool::fields(tool::field("state", &RunOut::state, "completed or failed."),
                   tool::field("success", &RunOut::success, "The engine completed and its results are whole."),
                   tool::field("problem", &RunOut::problem, "failed: why."),
                   tool::field("run_id", &RunOut::run_id, "For compare_runs."),
                   tool::field("cached", &RunOut::cached, "The same run was there already."),
                   tool::field("stale", &RunOut::stale, "The model was edited since."),
                   tool::field("runtime_seconds", &RunOut::runtime_seconds, "Of the engine."),
                   tool::field("output_directory", &RunOut::output_directory, "Where its files are."),
                   tool::field("energyplus", &RunOut::energyplus, "The engine's version."),
                   tool::field("weather_file", &RunOut::weather_file, "Absent: none."),
                   tool::field("simulation_complete", &RunOut::simulation_complete, "The engine said so."),
                   tool::field("network", &RunOut::network, "none, or that it could not be taken away."),
                   tool::field("added", &RunOut::added, "Output that the run's copy has and the model has not."),
                   tool::field("figures", &RunOut::figures, "The key figures."),
                   tool::field("errors", &RunOut::errors, "What the engine said."));
};
RunOut run_out(const runtime::Run& run, bool stale, std::size_t most_messages = 20);

}  // namespace energy::tools
