// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <memory>

#include "domains/energy/commands/commands.h"
#include "domains/energy/commands/simulate.h"
#include "domains/energy/commands/view.h"

namespace energy::commands {

void add(CLI::App& app, command::Chosen& chosen) {
  const auto options = std::make_shared<Options>();
  CLI::App* energy = app.add_subcommand("energy", "EnergyPlus models: check, convert, compare, simulate and show");
  energy->require_subcommand(1);

  CLI::App* checking = energy->add_subcommand("check", "Whether EnergyPlus' input check would take models");
  checking->add_option("files", options->files, "IDF or epJSON files; - is standard input")->required();
  checking->add_flag("--strict", options->strict, "Warnings count as errors");
  checking->add_flag("--json", options->json, "The findings as JSON");
  checking->callback([&chosen, options] { chosen = [options] { return check(*options); }; });
  command::add_examples(*checking,
                        "  lintel energy check office.idf          exit code 0: valid, 1: errors, 2: not readable\n");

  CLI::App* converting = energy->add_subcommand("convert", "IDF to epJSON and back");
  converting->add_option("files", options->files, "The file to read and the one to write")->required()->expected(2);
  converting->add_flag("--overwrite", options->overwrite, "Replace the file if it is there");
  converting->add_flag("--latin-1", options->latin_1, "The file to read is ISO 8859-1; what is written is UTF-8");
  converting->callback([&chosen, options] { chosen = [options] { return convert(*options); }; });
  command::add_examples(*converting, "  lintel energy convert office.idf office.epJSON\n");

  CLI::App* comparing = energy->add_subcommand("diff", "How two models differ, by objects and fields");
  comparing->add_option("files", options->files, "Two models")->required()->expected(2);
  comparing->callback([&chosen, options] { chosen = [options] { return diff(*options); }; });
  command::add_examples(*comparing, "  lintel energy diff before.idf after.epJSON   exit code 0: the same, 1: not\n");

  add_simulation(*energy, chosen);
  add_view(*energy, chosen);
}

}  // namespace energy::commands
