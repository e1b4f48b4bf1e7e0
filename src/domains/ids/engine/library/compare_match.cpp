// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/library/compare_match.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>

#include "base/text.h"
#include "domains/ids/engine/library/sheet.h"

namespace ids::engine {
namespace {

namespace doc = formats::ids;
using doc::Facet;
using doc::Specification;

// ---- pairs by equal keys

class Matching {
 public:
  Matching(std::size_t before, std::size_t after) {
    pairs_.of_before.resize(before);
    pairs_.of_after.resize(after);
  }
  void pair(std::size_t before, std::size_t after) {
    pairs_.of_before[before] = after;
    pairs_.of_after[after] = before;
  }
  bool before_free(std::size_t i) const { return !pairs_.of_before[i]; }
  bool after_free(std::size_t i) const { return !pairs_.of_after[i]; }

  // The first free one with a key is the partner of the first free one with the same; empty keys match nothing.
  template <class Before, class After, class Key>
  void by_key(const Before& before, const After& after, const Key& key) {
    std::unordered_map<std::string, std::vector<std::size_t>> waiting;  // in reverse, so that the first is at the back
    for (std::size_t i = before.size(); i-- > 0;)
      if (before_free(i)) waiting[key(before[i])].push_back(i);
    for (std::size_t i = 0; i < after.size(); ++i) {
      const std::string own = after_free(i) ? key(after[i]) : "";
      const auto found = own.empty() ? waiting.end() : waiting.find(own);
      if (found == waiting.end() || found->second.empty()) continue;
      pair(found->second.back(), i);
      found->second.pop_back();
    }
  }
  Pairs take() { return std::move(pairs_); }

 private:
  Pairs pairs_;
};

// ---- facets

std::string said(const doc::IdsValue& value) { return value_text(value); }
std::string said(const std::optional<doc::IdsValue>& value) { return value ? value_text(*value) : ""; }

std::string subject(const doc::EntityFacet& facet) {
  return said(facet.name) + (facet.predefined_type ? " of type " + said(facet.predefined_type) : "");
}
std::string subject(const doc::PartOfFacet& facet) { return "part of " + subject(facet.entity); }
std::string subject(const doc::ClassificationFacet& facet) { return "classification in " + said(facet.system); }
std::string subject(const doc::AttributeFacet& facet) { return said(facet.name); }
std::string subject(const doc::PropertyFacet& facet) {
  return said(facet.base_name) + " in " + said(facet.property_set);
}
std::string subject(const doc::MaterialFacet& /*facet*/) { return "material"; }

std::string key(const Facet& facet) { return std::string(kind(facet)) + ":" + subject_of(facet); }

// What remains of a subject when it was renamed: a property keeps its name, the others their kind.
std::string loose_key(const Facet& facet) {
  if (const auto* property = std::get_if<doc::PropertyFacet>(&facet)) return "property:" + said(property->base_name);
  if (std::holds_alternative<doc::AttributeFacet>(facet)) return "";
  return std::string(kind(facet));
}

std::string cardinality_words(const Facet& facet) {
  return std::holds_alternative<doc::EntityFacet>(facet) ? "" : std::string(text(cardinality(facet)));
}

std::optional<doc::IdsValue> value_of(const Facet& facet) {
  return std::visit(
      [](const auto& one) -> std::optional<doc::IdsValue> {
        if constexpr (requires { one.value; })
          return one.value;
        else
          return std::nullopt;
      },
      facet);
}

// ---- specifications by likeness

constexpr std::size_t max_words = 64, max_sharing = 50;

void add_words(std::string_view text, std::set<std::string>& out) {
  const std::string lowered = base::lower_ascii(text);
  for (const auto word : base::split(lowered, ' '))
    if (word.size() > 2 && out.size() < max_words) out.emplace(word);
}

// The words of its name and what its facets ask about.
std::set<std::string> features(const Specification& specification) {
  std::set<std::string> out;
  for (const auto* list : {&specification.applicability, &specification.requirements})
    for (const auto& facet : *list) {
      if (out.size() >= max_words) return out;
      out.insert((list == &specification.requirements ? "requires " : "applies ") + key(facet));
    }
  add_words(specification.name, out);
  return out;
}

struct Candidate {
  double likeness = 0;
  std::size_t before = 0, after = 0;
  // The likest first, then in the order of the documents.
  friend bool operator<(const Candidate& a, const Candidate& b) {
    return std::tuple(-a.likeness, a.before, a.after) < std::tuple(-b.likeness, b.before, b.after);
  }
};

class Likeness {
 public:
  explicit Likeness(const std::vector<Specification>& before, const Matching& matching) {
    for (std::size_t i = 0; i < before.size(); ++i)
      if (matching.before_free(i)) index(i, features(before[i]));
  }
  // Sørensen–Dice: twice what is shared over all there is; half and more is the same thing, changed.
  void candidates(std::size_t after, const std::set<std::string>& words, std::vector<Candidate>& out) const {
    std::map<std::size_t, std::size_t> shared;
    for (const auto& word : words)
      if (const auto found = having_.find(word); found != having_.end() && found->second.size() <= max_sharing)
        for (const std::size_t i : found->second) ++shared[i];
    for (const auto& [before, count] : shared) {
      const double likeness = 2.0 * static_cast<double>(count) / static_cast<double>(words.size() + sizes_.at(before));
      if (likeness >= 0.5) out.push_back({likeness, before, after});
    }
  }

