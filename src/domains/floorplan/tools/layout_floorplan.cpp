// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/critique/layout.h"
#include "domains/floorplan/tools/parts/values.h"
#include "domains/floorplan/tools/tool.h"

namespace floorplan::tools::layout_floorplan {

namespace {

namespace words = formats::floorplan;

constexpr tool::Bounds area_bounds{.minimum = 0.1, .maximum = 1e6};
constexpr tool::Bounds length_bounds{.minimum = 0.1, .maximum = 1e4};
constexpr tool::Bounds name_bounds{.min_length = 1, .max_length = 200};

struct RoomBrief {
  std::string name;
  std::optional<std::string> label;
  std::optional<double> area, minArea, maxArea, minWidth;
  std::optional<bool> window;
  bool outsideDoor = false;
  static constexpr auto fields = tool::fields(
      tool::field("name", &RoomBrief::name, "Its name; words like bedroom or bath tell what it is for.", name_bounds),
      tool::field("label", &RoomBrief::label, "Its label.", {.max_length = 1000}),
      tool::field("area", &RoomBrief::area, "The area wished for; a tenth more or less is fine.", area_bounds),
      tool::field("minArea", &RoomBrief::minArea, "The smallest area, instead of `area`.", area_bounds),
      tool::field("maxArea", &RoomBrief::maxArea, "The largest area, instead of `area`.", area_bounds),
      tool::field("minWidth", &RoomBrief::minWidth, "Its shorter side at least.", length_bounds),
      tool::field("window", &RoomBrief::window, "Whether it needs one; without it told from the name."),
      tool::with_default("outsideDoor", &RoomBrief::outsideDoor, "Whether a door leads outside from it."));
};
struct Adjacency {
  std::string a, b;
  bool wanted = true;
  static constexpr auto fields =
      tool::fields(tool::field("a", &Adjacency::a, "One room.", name_bounds),
                   tool::field("b", &Adjacency::b, "The other.", name_bounds),
                   tool::with_default("wanted", &Adjacency::wanted,
                                      "True: they share a wall and a door; false: they share no wall."));
};
struct Args {
  std::vector<RoomBrief> rooms;
  std::optional<std::vector<Adjacency>> adjacencies;
  std::optional<double> width, depth, aspect;
  words::LengthUnit unit = words::LengthUnit::m;
  std::optional<words::AreaUnit> areaUnit;
  words::WallDirection entrance = words::WallDirection::bottom;
  std::int64_t seed = 1;
  static constexpr auto fields = tool::fields(
      tool::field("rooms", &Args::rooms, "", {.min_length = 1, .max_length = 40}),
      tool::field("adjacencies", &Args::adjacencies, "", {.max_length = 400}),
      tool::field("width", &Args::width, "", length_bounds), tool::field("depth", &Args::depth, "", length_bounds),
      tool::field("aspect", &Args::aspect, "", {.minimum = 0.25, .maximum = 4}),
      tool::with_default("unit", &Args::unit, ""), tool::field("areaUnit", &Args::areaUnit, ""),
      tool::with_default("entrance", &Args::entrance, ""),
      tool::with_default("seed", &Args::seed, "", {.minimum = 0, .maximum = 4294967295.0}));
};

struct RoomReport {
  std::string name;
  double area = 0, minArea = 0, maxArea = 0, deviationPercent = 0, aspect = 0;
  bool needsWindow = false, hasWindow = false, reachable = false;
  static constexpr auto fields = tool::fields(
      tool::field("name", &RoomReport::name, "The room."), tool::field("area", &RoomReport::area, "What it got."),
      tool::field("minArea", &RoomReport::minArea, "The least asked for."),
      tool::field("maxArea", &RoomReport::maxArea, "The most asked for."),
      tool::field("deviationPercent", &RoomReport::deviationPercent, "How far beyond the range; 0 within."),
      tool::field("aspect", &RoomReport::aspect, "Longer over shorter side."),
      tool::field("needsWindow", &RoomReport::needsWindow, "Whether it needs a window."),
      tool::field("hasWindow", &RoomReport::hasWindow, "Whether it has one."),
      tool::field("reachable", &RoomReport::reachable, "Whether one can walk there from outside."));
};
struct LinkReport {
  std::string a, b;
  bool wanted = true, satisfied = false;
  static constexpr auto fields =
      tool::fields(tool::field("a", &LinkReport::a, "One room."), tool::field("b", &LinkReport::b, "The other."),
                   tool::field("wanted", &LinkReport::wanted, "What was asked."),
                   tool::field("satisfied", &LinkReport::satisfied, "Whether it was had."));
};
struct Scores {
  double total = 0, areas = 0, adjacencies = 0, ways = 0, windows = 0, shapes = 0;
  static constexpr auto fields = tool::fields(
      tool::field("total", &Scores::total, "0 to 100: areas 35, adjacencies 20, ways 20, windows 15, shapes 10."),
      tool::field("areas", &Scores::areas, "How well the areas were met."),
      tool::field("adjacencies", &Scores::adjacencies, "How many wishes of neighbours were met."),
      tool::field("ways", &Scores::ways, "How many rooms can be reached."),
      tool::field("windows", &Scores::windows, "How many rooms that need one have a window."),
      tool::field("shapes", &Scores::shapes, "How far from corridors the rooms are."));
};
struct Out {
  bool success = true;
  std::string dsl;
  Scores score;
  words::AreaUnit areaUnit{};
  std::vector<RoomReport> rooms;
  std::vector<LinkReport> adjacencies;
  std::vector<std::string> remarks;
  static constexpr auto fields = tool::fields(
      tool::field("success", &Out::success, "True."), tool::field("dsl", &Out::dsl, "The plan."),
      tool::field("score", &Out::score, "How well it meets the brief."),
      tool::field("areaUnit", &Out::areaUnit, "Unit of the areas."), tool::field("rooms", &Out::rooms, "Each room."),
      tool::field("adjacencies", &Out::adjacencies, "Each wish."),
      tool::field("remarks", &Out::remarks, "What the critic says of it."));
};

words::AreaUnit area_unit_of(const Args& args) {
  const bool imperial = args.unit == words::LengthUnit::ft || args.unit == words::LengthUnit::in;
  return args.areaUnit.value_or(imperial ? words::AreaUnit::sqft : words::AreaUnit::sqm);
}

Result<engine::BriefRoom> room_of(const RoomBrief& room, double area_unit, double length_unit) {
  constexpr double leeway = 0.1;
  if (!room.area && (!room.minArea || !room.maxArea)) {
    return fail(Code::missing, "Room \"" + room.name + "\" needs `area`, or `minArea` and `maxArea`.", "rooms");
  }
  engine::BriefRoom out;
  out.name = room.name;
  out.label = room.label.value_or("");
  out.min_area = room.minArea.value_or(room.area.value_or(0) * (1 - leeway)) * area_unit;
  out.max_area = room.maxArea.value_or(room.area.value_or(0) * (1 + leeway)) * area_unit;
  out.min_width = room.minWidth.value_or(0) * length_unit;
  out.window = room.window;
  out.outside_door = room.outsideDoor;
  return out;
}

Result<engine::Brief> brief_of(const Args& args) {
  engine::Brief brief;
  brief.unit = args.unit;
  brief.area_unit = area_unit_of(args);
  const double length = engine::metres_per(args.unit);
  for (const auto& room : args.rooms) {
    brief.rooms.push_back(TRY(room_of(room, engine::square_metres_per(brief.area_unit), length)));
  }
  for (const auto& link : args.adjacencies.value_or(std::vector<Adjacency>{})) {
    brief.links.push_back({link.a, link.b, link.wanted});
  }
  if (args.width) brief.width = *args.width * length;
  if (args.depth) brief.depth = *args.depth * length;
  if (args.aspect) brief.aspect = *args.aspect;
  brief.entrance = args.entrance;
  brief.seed = static_cast<std::uint32_t>(args.seed);
  return brief;
}

Result<Out> run(const Args& args, const View& /*view*/) {
  const engine::Brief brief = TRY(brief_of(args));
  const engine::Layout made = TRY(engine::layout(brief));
  const double unit = engine::square_metres_per(brief.area_unit);
  Out out;
  out.dsl = made.dsl;
  out.areaUnit = brief.area_unit;
  out.score = {round_to(made.score, 1), round_to(made.areas, 1),   round_to(made.links_score, 1),
               round_to(made.ways, 1),  round_to(made.windows, 1), round_to(made.shapes, 1)};
  for (const auto& room : made.rooms) {
    out.rooms.push_back({room.name, round_to(room.area / unit, 2), round_to(room.min_area / unit, 2),
                         round_to(room.max_area / unit, 2), round_to(room.deviation * 100, 1), round_to(room.aspect, 2),
                         room.needs_window, room.has_window, room.reachable});
  }
  for (const auto& link : made.links) out.adjacencies.push_back({link.a, link.b, link.wanted, link.satisfied});
  if (made.hall_added) out.remarks.emplace_back("A hall was added, so that every room can be reached.");
  for (const auto& finding : made.findings) out.remarks.push_back(finding.rule + ": " + finding.message);
  return out;
}

}  // namespace

Tool declare() {
  return tool::read<Args, Out>(
      {.name = "layout_floorplan",
       .title = "Lay out a first plan",
       .doc = "Makes a plan from a brief: area, or minArea and maxArea. See floorplan://schema.",
       .by_default = false},
      run);
}

}  // namespace floorplan::tools::layout_floorplan
