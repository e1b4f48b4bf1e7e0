// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/results/peaks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>

#include "base/text.h"

namespace energy::engine {

namespace {

// Cooling and heating have tables of the same shape.
struct Side {
  const char *word, *sizing, *gains;
  double sign;  // of a gain, as a part of the load
};
constexpr Side cooling_side{"cooling", "Zone Sensible Cooling", "Peak Cooling Sensible Heat Gain Components", 1};
constexpr Side heating_side{"heating", "Zone Sensible Heating", "Peak Heating Sensible Heat Gain Components", -1};
constexpr std::string_view facility = "Total Facility";

std::string rounded(double value) {
  std::array<char, 32> out{};
  std::snprintf(out.data(), out.size(), "%.0f", value);
  return out.data();
}

std::string hours_of(std::string_view time) { return std::string(base::trim(time)); }

// What the systems do is the load itself, not a part of it.
bool is_part(std::string_view column) {
  return column.find("Heat Addition") != std::string_view::npos ||
         column.find("Heat Removal") != std::string_view::npos;
}

void finish(std::vector<PeakComponent>& components) {
  double adding = 0;
  for (const auto& each : components) adding += std::max(each.watts, 0.0);
  for (auto& each : components) each.percent = adding > 0 ? 100 * each.watts / adding : 0;
  std::ranges::sort(components, [](const PeakComponent& a, const PeakComponent& b) {
    return a.watts != b.watts ? a.watts > b.watts : a.name < b.name;
  });
}

void add_gain(const Cell& cell, const Side& side, PeakSide& out, std::map<std::string, PeakZone*>& zones) {
  const auto zone = zones.find(cell.row);
  auto* components = cell.row == facility ? &out.components : zone != zones.end() ? &zone->second->components : nullptr;
  if (cell.row == facility && cell.column.starts_with("Time of Peak")) {
    out.time = base::trim(cell.value) == "-" ? "" : hours_of(cell.value);
  }
  const auto value = number_of(cell.value);
  if (components == nullptr || !value || *value == 0 || !is_part(cell.column)) return;
  components->push_back({cell.column, side.sign * *value});
}

void add_sizing(const Cell& cell, PeakZone& zone) {
  const auto value = number_of(cell.value);
  if (cell.column == "User Design Load") zone.design_load_w = value.value_or(0);
  if (cell.column == "User Design Load per Area") zone.load_per_area_w_m2 = value;
  if (cell.column == "Design Day Name") zone.design_day = cell.value;
  if (cell.column.starts_with("Date/Time Of Peak")) zone.time = hours_of(cell.value);
  if (cell.column == "Outdoor Temperature at Peak Load") zone.outdoor_c = value;
  if (cell.column == "Indoor Temperature at Peak Load") zone.indoor_c = value;
}

PeakSide side_of(std::span<const Cell> cells, const Side& side) {
  PeakSide out;
  std::map<std::string, std::size_t> places;
  for (const auto& cell : cells) {
    if (cell.report != "HVACSizingSummary" || cell.table != side.sizing || cell.row == "None") continue;
    const auto [at, fresh] = places.emplace(cell.row, out.zones.size());
    if (fresh) out.zones.push_back({.zone = cell.row});
    add_sizing(cell, out.zones[at->second]);
  }
  std::map<std::string, PeakZone*> zones;
  for (auto& zone : out.zones) zones.emplace(zone.zone, &zone);
  for (const auto& cell : cells) {
    if (cell.report == "SensibleHeatGainSummary" && cell.table == side.gains) add_gain(cell, side, out, zones);
  }
  finish(out.components);
  for (auto& zone : out.zones) {
    finish(zone.components);
    out.design_load_w += zone.design_load_w;
  }
  std::ranges::sort(out.zones, [](const PeakZone& a, const PeakZone& b) {
    return a.design_load_w != b.design_load_w ? a.design_load_w > b.design_load_w : a.zone < b.zone;
  });
  return out;
}

void flag_missing(const PeakSide& side, const Side& which, bool reported, std::vector<PeakFlag>& flags) {
  const std::string word = which.word;
  if (side.zones.empty()) {
    flags.push_back({"no_sizing", "No zone was sized for " + word +
                                      ": SimulationControl asks for no zone sizing, or no "
                                      "zone has a thermostat and Sizing:Zone."});
  } else if (!reported) {
    flags.push_back({"not_decomposed", "The " + word +
                                           " peak is not decomposed: the model does not ask for the report "
                                           "SensibleHeatGainSummary. Add it to Output:Table:SummaryReports."});
  } else if (side.components.empty()) {
    flags.push_back({"not_decomposed", "The " + word +
                                           " peak is not decomposed: the engine does that for weather run "
                                           "periods only, and this run had none. Run it with annual."});
  }
}

void flag_parts(const PeakSide& side, const Side& which, std::vector<PeakFlag>& flags) {
  if (!side.components.empty() && side.components.front().percent > 50) {
    flags.push_back({"one_part_dominates", rounded(side.components.front().percent) + " % of the " + which.word +
                                               " peak is " + side.components.front().name + "."});
  }
  for (const auto& part : side.components) {
    if (part.name.starts_with("Infiltration") && part.percent > 30) {
      flags.push_back({"much_infiltration", "Infiltration is " + rounded(part.percent) + " % of the " + which.word +
                                                " peak; look at the flow rates and their schedules."});
    }
  }
}

// Three times the load of the zone in the middle, per area.
void flag_zones(const PeakSide& side, const Side& which, std::vector<PeakFlag>& flags) {
  std::vector<double> densities;
  for (const auto& zone : side.zones) {
    if (zone.load_per_area_w_m2.value_or(0) > 0) densities.push_back(*zone.load_per_area_w_m2);
  }
  if (densities.size() < 3) return;
  std::ranges::sort(densities);
  const double middle = densities[densities.size() / 2];
  for (const auto& zone : side.zones) {
    if (zone.load_per_area_w_m2.value_or(0) <= 3 * middle) continue;
    flags.push_back({"zone_stands_out", zone.zone + " needs " + rounded(*zone.load_per_area_w_m2) + " W/m2 for " +
                                            which.word + ", the zone in the middle " + rounded(middle) + " W/m2."});
  }
}

}  // namespace

PeakLoads peak_loads(std::span<const Cell> cells) {
  PeakLoads out{.cooling = side_of(cells, cooling_side), .heating = side_of(cells, heating_side)};
  if (const auto* area =
          find_cell(cells, "AnnualBuildingUtilityPerformanceSummary", "Building Area", "Total Building Area", "Area")) {
    out.floor_area_m2 = number_of(area->value);
  }
  const bool reported = std::ranges::find(cells, "SensibleHeatGainSummary", &Cell::report) != cells.end();
  for (const auto& [side, which] : {std::pair{&out.cooling, &cooling_side}, std::pair{&out.heating, &heating_side}}) {
    flag_missing(*side, *which, reported, out.flags);
    flag_parts(*side, *which, out.flags);
    flag_zones(*side, *which, out.flags);
  }
  return out;
}

}  // namespace energy::engine
