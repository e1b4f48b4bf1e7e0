// SPDX-License-Identifier: Apache-2.0
#include "domains/bim/engine/draw/look.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include "base/text.h"
#include "drawing/png.h"
#include "drawing/png_encode.h"
#include "drawing/raster3d.h"
#include "drawing/tokens.h"

namespace bim::engine {

namespace {

using drawing::Colour;
using drawing::Layer;
using drawing::Vec;

constexpr double cut_m = 1.2;  // above the floor, as plans are usually cut
constexpr drawing::tokens::Palette palette = drawing::tokens::light;
constexpr std::uint32_t glass = 0x9cc3e0, wood = 0xb08d57, concrete = 0xc9ced6, roofing = 0xb4695a,
                        slab_grey = 0xe3e6ea;

std::string square_metres(double area_m2) {
  std::array<char, 32> buffer{};
  const int size = std::snprintf(buffer.data(), buffer.size(), "%.2f m²", area_m2);
  return {buffer.data(), static_cast<std::size_t>(size)};
}

// Sheets have y down.
Vec on_sheet(Vec2 point) { return {point.x, -point.y}; }

drawing::Path path_of(const Polygon& polygon) {
  drawing::Path path;
  const auto ring = [&](const geometry::Ring& corners) {
    for (std::size_t i = 0; i < corners.size(); ++i)
      i == 0 ? path.move(on_sheet(corners[i])) : path.line(on_sheet(corners[i]));
    path.close();
  };
  ring(polygon.outer);
  for (const geometry::Ring& hole : polygon.holes) ring(hole);
  return path;
}

class Plan {
 public:
  Plan(const Model& model, const StoreyShapes& shapes, const LookOptions& options)
      : model_(model), shapes_(shapes), options_(options) {}

  Result<drawing::Picture> draw() {
    measure();
    add_floors();
    add_rooms();
    TRY(add_cut());
    add_openings();
    add_names();
    return std::move(picture_);
  }

 private:
  bool chosen(const std::string& id) const { return options_.highlight.contains(id); }
  Colour ink(const std::string& id, std::uint32_t otherwise) const {
    return drawing::colour(chosen(id) ? palette.accent : otherwise);
  }

  // The whole storey with a margin, at a scale at which it fills the picture.
  void measure() {
    geometry::Box box;
    for (const auto& [id, prism] : shapes_.bodies) box.include(prism.box());
    for (const Record* room : model_.of("room")) {
      if (shapes_.rooms.contains(room->id)) box.include(point_at(*room, "location"));
    }
    if (!box.holds_something()) box = {{0, 0, 0}, {10, 10, 0}};
    constexpr double margin = 0.06, least_m = 2;
    const double wide = std::max(box.high.x - box.low.x, least_m), deep = std::max(box.high.y - box.low.y, least_m);
    const double around = margin * std::max(wide, deep) + 0.3;
    picture_.x = box.low.x - around;
    picture_.y = -box.high.y - around;
    picture_.width = wide + 2 * around;
    picture_.height = deep + 2 * around;
    picture_.px_per_m = std::min(options_.width_px / picture_.width, options_.height_px / picture_.height);
    picture_.ground = drawing::colour(palette.ground);
  }

  void add(Layer layer, std::string id, drawing::Path path, std::optional<Colour> fill,
           std::optional<drawing::Stroke> stroke) {
    drawing::Item item;
    item.layer = layer;
    item.id = std::move(id);
    item.what = drawing::Shape{std::move(path), fill, std::move(stroke), true};
    picture_.items.push_back(std::move(item));
  }

  void add_text(std::string text, Vec at, double size_px, Colour colour, drawing::Weight weight) {
    drawing::Item item;
    item.layer = Layer::labels;
    drawing::Text words;
    words.text = std::move(text);
    words.at = at;
    words.size_px = size_px;
    words.weight = weight;
    words.colour = colour;
    words.halo = drawing::colour(palette.ground);
    item.what = std::move(words);
    picture_.items.push_back(std::move(item));
  }

