// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cairo.h>

#include <memory>

#include "base/result.h"
#include "drawing/picture.h"

// A picture on a cairo context: what PNG and PDF have in common. Cairo is linked from its archive, which
// takes the parts used and leaves X11 out; so there is nothing to load, and nothing runs before the first
// picture.
namespace drawing {

// Metres to device units, and how pixels of the picture (line weights, text) become device units.
struct Placement {
  Vec origin;                 // where the picture's upper left corner goes
  double per_m = 50;          // device units in a metre
  double per_px = 1;          // device units in a pixel of the picture
  bool whole_pixels = false;  // obey Shape::snap
  // Only what may touch this band of device y is painted.
  double top = -1e30, bottom = 1e30;
};
void paint(cairo_t* cairo, const Picture& picture, const Placement& placement);
void paint_text(cairo_t* cairo, const Text& text, Vec at, double size, double angle_deg);

struct CairoDeleter {
  void operator()(cairo_t* cairo) const { cairo_destroy(cairo); }
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
using Context = std::unique_ptr<cairo_t, CairoDeleter>;
using Surface = std::unique_ptr<cairo_surface_t, CairoDeleter>;

base::Result<void> check_cairo(cairo_status_t status);

}  // namespace drawing
