// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/resolve/resolve.h"

#include <algorithm>

#include "domains/floorplan/engine/resolve/context.h"
#include "domains/floorplan/engine/resolve/stair_code.h"
#include "domains/floorplan/engine/resolve/stair_shape.h"

namespace floorplan::engine {

namespace {

constexpr double default_riser = 7 * 0.0254;
constexpr double default_tread = 11 * 0.0254;
constexpr double default_stair_width = 1.0;

// The looks of all styles, the first of each name.
std::unordered_map<std::string_view, Look> looks_of(const words::Document& document) {
  std::unordered_map<std::string_view, Look> looks;
  for (const auto& style : document.styles) {
    Look look;
    for (const auto& property : style.properties) {
      const auto* text = std::get_if<std::string>(&property.value);
      const auto* number = std::get_if<double>(&property.value);
      switch (property.key.value) {
        case words::StyleKey::floor_color:
          if (text != nullptr) look.floor_color = parse_color(*text);
          break;
        case words::StyleKey::wall_color:
          if (text != nullptr) look.wall_color = parse_color(*text);
          break;
        case words::StyleKey::floor_texture:
          if (text != nullptr) look.floor_texture = *text;
          break;
        case words::StyleKey::wall_texture:
          if (text != nullptr) look.wall_texture = *text;
          break;
        case words::StyleKey::roughness:
          if (number != nullptr) look.roughness = *number;
          break;
        case words::StyleKey::metalness:
          if (number != nullptr) look.metalness = *number;
          break;
        default:
          break;
      }
    }
    looks.try_emplace(style.name.text, std::move(look));
  }
  return looks;
}

std::string default_style(const words::Document& document) {
  std::string style;
  for (const auto& setting : settings_of(document)) {
    if (setting.key != words::ConfigKey::default_style) continue;
    if (const auto* name = std::get_if<words::Name>(&setting.value)) style = name->text;
    if (const auto* text = std::get_if<std::string>(&setting.value)) style = *text;
  }
  return style;
}

// Makes the elements of the plan with everything but their places.
class Elements {
 public:
  explicit Elements(Context& context)
      : context_(context),
        plan_(context.plan),
        looks_(looks_of(context.document)),
        default_style_(default_style(context.document)) {}

  void run() {
    plan_.rooms.reserve(context_.rooms.size());
    for (const auto& source : context_.document.floors) add(source);
    raise();
  }

 private:
  void add(const words::Floor& source) {
    const int index = static_cast<int>(plan_.floors.size());
    auto& floor = plan_.floors.emplace_back();
    floor.id = source.name.text;
    floor.index = index;
    floor.span = source.span;
    stated_ = source.height ? context_.metres(*source.height) : 0;
    floor.height = stated_ > 0 ? stated_ : plan_.settings.default_height;
    for (const auto& room : source.rooms) {
      const int made = add(room, index, -1);
      plan_.floors.back().rooms.push_back(made);
    }
    if (stated_ <= 0) floor.height = tallest(floor);
    for (const auto& stair : source.stairs) add(stair, index);
    for (const auto& lift : source.lifts) add(lift, index);
  }
  double tallest(const Floor& floor) const {
    double height = floor.height;
    for (const int i : floor.rooms) height = std::max(height, plan_.rooms[static_cast<std::size_t>(i)].height);
    return height;
  }

  // Storeys stand on each other, with a slab between them.
  void raise() {
    double elevation = 0;
    for (auto& floor : plan_.floors) {
      floor.elevation = elevation;
      elevation = held(elevation + floor.height + plan_.settings.floor_thickness);
    }
  }

  int add(const words::Room& source, int floor, int parent) {
    const int index = static_cast<int>(plan_.rooms.size());
    auto& room = plan_.rooms.emplace_back();
    room.name = source.name.text;
    if (source.label) room.label = source.label->value;
    room.floor = floor;
    room.parent = parent;
    room.span = source.span;
    room.name_span = source.name.span;
    size(source, room);
    height(source, room, parent);
    style(source.style, room.style, room.look);
    sides(source, room);
    std::vector<int> inner;
    inner.reserve(source.rooms.size());
    for (const auto& each : source.rooms) inner.push_back(add(each, floor, index));
    plan_.rooms[static_cast<std::size_t>(index)].rooms = std::move(inner);
    return index;
  }

