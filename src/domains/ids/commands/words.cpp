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

std::vector<std::string> format_names() {
  const auto names = engine::report_format_names();
  return {names.begin(), names.end()};
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
  app.add_option("models", options.files, "IFC files (.ifc, .ifczip), folders of them, and patterns: 'models/**/*.ifc'")
      ->required();
  app.add_option("--report", options.reports, report_help())->allow_extra_args(false);
  app.add_option("--format", options.format, "What goes to standard output, in a format of --report")
      ->check(CLI::IsMember(format_names()));
  app.add_flag("--json", options.json, "The whole report as one line of JSON, whatever the number of models");
  app.add_flag("-q,--quiet", options.quiet, "Only the verdict of each model");
  command::add_examples(app, R"(  lintel ids check rules.ids model.ifc --report report.html --report junit=report.xml
  lintel ids check --format csv rules.ids models/)");
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

void add_compare(CLI::App& app, Options& options) {
  app.add_option("files", options.files, "The earlier and the later report, as check --report FILE.json writes them")
      ->required()
      ->expected(2);
  app.add_flag("--json", options.json, "As JSON");
  app.add_option("-o,--output", options.output, "Write a page as well: changes.html");
  command::add_examples(app, "  lintel ids compare monday.json friday.json -o changes.html");
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
      app, chosen, "ids", "Check models against an IDS, compare reports; audit, compare and begin IDS files",
      R"(  lintel ids new --template fire-safety -o rules.ids
  lintel ids check rules.ids model.ifc --report report.html)",
      {{"check", "Check models: exit 0 nothing fails, 1 something fails, 2 something could not be checked", add_check,
        check},
       {"audit", "Audit IDS files: exit 0 clean, 1 findings, 2 unreadable", add_audit, audit},
       {"diff", "Tell what differs: exit 0 nothing, 1 something, 2 unreadable", add_diff, diff},
       {"compare", "Compare two reports: exit 0 no new failures, 1 some, 2 something cannot be told", add_compare,
        compare},
       {"new", "Begin an IDS file from a template", add_new, begin}});
}

}  // namespace ids::commands
