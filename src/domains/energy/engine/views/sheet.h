// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "drawing/picture.h"

// What the pictures of this domain are made of. They are composed in pixels: a metre of the display list is one.
namespace energy::engine {

drawing::Picture new_sheet(double width, double height, const std::string& title);

struct TextLook {
  double size = 12;
  drawing::Weight weight = drawing::Weight::regular;
  drawing::Anchor anchor = drawing::Anchor::start;
  bool quiet = false;
};
void put_text(drawing::Picture& picture, drawing::Vec at, std::string_view text, const TextLook& look);
void put_box(drawing::Picture& picture, drawing::Vec at, double width, double height, drawing::Colour fill, bool edge);
void put_line(drawing::Picture& picture, drawing::Vec from, drawing::Vec to, std::uint32_t rgb, double width_px = 1);
// What of a text fits into that width, with "…" where it was cut; never inside a character.
std::string fitted(std::string_view text, double width, double size, drawing::Weight weight = drawing::Weight::regular);

// Colours of data, as web/kit/colours.ts has them: viridis for amounts from 0 to 1, and one for each name.
drawing::Colour sequential_colour(double share);
drawing::Colour distinct_colour(std::size_t index);
inline constexpr std::uint32_t missing_colour = 0xc8c8c8;
// Two things side by side: Okabe and Ito's blue and vermilion.
inline constexpr std::uint32_t first_colour = 0x0072b2, second_colour = 0xd55e00;

// "0.25", "21.1", "1200": four digits.
std::string short_number(double value);
// "12,345" or "0.1235": whole numbers in groups where they are large.
std::string figure_text(double value);

}  // namespace energy::engine
