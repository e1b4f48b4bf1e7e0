// SPDX-License-Identifier: Apache-2.0
// Stairs, lifts and what links them between floors.
#include <algorithm>
#include <cmath>

#include "domains/floorplan/engine/check/check.h"
#include "domains/floorplan/engine/plan/measure.h"
#include "domains/floorplan/engine/resolve/stair_code.h"
#include "domains/floorplan/engine/resolve/stair_shape.h"

namespace floorplan::engine {

namespace {

constexpr double rounding = 1e-4;  // a tenth of a millimetre: 7in written as 0.178 m is not a breach
constexpr double alignment = 0.5;

class StairChecks {
 public:
  StairChecks(const words::Document& document, const Plan& plan, Findings& findings)
      : document_(document), plan_(plan), findings_(findings), rules_(stair_rules(plan.settings.stair_code)) {}

  void run() {
    for (const auto& stair : plan_.stairs) one(stair);
    for (const auto& floor : plan_.floors) places(floor);
    for (std::size_t i = 0; i < plan_.verticals.size(); ++i) vertical(document_.verticals[i], plan_.verticals[i]);
  }

 private:
  std::string length(double metres) const { return show_length(metres, plan_.settings.unit); }
  words::Diagnostic& about(const Stair& stair, Finding finding, Span span, std::string message, std::string hint = {}) {
    auto& result = findings_.add(finding, span, std::move(message), std::move(hint));
    result.floor = plan_.floors[static_cast<std::size_t>(stair.floor)].id;
    return result;
  }
  std::string code() const {
    switch (plan_.settings.stair_code) {
      case words::StairCode::ada:
        return "[ADA] ";
      case words::StairCode::commercial:
        return "[commercial] ";
      default:
        return "[residential] ";
    }
  }

  void one(const Stair& stair) {
    const auto& source = *stair.source;
    const bool odd_runs = runs(stair, source);
    riser(stair, source, odd_runs);
    if (stair.tread < rules_.least_tread - rounding) {
      about(stair, Finding::stair_tread, source.tread ? source.tread->span : source.name.span,
            code() + "Treads of stair " + quoted(stair.name) + " are " + length(stair.tread) + "; at least " +
                length(rules_.least_tread) + " are asked for.");
    }
    if (source.width && stair.width < rules_.least_width - rounding) {
      about(stair, Finding::stair_width, source.width->span,
            code() + "Stair " + quoted(stair.name) + " is " + length(stair.width) + " wide; at least " +
                length(rules_.least_width) + " are asked for.");
    }
    if (stair.headroom && plan_.settings.stair_code_stated && *stair.headroom < rules_.least_headroom - rounding) {
      about(stair, Finding::stair_headroom, source.headroom->span,
            code() + "Stair " + quoted(stair.name) + " has " + length(*stair.headroom) + " headroom; at least " +
                length(rules_.least_headroom) + " are asked for.");
    }
    landings(stair, source);
    alongs(stair, source);
    radii(stair, source);
    for (const double run : source.runs) steps(stair, run, source.shape.span);
    for (const auto& segment : source.segments) {
      if (const auto* flight = std::get_if<words::Flight>(&segment.what)) steps(stair, flight->steps, segment.span);
    }
  }

  // What is drawn nevertheless, with the nearest number that makes sense.
  void unlikely(const Stair& stair, Span span, const std::string& what) {
    about(stair, Finding::stair_unlikely, span, "Stair " + quoted(stair.name) + " " + what);
  }
  void radii(const Stair& stair, const words::Stair& source) {
    const auto in_metres = [&](const words::Length& length) { return metres(length, plan_.settings.unit); };
    for (const auto& radius : {source.radius, source.outer_radius}) {
      if (radius && in_metres(*radius) <= 0) unlikely(stair, radius->span, "has a radius that is not above zero.");
    }
    if (source.inner_radius && source.outer_radius &&
        in_metres(*source.inner_radius) >= in_metres(*source.outer_radius)) {
      unlikely(stair, source.inner_radius->span, "has an inner radius that is not below its outer one.");
    }
    if (source.radius && in_metres(*source.radius) > 0 && in_metres(*source.radius) < stair.width / 2 - rounding) {
      unlikely(stair, source.radius->span,
               "has a radius of " + length(in_metres(*source.radius)) + " to its middle, less than half its width (" +
                   length(stair.width) + ").");
    }
    if (source.arc_degrees && (*source.arc_degrees <= 0 || *source.arc_degrees > 360)) {
      unlikely(stair, source.shape.span, "has an arc that is not above 0° and up to 360°.");
    }
  }
  void steps(const Stair& stair, double count, Span span) {
    if (count >= 1 && count <= most_steps) return;
    unlikely(stair, span, "has a flight that is not of 1 to " + std::to_string(most_steps) + " steps.");
  }

