// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "base/text.h"
#include "domains/energy/engine/references/rename.h"
#include "domains/energy/tools/parts/edit.h"

namespace energy::tools::rename_object {

namespace {

constexpr std::size_t mentions_shown = 50;

struct Args {
  std::string object_type, old_name, new_name;
  static constexpr auto fields = tool::fields(
      tool::field("object_type", &Args::object_type, "Its type.", {.min_length = 1, .max_length = max_name}),
      tool::field("old_name", &Args::old_name, "Its name now.", {.max_length = max_name}),
      tool::field("new_name", &Args::new_name, "Its name then.", {.max_length = max_name}));
};

struct Out {
  std::string status, object_type, old_name, new_name;
  std::int64_t references_updated = 0, keys_updated = 0;
  Json mentions = Json::array();
  static constexpr auto fields = tool::fields(
      tool::field("status", &Out::status, "renamed"), tool::field("object_type", &Out::object_type, "Its type."),
      tool::field("old_name", &Out::old_name, "Before."), tool::field("new_name", &Out::new_name, "After."),
      tool::field("references_updated", &Out::references_updated, "Fields that refer to it."),
      tool::field("keys_updated", &Out::keys_updated, "Keys of outputs, sensors and actuators that can mean it only."),
      tool::field("mentions", &Out::mentions,
                  "Left alone, since they may mean something else: {object_type, name, field, why}."));
};

Json mention(const engine::Model& model, const engine::Rename::Mention& each) {
  const engine::Object& object = model.objects()[each.object];
  return Json::object({{"object_type", object.type->name},
                       {"name", engine::utf8_of(object.key)},
                       {"field", engine::Model::field_path(object, model.all_readings()[each.reading])},
                       {"why", each.why}});
}

Result<void> apply(Editing& editing, const engine::Rename& rename) {
  std::map<std::size_t, std::vector<const engine::TextEdit*>> by_object;
  for (const auto& each : rename.edits) by_object[each.object].push_back(&each);
  const engine::Model& model = *editing.open().model;
  for (const auto& [index, edits] : by_object) {
    engine::Draft draft = TRY(engine::Draft::of(model, editing.object(index)));
    for (const auto* each : edits) TRY(draft.replace(model.all_readings()[each->reading], each->text));
    const auto changed = TRY(editing.change(index, draft));
  }
  return {};
}

Result<Change> plan(Runtime& runtime, const Args& args, const View& view) {
  Editing editing = TRY(Editing::of(view, runtime));
  const Opened& open = editing.open();
  const std::size_t index = TRY(object_named(open, args.object_type, args.old_name));
  const std::string name(base::trim(args.new_name));
  const engine::Rename rename = TRY(engine::rename(*open.model, open.held->references(), index, name));
  TRY(apply(editing, rename));
  const engine::Object& object = editing.object(index);
  Out out{.status = "renamed",
          .object_type = object.type->name,
          .old_name = engine::utf8_of(object.key),
          .new_name = name,
          .references_updated = static_cast<std::int64_t>(rename.references),
          .keys_updated = static_cast<std::int64_t>(rename.keys)};
  for (std::size_t i = 0; i < rename.mentions.size() && i < mentions_shown; ++i)
    out.mentions.push_back(mention(*open.model, rename.mentions[i]));
  Change change = std::move(editing).finish("Rename " + out.object_type + " " + base::printable(out.old_name, 200) +
                                            " to " + base::printable(name, 200));
  if (rename.mentions.size() > mentions_shown)
    change.warnings.push_back(std::to_string(rename.mentions.size()) +
                              " places mention the old name and were left alone; the first " +
                              std::to_string(mentions_shown) + " are listed.");
  change.result = tool::encode(out);
  return change;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::change<Args, Out>(
      {.name = "rename_object",
       .title = "Rename an object",
       .doc =
           "Renames an object and whatever refers to it, by the schema's reference lists and nothing else. Places that "
           "may mean something else (program text, meters, longer names) are listed and left alone.",
       .needs = Permission::modify},
      [&runtime](const Args& args, const View& view) { return plan(runtime, args, view); });
}

}  // namespace energy::tools::rename_object
