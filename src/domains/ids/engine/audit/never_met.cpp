// SPDX-License-Identifier: Apache-2.0
// Restrictions that no value can meet. XML Schema Part 2 forbids most of them (4.3.1.4, 4.3.2.4, 4.3.7.2 to 4.3.10.3);
// the official audit does not look, and the XSD of IDS cannot: what it finds here are elements like any other.
#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "domains/ids/engine/audit/rules.h"
#include "domains/ids/engine/value/value.h"
#include "formats/ids/time_value.h"

namespace ids::engine {
namespace {

using formats::ids::IdsValue;
using formats::ids::Restriction;
using formats::ids::XsFacet;

struct Never {
  std::string message, hint;
};

bool is_lower(const XsFacet& facet) { return facet.name.starts_with("min"); }
bool is_bound(const XsFacet& facet) { return facet.name.ends_with("Inclusive") || facet.name.ends_with("Exclusive"); }
bool excludes(const XsFacet& facet) { return facet.name.ends_with("Exclusive"); }

std::string written(const XsFacet& facet) { return facet.name + " \"" + base::printable(facet.value, 80) + "\""; }

Never nothing_between(const XsFacet& lower, const XsFacet& upper, bool turned_round) {
  return {"no value meets both " + written(lower) + " and " + written(upper),
          turned_round ? "Exchange the two values: the smaller one is the minimum."
                       : "Use minInclusive and maxInclusive where the bound itself is allowed."};
}

// ---- numbers

struct NumberBound {
  const XsFacet* facet = nullptr;
  double number = 0;
};

// The one that leaves least: of equal ones that which excludes.
void tighten(NumberBound& tightest, const XsFacet& facet, double number) {
  if (tightest.facet != nullptr) {
    const bool further = is_lower(facet) ? number > tightest.number : number < tightest.number;
    if (!further && !(number == tightest.number && excludes(facet))) return;
  }
  tightest = {&facet, number};
}

bool nothing_whole_between(const NumberBound& lower, const NumberBound& upper) {
  const double least = excludes(*lower.facet) ? std::floor(lower.number) + 1 : std::ceil(lower.number);
  const double most = excludes(*upper.facet) ? std::ceil(upper.number) - 1 : std::floor(upper.number);
  return least > most;
}

bool nothing_real_between(const NumberBound& lower, const NumberBound& upper) {
  if (lower.number == upper.number) return excludes(*lower.facet) || excludes(*upper.facet);
  return lower.number > upper.number;
}

std::optional<Never> never_between_numbers(const Restriction& rule, bool whole) {
  NumberBound lower, upper;
  for (const auto& facet : rule.facets) {
    const auto number = is_bound(facet) ? double_of(facet.value) : std::nullopt;
    if (!number) continue;
    if (std::isnan(*number)) return Never{"no value can be compared with NaN", "Write a number."};
    tighten(is_lower(facet) ? lower : upper, facet, *number);
  }
  if (lower.facet == nullptr || upper.facet == nullptr) return std::nullopt;
  if (!(whole ? nothing_whole_between(lower, upper) : nothing_real_between(lower, upper))) return std::nullopt;
  return nothing_between(*lower.facet, *upper.facet, lower.number > upper.number);
}

// ---- dates, times, durations

std::optional<Never> never_between_times(const Restriction& rule, formats::ids::TimeType type) {
  const auto first = [&](bool lower) {
    return std::ranges::find_if(rule.facets,
                                [&](const XsFacet& each) { return is_bound(each) && is_lower(each) == lower; });
  };
  const auto lower = first(true);
  const auto upper = first(false);
  if (lower == rule.facets.end() || upper == rule.facets.end()) return std::nullopt;
  const auto least = formats::ids::time_value(type, lower->value);
  const auto most = formats::ids::time_value(type, upper->value);
  if (!least || !most) return std::nullopt;
  const auto order = formats::ids::order(type, *least, *most);
  const bool same = std::is_eq(order) && (excludes(*lower) || excludes(*upper));
  if (!std::is_gt(order) && !same) return std::nullopt;
  return nothing_between(*lower, *upper, std::is_gt(order));
}

// ---- lengths

struct LengthBound {
  const XsFacet* facet = nullptr;
  std::int64_t characters = 0;
};

std::optional<Never> never_of_length(const Restriction& rule) {
  LengthBound least, most;
  for (const auto& facet : rule.facets) {
    const bool exactly = facet.name == "length";
    if (!exactly && facet.name != "minLength" && facet.name != "maxLength") continue;
    const auto characters = integer_of(facet.value);
    if (!characters) continue;
    if (facet.name != "maxLength" && (least.facet == nullptr || *characters > least.characters))
      least = {&facet, *characters};
    if (facet.name != "minLength" && (most.facet == nullptr || *characters < most.characters))
      most = {&facet, *characters};
  }
  if (most.facet == nullptr) return std::nullopt;
  if (most.characters == 0)
    return Never{"only an empty text has the " + written(*most.facet) + ", and that counts as no value",
                 "Make it longer, or make the requirement prohibited."};
  if (least.facet == nullptr || least.characters <= most.characters) return std::nullopt;
  return Never{"no text meets both " + written(*least.facet) + " and " + written(*most.facet),
               "The minimum must not be larger than the maximum, and length needs neither."};
}

// ---- kinds of facet that exclude each other

ModelValue read_as(std::string_view base, const std::string& text) {
  if (base == "xs:boolean") {
    if (const auto truth = boolean_of(text)) return *truth;
  } else if (base == "xs:integer") {
    if (const auto whole = integer_of(text)) return *whole;
  } else if (base == "xs:double") {
    if (const auto number = double_of(text)) return *number;
  }
  return text;
}

std::optional<Never> never_of_enumeration(const Restriction& rule, std::string_view base) {
  Restriction rest{.base = rule.base, .facets = {}};
  std::ranges::copy_if(rule.facets, std::back_inserter(rest.facets),
                       [](const XsFacet& each) { return each.name != "enumeration"; });
  if (rest.facets.empty() || rest.facets.size() == rule.facets.size()) return std::nullopt;
  const auto matcher = Matcher::make(rest);
  if (!matcher.ok()) return std::nullopt;
  const auto possible = [&](const XsFacet& each) {
    return each.name == "enumeration" && matcher->matches(read_as(base, each.value));
  };
  if (std::ranges::any_of(rule.facets, possible)) return std::nullopt;
  return Never{"none of the enumeration meets the rest of the restriction", "Leave out one of the two."};
}

std::optional<Never> never_of_pattern(const Restriction& rule, std::string_view base) {
  if (std::ranges::none_of(rule.facets, [](const XsFacet& each) { return each.name == "pattern"; }))
    return std::nullopt;
  if (base == "xs:double" || base == "xs:integer")
    return Never{"patterns match texts, never numbers", "Use bounds or an enumeration."};
  if (base != "xs:boolean") return std::nullopt;
  return Never{"patterns match texts, never booleans", "Write true or false, in lower case, as a simple value."};
}

std::optional<Never> never(const Restriction& rule, std::string_view base) {
  if (auto found = never_of_pattern(rule, base)) return found;
  if (const auto time = formats::ids::time_type(base)) {
    if (auto found = never_between_times(rule, *time)) return found;
  } else if (auto found = never_between_numbers(rule, base == "xs:integer")) {
    return found;
  }
  if (auto found = never_of_length(rule)) return found;
  return never_of_enumeration(rule, base);
}

// ---- logicals

void warn_of_logical(std::string_view text, const std::string& position, Sink& sink) {
  if (is_literal_of("xs:boolean", text)) return;
  const auto quoted = "\"" + base::printable(text, 80) + "\"";
  if (base::equals_ignoring_case(text, "unknown") || text == "U" || text == ".U.")
    return sink.warn(305, position, quoted + " is never met: a logical that is unknown counts as no value",
                     "Write true or false, or leave the value out.");
  for (const std::string_view word : {"true", "false"}) {
    if (base::equals_ignoring_case(text, word))
      return sink.warn(305, position, quoted + " is never met: logicals are compared in lower case",
                       "Write " + std::string(word) + ".");
  }
  sink.warn(305, position, quoted + " is not a value that a logical can have", "Write true or false, in lower case.");
}

}  // namespace

void warn_if_never_met(const Restriction& rule, std::string_view base, const std::string& position, Sink& sink) {
  if (auto found = never(rule, base)) sink.warn(201, position, std::move(found->message), std::move(found->hint));
}

void warn_of_logicals(const IdsValue& value, const std::string& position, Sink& sink) {
  const auto texts = listed(value);
  for (const auto text : texts) warn_of_logical(text, position, sink);
  if (!texts.empty()) return;
  const auto matcher = Matcher::make(value);
  if (!matcher.ok() || matcher->matches(true) || matcher->matches(false)) return;
  sink.warn(305, position, "neither true nor false meets the restriction",
            "Write true or false, in lower case, as a simple value.");
}

}  // namespace ids::engine
