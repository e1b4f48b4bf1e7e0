// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/look/catalogue.h"

#include <algorithm>
#include <utility>

#include "base/json.h"
#include "base/text.h"
#include "formats/idf/json_scan.h"

namespace energy::engine {
namespace {

std::string text_in(std::string_view json) {
  const auto parsed = base::parse_json(json);
  return parsed.ok() && parsed->is_string() ? parsed->as_string() : std::string();
}

// How well a type fits; 0: not at all.
int score(const Catalogue::Entry& entry, const std::vector<std::string>& words, const std::string& whole) {
  const std::string_view name = std::string_view(entry.upper).substr(0, entry.name.size());
  int out = 1;
  for (const auto& word : words) {
    if (entry.upper.find(word) == std::string::npos) return 0;
    if (name.find(word) != std::string_view::npos) out += 10;
  }
  if (name == whole) out += 1000;
  if (name.starts_with(whole)) out += 100;
  if (name.find(whole) != std::string_view::npos) out += 50;
  return out;
}

}  // namespace

Catalogue::Catalogue(const formats::idf::Schema& schema) {
  for (const auto& name : schema.type_names()) {
    Entry entry{.name = name};
    if (const auto members = formats::idf::members_of(schema.text_of(name))) {
      for (const auto& [key, value] : *members) {
        if (key == "memo") entry.memo = text_in(value);
        if (key == "group") entry.group = text_in(value);
      }
    }
    entry.upper = base::upper_ascii(entry.name + " " + entry.memo);
    types_.push_back(std::move(entry));
  }
}

std::vector<const Catalogue::Entry*> Catalogue::search(std::string_view query, std::size_t limit) const {
  const std::string whole = base::upper_ascii(base::trim(query));
  std::vector<std::string> words;
  for (const auto word : base::split(whole, ' '))
    if (!word.empty()) words.emplace_back(word);
  std::vector<std::pair<int, const Entry*>> found;
  for (const Entry& each : types_)
    if (const int points = words.empty() ? 0 : score(each, words, whole); points > 0) found.emplace_back(points, &each);
  std::ranges::sort(
      found, [](const auto& a, const auto& b) { return a.first != b.first ? a.first > b.first : a.second < b.second; });
  std::vector<const Entry*> out;
  for (const auto& [points, entry] : found)
    if (out.size() < limit) out.push_back(entry);
  return out;
}

}  // namespace energy::engine
