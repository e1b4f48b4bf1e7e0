// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "domains/aas/engine/fill/fill.h"
#include "domains/aas/tools/parts/edit.h"

// What the imports of values share.
namespace aas::tools {

// What they answer.
struct ImportOut {
  Json set, same, skipped;
  std::int64_t operations = 0;
  Json patches, validationResult;
  static constexpr auto fields = tool::fields(
      tool::field("set", &ImportOut::set, "[{from, path, where, value}]: what is set; the first 200."),
      tool::field("same", &ImportOut::same, "[{from, path}]: what is so already; the first 50."),
      tool::field("skipped", &ImportOut::skipped, "[{from, to, reason}]: what could not be set; the first 100."),
      tool::field("operations", &ImportOut::operations, "How many patches there are."),
      tool::field("patches", &ImportOut::patches, "AasPatchOp[]: RFC 6902 with what each means."),
      tool::field("validationResult", &ImportOut::validationResult, "Errors that the edit would add."));
};

// One batch of patches that sets all that can be set. Fails where nothing can.
Result<Change> imported(const engine::Templates& known, const View& view, const std::vector<engine::Value>& values,
                        std::string_view from, const std::optional<std::string>& reason);

// Where a value goes, as mappings say it: a path, or {path, unit?, decimal?, language?}.
struct Target {
  std::string path, unit;
  std::string language = {};
  char decimal = '\0';
};
Result<Target> target_from(const Json& json, const std::string& where);

}  // namespace aas::tools
