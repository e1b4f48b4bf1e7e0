// SPDX-License-Identifier: Apache-2.0
// Names, sizes, positions and overlaps of rooms.
#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_set>

#include "domains/floorplan/engine/check/check.h"
#include "domains/floorplan/engine/plan/measure.h"
#include "domains/floorplan/engine/plan/neighbours.h"

namespace floorplan::engine {

namespace {

using words::AlignmentDirection;
using words::RelativeDirection;

constexpr double tolerance = 0.01;
constexpr double unlikely_large = 500;
constexpr double unlikely_small = 0.2;
constexpr std::size_t most_overlaps_per_floor = 100;

class RoomChecks {
 public:
  RoomChecks(const words::Document& document, const Plan& plan, Findings& findings)
      : document_(document), plan_(plan), findings_(findings), sources_(room_sources(document)) {}

  void run() {
    floor_names();
    for (const auto& floor : plan_.floors) names(floor);
    shared_names();
    defines();
    for (std::size_t i = 0; i < plan_.rooms.size(); ++i) room(i);
    lifts();
    floors();
    for (const auto& floor : plan_.floors) overlaps(floor.rooms, Finding::rooms_overlap, "Rooms");
    for (const auto& parent : plan_.rooms) {
      if (parent.rooms.size() > 1) overlaps(parent.rooms, Finding::sub_rooms_overlap, "Sub-rooms");
    }
  }

 private:
  const std::string& floor_of(const Room& room) const { return plan_.floors[static_cast<std::size_t>(room.floor)].id; }
  words::Diagnostic& about(const Room& room, Finding finding, Span span, std::string message, std::string hint = {}) {
    auto& result = findings_.add(finding, span, std::move(message), std::move(hint));
    result.rooms = {room.name};
    result.floor = floor_of(room);
    return result;
  }

  void floor_names() {
    std::set<std::string_view> seen;
    for (const auto& floor : document_.floors) {
      if (seen.insert(floor.name.text).second) continue;
      auto& finding = findings_.add(Finding::floor_repeated, floor.name.span,
                                    "There are two floors " + quoted(floor.name.text) + ".", "Rename one of them.");
      finding.floor = floor.name.text;
    }
  }

  // On one floor a name means one room, and one stair or lift.
  void names(const Floor& floor) {
    std::unordered_set<std::string_view> seen;
    for (const int i : floor.rooms) unique(seen, plan_.rooms[static_cast<std::size_t>(i)]);
    std::unordered_set<std::string_view> ways;
    const auto& source = document_.floors[static_cast<std::size_t>(floor.index)];
    for (const auto& stair : source.stairs) unique(ways, stair.name, floor);
    for (const auto& lift : source.lifts) unique(ways, lift.name, floor);
  }
  void unique(std::unordered_set<std::string_view>& seen, const Room& room) {
    if (!seen.insert(room.name).second) {
      about(room, Finding::room_repeated, room.name_span,
            "Floor " + quoted(floor_of(room)) + " has two rooms " + quoted(room.name) + ".", "Rename one of them.");
    }
    std::unordered_set<std::string_view> inner;
    for (const int i : room.rooms) unique(inner, plan_.rooms[static_cast<std::size_t>(i)]);
  }
  void unique(std::unordered_set<std::string_view>& seen, const words::Name& name, const Floor& floor) {
    if (seen.insert(name.text).second) return;
    auto& finding = findings_.add(Finding::room_repeated, name.span,
                                  "Floor " + quoted(floor.id) + " has two stairs or lifts " + quoted(name.text) + ".",
                                  "Rename one of them.");
    finding.floor = floor.id;
  }
  // The same name elsewhere is allowed, but tools and connections then have to guess.
  void shared_names() {
    std::unordered_map<std::string_view, const Room*> first;
    for (const auto& room : plan_.rooms) {
      const auto [found, fresh] = first.try_emplace(room.name, &room);
      const bool same_list = !fresh && found->second->floor == room.floor && found->second->parent == room.parent;
      if (fresh || same_list) continue;
      about(room, Finding::room_name_shared, room.name_span,
            "Another room is called " + quoted(room.name) + " too (floor " + quoted(floor_of(*found->second)) + ").");
    }
  }

  void defines() {
    for (const auto& define : document_.defines) {
      const bool good = metres(define.size.width, plan_.settings.unit) > 0 && define.size.height &&
                        metres(*define.size.height, plan_.settings.unit) > 0;
      if (good) continue;
      findings_.add(Finding::size_not_positive, define.size.span,
                    "The size " + quoted(define.name.text) + " must be above zero in both directions.");
    }
  }

