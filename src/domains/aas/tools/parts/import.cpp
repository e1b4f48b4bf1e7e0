// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/tools/parts/import.h"

#include <utility>

#include "base/text.h"

namespace aas::tools {

namespace {

Json first_of(const Json& list, std::size_t most) {
  if (list.size() <= most) return list;
  Json out = Json::array();
  for (std::size_t i = 0; i < most; ++i) out.push_back(list.as_array()[i]);
  return out;
}

base::Error nothing_set(const engine::Filled& filled) {
  const bool all_same = filled.skipped.empty();
  base::Error error =
      fail(Code::constraint, all_same ? "everything has these values already" : "nothing could be set", {},
           all_same ? "" : "details.skipped says why; aas_query_structure shows the paths there are.");
  error.data = std::make_shared<const Json>(
      Json::object({{"skipped", first_of(filled.skipped, 50)}, {"same", filled.same.size()}}));
  return error;
}

}  // namespace

Result<Change> imported(const engine::Templates& known, const View& view, const std::vector<engine::Value>& values,
                        std::string_view from, const std::optional<std::string>& reason) {
  const Editing on = TRY(editing(view));
  engine::Filled filled = engine::filled(on.nodes, values, on.file.version());
  if (filled.patches.empty()) return nothing_set(filled);
  const std::size_t count = filled.set.size();
  std::vector<std::string> warnings;
  if (!filled.skipped.empty())
    warnings.push_back(std::to_string(filled.skipped.size()) + " values could not be set; data.skipped says why.");
  Change change = TRY(proposed(view, std::move(filled.patches),
                               {.known = known,
                                .summary = "Set " + std::to_string(count) + (count == 1 ? " value" : " values") +
                                           " from " + base::printable(from, 200),
                                .reason = reason,
                                .warnings = std::move(warnings)}));
  ImportOut out{
      .set = first_of(filled.set, 200), .same = first_of(filled.same, 50), .skipped = first_of(filled.skipped, 100)};
  out.operations = change.result.at("operations").as_integer();
  out.patches = change.result.at("patches");
  out.validationResult = change.result.at("validationResult");
  change.result = tool::encode(out);
  return change;
}

Result<Target> target_from(const Json& json, const std::string& where) {
  if (json.is_string()) return Target{json.as_string(), {}};
  const std::string_view decimal = json.text("decimal");
  const bool good = json.is_object() && !json.text("path").empty() && decimal.size() <= 1;
  if (!good)
    return fail(Code::wrong_type, "a target is a path of idShorts, a semanticId, or {path, unit, decimal}", where,
                R"(For example "TechnicalData/Weight" or {"path": "TechnicalData/Weight", "unit": "g"}.)");
  for (const auto& [name, value] : json.as_object()) {
    if (name != "path" && name != "unit" && name != "decimal" && name != "language")
      return fail(Code::unknown_parameter, "a target has no \"" + base::printable(name, 60) + "\"", where,
                  "It has path, unit, decimal and language.");
  }
  return Target{std::string(json.text("path")), std::string(json.text("unit")), std::string(json.text("language")),
                decimal.empty() ? '\0' : decimal[0]};
}

}  // namespace aas::tools
