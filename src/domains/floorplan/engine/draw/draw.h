// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "domains/floorplan/engine/plan/plan.h"
#include "drawing/picture.h"

// A plan as an architect would draw it. Pure; equal plans and options give equal pictures.
namespace floorplan::engine {

enum class FloorLayout : std::uint8_t { side_by_side, stacked };

struct DrawOptions {
  std::optional<int> floor;  // index; absent: all floors
  FloorLayout layout = FloorLayout::side_by_side;

  // What the plan says holds where nothing is said here.
  std::optional<bool> show_labels, show_dimensions;
  bool show_area = true;
  bool show_floor_summary = false;
  std::optional<words::LengthUnit> length_unit;
  std::optional<words::AreaUnit> area_unit;
  std::optional<words::ThemeName> theme;
  bool title = true;  // the plan's, above all
  bool north_arrow = true;
  bool scale_bar = true;
  std::string_view source;  // the text the plan was made from, for the lines of things; empty: no lines

  // The picture fills exactly this; 0: a width of 1000, and the height that the plan needs. Text grows with
  // the picture, so that a poster is as readable as a thumbnail.
  int width_px = 0, height_px = 0;
  // A given scale (paper) instead of fitting; the picture is as large as it must be.
  std::optional<double> px_per_m;
};

// Fails for a floor that does not exist, naming those that do. Several floors stand side by side, in more
// than one row where that shows them larger.
base::Result<drawing::Picture> draw(const Plan& plan, const DrawOptions& options = {});

struct PrintOptions {
  DrawOptions look;             // floor, what is shown, units; the theme is always the light one
  std::optional<double> scale;  // 50 for 1:50; absent: the largest usual one that fits A4, else A3
  std::string title;            // absent: the plan's
  std::string date;             // as it shall be read; empty: none
};
// PDF to scale, one page per floor, all of one scale and paper. Fails if no usual scale fits, or the given
// one does not.
base::Result<std::string> print_pdf(const Plan& plan, const PrintOptions& options = {});

}  // namespace floorplan::engine
