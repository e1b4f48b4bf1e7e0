// SPDX-License-Identifier: Apache-2.0
#include "drawing/png.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "drawing/paint.h"
#include "drawing/png_encode.h"

namespace drawing {
namespace {

using base::Code;
using base::fail;
using base::Result;

constexpr int band_pixels = 4 << 20;  // 16 MiB at a time

struct Size {
  int width = 0, height = 0;
};

Result<Size> size_of(const Picture& picture, const PngOptions& options) {
  const double width = options.width > 0 ? options.width : std::ceil((picture.width * picture.px_per_m) - 1e-6);
  const double height = options.height > 0 ? options.height : std::ceil((picture.height * picture.px_per_m) - 1e-6);
  if (!(width <= max_picture_px) || !(height <= max_picture_px)) {
    return fail(Code::out_of_range,
                "a picture of " + std::to_string(std::llround(std::min(width, 1e9))) + " x " +
                    std::to_string(std::llround(std::min(height, 1e9))) + " pixels is too large: the limit is " +
                    std::to_string(max_picture_px) + " pixels a side",
                "width", "Ask for at most " + std::to_string(max_picture_px) + " pixels, or for SVG or PDF.");
  }
  return Size{std::max(1, static_cast<int>(width)), std::max(1, static_cast<int>(height))};
}

Placement place(const Picture& picture, Size size) {
  const double own_width = std::max(1e-9, picture.width * picture.px_per_m);
  const double own_height = std::max(1e-9, picture.height * picture.px_per_m);
  const double fit = std::min(size.width / own_width, size.height / own_height);
  Placement out;
  out.per_px = fit;
  out.per_m = fit * picture.px_per_m;
  out.origin = {std::floor((size.width - (own_width * fit)) / 2), std::floor((size.height - (own_height * fit)) / 2)};
  out.whole_pixels = true;
  return out;
}

// The picture in bands, drawn when the first row of each is asked for.
class Bands {
 public:
  Bands(const Picture& picture, Size size)
      : picture_(picture),
        size_(size),
        placement_(place(picture, size)),
        rows_(std::clamp(band_pixels / size.width, 1, size.height)),
        surface_(cairo_image_surface_create(CAIRO_FORMAT_RGB24, size.width, rows_)) {}

  Result<void> status() const { return check_cairo(cairo_surface_status(surface_.get())); }
  const std::uint32_t* row(int y) {
    if (first_ < 0 || y < first_ || y >= first_ + rows_) draw(y - (y % rows_));
    const unsigned char* data = cairo_image_surface_get_data(surface_.get());
    const int stride = cairo_image_surface_get_stride(surface_.get());
    return reinterpret_cast<const std::uint32_t*>(data + (static_cast<std::ptrdiff_t>(y - first_) * stride));
  }

 private:
  void draw(int first) {
    first_ = first;
    const Context cairo(cairo_create(surface_.get()));
    const Colour ground = picture_.ground;
    cairo_set_source_rgb(cairo.get(), ground.r / 255.0, ground.g / 255.0, ground.b / 255.0);
    cairo_paint(cairo.get());
    Placement placement = placement_;
    placement.origin.y -= first;
    placement.top = 0;
    placement.bottom = rows_;
    paint(cairo.get(), picture_, placement);
    cairo_surface_flush(surface_.get());
  }
  const Picture& picture_;
  Size size_;
  Placement placement_;
  int rows_;
  Surface surface_;
  int first_ = -1;
};

std::uint32_t rgb(Colour colour) {
  return (static_cast<std::uint32_t>(colour.r) << 16) | (static_cast<std::uint32_t>(colour.g) << 8) | colour.b;
}

std::vector<std::uint32_t> fills(const Picture& picture) {
  std::vector<std::uint32_t> out{rgb(picture.ground)};
  for (const Item& item : picture.items) {
    const auto* shape = std::get_if<Shape>(&item.what);
    if (shape == nullptr) continue;
    if (shape->fill && out.back() != rgb(*shape->fill)) out.push_back(rgb(*shape->fill));
  }
  std::ranges::sort(out);
  out.erase(std::ranges::unique(out).begin(), out.end());
  return out;
}

}  // namespace

Result<std::string> png(const Picture& picture, const PngOptions& options) {
  const Size size = TRY(size_of(picture, options));
  Bands bands(picture, size);
  if (const auto status = bands.status(); !status.ok()) return status.error();
  return encode_png({.width = size.width,
                     .height = size.height,
                     .row = [&bands](int y) { return bands.row(y); },
                     .exact = fills(picture)});
}

}  // namespace drawing
