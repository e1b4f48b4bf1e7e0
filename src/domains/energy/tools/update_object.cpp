// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/energy/tools/parts/edit.h"

namespace energy::tools::update_object {

namespace {

struct Args {
  std::string object_type, name;
  Json fields_;
  static constexpr auto fields = tool::fields(
      tool::field("object_type", &Args::object_type, "Its type.", {.min_length = 1, .max_length = max_name}),
      tool::with_default("name", &Args::name, "Its name; empty for the only one of a type without names.",
                         {.max_length = max_name}),
      tool::field(
          "fields", &Args::fields_,
          "{field_name: value}; null empties a field; one of a list by its place: vertices[0].vertex_x_coordinate."));
};

Result<Change> plan(Runtime& runtime, const Args& args, const View& view) {
  Editing editing = TRY(Editing::of(view, runtime));
  const std::size_t index = TRY(object_named(editing.open(), args.object_type, args.name));
  engine::Draft draft = TRY(engine::Draft::of(*editing.open().model, editing.object(index)));
  TRY(Editing::set_all(draft, args.fields_));
  const ObjectOut out = TRY(editing.change(index, draft));
  std::vector<std::string> names;
  for (const auto& [field, value] : args.fields_.as_object()) names.push_back(base::printable(field, 60));
  if (names.size() > 5) names.resize(5);
  Change change = std::move(editing).finish("Update " + out.object_type + " " + base::printable(out.name, 200) + ": " +
                                            base::join(names, ", "));
  change.result = tool::encode(out);
  return change;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::change<Args, ObjectOut>(
      {.name = "update_object",
       .title = "Update an object",
       .doc = "Sets fields of one object; the others, its comments and its place in the file stay as they are. A value "
              "that EnergyPlus would refuse is refused with what is allowed.",
       .needs = Permission::modify},
      [&runtime](const Args& args, const View& view) { return plan(runtime, args, view); });
}

}  // namespace energy::tools::update_object
