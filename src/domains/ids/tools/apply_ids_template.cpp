// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "domains/ids/engine/document/specification_lookup.h"
#include "domains/ids/engine/library/templates.h"
#include "domains/ids/tools/parts/batch.h"
#include "domains/ids/tools/parts/document.h"

namespace ids::tools::apply_ids_template {

namespace {

struct Args {
  std::string name;
  std::optional<std::vector<std::string>> specifications;
  static constexpr auto fields = tool::fields(
      tool::field("name", &Args::name, "The template, for example fire-safety; list_ids_templates tells them.",
                  {.min_length = 1, .max_length = 100}),
      tool::field("specifications", &Args::specifications,
                  "Only these of its specifications, by identifier, name or place (#2); without it all.",
                  {.max_length = 1000}));
};

Result<std::vector<doc::Specification>> chosen(doc::Document source,
                                               const std::optional<std::vector<std::string>>& names) {
  if (!names) return std::move(source.specifications);
  std::vector<doc::Specification> out;
  for (const auto& name : *names) out.push_back(source.specifications[TRY(engine::find_specification(source, name))]);
  return out;
}

Result<Change> plan(const Args& args, const View& view) {
  auto source = TRY(engine::from_template(args.name));
  Head head = TRY(head_of(view));
  if (head.fresh) head.document.info.title = source.info.title;
  auto fresh = TRY(chosen(std::move(source), args.specifications));
  return add_batch(view, std::move(head), std::move(fresh), "Add the template " + args.name);
}

}  // namespace

Tool declare() {
  return tool::change<Args, BatchOut>({.name = "apply_ids_template",
                                       .title = "Add a template's specifications",
                                       .doc = "Adds the specifications of a template to the IDS in work, to be changed "
                                              "from there.",
                                       .needs = Permission::create,
                                       .by_default = false},
                                      plan);
}

}  // namespace ids::tools::apply_ids_template
