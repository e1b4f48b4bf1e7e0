// SPDX-License-Identifier: Apache-2.0
// The words of `lintel floorplan …`; what they do is in floorplan.cpp.
#include "command/words.h"

#include "domains/floorplan/commands/commands.h"

namespace floorplan::commands {

namespace {

void add_drawing(CLI::App& app, Options& options) {
  app.add_option("plan", options.plans, "The plan, a file")->required()->expected(1);
  app.add_option("-o,--output", options.output, "plan.png, .svg, .pdf, .dxf, .glb or .html")->required();
  app.add_option("--floor", options.floor, "One floor, by name or number from 0; default: all");
  app.add_option("--width", options.width, "Width in pixels")->check(CLI::Range(16, 8192));
  app.add_option("--height", options.height, "Height in pixels")->check(CLI::Range(16, 8192));
  app.add_option("--theme", options.theme, "default, dark or blueprint");
  app.add_option("--unit", options.unit, "m, ft, cm, in or mm");
  app.add_option("--area-unit", options.area_unit, "sqm or sqft");
  app.add_option("--scale", options.scale, "PDF: 50 for 1:50")->check(CLI::Range(1, 10000));
  app.add_flag("--3d", options.view_3d, "PNG: a view of the building");
}

void add_render(CLI::App& app, Options& options) {
  add_drawing(app, options);
  command::add_examples(app, R"(  lintel floorplan render home.floorplan -o home.png --theme blueprint
  lintel floorplan render home.floorplan -o home.pdf --scale 50)");
}

void add_watch(CLI::App& app, Options& options) {
  add_drawing(app, options);
  command::add_examples(app, "  lintel floorplan watch home.floorplan -o home.html");
}

void add_check(CLI::App& app, Options& options) {
  app.add_option("plans", options.plans, "The plans; - is standard input")->required();
  app.add_flag("--strict", options.strict, "Only the original grammar");
  app.add_flag("--json", options.json, "One finding a line");
  command::add_examples(app, "  lintel floorplan check *.floorplan --json");
}

void add_format(CLI::App& app, Options& options) {
  app.add_option("plans", options.plans, "The plans; - is standard input")->required();
  auto* write = app.add_flag("-w,--write", options.write, "Rewrite the files");
  app.add_flag("--check", options.check, "Only say whether they would change (exit 1)")->excludes(write);
  command::add_examples(app, R"(  lintel floorplan format -w home.floorplan
  lintel floorplan format --check *.floorplan)");
}

}  // namespace

void add(CLI::App& app, command::Chosen& chosen) {
  command::add_group<Options>(app, chosen, "floorplan", "Draw, check and lay out floor plans",
                              R"(  lintel floorplan render home.floorplan -o home.png
  lintel floorplan check home.floorplan)",
                              {{"render", "Draw a plan", add_render, render},
                               {"watch", "Draw a plan again whenever its file is saved", add_watch, watch},
                               {"check", "Check plans: exit 0 valid, 1 errors, 2 unreadable", add_check, check},
                               {"format", "Lay plans out anew; comments and order stay", add_format, format}});
}

}  // namespace floorplan::commands
