// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/tools/parts/batch.h"

#include <algorithm>

#include "base/text.h"
#include "domains/ids/engine/document/specification_lookup.h"
#include "domains/ids/engine/edit/specification_rules.h"

namespace ids::tools {

namespace {

constexpr std::size_t max_notes = 50;

}  // namespace

Result<Change> add_batch(const View& view, Head head, std::vector<doc::Specification> fresh, const std::string& summary,
                         std::vector<std::string> notes) {
  if (fresh.empty()) return fail(Code::missing, "There is nothing to add.", "specifications");
  BatchOut out;
  out.warnings = std::move(notes);
  for (auto& specification : fresh) {
    std::vector<std::string> own;
    if (auto ready = engine::prepare(specification, own); !ready.ok()) {
      auto error = std::move(ready).error();
      error.message = "Specification '" + base::printable(engine::spec_id(specification), 100) + "': " + error.message;
      return error;
    }
    TRY(check_unique(view, head.order, specification));
    const std::string id = engine::spec_id(specification);
    if (std::ranges::find(out.spec_ids, id) != out.spec_ids.end()) {
      return fail(Code::constraint, "Two of the specifications are called `" + base::printable(id, 200) + "`.",
                  "specifications", "Give each an identifier of its own.");
    }
    out.spec_ids.push_back(id);
    for (const auto& note : own) {
      if (out.warnings.size() < max_notes) out.warnings.push_back(id + ": " + note);
    }
  }
  out.specification_count = static_cast<std::int64_t>(head.order.size() + fresh.size());
  return append(view, std::move(head), fresh, summary, tool::encode(out));
}

}  // namespace ids::tools
