// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "domains/energy/engine/results/series.h"

// Questions to the series of a run. No text takes long to match.
namespace energy::engine {

enum class Per : std::uint8_t { value, hour, day, month, environment };
constexpr auto enum_names(Per) {
  return std::to_array<std::string_view>({"value", "hour", "day", "month", "environment"});
}
enum class Measure : std::uint8_t { automatic, mean, sum, minimum, maximum };
constexpr auto enum_names(Measure) { return std::to_array<std::string_view>({"auto", "mean", "sum", "min", "max"}); }

struct SeriesQuery {
  std::string variable;  // a name; * and ? stand for others; case does not matter
  std::string key = "*";
  std::optional<Frequency> frequency;
  std::string environment;  // "sizing", "annual", or a name with * and ?; empty: all
  Per per = Per::value;
  Measure measure = Measure::automatic;  // of several values: the sum of energies, the mean of others
};

// The variables that are meant, in the order of the file. Fails with what is near where there is none, and where a
// frequency or an environment leaves none.
base::Result<std::vector<std::size_t>> matching(const Series& series, const SeriesQuery& query);

struct SeriesPoint {
  std::string timestamp;          // the end of its interval; empty for whole run periods
  std::uint32_t environment = 0;  // of Series::environments
  double value = 0;
  std::int64_t values = 1;  // how many it stands for
};

// One page of the points of one variable, without warm-up, in the order of time. Only those asked for are made.
struct SeriesPoints {
  std::int64_t total = 0;
  std::vector<SeriesPoint> page;
};
SeriesPoints points(const Series& series, std::size_t variable, const SeriesQuery& query, std::int64_t offset,
                    std::int64_t limit);

// Over all values of that query, whatever its `per`.
struct Statistics {
  std::int64_t count = 0;
  double minimum = 0, maximum = 0, mean = 0, sum = 0;
  std::string minimum_at, maximum_at;
};
Statistics statistics(const Series& series, std::size_t variable, const SeriesQuery& query);

}  // namespace energy::engine
