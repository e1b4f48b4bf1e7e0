// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "drawing/picture.h"

// A drawing for CAD: DXF R2000 (AC1015), ASCII. Coordinates as CAD has them: x right, y up, in the
// drawing's unit. Angles in degrees against the clock from the x axis.
namespace drawing {

// $INSUNITS, as AutoCAD's DXF reference numbers them.
enum class DxfUnit : std::uint8_t { inch = 1, foot = 2, millimetre = 4, centimetre = 5, metre = 6 };

struct DxfLine {
  Vec from, to;
};
struct DxfPolyline {
  std::vector<Vec> points;
  bool closed = false;
};
struct DxfArc {  // against the clock from the first angle to the second
  Vec centre;
  double radius = 1, from_deg = 0, to_deg = 90;
};
struct DxfCircle {
  Vec centre;
  double radius = 1;
};
struct DxfText {
  std::string text;  // UTF-8, any characters
  Vec at;            // the baseline, at the anchor
  double height = 1, angle_deg = 0;
  Anchor anchor = Anchor::middle;
};
struct DxfInsert {
  std::string block;
  Vec at;
  double scale_x = 1, scale_y = 1, angle_deg = 0;
};
struct DxfEntity {
  std::string layer;
  std::variant<DxfLine, DxfPolyline, DxfArc, DxfCircle, DxfText, DxfInsert> what;
};
struct DxfLayer {
  std::string name;
  int colour = 7;         // AutoCAD colour index
  int weight_mm100 = 25;  // hundredths of a millimetre; one of the standard weights
};
struct DxfBlock {
  std::string name;
  std::vector<DxfEntity> entities;  // round the origin; layer "0" takes the layer of the insert
};
struct DxfDrawing {
  DxfUnit unit = DxfUnit::metre;
  std::vector<DxfLayer> layers;  // besides "0"; layers that entities name and this list does not are added
  std::vector<DxfBlock> blocks;
  std::vector<DxfEntity> entities;
};

// The file. Names are made legal, text is escaped, numbers that are none become 0. An insert of an unknown
// block is left out.
std::string dxf(const DxfDrawing& drawing);

// Text as a DXF string: characters beyond ASCII as \U+XXXX, % doubled codes and line ends harmless.
std::string dxf_text(std::string_view utf8);
// A name for layers and blocks: letters, digits, _ and -.
std::string dxf_name(std::string_view utf8);

}  // namespace drawing
