// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace energy::engine {

// Where weather was measured, and a file of it.
struct Station {
  std::string city, state, country, wmo, source, url, climate_zone;
  double latitude = 0, longitude = 0, elevation_m = 0, time_zone = 0;
};
struct StationFound {
  const Station* station = nullptr;
  std::int64_t files = 0;               // of that place, with other periods
  std::optional<double> distance_km{};  // where one was asked for
};

// What is looked for: words or a number, near a place, or both.
struct StationQuery {
  std::string words;
  std::optional<double> latitude{}, longitude{};
  std::string country, state;
  std::size_t limit = 5;
};

// The stations of climate.onebuilding.org as idfkit lists them ({"stations": [{"city", "wmo", …}]}). Immutable.
class Stations {
 public:
  // Takes rows that lack a name or a place for none.
  static base::Result<Stations> read(std::string_view json);

  std::size_t size() const { return list_.size(); }
  // The best first: one for each place, its newest file.
  std::vector<StationFound> search(const StationQuery& query) const;

 private:
  std::vector<Station> list_;
  std::vector<std::string> words_;  // of each, in small letters
};

// Along the surface of the earth (a sphere of 6,371 km).
double distance_km(double latitude, double longitude, double other_latitude, double other_longitude);

}  // namespace energy::engine
