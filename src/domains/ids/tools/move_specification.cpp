// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/text.h"
#include "domains/ids/engine/document/specification_lookup.h"
#include "domains/ids/tools/parts/document.h"
#include "domains/ids/tools/parts/specification.h"

namespace ids::tools::move_specification {

namespace {

struct Args {
  std::string spec_id;
  std::int64_t position = 0;
  static constexpr auto fields =
      tool::fields(tool::field("spec_id", &Args::spec_id, spec_id_doc, {.min_length = 1}),
                   tool::field("position", &Args::position, "Where it shall stand, from 0; beyond the end is the end.",
                               {.minimum = 0}));
};

struct Out {
  std::string status = "moved";
  std::string spec_id;
  std::int64_t position = 0;
  static constexpr auto fields = tool::fields(tool::field("status", &Out::status, "moved."),
                                              tool::field("spec_id", &Out::spec_id, "The specification."),
                                              tool::field("position", &Out::position, "Where it stands now."));
};

Result<Change> plan(const Args& args, const View& view) {
  Head head = TRY(head_of(view));
  auto& list = head.order;
  const auto kept = TRY(specification_of(view, head.order, args.spec_id));
  const auto from = static_cast<std::size_t>(std::ranges::find(list, kept.id) - list.begin());
  const std::size_t to = std::min(static_cast<std::size_t>(args.position), list.size() - 1);
  const auto at = [&](std::size_t index) { return list.begin() + static_cast<std::ptrdiff_t>(index); };
  if (from < to) std::rotate(at(from), at(from + 1), at(to + 1));
  if (to < from) std::rotate(at(to), at(from), at(from + 1));
  Out out;
  out.spec_id = engine::spec_id(kept.specification);
  out.position = static_cast<std::int64_t>(to);
  return save(head, "Move the specification " + base::printable(out.spec_id, 100), tool::encode(out));
}

}  // namespace

Tool declare() {
  return tool::change<Args, Out>({.name = "move_specification",
                                  .title = "Move a specification",
                                  .doc = "Moves a specification to another place in the document.",
                                  .needs = Permission::modify,
                                  .by_default = false},
                                 plan);
}

}  // namespace ids::tools::move_specification