 private:
  void index(std::size_t i, const std::set<std::string>& words) {
    sizes_[i] = words.size();
    for (const auto& word : words)
      if (auto& list = having_[word]; list.size() <= max_sharing) list.push_back(i);
  }
  std::unordered_map<std::string, std::vector<std::size_t>> having_;  // words that too many share tell nothing
  std::unordered_map<std::size_t, std::size_t> sizes_;
};

void match_alike(const std::vector<Specification>& before, const std::vector<Specification>& after,
                 Matching& matching) {
  const Likeness likeness(before, matching);
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < after.size(); ++i)
    if (matching.after_free(i)) likeness.candidates(i, features(after[i]), candidates);
  std::sort(candidates.begin(), candidates.end());
  for (const auto& one : candidates)
    if (matching.before_free(one.before) && matching.after_free(one.after)) matching.pair(one.before, one.after);
}

}  // namespace

std::string subject_of(const Facet& facet) {
  return std::visit([](const auto& one) { return subject(one); }, facet);
}

std::string facet_words(const Facet& facet, bool requirement) {
  std::string out = subject_of(facet);
  if (const auto value = value_of(facet)) out += ": " + value_text(*value);
  std::vector<std::string> notes;
  if (const auto* property = std::get_if<doc::PropertyFacet>(&facet); property != nullptr && property->data_type)
    notes.push_back(*property->data_type);
  if (requirement && !cardinality_words(facet).empty()) notes.push_back(cardinality_words(facet));
  return notes.empty() ? out : out + " (" + base::join(notes, ", ") + ")";
}

Pairs match_facets(const std::vector<Facet>& before, const std::vector<Facet>& after) {
  Matching matching(before.size(), after.size());
  matching.by_key(before, after, key);
  matching.by_key(before, after, loose_key);
  return matching.take();
}

Pairs match_specifications(const std::vector<Specification>& before, const std::vector<Specification>& after) {
  Matching matching(before.size(), after.size());
  matching.by_key(before, after, [](const Specification& one) { return one.identifier; });
  matching.by_key(before, after, [](const Specification& one) { return one.name; });
  match_alike(before, after, matching);
  return matching.take();
}

// The longest increasing run of partners stays (patience sorting); the others have moved.
std::vector<std::size_t> moved(const std::vector<std::optional<std::size_t>>& of_after) {
  std::vector<std::size_t> tails;  // index in of_after of the smallest end of a run of each length
  std::vector<std::optional<std::size_t>> previous(of_after.size());
  for (std::size_t i = 0; i < of_after.size(); ++i) {
    if (!of_after[i]) continue;
    const auto place =
        std::lower_bound(tails.begin(), tails.end(), *of_after[i],
                         [&](std::size_t tail, std::size_t partner) { return *of_after[tail] < partner; });
    if (place != tails.begin()) previous[i] = *(place - 1);
    if (place == tails.end())
      tails.push_back(i);
    else
      *place = i;
  }
  std::vector<bool> stays(of_after.size(), false);
  for (auto at = tails.empty() ? std::nullopt : std::optional(tails.back()); at; at = previous[*at]) stays[*at] = true;
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < of_after.size(); ++i)
    if (of_after[i] && !stays[i]) out.push_back(i);
  return out;
}

}  // namespace ids::engine
