// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "drawing/picture.h"

namespace drawing {

// The picture as SVG 1.1 in UTF-8. One user unit is one pixel at picture.px_per_m. Text stays text; every
// layer is a group whose class is its name in small letters; items with one id are one group that carries
// data-id, data-line, data-end-line, the further data-* and a <title>. The root has data-scale (pixels per
// metre) and data-origin-x, data-origin-y (metres at the left and upper edge). Everything from outside is
// escaped; what XML 1.0 cannot hold is dropped. Equal pictures give equal bytes.
std::string svg(const Picture& picture);

}  // namespace drawing
