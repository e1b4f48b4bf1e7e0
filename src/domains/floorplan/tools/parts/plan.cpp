// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/tools/parts/plan.h"

#include <utility>

#include "domains/floorplan/tools/parts/finding.h"

namespace floorplan::tools {

Result<std::string> plan_text(const std::optional<std::string>& dsl, const View& view) {
  if (dsl) return *dsl;
  const auto element = view.element(plan_element);
  if (element) return std::string(element->body.text("dsl"));
  return fail(Code::not_found, "This workspace has no plan, and the call has no `dsl`.", "dsl",
              "Send the plan as `dsl`. Or put one into the workspace with open_floorplan.");
}

kernel::Element plan_as_element(std::string dsl) {
  kernel::Element element;
  element.id = plan_element;
  element.category = "floorplan";
  element.body = Json::object({{"dsl", std::move(dsl)}});
  return element;
}

base::Error invalid_plan(const engine::Compiled& compiled, std::string_view what) {
  const auto errors = findings(compiled, formats::floorplan::Severity::error, max_findings);
  std::string message = std::string(what);
  if (!errors.empty()) message += ": line " + std::to_string(errors[0].line.value_or(0)) + ": " + errors[0].message;
  base::Error error = fail(Code::parse, std::move(message), "dsl");
  error.data = std::make_shared<const base::Json>(Json::object({{"success", false}, {"errors", tool::encode(errors)}}));
  return error;
}

}  // namespace floorplan::tools
