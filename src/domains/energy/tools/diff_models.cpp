// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/compare/compare.h"
#include "domains/energy/runtime/model_file.h"
#include "domains/energy/tools/parts/opened.h"

namespace energy::tools::diff_models {

namespace {

constexpr std::size_t listed = 200;
constexpr std::size_t lines_listed = 20;

struct Args {
  std::optional<std::string> before, after;
  static constexpr auto fields =
      tool::fields(tool::field("before", &Args::before, "A model file; default: the open model as it was loaded.",
                               {.max_length = max_path}),
                   tool::field("after", &Args::after, "A model file; default: the open model as it is now.",
                               {.max_length = max_path}));
};

struct Out {
  bool identical = false;
  std::int64_t added_count = 0, removed_count = 0, changed_count = 0;
  Json added = Json::array(), removed = Json::array(), changed = Json::array();
  bool truncated = false;
  static constexpr auto fields =
      tool::fields(tool::field("identical", &Out::identical, "Whether they hold the same objects and values."),
                   tool::field("added_count", &Out::added_count, "How many."),
                   tool::field("removed_count", &Out::removed_count, "How many."),
                   tool::field("changed_count", &Out::changed_count, "How many."),
                   tool::field("added", &Out::added, "Each {object_type, name}."),
                   tool::field("removed", &Out::removed, "Likewise."),
                   tool::field("changed", &Out::changed, "Each {object_type, name, fields: [\"x_origin: 0 → 5\"]}."),
                   tool::field("truncated", &Out::truncated, "Whether some are left out."));
};

Result<std::shared_ptr<const engine::Model>> model_at(const View& view, Runtime& runtime, const std::string& path) {
  std::string bytes = TRY(view.read_file(path, max_model_bytes));
  auto read = TRY(runtime::read_model(std::move(bytes), runtime.schemas));
  return std::make_shared<const engine::Model>(std::move(read.model));
}

// As its file had it.
Result<std::shared_ptr<const engine::Model>> loaded_model(const View& view, Runtime& runtime) {
  const OpenFile file = TRY(open_file(view));
  const auto adopted = adopted_model(view);
  if (view.hides_some()) return fail(Code::out_of_scope, "the model has objects that this caller may not read");
  auto schema = TRY(runtime.schemas.find(file.version));
  const auto& bytes = adopted->source().file();
  if (const auto* idf = std::get_if<engine::Source::IdfFile>(&bytes))
    return std::make_shared<const engine::Model>(engine::Model::read(*idf, schema));
  return std::make_shared<const engine::Model>(
      engine::Model::read(std::get<engine::Source::EpjsonFile>(bytes), schema));
}

Json named(const std::vector<engine::ModelDifference::Named>& list, bool& truncated) {
  Json out = Json::array();
  for (const auto& each : list) {
    if (out.size() == listed) {
      truncated = true;
      break;
    }
    out.push_back(Json::object({{"object_type", each.type}, {"name", each.name}}));
  }
  return out;
}

Json changed(const std::vector<engine::ModelDifference::Changed>& list, bool& truncated) {
  Json out = Json::array();
  for (const auto& each : list) {
    if (out.size() == listed) {
      truncated = true;
      break;
    }
    Json lines = Json::array();
    for (std::size_t i = 0; i < each.fields.size() && i < lines_listed; ++i) lines.push_back(each.fields[i]);
    truncated = truncated || each.fields.size() > lines_listed;
    out.push_back(Json::object({{"object_type", each.type}, {"name", each.name}, {"fields", std::move(lines)}}));
  }
  return out;
}

Result<Out> compare(Runtime& runtime, const Args& args, const View& view) {
  const auto before = TRY(args.before ? model_at(view, runtime, *args.before) : loaded_model(view, runtime));
  std::shared_ptr<const engine::Model> after;
  if (args.after) {
    after = TRY(model_at(view, runtime, *args.after));
  } else {
    after = TRY(opened(view, runtime)).model;
  }
  const auto difference = engine::compare(*before, *after);
  Out out{.identical = difference.empty(),
          .added_count = std::ssize(difference.added),
          .removed_count = std::ssize(difference.removed),
          .changed_count = std::ssize(difference.changed)};
  out.added = named(difference.added, out.truncated);
  out.removed = named(difference.removed, out.truncated);
  out.changed = changed(difference.changed, out.truncated);
  return out;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::read<Args, Out>({.name = "diff_models",
                                .title = "Compare two models",
                                .doc = "How one model differs from another by objects and fields; without files, what "
                                       "was edited since the model was "
                                       "loaded. Order, comments and format do not matter.",
                                .by_default = false},
                               [&runtime](const Args& args, const View& view) { return compare(runtime, args, view); });
}

}  // namespace energy::tools::diff_models