  // What the rise needs against what the runs give.
  bool runs(const Stair& stair, const words::Stair& source) {
    if (source.runs.empty() && source.segments.empty()) return false;
    const double wanted = source.riser ? metres(*source.riser, plan_.settings.unit) : 0;
    const double most = wanted > 0 ? wanted : rules_.most_riser > 0 ? rules_.most_riser : 0.2;
    const int needed = std::clamp(static_cast<int>(std::ceil(stair.rise / most - 1e-9)), 1, most_steps);
    if (stair.steps >= needed) return false;
    about(stair, Finding::stair_runs, source.shape.span,
          "The flights of stair " + quoted(stair.name) + " have " + std::to_string(stair.steps) +
              " steps, but a rise of " + length(stair.rise) + " needs " + std::to_string(needed) + ".",
          "Lengthen the runs; each number is the steps of one flight.");
    return true;
  }
  void riser(const Stair& stair, const words::Stair& source, bool odd_runs) {
    if (rules_.most_riser <= 0) return;
    double value = odd_runs ? 0 : stair.riser;
    if (source.riser) value = std::max(value, metres(*source.riser, plan_.settings.unit));
    if (value <= rules_.most_riser + rounding) return;
    about(stair, Finding::stair_riser, source.riser ? source.riser->span : source.name.span,
          code() + "Risers of stair " + quoted(stair.name) + " are " + length(value) + "; at most " +
              length(rules_.most_riser) + " are allowed.");
  }

  void landings(const Stair& stair, const words::Stair& source) {
    if (source.landing) landing(stair, *source.landing, stair.width);
    double width = stair.width;
    for (const auto& segment : source.segments) {
      if (const auto* flight = std::get_if<words::Flight>(&segment.what)) {
        width = flight->width ? metres(*flight->width, plan_.settings.unit) : stair.width;
      } else if (const auto& turn = std::get<words::Turn>(segment.what); turn.landing) {
        landing(stair, *turn.landing, width);
      }
    }
  }
  void landing(const Stair& stair, const words::Size& size, double width) {
    const double one = metres(size.width, plan_.settings.unit);
    const double other = size.height ? metres(*size.height, plan_.settings.unit) : one;
    if (std::min(one, other) >= width - rounding) return;
    about(stair, Finding::stair_landing, size.span,
          "A landing of stair " + quoted(stair.name) + " is narrower than its flight (" + length(width) + ").");
  }

  void alongs(const Stair& stair, const words::Stair& source) {
    for (const auto& segment : source.segments) {
      const auto* flight = std::get_if<words::Flight>(&segment.what);
      if (flight == nullptr || !flight->along) continue;
      const auto& name = flight->along->first;
      const auto rooms = names_of_rooms(stair.floor);
      if (std::ranges::find(rooms, name.text) != rooms.end()) continue;
      auto& finding = about(
          stair, Finding::stair_along, source.span,
          "Stair " + quoted(stair.name) + " runs along " + quoted(name.text) + ", which is not a room of its floor.",
          "Name a room of the same floor that is not a sub-room.");
      findings_.suggest(finding, name, rooms);
    }
  }
  std::vector<std::string> names_of_rooms(int floor) const {
    std::vector<std::string> names;
    for (const int i : plan_.floors[static_cast<std::size_t>(floor)].rooms) {
      names.push_back(plan_.rooms[static_cast<std::size_t>(i)].name);
    }
    return names;
  }

  struct Thing {
    const std::string* name;
    const Rect* rect;
    Span span;
  };

