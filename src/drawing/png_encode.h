// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

// Pixels as PNG (ISO/IEC 15948). Pictures of few colours get a palette: exact for the colours that are
// announced, rounded to five bits a channel for the shades between them; pictures of more than 256 colours
// become 24-bit RGB. Memory is one row and what has been compressed.
namespace drawing {

// Row y as `width` pixels 0x??RRGGBB; valid until the next call. Rows are asked for from the top, and once
// more from the top if a palette was not enough.
using RowSource = std::function<const std::uint32_t*(int y)>;

struct Pixels {
  int width = 0, height = 0;
  RowSource row;
  std::vector<std::uint32_t> exact;  // 0xRRGGBB: fills that must not be rounded
  bool keep_shades = false;          // no palette: for pictures of light and shadow
};
base::Result<std::string> encode_png(const Pixels& pixels);

}  // namespace drawing
