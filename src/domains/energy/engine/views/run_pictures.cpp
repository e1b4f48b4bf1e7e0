// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/views/run_pictures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <tuple>

#include "base/text.h"
#include "domains/energy/engine/views/packed.h"
#include "domains/energy/engine/views/sheet.h"
#include "drawing/fonts.h"
#include "drawing/tokens.h"

namespace energy::engine {
namespace {

using drawing::colour;
using drawing::Picture;
using drawing::Vec;
namespace look = drawing::tokens;

constexpr double sheet_width = 960, sheet_edge = 24, line_height = 18;
constexpr TextLook bold{.weight = drawing::Weight::semibold};
constexpr TextLook quiet{.size = 11, .quiet = true};
constexpr TextLook right_side{.anchor = drawing::Anchor::end};

// The title, what was run, and whether it is stale; returns where the rest begins.
double put_head(Picture& picture, const std::string& title, const RunHead& head) {
  put_text(picture, {sheet_edge, 32}, fitted(title, sheet_width - 2 * sheet_edge, 18, drawing::Weight::semibold),
           {.size = 18, .weight = drawing::Weight::semibold});
  std::vector<std::string> facts;
  for (const auto& each : {head.building, head.environment, head.weather}) {
    if (!each.empty()) facts.push_back(base::printable(each, 120));
  }
  if (!head.engine.empty()) facts.push_back("EnergyPlus " + head.engine);
  put_text(picture, {sheet_edge, 52}, fitted(base::join(facts, " · "), sheet_width - 2 * sheet_edge, 12),
           {.quiet = true});
  if (head.stale) put_text(picture, {sheet_edge, 70}, "Stale: the model was edited since this run.", bold);
  return head.stale ? 92 : 76;
}

void finish(Picture& picture, double bottom) { picture.height = std::ceil(bottom + sheet_edge); }

// --- the report ---

constexpr double max_table_height = 1600;
constexpr std::size_t most_columns = 8;

class TablePainter {
 public:
  TablePainter(Picture& picture, const Table& table) : picture_(picture), table_(table) {
    columns_ = std::min(table.columns.size(), most_columns);
    names_ = columns_ > 5 ? 210 : 280;
    wide_ =
        columns_ == 0 ? 0 : std::min(150.0, (sheet_width - 2 * sheet_edge - names_) / static_cast<double>(columns_));
  }

  // Returns where it ends; at most down to `limit`.
  double put(double top, double limit) {
    put_text(picture_, {sheet_edge, top + 14},
             fitted(table_.name, sheet_width - 2 * sheet_edge, 14, drawing::Weight::semibold),
             {.size = 14, .weight = drawing::Weight::semibold});
    double y = top + 36;
    for (std::size_t i = 0; i < columns_; ++i) put_heading(i, y);
    y += 20;
    std::size_t shown = 0;
    for (; shown < table_.rows.size() && y + line_height < limit; ++shown, y += line_height) put_row(shown, y);
    if (shown < table_.rows.size() || columns_ < table_.columns.size()) {
      put_text(picture_, {sheet_edge, y + 12}, left_out(shown), quiet);
      y += line_height;
    }
    return y + 18;
  }

 private:
  double right_of(std::size_t column) const { return sheet_edge + names_ + wide_ * static_cast<double>(column + 1); }
  void put_heading(std::size_t i, double y) {
    const auto& column = table_.columns[i];
    put_text(picture_, {right_of(i), y}, fitted(column.name, wide_ - 10, 11),
             {.size = 11, .anchor = drawing::Anchor::end, .quiet = true});
    if (!column.units.empty()) {
      put_text(picture_, {right_of(i), y + 13}, unit_text(column.units),
               {.size = 10, .anchor = drawing::Anchor::end, .quiet = true});
    }
  }
  void put_row(std::size_t index, double y) {
    const auto& row = table_.rows[index];
    put_line(picture_, {sheet_edge, y}, {right_of(columns_ - 1), y}, look::light.rule, 0.75);
    put_text(picture_, {sheet_edge, y + 13}, fitted(row.name, names_ - 8, 12), {});
    for (std::size_t i = 0; i < columns_; ++i) {
      put_text(picture_, {right_of(i), y + 13}, fitted(row.values[i], wide_ - 8, 12), right_side);
    }
  }
  std::string left_out(std::size_t shown) const {
    std::vector<std::string> out;
    if (shown < table_.rows.size()) out.push_back(std::to_string(table_.rows.size() - shown) + " more rows");
    if (columns_ < table_.columns.size()) {
      out.push_back(std::to_string(table_.columns.size() - columns_) + " more columns");
    }
    return "and " + base::join(out, ", ");
  }

