// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/modify/room_text.h"

#include <algorithm>
#include <initializer_list>

namespace floorplan::engine {

namespace {

std::uint32_t latest(std::initializer_list<words::Span> spans) {
  std::uint32_t end = 0;
  for (const auto& span : spans) end = std::max(end, span.end);
  return end;
}

template <class T>
words::Span span_of(const std::optional<T>& part) {
  return part ? part->span : words::Span{};
}

}  // namespace

words::Span span_of_size(const words::Room& room) {
  if (const auto* size = std::get_if<words::Size>(&room.size)) return size->span;
  if (const auto* name = std::get_if<words::Name>(&room.size)) return name->span;
  return {};
}

std::uint32_t end_of_dimensions(const words::Room& room) {
  return latest({room.name.span, span_of(room.at), span_of_size(room), span_of(room.height), span_of(room.elevation)});
}

std::uint32_t end_of_walls(const words::Room& room) { return std::max(end_of_dimensions(room), room.walls_span.end); }

std::uint32_t end_of_position(const words::Room& room) {
  return std::max(end_of_walls(room), span_of(room.relative).end);
}

std::uint32_t end_of_label(const words::Room& room) { return std::max(end_of_position(room), span_of(room.label).end); }

}  // namespace floorplan::engine
