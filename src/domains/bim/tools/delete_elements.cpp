// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "domains/bim/tools/parts/describe.h"
#include "domains/bim/tools/tool.h"

namespace bim::tools::delete_elements {

namespace {

struct Args {
  std::vector<std::string> element_ids;

  static constexpr auto fields =
      tool::fields(tool::field("element_ids", &Args::element_ids, "What to delete; what it hosts goes with it.",
                               {.min_length = 1, .max_length = 10000}));
};
struct Out {
  std::vector<std::string> deleted, with_them;
  static constexpr auto fields =
      tool::fields(tool::field("deleted", &Out::deleted, "What was named."),
                   tool::field("with_them", &Out::with_them, "What goes along: hosted elements, joins, booleans."));
};

Result<Out> apply(const Args& args, Draft& draft) {
  Out out;
  for (std::size_t i = 0; i < args.element_ids.size(); ++i) {
    const Record record = TRY(draft.need(args.element_ids[i], "element_ids[" + std::to_string(i) + "]"));
    if (std::ranges::find(out.deleted, record.id) == out.deleted.end()) out.deleted.push_back(record.id);
  }
  const auto is_named = [&](const std::string& id) { return std::ranges::find(out.deleted, id) != out.deleted.end(); };
  for (const std::string& id : out.deleted) {
    const std::optional<Record> record = draft.find(id);
    if (!record) continue;  // it went with another
    // NB: what stands on a level that goes may go in the same call.
    for (const Record& other : draft.referring(id)) {
      if (is_named(other.id)) draft.remove(other.id);
    }
    for (const Record& other : TRY(goes_along(*record, draft))) {
      if (!is_named(other.id)) out.with_them.push_back(other.id);
      draft.remove(other.id);
    }
    draft.remove(id);
    draft.say("Delete " + called(*record));
  }
  if (!out.with_them.empty()) draft.say("with " + std::to_string(out.with_them.size()) + " that they host or make");
  return out;
}

}  // namespace

Result<Json> run(const Json& arguments, Draft& draft) { return step(arguments, draft, apply); }

Tool declare() {
  return modelling<Args, Out>({.name = "delete_elements",
                               .title = "Delete building elements",
                               .doc = "Deletes elements of the building and what they host. A human decides.",
                               .needs = Permission::remove,
                               .by_default = false},
                              apply);
}

}  // namespace bim::tools::delete_elements
