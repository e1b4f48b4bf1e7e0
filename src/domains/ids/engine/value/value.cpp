// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/value/value.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <compare>
#include <cstdlib>
#include <limits>
#include <utility>

#include "base/text.h"
#include "base/utf8.h"
#include "formats/ids/time_value.h"

namespace ids::engine {
namespace {

using base::Result;

constexpr std::size_t shown_items = 12, shown_bytes = 200;

std::string quoted(std::string_view text) { return "\"" + base::printable(text, shown_bytes) + "\""; }

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

std::size_t digits_at(std::string_view text, std::size_t at) {
  std::size_t count = 0;
  while (at + count < text.size() && is_digit(text[at + count])) ++count;
  return count;
}

std::size_t sign_at(std::string_view text, std::size_t at) {
  return at < text.size() && (text[at] == '+' || text[at] == '-') ? 1 : 0;
}

// IDS 1.0 "XML base types": [-+]?[0-9]*\.?[0-9]*([eE][-+]?[0-9]+)?, and one digit at least.
bool is_double_text(std::string_view text) {
  auto at = sign_at(text, 0);
  const auto whole = digits_at(text, at);
  at += whole;
  std::size_t fraction = 0;
  if (at < text.size() && text[at] == '.') {
    fraction = digits_at(text, ++at);
    at += fraction;
  }
  if (whole + fraction == 0) return false;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    at += sign_at(text, at);
    const auto exponent = digits_at(text, at);
    if (exponent == 0) return false;
    at += exponent;
  }
  return at == text.size();
}

// One of the ways to write a value in IDS, read in each of the ways it may be compared.
struct Literal {
  explicit Literal(std::string_view written)
      : text(written), number(double_of(written)), integer(integer_of(written)), truth(boolean_of(written)) {}
  std::string text;
  std::optional<double> number;
  std::optional<std::int64_t> integer;
  std::optional<bool> truth;

  bool equals(const ModelValue& value) const {
    if (const auto* const boolean = std::get_if<bool>(&value)) return truth == *boolean;
    if (const auto* const whole = std::get_if<std::int64_t>(&value)) return integer == *whole;
    if (const auto* const real = std::get_if<double>(&value)) return number && same_number(*real, *number);
    if (const auto* const string = std::get_if<std::string>(&value)) return *string == text;
    return false;
  }
};

double tolerance(double v) { return (std::fabs(v) * 1e-6 + 1e-6) * (1 + 1e-9); }

enum class BoundKind : std::uint8_t { min_inclusive, min_exclusive, max_inclusive, max_exclusive };
struct Bound {
  BoundKind kind;
  std::optional<double> number;
  std::optional<formats::ids::TimeValue> time;  // where the restriction is one of dates, times or durations
};

std::optional<BoundKind> bound_kind(std::string_view name) {
  if (name == "minInclusive") return BoundKind::min_inclusive;
  if (name == "minExclusive") return BoundKind::min_exclusive;
  if (name == "maxInclusive") return BoundKind::max_inclusive;
  if (name == "maxExclusive") return BoundKind::max_exclusive;
  return std::nullopt;
}

bool allows(BoundKind kind, std::partial_ordering order) {
  switch (kind) {
    case BoundKind::min_inclusive:
      return std::is_gteq(order);
    case BoundKind::max_inclusive:
      return std::is_lteq(order);
    case BoundKind::min_exclusive:
      return std::is_gt(order);
    case BoundKind::max_exclusive:
      return std::is_lt(order);
  }
  return false;
}

// The tolerance is for equality only: ranges have none (IDS pull request 318).
bool within(const Bound& bound, double x) {
  return bound.number && std::isfinite(x) && allows(bound.kind, x <=> *bound.number);
}

// What XML Schema cannot put into order is not within.
bool within_time(const Bound& bound, formats::ids::TimeType type, const formats::ids::TimeValue& time) {
  return bound.time && allows(bound.kind, formats::ids::order(type, time, *bound.time));
}

constexpr const char* bound_words[] = {"at least ", "more than ", "at most ", "less than "};

struct Length {
  std::string name;  // length, minLength, maxLength
  std::optional<std::int64_t> characters;

