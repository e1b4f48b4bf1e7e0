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
#include "domains/energy/engine/views/pictures.h"
#include "domains/energy/engine/views/schedules_page.h"
#include "domains/energy/runtime/model_file.h"
#include "domains/energy/runtime/places.h"
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
  std::vector<std::string> files;  // the model, and what to write
  bool schedules = false, by_zone = false, overwrite = false;
  int year = 2024;
};

// What the ending of a file asks for.
Result<std::string> ending_of(const fs::path& path) {
  auto ending = base::lower_ascii(path.extension().string());
  if (ending == ".html" || ending == ".svg" || ending == ".png") return ending;
  return fail(Code::unknown_name, "it is not known what to write", base::printable(path.string()),
              "End its name with .html, .svg or .png.");
}

Result<std::string> geometry_bytes(const engine::Model& model, const std::string& name, const std::string& ending,
                                   const ViewOptions& options) {
  const auto scene = engine::scene_of(model);
  if (ending == ".html")
    return web::page_file("energy-geometry", engine::geometry_page(model, scene, name), {name, {}});
  const auto by = options.by_zone ? engine::ColourBy::zone : engine::ColourBy::type;
  return engine::image_of(engine::geometry_picture(model, scene, by, name),
                          ending == ".png" ? engine::ImageFormat::png : engine::ImageFormat::svg);
}

Result<std::string> schedules_bytes(const engine::Model& model, const fs::path& path, const std::string& ending,
                                    const ViewOptions& options) {
  const auto beside = [&path](const std::string& file) {
    return base::read_file(path.parent_path() / file, max_schedule_bytes);
  };
  const auto name = path.filename().string();
  const auto years = engine::schedule_years(model, options.year, "", beside);
  if (ending == ".html") return web::page_file("energy-schedules", engine::schedules_page(years, name), {name, {}});
  return engine::image_of(engine::schedules_picture(years, name, years.list.size()),
                          ending == ".png" ? engine::ImageFormat::png : engine::ImageFormat::svg);
}

Result<void> view(const ViewOptions& options) {
  const fs::path from = options.files[0], to = options.files[1];
  const auto ending = TRY(ending_of(to));
  std::error_code ignored;
  if (!options.overwrite && fs::exists(to, ignored))
    return fail(Code::io, "there is such a file already", base::printable(to.string()), "--overwrite replaces it.");
  const runtime::Schemas schemas(runtime::places());
  auto bytes = TRY(base::read_file(from, max_model_bytes));
  const auto file = TRY(runtime::read_model(std::move(bytes), schemas));
  auto made = options.schedules ? schedules_bytes(file.model, from, ending, options)
                                : geometry_bytes(file.model, from.filename().string(), ending, options);
  if (!made.ok()) return std::move(made).error();
  return base::write_file_atomic(to, *made);
}

}  // namespace

void add_view(CLI::App& energy, command::Chosen& chosen) {
  const auto options = std::make_shared<ViewOptions>();
  CLI::App* viewing = energy.add_subcommand("view", "A model in 3D, or its schedules, as a page or a picture");
  viewing->add_option("files", options->files, "The model, and the .html, .svg or .png file to write")
      ->required()
      ->expected(2);
  viewing->add_flag("--schedules", options->schedules, "Its schedules over a year instead of its geometry");
  viewing->add_option("--year", options->year, "The calendar of the schedules; default 2024")
      ->check(CLI::Range(1900, 2200));
  viewing->add_flag("--by-zone", options->by_zone, "Pictures: a colour for each zone instead of each kind of surface");
  viewing->add_flag("--overwrite", options->overwrite, "Replace the file if it is there");
  viewing->callback([&chosen, options] {
    chosen = [options] {
      const auto done = view(*options);
      if (!done.ok()) return command::report(done.error());
      command::print_error("wrote " + base::printable(options->files[1]));
      return command::exit_done;
    };
  });
  command::add_examples(
      *viewing,
      "  lintel energy view office.idf office.html\n  lintel energy view office.idf lights.png --schedules\n");
}

}  // namespace energy::commands
