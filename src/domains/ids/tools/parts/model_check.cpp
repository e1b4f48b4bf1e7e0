// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/tools/parts/model_check.h"

#include "domains/ids/tools/parts/document.h"

namespace ids::tools {

namespace {

runtime::CheckCall call_for(const View& view, tool::Job& job, const std::string& path) {
  runtime::CheckCall call;
  call.workspace = view.workspace();
  call.path = path;
  call.time_ms = view.time_ms();
  call.cancel = job.cancel();
  call.progress = [&job](double share, const std::string& what) { job.report(share * 100, 100, what); };
  return call;
}

}  // namespace

Result<runtime::SharedReport> check_model(runtime::Checks& checks, const View& view, tool::Job& job,
                                          const std::string& path) {
  const auto document = TRY(document_of(view));
  if (document.specifications.empty()) {
    return fail(Code::constraint, "IDS has no specifications", {}, "Load a document with load_ids. Or add some.");
  }
  return checks.check(view.open_file(path), document, call_for(view, job, path));
}

Result<formats::ifc::Model> open_model(const View& view, tool::Job& job, const std::string& path) {
  return runtime::read_model(view.open_file(path), call_for(view, job, path));
}

CheckSummary summary_of(const engine::Report& report) {
  const auto totals = engine::totals(report);
  CheckSummary out;
  out.model = report.model_name;
  out.model_schema = report.model_schema;
  out.verdict = engine::text(report.status);
  out.specifications = totals.specifications;
  out.specifications_passed = totals.specifications_passed;
  out.specifications_failed = totals.specifications_failed;
  out.specifications_errors = totals.specifications_errors;
  out.specifications_not_applicable = totals.specifications_not_applicable;
  out.requirements = totals.requirements;
  out.requirements_passed = totals.requirements_passed;
  out.checks = totals.checks;
  out.checks_passed = totals.checks_passed;
  out.elements_failed = totals.elements_failed;
  return out;
}

}  // namespace ids::tools
