// SPDX-License-Identifier: Apache-2.0
#include "drawing/paint.h"

#include <cairo-ft.h>
#include <ft2build.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "drawing/fonts.h"
#include FT_FREETYPE_H

namespace drawing {
namespace {

constexpr double pi = 3.14159265358979323846;

// The faces live as long as the program. Cairo locks a face while it uses it, and keeps its glyphs.
class Faces {
 public:
  static const Faces& get() {
    static const Faces faces;
    return faces;
  }
  cairo_font_face_t* face(Face which) const { return faces_[static_cast<std::size_t>(which)]; }
  const cairo_font_options_t* options() const { return options_; }

 private:
  Faces() {
    LINTEL_CHECK(FT_Init_FreeType(&library_) == 0);
    for (std::size_t i = 0; i < face_count; ++i) {
      const auto file = font_file(static_cast<Face>(i));
      FT_Face face = nullptr;
      LINTEL_CHECK(FT_New_Memory_Face(library_, reinterpret_cast<const FT_Byte*>(file.data()),
                                      static_cast<FT_Long>(file.size()), 0, &face) == 0);
      faces_[i] = cairo_ft_font_face_create_for_ft_face(face, FT_LOAD_NO_HINTING);
    }
    // No hinting: letters stand where the layout measured them, at every scale and in every format.
    options_ = cairo_font_options_create();
    cairo_font_options_set_hint_style(options_, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options_, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options_, CAIRO_ANTIALIAS_GRAY);
  }
  FT_Library library_ = nullptr;
  std::array<cairo_font_face_t*, face_count> faces_{};
  cairo_font_options_t* options_ = nullptr;
};

void set_colour(cairo_t* cairo, Colour colour) {
  cairo_set_source_rgba(cairo, colour.r / 255.0, colour.g / 255.0, colour.b / 255.0, colour.a / 255.0);
}

struct Extent {
  double top = std::numeric_limits<double>::infinity();
  double bottom = -std::numeric_limits<double>::infinity();
  void add(double y) {
    top = std::min(top, y);
    bottom = std::max(bottom, y);
  }
};

// In metres, never too small.
Extent extent(const Path& path) {
  Extent out;
  Vec last;
  for (const Segment& segment : path.segments) {
    if (segment.kind == Segment::Kind::close) continue;
    out.add(segment.to.y);
    if (segment.kind == Segment::Kind::arc) {
      const double radius = std::hypot(last.x - segment.centre.x, last.y - segment.centre.y);
      out.add(segment.centre.y - radius);
      out.add(segment.centre.y + radius);
    }
    last = segment.to;
  }
  return out;
}

// Glyphs of one face that follow one another.
struct Run {
  Face face = Face::inter_regular;
  std::vector<cairo_glyph_t> glyphs;
  std::string utf8;
  std::vector<cairo_text_cluster_t> clusters;
};

std::vector<Run> runs(const std::vector<Glyph>& glyphs, double size, double x) {
  std::vector<Run> out;
  for (const Glyph& glyph : glyphs) {
    if (out.empty() || out.back().face != glyph.face) out.push_back({.face = glyph.face});
    Run& run = out.back();
    run.glyphs.push_back({glyph.index, x, 0});
    const std::size_t before = run.utf8.size();
    base::append_utf8(run.utf8, glyph.character);
    run.clusters.push_back({static_cast<int>(run.utf8.size() - before), 1});
    x += glyph.advance_em * size;
  }
  return out;
}

double start_of(Anchor anchor, double width) {
  switch (anchor) {
    case Anchor::middle:
      return -width / 2;
    case Anchor::end:
      return -width;
    default:
      return 0;
  }
}

class Painter {
 public:
  Painter(cairo_t* cairo, const Picture& picture, const Placement& placement)
      : cairo_(cairo), picture_(picture), placement_(placement) {}

  void paint() {
    cairo_set_line_cap(cairo_, CAIRO_LINE_CAP_BUTT);
    cairo_set_line_join(cairo_, CAIRO_LINE_JOIN_MITER);
    for (const Item& item : picture_.items) {
      if (const auto* shape = std::get_if<Shape>(&item.what)) {
        this->shape(*shape);
      } else {
        text(std::get<Text>(item.what));
      }
    }
  }

 private:
  Vec at(Vec metres) const {
    return {placement_.origin.x + ((metres.x - picture_.x) * placement_.per_m),
            placement_.origin.y + ((metres.y - picture_.y) * placement_.per_m)};
  }
  bool outside_band(double top, double bottom) const { return bottom < placement_.top || top > placement_.bottom; }

  void shape(const Shape& shape) {
    const Extent metres = extent(shape.path);
    const double margin = shape.stroke ? shape.stroke->width_px * placement_.per_px * 4 + 1 : 1;
    if (!(metres.top <= metres.bottom)) return;
    if (outside_band(at({0, metres.top}).y - margin, at({0, metres.bottom}).y + margin)) return;
    if (shape.fill) fill(shape);
    if (shape.stroke) stroke(shape);
  }
  void fill(const Shape& shape) {
    trace(shape.path, shape.snap ? Snap::edges : Snap::none);
    cairo_set_fill_rule(cairo_, shape.even_odd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING);
    set_colour(cairo_, *shape.fill);
    cairo_fill(cairo_);
  }
  void stroke(const Shape& shape) {
    const Stroke& stroke = *shape.stroke;
    double width = stroke.width_px * placement_.per_px;
    Snap snap = Snap::none;
    if (placement_.whole_pixels && shape.snap) {
      width = std::max(1.0, std::round(width));
      snap = std::lround(width) % 2 == 1 ? Snap::halves : Snap::edges;
    }
    trace(shape.path, snap);
    cairo_set_line_width(cairo_, width);
    std::vector<double> dashes;
    for (const double dash : stroke.dashes_px) dashes.push_back(std::max(0.01, dash * placement_.per_px));
    cairo_set_dash(cairo_, dashes.data(), static_cast<int>(dashes.size()), 0);
    set_colour(cairo_, stroke.colour);
    cairo_stroke(cairo_);
  }

