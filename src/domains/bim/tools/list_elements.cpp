// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/did_you_mean.h"
#include "domains/bim/tools/parts/describe.h"
#include "domains/bim/tools/tool.h"

namespace bim::tools::list_elements {

namespace {

struct Args {
  std::optional<std::string> category, level_id;
  std::int64_t limit = 50, offset = 0;

  static constexpr auto fields =
      tool::fields(tool::field("category", &Args::category, "wall, door, room, level, type and so on."),
                   tool::field("level_id", &Args::level_id, "A level, by id or name."),
                   tool::with_default("limit", &Args::limit, "How many.", {.minimum = 1, .maximum = 500}),
                   tool::with_default("offset", &Args::offset, "How many to skip.", {.minimum = 0}));
};
struct Out {
  std::int64_t total = 0;
  Json by_category;
  std::vector<Json> elements;
  std::string branch;
  std::int64_t revision = 0;
  static constexpr auto fields = tool::fields(tool::field("total", &Out::total, "How many there are."),
                                              tool::field("by_category", &Out::by_category, "How many of each."),
                                              tool::field("elements", &Out::elements, "In the order of their ids."),
                                              tool::field("branch", &Out::branch, "The branch."),
                                              tool::field("revision", &Out::revision, "Of the branch."));
};

Result<void> check_category(const std::optional<std::string>& category) {
  if (!category || engine::category_named(*category) != nullptr) return {};
  std::vector<std::string> names;
  for (const engine::Category& each : engine::categories()) names.emplace_back(each.name);
  return fail(Code::unknown_name, "there is no category " + *category, "category",
              base::did_you_mean(*category, names, {.quote = "'", .otherwise = base::listing("Known", names)}));
}

Result<Out> read(const Args& args, const View& view) {
  TRY(check_category(args.category));
  const engine::Model model = model_of(view);
  std::string level;
  if (args.level_id) level = TRY(find_element(view, model, *args.level_id, "level_id", "level")).id;
  Out out{.by_category = Json::object(), .branch = view.branch_name(), .revision = view.revision()};
  for (const Record& record : model.all()) {
    if (args.category && record.category != *args.category) continue;
    if (!level.empty() && engine::storey_of(record, model).id != level) continue;
    const Json* count = out.by_category.find(record.category);
    out.by_category.set(record.category, (count == nullptr ? 0 : count->as_integer()) + 1);
    if (out.total++ < args.offset || std::ssize(out.elements) >= args.limit) continue;
    out.elements.push_back(described(record, model));
  }
  return out;
}

}  // namespace

Tool declare() {
  return tool::read<Args, Out>({.name = "list_elements",
                                .title = "List building elements",
                                .doc = "Lists elements of the building with their parameters and places."},
                               read);
}

}  // namespace bim::tools::list_elements
