// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/modify/actions.h"

#include <utility>

namespace floorplan::engine {

namespace {

// What the fields of a struct say, as data.
template <class Described>
constexpr auto parameters_of = std::apply(
    [](const auto&... field) {
      return std::array<ParameterInfo, sizeof...(field)>{ParameterInfo{field.name, field.doc}...};
    },
    Described::fields);

constexpr auto actions = std::to_array<ActionInfo>({
#define MODIFY_ACTION(Struct, name, target, brief, doc, ...) {#name, target, brief, doc, parameters_of<action::Struct>},
#include "domains/floorplan/engine/modify/actions.def"
});

template <class Given>
Parameters taken_from(const AllParameters& all) {
  Given given;
  std::apply([&](const auto&... field) { ((given.*(field.member) = all.*(field.member)), ...); }, Given::fields);
  return given;
}

using Take = Parameters (*)(const AllParameters&);
constexpr auto takes = std::to_array<Take>({
#define MODIFY_ACTION(Struct, name, target, brief, doc, ...) taken_from<action::Struct>,
#include "domains/floorplan/engine/modify/actions.def"
});

}  // namespace

std::optional<words::WallType> action::Walled::wall(words::WallDirection side) const {
  const auto first = [](const auto& own, const auto& in_list) { return own ? own : in_list; };
  const Sides list = walls.value_or(Sides{});
  switch (side) {
    case words::WallDirection::top:
      return first(top, list.top);
    case words::WallDirection::right:
      return first(right, list.right);
    case words::WallDirection::bottom:
      return first(bottom, list.bottom);
    case words::WallDirection::left:
      return first(left, list.left);
  }
  return std::nullopt;
}

Operation operation_of(Action action, std::string target, const AllParameters& given) {
  return {std::move(target), takes[static_cast<std::size_t>(action)](given)};
}

const ActionInfo& info(Action action) { return actions[static_cast<std::size_t>(action)]; }
std::span<const ActionInfo> all_actions() { return actions; }
std::span<const ParameterInfo> all_parameters() { return parameters_of<AllParameters>; }

}  // namespace floorplan::engine
