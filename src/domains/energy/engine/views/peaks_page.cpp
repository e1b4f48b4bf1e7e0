// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/views/peaks_page.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.h"

namespace energy::engine {
namespace {

using base::Json;

Json components_json(const std::vector<PeakComponent>& components) {
  Json out = Json::array();
  for (const auto& each : components) {
    out.push_back(Json::object({{"name", each.name}, {"watts", each.watts}, {"percent", each.percent}}));
  }
  return out;
}

Json number_or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json peak_zone_json(const PeakZone& zone) {
  return Json::object({{"zone", zone.zone},
                       {"design_load_w", zone.design_load_w},
                       {"load_per_area_w_m2", number_or_null(zone.load_per_area_w_m2)},
                       {"design_day", zone.design_day},
                       {"time", zone.time},
                       {"outdoor_c", number_or_null(zone.outdoor_c)},
                       {"indoor_c", number_or_null(zone.indoor_c)},
                       {"components", components_json(zone.components)}});
}

Json side_json(const PeakSide& side, std::size_t most_zones) {
  Json zones = Json::array();
  for (std::size_t i = 0; i < std::min(most_zones, side.zones.size()); ++i) {
    zones.push_back(peak_zone_json(side.zones[i]));
  }
  return Json::object({{"design_load_w", side.design_load_w},
                       {"peak_time", side.time},
                       {"components", components_json(side.components)},
                       {"zone_count", side.zones.size()},
                       {"zones", std::move(zones)}});
}

constexpr std::size_t zones_in_a_part = 60;

std::size_t put_zones(const PeakSide& side, const std::string& kind, PageData& out) {
  std::size_t number = 0;
  for (std::size_t from = 0; from < side.zones.size(); from += zones_in_a_part) {
    Json zones = Json::array();
    for (std::size_t i = from; i < std::min(side.zones.size(), from + zones_in_a_part); ++i) {
      zones.push_back(peak_zone_json(side.zones[i]));
    }
    out.parts.emplace(part_name(kind, number++), Json::object({{"zones", std::move(zones)}}));
  }
  return number;
}

}  // namespace

Json peaks_json(const PeakLoads& peaks, std::size_t most_zones) {
  Json flags = Json::array();
  for (const auto& flag : peaks.flags) {
    flags.push_back(Json::object({{"code", flag.code}, {"message", flag.message}}));
  }
  return Json::object({{"floor_area_m2", number_or_null(peaks.floor_area_m2)},
                       {"cooling", side_json(peaks.cooling, most_zones)},
                       {"heating", side_json(peaks.heating, most_zones)},
                       {"flags", std::move(flags)}});
}

PageData peaks_page(const RunHead& head, const PeakLoads& peaks) {
  PageData out;
  out.main = peaks_json(peaks, 0);
  out.main.set("run", head_json(head));
  out.main.set("cooling_parts", put_zones(peaks.cooling, "cooling", out));
  out.main.set("heating_parts", put_zones(peaks.heating, "heating", out));
  return out;
}

}  // namespace energy::engine
