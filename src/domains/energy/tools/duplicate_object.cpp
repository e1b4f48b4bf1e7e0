// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/energy/tools/parts/edit.h"

namespace energy::tools::duplicate_object {

namespace {

struct Args {
  std::string object_type, name, new_name;
  static constexpr auto fields = tool::fields(
      tool::field("object_type", &Args::object_type, "Its type.", {.min_length = 1, .max_length = max_name}),
      tool::field("name", &Args::name, "Which to copy.", {.max_length = max_name}),
      tool::field("new_name", &Args::new_name, "Of the copy.", {.max_length = max_name}));
};

Result<Change> plan(Runtime& runtime, const Args& args, const View& view) {
  Editing editing = TRY(Editing::of(view, runtime));
  const std::size_t index = TRY(object_named(editing.open(), args.object_type, args.name));
  const engine::Object& original = editing.object(index);
  const engine::Draft fresh = TRY(editing.fresh(original.type->name, args.new_name));
  engine::Draft draft = TRY(engine::Draft::of(*editing.open().model, original));
  draft.take_name(fresh);
  const ObjectOut out = TRY(editing.add(draft));
  Change change = std::move(editing).finish("Copy " + out.object_type + " " + base::printable(original.key, 200) +
                                            " as " + base::printable(out.name, 200));
  change.result = tool::encode(out);
  return change;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::change<Args, ObjectOut>(
      {.name = "duplicate_object",
       .title = "Duplicate an object",
       .doc = "Copies one object under a new name, with all its values.",
       .needs = Permission::create},
      [&runtime](const Args& args, const View& view) { return plan(runtime, args, view); });
}

}  // namespace energy::tools::duplicate_object
