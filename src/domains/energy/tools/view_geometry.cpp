// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "base/text.h"
#include "domains/energy/engine/geometry/findings.h"
#include "domains/energy/engine/views/geometry_page.h"
#include "domains/energy/engine/views/pictures.h"
#include "domains/energy/tools/parts/opened.h"
#include "domains/energy/tools/parts/shown.h"

namespace energy::tools::view_geometry {

namespace {

enum class ColorBy : std::uint8_t { type, zone };
constexpr auto enum_names(ColorBy) { return std::to_array<std::string_view>({"type", "zone"}); }

struct Args {
  ColorBy color_by = ColorBy::type;
  bool picture = true;
  static constexpr auto fields =
      tool::fields(tool::with_default("color_by", &Args::color_by, "What the picture's colours mean."),
                   tool::with_default("picture", &Args::picture, "A PNG with the answer."));
};

struct Out {
  std::int64_t surfaces = 0, zones = 0;
  Json by_kind = Json::object();
  double north_axis_deg = 0;
  std::string coordinate_system;
  std::vector<double> size_m;
  std::int64_t warnings = 0;
  std::vector<std::string> first_warnings, not_drawn;
  static constexpr auto fields = tool::fields(
      tool::field("surfaces", &Out::surfaces, "How many are drawn."), tool::field("zones", &Out::zones, "How many."),
      tool::field("by_kind", &Out::by_kind, "{wall: {count, area_m2}…}."),
      tool::field("north_axis_deg", &Out::north_axis_deg, "Clockwise from true north."),
      tool::field("coordinate_system", &Out::coordinate_system, "Of the file: Relative or World."),
      tool::field("size_m", &Out::size_m, "East, north, up."),
      tool::field("warnings", &Out::warnings, "What is odd: openings, zones that are not closed, sides that differ."),
      tool::field("first_warnings", &Out::first_warnings, "At most ten."),
      tool::field("not_drawn", &Out::not_drawn, "Objects and why; at most ten."));
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

Result<tool::Shown<Out>> run(Runtime& runtime, const Args& args, const View& view) {
  const Opened open = TRY(opened(view, runtime));
  const auto scene = std::make_shared<const engine::Scene>(scene_of(*open.model));
  tool::Shown<Out> shown;
  Out& out = shown.out;
  out.surfaces = static_cast<std::int64_t>(scene->surfaces.size());
  out.zones = static_cast<std::int64_t>(scene->zones.size());
  out.north_axis_deg = scene->rules.north_deg;
  out.coordinate_system = scene->rules.relative ? "Relative" : "World";
  count_kinds(out, *scene);
  measure(out, *scene);
  tell_odd(out, *open.model, *scene);
  const auto name = name_of(open);
  if (args.picture && !scene->surfaces.empty()) {
    const auto by = args.color_by == ColorBy::zone ? engine::ColourBy::zone : engine::ColourBy::type;
    shown.extras.content.push_back(TRY(png_content(engine::geometry_picture(*open.model, *scene, by, name))));
  }
  shown.extras.page_parts = [model = open.model, scene, name] {
    return std::map<std::string, tool::PagePart>{
        {"geometry", {"application/json", engine::geometry_page(*model, *scene, name).dump()}}};
  };
  return shown;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::read<Args, Out>(
      {.name = "view_geometry",
       .title = "Show the geometry",
       .doc = "The model's geometry in 3D: a page to turn and take apart where the client shows pages, a picture, and "
              "counts. It changes nothing.",
       .page = "ui://lintel/energy-geometry"},
      [&runtime](const Args& args, const View& view) { return run(runtime, args, view); });
}

}  // namespace energy::tools::view_geometry
