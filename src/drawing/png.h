// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/result.h"
#include "drawing/picture.h"

namespace drawing {

inline constexpr int max_picture_px = 8192;  // each side

// The picture as PNG of exactly that size: it is fitted as a whole, in the middle, and its ground fills the
// rest. 0 takes what the picture has at its own scale. Fails for more than max_picture_px. Drawn in bands,
// so a large picture takes little memory. Equal pictures give equal bytes.
struct PngOptions {
  int width = 0, height = 0;
};
base::Result<std::string> png(const Picture& picture, const PngOptions& options = {});

}  // namespace drawing
