// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/result.h"
#include "domains/energy/engine/geometry/scene.h"
#include "domains/energy/engine/views/geometry_page.h"
#include "domains/energy/engine/views/schedules_page.h"
#include "drawing/picture.h"

namespace energy::engine {

enum class ColourBy : std::uint8_t { type, zone };

// A model seen from the south-east and above, without perspective: its outside, with a legend. For clients that show
// no pages.
drawing::Picture geometry_picture(const Model& model, const Scene& scene, ColourBy by, const std::string& title);
// The same coloured by a simulated value at one step, with the scale of the whole run.
drawing::Picture values_picture(const Model& model, const Scene& scene, const ShownValues& shown,
                                const std::string& title);

// Schedules as heat maps, a day in each column and an hour in each row; at most `limit` of them.
inline constexpr std::size_t pictured_schedules = 12;
drawing::Picture schedules_picture(const ScheduleYears& years, const std::string& title,
                                   std::size_t limit = pictured_schedules);

// A picture as the bytes of a file.
enum class ImageFormat : std::uint8_t { svg, png };
base::Result<std::string> image_of(const drawing::Picture& picture, ImageFormat format);

}  // namespace energy::engine
