// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "domains/floorplan/engine/plan/plan.h"
#include "drawing/picture.h"

// The colours of a drawing. Part of draw(); not for others.
namespace floorplan::engine {

struct Theme {
  drawing::Colour ground;    // the sheet
  drawing::Colour ink;       // names, titles
  drawing::Colour ink2;      // details
  drawing::Colour wall;      // the wall mass
  drawing::Colour line;      // leaves, windows, treads
  drawing::Colour faint;     // arcs, dashes, dimension lines
  drawing::Colour glass;     // inside windows
  drawing::Colour room;      // floor of rooms without a style
  double style_share = 0.3;  // how much of a style's floor colour shows
  bool room_kinds = true;    // bathrooms, terraces … have a tint of their own
};
const Theme& theme(words::ThemeName name);

// WCAG 2.2, relative luminance and contrast ratio.
double contrast(drawing::Colour a, drawing::Colour b);
// `wanted`, moved towards black or white until it reads on `ground` with at least 4.5:1.
drawing::Colour readable(drawing::Colour wanted, drawing::Colour ground);
drawing::Colour mix(drawing::Colour a, drawing::Colour b, double share_of_b);

// The floor of a room: its style's colour as a quiet tint, or a tint for its kind.
drawing::Colour floor_tint(const Theme& theme, const Room& room);

}  // namespace floorplan::engine
