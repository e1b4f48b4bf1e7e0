// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/tools/parts/find.h"
#include "domains/energy/tools/parts/references_of.h"

namespace energy::tools::get_references {

namespace {

struct Args {
  std::string name;
  std::optional<std::string> object_type;
  static constexpr auto fields = tool::fields(
      tool::field("name", &Args::name, "Of an object.", {.min_length = 1, .max_length = max_name}),
      tool::field("object_type", &Args::object_type, "Where several have this name.", {.max_length = max_name}));
};

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::read<Args, ReferencesOut>(
      {.name = "get_references",
       .title = "References of an object",
       .doc =
           "Who refers to an object and what it refers to, with the fields that do, by the schema's reference lists."},
      [&runtime](const Args& args, const View& view) -> Result<ReferencesOut> {
        const Opened open = TRY(opened(view, runtime));
        const engine::ObjectType* type = nullptr;
        if (args.object_type) type = TRY(type_named(open, *args.object_type));
        return references_of(open, args.name, type);
      });
}

}  // namespace energy::tools::get_references
