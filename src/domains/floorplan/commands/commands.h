// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "command/command.h"

// `lintel floorplan …`. Each command returns its exit code. Paths that a person types are not confined.
namespace floorplan::commands {

struct Options {
  std::vector<std::string> plans;  // files; "-" is standard input
  std::string output;              // its ending says the format; "-" is standard output
  std::string floor;               // name or index; empty: all
  std::string theme, unit, area_unit;
  int width = 0, height = 0;
  double scale = 0;
  bool view_3d = false;
  bool strict = false, json = false;  // check
  bool write = false, check = false;  // format
};
int render(const Options& options);
int check(const Options& options);
int format(const Options& options);
int watch(const Options& options);

// Adds their words.
void add(CLI::App& app, command::Chosen& chosen);

}  // namespace floorplan::commands
