// SPDX-License-Identifier: Apache-2.0
// The words of `lintel floorplan …`; what they do is in floorplan.cpp.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/commands.h"

namespace cli {

namespace {

void add_drawing(CLI::App* command, FloorplanOptions& options) {
  command->add_option("plan", options.plans, "The plan, a file")->required()->expected(1);
  command->add_option("-o,--output", options.output, "plan.png, .svg, .pdf, .dxf, .glb or .html")->required();
  command->add_option("--floor", options.floor, "One floor, by name or number from 0; default: all");
  command->add_option("--width", options.width, "Width in pixels")->check(CLI::Range(16, 8192));
  command->add_option("--height", options.height, "Height in pixels")->check(CLI::Range(16, 8192));
  command->add_option("--theme", options.theme, "default, dark or blueprint");
  command->add_option("--unit", options.unit, "m, ft, cm, in or mm");
  command->add_option("--area-unit", options.area_unit, "sqm or sqft");
  command->add_option("--scale", options.scale, "PDF: 50 for 1:50")->check(CLI::Range(1, 10000));
  command->add_flag("--3d", options.view_3d, "PNG: a view of the building");
}

}  // namespace

void add_floorplan_commands(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<FloorplanOptions>();
  auto* command = app.add_subcommand("floorplan", "Draw, check and lay out floor plans");
  command->require_subcommand(1);
  auto* render = command->add_subcommand("render", "Draw a plan");
  add_drawing(render, *options);
  render->callback([&chosen, options] { chosen = [options] { return floorplan_render(*options); }; });
  auto* watch = command->add_subcommand("watch", "Draw a plan again whenever its file is saved");
  add_drawing(watch, *options);
  watch->callback([&chosen, options] { chosen = [options] { return floorplan_watch(*options); }; });
  auto* check = command->add_subcommand("check", "Check plans: exit 0 valid, 1 errors, 2 unreadable");
  check->add_option("plans", options->plans, "The plans; - is standard input")->required();
  check->add_flag("--strict", options->strict, "Only the original grammar");
  check->add_flag("--json", options->json, "One finding a line");
  check->callback([&chosen, options] { chosen = [options] { return floorplan_check(*options); }; });
  auto* format = command->add_subcommand("format", "Lay plans out anew; comments and order stay");
  format->add_option("plans", options->plans, "The plans; - is standard input")->required();
  auto* write = format->add_flag("-w,--write", options->write, "Rewrite the files");
  format->add_flag("--check", options->check, "Only say whether they would change (exit 1)")->excludes(write);
  format->callback([&chosen, options] { chosen = [options] { return floorplan_format(*options); }; });
}

}  // namespace cli
