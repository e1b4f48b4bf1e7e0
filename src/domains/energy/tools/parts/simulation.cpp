// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/tools/parts/simulation.h"

#include <algorithm>

#include "base/text.h"
#include "domains/energy/runtime/installation.h"
#include "domains/energy/runtime/order.h"

namespace energy::tools {

Result<runtime::RunOrder> order_of(const View& view, Runtime& runtime, const SimulationArgs& args) {
  const auto open = TRY(opened(view, runtime));
  return order_of(view, runtime, args, open, *open.model);
}

Result<runtime::RunOrder> order_of(const View& view, Runtime& runtime, const SimulationArgs& args, const Opened& open,
                                   const engine::Model& model) {
  if (open.partial) {
    return fail(Code::denied, "You may not READ all of this model, so you cannot run it.", {},
                "Somebody who may read it can.");
  }
  auto weather = args.weather_file;
  if (const auto found = runtime.sessions.weather(view.workspace()); !weather && !args.design_day && !found.empty())
    weather = found;
  runtime::RunRequest request{
      std::move(weather),  args.design_day,         args.annual,
      args.energyplus_dir, args.energyplus_version, std::chrono::seconds(args.time_limit_seconds)};
  if (view.admits(foreign_code)) request.foreign_code = engine::ForeignCode::admitted;
  const auto read = [&view](const std::string& path, std::size_t max_bytes) { return view.read_file(path, max_bytes); };
  const auto file = TRY(open_file(view));
  return runtime::make_order(model, open.version, {view.workspace(), file.sha256, open.digest, open.path}, request,
                             runtime::installations(runtime.where), read);
}

Result<LastRun> last_run(const View& view, Runtime& runtime) {
  const auto file = file_of(view);
  auto run = file ? runtime.runs.last(view.workspace(), file->sha256) : nullptr;
  if (run == nullptr) return fail(Code::unavailable, "No simulation results available. Use run_simulation first.");
  const auto open = opened(view, runtime);
  return LastRun{run, !open.ok() || open->digest != run->subject.digest};
}

Result<runtime::SharedRun> run_named(const View& view, Runtime& runtime, const std::string& name) {
  const auto ids = runtime.runs.ids(view.workspace());
  if (name == "last") return TRY(last_run(view, runtime)).run;
  std::string wanted = name;
  if (name == "previous") {
    const auto last = TRY(last_run(view, runtime));
    const auto other = std::ranges::find_if(ids, [&](const std::string& id) { return id != last.run->id; });
    wanted = other == ids.end() ? "" : *other;
  }
  if (auto run = runtime.runs.find(view.workspace(), wanted)) return run;
  std::vector<std::string> shown(ids.begin(),
                                 ids.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(ids.size(), 10)));
  return fail(Code::not_found, "This workspace has no run '" + base::printable(name, 100) + "'.", {},
              shown.empty() ? "Use run_simulation first." : "The newest: " + base::join(shown, ", ") + ".");
}

ErrorsOut errors_out(const formats::energyplus::ErrorFile& errors, std::size_t most) {
  using formats::energyplus::Severity;
  ErrorsOut out{.severe = errors.severe, .warnings = errors.warnings};
  auto messages = errors.messages;
  std::ranges::sort(messages, [](const auto& a, const auto& b) {
    return a.severity != b.severity ? a.severity > b.severity : a.line < b.line;
  });
  for (const auto& message : messages) {
    if (message.severity == Severity::fatal) ++out.fatal;
    if (out.messages.size() == most) continue;
    out.messages.push_back(
        {std::string(name(message.severity)), base::printable(message.text, 300), {}, message.count});
    for (std::size_t i = 0; i < std::min<std::size_t>(message.more.size(), 3); ++i) {
      out.messages.back().more.push_back(base::printable(message.more[i], 300));
    }
  }
  out.distinct = static_cast<std::int64_t>(messages.size()) + errors.left_out;
  out.left_out = out.distinct - static_cast<std::int64_t>(out.messages.size());
  return out;
}

std::vector<FigureOut> figures_out(const runtime::Run& run) {
  std::vector<FigureOut> out;
  for (auto& figure : run.results->figures()) out.push_back({figure.name, figure.value, figure.units});
  return out;
}

RunOut run_out(const runtime::Run& run, bool stale, std::size_t most_messages) {
  RunOut out;
  out.state = run.completed ? "completed" : "failed";
  out.success = run.completed;
  if (!run.problem.empty()) out.problem = run.problem;
  out.run_id = run.id;
  out.cached = run.cached;
  out.stale = stale;
  out.runtime_seconds = run.seconds;
  out.output_directory = run.results->directory().string();
  out.energyplus = run.engine;
  if (!run.weather_path.empty()) out.weather_file = run.weather_path;
  const auto errors = run.results->errors();
  out.simulation_complete = errors.end == formats::energyplus::ErrorFile::End::completed;
  out.network = run.offline ? "none" : "could not be taken away from the engine";
  if (run.network) out.network = "open: the model exchanges data with other programs, and the policy admits that";
  if (run.taken_up) out.network = "unknown: another program made this run";
  out.added = run.added;
  if (run.completed) out.figures = figures_out(run);
  out.errors = errors_out(errors, most_messages);
  return out;
}

}  // namespace energy::tools
