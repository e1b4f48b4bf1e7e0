// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "command/command.h"

// `lintel aas …`. Each command returns its exit code. Paths that a person types are not confined.
namespace aas::commands {

struct Options {
  std::vector<std::string> files;  // validate: what is checked; convert and diff: two of them
  std::string file;                // show: the file; new: the one to write
  std::string metamodel;           // "3.0" or "3.1"; "" where nothing was said
  std::string id_short, id, global_asset_id;
  std::vector<std::string> templates;  // new: submodels to begin with; validate: one to check against
  int depth = 0;                       // show: so many steps; 0: all
  std::string output;                  // show: the page to write
  bool strict = false;
  bool all = false;
  bool json = false;
  bool overwrite = false;
};
int validate(const Options& options);
int convert(const Options& options);
int diff(const Options& options);
int show(const Options& options);
int begin(const Options& options);

// Adds their words.
void add(CLI::App& app, command::Chosen& chosen);

}  // namespace aas::commands
