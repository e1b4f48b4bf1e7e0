// SPDX-License-Identifier: Apache-2.0
#include "base/crypto.h"
#include "domains/floorplan/tools/parts/finding.h"
#include "domains/floorplan/tools/parts/plan.h"

namespace floorplan::tools::open_floorplan {

namespace {

struct Args {
  std::optional<std::string> dsl, path;
  static constexpr auto fields =
      tool::fields(tool::field("dsl", &Args::dsl, "The text of the plan.", {.max_length = max_dsl_bytes}),
                   tool::field("path", &Args::path, "A file with it, under the allowed roots.",
                               {.min_length = 1, .max_length = 4096}));
};

struct Out {
  bool success = true;
  std::int64_t floors = 0, rooms = 0;
  std::vector<Finding> warnings;
  static constexpr auto fields = tool::fields(tool::field("success", &Out::success, "True."),
                                              tool::field("floors", &Out::floors, "How many floors it has."),
                                              tool::field("rooms", &Out::rooms, "How many rooms, sub-rooms included."),
                                              tool::field("warnings", &Out::warnings, "What deserves a look."));
};

Result<Change> plan(const Args& args, const View& view) {
  if (args.dsl.has_value() == args.path.has_value()) {
    return fail(Code::missing, "Give either `dsl` or `path`.", "dsl");
  }
  std::string text = args.dsl ? *args.dsl : TRY(view.read_file(*args.path, max_dsl_bytes));
  const auto compiled = engine::compile(text);
  if (!compiled.valid()) return invalid_plan(compiled, "The plan has errors");
  Out out;
  out.floors = static_cast<std::int64_t>(compiled.plan.floors.size());
  out.rooms = static_cast<std::int64_t>(compiled.plan.rooms.size());
  out.warnings = findings(compiled, formats::floorplan::Severity::warning);
  Change change;
  change.loads.push_back({std::string(plan_element), args.path.value_or(""), base::sha256_hex(text)});
  change.put(plan_as_element(std::move(text)));
  change.summary = "Open a floor plan with " + std::to_string(out.rooms) + " rooms";
  change.result = tool::encode(out);
  return change;
}

}  // namespace

Tool declare() {
  return tool::change<Args, Out>({.name = "open_floorplan",
                                  .title = "Open a floor plan",
                                  .doc = "Makes a plan the workspace's own, from a text or a file. The other floorplan "
                                         "tools use it when they are called without `dsl`.",
                                  .needs = Permission::create,
                                  .destroys = true},
                                 plan);
}

}  // namespace floorplan::tools::open_floorplan
