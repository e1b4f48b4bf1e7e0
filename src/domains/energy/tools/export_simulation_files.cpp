// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <filesystem>

#include "base/files.h"
#include "base/text.h"
#include "domains/energy/tools/parts/simulation.h"

namespace energy::tools::export_simulation_files {

namespace {

namespace fs = std::filesystem;

struct Args {
  std::string output_directory;
  std::string run_id = "last";
  std::optional<std::vector<std::string>> files;
  bool readvars = false, overwrite = false;
  static constexpr auto fields =
      tool::fields(tool::field("output_directory", &Args::output_directory, "One that is there, under the roots.",
                               {.min_length = 1, .max_length = max_path}),
                   tool::with_default("run_id", &Args::run_id, "last, previous, or an id.", {.max_length = 100}),
                   tool::field("files", &Args::files, "Names (\"eplusout.sql\"); default: all.", {.max_length = 50}),
                   tool::with_default("readvars", &Args::readvars, "Also eplusout.csv and eplusmtr.csv."),
                   tool::with_default("overwrite", &Args::overwrite, tool::overwrite_doc));
};

struct Out {
  std::string status = "exported", run_id, output_directory;
  std::vector<std::string> names;
  std::int64_t bytes = 0;
  static constexpr auto fields = tool::fields(
      tool::field("status", &Out::status, "exported."), tool::field("run_id", &Out::run_id, "Whose files they are."),
      tool::field("output_directory", &Out::output_directory, "Where."),
      tool::field("names", &Out::names, "Of the files there."), tool::field("bytes", &Out::bytes, "Of all of them."));
};

// What EnergyPlus writes for its users; the run's own copies and records are not among it.
constexpr std::array<std::string_view, 17> endings = {".sql", ".err", ".eso", ".mtr", ".eio", ".end",
                                                      ".rdd", ".mdd", ".mtd", ".csv", ".htm", ".audit",
                                                      ".bnd", ".shd", ".dxf", ".tab", ".txt"};
constexpr std::int64_t most_bytes = std::int64_t{256} << 20;

std::string ending_of(const fs::path& path) { return base::lower_ascii(path.extension().string()); }

// By name. Fails where a wanted one is not there, and above what a change can carry.
Result<std::vector<fs::path>> chosen_files(const runtime::Run& run, const Args& args) {
  std::vector<fs::path> out;
  std::error_code error;
  std::uintmax_t bytes = 0;
  for (const auto& each : fs::directory_iterator(run.results->directory(), error)) {
    const std::string name = each.path().filename().string();
    if (!each.is_regular_file(error) || std::ranges::find(endings, ending_of(name)) == endings.end()) continue;
    if (args.files && std::ranges::find(*args.files, name) == args.files->end()) continue;
    bytes += each.file_size(error);
    out.push_back(each.path());
  }
  std::ranges::sort(out);
  for (const auto& wanted : args.files.value_or(std::vector<std::string>())) {
    if (std::ranges::find(out, wanted, [](const fs::path& each) { return each.filename().string(); }) == out.end())
      return fail(Code::not_found, "This run has no file \"" + base::printable(wanted, 200) + "\".", "files",
                  "Leave `files` away to have all of them.");
  }
  if (bytes > static_cast<std::uintmax_t>(most_bytes)) {
    return fail(Code::out_of_range, "These files are larger than 256 MB together.", "files",
                "Name those that are needed, or copy them from " + run.results->directory().string() + ".");
  }
  return out;
}

Result<Change> plan(Runtime& runtime, const Args& args, const View& view, tool::Job&) {
  const auto run = TRY(run_named(view, runtime, args.run_id));
  if (args.readvars) TRY(runtime::Runs::write_tables(*run));
  Out out{.run_id = run->id, .output_directory = args.output_directory};
  Change change;
  for (const auto& path : TRY(chosen_files(*run, args))) {
    std::string bytes = TRY(base::read_file(path, static_cast<std::size_t>(most_bytes)));
    out.names.push_back(path.filename().string());
    out.bytes += static_cast<std::int64_t>(bytes.size());
    change.files.push_back({(fs::path(args.output_directory) / path.filename()).string(),
                            std::move(bytes),
                            {ending_of(path)},
                            args.overwrite});
  }
  change.summary = "Write " + std::to_string(out.names.size()) + " files of run " + run->id + " to " +
                   base::printable(args.output_directory, 200);
  change.result = tool::encode(out);
  return change;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::job<Args, Out>(
      {.name = "export_simulation_files",
       .title = "Write the files of a run to a directory",
       .doc = "Copies what EnergyPlus wrote for a run (database, errors, series, reports) to a directory of yours.",
       .needs = Permission::read,
       .destroys = true},
      [&runtime](const Args& args, const View& view, tool::Job& job) { return plan(runtime, args, view, job); });
}

}  // namespace energy::tools::export_simulation_files
