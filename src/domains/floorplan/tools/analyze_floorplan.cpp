// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/plan/measure.h"
#include "domains/floorplan/tools/parts/finding.h"
#include "domains/floorplan/tools/parts/plan.h"
#include "domains/floorplan/tools/parts/room.h"
#include "domains/floorplan/tools/parts/values.h"

namespace floorplan::tools::analyze_floorplan {

namespace {

namespace words = formats::floorplan;

struct Args {
  std::optional<std::string> dsl;
  std::optional<words::AreaUnit> areaUnit;
  bool includeRoomDetails = true;
  static constexpr auto fields =
      tool::fields(tool::field("dsl", &Args::dsl, "Default: the workspace's plan.", {.max_length = max_dsl_bytes}),
                   tool::field("areaUnit", &Args::areaUnit, "Unit of the areas; without it the plan's."),
                   tool::with_default("includeRoomDetails", &Args::includeRoomDetails, "List every room."));
};

struct Summary {
  std::int64_t floorCount = 0, totalRooms = 0, subRooms = 0;
  double grossFloorArea = 0, netArea = 0, outlineArea = 0;
  words::AreaUnit areaUnit{};
  words::LengthUnit lengthUnit{};
  static constexpr auto fields = tool::fields(
      tool::field("floorCount", &Summary::floorCount, "Number of floors."),
      tool::field("totalRooms", &Summary::totalRooms, "Number of rooms, without sub-rooms."),
      tool::field("subRooms", &Summary::subRooms, "Number of sub-rooms."),
      tool::field("grossFloorArea", &Summary::grossFloorArea, "Sum of all rooms, measured to the middle of the walls."),
      tool::field("netArea", &Summary::netArea, "What lies inside the walls, each part once."),
      tool::field("outlineArea", &Summary::outlineArea, "The outlines of all floors with their outer walls."),
      tool::field("areaUnit", &Summary::areaUnit, "Unit of the areas."),
      tool::field("lengthUnit", &Summary::lengthUnit, "Unit of the lengths; volumes are in its cube."));
};
struct BoundingBox {
  double x = 0, y = 0, width = 0, height = 0;
  static constexpr auto fields = tool::fields(
      tool::field("x", &BoundingBox::x, "Left."), tool::field("y", &BoundingBox::y, "Top."),
      tool::field("width", &BoundingBox::width, "Along x."), tool::field("height", &BoundingBox::height, "Along y."));
};
struct FloorOut {
  std::string id;
  std::int64_t index = 0, roomCount = 0;
  double netArea = 0, insideArea = 0;
  BoundingBox boundingBox;
  double efficiency = 0;
  static constexpr auto fields =
      tool::fields(tool::field("id", &FloorOut::id, "Its name."), tool::field("index", &FloorOut::index, "From 0."),
                   tool::field("roomCount", &FloorOut::roomCount, "Rooms, without sub-rooms."),
                   tool::field("netArea", &FloorOut::netArea, "Sum of its rooms."),
                   tool::field("insideArea", &FloorOut::insideArea, "What lies inside the walls."),
                   tool::field("boundingBox", &FloorOut::boundingBox, "Around its rooms."),
                   tool::field("efficiency", &FloorOut::efficiency, "Rooms over bounding box, 0 to 1."));
};
struct RoomDetail {
  std::string name, floor;
  std::optional<std::string> label, parent;
  double area = 0;
  WidthHeight dimensions;
  double volume = 0;
  static constexpr auto fields = tool::fields(tool::field("name", &RoomDetail::name, "Its name."),
                                              tool::field("floor", &RoomDetail::floor, "Its floor."),
                                              tool::field("label", &RoomDetail::label, "Its label."),
                                              tool::field("parent", &RoomDetail::parent, "The room around a sub-room."),
                                              tool::field("area", &RoomDetail::area, "To the middle of the walls."),
                                              tool::field("dimensions", &RoomDetail::dimensions, "In the length unit."),
                                              tool::field("volume", &RoomDetail::volume, "Area times height."));
};
struct Out {
  bool success = true;
  Summary summary;
  std::vector<FloorOut> floors;
  std::optional<std::vector<RoomDetail>> rooms;
  std::vector<Finding> warnings;
  static constexpr auto fields = tool::fields(
      tool::field("success", &Out::success, "True."), tool::field("summary", &Out::summary, "The whole building."),
      tool::field("floors", &Out::floors, "Each floor."), tool::field("rooms", &Out::rooms, "Each room and sub-room."),
      tool::field("warnings", &Out::warnings, "What validate_floorplan would say."));
};

class Report {
 public:
  Report(const engine::Plan& plan, words::AreaUnit unit) : plan_(plan), area_unit_(unit) {}

