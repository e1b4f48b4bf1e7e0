// SPDX-License-Identifier: Apache-2.0
// The words of `lintel ids …`; what they do is in ids.cpp.
#include "command/words.h"

#include "domains/ids/commands/commands.h"
#include "domains/ids/engine/report/formats.h"

namespace ids::commands {

namespace {

std::string padded(std::string_view text, std::size_t width) {
  return std::string(text) + std::string(text.size() < width ? width - text.size() : 1, ' ');
}

// The table of formats, one line each.
std::string report_help() {
  std::string out = "Write a report: FILE, or FORMAT=FILE; may be given several times";
  for (const auto& format : engine::report_formats) {
    out += "\n" + padded(format.name, 9) + padded(format.endings[0], 8) + std::string(format.doc);
  }
  return out;
}

void add_check(CLI::App& app, Options& options) {
  app.add_option("rules", options.rules, "The IDS file")->required();
  app.add_option("models", options.files, "IFC files (.ifc, .ifczip)")->required();
  app.add_option("--report", options.reports, report_help());
  app.add_flag("--json", options.json, "The report as JSON on standard output, whatever the number of models");
  app.add_flag("-q,--quiet", options.quiet, "Only the verdict of each model");
  command::add_examples(app, "  lintel ids check rules.ids model.ifc --report report.html --report junit=report.xml");
}

void add_audit(CLI::App& app, Options& options) {
  app.add_option("files", options.files, "The IDS files; - is standard input")->required();
  app.add_flag("--json", options.json, "One finding a line");
  command::add_examples(app, "  lintel ids audit rules.ids --json");
}

void add_diff(CLI::App& app, Options& options) {
  app.add_option("files", options.files, "The earlier and the later IDS file")->required()->expected(2);
  app.add_flag("--json", options.json, "As JSON");
  command::add_examples(app, "  lintel ids diff rules.ids rules-v2.ids");
}

void add_new(CLI::App& app, Options& options) {
  app.add_option("--template", options.template_name, "Which one; --list tells them");
  app.add_option("-o,--output", options.output, "The file to write; - is standard output");
  app.add_flag("--list", options.list, "List the templates");
  command::add_examples(app, R"(  lintel ids new --list
  lintel ids new --template fire-safety -o rules.ids)");
}

}  // namespace

void add(CLI::App& app, command::Chosen& chosen) {
  command::add_group<Options>(
      app, chosen, "ids", "Check models against an IDS; audit, compare and begin IDS files",
      R"(  lintel ids new --template fire-safety -o rules.ids
  lintel ids check rules.ids model.ifc --report report.html)",
      {{"check", "Check models: exit 0 nothing fails, 1 something fails, 2 something could not be checked", add_check,
        check},
       {"audit", "Audit IDS files: exit 0 clean, 1 findings, 2 unreadable", add_audit, audit},
       {"diff", "Tell what differs: exit 0 nothing, 1 something, 2 unreadable", add_diff, diff},
       {"new", "Begin an IDS file from a template", add_new, begin}});
}

}  // namespace ids::commands