  bool allows(std::size_t count) const {
    if (!characters || *characters < 0) return false;
    const auto wanted = static_cast<std::uint64_t>(*characters);
    if (name == "minLength") return count >= wanted;
    if (name == "maxLength") return count <= wanted;
    return count == wanted;
  }
};

std::string listed(const std::vector<std::string>& items) {
  std::string text = items.size() > 1 ? "one of " : "";
  for (std::size_t i = 0; i < std::min(items.size(), shown_items); ++i) text += (i == 0 ? "" : ", ") + items[i];
  if (items.size() > shown_items) text += " and " + std::to_string(items.size() - shown_items) + " more";
  return text;
}

std::string length_words(std::string_view name) {
  if (name == "minLength") return "at least ";
  return name == "maxLength" ? "at most " : "exactly ";
}

bool is_length(std::string_view name) { return name == "length" || name == "minLength" || name == "maxLength"; }

std::string restriction_in_words(const formats::ids::Restriction& restriction) {
  std::vector<std::string> literals, patterns, parts;
  for (const auto& facet : restriction.facets) {
    auto value = base::printable(facet.value, shown_bytes);
    if (facet.name == "enumeration")
      literals.push_back(std::move(value));
    else if (facet.name == "pattern")
      patterns.push_back(std::move(value));
    else if (const auto kind = bound_kind(facet.name))
      parts.push_back(bound_words[static_cast<std::size_t>(*kind)] + value);
    else if (is_length(facet.name))
      parts.push_back(length_words(facet.name) + value + " characters long");
  }
  if (!patterns.empty()) parts.insert(parts.begin(), "text like " + listed(patterns));
  if (!literals.empty()) parts.insert(parts.begin(), listed(literals));
  return parts.empty() ? "anything" : base::join(parts, " and ");
}

}  // namespace

std::optional<double> double_of(std::string_view text) {
  if (text == "NaN") return std::numeric_limits<double>::quiet_NaN();
  if (text == "INF" || text == "+INF") return std::numeric_limits<double>::infinity();
  if (text == "-INF") return -std::numeric_limits<double>::infinity();
  if (!is_double_text(text)) return std::nullopt;
  if (text.front() == '+') text.remove_prefix(1);
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec == std::errc::result_out_of_range) return std::strtod(std::string(text).c_str(), nullptr);
  return read.ec == std::errc() ? std::optional(value) : std::nullopt;
}

