// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/energy/tools/parts/edit.h"
#include "domains/energy/tools/parts/referring.h"

namespace energy::tools::remove_objects {

namespace {

struct Args {
  std::string object_type;
  bool force = false;
  static constexpr auto fields =
      tool::fields(tool::field("object_type", &Args::object_type, "Which.", {.min_length = 1, .max_length = max_name}),
                   tool::with_default("force", &Args::force, "Even if others refer to some of them."));
};

struct Out {
  std::string status, object_type;
  std::int64_t removed = 0;
  static constexpr auto fields = tool::fields(tool::field("status", &Out::status, "removed"),
                                              tool::field("object_type", &Out::object_type, "Which."),
                                              tool::field("removed", &Out::removed, "How many."));
};

Result<Change> plan(Runtime& runtime, const Args& args, const View& view) {
  Editing editing = TRY(Editing::of(view, runtime));
  const auto* type = TRY(type_named(editing.open(), args.object_type));
  const auto& all = editing.open().held->of_type(type->name);
  const std::vector<std::size_t> going(all.begin(), all.end());
  if (!args.force) TRY(check_not_referred_to(editing.open(), going));
  for (const std::size_t each : going) editing.remove(each);
  const Out out{"removed", type->name, static_cast<std::int64_t>(going.size())};
  Change change =
      std::move(editing).finish("Remove all " + base::grouped(out.removed) + " objects of type " + type->name);
  change.result = tool::encode(out);
  return change;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::change<Args, Out>(
      {.name = "remove_objects",
       .title = "Remove all objects of a type",
       .doc = "Removes every object of one type, Output:Variable for example. Refused while others refer to some of "
              "them, unless force is true.",
       .needs = Permission::remove},
      [&runtime](const Args& args, const View& view) { return plan(runtime, args, view); });
}

}  // namespace energy::tools::remove_objects
