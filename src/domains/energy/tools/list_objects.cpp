// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "domains/energy/engine/convert/object_json.h"
#include "domains/energy/tools/parts/find.h"

namespace energy::tools::list_objects {

namespace {

struct Args {
  std::string object_type;
  std::int64_t limit = 50, offset = 0;
  bool include_all_fields = false;
  static constexpr auto fields = tool::fields(
      tool::field("object_type", &Args::object_type, "Which, \"Zone\" for example.",
                  {.min_length = 1, .max_length = max_name}),
      tool::with_default("limit", &Args::limit, "At most 200.", {.minimum = 1, .maximum = 200}),
      tool::with_default("offset", &Args::offset, "How many to pass over.", {.minimum = 0}),
      tool::with_default("include_all_fields", &Args::include_all_fields, "Else name and required fields."));
};

struct Out {
  std::string object_type;
  std::int64_t total = 0, returned = 0;
  Json objects = Json::array();
  std::optional<std::int64_t> next_offset;
  static constexpr auto fields = tool::fields(
      tool::field("object_type", &Out::object_type, "Which."), tool::field("total", &Out::total, "How many there are."),
      tool::field("returned", &Out::returned, "How many are listed."),
      tool::field("objects", &Out::objects, "Each {object_type, name, and its fields}."),
      tool::field("next_offset", &Out::next_offset, "For the next page; absent at the end."));
};

Json listed(const engine::Model& model, const engine::Object& object, bool all) {
  Json out = Json::object({{"object_type", object.type->name}, {"name", engine::utf8_of(object.key)}});
  Json values = engine::fields_json(model, object);
  for (auto& [field, value] : values.as_object()) {
    const auto index = object.type->field(field);
    const bool required = index ? object.type->fields[*index].required : object.type->group_required;
    if ((all || required) && field != "object_type" && field != "name") out.set(field, std::move(value));
  }
  return out;
}

Result<Out> list(Runtime& runtime, const Args& args, const View& view) {
  const Opened open = TRY(opened(view, runtime));
  const auto* type = TRY(type_named(open, args.object_type));
  const auto& all = open.held->of_type(type->name);
  Out out{.object_type = type->name, .total = static_cast<std::int64_t>(all.size())};
  const std::int64_t end = std::min(out.total, args.offset + args.limit);
  for (std::int64_t i = args.offset; i < end; ++i) {
    const auto& object = open.model->objects()[all[static_cast<std::size_t>(i)]];
    out.objects.push_back(listed(*open.model, object, args.include_all_fields));
  }
  out.returned = static_cast<std::int64_t>(out.objects.size());
  if (end < out.total) out.next_offset = end;
  return out;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::read<Args, Out>(
      {.name = "list_objects",
       .title = "List objects of a type",
       .doc =
           "Lists the objects of one type, with their required fields or all of them. get_object has one as a whole."},
      [&runtime](const Args& args, const View& view) { return list(runtime, args, view); });
}

}  // namespace energy::tools::list_objects
