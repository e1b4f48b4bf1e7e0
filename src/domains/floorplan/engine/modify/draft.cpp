// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/modify/draft.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "formats/floorplan/print.h"

namespace floorplan::engine {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

std::uint32_t line_begin(std::string_view text, std::uint32_t offset) {
  while (offset > 0 && text[offset - 1] != '\n') --offset;
  return offset;
}

// The line feed that ends the line, or the end of the text.
std::uint32_t line_end(std::string_view text, std::uint32_t offset) {
  while (offset < text.size() && text[offset] != '\n') ++offset;
  return offset;
}

// Where a line's end begins: at the CR of CR LF.
std::uint32_t before_line_end(std::string_view text, std::uint32_t end) {
  return end > 0 && end < text.size() && text[end - 1] == '\r' ? end - 1 : end;
}

std::uint32_t skip_blanks(std::string_view text, std::uint32_t offset) {
  while (offset < text.size() && is_blank(text[offset])) ++offset;
  return offset;
}

std::uint32_t skip_blanks_back(std::string_view text, std::uint32_t offset) {
  while (offset > 0 && is_blank(text[offset - 1])) --offset;
  return offset;
}

// Where `keyword` begins, if it stands right before `offset`; else `offset`.
std::uint32_t keyword_before(std::string_view text, std::uint32_t offset, std::string_view keyword) {
  if (keyword.empty()) return offset;
  std::uint32_t end = offset;
  while (end > 0 && (is_blank(text[end - 1]) || text[end - 1] == '\n')) --end;
  if (!text.substr(0, end).ends_with(keyword)) return offset;
  return end - static_cast<std::uint32_t>(keyword.size());
}

void visit_rooms(const words::Floor& floor, const words::Room* parent, const std::vector<words::Room>& rooms,
                 const std::function<void(const FoundRoom&)>& visit) {
  for (const auto& room : rooms) {
    visit({{&floor, parent}, &room});
    visit_rooms(floor, &room, room.rooms, visit);
  }
}

std::string indented(const std::string& statement, const std::string& indentation) {
  std::string out;
  for (const char c : statement) {
    out += c;
    if (c == '\n') out += indentation;
  }
  return out;
}

}  // namespace

Draft::Draft(const Compiled& compiled) : compiled_(compiled) {
  for (std::size_t i = 0; i < plan().rooms.size(); ++i) by_begin_.emplace(plan().rooms[i].span.begin, i);
}

void Draft::each_room(const std::function<void(const FoundRoom&)>& visit) const {
  for (const auto& floor : document().floors) visit_rooms(floor, nullptr, floor.rooms, visit);
}

namespace {

// How well a name fits a room: its own name best, then within its parent, then with its floor; 0 not at all.
int fit(const FoundRoom& candidate, std::string_view name) {
  const std::string& own = candidate.room->name.text;
  if (own == name) return 3;
  const std::string path = candidate.parent != nullptr ? candidate.parent->name.text + "." + own : own;
  if (path == name) return 2;
  const std::string& floor = candidate.floor->name.text;
  return floor + "." + own == name || floor + "." + path == name ? 1 : 0;
}

// What to do where no room has the name: the nearest, or what there is.
std::string rooms_hint(std::string_view name, std::vector<std::string> names) {
  constexpr std::size_t shown = 20;
  if (const auto near = base::nearest(name, names)) return "Did you mean \"" + *near + "\"?";
  if (names.empty()) return "";
  if (names.size() > shown) names.resize(shown);
  return "Rooms here: " + base::join(names, ", ") + ".";
}

}  // namespace

Result<FoundRoom> Draft::room(std::string_view name, const std::optional<std::string>& on_floor,
                              std::string_view path) const {
  const words::Floor* only = on_floor ? TRY(floor(on_floor)) : nullptr;
  FoundRoom found;
  int best = 0;
  std::vector<std::string> names;
  each_room([&](const FoundRoom& candidate) {
    if (only != nullptr && candidate.floor != only) return;
    names.push_back(candidate.room->name.text);
    const int fits = fit(candidate, name);
    if (fits <= best) return;
    best = fits;
    found = candidate;
  });
  if (found.room != nullptr) return found;
  std::string message = "Room \"" + base::printable(name, 200) + "\" not found";
  if (only != nullptr) message += " on floor \"" + only->name.text + "\"";
  return fail(Code::not_found, std::move(message), std::string(path), rooms_hint(name, std::move(names)));
}

Result<FoundRoom> Draft::room_near(std::string_view name, const words::Floor& floor, std::string_view path) const {
  const auto here = room(name, floor.name.text, path);
  return here.ok() ? here : room(name, std::nullopt, path);
}