std::optional<std::int64_t> integer_of(std::string_view text) {
  if (text.starts_with('+') && text.size() > 1 && is_digit(text[1])) text.remove_prefix(1);
  std::int64_t value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<bool> boolean_of(std::string_view text) {
  if (text == "true" || text == "1") return true;
  if (text == "false" || text == "0") return false;
  return std::nullopt;
}

// The standard's formula has "<"; the official cases need the ends too, and a little more for what decimal ends lose in
// binary.
bool same_number(double x, double v) {
  if (x == v) return true;
  return std::isfinite(x) && std::isfinite(v) && std::fabs(x - v) <= tolerance(v);
}

struct Matcher::Inner {
  bool any = false;
  bool simple = false;               // one literal
  std::vector<Literal> literals;     // of a simple value one, of an enumeration all
  std::vector<XsdPattern> patterns;  // alternatives
  std::vector<Bound> bounds;
  std::vector<Length> lengths;
  std::vector<std::string> notes;
  std::string shown, plain;
  std::optional<formats::ids::TimeType> time;  // its base, where that is of dates, times or durations

  Result<void> add(const formats::ids::XsFacet& facet);
  bool bounds_allow(const ModelValue& value) const;
  bool bounds_allow_time(std::string_view text) const;
  bool text_allowed(const std::string& text) const;
};

Result<void> Matcher::Inner::add(const formats::ids::XsFacet& facet) {
  if (facet.name == "enumeration") {
    literals.emplace_back(facet.value);
  } else if (facet.name == "pattern") {
    patterns.push_back(TRY(XsdPattern::compile(facet.value)));
    for (const auto& note : patterns.back().notes()) notes.push_back(quoted(facet.value) + ": " + note);
  } else if (const auto kind = bound_kind(facet.name)) {
    bounds.push_back({*kind, double_of(facet.value), {}});
    if (time) bounds.back().time = formats::ids::time_value(*time, facet.value);
  } else if (is_length(facet.name)) {
    lengths.push_back({facet.name, integer_of(facet.value)});
  }
  return {};
}

bool Matcher::Inner::bounds_allow(const ModelValue& value) const {
  if (bounds.empty()) return true;
  if (const auto* const whole = std::get_if<std::int64_t>(&value)) {
    return std::all_of(bounds.begin(), bounds.end(),
                       [&](const Bound& each) { return within(each, static_cast<double>(*whole)); });
  }
  std::optional<double> number;
  if (const auto* const real = std::get_if<double>(&value)) number = *real;
  if (const auto* const text = std::get_if<std::string>(&value)) {
    if (time) return bounds_allow_time(*text);
    number = double_of(*text);
  }
  return number && std::all_of(bounds.begin(), bounds.end(), [&](const Bound& each) { return within(each, *number); });
}

bool Matcher::Inner::bounds_allow_time(std::string_view text) const {
  const auto value = formats::ids::time_value(*time, text);
  return value && std::ranges::all_of(bounds, [&](const Bound& each) { return within_time(each, *time, *value); });
}

bool Matcher::Inner::text_allowed(const std::string& text) const {
  if (!patterns.empty() &&
      std::none_of(patterns.begin(), patterns.end(), [&](const XsdPattern& each) { return each.matches(text); })) {
    return false;
  }
  if (lengths.empty()) return true;
  const auto count = base::count_characters(text);
  return std::all_of(lengths.begin(), lengths.end(), [&](const Length& each) { return each.allows(count); });
}

Result<Matcher> Matcher::make(const formats::ids::IdsValue& value) {
  auto inner = std::make_shared<Inner>();
  if (const auto* const text = std::get_if<std::string>(&value)) {
    inner->simple = true;
    inner->literals.emplace_back(*text);
  } else if (const auto* const restriction = std::get_if<formats::ids::Restriction>(&value)) {
    inner->time = formats::ids::time_type(restriction->base);
    for (const auto& facet : restriction->facets) TRY(inner->add(facet));
  }
  inner->any = inner->literals.empty() && inner->patterns.empty() && inner->bounds.empty() && inner->lengths.empty();
  inner->shown = in_words(value, Quotes::yes);
  inner->plain = in_words(value, Quotes::no);
  Matcher matcher;
  matcher.inner_ = std::move(inner);
  return matcher;
}

bool Matcher::any() const { return inner_->any; }

bool Matcher::matches_text(std::string_view text) const {
  if (inner_->simple) return inner_->literals.front().text == text;
  return matches(ModelValue(std::string(text)));
}

// The kinds of facet of a restriction all hold; of one kind, enumerations and patterns are alternatives (XML Schema
// Part 2, 4.3.4.3: several patterns of one step are branches of a single one).
bool Matcher::matches(const ModelValue& value) const {
  if (std::holds_alternative<std::monostate>(value)) return false;
  if (inner_->any) return true;
  const auto& literals = inner_->literals;
  if (!literals.empty() &&
      std::none_of(literals.begin(), literals.end(), [&](const Literal& each) { return each.equals(value); })) {
    return false;
  }
  if (!inner_->bounds_allow(value)) return false;
  if (inner_->patterns.empty() && inner_->lengths.empty()) return true;
  const auto* const text = std::get_if<std::string>(&value);
  return text != nullptr && inner_->text_allowed(*text);
}

bool Matcher::always_begins_with(std::span<const std::string_view> prefixes) const {
  return !inner_->patterns.empty() &&
         std::ranges::all_of(inner_->patterns, [&](const auto& each) { return each.always_begins_with(prefixes); });
}

bool Matcher::has_bounds() const { return !inner_->bounds.empty(); }

bool Matcher::contains_range(const std::optional<double>& low, const std::optional<double>& high) const {
  if (!low && !high) return false;
  return std::all_of(inner_->bounds.begin(), inner_->bounds.end(), [&](const Bound& bound) {
    const bool lower = bound.kind == BoundKind::min_inclusive || bound.kind == BoundKind::min_exclusive;
    const auto& nearest = lower ? low : high;
    const auto& farthest = lower ? high : low;
    return nearest && within(bound, *nearest) && (!farthest || within(bound, *farthest));
  });
}

bool Matcher::lies_between(const std::optional<double>& low, const std::optional<double>& high) const {
  if (!low && !high) return false;
  return std::any_of(inner_->literals.begin(), inner_->literals.end(), [&](const Literal& each) {
    if (!each.number || std::isnan(*each.number)) return false;
    const auto v = *each.number;
    return (!low || v >= *low || same_number(*low, v)) && (!high || v <= *high || same_number(*high, v));
  });
}

std::string Matcher::shown() const { return inner_->shown; }

std::string Matcher::plain() const { return inner_->plain; }

const std::vector<std::string>& Matcher::notes() const { return inner_->notes; }

std::string in_words(const formats::ids::IdsValue& value, Quotes quotes) {
  if (const auto* const restriction = std::get_if<formats::ids::Restriction>(&value))
    return restriction_in_words(*restriction);
  const auto* const text = std::get_if<std::string>(&value);
  if (text == nullptr) return "anything";
  return quotes == Quotes::yes ? quoted(*text) : base::printable(*text, shown_bytes);
}

std::string shown(const ModelValue& value) {
  if (const auto* const truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
  if (const auto* const whole = std::get_if<std::int64_t>(&value)) return std::to_string(*whole);
  if (const auto* const text = std::get_if<std::string>(&value)) return quoted(*text);
  if (const auto* const real = std::get_if<double>(&value)) {
    char buffer[40];
    const auto written = std::to_chars(std::begin(buffer), std::end(buffer), *real, std::chars_format::general, 12);
    return {std::begin(buffer), written.ptr};
  }
  return "unknown";
}

}  // namespace ids::engine