  void places(const Floor& floor) {
    std::vector<Thing> things;
    const auto& source = document_.floors[static_cast<std::size_t>(floor.index)];
    for (std::size_t i = 0; i < floor.stairs.size(); ++i) {
      const auto& stair = plan_.stairs[static_cast<std::size_t>(floor.stairs[i])];
      if (stair.placed) things.push_back({&stair.name, &stair.box, source.stairs[i].name.span});
    }
    for (std::size_t i = 0; i < floor.lifts.size(); ++i) {
      const auto& lift = plan_.lifts[static_cast<std::size_t>(floor.lifts[i])];
      if (lift.placed) things.push_back({&lift.name, &lift.rect, source.lifts[i].name.span});
    }
    for (const auto& thing : things) in_a_room(floor, thing);
    overlaps(floor, things);
  }
  void in_a_room(const Floor& floor, const Thing& thing) {
    if (floor.rooms.empty()) return;
    const auto inside = [&](int i) {
      const auto& rect = plan_.rooms[static_cast<std::size_t>(i)].rect;
      return thing.rect->x >= rect.x - 0.01 && thing.rect->x <= rect.right() + 0.01 && thing.rect->y >= rect.y - 0.01 &&
             thing.rect->y <= rect.bottom() + 0.01;
    };
    if (std::ranges::any_of(floor.rooms, inside)) return;
    auto& finding =
        findings_.add(Finding::stair_outside, thing.span, quoted(*thing.name) + " stands outside every room.");
    finding.floor = floor.id;
  }
  void overlaps(const Floor& floor, const std::vector<Thing>& things) {
    constexpr int most = 50;
    int told = 0;
    for (std::size_t i = 0; i < things.size(); ++i) {
      for (std::size_t j = i + 1; j < things.size() && told < most; ++j) {
        const auto& a = *things[i].rect;
        const auto& b = *things[j].rect;
        const bool apart =
            a.right() <= b.x + 0.01 || b.right() <= a.x + 0.01 || a.bottom() <= b.y + 0.01 || b.bottom() <= a.y + 0.01;
        if (apart) continue;
        ++told;
        auto& finding = findings_.add(Finding::stairs_overlap, things[j].span,
                                      quoted(*things[i].name) + " and " + quoted(*things[j].name) + " overlap.");
        finding.floor = floor.id;
      }
    }
  }

  void vertical(const words::Vertical& source, const VerticalLink& link) {
    for (std::size_t i = 1; i < link.stairs_or_lifts.size(); ++i) {
      const auto& [floor_a, a] = link.stairs_or_lifts[i - 1];
      const auto& [floor_b, b] = link.stairs_or_lifts[i];
      if (std::abs(floor_a - floor_b) > 1) {
        findings_.add(Finding::vertical_skips, source.span,
                      "This link leaves out the floor between " +
                          quoted(plan_.floors[static_cast<std::size_t>(floor_a)].id) + " and " +
                          quoted(plan_.floors[static_cast<std::size_t>(floor_b)].id) + ".");
      }
      const auto* one = box(link, a);
      const auto* other = box(link, b);
      if (one == nullptr || other == nullptr) continue;
      if (std::abs(one->x - other->x) <= alignment && std::abs(one->y - other->y) <= alignment) continue;
      findings_.add(Finding::vertical_misaligned, source.span,
                    "The linked elements on " + quoted(plan_.floors[static_cast<std::size_t>(floor_a)].id) + " and " +
                        quoted(plan_.floors[static_cast<std::size_t>(floor_b)].id) + " are not above each other.");
    }
  }
  const Rect* box(const VerticalLink& link, int index) const {
    if (link.is_lift) {
      const auto& lift = plan_.lifts[static_cast<std::size_t>(index)];
      return lift.placed ? &lift.rect : nullptr;
    }
    const auto& stair = plan_.stairs[static_cast<std::size_t>(index)];
    return stair.placed ? &stair.box : nullptr;
  }

  const words::Document& document_;
  const Plan& plan_;
  Findings& findings_;
  StairRules rules_;
};

}  // namespace

void check_stairs(const words::Document& document, const Plan& plan, Findings& findings) {
  StairChecks(document, plan, findings).run();
}

}  // namespace floorplan::engine