  // What lies below the cut, in thin lines.
  void add_floors() {
    for (const auto& [id, prism] : shapes_.bodies) {
      const std::optional<Record> record = model_.find(id);
      if (!record || record->category != "floor") continue;
      const drawing::Stroke line{ink(id, palette.edge), chosen(id) ? 2.0 : 1.0, {}};
      add(Layer::ground, id, path_of(outline_of(*record)), drawing::colour(palette.panel), line);
      for (const Record& opening : model_.referring(id)) {
        if (is_hosted(opening.category))
          add(Layer::ground, opening.id, path_of(outline_of(opening)), drawing::colour(palette.ground),
              drawing::Stroke{ink(opening.id, palette.edge), 1, {4, 3}});
      }
    }
  }

  void add_rooms() {
    for (const auto& [id, index] : shapes_.rooms) {
      const geometry::FoundRoom& space = shapes_.spaces[index];
      const Colour tint = drawing::colour(chosen(id) ? palette.accent : 0xf6efe2, chosen(id) ? 40 : 255);
      for (const Polygon& polygon : space.net) add(Layer::rooms, id, path_of(polygon), tint, std::nullopt);
    }
  }

  Result<void> add_cut() {
    const double height = shapes_.elevation_m + cut_m;
    for (const auto& [id, prism] : shapes_.bodies) {
      const std::optional<Record> record = model_.find(id);
      if (!record || record->category == "floor" || record->category == "roof") continue;
      for (const Polygon& polygon : TRY(prism.cut_at(height)))
        add(Layer::walls, id, path_of(polygon), ink(id, 0x4a5058), drawing::Stroke{ink(id, 0x4a5058), 0.8, {}});
    }
    return {};
  }

  void add_openings() {
    for (const std::string& wall : shapes_.walls) {
      const WallBody body = wall_body(*model_.find(wall), model_);
      for (const Record& opening : model_.referring(wall)) {
        if (opening.category == "door") add_door(opening, body);
        if (opening.category == "window") add_window(opening, body);
      }
    }
  }

  void add_door(const Record& door, const WallBody& wall) {
    const Hole hole = hole_in(door, wall);
    const Vec2 along = wall.along(), side = geometry::left_of(along);
    const Vec2 hinge = wall.start + along * hole.near_m, jamb = wall.start + along * hole.far_m;
    const Vec2 open = hinge + side * (hole.far_m - hole.near_m);
    drawing::Path path;
    path.move(on_sheet(hinge)).line(on_sheet(open)).arc(on_sheet(hinge), on_sheet(jamb), true);
    add(Layer::doors, door.id, std::move(path), std::nullopt,
        drawing::Stroke{ink(door.id, palette.ink2), chosen(door.id) ? 2.5 : 1.2, {}});
  }

  void add_window(const Record& window, const WallBody& wall) {
    const Hole hole = hole_in(window, wall);
    const Vec2 along = wall.along(), half = geometry::left_of(along) * (wall.thickness_m / 2);
    const Vec2 near = wall.start + along * hole.near_m, far = wall.start + along * hole.far_m;
    const Polygon frame{{near - half, far - half, far + half, near + half}, {}};
    drawing::Path pane;
    pane.move(on_sheet(near)).line(on_sheet(far));
    const drawing::Stroke line{ink(window.id, palette.ink2), chosen(window.id) ? 2.5 : 1.0, {}};
    add(Layer::windows, window.id, path_of(frame), drawing::colour(glass), line);
    add(Layer::windows, window.id, std::move(pane), std::nullopt, line);
  }

  void add_names() {
    for (const auto& [id, index] : shapes_.rooms) {
      const Record room = *model_.find(id);
      const Vec at = on_sheet(point_at(room, "location"));
      const std::string_view name = text(room, "name");
      add_text(name.empty() ? short_id(id) : std::string(name), at, drawing::tokens::type_heading, ink(id, palette.ink),
               drawing::Weight::semibold);
      add_text(square_metres(shapes_.spaces[index].net_m2()), at + Vec{0, 18 / picture_.px_per_m},
               drawing::tokens::type_body, ink(id, palette.ink2), drawing::Weight::regular);
    }
    for (const std::string& id : options_.highlight) {
      const std::optional<Record> record = model_.find(id);
      if (!record || record->category == "room") continue;
      const std::optional<geometry::Box> box = place_of(*record, model_).box;
      if (!box) continue;
      const Vec3 middle = box->middle();
      add_text(short_id(id), on_sheet({middle.x, middle.y}), drawing::tokens::type_small,
               drawing::colour(palette.accent), drawing::Weight::semibold);
    }
  }