  enum class Snap : std::uint8_t { none, edges, halves };
  Vec snapped(Vec metres, Snap snap) const {
    const Vec p = at(metres);
    if (!placement_.whole_pixels || snap == Snap::none) return p;
    if (snap == Snap::edges) return {std::round(p.x), std::round(p.y)};
    return {std::floor(p.x) + 0.5, std::floor(p.y) + 0.5};
  }
  void trace(const Path& path, Snap snap) {
    cairo_new_path(cairo_);
    for (const Segment& segment : path.segments) {
      const Vec to = snapped(segment.to, snap);
      switch (segment.kind) {
        case Segment::Kind::move:
          cairo_move_to(cairo_, to.x, to.y);
          break;
        case Segment::Kind::line:
          cairo_line_to(cairo_, to.x, to.y);
          break;
        case Segment::Kind::arc:
          arc(segment, at(segment.to));
          break;
        case Segment::Kind::close:
          cairo_close_path(cairo_);
          break;
      }
    }
  }
  void arc(const Segment& segment, Vec to) {
    Vec from = to;
    cairo_get_current_point(cairo_, &from.x, &from.y);
    const Vec centre = at(segment.centre);
    const double radius = std::hypot(to.x - centre.x, to.y - centre.y);
    const double start = std::atan2(from.y - centre.y, from.x - centre.x);
    const double end = std::atan2(to.y - centre.y, to.x - centre.x);
    if (segment.clockwise) {
      cairo_arc(cairo_, centre.x, centre.y, radius, start, end);
    } else {
      cairo_arc_negative(cairo_, centre.x, centre.y, radius, start, end);
    }
  }

  void text(const Text& text) {
    const Vec p = at(text.at);
    const double size = text.size_px * placement_.per_px;
    const double reach = text.angle_deg == 0 ? size * 1.5 : text_width(text.text, size, text.weight) + size * 1.5;
    if (outside_band(p.y - reach, p.y + reach)) return;
    paint_text(cairo_, text, p, size, text.angle_deg);
  }

  cairo_t* cairo_;
  const Picture& picture_;
  const Placement& placement_;
};

void show_run(cairo_t* cairo, const Run& run) {
  if (cairo_surface_has_show_text_glyphs(cairo_get_target(cairo)) == 0) {
    cairo_show_glyphs(cairo, run.glyphs.data(), static_cast<int>(run.glyphs.size()));
    return;
  }
  cairo_show_text_glyphs(cairo, run.utf8.data(), static_cast<int>(run.utf8.size()), run.glyphs.data(),
                         static_cast<int>(run.glyphs.size()), run.clusters.data(),
                         static_cast<int>(run.clusters.size()), cairo_text_cluster_flags_t{});
}

void draw_halo(cairo_t* cairo, const std::vector<Run>& text, Colour halo, double size) {
  cairo_new_path(cairo);
  for (const Run& run : text) {
    cairo_set_font_face(cairo, Faces::get().face(run.face));
    cairo_glyph_path(cairo, run.glyphs.data(), static_cast<int>(run.glyphs.size()));
  }
  set_colour(cairo, halo);
  cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
  cairo_set_dash(cairo, nullptr, 0, 0);
  cairo_set_line_width(cairo, size * 0.3);
  cairo_stroke(cairo);
  cairo_set_line_join(cairo, CAIRO_LINE_JOIN_MITER);
}

}  // namespace

void paint_text(cairo_t* cairo, const Text& text, Vec at, double size, double angle_deg) {
  const std::vector<Glyph> line = glyphs(text.text, text.weight);
  double width = 0;
  for (const Glyph& glyph : line) width += glyph.advance_em * size;
  const std::vector<Run> parts = runs(line, size, start_of(text.anchor, width));
  cairo_save(cairo);
  cairo_translate(cairo, at.x, at.y);
  if (angle_deg != 0) cairo_rotate(cairo, angle_deg * pi / 180);
  cairo_set_font_options(cairo, Faces::get().options());
  cairo_set_font_size(cairo, size);
  if (text.halo) draw_halo(cairo, parts, *text.halo, size);
  set_colour(cairo, text.colour);
  for (const Run& run : parts) {
    cairo_set_font_face(cairo, Faces::get().face(run.face));
    show_run(cairo, run);
  }
  cairo_restore(cairo);
}

void paint(cairo_t* cairo, const Picture& picture, const Placement& placement) {
  Painter(cairo, picture, placement).paint();
}

base::Result<void> check_cairo(cairo_status_t status) {
  if (status == CAIRO_STATUS_SUCCESS) return {};
  return base::fail(base::Code::export_failed,
                    std::string("the picture could not be drawn: ") + cairo_status_to_string(status));
}

}  // namespace drawing
