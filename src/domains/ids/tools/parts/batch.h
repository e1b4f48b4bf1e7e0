// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "domains/ids/tools/parts/document.h"

// Adding several specifications at once, for the tools that do: from JSON, a template or a table.
namespace ids::tools {

struct BatchOut {
  std::string status = "added";
  std::vector<std::string> spec_ids;
  std::int64_t specification_count = 0;
  std::vector<std::string> warnings;
  static constexpr auto fields =
      tool::fields(tool::field("status", &BatchOut::status, "added."),
                   tool::field("spec_ids", &BatchOut::spec_ids, "The new specifications, in order."),
                   tool::field("specification_count", &BatchOut::specification_count, "How many the document has now."),
                   tool::field("warnings", &BatchOut::warnings, "What deserves a look; the first 50."));
};
// All or nothing: each specification is prepared, and none may go by the name of another. Everything that is wrong is
// told at once, with its place: "specifications[1].requirements[0]".
Result<Change> add_batch(const View& view, Head head, std::vector<Result<doc::Specification>> given,
                         const std::string& summary, std::vector<std::string> notes = {});
Result<Change> add_batch(const View& view, Head head, std::vector<doc::Specification> fresh, const std::string& summary,
                         std::vector<std::string> notes = {});

}  // namespace ids::tools
