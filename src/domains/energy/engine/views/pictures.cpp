// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/views/pictures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <span>

#include "base/text.h"
#include "domains/energy/engine/views/packed.h"
#include "domains/energy/engine/views/sheet.h"
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

// web/kit/colours.ts has the same.
constexpr std::array<std::uint32_t, 8> kind_colours{0xdecba4, 0x969696, 0xcdcdcd, 0xad5e4a,
                                                    0x56b4e9, 0x8c6038, 0x008060, 0xcc79a7};

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
  // The colour of each surface, by its place in the scene.
  Axonometry(const Model& model, const Scene& scene, std::vector<Colour> colours)
      : model_(model), scene_(scene), colours_(std::move(colours)) {}

  void into(Picture& picture) {
    choose();
    fit();
    for (const auto index : order_) put(picture, index);
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

  void put(Picture& picture, std::size_t index) {
    const Surface& surface = scene_.surfaces[index];
    std::vector<Vec> points;
    for (const auto& point : surface.points) {
      points.push_back({shift_.x + scale_ * dot(point, seen_.right), shift_.y - scale_ * dot(point, seen_.up)});
    }
    const Point normal = unit(area_vector(surface.points));
    const double light = 0.85 + 0.15 * std::abs(dot(normal, unit({0.3, -0.5, 0.8})));
    const Colour base = colours_[index];
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
  std::vector<Colour> colours_;
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
                     key == Surface::none ? colour(missing_colour) : distinct_colour(key), count});
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
      put_text(picture, {x, y + 10}, "and " + std::to_string(entries.size() - i) + " more", {.size = 11});
      return;
    }
    put_box(picture, {x, y}, 12, 12, entries[i].fill, true);
    const auto number = std::to_string(entries[i].count);
    put_text(picture, {x + 18, y + 10}, fitted(entries[i].name, legend_width - 70, 11) + "  " + number, {.size = 11});
  }
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
              static_cast<double>(day - from) * wide, row_height, sequential_colour(share), false);
      from = day;
    }
  }
}

void put_schedule(Picture& picture, const ScheduleYear& schedule, double top) {
  const auto unit = schedule.unit.empty() ? "" : " " + schedule.unit;
  put_text(picture, {heat_left, top + 12}, schedule.name, {.weight = drawing::Weight::semibold});
  put_text(picture, {heat_width - margin, top + 12},
           schedule.low == schedule.high ? "always " + short_number(schedule.low) + unit
                                         : short_number(schedule.low) + " to " + short_number(schedule.high) + unit +
                                               ", mean " + short_number(schedule.mean),
           {.size = 11, .anchor = drawing::Anchor::end});
  for (const auto& [hour, words] : {std::pair(0, "0 h"), std::pair(12, "12 h"), std::pair(24, "24 h")})
    put_text(picture, {heat_left - 6, top + 18 + hour * row_height + 4}, words,
             {.size = 9, .anchor = drawing::Anchor::end});
  put_heat(picture, schedule, top + 18);
  constexpr std::string_view months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                         "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  for (std::size_t i = 0; i < std::size(months); ++i)
    put_text(picture,
             {heat_left + (heat_width - heat_left - margin) * static_cast<double>(i) / 12, top + map_height + 30},
             months[i], {.size = 9});
}

Picture titled(const std::string& title) {
  Picture picture = new_sheet(picture_width, picture_height, title);
  put_text(picture, {margin, 30}, fitted(title, picture_width - 2 * margin, 16, drawing::Weight::semibold),
           {.size = 16, .weight = drawing::Weight::semibold});
  return picture;
}

std::vector<Colour> colours_by(const Scene& scene, ColourBy by) {
  std::vector<Colour> out;
  for (const auto& each : scene.surfaces) {
    if (by == ColourBy::type) {
      out.push_back(colour(kind_colours[static_cast<std::size_t>(each.kind)]));
    } else {
      out.push_back(each.zone == Surface::none ? colour(missing_colour) : distinct_colour(each.zone));
    }
  }
  return out;
}

double share_of(const SceneValues& values, double value) {
  return values.high > values.low ? (value - values.low) / (values.high - values.low) : 0.5;
}

