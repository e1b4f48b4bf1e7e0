// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/views/pictures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <span>

#include "base/text.h"
#include "drawing/png.h"
#include "drawing/svg.h"
#include "drawing/tokens.h"

namespace energy::engine {
namespace {

using drawing::Colour;
using drawing::colour;
using drawing::Picture;
using drawing::Shape;
using drawing::Vec;
namespace look = drawing::tokens;

// Pictures are composed in pixels: a metre of the display list is one.
Picture sheet(double width, double height, const std::string& title) {
  Picture picture;
  picture.width = width;
  picture.height = height;
  picture.px_per_m = 1;
  picture.title = base::printable(title, 200);
  return picture;
}

void put_text(Picture& picture, Vec at, std::string text, double size, drawing::Weight weight = {},
              drawing::Anchor anchor = drawing::Anchor::start) {
  picture.items.push_back({.layer = drawing::Layer::labels,
                           .what = drawing::Text{.text = base::printable(text, 120),
                                                 .at = at,
                                                 .size_px = size,
                                                 .weight = weight,
                                                 .anchor = anchor,
                                                 .colour = colour(look::light.ink)}});
}

void put_box(Picture& picture, Vec at, double width, double height, Colour fill, bool edge) {
  Shape shape{.path = drawing::rectangle(at.x, at.y, width, height), .fill = fill};
  if (edge) shape.stroke = drawing::Stroke{.colour = colour(look::light.edge), .width_px = 0.75};
  picture.items.push_back({.layer = drawing::Layer::rooms, .what = std::move(shape)});
}

// web/kit/colours.ts has the same.
constexpr std::array<std::uint32_t, 8> kind_colours{0xdecba4, 0x969696, 0xcdcdcd, 0xad5e4a,
                                                    0x56b4e9, 0x8c6038, 0x008060, 0xcc79a7};
constexpr std::array<std::uint32_t, 10> viridis{0x440154, 0x482878, 0x3e4a89, 0x31688e, 0x26828e,
                                                0x1f9e89, 0x35b779, 0x6dcd59, 0xb4de2c, 0xfde725};

Colour mixed(std::uint32_t a, std::uint32_t b, double k) {
  const auto channel = [&](int shift) {
    const double from = (a >> shift) & 255, to = (b >> shift) & 255;
    return static_cast<std::uint8_t>(std::lround(from + (to - from) * k));
  };
  return {channel(16), channel(8), channel(0), 255};
}
Colour sequential(double share) {
  const double at = std::clamp(std::isfinite(share) ? share : 0.0, 0.0, 1.0) * (viridis.size() - 1);
  const auto low = std::min(static_cast<std::size_t>(at), viridis.size() - 2);
  return mixed(viridis[low], viridis[low + 1], at - static_cast<double>(low));
}
// The golden angle keeps neighbours in a list apart.
Colour distinct(std::size_t index) {
  const double hue = std::fmod(static_cast<double>(index) * 137.508, 360);
  const double light = std::array{0.58, 0.72, 0.48}[index % 3],
               amount = (1 - std::abs(2 * light - 1)) * (index % 2 == 0 ? 0.55 : 0.62);
  const auto channel = [&](double shift) {
    const double k = std::fmod(shift + hue / 30, 12);
    return static_cast<std::uint8_t>(
        std::lround(255 * (light - amount / 2 * std::max(-1.0, std::min({k - 3, 9 - k, 1.0})))));
  };
  return {channel(0), channel(8), channel(4), 255};
}

constexpr double picture_width = 960, picture_height = 640, legend_width = 190, margin = 24;

// Seen from the south-east, 30 degrees up.
struct Seen {
  static constexpr double yaw = -0.6, pitch = 0.55;
  Point right{std::cos(yaw), -std::sin(yaw), 0};
  Point up{std::sin(yaw) * std::sin(pitch), std::cos(yaw) * std::sin(pitch), std::cos(pitch)};
  Point away{std::sin(yaw) * std::cos(pitch), std::cos(yaw) * std::cos(pitch), -std::sin(pitch)};
};

class Axonometry {
 public:
  Axonometry(const Model& model, const Scene& scene, ColourBy by) : model_(model), scene_(scene), by_(by) {}

  void into(Picture& picture) {
    choose();
    fit();
    for (const auto index : order_) put(picture, scene_.surfaces[index]);
  }