  void size(const words::Room& source, Room& room) {
    if (const auto* size = std::get_if<words::Size>(&source.size)) {
      set_size(*size, room.rect);
    } else if (const auto* name = std::get_if<words::Name>(&source.size)) {
      const auto found = context_.defines.find(name->text);
      if (found != context_.defines.end()) return set_size(found->second->size, room.rect);
      undefined(source, *name);
    }
  }
  void set_size(const words::Size& size, Rect& rect) const {
    rect.width = std::max(0.0, context_.metres(size.width));
    rect.height = size.height ? std::max(0.0, context_.metres(*size.height)) : 0;
  }
  void undefined(const words::Room& source, const words::Name& name) {
    auto& finding = context_.findings.add(
        Finding::variable_undefined, name.span,
        "Room " + quoted(source.name.text) + " has the size " + quoted(name.text) + ", which is not defined.",
        "Write `define " + shown(name.text) + " (4 x 3)` above the floors, or a size in parentheses.");
    finding.rooms = {source.name.text};
    finding.variable = name.text;
    std::vector<std::string> names;
    for (const auto& define : context_.document.defines) names.push_back(define.name.text);
    context_.findings.suggest(finding, name, names);
  }

  void height(const words::Room& source, Room& room, int parent) const {
    const double stated = source.height ? context_.metres(*source.height) : 0;
    room.height_stated = stated > 0;
    const double around = parent >= 0   ? plan_.rooms[static_cast<std::size_t>(parent)].height
                          : stated_ > 0 ? stated_
                                        : plan_.settings.default_height;
    room.height = room.height_stated ? stated : around;
    if (source.elevation) room.elevation = context_.metres(*source.elevation);
  }

  void style(const std::optional<words::Name>& name, std::string& style, Look& look) const {
    style = name ? name->text : default_style_;
    const auto found = looks_.find(style);
    if (found != looks_.end()) look = found->second;
  }

  void sides(const words::Room& source, Room& room) const {
    for (const auto& wall : source.walls) {
      auto& side = room.side(wall.side.value);
      if (wall.height && !side.height) side.height = std::max(0.0, context_.metres(*wall.height));
      if (side.stated) continue;
      side.stated = true;
      side.type = wall.type.value;
    }
  }

  double above_zero(const std::optional<words::Length>& length, double otherwise, std::string_view what, double most) {
    if (!length) return otherwise;
    const double value = context_.metres(*length);
    if (value > 0 && value <= most) return value;
    context_.findings.add(Finding::stair_number, length->span,
                          value > 0 ? "The " + std::string(what) + " of a stair cannot be that large."
                                    : "The " + std::string(what) + " of a stair must be above zero.");
    return otherwise;
  }

  void add(const words::Stair& source, int floor) {
    plan_.floors[static_cast<std::size_t>(floor)].stairs.push_back(static_cast<int>(plan_.stairs.size()));
    auto& stair = plan_.stairs.emplace_back();
    const auto& code = stair_rules(plan_.settings.stair_code);
    stair.name = source.name.text;
    if (source.label) stair.label = source.label->value;
    stair.floor = floor;
    stair.shape = source.shape.value;
    stair.source = &source;
    stair.span = source.span;
    stair.rise = above_zero(source.rise, plan_.floors[static_cast<std::size_t>(floor)].height, "rise", 100);
    stair.width = above_zero(source.width, std::max(default_stair_width, code.least_width), "width", 100);
    stair.riser = above_zero(source.riser, default_riser, "riser", 2);
    stair.tread = above_zero(source.tread, default_tread, "tread", 5);
    if (source.headroom) stair.headroom = context_.metres(*source.headroom);
    if (stair.rise / stair.riser > most_steps) {
      context_.findings.add(
          Finding::stair_number, source.riser ? source.riser->span : source.name.span,
          "Stair " + quoted(source.name.text) + " would have more than " + std::to_string(most_steps) + " steps.",
          "Check the units of rise and riser.");
    }
    style(source.style, stair.style, stair.look);
    if (!source.style) stair.style.clear(), stair.look = {};
    shape_stair(source, plan_.settings.unit, stair);
  }

