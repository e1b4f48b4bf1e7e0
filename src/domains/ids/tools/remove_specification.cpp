// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/ids/engine/document/specification_lookup.h"
#include "domains/ids/tools/parts/document.h"
#include "domains/ids/tools/parts/specification.h"

namespace ids::tools::remove_specification {

namespace {

struct Args {
  std::string spec_id;
  static constexpr auto fields = tool::fields(tool::field("spec_id", &Args::spec_id, spec_id_doc, {.min_length = 1}));
};

struct Out {
  std::string status = "removed";
  std::string spec_id;
  std::int64_t specification_count = 0;
  static constexpr auto fields =
      tool::fields(tool::field("status", &Out::status, "removed."),
                   tool::field("spec_id", &Out::spec_id, "The specification that is gone."),
                   tool::field("specification_count", &Out::specification_count, "How many are left."));
};

Result<Change> plan(const Args& args, const View& view) {
  Head head = TRY(head_of(view));
  const auto kept = TRY(specification_of(view, head.order, args.spec_id));
  Out out;
  out.spec_id = engine::spec_id(kept.specification);
  out.specification_count = static_cast<std::int64_t>(head.order.size()) - 1;
  std::string summary = "Remove the specification " + base::printable(out.spec_id, 100);
  return remove(std::move(head), kept.id, std::move(summary), tool::encode(out));
}

}  // namespace

Tool declare() {
  return tool::change<Args, Out>({.name = "remove_specification",
                                  .title = "Remove a specification",
                                  .doc = "Removes a specification with its facets; undo brings it back.",
                                  .needs = Permission::modify,
                                  .by_default = false,
                                  .destroys = true},
                                 plan);
}

}  // namespace ids::tools::remove_specification
