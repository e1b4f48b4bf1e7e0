// SPDX-License-Identifier: Apache-2.0
// lintel energy view
#include "domains/energy/commands/view.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "base/files.h"
#include "base/text.h"
#include "command/terminal.h"
#include "domains/energy/engine/views/geometry_page.h"
#include "domains/energy/engine/views/peaks_page.h"
#include "domains/energy/engine/views/pictures.h"
#include "domains/energy/engine/views/report_page.h"
#include "domains/energy/engine/views/run_pictures.h"
#include "domains/energy/engine/views/runs_page.h"
#include "domains/energy/engine/views/scene_values.h"
#include "domains/energy/engine/views/schedules_page.h"
#include "domains/energy/runtime/model_file.h"
#include "domains/energy/runtime/places.h"
#include "domains/energy/runtime/result_views.h"
#include "domains/energy/runtime/results.h"
#include "web/pages.h"

namespace energy::commands {

namespace {

namespace fs = std::filesystem;
using base::Code;
using base::fail;
using base::Result;

constexpr std::size_t max_model_bytes = 100'000'000;
constexpr std::size_t max_schedule_bytes = 64'000'000;

struct ViewOptions {
  std::vector<std::string> files;  // the model or the results, and what to write
  bool schedules = false, by_zone = false, report = false, peaks = false, overwrite = false;
  int year = 2024;
  std::string results, variable, at, report_name = "AnnualBuildingUtilityPerformanceSummary", against;

