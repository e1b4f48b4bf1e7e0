// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "base/text.h"
#include "domains/energy/engine/geometry/findings.h"
#include "domains/energy/engine/views/geometry_page.h"
#include "domains/energy/engine/views/pictures.h"
#include "domains/energy/tools/parts/opened.h"
#include "domains/energy/tools/parts/report.h"
#include "domains/energy/tools/parts/shown.h"

namespace energy::tools::view_geometry {

namespace {

enum class ColorBy : std::uint8_t { type, zone, value };
constexpr auto enum_names(ColorBy) { return std::to_array<std::string_view>({"type", "zone", "value"}); }
constexpr const char* default_variable = "Zone Mean Air Temperature";

struct Args {
  ColorBy color_by = ColorBy::type;
  std::optional<std::string> variable_name, at;
  bool picture = true;
  static constexpr auto fields = tool::fields(
      tool::with_default("color_by", &Args::color_by, "value: simulated, of the last run."),
      tool::field("variable_name", &Args::variable_name, "By zone or surface; default: Zone Mean Air Temperature.",
                  {.max_length = max_name}),
      tool::field("at", &Args::at, "2017-07-21T15: when; default: at the highest value.", {.max_length = 30}),
      tool::with_default("picture", &Args::picture, "A PNG with the answer."));
  bool by_value() const { return color_by == ColorBy::value || variable_name; }
};

// A value over time, in a line.
struct ValuesOut {
  std::string variable_name, units, frequency, by, shown_at;
  bool stale = false;
  std::int64_t places = 0, steps = 0;
  double minimum = 0, maximum = 0;
  std::string minimum_of, minimum_at, maximum_of, maximum_at;
  static constexpr auto fields = tool::fields(
      tool::field("stale", &ValuesOut::stale, "The model was edited since the run."),
      tool::field("variable_name", &ValuesOut::variable_name, "What is shown."),
      tool::field("units", &ValuesOut::units, "Its unit."),
      tool::field("frequency", &ValuesOut::frequency, "Its steps."),
      tool::field("by", &ValuesOut::by, "zone or surface."), tool::field("places", &ValuesOut::places, "With values."),
      tool::field("steps", &ValuesOut::steps, "In time."), tool::field("shown_at", &ValuesOut::shown_at, "When."),
      tool::field("minimum", &ValuesOut::minimum, "Of all."),
      tool::field("minimum_of", &ValuesOut::minimum_of, "Where."),
      tool::field("minimum_at", &ValuesOut::minimum_at, "When."),
      tool::field("maximum", &ValuesOut::maximum, "Of all."),
      tool::field("maximum_of", &ValuesOut::maximum_of, "Where."),
      tool::field("maximum_at", &ValuesOut::maximum_at, "When."));
};

struct Out {
  std::int64_t surfaces = 0, zones = 0;
  Json by_kind = Json::object();
  double north_axis_deg = 0;
  std::string coordinate_system;
  std::vector<double> size_m;
  std::int64_t warnings = 0;
  std::vector<std::string> first_warnings, not_drawn;
  std::optional<ValuesOut> values;
  static constexpr auto fields = tool::fields(
      tool::field("surfaces", &Out::surfaces, "How many are drawn."), tool::field("zones", &Out::zones, "How many."),
      tool::field("by_kind", &Out::by_kind, "{wall: {count, area_m2}…}."),
      tool::field("north_axis_deg", &Out::north_axis_deg, "Clockwise from true north."),
      tool::field("coordinate_system", &Out::coordinate_system, "Of the file: Relative or World."),
      tool::field("size_m", &Out::size_m, "East, north, up."),
      tool::field("warnings", &Out::warnings, "What is odd: openings, zones that are not closed, sides that differ."),
      tool::field("first_warnings", &Out::first_warnings, "At most ten."),
      tool::field("not_drawn", &Out::not_drawn, "Objects and why; at most ten."),
      tool::field("values", &Out::values, "What it is coloured by."));
};

void count_kinds(Out& out, const engine::Scene& scene) {
  std::array<std::pair<std::int64_t, double>, 8> kinds{};
  for (const auto& each : scene.surfaces) {
    auto& [count, area] = kinds[static_cast<std::size_t>(each.kind)];
    ++count;
    area += engine::area(each.points);
  }
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (kinds[i].first == 0) continue;
    out.by_kind.set(std::string(engine::name(static_cast<engine::Surface::Kind>(i))),
                    Json::object({{"count", kinds[i].first}, {"area_m2", std::round(kinds[i].second * 100) / 100}}));
  }
}

void measure(Out& out, const engine::Scene& scene) {
  engine::Point low{1e300, 1e300, 1e300}, high{-1e300, -1e300, -1e300};
  for (const auto& surface : scene.surfaces) {
    for (const auto& at : surface.points) {
      low = {std::min(low.x, at.x), std::min(low.y, at.y), std::min(low.z, at.z)};
      high = {std::max(high.x, at.x), std::max(high.y, at.y), std::max(high.z, at.z)};
    }
  }
  if (scene.surfaces.empty()) return;
  for (const double each : {high.x - low.x, high.y - low.y, high.z - low.z})
    out.size_m.push_back(std::round(each * 100) / 100);
}

void tell_odd(Out& out, const engine::Model& model, const engine::Scene& scene) {
  const auto findings = geometry_findings(model, scene);
  out.warnings = static_cast<std::int64_t>(findings.size());
  for (std::size_t i = 0; i < findings.size() && i < 10; ++i) {
    const auto& each = findings[i];
    out.first_warnings.push_back(base::printable(each.type + " \"" + each.name + "\": " + each.message, 300));
  }
  for (std::size_t i = 0; i < scene.left_out.size() && i < 10; ++i) {
    const auto& object = model.objects()[scene.left_out[i].object];
    out.not_drawn.push_back(
        base::printable(object.type->name + " \"" + object.key + "\": " + scene.left_out[i].reason, 300));
  }
}

ValuesOut values_out(const engine::SceneValues& values, std::size_t step, bool stale) {
  const auto when = [&](std::size_t at) { return timestamp(values.steps[at]); };
  ValuesOut out{values.variable, values.unit, values.frequency,
                values.by == engine::SceneValues::By::zone ? "zone" : "surface", when(step)};
  out.stale = stale;
  out.places = static_cast<std::int64_t>(values.places.size());
  out.steps = static_cast<std::int64_t>(values.steps.size());
  out.minimum = values.low;
  out.minimum_of = values.names[values.lowest.row];
  out.minimum_at = when(values.lowest.step);
  out.maximum = values.high;
  out.maximum_of = values.names[values.highest.row];
  out.maximum_at = when(values.highest.step);
  return out;
}

// What the model is coloured by, where that is simulated.
struct Simulated {
  engine::SceneValues values;
  std::size_t step = 0;
  bool stale = false;
  engine::ShownValues shown() const { return {values, step, stale}; }
};
using SharedValues = std::shared_ptr<const Simulated>;

Result<SharedValues> simulated(Runtime& runtime, const Args& args, const View& view, const Opened& open,
                               const engine::Scene& scene) {
  if (!args.by_value()) return SharedValues();
  const auto last = TRY(last_run(view, runtime));
  const auto series = TRY(last.run->results->series());
  auto out = std::make_shared<Simulated>();
  out->values = TRY(engine::scene_values(*series, *open.model, scene, args.variable_name.value_or(default_variable)));
  out->step = TRY(engine::step_at(out->values, args.at.value_or("")));
  out->stale = last.stale;
  return SharedValues(std::move(out));
}

drawing::Picture picture_of(const Opened& open, const engine::Scene& scene, const Args& args,
                            const SharedValues& values) {
  const auto name = name_of(open);
  if (values) return engine::values_picture(*open.model, scene, values->shown(), name);
  const auto by = args.color_by == ColorBy::zone ? engine::ColourBy::zone : engine::ColourBy::type;
  return engine::geometry_picture(*open.model, scene, by, name);
}

Out told(const Opened& open, const engine::Scene& scene, const SharedValues& values) {
  Out out;
  out.surfaces = static_cast<std::int64_t>(scene.surfaces.size());
  out.zones = static_cast<std::int64_t>(scene.zones.size());
  out.north_axis_deg = scene.rules.north_deg;
  out.coordinate_system = scene.rules.relative ? "Relative" : "World";
  count_kinds(out, scene);
  measure(out, scene);
  tell_odd(out, *open.model, scene);
  if (values) out.values = values_out(values->values, values->step, values->stale);
  return out;
}

Result<tool::Shown<Out>> run(Runtime& runtime, const Args& args, const View& view) {
  const Opened open = TRY(opened(view, runtime));
  const auto scene = std::make_shared<const engine::Scene>(scene_of(*open.model));
  const auto values = TRY(simulated(runtime, args, view, open, *scene));
  tool::Shown<Out> shown{told(open, *scene, values)};
  if (args.picture && !scene->surfaces.empty()) {
    shown.extras.content.push_back(TRY(png_content(picture_of(open, *scene, args, values))));
  }
  shown.extras.page_parts = [model = open.model, scene, values, name = name_of(open)] {
    const auto coloured = values ? std::optional(values->shown()) : std::nullopt;
    return parts_of(engine::geometry_page(*model, *scene, name, coloured ? &*coloured : nullptr), "geometry");
  };
  return shown;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::read<Args, Out>(
      {.name = "view_geometry",
       .title = "Show the geometry",
       .doc = "The model's geometry in 3D, by type, zone or a simulated value over time: a page to turn and take apart "
              "where the client shows pages, a picture, and counts. It changes nothing.",
       .page = "ui://lintel/energy-geometry"},
      [&runtime](const Args& args, const View& view) { return run(runtime, args, view); });
}

}  // namespace energy::tools::view_geometry
