// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/draw/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "base/text.h"
#include "drawing/tokens.h"

namespace floorplan::engine {
namespace {

using drawing::Colour;
using drawing::colour;

Theme paper() {
  return {.ground = colour(drawing::tokens::light.ground),
          .ink = colour(drawing::tokens::light.ink),
          .ink2 = colour(drawing::tokens::light.ink2),
          .wall = colour(0x2b2f35),
          .line = colour(0x3a4048),
          .faint = colour(0x8a929c),
          .glass = colour(0xffffff),
          .room = colour(0xf8f7f4),
          .style_share = 0.25,
          .room_kinds = true};
}

Theme night() {
  return {.ground = colour(drawing::tokens::dark.ground),
          .ink = colour(drawing::tokens::dark.ink),
          .ink2 = colour(drawing::tokens::dark.ink2),
          .wall = colour(0xc3c9d0),
          .line = colour(0xaeb5bd),
          .faint = colour(0x737b85),
          .glass = colour(0x2d3a47),
          .room = colour(0x23272c),
          .style_share = 0.24,
          .room_kinds = true};
}

Theme blue() {
  return {.ground = colour(0x123c6b),
          .ink = colour(0xffffff),
          .ink2 = colour(0xc9dcf2),
          .wall = colour(0xf2f7fd),
          .line = colour(0xdbe8f7),
          .faint = colour(0x86a9d1),
          .glass = colour(0x123c6b),
          .room = colour(0x17467b),
          .style_share = 0.12,
          .room_kinds = false};
}

double channel(std::uint8_t value) {
  const double c = value / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}
double luminance(Colour c) { return (0.2126 * channel(c.r)) + (0.7152 * channel(c.g)) + (0.0722 * channel(c.b)); }

// Words in room names, and the hue that goes with them. The first that occurs decides.
struct Kind {
  std::string_view word;
  std::uint32_t hue;
};
constexpr std::uint32_t wet = 0x6fa8d6;
constexpr std::uint32_t green = 0x8fbf6a;
constexpr std::uint32_t way = 0xa8a8a0;
constexpr std::uint32_t warm = 0xe0b25a;
constexpr std::uint32_t rest = 0xb59ad0;
constexpr auto kinds = std::to_array<Kind>({
    {"bath", wet},      {"toilet", wet},   {"shower", wet},    {"powder", wet},   {"washroom", wet},
    {"laundry", wet},   {"restroom", wet}, {"wc", wet},        {"pool", wet},     {"balcony", green},
    {"terrace", green}, {"garden", green}, {"patio", green},   {"deck", green},   {"porch", green},
    {"yard", green},    {"roof", green},   {"bed", rest},      {"master", rest},  {"suite", rest},
    {"guest", rest},    {"nursery", rest}, {"sleep", rest},    {"hallway", way},  {"corridor", way},
    {"foyer", way},     {"lobby", way},    {"entry", way},     {"entrance", way}, {"landing", way},
    {"stair", way},     {"passage", way},  {"vestibule", way}, {"closet", way},   {"storage", way},
    {"garage", way},    {"linen", way},    {"wardrobe", way},  {"utility", way},  {"mechanical", way},
    {"core", way},      {"kitchen", warm}, {"dining", warm},   {"pantry", warm},  {"living", warm},
    {"lounge", warm},   {"cafe", warm},    {"hall", way},
});

const Kind* kind_of(const Room& room) {
  const std::string text = base::lower_ascii(room.label.substr(0, 200) + " " + room.name.substr(0, 200));
  const auto found = std::ranges::find_if(kinds, [&](const Kind& kind) { return text.contains(kind.word); });
  return found == kinds.end() ? nullptr : &*found;
}

}  // namespace

const Theme& theme(words::ThemeName name) {
  static const std::array<Theme, 3> all{paper(), night(), blue()};
  switch (name) {
    case words::ThemeName::dark:
      return all[1];
    case words::ThemeName::blueprint:
      return all[2];
    default:
      return all[0];
  }
}

double contrast(Colour a, Colour b) {
  const double x = luminance(a) + 0.05;
  const double y = luminance(b) + 0.05;
  return std::max(x, y) / std::min(x, y);
}

Colour mix(Colour a, Colour b, double share_of_b) {
  const auto one = [share_of_b](std::uint8_t x, std::uint8_t y) {
    return static_cast<std::uint8_t>(std::lround(x + ((y - x) * share_of_b)));
  };
  return {one(a.r, b.r), one(a.g, b.g), one(a.b, b.b), 255};
}

Colour readable(Colour wanted, Colour ground) {
  constexpr double enough = 4.5;
  const Colour black = colour(0x000000);
  const Colour white = colour(0xffffff);
  const Colour end = contrast(black, ground) >= contrast(white, ground) ? black : white;
  for (int step = 0; step <= 20; ++step) {
    const Colour tried = mix(wanted, end, step / 20.0);
    if (contrast(tried, ground) >= enough) return tried;
  }
  return end;
}

Colour floor_tint(const Theme& theme, const Room& room) {
  if (room.look.floor_color) return mix(theme.ground, colour(*room.look.floor_color), theme.style_share);
  const Kind* kind = theme.room_kinds ? kind_of(room) : nullptr;
  return kind == nullptr ? theme.room : mix(theme.room, colour(kind->hue), 0.10);
}

}  // namespace floorplan::engine
