// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "domains/energy/engine/geometry/scene.h"
#include "domains/energy/engine/results/series.h"

namespace energy::engine {

// Steps in time that belong to one environment.
struct StepSpan {
  std::string name;
  std::size_t first = 0, count = 0;
};

// A simulated value of each zone, or of each surface, over time.
struct SceneValues {
  enum class By : std::uint8_t { zone, surface };
  // Where a value is: a row and a step.
  struct Spot {
    std::size_t row = 0, step = 0;
  };
  std::string variable, unit;
  std::string frequency;  // as reported, or gathered where there were too many
  By by = By::zone;
  std::vector<std::size_t> places;  // of Scene::zones or Scene::surfaces, one for each row
  std::vector<std::string> names;   // of the rows, as the model spells them
  std::vector<Moment> steps;
  std::vector<StepSpan> environments;
  std::vector<double> values;  // row by row; NaN: unknown
  double low = 0, high = 0;
  Spot lowest, highest;
  std::vector<std::string> others;  // what else this run reported by zone or surface

  std::span<const double> row(std::size_t index) const {
    return std::span(values).subspan(index * steps.size(), steps.size());
  }
};

// The variable of that name (case does not matter, * and ? stand for others), hourly where the run has that. Fails with
// the nearest names where it was not reported, or not by zone or surface. More than a few million values are gathered
// by hour or by day.
base::Result<SceneValues> scene_values(const Series& series, const Model& model, const Scene& scene,
                                       const std::string& variable);

// The step whose time begins with `at` ("2017-07-21T15"); empty: that of the highest value. Fails with the first and
// the last time.
base::Result<std::size_t> step_at(const SceneValues& values, const std::string& at);

}  // namespace energy::engine
