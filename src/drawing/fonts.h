// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "drawing/picture.h"

// The fonts of all drawings, embedded at build: Inter Regular and SemiBold, and DejaVu Sans for the
// characters that Inter has not. Layout and every emitter measure with the same tables. Everything here is
// read-only after the first call and may be used from any thread.
namespace drawing {

enum class Face : std::uint8_t { inter_regular, inter_semibold, dejavu };
inline constexpr std::size_t face_count = 3;

// The font's file, as long as the program runs.
std::span<const std::byte> font_file(Face face);

// One character as it will be drawn.
struct Glyph {
  char32_t character = 0;
  Face face = Face::inter_regular;
  std::uint16_t index = 0;  // 0: nobody has this character
  double advance_em = 0;
};

// The glyphs in the order of drawing: runs of right-to-left letters are turned round. Bytes that are no
// UTF-8 count as U+FFFD.
std::vector<Glyph> glyphs(std::string_view utf8, Weight weight);

// How wide a line of text is. Control characters have no width.
double text_width(std::string_view utf8, double size_px, Weight weight);

// Inter's proportions, of the size.
inline constexpr double cap_height_em = 0.727;
inline constexpr double ascent_em = 0.80;   // b, d, l and marks on capitals do not reach further
inline constexpr double descent_em = 0.21;  // g, p, q

}  // namespace drawing
