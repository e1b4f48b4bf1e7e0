// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "domains/floorplan/engine/plan/plan.h"
#include "formats/floorplan/codes.h"
#include "formats/floorplan/parse.h"

// Inside of resolve and check: what their parts share.
namespace floorplan::engine {

using formats::floorplan::Finding;

// Collects what the dialect says, up to a bound: a broken plan of thousands of rooms must not answer in
// megabytes. Errors have a bound of their own, so that no crowd of warnings makes a wrong plan a valid one.
class Findings {
 public:
  static constexpr std::size_t limit = 1000;

  Findings(std::vector<words::Diagnostic>& list, words::Dialect dialect);
  words::Diagnostic& add(Finding finding, Span span, std::string message, std::string hint = {});
  // The nearest of the candidates; quiet after a few dozen questions, since each looks at all of them.
  std::string nearest(std::string_view word, const std::vector<std::string>& candidates);
  // "Did you mean `X`?" and the edit that does it, where something is near.
  void suggest(words::Diagnostic& finding, const words::Name& name, const std::vector<std::string>& candidates);

 private:
  bool is_error(const words::FindingInfo& info) const;
  words::Diagnostic& beyond(Span span);

  std::vector<words::Diagnostic>& list_;
  words::Dialect dialect_;
  std::size_t errors_ = 0, others_ = 0;
  words::Diagnostic spare_;
  int questions_ = 0;
};

// Names as they are shown in messages: one line, bounded.
std::string shown(std::string_view name);
std::string quoted(std::string_view name);  // `name`

// The document's rooms in the order of Plan::rooms: floor by floor, parents before their sub-rooms.
std::vector<const words::Room*> room_sources(const words::Document& document);
std::vector<const words::Stair*> stair_sources(const words::Document& document);
std::vector<const words::Lift*> lift_sources(const words::Document& document);

// Beyond this nothing is drawn; numbers are held to it, so that all arithmetic stays finite.
constexpr double farthest = 1e5;
double held(double metres);

double metres(const words::Length& length, words::LengthUnit unit);

// What resolving works on.
struct Context {
  const words::Document& document;
  Plan& plan;
  Findings& findings;
  std::vector<const words::Room*> rooms;
  std::unordered_map<std::string_view, const words::Define*> defines;

  double metres(const words::Length& length) const { return floorplan::engine::metres(length, plan.settings.unit); }
};

// The line on which a side of a room lies.
struct SideLine {
  bool horizontal = true;
  double line = 0;           // y of a horizontal one, x of a vertical one
  double low = 0, high = 0;  // along it
  double length() const { return high - low; }
};
SideLine side_line(const Rect& rect, words::WallDirection side);
words::WallDirection opposite(words::WallDirection side);
constexpr auto all_sides = std::to_array(
    {words::WallDirection::top, words::WallDirection::right, words::WallDirection::bottom, words::WallDirection::left});

// The parts of resolve(), in the order in which they run.
void resolve_settings(Context& context);
void resolve_elements(Context& context);  // floors, rooms, stairs and lifts with their sizes
void resolve_positions(Context& context);
void resolve_connections(Context& context);
void resolve_openings(Context& context);
void resolve_verticals(Context& context);

// A setting of the text: from the front matter or inline, in the order in which they count.
struct Setting {
  words::ConfigKey key{};
  std::variant<words::Length, words::Size, bool, words::Name, std::string> value;
  Span span;
  Span value_span;
  bool inline_entry = true;
  bool camel_case = false;
};
std::vector<Setting> settings_of(const words::Document& document);

// Names of things, for suggestions.
std::vector<std::string> room_names(const Plan& plan);

std::optional<std::uint32_t> parse_color(std::string_view text);

}  // namespace floorplan::engine