  Picture& picture_;
  const Table& table_;
  std::size_t columns_;
  double names_, wide_;
};

// --- peaks ---

constexpr double half = (sheet_width - 3 * sheet_edge) / 2;
constexpr std::size_t drawn_zones = 12;

std::string watts_text(double watts) {
  return std::abs(watts) >= 10'000 ? short_number(watts / 1000) + " kW" : figure_text(std::round(watts)) + " W";
}

// "7/21 15:30:00" without its seconds.
std::string clock_text(const std::string& time) {
  return time.ends_with(":00") && time.size() > 8 ? time.substr(0, time.size() - 3) : time;
}

// Each part begins where the one before ended; what lessens the load goes back.
double put_waterfall(Picture& picture, const std::vector<PeakComponent>& parts, double x, double y) {
  double adding = 0, at = 0;
  for (const auto& each : parts) adding += std::max(0.0, each.watts);
  const double names = 190, room = half - names - 70, scale = adding > 0 ? room / adding : 0;
  for (const auto& each : parts) {
    const double from = std::min(at, at + each.watts), wide = std::max(1.0, std::abs(each.watts) * scale);
    put_text(picture, {x, y + 12}, fitted(each.name, names - 8, 12), {});
    put_box(picture, {x + names + from * scale, y + 2}, wide, 12,
            colour(each.watts >= 0 ? second_colour : first_colour), false);
    put_text(picture, {x + half, y + 12}, watts_text(each.watts), right_side);
    at += each.watts;
    y += line_height;
  }
  return y;
}

double put_zone_bars(Picture& picture, const PeakSide& side, std::uint32_t rgb, double x, double y) {
  const double most = side.zones.empty() ? 0 : side.zones.front().design_load_w;
  const double names = 190, room = half - names - 140;
  for (std::size_t i = 0; i < std::min(drawn_zones, side.zones.size()); ++i, y += line_height) {
    const auto& zone = side.zones[i];
    put_text(picture, {x, y + 12}, fitted(zone.zone, names - 8, 12), {});
    put_box(picture, {x + names, y + 2}, most > 0 ? std::max(1.0, room * zone.design_load_w / most) : 1, 12,
            colour(rgb), false);
    put_text(picture, {x + half - 70, y + 12}, watts_text(zone.design_load_w), right_side);
    put_text(picture, {x + half, y + 12}, clock_text(zone.time),
             {.size = 11, .anchor = drawing::Anchor::end, .quiet = true});
  }
  if (side.zones.size() > drawn_zones) {
    put_text(picture, {x, y + 12}, "and " + std::to_string(side.zones.size() - drawn_zones) + " more zones", quiet);
    y += line_height;
  }
  return y;
}

double put_side(Picture& picture, const std::string& word, const PeakSide& side, std::uint32_t rgb, double x,
                double y) {
  put_text(picture, {x, y + 14}, word + " " + watts_text(side.design_load_w),
           {.size = 16, .weight = drawing::Weight::semibold});
  put_text(picture, {x, y + 32}, "all zones, each at its own peak", quiet);
  y += 48;
  if (!side.components.empty()) {
    put_text(picture, {x, y + 12}, "What the peak of " + base::printable(side.time, 40) + " consists of", bold);
    y = put_waterfall(picture, side.components, x, y + 22) + 14;
  }
  if (side.zones.empty()) {
    put_text(picture, {x, y + 12}, "No zone was sized.", {});
    return y + line_height;
  }
  put_text(picture, {x, y + 12}, "Zones", bold);
  return put_zone_bars(picture, side, rgb, x, y + 22);
}

// --- run against run ---

std::string words_of(std::string name) {
  std::ranges::replace(name, '_', ' ');
  if (!name.empty() && name[0] >= 'a' && name[0] <= 'z') name[0] = static_cast<char>(name[0] - 'a' + 'A');
  return name;
}

std::string change_text(double before, double after) {
  if (before == after) return "same";
  const double change = after - before;
  std::string out = (change > 0 ? "+" : "") + figure_text(change);
  if (before != 0)
    out += " (" + std::string(change > 0 ? "+" : "") + short_number(100 * change / std::abs(before)) + " %)";
  return out;
}

double put_figures(Picture& picture, const RunPair& runs, double y) {
  const std::array columns{sheet_width - 420.0, sheet_width - 250.0, sheet_width - sheet_edge};
  for (std::size_t i = 0; i < columns.size(); ++i) {
    put_text(picture, {columns[i], y}, std::array{"before", "after", "change"}[i],
             {.size = 11, .anchor = drawing::Anchor::end, .quiet = true});
  }
  for (const auto& each : runs.before.figures) {
    const auto other = std::ranges::find_if(runs.after.figures, [&](const Figure& figure) {
      return figure.name == each.name && figure.units == each.units;
    });
    if (other == runs.after.figures.end()) continue;
    y += line_height;
    const auto unit = " " + unit_text(each.units);
    put_text(picture, {sheet_edge, y}, words_of(each.name), {});
    put_text(picture, {columns[0], y}, figure_text(each.value) + unit, right_side);
    put_text(picture, {columns[1], y}, figure_text(other->value) + unit, right_side);
    put_text(picture, {columns[2], y}, change_text(each.value, other->value), right_side);
  }
  return y + 24;
}

double put_uses(Picture& picture, const RunPair& runs, double y) {
  std::map<std::string, double> after;
  double most = 0;
  for (const auto& each : runs.after.uses.list) after[each.name] += each.value, most = std::max(most, each.value);
  for (const auto& each : runs.before.uses.list) most = std::max(most, each.value);
  if (most <= 0) return y;
  put_text(picture, {sheet_edge, y}, "End uses, " + unit_text(runs.before.uses.unit), bold);
  y += 12;
  const double names = 180, room = sheet_width - 2 * sheet_edge - names - 110;
  for (const auto& each : runs.before.uses.list) {
    const double other = after[each.name];
    if (each.value == 0 && other == 0) continue;
    put_text(picture, {sheet_edge, y + 16}, fitted(each.name, names - 8, 12), {});
    for (const auto& [value, top, rgb] :
         {std::tuple(each.value, 2.0, first_colour), std::tuple(other, 13.0, second_colour)}) {
      const double wide = std::max(1.0, room * value / most);
      put_box(picture, {sheet_edge + names, y + top}, wide, 10, colour(rgb), false);
      put_text(picture, {sheet_edge + names + wide + 6, y + top + 9}, figure_text(value), {.size = 10});
    }
    y += 28;
  }
  return y + 16;
}

// A line through what is known; long series as they are, a pixel has several.
void put_curve(Picture& picture, const std::vector<double>& values, const std::function<Vec(std::size_t)>& place,
               std::uint32_t rgb) {
  drawing::Shape shape{.stroke = drawing::Stroke{.colour = colour(rgb), .width_px = 1}};
  bool open = false;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) {
      open = false;
    } else if (open) {
      shape.path.line(place(i));
    } else {
      shape.path.move(place(i));
      open = true;
    }
  }
  picture.items.push_back({.layer = drawing::Layer::walls, .what = std::move(shape)});
}