  const Model& model_;
  const StoreyShapes& shapes_;
  const LookOptions& options_;
  drawing::Picture picture_;
};

drawing::Solid triangles_of(const std::string& id, const Solid& solid) {
  drawing::Solid out;
  out.id = id;
  const geometry::Mesh mesh = solid.mesh();
  for (const geometry::Triangle& corners : mesh.triangles) {
    drawing::Triangle triangle{};
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Vec3 point = mesh.points[corners[i]];
      triangle.corners[i] = {static_cast<float>(point.x), static_cast<float>(point.z), static_cast<float>(-point.y)};
    }
    out.triangles.push_back(triangle);
  }
  return out;
}

class Axonometry {
 public:
  explicit Axonometry(const LookOptions& options) : options_(options) {}

  Result<drawing::Scene> scene(const Model& model) {
    for (const double elevation : elevations_of(model)) {
      const StoreyShapes shapes = TRY(storey_shapes(model, elevation));
      for (const auto& [id, prism] : shapes.bodies) add(*model.find(id), TRY(Solid::from_prism(prism)));
    }
    for (const Record& record : model.all()) {
      const bool sloped = record.category == "roof" && !prism_of(record, model).ok();
      if (record.category == "solid" || sloped) add(record, TRY(solid_of(record, model)));
    }
    return std::move(scene_);
  }

 private:
  void add(const Record& record, const Solid& solid) {
    drawing::Solid made = triangles_of(record.id, solid);
    made.material = material(record);
    scene_.solids.push_back(std::move(made));
  }

  int material(const Record& record) {
    const std::uint32_t colour = options_.highlight.contains(record.id) ? palette.accent
                                 : record.category == "roof"            ? roofing
                                 : record.category == "floor"           ? slab_grey
                                 : record.category == "column"          ? wood
                                                                        : concrete;
    const drawing::Material wanted{record.category, drawing::colour(colour)};
    const auto found = std::ranges::find(scene_.materials, wanted);
    if (found != scene_.materials.end()) return static_cast<int>(found - scene_.materials.begin());
    scene_.materials.push_back(wanted);
    return static_cast<int>(scene_.materials.size()) - 1;
  }

  const LookOptions& options_;
  drawing::Scene scene_;
};

}  // namespace

std::string short_id(std::string_view id) {
  const std::string_view own = id.substr(id.find(':') == std::string_view::npos ? 0 : id.find(':') + 1);
  const std::size_t dash = own.find('-');
  if (dash == std::string_view::npos) return std::string(own);
  return std::string(own.substr(0, dash + 9));
}

Result<drawing::Picture> plan_picture(const Model& model, double elevation_m, const LookOptions& options) {
  const StoreyShapes shapes = TRY(storey_shapes(model, elevation_m));
  return Plan(model, shapes, options).draw();
}

Result<std::string> plan_png(const Model& model, double elevation_m, const LookOptions& options) {
  return drawing::png(TRY(plan_picture(model, elevation_m, options)), {options.width_px, options.height_px});
}

Result<std::string> axonometry_png(const Model& model, const LookOptions& options) {
  const drawing::Scene scene = TRY(Axonometry(options).scene(model));
  drawing::View3d view;
  view.width = options.width_px;
  view.height = options.height_px;
  const drawing::Image image = TRY(drawing::raster3d(scene, view));
  const auto row = [&](int y) {
    return image.pixels.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width);
  };
  return drawing::encode_png({.width = image.width, .height = image.height, .row = row, .keep_shades = true});
}

}  // namespace bim::engine
