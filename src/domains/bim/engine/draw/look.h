// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <string>

#include "domains/bim/engine/derive/storey.h"
#include "drawing/picture.h"

// Pictures of a model for whoever drew it and wants to see it.
namespace bim::engine {

struct LookOptions {
  std::set<std::string, std::less<>> highlight;  // these in the accent colour, each with the beginning of its id
  int width_px = 1200, height_px = 900;
};

// A plan: what a cut 1.2 m above the storey's elevation shows, rooms with their names and net areas.
Result<drawing::Picture> plan_picture(const Model& model, double elevation_m, const LookOptions& options);
Result<std::string> plan_png(const Model& model, double elevation_m, const LookOptions& options);
// All bodies seen from above at an angle, as PNG.
Result<std::string> axonometry_png(const Model& model, const LookOptions& options);

// How pictures and answers shorten an id: the category and the first eight digits.
std::string short_id(std::string_view id);

}  // namespace bim::engine
