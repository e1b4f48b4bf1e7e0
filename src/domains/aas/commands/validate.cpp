// SPDX-License-Identifier: Apache-2.0
// lintel aas validate: many files side by side, told in the order in which they were named.
#include <algorithm>
#include <atomic>
#include <optional>
#include <thread>
#include <utility>

#include "base/text.h"
#include "command/terminal.h"
#include "domains/aas/commands/against_template.h"
#include "domains/aas/commands/commands.h"
#include "domains/aas/commands/files.h"
#include "domains/aas/engine/validate/file.h"

namespace aas::commands {

namespace {

using base::Json;
using base::Result;
using command::exit_could_not_run;
using command::exit_done;
using command::exit_findings;
using command::print;
using command::Style;
using command::styled;
using engine::FileCheck;
using engine::Verdict;
using formats::aas::Finding;
using formats::aas::Severity;

constexpr std::size_t findings_shown = 20, most_findings = 100'000;

using Known = std::optional<engine::Templates>;  // where a template is asked for

struct Told {
  std::string text;
  int code = exit_done;
};

std::string numbers(const engine::Findings& findings) {
  std::string out;
  if (findings.errors > 0) out = counted(findings.errors, "error");
  if (findings.warnings > 0) out += (out.empty() ? "" : ", ") + counted(findings.warnings, "warning");
  return out;
}

std::string verdict_line(const FileCheck& check) {
  const std::string some = numbers(check.findings);
  switch (check.verdict) {
    case Verdict::valid:
      return styled(Style::good, "valid") + (some.empty() ? "" : ", " + some);
    case Verdict::invalid:
      return styled(Style::bad, "invalid") + ": " + some +
             (check.passes_as_3_1 ? "; it is valid as metamodel 3.1 (--metamodel 3.1)" : "");
    case Verdict::not_checked:
      break;
  }
  return styled(Style::warn, "not checked") + ": metamodel " + check.metamodel + " cannot be checked; 3.0 and 3.1 can";
}

std::string finding_text(const Finding& finding) {
  const bool error = finding.severity == Severity::error;
  std::string out = "  " + (error ? styled(Style::bad, "error") : styled(Style::warn, "warning")) + " " +
                    (finding.pointer.empty() ? "/" : base::printable(finding.pointer, 1000)) + ": " +
                    base::printable(finding.message);
  out += styled(Style::dim, " [" + std::string(finding.constraint.empty() ? finding.code : finding.constraint) + "]\n");
  if (!finding.fix.empty()) out += "    " + styled(Style::dim, "fix: ") + base::printable(finding.fix) + "\n";
  return out;
}

// Errors come first; each kind in the order of the document.
std::vector<Finding> in_rank(std::vector<Finding> findings) {
  std::vector<Finding> out;
  for (const Severity each : {Severity::error, Severity::warning}) {
    for (Finding& finding : findings) {
      if (finding.severity == each) out.push_back(std::move(finding));
    }
  }
  return out;
}

std::string text_of(const std::string& path, FileCheck check, bool all) {
  std::string out = base::printable(path) + ": " + verdict_line(check) + "\n";
  const std::size_t found = check.findings.errors + check.findings.warnings;
  const std::vector<Finding> list = in_rank(std::move(check.findings.list));
  const std::size_t shown = all ? list.size() : std::min(list.size(), findings_shown);
  for (std::size_t i = 0; i < shown; ++i) out += finding_text(list[i]);
  if (shown < found)
    out += "  … and " + base::grouped(static_cast<std::int64_t>(found - shown)) + " more" +
           (all ? "" : "; --all shows them") + "\n";
  return out;
}

Json json_of(const std::string& path, FileCheck check, bool all) {
  Json out = Json::object({{"file", path},
                           {"verdict", engine::name(check.verdict)},
                           {"class", check.root},
                           {"metamodel", check.metamodel},
                           {"errors", check.findings.errors},
                           {"warnings", check.findings.warnings}});
  if (check.passes_as_3_1) out.set("passes_as", "3.1");
  Json list = Json::array();
  for (const Finding& each : in_rank(std::move(check.findings.list))) {
    if (!all && list.size() == findings_shown) break;
    list.push_back(engine::to_json(each));
    list.as_array().back().set("severity", each.severity == Severity::error ? "error" : "warning");
  }
  return out.set("findings", std::move(list));
}

Told unreadable(const Options& options, const std::string& path, const base::Error& why) {
  const std::string place = why.path.empty() || why.path == path ? "" : " (" + base::printable(why.path) + ")";
  if (options.json)
    return {Json::object({{"file", path}, {"verdict", "unreadable"}, {"why", why.message + place}, {"hint", why.hint}})
                    .dump() +
                "\n",
            exit_could_not_run};
  std::string text = base::printable(path) + ": " + styled(Style::bad, "unreadable") + ": " +
                     base::printable(why.message) + place + "\n";
  if (!why.hint.empty()) text += "  " + styled(Style::dim, "hint: ") + base::printable(why.hint) + "\n";
  return {std::move(text), exit_could_not_run};
}

Result<FileCheck> checked_file(const Options& options, const std::string& path, const Known& known) {
  const std::string bytes = TRY(read_bytes(path));
  const engine::FileCheckOptions how{
      .metamodel = version_said(options.metamodel), .strict = options.strict, .max_findings = most_findings};
  FileCheck check = TRY(engine::check_file(bytes, how));
  if (known) TRY(add_template_findings(check, bytes, options.templates.front(), how, *known));
  return check;
}

Told look_at(const Options& options, const std::string& path, const Known& known) {
  auto check = checked_file(options, path, known);
  if (!check.ok()) return unreadable(options, path, check.error());
  // Not checked is not valid: nobody may take it for a green light.
  const int code = check->verdict == Verdict::valid ? exit_done : exit_findings;
  if (options.json) return {json_of(path, *std::move(check), options.all).dump() + "\n", code};
  return {text_of(path, *std::move(check), options.all), code};
}

// As many at once as there are cores.
std::vector<Told> look_at_all(const Options& options, const std::vector<std::string>& files, const Known& known) {
  std::vector<Told> out(files.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < files.size(); i = next++) out[i] = look_at(options, files[i], known);
  };
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::jthread> threads;
  for (std::size_t i = 1; i < std::min(cores, files.size()); ++i) threads.emplace_back(work);
  work();
  threads.clear();
  return out;
}

}  // namespace

int validate(const Options& options) {
  int worst = exit_done;
  Known known;
  if (!options.templates.empty()) {
    known = known_templates();
    const std::string& wanted = options.templates.front();
    if (wanted != each_its_own) {
      if (const auto found = known->find(wanted); !found.ok()) return command::report(found.error());
    }
  }
  for (const Told& each : look_at_all(options, with_folders_opened(options.files), known)) {
    print(each.text);
    worst = std::max(worst, each.code);
  }
  return worst;
}

}  // namespace aas::commands
