// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "formats/floorplan/document.h"

// Calls a function with every length of a document, in no promised order.
namespace floorplan::engine {

template <class Visit>
class LengthWalk {
 public:
  explicit LengthWalk(Visit visit) : visit_(std::move(visit)) {}

  void document(const formats::floorplan::Document& document) {
    for (const auto& define : document.defines) size(define.size);
    for (const auto& entry : document.config) {
      if (const auto* value = std::get_if<formats::floorplan::Length>(&entry.value)) visit_(*value);
      if (const auto* value = std::get_if<formats::floorplan::Size>(&entry.value)) size(*value);
    }
    for (const auto& floor : document.floors) {
      length(floor.height);
      for (const auto& each : floor.rooms) room(each);
      for (const auto& each : floor.stairs) stair(each);
      for (const auto& each : floor.lifts) lift(each);
    }
    for (const auto& connection : document.connections) size(connection.size);
  }

 private:
  void length(const std::optional<formats::floorplan::Length>& length) {
    if (length) visit_(*length);
  }
  void size(const formats::floorplan::Size& size) {
    visit_(size.width);
    length(size.height);
  }
  void size(const std::optional<formats::floorplan::Size>& given) {
    if (given) size(*given);
  }
  void place(const std::optional<formats::floorplan::Point>& at,
             const std::optional<formats::floorplan::RelativePosition>& relative) {
    if (at) visit_(at->x), visit_(at->y);
    if (relative) length(relative->gap);
  }
  void room(const formats::floorplan::Room& room) {
    place(room.at, room.relative);
    if (const auto* given = std::get_if<formats::floorplan::Size>(&room.size)) size(*given);
    length(room.height);
    length(room.elevation);
    for (const auto& wall : room.walls) size(wall.size), length(wall.height);
    for (const auto& inner : room.rooms) this->room(inner);
  }
  void stair(const formats::floorplan::Stair& stair) {
    place(stair.at, stair.relative);
    size(stair.landing);
    for (const auto& each : {stair.inner_radius, stair.outer_radius, stair.radius, stair.rise, stair.width, stair.riser,
                             stair.tread, stair.nosing, stair.headroom}) {
      length(each);
    }
    for (const auto& segment : stair.segments) {
      if (const auto* flight = std::get_if<formats::floorplan::Flight>(&segment.what)) length(flight->width);
      if (const auto* turn = std::get_if<formats::floorplan::Turn>(&segment.what)) size(turn->landing);
    }
  }
  void lift(const formats::floorplan::Lift& lift) {
    place(lift.at, lift.relative);
    size(lift.size);
  }

  Visit visit_;
};

}  // namespace floorplan::engine
