// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/critique/critique.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/result.h"
#include "domains/floorplan/engine/critique/context.h"
#include "domains/floorplan/engine/plan/measure.h"

namespace floorplan::engine {
namespace {

constexpr auto error = Severity::error;
constexpr auto warning = Severity::warning;
constexpr auto info = Severity::info;

// IRC: International Residential Code; IBC: International Building Code; ADA: 2010 Standards.
constexpr Rule table[] = {
    {"no_entrance", error, 0, 0, "", "A building without a door to the outside cannot be entered."},
    {"unreachable_room", error, 0, 0, "",
     "Every room must be reached from outside through doors, openings, stairs or lifts."},
    {"entrance_room", warning, 0, 0, "", "Guests should not enter through a store, a bathroom or a bedroom."},
    {"egress_distance", warning, 200, 200, "ft",
     "The way from the farthest corner to the open air is bounded (IBC Table 1017.2, without sprinklers)."},
    {"corridor_width", warning, 36, 44, "in",
     "A corridor must let two people pass or a stretcher through (IRC R311.6, IBC Table 1020.3)."},
    {"no_circulation_room", info, 0, 0, "", "Without a hall every way crosses the living room."},
    {"bedroom_through_bedroom", warning, 0, 0, "", "A bedroom that others walk through is not private."},
    {"walk_through_bedroom", info, 0, 0, "", "A common room that is reached only through a bedroom cannot be shared."},
    {"bathroom_privacy", warning, 0, 0, "",
     "A bathroom should not open onto a kitchen, a dining or living room, nor be reached only through a bedroom where "
     "it is the only one."},
    {"bedroom_window", warning, 0, 0, "",
     "A bedroom needs a window to the outside, for light and for escape (IRC R303.1, R310.1)."},
    {"natural_light", warning, 0, 0, "",
     "Rooms where people stay need daylight, of their own or through an open side (IRC R303.1)."},
    {"room_too_small", warning, 0, 0, "", "Rooms have least sizes for their use (IRC R304: 70 sqft and 7 ft)."},
    {"turning_circle", info, 60, 60, "in", "A wheelchair turns on a circle of 60 in (ADA 304.3)."},
    {"door_clear_width", warning, 32, 32, "in",
     "A door must leave 32 in clear (ADA 404.2.3); a leaf takes 2 in of its opening."},
    {"door_swing_collision", info, 0, 0, "", "Two leaves that open into the same place hit one another."},
    {"double_declared_door", info, 0, 0, "",
     "A wall that says door and a connection on it mean two doors, or one said twice."},
    {"back_of_house_open", warning, 0, 0, "",
     "Customers should not walk into the stock: a door belongs between sales and storage."},
    {"entrance_front", info, 0, 0, "", "A shop's entrance belongs where its windows are."},
    {"no_service_entrance", info, 0, 0, "", "Deliveries should not come through the shop."},
    {"wet_rooms_apart", info, 0, 0, "", "A kitchen and a bathroom that share a wall share their pipes."},
    {"wet_stack_aligned", info, 0, 0, "", "Wet rooms over one another share their pipes."},
    {"wet_walls_separated", info, 0, 0, "", "Vastu keeps bathrooms apart."},
    {"footprint_aligned", warning, 1, 1, "ft", "An upper storey beyond the lower one needs a cantilever."},
    {"stair_vertical_aligned", warning, 2, 2, "ft",
     "A stair must come up where the next floor has its well, and a link must say so."},
    {"stair_through_walls", error, 0, 0, "", "A flight cannot pass through a wall."},
    {"stair_landing_clearance", warning, 36, 44, "in",
     "A stair needs a landing at its foot and its head (IRC R311.7.6, IBC 1011.6)."},
    {"stair_door_collision", warning, 36, 44, "in",
     "A door must not open onto steps; in front of it there is a landing (IRC R311.3)."},
    {"stair_room_access", warning, 0, 0, "", "The room of a stair needs a door that leads to a landing."},
    {"stair_landing_egress", warning, 0, 0, "", "Foot and head of a stair each need a way out of the stair's room."},
    {"stair_enclosure", warning, 0, 0, "",
     "In commercial buildings a stair is closed off by doors against fire (IBC 1023)."},
};

double in_metres(double value, std::string_view unit) {
  if (unit == "in") return value * 0.0254;
  if (unit == "ft") return value * 0.3048;
  if (unit == "sqft") return value * 0.09290304;
  return value;
}

double shown_number(double value) { return std::round(value * 100) / 100; }

bool wanted(const Finding& finding, const CritiqueOptions& options) {
  return options.rules.empty() || std::ranges::find(options.rules, finding.rule) != options.rules.end();
}

// By floor, by rule, and then as they were found.
std::vector<Finding> in_order(std::vector<Finding> findings, const Plan& plan) {
  std::vector<std::tuple<int, std::ptrdiff_t, std::size_t>> keys;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const auto rule = std::ranges::find(table, findings[i].rule, &Rule::id) - std::begin(table);
    keys.emplace_back(plan.floor_named(findings[i].floor), rule, i);
  }
  std::ranges::sort(keys);
  std::vector<Finding> out;
  for (const auto& [floor, rule, i] : keys) out.push_back(std::move(findings[i]));
  return out;
}

}  // namespace

