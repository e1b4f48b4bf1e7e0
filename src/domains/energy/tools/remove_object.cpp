// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/energy/tools/parts/edit.h"
#include "domains/energy/tools/parts/referring.h"

namespace energy::tools::remove_object {

namespace {

struct Args {
  std::string object_type, name;
  bool force = false;
  static constexpr auto fields = tool::fields(
      tool::field("object_type", &Args::object_type, "Its type.", {.min_length = 1, .max_length = max_name}),
      tool::with_default("name", &Args::name, "Its name.", {.max_length = max_name}),
      tool::with_default("force", &Args::force, "Even if others refer to it."));
};

struct Out {
  std::string status, object_type, name;
  static constexpr auto fields = tool::fields(tool::field("status", &Out::status, "removed"),
                                              tool::field("object_type", &Out::object_type, "Its type."),
                                              tool::field("name", &Out::name, "Its name."));
};

Result<Change> plan(Runtime& runtime, const Args& args, const View& view) {
  Editing editing = TRY(Editing::of(view, runtime));
  const std::size_t index = TRY(object_named(editing.open(), args.object_type, args.name));
  if (!args.force) TRY(check_not_referred_to(editing.open(), {index}));
  const engine::Object& object = editing.object(index);
  const Out out{"removed", object.type->name, engine::utf8_of(object.key)};
  editing.remove(index);
  Change change = std::move(editing).finish("Remove " + out.object_type + " " + base::printable(out.name, 200));
  change.result = tool::encode(out);
  return change;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::change<Args, Out>({.name = "remove_object",
                                  .title = "Remove an object",
                                  .doc = "Removes one object. Refused while others refer to it, unless force is true.",
                                  .needs = Permission::remove},
                                 [&runtime](const Args& args, const View& view) { return plan(runtime, args, view); });
}

}  // namespace energy::tools::remove_object
