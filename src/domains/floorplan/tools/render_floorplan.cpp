// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/floorplan/engine/draw/render.h"
#include "domains/floorplan/engine/plan/measure.h"
#include "domains/floorplan/tools/parts/finding.h"
#include "domains/floorplan/tools/parts/plan.h"
#include "domains/floorplan/tools/parts/room.h"
#include "domains/floorplan/tools/parts/values.h"

namespace floorplan::tools::render_floorplan {

namespace {

namespace words = formats::floorplan;
using engine::Format;

enum class Layout : std::uint8_t { stacked, sideBySide };
constexpr auto enum_names(Layout /*any*/) { return std::to_array<std::string_view>({"stacked", "sideBySide"}); }
enum class Projection : std::uint8_t { isometric, perspective };
constexpr auto enum_names(Projection /*any*/) { return std::to_array<std::string_view>({"isometric", "perspective"}); }

struct XYZ {
  double x = 0, y = 0, z = 0;
  static constexpr tool::Bounds bounds{.minimum = -1e6, .maximum = 1e6};
  static constexpr auto fields = tool::fields(
      tool::field("x", &XYZ::x, "Right, metres.", bounds), tool::field("y", &XYZ::y, "Up, metres.", bounds),
      tool::field("z", &XYZ::z, "Towards the bottom of the sheet, metres.", bounds));
};

struct Args {
  std::optional<std::string> dsl;
  Format format = Format::png;
  std::int64_t width = 800, height = 600;
  std::optional<std::int64_t> floorIndex;
  bool renderAllFloors = false;
  Layout multiFloorLayout = Layout::sideBySide;
  bool showArea = true;
  std::optional<bool> showDimensions, showLabels;
  bool showFloorSummary = false;
  std::optional<words::AreaUnit> areaUnit;
  std::optional<words::LengthUnit> lengthUnit;
  std::optional<words::ThemeName> theme;
  std::optional<double> scale;
  Projection projection = Projection::isometric;
  std::optional<XYZ> cameraPosition, cameraTarget;
  std::optional<double> fov;

