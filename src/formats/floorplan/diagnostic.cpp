// SPDX-License-Identifier: Apache-2.0
#include "formats/floorplan/diagnostic.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "formats/floorplan/codes.h"

namespace formats::floorplan {

namespace {

constexpr auto findings = std::to_array<FindingInfo>({
#define FINDING(identifier, code, kind, severity, strict, scope, meaning) \
  {code, kind, Severity::severity, StrictSeverity::strict, Scope::scope, meaning},
#include "formats/floorplan/codes.def"
});

bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }

}  // namespace

std::span<const FindingInfo> all_findings() { return findings; }

const FindingInfo& info(Finding finding) { return findings[static_cast<std::size_t>(finding)]; }

const FindingInfo* find_info(std::string_view code) {
  static const auto by_code = [] {
    std::unordered_map<std::string_view, const FindingInfo*> map;
    for (const auto& entry : findings) map.emplace(entry.code, &entry);
    return map;
  }();
  const auto found = by_code.find(code);
  return found == by_code.end() ? nullptr : found->second;
}

std::string more_findings(std::size_t count) {
  return count == 1 ? "There is 1 more finding than are listed."
                    : "There are " + std::to_string(count) + " more findings than are listed.";
}

Diagnostic diagnostic(Finding finding, Span span, std::string message, std::string hint) {
  const auto& about = info(finding);
  Diagnostic result;
  result.severity = about.severity;
  result.code = about.code;
  result.kind = about.kind;
  result.message = std::move(message);
  result.hint = std::move(hint);
  result.span = span;
  return result;
}

namespace {

// 0: lexer, 1: parser, 2: checks.
int phase(const Diagnostic& diagnostic) {
  const auto* about = find_info(diagnostic.code);
  if (about == nullptr) return 2;
  return about->scope == Scope::lexical ? 0 : about->scope == Scope::syntax ? 1 : 2;
}

// Not std::stable_sort: libstdc++ 12's uses what C++17 deprecates, and clang says so.
template <class PhaseOf>
void sort(std::vector<Diagnostic>& diagnostics, PhaseOf phase_of) {
  std::vector<std::size_t> order(diagnostics.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, {}, [&](std::size_t i) {
    const auto& each = diagnostics[i];
    return std::tuple(phase_of(each), each.span.begin, each.severity, i);
  });
  std::vector<Diagnostic> sorted;
  sorted.reserve(diagnostics.size());
  for (const auto i : order) sorted.push_back(std::move(diagnostics[i]));
  diagnostics = std::move(sorted);
}

}  // namespace

void sort_by_place(std::vector<Diagnostic>& diagnostics) {
  sort(diagnostics, [](const Diagnostic&) { return 0; });
}
void sort_by_phase(std::vector<Diagnostic>& diagnostics) { sort(diagnostics, phase); }

LineIndex::LineIndex(std::string_view source) : source_(source) {
  starts_.push_back(0);
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source[i] == '\n') starts_.push_back(static_cast<std::uint32_t>(i + 1));
  }
}

Place LineIndex::place(std::uint32_t offset) const {
  const auto limit = std::min<std::size_t>(offset, source_.size());
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), static_cast<std::uint32_t>(limit));
  const auto line = after - starts_.begin();
  const auto from = starts_[static_cast<std::size_t>(line - 1)];
  const auto before = source_.substr(from, limit - from);
  return {static_cast<int>(line), 1 + static_cast<int>(std::ranges::count_if(before, begins_character))};
}

std::uint32_t LineIndex::line_begin(int line) const {
  if (line < 1) return 0;
  const auto index = static_cast<std::size_t>(line) - 1;
  return index < starts_.size() ? starts_[index] : static_cast<std::uint32_t>(source_.size());
}

base::Json to_json(const Diagnostic& diagnostic, const LineIndex& lines) {
  const Place from = lines.place(diagnostic.span.begin);
  const Place to = lines.place(diagnostic.span.end);
  base::Json out = base::Json::object(
      {{"code", diagnostic.code}, {"severity", text(diagnostic.severity)}, {"message", diagnostic.message}});
  if (!diagnostic.hint.empty()) out.set("hint", diagnostic.hint);
  out.set("line", from.line);
  out.set("column", from.column);
  out.set("endLine", to.line);
  out.set("endColumn", to.column);
  return out;
}

}  // namespace formats::floorplan
