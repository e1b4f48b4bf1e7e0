// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "command/command.h"

// `lintel ids …`. Each command returns its exit code. Paths that a person types are not confined.
namespace ids::commands {

struct Options {
  std::string rules;                 // check: the IDS file
  std::vector<std::string> files;    // check: models; audit: IDS files; diff: two of them; compare: two JSON reports
  std::vector<std::string> reports;  // check: "report.html", or "junit=report.xml"
  std::string format;                // check: of what goes to standard output
  std::string template_name;
  std::string output = "-";
  bool json = false;
  bool quiet = false;
  bool list = false;
};
int check(const Options& options);
int audit(const Options& options);
int diff(const Options& options);
int compare(const Options& options);
int begin(const Options& options);

// Adds their words.
void add(CLI::App& app, command::Chosen& chosen);

}  // namespace ids::commands