  void room(std::size_t index) {
    const auto& room = plan_.rooms[index];
    const auto& source = *sources_[index];
    if (const auto* size = std::get_if<words::Size>(&source.size)) room_size(room, *size);
    heights(room, source);
    if (source.relative) alignment(room, *source.relative);
    if (room.parent >= 0) inside_parent(room);
  }
  void room_size(const Room& room, const words::Size& size) {
    if (room.rect.width <= 0 || room.rect.height <= 0) {
      about(room, Finding::size_not_positive, size.span,
            "The size of room " + quoted(room.name) + " must be above zero in both directions.");
      return;
    }
    const double large = std::max(room.rect.width, room.rect.height);
    const double small = std::min(room.rect.width, room.rect.height);
    if (large <= unlikely_large && small >= unlikely_small) return;
    about(room, Finding::size_unlikely, size.span,
          "Room " + quoted(room.name) + " would measure " + show_length(room.rect.width, words::LengthUnit::m) +
              " by " + show_length(room.rect.height, words::LengthUnit::m) + ".",
          "Numbers without a unit are in " + std::string(words::text(plan_.settings.unit)) +
              ". Add units, or set default_unit in config.");
  }
  void heights(const Room& room, const words::Room& source) {
    if (source.height && metres(*source.height, plan_.settings.unit) <= 0) {
      about(room, Finding::height_not_positive, source.height->span,
            "The height of room " + quoted(room.name) + " must be above zero.");
    }
    const auto& floor = plan_.floors[static_cast<std::size_t>(room.floor)];
    const bool floor_stated = document_.floors[static_cast<std::size_t>(room.floor)].height.has_value();
    if (!room.height_stated || !floor_stated || room.height <= floor.height + 1e-6) return;
    about(room, Finding::room_too_tall, source.height->span,
          "Room " + quoted(room.name) + " is higher than its floor " + quoted(floor.id) + ".",
          "Raise the floor's height or lower the room's.");
  }
  void alignment(const Room& room, const words::RelativePosition& relative) {
    if (!relative.align || meaningful(relative.direction.value, relative.align->value)) return;
    about(room, Finding::align_ignored, relative.align->span,
          "`align " + std::string(words::text(relative.align->value)) + "` has no meaning for `" +
              std::string(words::text(relative.direction.value)) + "` and is ignored.",
          "Beside a room align top, bottom or center; above or below it left, right or center.");
  }
  static bool meaningful(RelativeDirection direction, AlignmentDirection align) {
    const bool vertical_words = align == AlignmentDirection::top || align == AlignmentDirection::bottom;
    switch (direction) {
      case RelativeDirection::right_of:
      case RelativeDirection::left_of:
        return vertical_words || align == AlignmentDirection::center;
      case RelativeDirection::above:
      case RelativeDirection::below:
        return !vertical_words;
      default:
        return false;
    }
  }
  void inside_parent(const Room& room) {
    const auto& parent = plan_.rooms[static_cast<std::size_t>(room.parent)];
    if (!room.placed || !parent.placed) return;
    const bool inside = room.rect.x >= parent.rect.x - tolerance && room.rect.y >= parent.rect.y - tolerance &&
                        room.rect.right() <= parent.rect.right() + tolerance &&
                        room.rect.bottom() <= parent.rect.bottom() + tolerance;
    if (inside) return;
    auto& finding = about(room, Finding::sub_room_outside, room.name_span,
                          "Sub-room " + quoted(room.name) + " does not fit into " + quoted(parent.name) + ".",
                          "Its position counts from the top left corner of " + quoted(parent.name) + ".");
    finding.rooms.push_back(parent.name);
  }

  void lifts() {
    const auto sources = lift_sources(document_);
    for (std::size_t i = 0; i < plan_.lifts.size(); ++i) {
      const auto& lift = plan_.lifts[i];
      if (!sources[i]->size || (lift.rect.width > 0 && lift.rect.height > 0)) continue;
      findings_.add(Finding::size_not_positive, sources[i]->size->span,
                    "The size of lift " + quoted(lift.name) + " must be above zero in both directions.");
    }
  }
  void floors() {
    for (const auto& floor : document_.floors) {
      if (!floor.height || metres(*floor.height, plan_.settings.unit) > 0) continue;
      auto& finding = findings_.add(Finding::height_not_positive, floor.height->span,
                                    "The height of floor " + quoted(floor.name.text) + " must be above zero.");
      finding.floor = floor.name.text;
    }
  }

  void overlaps(std::span<const int> rooms, Finding finding, std::string_view what) {
    const auto found = neighbourhood(plan_, rooms, 0);
    for (std::size_t i = 0; i < found.overlaps.size() && i < most_overlaps_per_floor; ++i) {
      const auto& a = plan_.rooms[static_cast<std::size_t>(found.overlaps[i].a)];
      const auto& b = plan_.rooms[static_cast<std::size_t>(found.overlaps[i].b)];
      auto& report = about(b, finding, b.name_span,
                           std::string(what) + " " + quoted(a.name) + " and " + quoted(b.name) + " overlap by " +
                               show_length(found.overlaps[i].width, plan_.settings.unit) + " x " +
                               show_length(found.overlaps[i].height, plan_.settings.unit) + ".");
      report.rooms = {a.name, b.name};
    }
  }

  const words::Document& document_;
  const Plan& plan_;
  Findings& findings_;
  std::vector<const words::Room*> sources_;
};

}  // namespace

void check_rooms(const words::Document& document, const Plan& plan, Findings& findings) {
  RoomChecks(document, plan, findings).run();
}

}  // namespace floorplan::engine
