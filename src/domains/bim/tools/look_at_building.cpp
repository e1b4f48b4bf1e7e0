// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/bim/engine/draw/look.h"
#include "domains/bim/tools/parts/describe.h"
#include "domains/bim/tools/tool.h"

namespace bim::tools::look_at_building {

namespace {

enum class Seen : std::uint8_t { plan, axonometry };
constexpr auto enum_names(Seen) { return std::array{"plan", "axonometry"}; }

struct Args {
  Seen view = Seen::plan;
  std::optional<std::string> level_id;
  std::vector<std::string> highlight;
  std::int64_t width = 1200, height = 900;

  static constexpr auto fields = tool::fields(
      tool::with_default("view", &Args::view, "A plan cut 1.2 m above the level, or all from above at an angle."),
      tool::field("level_id", &Args::level_id, "The plan's level, by id or name; the lowest if absent."),
      tool::with_default("highlight", &Args::highlight, "Ids to show in colour.", {.max_length = 200}),
      tool::with_default("width", &Args::width, "px.", {.minimum = 100, .maximum = 2000}),
      tool::with_default("height", &Args::height, "px.", {.minimum = 100, .maximum = 2000}));
};
struct Out {
  std::string level;
  std::int64_t elements = 0;
  std::string branch;
  std::int64_t revision = 0;
  static constexpr auto fields = tool::fields(tool::field("level", &Out::level, "What the plan shows."),
                                              tool::field("elements", &Out::elements, "How many the model has."),
                                              tool::field("branch", &Out::branch, "The branch."),
                                              tool::field("revision", &Out::revision, "Of the branch."));
};

// The level that is asked for; else the lowest on which something stands.
Result<engine::Storey> storey_of(const Args& args, const View& view, const engine::Model& model) {
  if (args.level_id)
    return engine::storey_of(TRY(find_element(view, model, *args.level_id, "level_id", "level")), model);
  std::optional<engine::Storey> lowest;
  for (const Record& record : model.all()) {
    if (engine::place_of(record, model).box == std::nullopt || record.category == "grid") continue;
    engine::Storey storey = engine::storey_of(record, model);
    if (!lowest || storey.elevation_m < lowest->elevation_m) lowest = std::move(storey);
  }
  return lowest.value_or(engine::Storey{});
}

Result<tool::Shown<Out>> read(const Args& args, const View& view) {
  const engine::Model model = model_of(view);
  engine::LookOptions options;
  options.width_px = static_cast<int>(args.width);
  options.height_px = static_cast<int>(args.height);
  for (std::size_t i = 0; i < args.highlight.size(); ++i)
    options.highlight.insert(
        TRY(find_element(view, model, args.highlight[i], "highlight[" + std::to_string(i) + "]")).id);
  tool::Shown<Out> shown;
  shown.out = {.elements = std::ssize(model.all()), .branch = view.branch_name(), .revision = view.revision()};
  std::string png;
  if (args.view == Seen::plan) {
    const engine::Storey storey = TRY(storey_of(args, view, model));
    shown.out.level = storey.name;
    png = TRY(engine::plan_png(model, storey.elevation_m, options));
  } else {
    png = TRY(engine::axonometry_png(model, options));
  }
  shown.extras.content.push_back(
      Json::object({{"type", "image"}, {"data", base::base64(png)}, {"mimeType", "image/png"}}));
  return shown;
}

}  // namespace

Tool declare() {
  return tool::read<Args, Out>({.name = "look_at_building",
                                .title = "Look at the building",
                                .doc = "Draws the building as a picture: a storey's plan with rooms and areas, or all "
                                       "of it; elements of your choice in colour with their ids."},
                               read);
}

}  // namespace bim::tools::look_at_building
