// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/draw/render.h"

#include "domains/floorplan/engine/draw/cad.h"
#include "domains/floorplan/engine/draw/scene.h"
#include "domains/floorplan/engine/plan/measure.h"
#include "drawing/dxf.h"
#include "drawing/glb.h"
#include "drawing/png.h"
#include "drawing/png_encode.h"
#include "drawing/svg.h"

namespace floorplan::engine {

namespace {

using base::Json;
using base::Result;
namespace words = formats::floorplan;

Result<void> check_floor(const Plan& plan, const std::optional<int>& floor) {
  if (!floor || (*floor >= 0 && static_cast<std::size_t>(*floor) < plan.floors.size())) return {};
  if (plan.floors.empty()) {
    return base::fail(base::Code::constraint, "The plan has no floor to draw.", "dsl",
                      "Write `floor Ground { room Hall at (0,0) size (4 x 3) }` below `floorplan`.");
  }
  std::string names;
  for (const auto& one : plan.floors) names += (names.empty() ? "" : ", ") + std::to_string(one.index) + " " + one.id;
  return base::fail(base::Code::out_of_range,
                    "There is no floor " + std::to_string(*floor) + "; the plan has " +
                        std::to_string(plan.floors.size()) + " (" + names + ").",
                    "floorIndex", "Floors count from 0.");
}

Result<Rendered> flat(const Plan& plan, const RenderOptions& options) {
  const drawing::Picture picture = TRY(draw(plan, options.look));
  Rendered out;
  if (options.format == Format::svg) {
    out.bytes = drawing::svg(picture);
  } else {
    out.bytes = TRY(drawing::png(picture, {options.look.width_px, options.look.height_px}));
  }
  return out;
}

Result<Rendered> solid(const Plan& plan, const RenderOptions& options) {
  // One storey alone is cut open, so that its rooms are seen.
  const bool cut = options.look.floor.has_value() && options.format == Format::view_3d_png;
  const drawing::Scene model =
      scene(plan, {.floor = options.look.floor, .cut_height = cut ? std::optional(open_cut) : std::nullopt});
  Rendered out;
  if (options.format == Format::glb) {
    out.bytes = drawing::glb(model);
    return out;
  }
  drawing::View3d view;
  if (options.look.width_px > 0) view.width = options.look.width_px;
  if (options.look.height_px > 0) view.height = options.look.height_px;
  view.camera = options.camera;
  const drawing::Image image = TRY(drawing::raster3d(model, view));
  const auto row = [&](int y) {
    return image.pixels.data() + (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width));
  };
  out.bytes = TRY(drawing::encode_png({.width = image.width, .height = image.height, .row = row, .keep_shades = true}));
  out.camera = image.camera;
  out.low = image.low;
  out.high = image.high;
  return out;
}

class PageWriter {
 public:
  PageWriter(const Compiled& compiled, const DrawOptions& look)
      : plan_(compiled.plan), compiled_(compiled), look_(look), lines_(compiled.document->source) {}

  Json write() const {
    Json floors = Json::array();
    for (const auto& floor : plan_.floors) floors.push_back(floor_json(floor));
    return Json::object({{"title", plan_.title.empty() ? "Floor plan" : plan_.title},
                         {"unit", text(look_.length_unit.value_or(plan_.settings.unit))},
                         {"areaUnit", text(look_.area_unit.value_or(plan_.settings.area_unit))},
                         {"theme", text(look_.theme.value_or(plan_.settings.theme))},
                         {"source", compiled_.document->source},
                         {"floors", std::move(floors)},
                         {"diagnostics", diagnostics()},
                         {"schedules", schedules()}});
  }

 private:
  Json floor_json(const Floor& floor) const {
    DrawOptions look = look_;
    look.floor = floor.index;
    look.width_px = look.height_px = 0;
    Json out = Json::object({{"id", floor.id}, {"index", floor.index}});
    const auto picture = draw(plan_, look);
    out.set("svg", picture.ok() ? drawing::svg(*picture) : std::string());
    out.set("scale", picture.ok() ? picture->px_per_m : 1.0);
    out.set("originX", picture.ok() ? picture->x : 0.0);
    out.set("originY", picture.ok() ? picture->y : 0.0);
    Json rooms = Json::array();
    for (const auto& room : plan_.rooms) {
      if (room.floor == floor.index) rooms.push_back(room_json(room));
    }
    out.set("rooms", std::move(rooms));
    return out;
  }

  Json room_json(const Room& room) const {
    Json out = Json::object({{"id", "room:" + room.name}, {"name", room.name}});
    if (!room.label.empty()) out.set("label", room.label);
    out.set("areaM2", room.rect.area());
    out.set("widthM", room.rect.width);
    out.set("depthM", room.rect.height);
    out.set("line", lines_.place(room.span.begin).line);
    out.set("endLine", lines_.place(room.span.end).line);
    return out;
  }

  Json diagnostics() const {
    Json out = Json::array();
    for (const auto& finding : compiled_.diagnostics) out.push_back(to_json(finding, lines_));
    return out;
  }

  Json schedules() const {
    const Units units{look_.length_unit.value_or(plan_.settings.unit),
                      look_.area_unit.value_or(plan_.settings.area_unit)};
    Json out = Json::object();
    for (const auto& schedule :
         {room_schedule(plan_, units), door_schedule(plan_, units), window_schedule(plan_, units)}) {
      Json rows = Json::array();
      for (const auto& row : schedule.rows) rows.push_back(row_json(schedule, row));
      out.set(schedule.name, std::move(rows));
    }
    return out;
  }

  const Plan& plan_;
  const Compiled& compiled_;
  const DrawOptions& look_;
  words::LineIndex lines_;
};

}  // namespace

std::string_view mime_type(Format format) {
  switch (format) {
    case Format::svg:
      return "image/svg+xml";
    case Format::dxf:
      return "image/vnd.dxf";
    case Format::pdf:
      return "application/pdf";
    case Format::glb:
      return "model/gltf-binary";
    case Format::png:
    case Format::view_3d_png:
      break;
  }
  return "image/png";
}

Result<Rendered> render(const Plan& plan, const RenderOptions& options) {
  TRY(check_floor(plan, options.look.floor));
  switch (options.format) {
    case Format::png:
    case Format::svg:
      return flat(plan, options);
    case Format::view_3d_png:
    case Format::glb:
      return solid(plan, options);
    case Format::dxf: {
      const CadOptions cad_options{options.look.floor, options.look.length_unit, options.look.area_unit};
      return Rendered{drawing::dxf(cad(plan, cad_options))};
    }
    case Format::pdf:
      break;
  }
  return Rendered{TRY(print_pdf(plan, {options.look, options.scale, {}, options.date}))};
}

Json page_data(const Compiled& compiled, const DrawOptions& look) { return PageWriter(compiled, look).write(); }

}  // namespace floorplan::engine
