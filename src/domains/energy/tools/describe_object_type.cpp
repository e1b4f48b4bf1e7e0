// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/tools/parts/schema.h"

namespace energy::tools::describe_object_type {

namespace {

struct Args {
  std::string object_type;
  std::optional<std::string> version;
  static constexpr auto fields =
      tool::fields(tool::field("object_type", &Args::object_type, "Which.", {.min_length = 1, .max_length = max_name}),
                   tool::field("version", &Args::version, version_doc, {.max_length = 40}));
};

struct Out {
  std::string object_type, version;
  Json type = Json::object();
  static constexpr auto fields = tool::fields(
      tool::field("object_type", &Out::object_type, "Which."), tool::field("version", &Out::version, "Of EnergyPlus."),
      tool::field("type", &Out::type,
                  "group, memo, has_name, required_fields, fields (name, field_type, required, default, units, "
                  "enum_values, bounds, object_list) and, for what is repeated, extensible_group."));
};

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::read<Args, Out>(
      {.name = "describe_object_type",
       .title = "Describe an object type",
       .doc =
           "What an object type is for and its fields: types, units, defaults, choices, bounds, what they refer to."},
      [&runtime](const Args& args, const View& view) -> Result<Out> {
        const auto chosen = TRY(chosen_schema(view, runtime, args.version));
        Json type = TRY(described(chosen, args.object_type));
        return Out{std::string(type.text("object_type")), chosen.version.text(), std::move(type)};
      });
}

}  // namespace energy::tools::describe_object_type