 private:
  // The outside that faces us, far ones first; openings right after their wall.
  void choose() {
    std::vector<std::pair<double, std::size_t>> found;
    for (std::size_t i = 0; i < scene_.surfaces.size(); ++i) {
      const auto& each = scene_.surfaces[i];
      const bool inner =
          base::equals_ignoring_case(each.boundary, "Surface") || base::equals_ignoring_case(each.boundary, "Zone");
      const bool faces = dot(area_vector(each.points), seen_.away) < 0;
      if (each.kind != Surface::Kind::shading && (inner || !faces)) continue;
      found.emplace_back(-depth(each.opening() ? scene_.surfaces[each.parent] : each) + (each.opening() ? 1e-6 : 0), i);
    }
    std::ranges::sort(found);
    for (const auto& [key, index] : found) order_.push_back(index);
  }
  double depth(const Surface& surface) const { return dot(centroid(surface.points), seen_.away); }

  void fit() {
    double low_x = 1e300, low_y = 1e300, high_x = -1e300, high_y = -1e300;
    for (const auto index : order_) {
      for (const auto& point : scene_.surfaces[index].points) {
        low_x = std::min(low_x, dot(point, seen_.right));
        high_x = std::max(high_x, dot(point, seen_.right));
        low_y = std::min(low_y, dot(point, seen_.up));
        high_y = std::max(high_y, dot(point, seen_.up));
      }
    }
    if (order_.empty()) return;
    const double wide = picture_width - legend_width - 2 * margin, high = picture_height - 2 * margin - 24;
    scale_ = std::min(wide / std::max(0.1, high_x - low_x), high / std::max(0.1, high_y - low_y));
    shift_ = {margin + wide / 2 - scale_ * (low_x + high_x) / 2,
              margin + 24 + high / 2 + scale_ * (low_y + high_y) / 2};
  }

  Colour colour_of(const Surface& surface) const {
    if (by_ == ColourBy::type) return colour(kind_colours[static_cast<std::size_t>(surface.kind)]);
    return surface.zone == Surface::none ? colour(0xc8c8c8) : distinct(surface.zone);
  }

  void put(Picture& picture, const Surface& surface) {
    std::vector<Vec> points;
    for (const auto& point : surface.points) {
      points.push_back({shift_.x + scale_ * dot(point, seen_.right), shift_.y - scale_ * dot(point, seen_.up)});
    }
    const Point normal = unit(area_vector(surface.points));
    const double light = 0.8 + 0.2 * std::abs(dot(normal, unit({0.3, -0.5, 0.8})));
    const Colour base = colour_of(surface);
    const auto shaded = [&](std::uint8_t value) { return static_cast<std::uint8_t>(std::lround(value * light)); };
    picture.items.push_back(
        {.layer = drawing::Layer::walls,
         .what = Shape{.path = drawing::polygon(points),
                       .fill = Colour{shaded(base.r), shaded(base.g), shaded(base.b), 255},
                       .stroke = drawing::Stroke{.colour = colour(look::light.ink, 150), .width_px = 0.6}},
         .id = base::printable(model_.objects()[surface.object].key, 200),
         .title = base::printable(model_.objects()[surface.object].key + ", " + surface.type, 200)});
  }