Result<const words::Floor*> Draft::floor(const std::optional<std::string>& name, std::string_view path) const {
  const auto& floors = document().floors;
  if (floors.empty()) {
    return fail(Code::not_found, "the plan has no floor", std::string(path), "Begin with add_floor.");
  }
  if (!name) return floors.data();
  std::vector<std::string> names;
  for (const auto& floor : floors) {
    if (floor.name.text == *name) return &floor;
    names.push_back(floor.name.text);
  }
  return fail(Code::not_found, "Floor \"" + base::printable(*name, 200) + "\" not found", std::string(path),
              "Floors here: " + base::join(names, ", ") + ".");
}

std::size_t Draft::index_of(const words::Room& room) const {
  const auto found = by_begin_.find(room.span.begin);
  LINTEL_CHECK(found != by_begin_.end());
  return found->second;
}

bool Draft::room_exists(std::string_view name) const {
  return std::ranges::any_of(plan().rooms, [&](const Room& room) { return room.name == name; });
}

bool Draft::element_exists(const words::Floor& floor, std::string_view name) const {
  const auto named = [&](const auto& element) { return element.name.text == name; };
  return std::ranges::any_of(floor.stairs, named) || std::ranges::any_of(floor.lifts, named);
}

// --- edits ---

// A text with CR LF keeps it in every line.
std::string Draft::in_own_lines(std::string text) const {
  const std::size_t first = source().find('\n');
  if (first == std::string_view::npos || first == 0 || source()[first - 1] != '\r') return text;
  std::string out;
  for (const char c : text) {
    if (c == '\n') out += '\r';
    out += c;
  }
  return out;
}

void Draft::replace(words::Span span, std::string text) { edits_.push_back({span, in_own_lines(std::move(text))}); }

void Draft::insert(std::uint32_t offset, std::string text) { replace({offset, offset}, std::move(text)); }

std::string Draft::text() const { return formats::floorplan::apply(source(), edits_); }

std::string Draft::indentation_of(std::uint32_t offset) const {
  const std::uint32_t begin = line_begin(source(), offset);
  return std::string(source().substr(begin, skip_blanks(source(), begin) - begin));
}

bool Draft::alone_on_its_lines(words::Span span) const {
  if (skip_blanks(source(), line_begin(source(), span.begin)) != span.begin) return false;
  const std::uint32_t after = skip_blanks(source(), span.end);
  return after == source().size() || source()[after] == '\n' || source()[after] == '#';
}

void Draft::remove_statement(words::Span span) {
  if (!alone_on_its_lines(span)) {
    span.begin = skip_blanks_back(source(), span.begin);
    return replace(span, " ");
  }
  span.begin = line_begin(source(), span.begin);
  span.end = line_end(source(), span.end);
  if (span.end < source().size()) ++span.end;
  replace(span, "");
}

void Draft::remove_clause(words::Span value, std::string_view keyword) {
  const std::uint32_t begin = keyword_before(source(), value.begin, keyword);
  const std::uint32_t blanks = skip_blanks_back(source(), begin);
  const std::uint32_t after = skip_blanks(source(), value.end);
  const bool first_on_line = blanks > 0 && source()[blanks - 1] == '\n';
  const bool last_on_line = after == source().size() || source()[after] == '\n';
  // A line of its own goes whole; the line before may end in a comment, so its end stays.
  if (first_on_line && last_on_line) return replace({before_line_end(source(), blanks - 1), value.end}, "");
  if (first_on_line) return replace({begin, after}, "");
  replace({blanks, value.end}, "");
}

void Draft::insert_statement_after(words::Span previous, const std::string& statement) {
  if (!alone_on_its_lines(previous)) return insert(previous.end, " " + statement);
  const std::string indentation = indentation_of(previous.begin);
  insert(before_line_end(source(), line_end(source(), previous.end)),
         "\n" + indentation + indented(statement, indentation));
}

void Draft::insert_into_body(words::Span body, const std::string& statement) {
  const std::string_view inside = source().substr(body.begin + 1, body.end - body.begin - 2);
  const bool blank = std::ranges::all_of(inside, is_blank);
  if (!blank && inside.find('\n') == std::string_view::npos) return insert(body.begin + 1, " " + statement);
  const std::string outer = indentation_of(body.begin);
  const std::string inner = outer + "  ";
  std::string text = "\n" + inner + indented(statement, inner);
  if (!blank) return insert(body.begin + 1, std::move(text));
  replace({body.begin + 1, body.end - 1}, text + "\n" + outer);
}

void Draft::insert_below_header(const std::string& statement) {
  insert(document().header.end, "\n  " + indented(statement, "  "));
}

// --- lengths ---

words::Length Draft::length(double number, std::optional<words::LengthUnit> unit) const {
  words::Length out;
  out.number = number;
  if (unit != plan().settings.unit) out.unit = unit;
  return out;
}

words::Length Draft::bare(double metres) const {
  // A millionth of a unit is below what a plan can mean, and above what conversions lose.
  constexpr double grain = 1e6;
  words::Length out;
  out.number = std::round(metres / metres_per(plan().settings.unit) * grain) / grain;
  return out;
}

}  // namespace floorplan::engine
