// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/commands/simulate.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <memory>

#include "base/crypto.h"
#include "base/files.h"
#include "base/text.h"
#include "command/progress_bar.h"
#include "command/terminal.h"
#include "domains/energy/engine/run/study.h"
#include "domains/energy/runtime/jobs.h"
#include "domains/energy/runtime/model_file.h"
#include "domains/energy/runtime/order.h"
#include "domains/energy/runtime/places.h"
#include "domains/energy/runtime/schemas.h"
#include "formats/table/table.h"

namespace energy::commands {

namespace {

namespace fs = std::filesystem;
using base::Code;
using base::fail;
using base::Json;
using base::Result;
using command::Style;
using command::styled;

struct SimulateOptions {
  std::string model, weather, study, output;
  bool design_day = false, annual = false, json = false;
  std::int64_t limit_seconds = 86400;
  std::string library, directory, expand, program;
  std::vector<std::string> arguments;
  bool network = false, foreign_code = false;
};

constexpr std::size_t max_model = 100'000'000;

// A model that a person named, and what its runs are of.
struct NamedModel {
  runtime::ModelFile file;
  runtime::RunSubject subject;
};

Result<NamedModel> read_named(const std::string& path) {
  std::string bytes = TRY(base::read_file(path, max_model));
  const std::string digest = base::sha256_hex(bytes);
  auto file = TRY(runtime::read_model(std::move(bytes), runtime::Schemas(runtime::places())));
  return NamedModel{std::move(file), {"command-line", digest, digest, fs::absolute(path).string()}};
}

Result<std::string> read_typed(const std::string& path, std::size_t most) { return base::read_file(path, most); }

runtime::RunRequest request_of(const SimulateOptions& options) {
  runtime::RunRequest out{.design_day = options.design_day, .annual = options.annual};
  if (!options.weather.empty()) out.weather_file = options.weather;
  out.limit = std::chrono::seconds(options.limit_seconds);
  if (options.foreign_code) out.foreign_code = engine::ForeignCode::admitted;
  return out;
}

fs::path runs_home() { return base::state_home() / "energy"; }

// --- run ---

std::string messages_of(const formats::energyplus::ErrorFile& errors, bool all) {
  using formats::energyplus::Severity;
  std::string out;
  for (const auto& message : errors.messages) {
    if (message.severity == Severity::warning && !all) continue;
    const Style style = message.severity == Severity::warning ? Style::warn : Style::bad;
    out += styled(style, name(message.severity)) + " " + message.text;
    if (message.count > 1) out += " (" + std::to_string(message.count) + " times)";
    out += "\n";
    for (const auto& more : message.more) out += "    " + more + "\n";
  }
  return out;
}

std::string verdict_of(const runtime::Run& run) {
  const auto errors = run.results->errors();
  std::string out = run.completed ? styled(Style::good, "completed") : styled(Style::bad, "failed: " + run.problem);
  out += ", " + std::to_string(errors.severe) + " severe, " + std::to_string(errors.warnings) + " warnings" +
         (run.cached ? ", as it was run before" : "") + "\n" + messages_of(errors, false);
  for (const auto& figure : run.results->figures()) {
    out += "  " + figure.name + " " + Json(figure.value).dump() + " " + figure.units + "\n";
  }
  return out + "  " + run.results->directory().string() + "\n";
}

Json json_of(const runtime::Run& run) {
  const auto errors = run.results->errors();
  Json figures = Json::object();
  for (const auto& figure : run.results->figures()) figures.set(figure.name, figure.value);
  return Json::object({{"state", run.completed ? "completed" : "failed"},
                       {"problem", run.problem},
                       {"run_id", run.id},
                       {"cached", run.cached},
                       {"seconds", run.seconds},
                       {"severe", errors.severe},
                       {"warnings", errors.warnings},
                       {"energyplus", run.engine},
                       {"directory", run.results->directory().string()},
                       {"figures", std::move(figures)}});
}

// Copies what the run left, where that was asked for.
Result<void> copy_results(const runtime::Run& run, const std::string& output) {
  if (output.empty()) return {};
  std::error_code error;
  fs::create_directories(output, error);
  for (const auto& each : fs::directory_iterator(run.results->directory(), error)) {
    fs::copy_file(each.path(), fs::path(output) / each.path().filename(), fs::copy_options::overwrite_existing, error);
    if (error) return fail(Code::io, "The results cannot be written to " + output + ": " + error.message() + ".");
  }
  return {};
}

Result<int> run_one(const SimulateOptions& options) {
  const auto read = TRY(read_named(options.model));
  const auto engines = runtime::installations(runtime::places());
  const auto order = TRY(
      runtime::make_order(read.file.model, read.file.version, read.subject, request_of(options), engines, read_typed));
  runtime::Runs runs(runs_home());
  runs.clear_leftovers();
  const auto run = TRY([&] {
    command::ProgressBar bar(1);
    return runs.run(order, {}, [&](double share, const std::string& what) { bar.tell(0, share, what); });
  }());
  TRY(copy_results(*run, options.output));
  command::print(options.json ? json_of(*run).dump() + "\n" : verdict_of(*run));
  return run->completed ? command::exit_done : command::exit_findings;
}

int run(const SimulateOptions& options) {
  const auto done = run_one(options);
  return done.ok() ? *done : command::report(done.error());
}

// --- batch ---

std::string text_of(const Json& object, std::string_view key) { return std::string(object.text(key)); }

// {"model": "m.idf", "weather": "w.epw", "design_day": true, "annual": false, …}: the rest is engine::read_variants.
bool said(const Json& study, std::string_view key) {
  const Json* found = study.find(key);
  return found != nullptr && found->is_bool() && found->as_bool();
}

// Paths in a study are beside it.
std::string beside(const std::string& study, const std::string& path) {
  return fs::path(path).is_absolute() ? path : (fs::path(study).parent_path() / path).string();
}

struct Study {
  NamedModel read;
  std::vector<engine::Variant> variants;
  std::vector<runtime::RunOrder> orders;
};

Result<Study> read_study(const SimulateOptions& options) {
  const auto text = TRY(base::read_file(options.study, std::size_t{16} << 20));
  const Json study = TRY(base::parse_json(text));
  Study out{TRY(read_named(beside(options.study, text_of(study, "model")))), {}, {}};
  out.variants = TRY(engine::read_variants(study, 10'000));
  runtime::RunRequest request{.design_day = said(study, "design_day"), .annual = said(study, "annual")};
  if (const auto weather = text_of(study, "weather"); !weather.empty()) {
    std::error_code error;
    const auto near = beside(options.study, weather);
    request.weather_file = fs::exists(near, error) ? near : weather;
  }
  const auto engines = runtime::installations(runtime::places());
  for (const auto& variant : out.variants) {
    const auto model = TRY(engine::with_settings(out.read.file.model, variant.settings));
    out.orders.push_back(
        TRY(runtime::make_order(model, out.read.file.version, out.read.subject, request, engines, read_typed)));
    out.orders.back().becomes_last = false;
    runtime::share_files(out.orders.front(), out.orders.back());
  }
  return out;
}

formats::table::Sheet table_of(const std::vector<runtime::JobStatus>& jobs) {
  std::vector<std::string> figures;
  std::vector<std::map<std::string, double>> values(jobs.size());
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    if (!jobs[i].run) continue;
    for (const auto& figure : jobs[i].run->results->figures()) {
      const std::string heading = figure.name + " [" + figure.units + "]";
      if (std::ranges::find(figures, heading) == figures.end()) figures.push_back(heading);
      values[i][heading] = figure.value;
    }
  }
  formats::table::Sheet out{"Study", {{"variant", "state", "cached", "run_id", "problem"}}};
  out.rows[0].insert(out.rows[0].end(), figures.begin(), figures.end());
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const auto& job = jobs[i];
    const std::string problem = job.error ? job.error->message : job.run ? job.run->problem : "";
    out.rows.push_back({job.label, std::string(name(job.state)), job.run && job.run->cached ? "yes" : "no",
                        job.run ? job.run->id : "", problem});
    for (const auto& heading : figures) {
      const auto at = values[i].find(heading);
      out.rows.back().push_back(at == values[i].end() ? "" : Json(at->second).dump());
    }
  }
  return out;
}

Result<int> run_batch(const SimulateOptions& options) {
  auto study = TRY(read_study(options));
  runtime::Runs runs(runs_home());
  runtime::Jobs jobs(runs);
  const std::string workspace = study.read.subject.workspace;
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < study.orders.size(); ++i) {
    ids.push_back(TRY(jobs.submit(std::move(study.orders[i]), study.variants[i].name)));
  }
  std::vector<runtime::JobStatus> done;
  {
    command::ProgressBar bar(ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i) {
      done.push_back(jobs.wait(workspace, ids[i], std::chrono::hours(24 * 30), {}).value());
      bar.tell(i, 1, done.back().label);
    }
  }
  const auto sheet = table_of(done);
  if (options.output.empty()) {
    command::print(formats::table::write_csv(sheet));
  } else {
    const bool xlsx = base::lower_ascii(options.output).ends_with(".xlsx");
    TRY(base::write_file_atomic(options.output,
                                xlsx ? formats::table::write_xlsx({sheet}) : formats::table::write_csv(sheet)));
  }
  const bool all = std::ranges::all_of(
      done, [](const runtime::JobStatus& job) { return job.state == runtime::JobState::completed; });
  return all ? command::exit_done : command::exit_findings;
}

int batch(const SimulateOptions& options) {
  const auto done = run_batch(options);
  return done.ok() ? *done : command::report(done.error());
}

// --- worker ---

int worker(const SimulateOptions& options) {
  runtime::be_worker(
      {options.library, options.directory, options.expand, options.arguments, options.network, options.program});
}

void add_run(CLI::App& group, command::Chosen& chosen, const std::shared_ptr<SimulateOptions>& options) {
  CLI::App& app = *group.add_subcommand("run", "Simulate a model: exit 0 completed, 1 the engine failed, 2 not run");
  app.add_option("model", options->model, "The model: IDF or epJSON")->required();
  app.add_option("-w,--weather", options->weather, "The weather: an EPW file, or the name of one of EnergyPlus'");
  app.add_flag("-D,--design-day", options->design_day, "Design days only");
  app.add_flag("-a,--annual", options->annual, "The whole year");
  app.add_option("-o,--output", options->output, "Copy the results to this directory");
  app.add_option("--time-limit", options->limit_seconds, "Stop it after so many seconds")->check(CLI::Range(1, 864000));
  app.add_flag("--foreign-code", options->foreign_code, "Also run PythonPlugin and ExternalInterface objects");
  app.add_flag("--json", options->json, "As one line of JSON");
  command::add_examples(app, R"(  lintel energy run office.idf -w Denver.epw --annual -o results
  lintel energy run office.epJSON --design-day)");
  app.callback([&chosen, options] { chosen = [options] { return run(*options); }; });
}

void add_batch(CLI::App& group, command::Chosen& chosen, const std::shared_ptr<SimulateOptions>& options) {
  CLI::App& app = *group.add_subcommand(
      "batch", "Simulate variants of a model in parallel: exit 0 all completed, 1 not all, 2 not run");
  app.add_option(
         "study", options->study,
         "JSON: model, weather, design_day, annual, variants [{name, set: [{object_type, name, field, value}]}], "
         "parameters [{object_type, name, field, values}]")
      ->required();
  app.add_option("-o,--output", options->output, "Write the table to this .csv or .xlsx; default: standard output");
  command::add_examples(app, "  lintel energy batch study.json -o table.xlsx");
  app.callback([&chosen, options] { chosen = [options] { return batch(*options); }; });
}

void add_worker(CLI::App& group, command::Chosen& chosen, const std::shared_ptr<SimulateOptions>& options) {
  CLI::App& app = *group.add_subcommand("worker", "")->group("");
  app.add_option("--library", options->library);
  app.add_option("--program", options->program);
  app.add_option("--directory", options->directory)->required();
  app.add_option("--expand", options->expand);
  app.add_flag("--network", options->network);
  app.add_option("arguments", options->arguments);
  app.callback([&chosen, options] { chosen = [options] { return worker(*options); }; });
}

}  // namespace

void add_simulation(CLI::App& group, command::Chosen& chosen) {
  const auto options = std::make_shared<SimulateOptions>();
  add_run(group, chosen, options);
  add_batch(group, chosen, options);
  add_worker(group, chosen, options);
}

}  // namespace energy::commands