  void add(const words::Lift& source, int floor) {
    plan_.floors[static_cast<std::size_t>(floor)].lifts.push_back(static_cast<int>(plan_.lifts.size()));
    auto& lift = plan_.lifts.emplace_back();
    lift.name = source.name.text;
    if (source.label) lift.label = source.label->value;
    lift.floor = floor;
    lift.span = source.span;
    if (source.style) lift.style = source.style->text;
    for (const auto& door : source.doors) lift.doors.push_back(door.value);
    if (source.size) set_size(*source.size, lift.rect);
  }

  Context& context_;
  Plan& plan_;
  std::unordered_map<std::string_view, Look> looks_;
  std::string default_style_;
  double stated_ = 0;  // height of the floor being made, 0 if it has none
};

// Floor.Element → index of the stair, or of the lift.
struct Target {
  int floor = -1;
  int stair = -1;
  int lift = -1;
};

Target find_target(const Plan& plan, const words::Link& link) {
  Target target;
  target.floor = plan.floor_named(link.floor.text);
  if (target.floor < 0) return target;
  const auto& floor = plan.floors[static_cast<std::size_t>(target.floor)];
  for (const int i : floor.stairs) {
    if (target.stair < 0 && plan.stairs[static_cast<std::size_t>(i)].name == link.element.text) target.stair = i;
  }
  for (const int i : floor.lifts) {
    if (target.lift < 0 && plan.lifts[static_cast<std::size_t>(i)].name == link.element.text) target.lift = i;
  }
  return target;
}

void report_missing(Context& context, Span statement, const words::Link& link, const Target& target) {
  const auto& plan = context.plan;
  std::vector<std::string> names;
  if (target.floor < 0) {
    for (const auto& floor : plan.floors) names.push_back(floor.id);
    auto& finding = context.findings.add(Finding::vertical_unknown, statement,
                                         "There is no floor " + quoted(link.floor.text) + ".");
    return context.findings.suggest(finding, link.floor, names);
  }
  const auto& floor = plan.floors[static_cast<std::size_t>(target.floor)];
  for (const int i : floor.stairs) names.push_back(plan.stairs[static_cast<std::size_t>(i)].name);
  for (const int i : floor.lifts) names.push_back(plan.lifts[static_cast<std::size_t>(i)].name);
  auto& finding = context.findings.add(
      Finding::vertical_unknown, statement,
      "Floor " + quoted(link.floor.text) + " has no stair or lift " + quoted(link.element.text) + ".");
  finding.floor = link.floor.text;
  context.findings.suggest(finding, link.element, names);
}

}  // namespace

void resolve_elements(Context& context) { Elements(context).run(); }

void resolve_verticals(Context& context) {
  for (const auto& vertical : context.document.verticals) {
    VerticalLink link;
    link.span = vertical.span;
    bool first = true;
    for (const auto& source : vertical.links) {
      const auto target = find_target(context.plan, source);
      if (target.stair < 0 && target.lift < 0) {
        report_missing(context, vertical.span, source, target);
        continue;
      }
      if (first) link.is_lift = target.stair < 0;
      first = false;
      const int index = link.is_lift ? target.lift : target.stair;
      if (index >= 0) {
        link.stairs_or_lifts.emplace_back(target.floor, index);
      } else {
        context.findings.add(Finding::vertical_mixed, source.span,
                             "This link joins a stair with a lift: " + quoted(source.element.text) + " is a " +
                                 (link.is_lift ? "stair." : "lift."));
      }
    }
    context.plan.verticals.push_back(std::move(link));
  }
}

Plan resolve(const words::Document& document, std::vector<words::Diagnostic>& findings, words::Dialect dialect) {
  Plan plan;
  Findings collected(findings, dialect);
  Context context{document, plan, collected, room_sources(document), {}};
  for (const auto& define : document.defines) context.defines.try_emplace(define.name.text, &define);
  resolve_settings(context);
  resolve_elements(context);
  resolve_positions(context);
  resolve_connections(context);
  resolve_openings(context);
  resolve_verticals(context);
  return plan;
}

}  // namespace floorplan::engine