// The longest environment: the weather run where there is one.
PairedSeries longest_part(const PairedSeries& series) {
  const auto& span = *std::ranges::max_element(series.environments, {}, &StepSpan::count);
  const auto cut = [&](const auto& list) {
    const auto begin = list.begin() + static_cast<std::ptrdiff_t>(span.first);
    return std::remove_cvref_t<decltype(list)>(begin, begin + static_cast<std::ptrdiff_t>(span.count));
  };
  PairedSeries out{series.name, series.key, series.unit, series.frequency};
  out.times = cut(series.times);
  out.before = cut(series.before);
  out.after = cut(series.after);
  out.environments = {{span.name, 0, span.count}};
  return out;
}

double put_series(Picture& picture, const PairedSeries& series, double y) {
  const double left = sheet_edge + 60, wide = sheet_width - left - sheet_edge, tall = 180;
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const auto* values : {&series.before, &series.after}) {
    for (const double value : *values) {
      if (std::isfinite(value)) low = std::min(low, value), high = std::max(high, value);
    }
  }
  const double span = high > low ? high - low : 1,
               last = std::max<double>(1, static_cast<double>(series.times.size()) - 1);
  put_text(picture, {sheet_edge, y}, series.name + (series.key.empty() ? "" : ", " + series.key) + ", " + series.unit,
           bold);
  y += 14;
  for (int i = 0; i <= 4; ++i) {
    const double at = y + tall - tall * i / 4;
    put_line(picture, {left, at}, {left + wide, at}, look::light.rule, 0.75);
    put_text(picture, {left - 6, at + 4}, short_number(low + span * i / 4),
             {.size = 10, .anchor = drawing::Anchor::end});
  }
  const auto curve = [&](const std::vector<double>& values, std::uint32_t rgb) {
    put_curve(
        picture, values,
        [&](std::size_t i) {
          return Vec{left + wide * static_cast<double>(i) / last, y + tall - tall * (values[i] - low) / span};
        },
        rgb);
  };
  curve(series.before, first_colour);
  curve(series.after, second_colour);
  put_text(picture, {left, y + tall + 14}, series.times.front().substr(0, 16), {.size = 10});
  put_text(picture, {left + wide / 2, y + tall + 14}, fitted(series.environments.front().name, 320, 10),
           {.size = 10, .anchor = drawing::Anchor::middle, .quiet = true});
  put_text(picture, {left + wide, y + tall + 14}, series.times.back().substr(0, 16),
           {.size = 10, .anchor = drawing::Anchor::end});
  return y + tall + 30;
}

