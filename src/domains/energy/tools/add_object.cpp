// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/energy/tools/parts/edit.h"

namespace energy::tools::add_object {

namespace {

struct Args {
  std::string object_type, name;
  std::optional<Json> fields_;
  static constexpr auto fields = tool::fields(
      tool::field("object_type", &Args::object_type, "\"Zone\", \"Material\".",
                  {.min_length = 1, .max_length = max_name}),
      tool::with_default("name", &Args::name, "Empty for types without names.", {.max_length = max_name}),
      tool::field("fields", &Args::fields_, "{field_name: value}; repeated fields as a list: {\"vertices\": [{…}]}."));
};

Result<Change> plan(Runtime& runtime, const Args& args, const View& view) {
  Editing editing = TRY(Editing::of(view, runtime));
  engine::Draft draft = TRY(editing.fresh(args.object_type, args.name));
  if (args.fields_) TRY(Editing::set_all(draft, *args.fields_));
  const ObjectOut out = TRY(editing.add(draft));
  Change change = std::move(editing).finish("Add " + out.object_type + " " + base::printable(out.name, 200));
  change.result = tool::encode(out);
  return change;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::change<Args, ObjectOut>(
      {.name = "add_object",
       .title = "Add an object",
       .doc = "Adds one object. A value that EnergyPlus would refuse is refused with what is allowed; what is still "
              "missing is a warning. batch_add_objects adds many.",
       .needs = Permission::create},
      [&runtime](const Args& args, const View& view) { return plan(runtime, args, view); });
}

}  // namespace energy::tools::add_object