  const Model& model_;
  const Scene& scene_;
  ColourBy by_;
  Seen seen_;
  std::vector<std::size_t> order_;
  double scale_ = 1;
  Vec shift_;
};

struct Entry {
  std::string name;
  Colour fill;
  std::size_t count;
};
std::vector<Entry> legend_of(const Scene& scene, ColourBy by) {
  std::map<std::size_t, std::size_t> counts;
  for (const auto& each : scene.surfaces)
    ++counts[by == ColourBy::type ? static_cast<std::size_t>(each.kind) : each.zone];
  std::vector<Entry> out;
  for (const auto& [key, count] : counts) {
    if (by == ColourBy::type) {
      out.push_back({std::string(name(static_cast<Surface::Kind>(key))), colour(kind_colours[key]), count});
    } else {
      out.push_back({key == Surface::none ? "No zone" : scene.zones[key].name,
                     key == Surface::none ? colour(0xc8c8c8) : distinct(key), count});
    }
  }
  return out;
}

void put_legend(Picture& picture, const std::vector<Entry>& entries) {
  const double x = picture_width - legend_width;
  const std::size_t rows = static_cast<std::size_t>((picture_height - 80) / 18);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const double y = 60 + 18 * static_cast<double>(i);
    if (i + 1 == rows && entries.size() > rows) {
      put_text(picture, {x, y + 10}, "and " + std::to_string(entries.size() - i) + " more", 11);
      return;
    }
    put_box(picture, {x, y}, 12, 12, entries[i].fill, true);
    put_text(picture, {x + 18, y + 10}, entries[i].name.substr(0, 22) + "  " + std::to_string(entries[i].count), 11);
  }
}

// "0.25", "21.1", "1200".
std::string short_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

constexpr double heat_width = 930, heat_left = 40, row_height = 3, map_height = 24 * row_height,
                 block_height = map_height + 48;

// Hours of neighbouring days that are equal are one box.
void put_heat(Picture& picture, const ScheduleYear& schedule, double top) {
  const std::size_t days = schedule.values.size() / 24;
  const double wide = (heat_width - heat_left - margin) / static_cast<double>(days);
  const double span = schedule.high - schedule.low;
  for (std::size_t hour = 0; hour < 24; ++hour) {
    std::size_t from = 0;
    for (std::size_t day = 1; day <= days; ++day) {
      if (day < days && schedule.values[day * 24 + hour] == schedule.values[from * 24 + hour]) continue;
      const double share = span > 0 ? (schedule.values[from * 24 + hour] - schedule.low) / span : 0.5;
      put_box(picture, {heat_left + static_cast<double>(from) * wide, top + static_cast<double>(hour) * row_height},
              static_cast<double>(day - from) * wide, row_height, sequential(share), false);
      from = day;
    }
  }
}

void put_schedule(Picture& picture, const ScheduleYear& schedule, double top) {
  const auto unit = schedule.unit.empty() ? "" : " " + schedule.unit;
  put_text(picture, {heat_left, top + 12}, schedule.name, 12, drawing::Weight::semibold);
  put_text(picture, {heat_width - margin, top + 12},
           schedule.low == schedule.high ? "always " + short_number(schedule.low) + unit
                                         : short_number(schedule.low) + " to " + short_number(schedule.high) + unit +
                                               ", mean " + short_number(schedule.mean),
           11, {}, drawing::Anchor::end);
  for (const auto& [hour, words] : {std::pair(0, "0 h"), std::pair(12, "12 h"), std::pair(24, "24 h")})
    put_text(picture, {heat_left - 6, top + 18 + hour * row_height + 4}, words, 9, {}, drawing::Anchor::end);
  put_heat(picture, schedule, top + 18);
  constexpr std::string_view months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                         "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  for (std::size_t i = 0; i < std::size(months); ++i)
    put_text(picture,
             {heat_left + (heat_width - heat_left - margin) * static_cast<double>(i) / 12, top + map_height + 30},
             std::string(months[i]), 9);
}

}  // namespace

Picture geometry_picture(const Model& model, const Scene& scene, ColourBy by, const std::string& title) {
  Picture picture = sheet(picture_width, picture_height, title);
  put_text(picture, {margin, 30}, title, 16, drawing::Weight::semibold);
  Axonometry(model, scene, by).into(picture);
  put_legend(picture, legend_of(scene, by));
  return picture;
}

Picture schedules_picture(const ScheduleYears& years, const std::string& title, std::size_t limit) {
  const auto shown = std::min(limit, years.list.size());
  Picture picture = sheet(heat_width, 56 + block_height * static_cast<double>(std::max<std::size_t>(1, shown)), title);
  put_text(picture, {margin, 28}, title + ", " + std::to_string(years.year), 16, drawing::Weight::semibold);
  if (shown < years.list.size())
    put_text(picture, {heat_width - margin, 28}, std::to_string(shown) + " of " + std::to_string(years.list.size()), 12,
             {}, drawing::Anchor::end);
  for (std::size_t i = 0; i < shown; ++i)
    put_schedule(picture, years.list[i], 48 + block_height * static_cast<double>(i));
  return picture;
}

base::Result<std::string> image_of(const Picture& picture, ImageFormat format) {
  if (format == ImageFormat::png) return drawing::png(picture);
  return drawing::svg(picture);
}

}  // namespace energy::engine