void put_key(Picture& picture, double y) {
  put_box(picture, {sheet_edge, y - 9}, 12, 10, colour(first_colour), false);
  put_text(picture, {sheet_edge + 18, y}, "before", {});
  put_box(picture, {sheet_edge + 80, y - 9}, 12, 10, colour(second_colour), false);
  put_text(picture, {sheet_edge + 98, y}, "after", {});
}

}  // namespace

Picture report_picture(const RunHead& head, const std::vector<Table>& tables) {
  const std::string title = tables.empty() ? "Report" : tables.front().report;
  Picture picture = new_sheet(sheet_width, 0, title);
  double y = put_head(picture, title, head);
  std::size_t shown = 0;
  for (; shown < tables.size() && y < max_table_height - 120; ++shown) {
    if (tables[shown].columns.empty() || tables[shown].rows.empty()) continue;
    y = TablePainter(picture, tables[shown]).put(y, max_table_height);
  }
  if (shown < tables.size()) {
    put_text(picture, {sheet_edge, y}, "and " + std::to_string(tables.size() - shown) + " more tables", quiet);
  }
  finish(picture, y);
  return picture;
}

Picture peaks_picture(const RunHead& head, const PeakLoads& peaks) {
  Picture picture = new_sheet(sheet_width, 0, "Peak loads");
  const double top = put_head(picture, "Peak loads", head);
  const double one = put_side(picture, "Cooling", peaks.cooling, first_colour, sheet_edge, top);
  const double other = put_side(picture, "Heating", peaks.heating, second_colour, 2 * sheet_edge + half, top);
  double y = std::max(one, other) + 20;
  for (std::size_t i = 0; i < std::min<std::size_t>(peaks.flags.size(), 6); ++i, y += line_height) {
    put_text(picture, {sheet_edge, y}, fitted("▲ " + peaks.flags[i].message, sheet_width - 2 * sheet_edge, 12), {});
  }
  finish(picture, y);
  return picture;
}

Picture runs_picture(const RunPair& runs, const std::vector<PairedSeries>& series) {
  Picture picture = new_sheet(sheet_width, 0, "Run against run");
  double y = put_head(picture, "Run against run", runs.after.head) + 8;
  for (const auto& each : runs.warnings) {
    put_text(picture, {sheet_edge, y}, "▲ " + each, {});
    y += line_height;
  }
  put_key(picture, y);
  y = put_figures(picture, runs, y);
  y = put_uses(picture, runs, y + 8);
  if (!series.empty() && !series.front().times.empty()) y = put_series(picture, longest_part(series.front()), y + 8);
  finish(picture, y);
  return picture;
}

}  // namespace energy::engine
