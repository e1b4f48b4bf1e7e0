// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/weather/stations.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include "base/json.h"
#include "base/text.h"

namespace energy::engine {
namespace {

using base::Json;

double number_in(const Json& row, std::string_view name) {
  const Json* found = row.find(name);
  return found != nullptr && found->is_number() ? found->as_number() : 0;
}

// Past the brace that ends the flat object at `at`.
std::size_t past_object(std::string_view text, std::size_t at) {
  bool quoted = false;
  for (; at < text.size(); ++at) {
    if (quoted && text[at] == '\\') {
      ++at;
    } else if (text[at] == '"') {
      quoted = !quoted;
    } else if (text[at] == '}' && !quoted) {
      return at + 1;
    }
  }
  return text.size();
}

Station station_of(const Json& row) {
  Station out{.city = std::string(row.text("city")),
              .state = std::string(row.text("state")),
              .country = std::string(row.text("country")),
              .wmo = std::string(row.text("wmo")),
              .source = std::string(row.text("source")),
              .url = std::string(row.text("url")),
              .climate_zone = std::string(row.text("ashrae_climate_zone")),
              .latitude = number_in(row, "latitude"),
              .longitude = number_in(row, "longitude"),
              .elevation_m = number_in(row, "elevation"),
              .time_zone = number_in(row, "timezone")};
  std::ranges::replace(out.city, '.', ' ');
  return out;
}

// Of a place, the file of the most recent period: "TMYx.2011-2025" over "TMYx.2004-2018" over "TMYx".
std::string_view period_of(const Station& station) {
  const auto at = station.url.rfind("TMYx");
  return at == std::string::npos ? std::string_view() : std::string_view(station.url).substr(at);
}

// 0: not all words are there. A whole name counts more than its beginning, and that more than a part.
int score_of(const Station& station, const std::string& words, const std::vector<std::string_view>& wanted,
             std::string_view all) {
  if (station.wmo == all) return 1000;
  int score = 1;
  for (const auto word : wanted) {
    const auto at = words.find(word);
    if (at == std::string::npos) return 0;
    const auto end = at + word.size();
    const bool begins = at == 0 || words[at - 1] == ' ' || words[at - 1] == '-';
    const bool ends = end == words.size() || words[end] == ' ' || words[end] == '-';
    score += (begins ? 4 : 1) + (begins && ends ? 4 : 0) + (at == 0 ? 2 : 0);
  }
  return score;
}

struct Hit {
  std::size_t index;
  double rank;  // small is good
  std::optional<double> distance;
};

}  // namespace

double distance_km(double latitude, double longitude, double other_latitude, double other_longitude) {
  constexpr double radian = std::numbers::pi / 180;
  const double up = std::sin((other_latitude - latitude) * radian / 2);
  const double across = std::sin((other_longitude - longitude) * radian / 2);
  const double part = up * up + std::cos(latitude * radian) * std::cos(other_latitude * radian) * across * across;
  return 2 * 6371 * std::asin(std::sqrt(std::min(1.0, part)));
}

base::Result<Stations> Stations::read(std::string_view json) {
  Stations out;
  const auto begin = json.find("\"stations\"");
  if (begin == std::string_view::npos)
    return base::fail(base::Code::parse, "the list of weather stations has no stations");
  for (auto at = json.find('{', begin); at != std::string_view::npos;) {
    const auto end = past_object(json, at);
    const auto row = TRY(base::parse_json(json.substr(at, end - at)));
    auto station = station_of(row);
    if (!station.city.empty()) {
      out.words_.push_back(
          base::lower_ascii(station.city + " " + station.state + " " + station.country + " " + station.wmo));
      out.list_.push_back(std::move(station));
    }
    at = json.find('{', end);
  }
  return out;
}

std::vector<StationFound> Stations::search(const StationQuery& query) const {
  const auto all = base::lower_ascii(base::trim(query.words));
  std::vector<std::string_view> wanted;
  for (const auto word : base::split(all, ' '))
    if (!word.empty()) wanted.push_back(word);
  std::vector<Hit> hits;
  for (std::size_t i = 0; i < list_.size(); ++i) {
    const auto& each = list_[i];
    if (!query.country.empty() && !base::equals_ignoring_case(each.country, query.country)) continue;
    if (!query.state.empty() && !base::equals_ignoring_case(each.state, query.state)) continue;
    const int score = score_of(each, words_[i], wanted, all);
    if (score == 0) continue;
    std::optional<double> far;
    if (query.latitude && query.longitude)
      far = distance_km(*query.latitude, *query.longitude, each.latitude, each.longitude);
    hits.push_back({i, far ? *far : -score, far});
  }
  std::ranges::sort(hits, {}, [](const Hit& hit) { return std::pair(hit.rank, hit.index); });
  std::vector<StationFound> out;
  std::map<std::string, std::size_t> places;  // of those in `out`
  for (const auto& hit : hits) {
    const auto& each = list_[hit.index];
    const auto [found, made] = places.emplace(each.country + each.wmo + each.city, out.size());
    if (made && out.size() == query.limit) break;
    if (made) out.push_back({&each, 0, hit.distance});
    auto& kept = out[found->second];
    ++kept.files;
    if (period_of(*kept.station) < period_of(each)) kept.station = &each;
  }
  return out;
}

}  // namespace energy::engine