  double area(double square_metres) const { return round_to(square_metres / engine::square_metres_per(area_unit_), 2); }
  double length(double metres) const { return round_to(metres / engine::metres_per(plan_.settings.unit), 4); }
  double volume(double cubic_metres) const {
    const double unit = engine::metres_per(plan_.settings.unit);
    return round_to(cubic_metres / (unit * unit * unit), 2);
  }

  Summary summary(const engine::Analysis& analysis) const {
    return {static_cast<std::int64_t>(plan_.floors.size()),
            analysis.room_count,
            analysis.sub_room_count,
            area(analysis.area),
            area(analysis.net),
            area(analysis.gross),
            area_unit_,
            plan_.settings.unit};
  }
  FloorOut floor(const engine::FloorMeasure& measure) const {
    const engine::Floor& floor = plan_.floors[static_cast<std::size_t>(measure.floor)];
    const engine::Rect& box = measure.bounds;
    return {floor.id,
            measure.floor,
            measure.rooms,
            area(measure.area),
            area(measure.net),
            {length(box.x), length(box.y), length(box.width), length(box.height)},
            round_to(measure.efficiency, 2)};
  }
  RoomDetail room(const engine::RoomMeasure& measure) const {
    const engine::Room& room = plan_.rooms[static_cast<std::size_t>(measure.room)];
    RoomDetail out;
    out.name = room.name;
    out.floor = plan_.floors[static_cast<std::size_t>(room.floor)].id;
    if (!room.label.empty()) out.label = room.label;
    if (room.parent >= 0) out.parent = plan_.rooms[static_cast<std::size_t>(room.parent)].name;
    out.area = area(measure.area);
    out.dimensions = {length(room.rect.width), length(room.rect.height)};
    out.volume = volume(measure.volume);
    return out;
  }

 private:
  const engine::Plan& plan_;
  words::AreaUnit area_unit_;
};

Result<Out> analyze(const Args& args, const View& view) {
  std::string text = TRY(plan_text(args.dsl, view));
  const auto compiled = engine::compile(std::move(text));
  if (!compiled.valid()) return invalid_plan(compiled, "The plan has errors");
  const Report report(compiled.plan, args.areaUnit.value_or(compiled.plan.settings.area_unit));
  const engine::Analysis analysis = engine::measure(compiled.plan);
  Out out;
  out.summary = report.summary(analysis);
  for (const auto& floor : analysis.floors) out.floors.push_back(report.floor(floor));
  if (args.includeRoomDetails) {
    out.rooms.emplace();
    for (const auto& room : analysis.rooms) out.rooms->push_back(report.room(room));
  }
  out.warnings = findings(compiled, words::Severity::warning);
  return out;
}

}  // namespace

Tool declare() {
  return tool::read<Args, Out>(
      {.name = "analyze_floorplan",
       .title = "Measure a floor plan",
       .doc = "Areas, volumes and efficiency of a floor plan: of the building, of each floor and of "
              "each room and sub-room, in the unit asked for.",
       .by_default = false},
      analyze);
}

}  // namespace floorplan::tools::analyze_floorplan
