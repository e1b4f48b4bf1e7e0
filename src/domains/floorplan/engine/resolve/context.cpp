// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/resolve/context.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/did_you_mean.h"
#include "base/text.h"

namespace floorplan::engine {

Findings::Findings(std::vector<words::Diagnostic>& list, words::Dialect dialect) : list_(list), dialect_(dialect) {
  for (const auto& each : list) {
    const auto* info = words::find_info(each.code);
    ++(info != nullptr && is_error(*info) ? errors_ : others_);
  }
}

bool Findings::is_error(const words::FindingInfo& info) const {
  return dialect_ == words::Dialect::strict ? info.strict == words::StrictSeverity::error
                                            : info.severity == words::Severity::error;
}

// One entry counts all that found no place.
words::Diagnostic& Findings::beyond(Span span) {
  const auto& code = words::info(Finding::more_findings).code;
  auto entry = std::ranges::find(list_, code, &words::Diagnostic::code);
  if (entry == list_.end()) {
    list_.push_back(words::diagnostic(Finding::more_findings, span, ""));
    entry = std::prev(list_.end());
  }
  entry->message = words::more_findings(++entry->more);
  spare_ = {};
  return spare_;
}

words::Diagnostic& Findings::add(Finding finding, Span span, std::string message, std::string hint) {
  const auto& info = words::info(finding);
  if (dialect_ == words::Dialect::strict && info.strict == words::StrictSeverity::silent) {
    spare_ = {};
    return spare_;
  }
  auto& count = is_error(info) ? errors_ : others_;
  if (count >= limit) return beyond(span);
  ++count;
  list_.push_back(words::diagnostic(finding, span, std::move(message), std::move(hint)));
  return list_.back();
}

std::string Findings::nearest(std::string_view word, const std::vector<std::string>& candidates) {
  constexpr int most_questions = 25;
  constexpr std::size_t longest_word = 200;
  if (++questions_ > most_questions || word.size() > longest_word) return {};
  return base::nearest(word, candidates).value_or("");
}

void Findings::suggest(words::Diagnostic& finding, const words::Name& name,
                       const std::vector<std::string>& candidates) {
  const auto near = nearest(name.text, candidates);
  if (near.empty()) return;
  finding.hint = base::did_you_mean(shown(near), {.besides = finding.hint});
  const auto text = words::plain_name(near, words::Dialect::lenient) ? near : "\"" + near + "\"";
  if (near.find_first_of("\"\\\n") != std::string::npos) return;
  finding.fix = words::Fix{"Change " + quoted(name.text) + " to " + quoted(near), {{name.span, text}}};
}

std::string shown(std::string_view name) { return base::printable(name, 60); }
std::string quoted(std::string_view name) { return "`" + shown(name) + "`"; }

namespace {

void collect(const std::vector<words::Room>& rooms, std::vector<const words::Room*>& out) {
  for (const auto& room : rooms) {
    out.push_back(&room);
    collect(room.rooms, out);
  }
}

}  // namespace

std::vector<const words::Room*> room_sources(const words::Document& document) {
  std::vector<const words::Room*> sources;
  for (const auto& floor : document.floors) collect(floor.rooms, sources);
  return sources;
}

std::vector<const words::Stair*> stair_sources(const words::Document& document) {
  std::vector<const words::Stair*> sources;
  for (const auto& floor : document.floors) {
    for (const auto& stair : floor.stairs) sources.push_back(&stair);
  }
  return sources;
}

std::vector<const words::Lift*> lift_sources(const words::Document& document) {
  std::vector<const words::Lift*> sources;
  for (const auto& floor : document.floors) {
    for (const auto& lift : floor.lifts) sources.push_back(&lift);
  }
  return sources;
}

double held(double metres) {
  if (std::isnan(metres)) return 0;
  return std::clamp(metres, -farthest, farthest);
}

double metres(const words::Length& length, words::LengthUnit unit) {
  return held(length.number * metres_per(length.unit.value_or(unit)));
}

SideLine side_line(const Rect& rect, words::WallDirection side) {
  switch (side) {
    case words::WallDirection::right:
      return {false, rect.right(), rect.y, rect.bottom()};
    case words::WallDirection::bottom:
      return {true, rect.bottom(), rect.x, rect.right()};
    case words::WallDirection::left:
      return {false, rect.x, rect.y, rect.bottom()};
    default:
      return {true, rect.y, rect.x, rect.right()};
  }
}

words::WallDirection opposite(words::WallDirection side) {
  switch (side) {
    case words::WallDirection::right:
      return words::WallDirection::left;
    case words::WallDirection::bottom:
      return words::WallDirection::top;
    case words::WallDirection::left:
      return words::WallDirection::right;
    default:
      return words::WallDirection::bottom;
  }
}

std::vector<std::string> room_names(const Plan& plan) {
  std::vector<std::string> names;
  names.reserve(plan.rooms.size());
  for (const auto& room : plan.rooms) names.push_back(room.name);
  return names;
}

// #RRGGBB, and #RGB for short
std::optional<std::uint32_t> parse_color(std::string_view text) {
  if ((text.size() != 7 && text.size() != 4) || text[0] != '#') return std::nullopt;
  std::string digits;
  for (const char c : text.substr(1)) digits.append(text.size() == 4 ? 2 : 1, c);
  std::uint32_t value = 0;
  const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  if (end.ec != std::errc{} || end.ptr != digits.data() + digits.size()) return std::nullopt;
  return value;
}

}  // namespace floorplan::engine
