// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/library/compare_strict.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <string>
#include <string_view>
#include <variant>

namespace ids::engine {
namespace {

using formats::ids::IdsValue;
using formats::ids::Restriction;
using formats::ids::XsFacet;
using Value = std::optional<IdsValue>;
using Items = std::set<std::string, std::less<>>;

bool is_any(const Value& value) { return !value || std::holds_alternative<std::monostate>(*value); }

// What a value allows, as a list.
std::optional<Items> items_of(const Value& value) {
  if (const auto* text = std::get_if<std::string>(&*value)) return Items{*text};
  const auto& facets = std::get<Restriction>(*value).facets;
  Items items;
  for (const auto& facet : facets) {
    if (facet.name != "enumeration") return std::nullopt;
    items.insert(facet.value);
  }
  if (items.empty()) return std::nullopt;
  return items;
}

struct End {
  double value = 0;
  bool open = false;  // without the end itself
};
// What a value allows, as a range of numbers or of lengths.
struct Range {
  bool of_lengths = false;
  std::optional<End> low, high;
};

std::optional<double> number(std::string_view text) {
  double value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || stop != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

bool add_end(const XsFacet& facet, Range& range) {
  const auto value = number(facet.value);
  if (!value) return false;
  const End end{*value, facet.name.ends_with("Exclusive")};
  if (facet.name.starts_with("min") || facet.name == "length") range.low = end;
  if (facet.name.starts_with("max") || facet.name == "length") range.high = end;
  return true;
}

std::optional<Range> range_of(const Value& value) {
  const auto* restriction = std::get_if<Restriction>(&*value);
  if (restriction == nullptr || restriction->facets.empty()) return std::nullopt;
  Range range{.of_lengths = restriction->facets.front().name.ends_with("ength")};
  for (const auto& facet : restriction->facets) {
    const bool length = facet.name.ends_with("ength");
    const bool bound = facet.name.ends_with("Inclusive") || facet.name.ends_with("Exclusive");
    if (!(length || bound) || length != range.of_lengths || !add_end(facet, range)) return std::nullopt;
  }
  return range;
}

// Whether everything beyond `inner` is beyond `outer` too; `sign` -1 for upper ends.
bool within(const std::optional<End>& inner, const std::optional<End>& outer, double sign) {
  if (!outer) return true;
  if (!inner) return false;
  const double a = inner->value * sign, b = outer->value * sign;
  return a > b || (a == b && (inner->open || !outer->open));
}

bool within(const Range& inner, const Range& outer) {
  return within(inner.low, outer.low, 1) && within(inner.high, outer.high, -1);
}

ValueChange told(bool after_in_before, bool before_in_after) {
  if (after_in_before && before_in_after) return ValueChange::none;
  if (after_in_before) return ValueChange::narrower;
  return before_in_after ? ValueChange::wider : ValueChange::unknown;
}

}  // namespace

ValueChange value_change(const Value& before, const Value& after) {
  if (is_any(before) || is_any(after)) return told(is_any(before), is_any(after));
  const auto old_items = items_of(before), new_items = items_of(after);
  if (old_items && new_items)
    return told(std::includes(old_items->begin(), old_items->end(), new_items->begin(), new_items->end()),
                std::includes(new_items->begin(), new_items->end(), old_items->begin(), old_items->end()));
  const auto old_range = range_of(before), new_range = range_of(after);
  if (!old_range || !new_range || old_range->of_lengths != new_range->of_lengths) return ValueChange::unknown;
  return told(within(*new_range, *old_range), within(*old_range, *new_range));
}

bool occurrence_stricter(std::optional<formats::ids::Cardinality> before,
                         std::optional<formats::ids::Cardinality> after) {
  return before == formats::ids::Cardinality::optional && after && after != before;
}

}  // namespace ids::engine
