// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "domains/floorplan/engine/compile.h"
#include "domains/floorplan/engine/draw/draw.h"
#include "drawing/raster3d.h"

// One door to every output format.
namespace floorplan::engine {

enum class Format : std::uint8_t { png, svg, view_3d_png, dxf, pdf, glb };
constexpr auto enum_names(Format /*any*/) {
  return std::to_array<std::string_view>({"png", "svg", "3d-png", "dxf", "pdf", "glb"});
}
std::string_view mime_type(Format format);

struct RenderOptions {
  Format format = Format::png;
  DrawOptions look;             // width and height are those of pictures in 3D too
  drawing::Camera camera;       // 3d-png
  std::optional<double> scale;  // pdf: 50 for 1:50
  std::string date;             // pdf: shown in the title block
};

struct Rendered {
  std::string bytes;
  // 3d-png: how it was seen.
  std::optional<drawing::Camera> camera;
  std::array<double, 3> low{}, high{};
};

// The plan in one format. Fails for a floor that does not exist, a size beyond the limits, a scale that
// fits no paper. Pure.
base::Result<Rendered> render(const Plan& plan, const RenderOptions& options);

// What the page "plan" shows: every floor as SVG, the source, the rooms and the findings.
base::Json page_data(const Compiled& compiled, const DrawOptions& look = {});

}  // namespace floorplan::engine
