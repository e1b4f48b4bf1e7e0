// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/check/near_miss.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/text.h"

namespace ids::engine {
namespace {

constexpr std::size_t few_elements = 10, few_of = 10;
constexpr std::size_t most_told = 100'000;  // elements whose values are looked at, of one facet
constexpr std::size_t most_kinds = 1'000;   // different values that are counted apart
constexpr std::size_t shown_kinds = 4;

// What elements have that do not meet a facet, counted.
class Others {
 public:
  void add(const Found& found) {
    ++total_;
    auto key = std::string(found.many) + " " + found.what;
    if (kinds_.size() >= most_kinds && !kinds_.contains(key)) return;
    const auto added = kinds_.try_emplace(std::move(key), Kind{std::string(found.one) + " " + found.what, 0, total_});
    ++added.first->second.count;
  }

  // "398 have false, 14 lack it and 3 others"; the most first, and of as many the one that came first.
  std::string in_words() const {
    std::vector<const std::pair<const std::string, Kind>*> order;
    for (const auto& each : kinds_) order.push_back(&each);
    std::ranges::sort(order, [](const auto* a, const auto* b) {
      return a->second.count != b->second.count ? a->second.count > b->second.count : a->second.first < b->second.first;
    });
    std::vector<std::string> parts;
    auto rest = total_;
    // Where each is another, one is example enough.
    const bool all_differ = order.size() > shown_kinds && order.front()->second.count == 1;
    for (std::size_t i = 0; i < std::min(order.size(), all_differ ? 1 : shown_kinds); ++i) {
      const auto& [many, kind] = *order[i];
      parts.push_back(base::grouped(kind.count) + " " + (kind.count == 1 ? kind.one : many));
      rest -= kind.count;
    }
    const std::string others = rest == 0 ? "" : " and " + base::grouped(rest) + (rest == 1 ? " other" : " others");
    return base::join(parts, ", ") + others;
  }

 private:
  struct Kind {
    std::string one;
    std::int64_t count = 0, first = 0;
  };
  std::unordered_map<std::string, Kind> kinds_;
  std::int64_t total_ = 0;
};

bool is_met(const FacetCheck& facet, Index element) {
  std::string unused;
  return facet.test(element, Tell::nothing, unused) == Outcome::met;
}

// Those that meet the facet stay in `elements`.
Narrowing narrow(const FacetCheck& facet, std::vector<Index>& elements, const base::Cancel& cancel) {
  Others others;
  const bool tell = elements.size() <= most_told;
  const bool none = elements.empty();
  std::vector<Index> left;
  for (std::size_t i = 0; i < elements.size() && !(i % 64 == 0 && cancel.requested()); ++i) {
    if (is_met(facet, elements[i])) {
      left.push_back(elements[i]);
    } else if (tell) {
      others.add(facet.found(elements[i]));
    }
  }
  elements = std::move(left);
  return {.left = static_cast<std::int64_t>(elements.size()), .others = none ? "" : others.in_words()};
}

std::optional<std::int64_t> count_alone(const FacetCheck& facet, const base::Cancel& cancel, std::size_t most) {
  auto elements = facet.candidates();
  if (elements.size() > most) return std::nullopt;
  std::int64_t count = 0;
  for (std::size_t i = 0; i < elements.size() && !(i % 64 == 0 && cancel.requested()); ++i)
    count += is_met(facet, elements[i]) ? 1 : 0;
  return count;
}

// What the first facet names, after a number: "IFCWALL", "elements of IFCWALL, IFCDOOR", "elements with …".
std::string named(const formats::ids::Facet& facet, const std::string& description, std::int64_t count) {
  const std::string elements = count == 1 || count == 0 ? "element " : "elements ";
  const auto* const entity = std::get_if<formats::ids::EntityFacet>(&facet);
  if (entity == nullptr) return elements + description;
  if (std::holds_alternative<std::string>(entity->name)) return description;
  constexpr std::string_view several = "one of ", pattern = "text like ";
  if (description.starts_with(several)) return elements + "of " + description.substr(several.size());
  if (description.starts_with(pattern)) return elements + "of a class like " + description.substr(pattern.size());
  return elements + "of " + description;
}

// "412 IFCWALL, of them 0 with …; 398 have false": up to the facet that leaves nothing. What one in the middle lost
// stands in brackets.
std::string sentence_of(const std::vector<Narrowing>& narrowed, const formats::ids::Facet& first) {
  std::string out;
  for (std::size_t i = 0; i < narrowed.size(); ++i) {
    const auto& each = narrowed[i];
    const bool last = each.left == 0 || i + 1 == narrowed.size();
    if (i > 0) {
      out += ", of them " + base::grouped(each.left) + " " + each.description;
    } else {
      out += (each.left == 0 ? "No" : base::grouped(each.left)) + " " + named(first, each.description, each.left);
    }
    // Candidates of the first facet that do not meet it may be anything.
    const bool told = !each.others.empty() && (i > 0 || each.left == 0);
    if (told) out += last ? "; " + each.others : " (" + each.others + ")";
    if (last) break;
  }
  return out;
}

}  // namespace

NearMiss near_miss(const std::vector<std::unique_ptr<FacetCheck>>& facets,
                   const std::vector<formats::ids::Facet>& described, std::size_t first, const base::Cancel& cancel,
                   std::size_t most_alone) {
  std::vector<std::size_t> order{first};
  for (std::size_t i = 0; i < facets.size(); ++i) {
    if (i != first) order.push_back(i);
  }
  NearMiss found;
  auto elements = facets[first]->candidates();
  const bool none = elements.empty();
  // One facet alone that nothing of so many meets: the check has found that already.
  if (order.size() == 1 && elements.size() > most_told) elements.clear();
  for (const auto i : order) {
    found.narrowed.push_back(narrow(*facets[i], elements, cancel));
    auto& made = found.narrowed.back();
    made.description = describe(described[i], false);
    made.alone = i == first ? std::optional(made.left) : count_alone(*facets[i], cancel, most_alone / order.size());
  }
  if (none) found.narrowed[0].others = facets[first]->instead();
  found.sentence = sentence_of(found.narrowed, described[first]);
  return found;
}

bool near_miss_is_told(std::size_t applicable, std::size_t candidates) {
  return applicable == 0 || (applicable <= few_elements && candidates > few_of * applicable);
}

bool near_miss_is_told(std::size_t applicable, const NearMiss& found) {
  return near_miss_is_told(applicable, static_cast<std::size_t>(found.narrowed[0].left));
}

}  // namespace ids::engine
