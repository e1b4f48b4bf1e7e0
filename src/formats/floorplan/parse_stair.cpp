// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "base/did_you_mean.h"
#include "base/text.h"
#include "formats/floorplan/parser.h"

namespace formats::floorplan {

namespace {

// In the strict order; from `toward` on the parts of a shape, which stand behind it.
enum StairPart : std::uint8_t {
  at,
  shape_,
  rise,
  width,
  riser,
  tread,
  nosing,
  headroom,
  handrail_,
  stringers,
  material_,
  relative_,
  label,
  style_,
  toward,
  from,
  turn_,
  rotation,
  inner_radius,
  outer_radius,
  arc,
  radius,
  winders,
  runs_,
  landing,
  segments_
};
constexpr auto stair_parts =
    std::to_array<Part>({{"at"},       {"shape", true}, {"rise", true}, {"width"},        {"riser"},
                         {"tread"},    {"nosing"},      {"headroom"},   {"handrail"},     {"stringers"},
                         {"material"}, {"<direction>"}, {"label"},      {"style"},        {"toward"},
                         {"from"},     {"turn"},        {"rotation"},   {"inner-radius"}, {"outer-radius"},
                         {"arc"},      {"radius"},      {"winders"},    {"runs"},         {"landing"},
                         {"["}});
constexpr auto strict_stair_parts = std::span(stair_parts).first(toward);
// The rise may be left out: it is then the height of the floor.
constexpr auto lenient_stair_parts = [] {
  auto parts = stair_parts;
  parts[rise].required = false;
  return parts;
}();

constexpr auto straight_parts = std::to_array<Part>({{"toward", true}});
constexpr auto turning_parts = std::to_array<Part>({{"from", true}, {"turn", true}, {"runs"}, {"landing"}});
constexpr auto spiral_parts = std::to_array<Part>({{"rotation", true}, {"inner-radius"}, {"outer-radius", true}});
constexpr auto curved_parts = std::to_array<Part>({{"from", true}, {"arc"}, {"radius", true}});
constexpr auto winder_parts = std::to_array<Part>({{"from", true}, {"turn", true}, {"winders", true}, {"runs"}});
constexpr auto custom_parts = std::to_array<Part>({{"from", true}, {"[", true}});

std::span<const Part> parts_of(StairShape shape) {
  switch (shape) {
    case StairShape::straight:
      return straight_parts;
    case StairShape::spiral:
      return spiral_parts;
    case StairShape::curved:
      return curved_parts;
    case StairShape::winder:
      return winder_parts;
    case StairShape::custom:
      return custom_parts;
    default:
      return turning_parts;
  }
}

int part_named(std::string_view word) {
  for (std::size_t i = 0; i < stair_parts.size(); ++i) {
    if (stair_parts[i].word == word) return static_cast<int>(i);
  }
  return -1;
}

// The lenient dialect also lets a curved stair turn.
bool allowed(StairShape shape, std::string_view word) {
  if (shape == StairShape::curved && word == "turn") return true;
  const auto parts = parts_of(shape);
  return std::ranges::any_of(parts, [&](const Part& part) { return part.word == word; });
}

template <class T>
bool keep(std::optional<T>& target, std::optional<T> value) {
  if (!value) return false;
  target = std::move(value);
  return true;
}

}  // namespace

// stair = "stair" ID attributes
bool Parser::stair(Floor& floor) {
  const auto keyword = take();
  if (!count_element(keyword.span)) return false;
  auto named = name("the stair");
  if (!named) return false;
  Stair stair;
  stair.name = *std::move(named);
  const auto of = "the stair `" + base::printable(stair.name.text, 60) + "`";
  const auto known = strict() ? std::span<const Part>(strict_stair_parts) : std::span<const Part>(lenient_stair_parts);
  Progress progress{known};
  const bool good = parts(progress, of, [&](int index) { return stair_part(stair, index); });
  stair.span = since(keyword.span.begin);
  if (good && !too_many()) {
    missing_parts(progress, of);
    if (lenient() && (progress.seen >> shape_ & 1U) != 0) shape_is_whole(stair, progress.seen);
  }
  floor.stairs.push_back(std::move(stair));
  return good;
}

bool Parser::stair_part(Stair& stair, int part) {
  if (part == relative_) return keep(stair.relative, relative());
  if (part >= toward) return shape_part(stair, part);
  take();
  switch (part) {
    case at:
      return keep(stair.at, point());
    case shape_:
      return shape(stair);
    case rise:
      return keep(stair.rise, length("the rise"));
    case width:
      return keep(stair.width, length("the width"));
    case riser:
      return keep(stair.riser, length("the riser"));
    case tread:
      return keep(stair.tread, length("the tread"));
    case nosing:
      return keep(stair.nosing, length("the nosing"));
    case headroom:
      return keep(stair.headroom, length("the headroom"));
    case handrail_:
      return handrail(stair);
    case stringers:
      return keep(stair.stringers, word<StringerStyle>("a kind of stringer"));
    case material_:
      return material(stair);
    case label:
      return keep(stair.label, text("a label"));
    default:
      return keep(stair.style, name("the style"));
  }
}

bool Parser::shape(Stair& stair) {
  const auto read = word<StairShape>("a stair shape");
  if (!read) return false;
  stair.shape = *read;
  return lenient() || strict_shape(stair);
}

// In the strict dialect the parts of a shape follow it, in their order.
bool Parser::strict_shape(Stair& stair) {
  const auto of = "the shape";
  Progress progress{parts_of(stair.shape.value)};
  while (const auto index = part(progress)) {
    if (!take_part(progress, *index, of)) return false;
    if (!shape_part(stair, part_named(progress.parts[static_cast<std::size_t>(*index)].word))) return false;
  }
  for (std::size_t i = 0; i < progress.parts.size(); ++i) {
    if (!progress.parts[i].required || (progress.seen >> i & 1U) != 0) continue;
    return refuse(Finding::attribute_missing,
                  "A stair of this shape needs `" + std::string(progress.parts[i].word) + "`, found " + found() + ".");
  }
  return true;
}

bool Parser::shape_part(Stair& stair, int part) {
  if (part != segments_) take();
  switch (part) {
    case toward:
    case from:
      return keep(stair.direction, word<ViewDirection>("a direction"));
    case turn_:
      return keep(stair.turn, word<TurnDirection>("a turn"));
    case rotation:
      return keep(stair.rotation, word<RotationDirection>("a rotation"));
    case inner_radius:
      return keep(stair.inner_radius, length("the inner radius"));
    case outer_radius:
      return keep(stair.outer_radius, length("the outer radius"));
    case arc:
      return keep(stair.arc_degrees, degrees());
    case radius:
      return keep(stair.radius, length("the radius"));
    case winders:
      return keep(stair.winders, number("the winders"));
    case runs_:
      return runs(stair);
    case landing:
      return keep(stair.landing, size());
    default:
      return segments(stair);
  }
}

// What the shape needs is there, and nothing that only other shapes have.
void Parser::shape_is_whole(const Stair& stair, std::uint64_t seen) {
  const auto shape = std::string(formats::floorplan::text(stair.shape.value));
  for (std::size_t i = toward; i < stair_parts.size(); ++i) {
    if ((seen >> i & 1U) == 0 || allowed(stair.shape.value, stair_parts[i].word)) continue;
    error(Finding::attribute_misplaced, stair.shape.span,
          "A stair of the shape `" + shape + "` has no `" + std::string(stair_parts[i].word) + "`.");
    return;
  }
  for (const auto& each : parts_of(stair.shape.value)) {
    if (!each.required || (seen >> part_named(each.word) & 1U) != 0) continue;
    const auto word = each.word == "[" ? std::string("[ flight …, turn … ]") : std::string(each.word);
    error(Finding::attribute_missing, stair.shape.span, "A stair of the shape `" + shape + "` needs `" + word + "`.");
    return;
  }
}

bool Parser::handrail(Stair& stair) {
  const bool open = take_symbol('(');
  if (!open && strict()) return need_symbol('(', "after `handrail`");
  if (!keep(stair.handrail, word<HandrailSpec>("a place of the handrail"))) return false;
  return !open || need_symbol(')', "after the handrail") || lenient();
}

bool Parser::material(Stair& stair) {
  const bool braced = take_symbol('{');
  if (!braced && strict()) return need_symbol('{', "after `material`");
  bool more = !(braced && lenient() && take_symbol('}'));
  while (more && !too_many()) {
    const auto part = word<MaterialPart>("a part of the stair");
    if (!part || !need_symbol(':', "after the part")) return false;
    auto value = text("a material");
    if (!value) return false;
    stair.material.emplace_back(part->value, *std::move(value));
    if (!braced) {
      more = take_symbol(',');
      continue;
    }
    const auto next = next_entry('}', is_symbol(':', 1), "the materials");
    if (next == Next::broken) return false;
    more = next == Next::entry;
  }
  return true;
}

// "runs" NUMBER ("," NUMBER)+; one is enough for a double-L
bool Parser::runs(Stair& stair) {
  do {
    const auto run = number("a run");
    if (!run) return false;
    stair.runs.push_back(*run);
  } while (take_symbol(','));
  if (lenient()) return true;
  const bool three = stair.shape.value == StairShape::double_l;
  if (!three && stair.runs.size() < 2) return need_symbol(',', "between two runs");
  if (three && stair.runs.size() > 3) return refuse(Finding::attribute_misplaced, "A double-L stair has three runs.");
  return true;
}

// "[" seg ("," seg)* "]"
bool Parser::segments(Stair& stair) {
  take();
  bool more = true;
  while (more && !too_many()) {
    if (!segment(stair)) {
      while (lenient() && !is_symbol(']') && !closes()) take();
      return lenient() && take_symbol(']');
    }
    const auto next = next_entry(']', is_word("flight") || is_word("turn"), "the segments");
    if (next == Next::broken) return false;
    more = next == Next::entry;
  }
  return true;
}

bool Parser::segment(Stair& stair) {
  Segment segment;
  const auto begin = here().begin;
  bool read = false;
  if (take_word("flight")) {
    read = flight(segment.what.emplace<Flight>());
  } else if (take_word("turn")) {
    read = turn(segment.what.emplace<Turn>());
  } else {
    const std::vector<std::string> words{"flight", "turn"};
    const auto near = base::nearest(peek().text, words);
    auto& report = error(Finding::word_missing, here(), "Expected `flight` or `turn`, found " + found() + ".",
                         base::did_you_mean(near));
    if (near) report.fix = Fix{"Change " + found() + " to `" + *near + "`", {{here(), *near}}};
  }
  segment.span = since(begin);
  if (read) stair.segments.push_back(std::move(segment));
  return read;
}

// "flight" NUMBER ("width" value)? ("along" ID "." side)?
bool Parser::flight(Flight& flight) {
  const auto steps = number("the steps of the flight");
  if (!steps) return false;
  flight.steps = *steps;
  while (is_word("width") || is_word("along")) {
    if (is_word("width") ? flight.width.has_value() || (strict() && flight.along) : flight.along.has_value()) break;
    if (take_word("width")) {
      if (!keep(flight.width, length("the width"))) return false;
      continue;
    }
    take();
    auto room = name("the room");
    if (!room || !need_symbol('.', "between room and side")) return false;
    const auto side = word<WallDirection>("a side", Finding::wall_side_unknown);
    if (!side) return false;
    flight.along.emplace(*std::move(room), *side);
  }
  return true;
}

// "turn" (left|right) ("landing" dim | "winders" NUMBER) (NUMBER "°")?
bool Parser::turn(Turn& turn) {
  const auto direction = word<TurnDirection>("a turn");
  if (!direction) return false;
  turn.direction = direction->value;
  if (take_word("landing")) {
    if (!keep(turn.landing, size())) return false;
  } else if (take_word("winders")) {
    if (!keep(turn.winders, number("the winders"))) return false;
  } else if (strict()) {
    return refuse(Finding::word_missing, "Expected `landing` or `winders`, found " + found() + ".");
  }
  if (peek().kind == TokenKind::number) return keep(turn.degrees, degrees());
  return true;
}

}  // namespace formats::floorplan
