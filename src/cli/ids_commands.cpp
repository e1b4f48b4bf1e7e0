// SPDX-License-Identifier: Apache-2.0
// The words of `lintel ids …`; what they do is in ids.cpp.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/commands.h"
#include "domains/ids/engine/report/formats.h"

namespace cli {

namespace {

std::string padded(std::string_view text, std::size_t width) {
  return std::string(text) + std::string(text.size() < width ? width - text.size() : 1, ' ');
}

// The table of formats, one line each.
std::string report_help() {
  std::string out = "Write a report: FILE, or FORMAT=FILE; may be given several times";
  for (const auto& format : ids::engine::report_formats) {
    out += "\n" + padded(format.name, 9) + padded(format.endings[0], 8) + std::string(format.doc);
  }
  return out;
}

}  // namespace

void add_ids_commands(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<IdsOptions>();
  auto* command = app.add_subcommand("ids", "Check models against an IDS; audit, compare and begin IDS files");
  command->require_subcommand(1);
  auto* check = command->add_subcommand("check", "Check models: exit 0 all pass, 1 something fails, 2 could not run");
  check->add_option("rules", options->rules, "The IDS file")->required();
  check->add_option("models", options->files, "IFC files (.ifc, .ifczip)")->required();
  check->add_option("--report", options->reports, report_help());
  check->add_flag("--json", options->json, "One JSON report a model on standard output");
  check->add_flag("-q,--quiet", options->quiet, "Only the verdict of each model");
  check->callback([&chosen, options] { chosen = [options] { return ids_check(*options); }; });
  auto* audit = command->add_subcommand("audit", "Audit IDS files: exit 0 clean, 1 findings, 2 unreadable");
  audit->add_option("files", options->files, "The IDS files; - is standard input")->required();
  audit->add_flag("--json", options->json, "One finding a line");
  audit->callback([&chosen, options] { chosen = [options] { return ids_audit(*options); }; });
  auto* diff = command->add_subcommand("diff", "Tell what differs: exit 0 nothing, 1 something, 2 unreadable");
  diff->add_option("files", options->files, "The earlier and the later IDS file")->required()->expected(2);
  diff->add_flag("--json", options->json, "As JSON");
  diff->callback([&chosen, options] { chosen = [options] { return ids_diff(*options); }; });
  auto* fresh = command->add_subcommand("new", "Begin an IDS file from a template");
  fresh->add_option("--template", options->template_name, "Which one; --list tells them");
  fresh->add_option("-o,--output", options->output, "The file to write; - is standard output");
  fresh->add_flag("--list", options->list, "List the templates");
  fresh->callback([&chosen, options] { chosen = [options] { return ids_new(*options); }; });
}

}  // namespace cli
