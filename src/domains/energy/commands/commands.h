// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "command/command.h"

// `lintel energy …`. Each command returns its exit code. Paths that a person types are not confined.
namespace energy::commands {

struct Options {
  std::vector<std::string> files;  // check: what is checked; convert and diff: two of them
  bool strict = false, json = false, overwrite = false;
  bool latin_1 = false;  // convert: the file to read is not UTF-8
};
int check(const Options& options);
int convert(const Options& options);
int diff(const Options& options);

// Adds their words.
void add(CLI::App& app, command::Chosen& chosen);

}  // namespace energy::commands
