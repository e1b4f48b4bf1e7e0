// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/validate/integrity.h"
#include "domains/energy/tools/parts/findings.h"
#include "domains/energy/tools/parts/opened.h"

namespace energy::tools::check_model_integrity {

namespace {

constexpr std::size_t listed = 100;

struct Out {
  bool passed = false;
  std::int64_t error_count = 0, warning_count = 0;
  Json issues = Json::array();
  bool truncated = false;
  std::vector<std::string> checks_run;
  static constexpr auto fields =
      tool::fields(tool::field("passed", &Out::passed, "Whether there are no errors."),
                   tool::field("error_count", &Out::error_count, "How many."),
                   tool::field("warning_count", &Out::warning_count, "How many."),
                   tool::field("issues", &Out::issues,
                               "Each {severity, code, object_type, object_name, field, message}; at most 100."),
                   tool::field("truncated", &Out::truncated, "Whether some are left out."),
                   tool::field("checks_run", &Out::checks_run, "The codes of all checks."));
};

Result<Out> check(Runtime& runtime, const View& view) {
  const Opened open = TRY(opened(view, runtime));
  Out out;
  for (const auto each : engine::integrity_checks()) out.checks_run.emplace_back(each);
  for (const auto& finding : open.held->integrity()) {
    ++(finding.severity == engine::Severity::error ? out.error_count : out.warning_count);
    if (out.issues.size() < listed) {
      out.issues.push_back(finding_json(finding));
    } else {
      out.truncated = true;
    }
  }
  out.passed = out.error_count == 0;
  return out;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::read<tool::Nothing, Out>(
      {.name = "check_model_integrity",
       .title = "Check the model as a whole",
       .doc = "Looks for what a run would stumble over though every value is allowed: zones without surfaces, surfaces "
              "that do not face each other, windows without a wall, missing run controls, unused schedules."},
      [&runtime](const tool::Nothing&, const View& view) { return check(runtime, view); });
}

}  // namespace energy::tools::check_model_integrity
