// SPDX-License-Identifier: Apache-2.0
// lintel energy check, convert, diff
#include <algorithm>
#include <filesystem>
#include <iterator>

#include "base/files.h"
#include "base/text.h"
#include "command/terminal.h"
#include "domains/energy/commands/commands.h"
#include "domains/energy/engine/compare/compare.h"
#include "domains/energy/engine/convert/convert.h"
#include "domains/energy/engine/geometry/findings.h"
#include "domains/energy/engine/validate/validate.h"
#include "domains/energy/runtime/model_file.h"
#include "domains/energy/runtime/places.h"

namespace energy::commands {

namespace {

using base::Code;
using base::fail;
using base::Json;
using base::Result;
using command::exit_could_not_run;
using command::exit_done;
using command::exit_findings;
using command::print;
using command::report;
using command::Style;
using command::styled;
using engine::Format;

constexpr std::size_t max_bytes = 100'000'000;

enum class Encoding : std::uint8_t { utf_8, latin_1 };

Result<runtime::ModelFile> read(const std::string& path, const runtime::Schemas& schemas,
                                Encoding encoding = Encoding::utf_8) {
  std::string bytes = TRY(base::read_file(path == "-" ? "/dev/stdin" : path, max_bytes));
  if (encoding == Encoding::latin_1) bytes = TRY(engine::from_latin_1(bytes));
  auto out = runtime::read_model(std::move(bytes), schemas);
  if (out.ok()) return out;
  base::Error error = std::move(out).error();
  error.message = base::printable(path) + ": " + error.message;
  return error;
}

// "zone.idf:12: error: Zone Core, x_origin: … (hint)"
std::string line_of(const std::string& path, const engine::Finding& finding) {
  const bool error = finding.severity == engine::Severity::error;
  std::string out = base::printable(path);
  if (finding.line > 0) out += ":" + std::to_string(finding.line);
  out += ": " + styled(error ? Style::bad : Style::warn, error ? "error" : "warning") + ": ";
  if (!finding.type.empty()) out += base::printable(finding.type, 200);
  if (!finding.name.empty()) out += " \"" + base::printable(finding.name, 200) + "\"";
  if (!finding.field.empty()) out += ", " + base::printable(finding.field, 200);
  if (!finding.type.empty()) out += ": ";
  out += base::printable(finding.message, 500);
  return finding.hint.empty() ? out + "\n" : out + styled(Style::dim, "  " + base::printable(finding.hint, 500)) + "\n";
}

Json json_of(const engine::Finding& finding) {
  return Json::object({{"severity", finding.severity == engine::Severity::error ? "error" : "warning"},
                       {"code", finding.code},
                       {"object_type", base::printable(finding.type, 200)},
                       {"object_name", base::printable(finding.name, 200)},
                       {"field", base::printable(finding.field, 200)},
                       {"line", finding.line},
                       {"message", base::printable(finding.message, 500)},
                       {"hint", base::printable(finding.hint, 500)}});
}

std::string counted(std::size_t number, std::string_view one) {
  return std::to_string(number) + " " + std::string(one) + (number == 1 ? "" : "s");
}

// Whether the file is good; unreadable: nothing is known of it.
int check_one(const std::string& path, const Options& options, const runtime::Schemas& schemas, Json& answer) {
  const auto file = read(path, schemas);
  if (!file.ok()) {
    answer.push_back(Json::object({{"file", path}, {"readable", false}, {"error", file.error().message}}));
    if (!options.json) static_cast<void>(report(file.error()));
    return exit_could_not_run;
  }
  auto findings = engine::validate(file->model);
  std::ranges::move(engine::geometry_findings(file->model), std::back_inserter(findings));
  const std::size_t errors = engine::errors_in(findings), warnings = findings.size() - errors;
  const bool good = errors == 0 && (!options.strict || warnings == 0);
  Json list = Json::array();
  for (const auto& each : findings) {
    if (options.json) list.push_back(json_of(each));
    if (!options.json) print(line_of(path, each));
  }
  if (!options.json) {
    if (!file->warning.empty()) command::print_error("note: " + file->warning);
    print(base::printable(path) + ": " + styled(good ? Style::good : Style::bad, good ? "valid" : "invalid") +
          ", EnergyPlus " + file->version.brief() + ", " + counted(file->model.objects().size(), "object") + ", " +
          counted(errors, "error") + ", " + counted(warnings, "warning") + "\n");
  }
  answer.push_back(Json::object({{"file", path},
                                 {"readable", true},
                                 {"valid", good},
                                 {"version", file->version.text()},
                                 {"errors", errors},
                                 {"warnings", warnings},
                                 {"findings", std::move(list)}}));
  return good ? exit_done : exit_findings;
}

// Which format a file is to have; by its name, since "-" has none.
Result<Format> wanted_format(const std::string& path) {
  if (const auto format = engine::format_of_name(path)) return *format;
  return fail(Code::wrong_type, "the name of the file to write must end in .idf, .epJSON or .json",
              base::printable(path));
}

Result<std::string> converted(const runtime::ModelFile& file, Format format) {
  if (format == file.source.format()) return file.source.bytes();
  for (const auto& finding : file.model.findings()) {
    if (finding.severity != engine::Severity::error) continue;
    return fail(Code::export_failed, "the model cannot be written in another format: " + finding.message,
                finding.line > 0 ? "line " + std::to_string(finding.line) : finding.type);
  }
  return format == Format::epjson ? engine::to_epjson(file.model) : engine::to_idf(file.model);
}

Result<void> write(const std::string& path, const std::string& bytes, bool overwrite) {
  std::error_code ignored;
  if (!overwrite && std::filesystem::exists(path, ignored))
    return fail(Code::io, "there is such a file already", base::printable(path), "--overwrite replaces it.");
  return base::write_file_atomic(path, bytes);
}

void print_difference(const engine::ModelDifference& difference) {
  for (const auto& each : difference.removed)
    print(styled(Style::bad, "- ") + each.type + " \"" + base::printable(each.name, 200) + "\"\n");
  for (const auto& each : difference.added)
    print(styled(Style::good, "+ ") + each.type + " \"" + base::printable(each.name, 200) + "\"\n");
  for (const auto& each : difference.changed) {
    print(styled(Style::warn, "~ ") + each.type + " \"" + base::printable(each.name, 200) + "\"\n");
    for (const auto& line : each.fields) print("    " + line + "\n");
  }
}

}  // namespace

int check(const Options& options) {
  const runtime::Schemas schemas(runtime::places());
  Json answer = Json::array();
  int worst = exit_done;
  for (const auto& path : options.files) worst = std::max(worst, check_one(path, options, schemas, answer));
  if (options.json) print(answer.pretty() + "\n");
  return worst;
}

int convert(const Options& options) {
  const runtime::Schemas schemas(runtime::places());
  const auto file = read(options.files[0], schemas, options.latin_1 ? Encoding::latin_1 : Encoding::utf_8);
  if (!file.ok()) return report(file.error());
  const auto format = wanted_format(options.files[1]);
  if (!format.ok()) return report(format.error());
  const auto bytes = converted(*file, *format);
  if (!bytes.ok()) return report(bytes.error());
  if (const auto written = write(options.files[1], *bytes, options.overwrite); !written.ok())
    return report(written.error());
  command::print_error("wrote " + base::printable(options.files[1]));
  return exit_done;
}

int diff(const Options& options) {
  const runtime::Schemas schemas(runtime::places());
  const auto before = read(options.files[0], schemas);
  if (!before.ok()) return report(before.error());
  const auto after = read(options.files[1], schemas);
  if (!after.ok()) return report(after.error());
  const auto difference = engine::compare(before->model, after->model);
  print_difference(difference);
  return difference.empty() ? exit_done : exit_findings;
}

}  // namespace energy::commands
