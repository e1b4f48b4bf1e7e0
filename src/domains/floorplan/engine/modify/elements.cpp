// SPDX-License-Identifier: Apache-2.0
// Stairs, lifts and the vertical links between them.
#include "base/text.h"
#include "domains/floorplan/engine/modify/handlers.h"
#include "domains/floorplan/engine/modify/needs.h"
#include "domains/floorplan/engine/modify/placing.h"
#include "domains/floorplan/engine/modify/references.h"
#include "domains/floorplan/engine/modify/statements.h"
#include "formats/floorplan/print.h"

namespace floorplan::engine {

namespace {

using formats::floorplan::print;

// A stair or a lift of the tree, with its floor.
struct FoundElement {
  const words::Floor* floor = nullptr;
  const words::Stair* stair = nullptr;
  const words::Lift* lift = nullptr;
  const words::Name& name() const { return stair != nullptr ? stair->name : lift->name; }
  words::Span span() const { return stair != nullptr ? stair->span : lift->span; }
};

// By its name, or Floor.Element; the first that fits.
Result<FoundElement> find_element(const Draft& draft, const std::string& target,
                                  const std::optional<std::string>& on_floor) {
  std::vector<std::string> names;
  FoundElement found;
  const auto consider = [&](const words::Floor& floor, const auto& list, auto FoundElement::* member) {
    for (const auto& element : list) {
      names.push_back(element.name.text);
      const bool meant = element.name.text == target || floor.name.text + "." + element.name.text == target;
      if (found.floor != nullptr || !meant) continue;
      found.floor = &floor;
      found.*member = &element;
    }
  };
  for (const auto& floor : draft.document().floors) {
    if (on_floor && floor.name.text != *on_floor) continue;
    consider(floor, floor.stairs, &FoundElement::stair);
    consider(floor, floor.lifts, &FoundElement::lift);
  }
  if (found.floor != nullptr) return found;
  const auto near = base::nearest(target, names);
  return fail(Code::not_found, "no stair or lift " + in_quotes(base::printable(target, 200)) + " found", "target",
              near ? "Did you mean \"" + *near + "\"?" : "");
}

void insert_element(Draft& draft, const words::Floor& floor, words::Span previous, const std::string& statement) {
  if (!previous.empty()) return draft.insert_statement_after(previous, statement);
  draft.insert_into_body(floor.body, statement);
}

words::Span last_stair_or_room(const words::Floor& floor) {
  if (!floor.stairs.empty()) return floor.stairs.back().span;
  return floor.rooms.empty() ? words::Span{} : floor.rooms.back().span;
}

Result<void> check_free(const Draft& draft, const words::Floor& floor, const std::string& name) {
  TRY(check_name(name, "params.name"));
  if (!draft.element_exists(floor, name)) return {};
  return fail(Code::constraint,
              "floor " + in_quotes(floor.name.text) + " has a stair or lift " + in_quotes(name) + " already",
              "params.name", "Choose another name.");
}

// The grammar wants two runs or more; a double-L has up to three, and one is enough for it.
Result<void> set_runs(const action::AddStair& given, words::Stair& stair) {
  if (!given.runs || given.runs->empty()) return {};
  const bool three = stair.shape.value == words::StairShape::double_l;
  if (three ? given.runs->size() > 3 : given.runs->size() < 2) {
    return fail(
        Code::out_of_range,
        std::string(text(stair.shape.value)) + " stairs have " + (three ? "one to three" : "two or more") + " runs",
        "params.runs", "Give the steps of each flight, or leave `runs` out.");
  }
  for (const auto run : *given.runs) stair.runs.push_back(static_cast<double>(run));
  return {};
}

Result<void> set_spiral(const Draft& draft, const action::AddStair& given, words::Stair& stair) {
  stair.rotation =
      words::Located<words::RotationDirection>{given.rotation.value_or(words::RotationDirection::clockwise), {}};
  stair.outer_radius = draft.length(TRY(need_positive(given, &action::AddStair::outerRadius)), given.unit);
  if (given.innerRadius) stair.inner_radius = draft.length(*given.innerRadius, given.unit);
  return {};
}

Result<void> set_curve(const Draft& draft, const action::AddStair& given, words::Stair& stair) {
  stair.radius = draft.length(TRY(need_positive(given, &action::AddStair::radius)), given.unit);
  stair.arc_degrees = given.arc;
  return {};
}

Result<void> set_flights(const action::AddStair& given, words::Stair& stair) {
  stair.turn = words::Located<words::TurnDirection>{TRY(need(given, &action::AddStair::turn)), {}};
  if (stair.shape.value == words::StairShape::winder) {
    stair.winders = static_cast<double>(TRY(need(given, &action::AddStair::winders)));
  }
  return set_runs(given, stair);
}

// What each shape cannot do without.
Result<void> set_shape(const Draft& draft, const action::AddStair& given, words::Stair& stair) {
  const auto shape = TRY(need(given, &action::AddStair::shape));
  stair.shape.value = shape;
  if (shape == words::StairShape::custom) {
    return fail(Code::out_of_range, "custom stairs are written in the text, not built from parameters", "params.shape",
                "Choose another shape, or edit the DSL.");
  }
  if (shape == words::StairShape::spiral) return set_spiral(draft, given, stair);
  stair.direction = words::Located<words::ViewDirection>{TRY(need(given, &action::AddStair::toward)), {}};
  if (shape == words::StairShape::straight) return {};
  if (shape == words::StairShape::curved) return set_curve(draft, given, stair);
  return set_flights(given, stair);
}

Result<void> set_steps(const Draft& draft, const action::AddStair& given, words::Stair& stair) {
  stair.rise = draft.length(TRY(need_positive(given, &action::AddStair::rise)), given.unit);
  if (given.wide()) stair.width = draft.length(*given.wide(), given.unit);
  if (given.riser) stair.riser = draft.length(*given.riser, given.unit);
  if (given.tread) stair.tread = draft.length(*given.tread, given.unit);
  return {};
}

// Says of a stair or a lift that it stands beside a room.
std::string beside(const FoundElement& found, const words::RelativePosition& relative) {
  const auto put = [&](auto element) {
    element.at.reset();
    element.relative = relative;
    return print(element);
  };
  return found.stair != nullptr ? put(*found.stair) : put(*found.lift);
}

// Floor.Element.
Result<words::Link> link_of(const Draft& draft, const std::string& written, const std::string& path) {
  const std::size_t dot = written.find('.');
  if (dot == std::string::npos) {
    return fail(Code::out_of_range, in_quotes(base::printable(written, 200)) + " is not Floor.Element", path);
  }
  const words::Floor* floor = TRY(draft.floor(written.substr(0, dot), path));
  words::Link link;
  link.floor.text = floor->name.text;
  link.element.text = written.substr(dot + 1);
  if (draft.element_exists(*floor, link.element.text)) return link;
  return fail(Code::not_found,
              "floor " + in_quotes(floor->name.text) + " has no stair or lift " +
                  in_quotes(base::printable(link.element.text, 200)),
              path);
}

}  // namespace

Result<std::string> add_stair(Draft& draft, const std::string& /*target*/, const action::AddStair& given) {
  const words::Floor* floor = TRY(draft.floor(given.floor));
  words::Stair stair;
  stair.name.text = TRY(need(given, &action::AddStair::name));
  TRY(check_free(draft, *floor, stair.name.text));
  const Place place = TRY(need_place(draft, given.action, given, given.unit, {floor}));
  stair.at = place.at;
  stair.relative = place.relative;
  TRY(set_shape(draft, given, stair));
  TRY(set_steps(draft, given, stair));
  stair.label = label_of(given);
  insert_element(draft, *floor, last_stair_or_room(*floor), print(stair));
  return "Stair " + in_quotes(stair.name.text) + " added to floor " + in_quotes(floor->name.text);
}

Result<std::string> add_lift(Draft& draft, const std::string& /*target*/, const action::AddLift& given) {
  const words::Floor* floor = TRY(draft.floor(given.floor));
  words::Lift lift;
  lift.name.text = TRY(need(given, &action::AddLift::name));
  TRY(check_free(draft, *floor, lift.name.text));
  lift.size = TRY(need_size(draft, given.action, given, given.unit, "size."));
  const Place place = TRY(need_place(draft, given.action, given, given.unit, {floor}));
  lift.at = place.at;
  lift.relative = place.relative;
  for (const auto side : given.doors.value_or(std::vector<words::ViewDirection>{})) lift.doors.push_back({side, {}});
  lift.label = label_of(given);
  const words::Span previous = floor->lifts.empty() ? last_stair_or_room(*floor) : floor->lifts.back().span;
  insert_element(draft, *floor, previous, print(lift));
  return "Lift " + in_quotes(lift.name.text) + " added to floor " + in_quotes(floor->name.text);
}

Result<std::string> remove_element(Draft& draft, const std::string& target, const action::RemoveElement& given) {
  const FoundElement found = TRY(find_element(draft, target, given.floor));
  remove_links(draft, [&](const words::Link& link) {
    return link.floor.text == found.floor->name.text && link.element.text == found.name().text;
  });
  draft.remove_statement(found.span());
  return in_quotes(found.name().text) + " removed from floor " + in_quotes(found.floor->name.text);
}

Result<std::string> move_element(Draft& draft, const std::string& target, const action::MoveElement& given) {
  const FoundElement found = TRY(find_element(draft, target, given.floor));
  const Place place = TRY(need_place(draft, given.action, given, given.unit, {found.floor}));
  if (place.at) {
    const auto& at = found.stair != nullptr ? found.stair->at : found.lift->at;
    const auto& relative = found.stair != nullptr ? found.stair->relative : found.lift->relative;
    put_at(draft, found.name(), at, relative, *place.at);
    return in_quotes(found.name().text) + " moved to " + print(*place.at);
  }
  draft.replace(found.span(), beside(found, *place.relative));
  return in_quotes(found.name().text) + " is now " + print(*place.relative);
}

Result<std::string> add_vertical(Draft& draft, const std::string& /*target*/, const action::AddVertical& given) {
  const auto links = TRY(need(given, &action::AddVertical::links));
  if (links.size() < 2) return fail(Code::out_of_range, "a vertical link joins at least two", "params.links");
  words::Vertical vertical;
  for (std::size_t i = 0; i < links.size(); ++i) {
    vertical.links.push_back(TRY(link_of(draft, links[i], "params.links[" + std::to_string(i) + "]")));
  }
  insert_after(draft, last_vertical(draft.document()), print(vertical));
  return std::to_string(links.size()) + " storeys linked";
}

}  // namespace floorplan::engine