  bool of_results() const { return report || peaks || !against.empty(); }
  std::string zone_variable() const { return variable.empty() ? "Zone Mean Air Temperature" : variable; }
};

// What the ending of a file asks for.
Result<std::string> ending_of(const fs::path& path) {
  auto ending = base::lower_ascii(path.extension().string());
  if (ending == ".html" || ending == ".svg" || ending == ".png") return ending;
  return fail(Code::unknown_name, "it is not known what to write", base::printable(path.string()),
              "End its name with .html, .svg or .png.");
}

// A picture as the file that its ending asks for.
Result<std::string> picture_bytes(const drawing::Picture& picture, const std::string& ending) {
  return engine::image_of(picture, ending == ".png" ? engine::ImageFormat::png : engine::ImageFormat::svg);
}

// What `lintel energy run -o` left, or any run of EnergyPlus: a directory with eplusout.sql.
Result<runtime::SharedResults> results_in(const std::string& given) {
  std::error_code error;
  const fs::path path = given;
  const fs::path directory = fs::is_directory(path, error) ? path : path.parent_path();
  if (!fs::exists(directory / "eplusout.sql", error)) {
    return fail(Code::not_found, "there are no results: no eplusout.sql", base::printable(given),
                "Name the directory that lintel energy run MODEL -o DIRECTORY filled.");
  }
  return std::make_shared<const runtime::Results>(directory);
}

Result<std::string> geometry_bytes(const engine::Model& model, const std::string& name, const std::string& ending,
                                   const ViewOptions& options) {
  const auto scene = engine::scene_of(model);
  if (options.results.empty()) {
    if (ending == ".html")
      return web::page_file("energy-geometry", engine::geometry_page(model, scene, name).file(), {name, {}});
    const auto by = options.by_zone ? engine::ColourBy::zone : engine::ColourBy::type;
    return picture_bytes(engine::geometry_picture(model, scene, by, name), ending);
  }
  const auto results = TRY(results_in(options.results));
  const auto series = TRY(results->series());
  const auto values = TRY(engine::scene_values(*series, model, scene, options.zone_variable()));
  const engine::ShownValues shown{values, TRY(engine::step_at(values, options.at)), false};
  if (ending == ".html")
    return web::page_file("energy-geometry", engine::geometry_page(model, scene, name, &shown).file(), {name, {}});
  return picture_bytes(engine::values_picture(model, scene, shown, name), ending);
}

Result<std::string> schedules_bytes(const engine::Model& model, const fs::path& path, const std::string& ending,
                                    const ViewOptions& options) {
  const auto beside = [&path](const std::string& file) {
    return base::read_file(path.parent_path() / file, max_schedule_bytes);
  };
  const auto name = path.filename().string();
  const auto years = engine::schedule_years(model, options.year, "", beside);
  if (ending == ".html")
    return web::page_file("energy-schedules", engine::schedules_page(years, name).file(), {name, {}});
  return picture_bytes(engine::schedules_picture(years, name, years.list.size()), ending);
}

engine::RunHead named_head(const runtime::Results& results, const std::string& given) {
  auto head = runtime::head_of(results);
  head.id = base::printable(fs::path(given).filename().string(), 100);
  return head;
}

Result<std::string> report_bytes(const runtime::Results& results, const std::string& ending,
                                 const ViewOptions& options) {
  const auto head = named_head(results, options.files[0]);
  const bool page = ending == ".html";
  const auto tables = TRY(runtime::tables_of(results, page ? "" : options.report_name));
  if (tables.empty()) {
    return fail(Code::not_found, "these results have no such report", base::printable(options.report_name),
                "--report alone, into an .html file, shows all of them.");
  }
  if (page)
    return web::page_file("energy-report", engine::report_page(head, results.figures(), tables).file(),
                          {head.building, {}});
  return picture_bytes(engine::report_picture(head, tables), ending);
}

Result<std::string> peaks_bytes(const runtime::Results& results, const std::string& ending,
                                const ViewOptions& options) {
  const auto head = named_head(results, options.files[0]);
  const auto peaks = TRY(runtime::peaks_of(results));
  if (ending == ".html")
    return web::page_file("energy-peaks", engine::peaks_page(head, peaks).file(), {head.building, {}});
  return picture_bytes(engine::peaks_picture(head, peaks), ending);
}

Result<std::string> runs_bytes(const runtime::Results& before, const std::string& ending, const ViewOptions& options) {
  const auto after = TRY(results_in(options.against));
  const auto found = TRY(runtime::compare_results(before, *after, named_head(before, options.files[0]),
                                                  named_head(*after, options.against), {"", 0, options.variable}));
  if (ending == ".html") {
    return web::page_file("energy-runs", engine::runs_page(found->runs, found->comparison, found->series).file(),
                          {found->runs.after.head.building, {}});
  }
  return picture_bytes(engine::runs_picture(found->runs, found->series), ending);
}

Result<std::string> results_bytes(const ViewOptions& options, const std::string& ending) {
  const auto results = TRY(results_in(options.files[0]));
  if (options.peaks) return peaks_bytes(*results, ending, options);
  return options.against.empty() ? report_bytes(*results, ending, options) : runs_bytes(*results, ending, options);
}

Result<std::string> model_bytes(const ViewOptions& options, const std::string& ending) {
  const fs::path from = options.files[0];
  const runtime::Schemas schemas(runtime::places());
  auto bytes = TRY(base::read_file(from, max_model_bytes));
  const auto file = TRY(runtime::read_model(std::move(bytes), schemas));
  if (options.schedules) return schedules_bytes(file.model, from, ending, options);
  return geometry_bytes(file.model, from.filename().string(), ending, options);
}

Result<void> view(const ViewOptions& options) {
  const fs::path to = options.files[1];
  const auto ending = TRY(ending_of(to));
  std::error_code ignored;
  if (!options.overwrite && fs::exists(to, ignored))
    return fail(Code::io, "there is such a file already", base::printable(to.string()), "--overwrite replaces it.");
  auto made = options.of_results() ? results_bytes(options, ending) : model_bytes(options, ending);
  if (!made.ok()) return std::move(made).error();
  return base::write_file_atomic(to, *made);
}

}  // namespace

void add_view(CLI::App& energy, command::Chosen& chosen) {
  const auto options = std::make_shared<ViewOptions>();
  CLI::App* viewing =
      energy.add_subcommand("view", "A model in 3D, its schedules, or the results of runs, as a page or a picture");
  viewing
      ->add_option("files", options->files,
                   "The model, or the directory of a run's results; and the .html, .svg or .png file to write")
      ->required()
      ->expected(2);
  auto* schedules = viewing->add_flag("--schedules", options->schedules, "The model's schedules over a year");
  viewing->add_option("--year", options->year, "The calendar of the schedules; default 2024")
      ->check(CLI::Range(1900, 2200));
  viewing->add_flag("--by-zone", options->by_zone, "Pictures: a colour for each zone instead of each kind of surface");
  auto* results = viewing->add_option("--results", options->results,
                                      "Colour the model by what this directory of results has over time");
  viewing->add_option("--variable", options->variable,
                      "Which one, by zone or surface; default Zone Mean Air Temperature. With --against: which series");
  viewing->add_option("--at", options->at, "When, such as 2017-07-21T15; default: at the highest value");
  auto* report = viewing->add_flag("--report", options->report, "All tables of a directory of results");
  viewing->add_option("--report-name", options->report_name,
                      "Pictures: which report; default AnnualBuildingUtilityPerformanceSummary");
  auto* peaks = viewing->add_flag("--peaks", options->peaks, "The peak loads in a directory of results");
  auto* against =
      viewing->add_option("--against", options->against, "Two directories of results: the first against this one");
  for (auto* one : {report, peaks, against}) one->excludes(schedules)->excludes(results);
  peaks->excludes(report);
  against->excludes(report)->excludes(peaks);
  results->excludes(schedules);
  viewing->add_flag("--overwrite", options->overwrite, "Replace the file if it is there");
  viewing->callback([&chosen, options] {
    chosen = [options] {
      const auto done = view(*options);
      if (!done.ok()) return command::report(done.error());
      command::print_error("wrote " + base::printable(options->files[1]));
      return command::exit_done;
    };
  });
  command::add_examples(*viewing,
                        "  lintel energy view office.idf office.html\n"
                        "  lintel energy view office.idf lights.png --schedules\n"
                        "  lintel energy run office.idf --design-day -o results\n"
                        "  lintel energy view office.idf warm.html --results results\n"
                        "  lintel energy view results report.html --report\n"
                        "  lintel energy view results peaks.svg --peaks\n"
                        "  lintel energy view results changed.html --against other-results\n");
}

}  // namespace energy::commands