  static constexpr auto fields = tool::fields(
      tool::field("dsl", &Args::dsl, "Default: the workspace's plan.", {.max_length = max_dsl_bytes}),
      tool::with_default("format", &Args::format, "Image (png, 3d-png), text (svg, dxf) or file (pdf, glb)."),
      tool::with_default("width", &Args::width, "Pixels.", {.minimum = 16, .maximum = 8192}),
      tool::with_default("height", &Args::height, "Pixels.", {.minimum = 16, .maximum = 8192}),
      tool::field("floorIndex", &Args::floorIndex, "From 0; default: the first.", {.minimum = 0, .maximum = 10000}),
      tool::with_default("renderAllFloors", &Args::renderAllFloors, "All floors in one picture."),
      tool::with_default("multiFloorLayout", &Args::multiFloorLayout, "How several floors stand."),
      tool::with_default("showArea", &Args::showArea, "Size and area under the room names."),
      tool::field("showDimensions", &Args::showDimensions, "Dimension chains outside the building."),
      tool::field("showLabels", &Args::showLabels, "Labels of rooms."),
      tool::with_default("showFloorSummary", &Args::showFloorSummary, "A line of figures under each floor."),
      tool::field("areaUnit", &Args::areaUnit, "Unit of areas."),
      tool::field("lengthUnit", &Args::lengthUnit, "Unit of lengths."), tool::field("theme", &Args::theme, "The look."),
      tool::field("scale", &Args::scale, "pdf: 50 for 1:50; default: what fits.", {.minimum = 1, .maximum = 10000}),
      tool::with_default("projection", &Args::projection, "3d-png: how it is seen."),
      tool::field("cameraPosition", &Args::cameraPosition,
                  "3d-png: where from, metres: x right, y up, z down the sheet; default: all in view."),
      tool::field("cameraTarget", &Args::cameraTarget, "3d-png: where to, likewise."),
      tool::field("fov", &Args::fov, "3d-png, perspective: degrees.", {.minimum = 10, .maximum = 120}));
};

struct Bounds3d {
  XYZ min, max, center;
  static constexpr auto fields = tool::fields(tool::field("min", &Bounds3d::min, "Lowest corner."),
                                              tool::field("max", &Bounds3d::max, "Highest corner."),
                                              tool::field("center", &Bounds3d::center, "The middle."));
};
struct SummaryOut {
  std::int64_t floorCount = 0, totalRoomCount = 0;
  double grossFloorArea = 0;
  static constexpr auto fields =
      tool::fields(tool::field("floorCount", &SummaryOut::floorCount, "Floors of the plan."),
                   tool::field("totalRoomCount", &SummaryOut::totalRoomCount, "Rooms of the plan, without sub-rooms."),
                   tool::field("grossFloorArea", &SummaryOut::grossFloorArea, "Sum of all rooms, in areaUnit."));
};
struct MetricsOut {
  std::string floor;
  std::int64_t roomCount = 0;
  double netArea = 0, efficiency = 0;
  static constexpr auto fields =
      tool::fields(tool::field("floor", &MetricsOut::floor, "The floor."),
                   tool::field("roomCount", &MetricsOut::roomCount, "Its rooms."),
                   tool::field("netArea", &MetricsOut::netArea, "Sum of its rooms, in areaUnit."),
                   tool::field("efficiency", &MetricsOut::efficiency, "Rooms over bounding box."));
};

struct Out {
  bool success = true;
  Format format{};
  std::int64_t floorCount = 0;
  Json renderedFloor;
  words::LengthUnit lengthUnit{};
  words::AreaUnit areaUnit{};
  std::vector<RoomOut> rooms;
  SummaryOut summary;
  std::vector<MetricsOut> floorMetrics;
  std::optional<std::int64_t> roomCount, connectionCount;
  std::optional<Projection> projection;
  std::optional<XYZ> cameraPosition, cameraTarget;
  std::optional<double> fov;
  std::optional<Bounds3d> sceneBounds;
  std::optional<std::vector<Finding>> warnings;
  static constexpr auto fields =
      tool::fields(tool::field("success", &Out::success, "True: the picture is in the content."),
                   tool::field("format", &Out::format, "What was made."),
                   tool::field("floorCount", &Out::floorCount, "Floors of the plan."),
                   tool::field("renderedFloor", &Out::renderedFloor, "Index of the floor, or \"all\"."),
                   tool::field("lengthUnit", &Out::lengthUnit, "Unit of sizes and positions here: the plan's."),
                   tool::field("areaUnit", &Out::areaUnit, "Unit of areas here."),
                   tool::field("rooms", &Out::rooms, "The rooms shown, sub-rooms inside them."),
                   tool::field("summary", &Out::summary, "The whole plan."),
                   tool::field("floorMetrics", &Out::floorMetrics, "Each floor."),
                   tool::field("roomCount", &Out::roomCount, "dxf: rooms in the file."),
                   tool::field("connectionCount", &Out::connectionCount, "dxf: connections in the plan."),
                   tool::field("projection", &Out::projection, "3d-png: how it was seen."),
                   tool::field("cameraPosition", &Out::cameraPosition, "3d-png: where from."),
                   tool::field("cameraTarget", &Out::cameraTarget, "3d-png: where to."),
                   tool::field("fov", &Out::fov, "3d-png: angle of view."),
                   tool::field("sceneBounds", &Out::sceneBounds, "3d-png: what the building measures, metres."),
                   tool::field("warnings", &Out::warnings, "What validate_floorplan would say."));
};

std::array<double, 3> array_of(const XYZ& point) { return {point.x, point.y, point.z}; }
XYZ point_of(const std::array<double, 3>& point) {
  return {round_to(point[0], 3), round_to(point[1], 3), round_to(point[2], 3)};
}

engine::RenderOptions options_of(const Args& args, const View& view) {
  engine::RenderOptions out;
  out.format = args.format;
  const bool all =
      args.renderAllFloors || (!args.floorIndex && (args.format == Format::pdf || args.format == Format::glb));
  if (!all) out.look.floor = static_cast<int>(args.floorIndex.value_or(0));
  out.look.layout =
      args.multiFloorLayout == Layout::stacked ? engine::FloorLayout::stacked : engine::FloorLayout::side_by_side;
  out.look.show_area = args.showArea;
  out.look.show_dimensions = args.showDimensions;
  out.look.show_labels = args.showLabels;
  out.look.show_floor_summary = args.showFloorSummary;
  out.look.length_unit = args.lengthUnit;
  out.look.area_unit = args.areaUnit;
  out.look.theme = args.theme;
  out.look.width_px = static_cast<int>(args.width);
  out.look.height_px = static_cast<int>(args.height);
  out.camera.kind = args.projection == Projection::perspective ? drawing::Camera::Kind::perspective
                                                               : drawing::Camera::Kind::isometric;
  if (args.fov) out.camera.fov_deg = *args.fov;
  if (args.cameraPosition) out.camera.position = array_of(*args.cameraPosition);
  if (args.cameraTarget) out.camera.target = array_of(*args.cameraTarget);
  out.scale = args.scale;
  out.date = base::iso8601(view.time_ms()).substr(0, 10);
  return out;
}

// The result as MCP content: models look at images, read text, and pass files on.
Json content_of(Format format, const std::string& bytes) {
  const std::string_view mime = engine::mime_type(format);
  switch (format) {
    case Format::png:
    case Format::view_3d_png:
      return Json::object({{"type", "image"}, {"data", base::base64(bytes)}, {"mimeType", mime}});
    case Format::svg:
    case Format::dxf:
      return Json::object({{"type", "text"}, {"text", bytes}});
    case Format::pdf:
    case Format::glb:
      break;
  }
  const std::string name = format == Format::pdf ? "plan.pdf" : "plan.glb";
  Json resource =
      Json::object({{"uri", "floorplan://render/" + name}, {"mimeType", mime}, {"blob", base::base64(bytes)}});
  return Json::object({{"type", "resource"}, {"resource", std::move(resource)}});
}

void describe_3d(Out& out, const Args& args, const engine::Rendered& rendered) {
  if (!rendered.camera) return;
  out.projection = args.projection;
  out.fov = rendered.camera->fov_deg;
  if (rendered.camera->position) out.cameraPosition = point_of(*rendered.camera->position);
  if (rendered.camera->target) out.cameraTarget = point_of(*rendered.camera->target);
  const auto& low = rendered.low;
  const auto& high = rendered.high;
  out.sceneBounds = Bounds3d{point_of(low), point_of(high),
                             point_of({(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2})};
}

void describe(Out& out, const engine::Compiled& compiled, const engine::RenderOptions& options) {
  const engine::Plan& plan = compiled.plan;
  out.format = options.format;
  out.floorCount = static_cast<std::int64_t>(plan.floors.size());
  out.renderedFloor = options.look.floor ? Json(*options.look.floor) : Json("all");
  out.lengthUnit = plan.settings.unit;
  out.areaUnit = options.look.area_unit.value_or(plan.settings.area_unit);
  out.rooms = rooms_of(compiled, options.look.floor.value_or(-1), out.areaUnit);
  const auto area = [&](double square_metres) {
    return round_to(square_metres / engine::square_metres_per(out.areaUnit), 2);
  };
  const engine::Analysis analysis = engine::measure(plan);
  out.summary = {out.floorCount, analysis.room_count, area(analysis.area)};
  for (const auto& floor : analysis.floors) {
    out.floorMetrics.push_back({plan.floors[static_cast<std::size_t>(floor.floor)].id, floor.rooms, area(floor.area),
                                round_to(floor.efficiency, 2)});
  }
  if (options.format == Format::dxf) {
    out.roomCount = static_cast<std::int64_t>(plan.rooms.size());
    out.connectionCount = static_cast<std::int64_t>(plan.connections.size());
  }
  auto warnings = findings(compiled, words::Severity::warning);
  if (!warnings.empty()) out.warnings = std::move(warnings);
}

Result<tool::Shown<Out>> run(const Args& args, const View& view) {
  std::string text = TRY(plan_text(args.dsl, view));
  const auto compiled = std::make_shared<const engine::Compiled>(engine::compile(std::move(text)));
  if (!compiled->valid()) return invalid_plan(*compiled, "The plan has errors and cannot be drawn");
  const engine::RenderOptions options = options_of(args, view);
  const engine::Rendered rendered = TRY(engine::render(compiled->plan, options));
  tool::Shown<Out> shown;
  describe(shown.out, *compiled, options);
  describe_3d(shown.out, args, rendered);
  shown.extras.content.push_back(content_of(options.format, rendered.bytes));
  shown.extras.page_parts = [compiled, look = options.look] {
    return std::map<std::string, tool::PagePart>{
        {"plan", {"application/json", engine::page_data(*compiled, look).dump()}}};
  };
  return shown;
}

}  // namespace

Tool declare() {
  return tool::read<Args, Out>(
      {.name = "render_floorplan",
       .title = "Draw a floor plan",
       .doc = "Draws one floor of a plan, or all, and lists the rooms. What the plan says holds "
              "where an argument is absent.",
       .page = "ui://lintel/plan"},
      run);
}

}  // namespace floorplan::tools::render_floorplan
