// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "domains/energy/engine/geometry/findings.h"
#include "domains/energy/engine/geometry/zones.h"
#include "domains/energy/engine/views/zone_links.h"
#include "domains/energy/tools/parts/opened.h"

namespace energy::tools::get_zone_properties {

namespace {

struct Args {
  std::optional<std::string> zone_name;
  std::int64_t limit = 50, offset = 0;
  static constexpr auto fields =
      tool::fields(tool::field("zone_name", &Args::zone_name, "One zone; absent: all.", {.max_length = max_name}),
                   tool::with_default("limit", &Args::limit, "Zones at a time.", {.minimum = 1, .maximum = 200}),
                   tool::with_default("offset", &Args::offset, "Where to go on.", {.minimum = 0}));
};

struct Zone {
  std::string name;
  double floor_area_m2 = 0, volume_m3 = 0, height_m = 0, wall_area_m2 = 0, window_area_m2 = 0, multiplier = 1;
  std::string volume_from;
  Json surface_counts = Json::object();
  std::vector<std::string> constructions, schedules, hvac, thermostats;
  static constexpr auto fields = tool::fields(
      tool::field("name", &Zone::name, "Of the zone."), tool::field("floor_area_m2", &Zone::floor_area_m2, "Floors."),
      tool::field("volume_m3", &Zone::volume_m3, "Of one such zone."),
      tool::field("volume_from", &Zone::volume_from, "stated, surfaces, or floor area x height where they are open."),
      tool::field("height_m", &Zone::height_m, "From the lowest to the highest point."),
      tool::field("wall_area_m2", &Zone::wall_area_m2, "With their openings."),
      tool::field("window_area_m2", &Zone::window_area_m2, "Windows and glass doors."),
      tool::field("multiplier", &Zone::multiplier, "Its own and its groups'."),
      tool::field("surface_counts", &Zone::surface_counts, "By kind: wall, window…"),
      tool::field("constructions", &Zone::constructions, "Of its surfaces."),
      tool::field("schedules", &Zone::schedules, "Of its loads and controls."),
      tool::field("hvac", &Zone::hvac, "Equipment, \"type: name\"."),
      tool::field("thermostats", &Zone::thermostats, "Names."));
};

struct Out {
  std::int64_t total = 0, returned = 0;
  std::optional<std::int64_t> next_offset;
  double floor_area_m2 = 0;
  std::vector<Zone> zones;
  static constexpr auto fields = tool::fields(
      tool::field("total", &Out::total, "Zones."), tool::field("returned", &Out::returned, "Of them here."),
      tool::field("next_offset", &Out::next_offset, "Absent: these were the last."),
      tool::field("floor_area_m2", &Out::floor_area_m2, "Of all zones, with their multipliers."),
      tool::field("zones", &Out::zones, "In the order of the file."));
};

double rounded(double value) { return std::round(value * 1000) / 1000; }

// What the engine goes by: a volume that is stated, else that of closed surfaces, else floor area times height.
void set_volume(Zone& out, const engine::Model& model, const engine::SceneZone& zone, const engine::ZoneSize& size,
                bool closed) {
  const auto* stated = model.value(model.objects()[zone.object], "volume");
  if (stated != nullptr && stated->value.is_number() && stated->value.number > 0) {
    out.volume_m3 = rounded(stated->value.number);
    out.volume_from = "stated";
  } else {
    out.volume_m3 = rounded(closed ? size.volume_m3 : size.floor_m2 * size.height_m);
    out.volume_from = closed ? "surfaces" : "floor area x height";
  }
}

Zone zone_of(const engine::SceneZone& zone, const engine::ZoneSize& size, engine::ZoneLinks links) {
  Zone out{.name = base::printable(zone.name, max_name),
           .floor_area_m2 = rounded(size.floor_m2),
           .height_m = rounded(size.height_m),
           .wall_area_m2 = rounded(size.wall_m2),
           .window_area_m2 = rounded(size.window_m2),
           .multiplier = zone.multiplier,
           .constructions = std::move(links.constructions),
           .schedules = std::move(links.schedules),
           .hvac = std::move(links.equipment),
           .thermostats = std::move(links.thermostats)};
  for (std::size_t i = 0; i < size.counts.size(); ++i) {
    const auto kind = std::string(engine::name(static_cast<engine::Surface::Kind>(i)));
    if (size.counts[i] > 0) out.surface_counts.set(kind, static_cast<std::int64_t>(size.counts[i]));
  }
  return out;
}

Result<std::vector<std::size_t>> wanted(const Args& args, const engine::Scene& scene) {
  std::vector<std::size_t> out;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < scene.zones.size(); ++i) {
    names.push_back(scene.zones[i].name);
    if (!args.zone_name || base::equals_ignoring_case(scene.zones[i].name, *args.zone_name)) out.push_back(i);
  }
  if (!args.zone_name || !out.empty()) return out;
  const auto near = base::nearest(*args.zone_name, names);
  return fail(Code::not_found, "there is no zone \"" + base::printable(*args.zone_name, 100) + "\"", "zone_name",
              near ? "Did you mean \"" + base::printable(*near, 100) + "\"?" : "Call it without a name for all zones.");
}

std::vector<bool> open_zones(const engine::Model& model, const engine::Scene& scene) {
  std::vector<bool> open(model.objects().size());
  for (const auto& each : geometry_findings(model, scene))
    if (each.code == "zone_not_closed") open[each.object] = true;
  return open;
}

Result<Out> run(Runtime& runtime, const Args& args, const View& view) {
  const Opened open = TRY(opened(view, runtime));
  const auto scene = scene_of(*open.model);
  const auto chosen = TRY(wanted(args, scene));
  const auto sizes = zone_sizes(scene);
  auto links = zone_links(*open.model, scene, open.held->references());
  const auto unclosed = open_zones(*open.model, scene);
  Out out{.total = static_cast<std::int64_t>(chosen.size())};
  for (std::size_t i = 0; i < sizes.size(); ++i) out.floor_area_m2 += sizes[i].floor_m2 * scene.zones[i].multiplier;
  out.floor_area_m2 = rounded(out.floor_area_m2);
  const auto first = std::min(chosen.size(), static_cast<std::size_t>(args.offset));
  const auto last = std::min(chosen.size(), first + static_cast<std::size_t>(args.limit));
  for (std::size_t at = first; at < last; ++at) {
    const auto i = chosen[at];
    out.zones.push_back(zone_of(scene.zones[i], sizes[i], std::move(links[i])));
    set_volume(out.zones.back(), *open.model, scene.zones[i], sizes[i], !unclosed[scene.zones[i].object]);
  }
  out.returned = static_cast<std::int64_t>(last - first);
  if (last < chosen.size()) out.next_offset = static_cast<std::int64_t>(last);
  return out;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::read<Args, Out>(
      {.name = "get_zone_properties",
       .title = "Describe zones",
       .doc =
           "Area, volume, height, surfaces, constructions, schedules, equipment and thermostats of one zone or all."},
      [&runtime](const Args& args, const View& view) { return run(runtime, args, view); });
}

}  // namespace energy::tools::get_zone_properties
