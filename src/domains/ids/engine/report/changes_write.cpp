// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "base/text.h"
#include "domains/ids/engine/report/changes.h"
#include "domains/ids/engine/report/text.h"

namespace ids::engine {
namespace {

using base::Json;

// The four lists, in the order in which they are shown. `code` is of ECMA-48, 8.3.117 (SGR).
struct Kind {
  std::string_view key, word;
  const char* sign;
  const char* code;
  std::vector<ChangedFailure> ChangedSpecification::* list;
};
constexpr auto kinds = std::to_array<Kind>({
    {"new", "new", "+", "31", &ChangedSpecification::added},
    {"unknown", "not known", "?", "35", &ChangedSpecification::unknown},
    {"still", "still failing", "·", "33", &ChangedSpecification::still},
    {"fixed", "fixed", "✓", "32", &ChangedSpecification::fixed},
});

std::string place_of(const ChangedFailure& failure) {
  if (failure.element.empty()) return "the specification itself";
  std::string out = failure.entity.empty() ? failure.element : failure.entity + " " + failure.element;
  if (!failure.global_id.empty()) out += " " + failure.global_id;
  if (!failure.storey.empty()) out += " on " + failure.storey;
  return out;
}

std::string counts_of(const ChangedSpecification& specification) {
  std::vector<std::string> parts;
  for (const auto& kind : kinds) {
    const auto& list = specification.*kind.list;
    if (!list.empty()) parts.push_back(grouped(std::ssize(list)) + " " + std::string(kind.word));
  }
  return base::join(parts, ", ");
}

void set_text(Json& object, std::string key, const std::string& text) {
  if (!text.empty()) object.set(std::move(key), text);
}

Json failure_json(const ChangedFailure& failure) {
  Json out = Json::object();
  set_text(out, "element", failure.element);
  set_text(out, "global_id", failure.global_id);
  set_text(out, "entity", failure.entity);
  set_text(out, "storey", failure.storey);
  set_text(out, "requirement", failure.requirement);
  set_text(out, "reason", failure.reason);
  return out;
}

// With at most `room` failures in all, which it takes away from.
Json whole_json(const ReportChanges& changes, std::size_t& room) {
  Json notes = Json::array(), specifications = Json::array();
  for (const auto& each : changes.notes) notes.push_back(each);
  for (const auto& each : changes.specifications) {
    Json one = Json::object({{"model", each.model}, {"name", each.name}});
    set_text(one, "identifier", each.identifier);
    one.set("before", each.before).set("after", each.after);
    for (const auto& kind : kinds) {
      const auto& list = each.*kind.list;
      const auto count = std::min(room, list.size());
      room -= count;
      Json some = Json::array();
      for (std::size_t i = 0; i < count; ++i) some.push_back(failure_json(list[i]));
      one.set(std::string(kind.key), std::move(some));
    }
    specifications.push_back(std::move(one));
  }
  Json out = Json::object({{"verdict", verdict(changes)}, {"title", changes.title}});
  set_text(out, "checked_before", changes.checked_before);
  set_text(out, "checked_after", changes.checked_after);
  out.set(
      "totals",
      Json::object(
          {{"new", changes.added}, {"still", changes.still}, {"fixed", changes.fixed}, {"unknown", changes.unknown}}));
  return out.set("notes", std::move(notes)).set("specifications", std::move(specifications));
}

}  // namespace

std::string verdict(const ReportChanges& changes) {
  std::string out = changes.added == 0 ? "No new failures" : counted(changes.added, "new failure", "new failures");
  if (changes.unknown > 0) out += ", " + grouped(changes.unknown) + " not known";
  return out + ", " + grouped(changes.still) + " still failing, " + grouped(changes.fixed) + " fixed";
}

std::string changes_text(const ReportChanges& changes, bool colour) {
  constexpr std::size_t shown = 20;  // of each list
  const auto paint = [&](const char* code, const std::string& text) {
    return colour ? std::string("\x1b[") + code + "m" + text + "\x1b[0m" : text;
  };
  std::string out = paint("1", changes.title.empty() ? "Untitled" : changes.title) + "\n" + verdict(changes) + "\n";
  for (const auto& each : changes.specifications) {
    out += "\n" + paint("1", each.name) + (each.identifier.empty() ? "" : " [" + each.identifier + "]") + "  " +
           paint("2", each.model + (each.before == each.after ? "" : ", " + each.before + " → " + each.after)) + "\n";
    if (const auto counts = counts_of(each); !counts.empty()) out += "  " + counts + "\n";
    for (const auto& kind : kinds) {
      const auto& list = each.*kind.list;
      for (std::size_t i = 0; i < std::min(shown, list.size()); ++i)
        out += "  " + paint(kind.code, kind.sign) + " " + place_of(list[i]) + ": " + list[i].reason + "\n";
      if (list.size() > shown)
        out += "    … and " + grouped(std::ssize(list) - static_cast<std::int64_t>(shown)) + " more " +
               std::string(kind.word) + "\n";
    }
  }
  for (const auto& each : changes.notes) out += paint("33", "! " + each) + "\n";
  return out;
}

Json changes_json(const ReportChanges& changes) {
  auto room = SIZE_MAX;
  return whole_json(changes, room);
}

PageData changes_page(const ReportChanges& changes) {
  constexpr std::size_t most = 20'000;
  auto room = most;
  Json data = whole_json(changes, room);
  const auto all = changes.added + changes.still + changes.fixed + changes.unknown;
  data.set("left", all - static_cast<std::int64_t>(most - room));
  const std::string title = changes.title.empty() ? "Untitled" : changes.title;
  return {"compare", std::move(data), title + " – " + verdict(changes), changes_text(changes, false)};
}

}  // namespace ids::engine
