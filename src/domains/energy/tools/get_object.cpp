// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/tools/parts/find.h"

namespace energy::tools::get_object {

namespace {

struct Args {
  std::string object_type, name;
  static constexpr auto fields = tool::fields(
      tool::field("object_type", &Args::object_type, "Its type.", {.min_length = 1, .max_length = max_name}),
      tool::with_default("name", &Args::name, "Its name.", {.max_length = max_name}));
};

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::read<Args, ObjectOut>(
      {.name = "get_object", .title = "Get an object", .doc = "One object with all its values."},
      [&runtime](const Args& args, const View& view) -> Result<ObjectOut> {
        const Opened open = TRY(opened(view, runtime));
        const std::size_t index = TRY(object_named(open, args.object_type, args.name));
        return object_out(*open.model, open.model->objects()[index]);
      });
}

}  // namespace energy::tools::get_object
