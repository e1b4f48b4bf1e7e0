// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "base/text.h"
#include "domains/energy/tools/tool.h"

namespace energy::tools::search_weather_stations {

namespace {

struct Args {
  std::optional<std::string> query, country, state;
  std::optional<double> latitude, longitude;
  std::int64_t limit = 5;
  static constexpr auto fields = tool::fields(
      tool::field("query", &Args::query, "Words of the name, or a WMO number.", {.max_length = 200}),
      tool::field("latitude", &Args::latitude, "Degrees north: the nearest first.", {.minimum = -90, .maximum = 90}),
      tool::field("longitude", &Args::longitude, "Degrees east.", {.minimum = -180, .maximum = 180}),
      tool::field("country", &Args::country, "\"USA\", \"DEU\".", {.max_length = 40}),
      tool::field("state", &Args::state, "\"IL\".", {.max_length = 40}),
      tool::with_default("limit", &Args::limit, "How many.", {.minimum = 1, .maximum = 50}));
};

struct Found {
  std::string name, state, country, wmo, climate_zone, url;
  double latitude = 0, longitude = 0, elevation_m = 0, time_zone = 0;
  std::int64_t files = 0;
  std::optional<double> distance_km;
  static constexpr auto fields =
      tool::fields(tool::field("name", &Found::name, "Of the place."), tool::field("state", &Found::state, "Short."),
                   tool::field("country", &Found::country, "Short."), tool::field("wmo", &Found::wmo, "Number."),
                   tool::field("latitude", &Found::latitude, "Degrees north."),
                   tool::field("longitude", &Found::longitude, "Degrees east."),
                   tool::field("elevation_m", &Found::elevation_m, "Above the sea."),
                   tool::field("time_zone", &Found::time_zone, "Hours from UTC."),
                   tool::field("climate_zone", &Found::climate_zone, "ASHRAE's."),
                   tool::field("distance_km", &Found::distance_km, "Where a place was given."),
                   tool::field("files", &Found::files, "Weather files of that place, by period."),
                   tool::field("url", &Found::url, "Of its newest file."));
};
struct Out {
  std::int64_t returned = 0;
  std::vector<Found> stations;
  static constexpr auto fields = tool::fields(tool::field("returned", &Out::returned, "How many."),
                                              tool::field("stations", &Out::stations, "The best first."));
};

Result<Out> run(Runtime& runtime, const Args& args) {
  if (args.latitude.has_value() != args.longitude.has_value())
    return fail(Code::missing, "latitude and longitude go together", args.latitude ? "longitude" : "latitude");
  if (!args.query && !args.latitude && !args.country && !args.state)
    return fail(Code::missing, "nothing to look for was given", "query", "Give a query, a place or a country.");
  const auto stations = TRY(runtime.weather.stations());
  Out out;
  for (const auto& each : stations->search({.words = args.query.value_or(""),
                                            .latitude = args.latitude,
                                            .longitude = args.longitude,
                                            .country = args.country.value_or(""),
                                            .state = args.state.value_or(""),
                                            .limit = static_cast<std::size_t>(args.limit)})) {
    const auto& station = *each.station;
    Found found{.name = station.city,
                .state = station.state,
                .country = station.country,
                .wmo = station.wmo,
                .climate_zone = station.climate_zone,
                .url = station.url,
                .latitude = station.latitude,
                .longitude = station.longitude,
                .elevation_m = station.elevation_m,
                .time_zone = station.time_zone,
                .files = each.files};
    if (each.distance_km) found.distance_km = std::round(*each.distance_km * 10) / 10;
    out.stations.push_back(std::move(found));
  }
  out.returned = static_cast<std::int64_t>(out.stations.size());
  return out;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::read<Args, Out>(
      {.name = "search_weather_stations",
       .title = "Find weather stations",
       .doc =
           "Finds places that have weather files (climate.onebuilding.org), by name, WMO number or distance, in a list "
           "on this machine."},
      [&runtime](const Args& args, const View&) { return run(runtime, args); });
}

}  // namespace energy::tools::search_weather_stations