// A surface has the colour of its own value, or of its zone's.
std::vector<Colour> colours_by(const Scene& scene, const ShownValues& shown) {
  const SceneValues& values = shown.values;
  std::map<std::size_t, double> at;
  for (std::size_t row = 0; row < values.places.size(); ++row) at[values.places[row]] = values.row(row)[shown.step];
  std::vector<Colour> out;
  for (std::size_t i = 0; i < scene.surfaces.size(); ++i) {
    const auto found = at.find(values.by == SceneValues::By::zone ? scene.surfaces[i].zone : i);
    const bool known = found != at.end() && std::isfinite(found->second);
    out.push_back(known ? sequential_colour(share_of(values, found->second)) : colour(missing_colour));
  }
  return out;
}

// The colours with their values, what is shown and when, and the ends of the whole run.
void put_scale(Picture& picture, const ShownValues& shown) {
  const SceneValues& values = shown.values;
  const double x = picture_width - legend_width, top = 150, tall = 220, room = legend_width - margin;
  const Moment& moment = values.steps[shown.step];
  const auto value_text = [&](double value) { return short_number(value) + " " + values.unit; };
  const auto environment = std::ranges::find_if(
      values.environments, [&](const StepSpan& each) { return shown.step < each.first + each.count; });
  put_text(picture, {x, 64}, fitted(values.variable, room, 12, drawing::Weight::semibold),
           {.weight = drawing::Weight::semibold});
  put_text(picture, {x, 82}, time_text(moment).empty() ? "the whole period" : "at " + time_text(moment), {});
  put_text(picture, {x, 98}, fitted(environment->name, room, 11), {.size = 11, .quiet = true});
  if (shown.stale) put_text(picture, {x, 116}, "stale: edited since the run", {.weight = drawing::Weight::semibold});
  constexpr int bands = 44;
  for (int i = 0; i < bands; ++i) {
    const double part = tall / bands;
    put_box(picture, {x, top + tall - (i + 1) * part}, 18, part + 0.5, sequential_colour((i + 0.5) / bands), false);
  }
  for (int i = 0; i <= 4; ++i) {
    const double value = values.low + (values.high - values.low) * i / 4;
    put_text(picture, {x + 26, top + tall - tall * i / 4 + 4}, value_text(value), {.size = 11});
  }
  const auto put_end = [&](double y, const char* word, double value, const SceneValues::Spot& spot) {
    put_text(picture, {x, y}, std::string(word) + " " + value_text(value), {.weight = drawing::Weight::semibold});
    put_text(picture, {x, y + 16}, fitted(values.names[spot.row], room, 11), {.size = 11});
    put_text(picture, {x, y + 31}, time_text(values.steps[spot.step]), {.size = 11, .quiet = true});
  };
  put_end(top + tall + 46, "highest", values.high, values.highest);
  put_end(top + tall + 104, "lowest", values.low, values.lowest);
  put_box(picture, {x, top + tall + 156}, 12, 12, colour(missing_colour), true);
  put_text(picture, {x + 18, top + tall + 166}, "no value", {.size = 11});
}

}  // namespace

Picture geometry_picture(const Model& model, const Scene& scene, ColourBy by, const std::string& title) {
  Picture picture = titled(title);
  Axonometry(model, scene, colours_by(scene, by)).into(picture);
  put_legend(picture, legend_of(scene, by));
  return picture;
}

Picture values_picture(const Model& model, const Scene& scene, const ShownValues& shown, const std::string& title) {
  Picture picture = titled(title);
  Axonometry(model, scene, colours_by(scene, shown)).into(picture);
  put_scale(picture, shown);
  return picture;
}

Picture schedules_picture(const ScheduleYears& years, const std::string& title, std::size_t limit) {
  const auto shown = std::min(limit, years.list.size());
  Picture picture =
      new_sheet(heat_width, 56 + block_height * static_cast<double>(std::max<std::size_t>(1, shown)), title);
  put_text(picture, {margin, 28}, title + ", " + std::to_string(years.year),
           {.size = 16, .weight = drawing::Weight::semibold});
  if (shown < years.list.size())
    put_text(picture, {heat_width - margin, 28}, std::to_string(shown) + " of " + std::to_string(years.list.size()),
             {.anchor = drawing::Anchor::end});
  for (std::size_t i = 0; i < shown; ++i)
    put_schedule(picture, years.list[i], 48 + block_height * static_cast<double>(i));
  return picture;
}

base::Result<std::string> image_of(const Picture& picture, ImageFormat format) {
  if (format == ImageFormat::png) return drawing::png(picture);
  return drawing::svg(picture);
}

}  // namespace energy::engine
