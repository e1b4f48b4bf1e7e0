// SPDX-License-Identifier: Apache-2.0
// lintel ids check | audit | diff | compare | new. Paths that a person types are not confined.
#include <algorithm>
#include <atomic>
#include <functional>
#include <optional>
#include <thread>
#include <utility>

#include "base/clock.h"
#include "base/files.h"
#include "base/text.h"
#include "command/progress_bar.h"
#include "command/terminal.h"
#include "domains/ids/commands/commands.h"
#include "domains/ids/commands/model_files.h"
#include "domains/ids/engine/audit/audit.h"
#include "domains/ids/engine/library/compare.h"
#include "domains/ids/engine/library/templates.h"
#include "domains/ids/engine/report/changes.h"
#include "domains/ids/engine/report/formats.h"
#include "domains/ids/engine/report/text.h"
#include "domains/ids/runtime/checks.h"
#include "domains/ids/runtime/report_file.h"
#include "domains/ids/runtime/xsd.h"
#include "domains/ids/runtime/xsd_validator.h"
#include "formats/ifc/model.h"
#include "web/pages.h"

namespace ids::commands {

namespace {

using base::Code;
using base::fail;
using base::Result;
using command::exit_could_not_run;
using command::exit_done;
using command::exit_findings;
using command::print;
using command::print_error;
using command::report;
using command::stdout_is_terminal;
using command::Style;
using command::styled;

namespace doc = formats::ids;

constexpr std::size_t max_ids_bytes = std::size_t{64} << 20;

Result<std::string> read_text(const std::string& path) {
  return base::read_file(path == "-" ? "/dev/stdin" : path, max_ids_bytes);
}

Result<doc::Document> read_rules(const std::string& path) {
  const std::string text = TRY(read_text(path));
  auto read = doc::read(text);
  if (read.ok()) return std::move(read->document);
  auto error = std::move(read).error();
  error.message = base::printable(path) + ": " + error.message;
  return error;
}

// --- check ---

// A model that cannot be checked has a report too, which says why.
engine::Report check_one(const doc::Document& rules, const ModelFile& file, int threads, bool with_places,
                         const std::function<void(double, const std::string&)>& tell) {
  const std::string& path = file.path;
  const auto open = [&](const std::function<void(double)>& progress) {
    return formats::ifc::Model::open(path, {}, {}, progress);
  };
  engine::CheckOptions options;
  options.threads = threads;
  options.progress = tell;
  const auto time_ms = base::system_clock().unix_ms();
  if (!file.found.ok()) return engine::unchecked_report(rules, path, time_ms, file.found.error());
  auto checked = runtime::check_opened(open, path, rules, time_ms, std::move(options), with_places);
  return checked.ok() ? *std::move(checked) : engine::unchecked_report(rules, path, time_ms, checked.error());
}

// Every model on a thread of its own, as many at once as there are cores.
std::vector<engine::Report> check_all(const doc::Document& rules, const std::vector<ModelFile>& models,
                                      bool with_places) {
  std::vector<engine::Report> out(models.size());
  command::ProgressBar bar(models.size());
  std::atomic<std::size_t> next = 0;
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  const auto work = [&] {
    for (std::size_t i = next++; i < models.size(); i = next++) {
      out[i] = check_one(rules, models[i], models.size() > 1 ? 1 : 0, with_places,
                         [&bar, i](double share, const std::string& what) { bar.tell(i, share, what); });
    }
  };
  std::vector<std::jthread> threads;
  for (std::size_t i = 1; i < std::min<std::size_t>(cores, models.size()); ++i) threads.emplace_back(work);
  work();
  return out;
}

// Rules that cannot be read: no model was checked, and every report says so.
std::vector<engine::Report> unchecked(const std::string& rules, const std::vector<ModelFile>& models,
                                      const base::Error& why) {
  doc::Document none;
  none.info.title = rules;
  std::vector<engine::Report> out;
  for (const auto& model : models)
    out.push_back(engine::unchecked_report(none, model.path, base::system_clock().unix_ms(), why));
  return out;
}

struct ReportTarget {
  engine::ReportFormat format;
  std::string path;
};

Result<ReportTarget> target_of(const std::string& given) {
  const auto equals = given.find('=');
  if (equals != std::string::npos) {
    if (const auto named = engine::report_format(given.substr(0, equals)); named.ok()) {
      return ReportTarget{*named, given.substr(equals + 1)};
    }
  }
  if (const auto* format = engine::report_format_of_file(given)) return ReportTarget{*format, given};
  return fail(Code::out_of_range, "the name of a report tells its format: " + base::printable(given), "--report",
              "report.html, report.xlsx …, or FORMAT=FILE: junit=report.xml.");
}

Result<void> write_report(const ReportTarget& target, const std::vector<engine::Report>& reports) {
  const std::string bytes = TRY(runtime::report_file(target.format, reports));
  if (target.path == "-") {
    print(bytes);
    return {};
  }
  TRY(base::write_file_atomic(target.path, bytes));
  print_error("wrote " + base::printable(target.path));
  return {};
}

// A target that cannot be used costs only itself, and is told before the work begins. `worst`: the exit code so far.
std::vector<ReportTarget> targets_of(const std::vector<std::string>& given, int& worst) {
  std::vector<ReportTarget> out;
  for (const auto& each : given) {
    auto target = target_of(each);
    if (target.ok()) {
      out.push_back(*std::move(target));
    } else {
      worst = std::max(worst, report(target.error()));
    }
  }
  return out;
}
void write_reports(const std::vector<ReportTarget>& targets, const std::vector<engine::Report>& reports, int& worst) {
  for (const auto& target : targets) {
    if (const auto written = write_report(target, reports); !written.ok())
      worst = std::max(worst, report(written.error()));
  }
}

// Could not be checked wins over failures.
int exit_code_of(engine::Status status) {
  if (status == engine::Status::error) return exit_could_not_run;
  return status == engine::Status::fail ? exit_findings : exit_done;
}

Style style_of(engine::Status status) {
  if (status == engine::Status::not_applicable) return Style::dim;
  return engine::no_failure(status) ? Style::good : Style::bad;
}

// In another format than the console's, all of it as a file would have it.
int show_as(const std::string& format, const std::vector<engine::Report>& reports) {
  const auto chosen = engine::report_format(format);
  if (!chosen.ok()) return report(chosen.error());
  const auto bytes = runtime::report_file(*chosen, reports);
  if (!bytes.ok()) return report(bytes.error());
  print(*bytes);
  return exit_done;
}

int show(const Options& options, const std::vector<engine::Report>& reports) {
  if (options.json) {
    print(engine::json_of_models(reports, engine::whole_page).dump() + "\n");
    return exit_done;
  }
  if (!options.format.empty() && options.format != "console") return show_as(options.format, reports);
  for (const auto& each : reports) {
    if (!options.quiet) {
      print(engine::console_report(each, stdout_is_terminal()));
      continue;
    }
    const std::string why = each.reason.empty() ? "" : ": " + base::printable(each.reason);
    print(base::printable(each.model_path) + ": " + styled(style_of(each.status), engine::text(each.status)) + why +
          "\n");
  }
  if (!options.quiet) print(engine::console_summary(reports, stdout_is_terminal()));
  return exit_done;
}

// --- audit ---

std::string finding_line(const std::string& path, const engine::AuditFinding& finding) {
  const std::string line = finding.line > 0 ? ":" + std::to_string(finding.line) : "";
  std::string out = styled(Style::bold, base::printable(path) + line + ": " + finding.position) + ": " +
                    (finding.warning ? styled(Style::warn, "warning") : styled(Style::bad, "error")) + ": " +
                    base::printable(finding.message) + " " +
                    styled(Style::dim, "[" + std::to_string(finding.code) + "]") + "\n";
  if (!finding.hint.empty()) out += "  " + styled(Style::dim, "hint: ") + base::printable(finding.hint) + "\n";
  return out;
}

base::Json finding_json(const std::string& path, const engine::AuditFinding& finding) {
  return base::Json::object({{"file", path},
                             {"code", finding.code},
                             {"severity", finding.warning ? "warning" : "error"},
                             {"kind", finding.kind == engine::AuditFinding::Kind::content ? "content" : "structure"},
                             {"position", finding.position},
                             {"line", finding.line > 0 ? base::Json(finding.line) : base::Json()},
                             {"message", finding.message},
                             {"hint", finding.hint}});
}

std::string audit_verdict(const engine::AuditReport& audited) {
  if (!audited.readable) return styled(Style::bad, "unreadable");
  return audited.ok() ? styled(Style::good, "clean") : styled(Style::bad, "not clean");
}

int audit_one(const Options& options, const std::string& path, runtime::XsdValidator& xsd) {
  const auto text = read_text(path);
  if (!text.ok()) return report(text.error());
  const auto audited = engine::audit_bytes(*text, std::ref(xsd));
  for (const auto& finding : audited.findings) {
    print(options.json ? finding_json(path, finding).dump() + "\n" : finding_line(path, finding));
  }
  if (!audited.note.empty()) print_error(base::printable(path) + ": " + audited.note);
  if (!options.json) print(base::printable(path) + ": " + audit_verdict(audited) + "\n");
  if (!audited.readable) return exit_could_not_run;
  return audited.ok() ? exit_done : exit_findings;
}

// --- compare ---

constexpr std::size_t max_report_bytes = std::size_t{512} << 20;

Result<base::Json> read_json_report(const std::string& path) {
  const std::string text = TRY(base::read_file(path == "-" ? "/dev/stdin" : path, max_report_bytes));
  auto parsed = base::parse_json(text, {.max_bytes = max_report_bytes});
  if (!parsed.ok()) parsed.error().message = base::printable(path) + ": " + parsed.error().message;
  return parsed;
}

int write_page(const std::string& path, engine::PageData page) {
  const auto bytes = web::page_file(page.page, page.data, {std::move(page.title), std::move(page.text)});
  if (!bytes.ok()) return report(bytes.error());
  if (const auto written = base::write_file_atomic(path, *bytes); !written.ok()) return report(written.error());
  print_error("wrote " + base::printable(path));
  return exit_done;
}

// Whether somebody will look at where the elements stand.
bool places_are_shown(const Options& options, const std::vector<ReportTarget>& targets) {
  const auto shown = engine::report_format(options.format);
  return (shown.ok() && shown->shows_places) ||
         std::ranges::any_of(targets, [](const ReportTarget& target) { return target.format.shows_places; });
}

}  // namespace

int check(const Options& options) {
  int worst = exit_done;
  const auto targets = targets_of(options.reports, worst);
  const auto rules = read_rules(options.rules);
  const auto models = model_files(options.files);
  const auto reports = rules.ok() ? check_all(*rules, models, places_are_shown(options, targets))
                                  : unchecked(options.rules, models, rules.error());
  worst = std::max(worst, rules.ok() ? show(options, reports) : report(rules.error()));
  write_reports(targets, reports, worst);
  return std::max(worst, exit_code_of(engine::status_of(reports)));
}

int audit(const Options& options) {
  int worst = exit_done;
  runtime::XsdValidator xsd(runtime::xsd_path());
  for (const auto& path : options.files) worst = std::max(worst, audit_one(options, path, xsd));
  return worst;
}

int diff(const Options& options) {
  const auto before = read_rules(options.files[0]);
  if (!before.ok()) return report(before.error());
  const auto after = read_rules(options.files[1]);
  if (!after.ok()) return report(after.error());
  const auto differences = engine::compare(*before, *after);
  print(options.json ? engine::compare_json(differences).dump() + "\n"
                     : engine::compare_text(differences, stdout_is_terminal()));
  return differences.empty() ? exit_done : exit_findings;
}

int compare(const Options& options) {
  const auto before = read_json_report(options.files[0]);
  if (!before.ok()) return report(before.error());
  const auto after = read_json_report(options.files[1]);
  if (!after.ok()) return report(after.error());
  const auto changes = engine::report_changes(*before, *after);
  if (!changes.ok()) return report(changes.error());
  print(options.json ? engine::changes_json(*changes).dump() + "\n"
                     : engine::changes_text(*changes, stdout_is_terminal()));
  int worst = changes->added > 0 ? exit_findings : exit_done;
  if (changes->unknown > 0) worst = exit_could_not_run;
  if (options.output != "-") worst = std::max(worst, write_page(options.output, engine::changes_page(*changes)));
  return worst;
}

int begin(const Options& options) {
  if (options.list) {
    for (const auto& one : engine::templates()) {
      print(styled(Style::bold, one.name) + "\n  " + std::string(one.doc) + "\n");
    }
    return exit_done;
  }
  doc::Document fresh;
  fresh.info.title = "Untitled";
  if (!options.template_name.empty()) {
    auto made = engine::from_template(options.template_name);
    if (!made.ok()) return report(made.error());
    fresh = *std::move(made);
  }
  const std::string xml = doc::write(fresh);
  if (options.output == "-") {
    print(xml);
    return exit_done;
  }
  const auto written = base::write_file_atomic(options.output, xml);
  return written.ok() ? exit_done : report(written.error());
}

}  // namespace ids::commands