std::span<const Rule> rules() { return table; }

const Rule& rule_named(std::string_view id) {
  const auto* const it = std::ranges::find(table, id, &Rule::id);
  LINTEL_CHECK(it != std::end(table));
  return *it;
}

double Review::threshold(std::string_view rule) const {
  const Rule& found = rule_named(rule);
  return in_metres(occupancy == Occupancy::commercial ? found.commercial : found.residential, found.unit);
}

Finding& Review::add(std::string_view rule, std::string message, std::vector<int> rooms, int floor) {
  Finding finding{.rule = std::string(rule), .severity = rule_named(rule).severity, .message = std::move(message)};
  if (floor >= 0) finding.floor = plan.floors[static_cast<std::size_t>(floor)].id;
  for (const int index : rooms) {
    if (index < 0) continue;
    finding.rooms.push_back(room(index).name);
    if (finding.span.empty()) finding.span = room(index).name_span.empty() ? room(index).span : room(index).name_span;
  }
  findings.push_back(std::move(finding));
  return findings.back();
}

void Review::measured(Finding& finding, double value_m, double required_m) const {
  const double unit = metres_per(plan.settings.unit);
  finding.measured = shown_number(value_m / unit);
  finding.required = shown_number(required_m / unit);
  finding.unit = words::text(plan.settings.unit);
}

void Review::measured_area(Finding& finding, double value_m2, double required_m2) const {
  const double unit = square_metres_per(plan.settings.area_unit);
  finding.measured = shown_number(value_m2 / unit);
  finding.required = shown_number(required_m2 / unit);
  finding.unit = words::text(plan.settings.area_unit);
}

std::string Review::shown(double value_m) const { return show_length(value_m, plan.settings.unit); }

Occupancy occupancy_of(const Plan& plan) {
  if (plan.settings.stair_code == words::StairCode::commercial || plan.settings.stair_code == words::StairCode::ada) {
    return Occupancy::commercial;
  }
  int work = 0;
  for (const Room& room : plan.rooms) {
    const Uses uses = uses_of(room);
    if (uses.any({Use::bedroom, Use::living})) return Occupancy::residential;
    if (uses.any({Use::work, Use::sales})) ++work;
  }
  return work >= 2 ? Occupancy::commercial : Occupancy::residential;
}

std::vector<Finding> critique(const Plan& plan, const CritiqueOptions& options) {
  Review review{
      .plan = plan, .ways = ways(plan), .uses = {}, .occupancy = options.occupancy.value_or(occupancy_of(plan))};
  for (const Room& room : plan.rooms) review.uses.push_back(uses_of(room));
  review_ways(review);
  review_rooms(review);
  review_doors(review);
  review_storeys(review, options.vastu);
  review_stairs(review);
  std::erase_if(review.findings, [&](const Finding& finding) { return !wanted(finding, options); });
  return in_order(std::move(review.findings), plan);
}

}  // namespace floorplan::engine
