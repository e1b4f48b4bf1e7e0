// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/views/sheet.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "base/text.h"
#include "drawing/fonts.h"
#include "drawing/tokens.h"

namespace energy::engine {
namespace {

constexpr std::array<std::uint32_t, 10> viridis{0x440154, 0x482878, 0x3e4a89, 0x31688e, 0x26828e,
                                                0x1f9e89, 0x35b779, 0x6dcd59, 0xb4de2c, 0xfde725};

drawing::Colour mixed(std::uint32_t a, std::uint32_t b, double k) {
  const auto channel = [&](int shift) {
    const double from = (a >> shift) & 255, to = (b >> shift) & 255;
    return static_cast<std::uint8_t>(std::lround(from + (to - from) * k));
  };
  return {channel(16), channel(8), channel(0), 255};
}

}  // namespace

drawing::Picture new_sheet(double width, double height, const std::string& title) {
  drawing::Picture picture;
  picture.width = width;
  picture.height = height;
  picture.px_per_m = 1;
  picture.title = base::printable(title, 200);
  return picture;
}

void put_text(drawing::Picture& picture, drawing::Vec at, std::string_view text, const TextLook& look) {
  const auto& palette = drawing::tokens::light;
  picture.items.push_back({.layer = drawing::Layer::labels,
                           .what = drawing::Text{.text = base::printable(text, 160),
                                                 .at = at,
                                                 .size_px = look.size,
                                                 .weight = look.weight,
                                                 .anchor = look.anchor,
                                                 .colour = drawing::colour(look.quiet ? palette.ink2 : palette.ink)}});
}

void put_box(drawing::Picture& picture, drawing::Vec at, double width, double height, drawing::Colour fill, bool edge) {
  drawing::Shape shape{.path = drawing::rectangle(at.x, at.y, width, height), .fill = fill};
  if (edge) shape.stroke = drawing::Stroke{.colour = drawing::colour(drawing::tokens::light.edge), .width_px = 0.75};
  picture.items.push_back({.layer = drawing::Layer::rooms, .what = std::move(shape)});
}

void put_line(drawing::Picture& picture, drawing::Vec from, drawing::Vec to, std::uint32_t rgb, double width_px) {
  drawing::Shape shape{.stroke = drawing::Stroke{.colour = drawing::colour(rgb), .width_px = width_px}};
  shape.path.move(from).line(to);
  picture.items.push_back({.layer = drawing::Layer::walls, .what = std::move(shape)});
}

std::string fitted(std::string_view text, double width, double size, drawing::Weight weight) {
  std::string out = base::printable(text, 160);
  if (drawing::text_width(out, size, weight) <= width) return out;
  while (!out.empty() && drawing::text_width(out + "…", size, weight) > width) {
    do out.pop_back();
    while (!out.empty() && (static_cast<unsigned char>(out.back()) & 0xC0U) == 0x80U);
    if (!out.empty() && (static_cast<unsigned char>(out.back()) & 0xC0U) == 0xC0U) out.pop_back();
  }
  return out + "…";
}

drawing::Colour sequential_colour(double share) {
  const double at = std::clamp(std::isfinite(share) ? share : 0.0, 0.0, 1.0) * (viridis.size() - 1);
  const auto low = std::min(static_cast<std::size_t>(at), viridis.size() - 2);
  return mixed(viridis[low], viridis[low + 1], at - static_cast<double>(low));
}

// The golden angle keeps neighbours in a list apart.
drawing::Colour distinct_colour(std::size_t index) {
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

std::string short_number(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.4g", value);
  return text.data();
}

std::string figure_text(double value) {
  if (std::abs(value) >= 1000 && std::abs(value) < 1e15) return base::grouped(std::llround(value));
  return short_number(value);
}

}  // namespace energy::engine
