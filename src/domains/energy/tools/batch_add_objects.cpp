// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/energy/tools/parts/edit.h"

namespace energy::tools::batch_add_objects {

namespace {

struct New {
  std::string object_type, name;
  std::optional<Json> fields_;
  static constexpr auto fields = tool::fields(
      tool::field("object_type", &New::object_type, "", {.min_length = 1, .max_length = max_name}),
      tool::with_default("name", &New::name, "", {.max_length = max_name}), tool::field("fields", &New::fields_, ""));
};

struct Args {
  std::vector<New> objects;
  static constexpr auto fields = tool::fields(tool::field(
      "objects", &Args::objects, "Each {object_type, name, fields}, as add_object takes them.", {.max_length = 5000}));
};

struct Out {
  std::int64_t total = 0, success = 0, errors = 0;
  Json results = Json::array();
  static constexpr auto fields = tool::fields(
      tool::field("total", &Out::total, "How many were given."), tool::field("success", &Out::success, "Added."),
      tool::field("errors", &Out::errors, "Not added."),
      tool::field("results", &Out::results, "For each {index, object_type, name} or {index, error, hint}."));
};

Result<ObjectOut> add(Editing& editing, const New& each) {
  engine::Draft draft = TRY(editing.fresh(each.object_type, each.name));
  if (each.fields_) TRY(Editing::set_all(draft, *each.fields_));
  return editing.add(draft);
}

Json refused(std::size_t index, const base::Error& error) {
  Json out = Json::object({{"index", index}, {"error", error.message}});
  if (!error.path.empty()) out.set("path", error.path);
  if (!error.hint.empty()) out.set("hint", error.hint);
  return out;
}

Result<Change> plan(Runtime& runtime, const Args& args, const View& view) {
  Editing editing = TRY(Editing::of(view, runtime));
  Out out{.total = static_cast<std::int64_t>(args.objects.size())};
  for (std::size_t i = 0; i < args.objects.size(); ++i) {
    const auto added = add(editing, args.objects[i]);
    if (added.ok()) {
      ++out.success;
      out.results.push_back(Json::object({{"index", i}, {"object_type", added->object_type}, {"name", added->name}}));
    } else {
      ++out.errors;
      out.results.push_back(refused(i, added.error()));
    }
  }
  Change change = std::move(editing).finish("Add " + base::grouped(out.success) + " objects");
  change.result = tool::encode(out);
  return change;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::change<Args, Out>(
      {.name = "batch_add_objects",
       .title = "Add objects",
       .doc = "Adds many objects as one change. Those that are refused are left out and told; the others are added.",
       .needs = Permission::create},
      [&runtime](const Args& args, const View& view) { return plan(runtime, args, view); });
}

}  // namespace energy::tools::batch_add_objects
