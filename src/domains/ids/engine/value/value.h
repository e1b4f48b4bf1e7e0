// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "formats/ids/document.h"

// Values and what they are compared with (IDS 1.0 "Facet parameters and restrictions", "tolerance").
namespace ids::engine {

// A value of a model, in SI units. Lists and tables are offered item by item.
using ModelValue = std::variant<std::monostate, bool, std::int64_t, double, std::string>;  // LOGICAL .U. is monostate

// An XSD regular expression (XML Schema Part 2, appendix F), compiled once; the whole text must match, in time linear
// in the text whatever the pattern. Thread-safe.
class XsdPattern {
 public:
  // Fails for what cannot be read as an XSD pattern, with the place (Code::unavailable: other languages could); `notes`
  // tells of what was read although XSD has it not (\/ and "(?:"), and of ^ and $, which people mean differently.
  static base::Result<XsdPattern> compile(std::string_view pattern);
  bool matches(std::string_view text) const;
  // Every text it matches begins with one of these, and it may match some. ASCII.
  bool always_begins_with(std::span<const std::string_view> prefixes) const;
  const std::vector<std::string>& notes() const;

 private:
  XsdPattern() = default;
  struct Inner;
  std::shared_ptr<const Inner> inner_;
};

// An IdsValue made ready: patterns compiled, numbers read. Thread-safe.
class Matcher {
 public:
  static base::Result<Matcher> make(const formats::ids::IdsValue& value);
  bool any() const;  // an absent parameter: everything matches
  // Text parameters (names): exact, or by the restriction.
  bool matches_text(std::string_view text) const;
  // A restriction by patterns, each of which begins so.
  bool always_begins_with(std::span<const std::string_view> prefixes) const;
  // Values: a number by the official tolerance, a boolean by its four spellings, a text exactly.
  bool matches(const ModelValue& value) const;
  bool has_bounds() const;  // minInclusive and the like
  // For bounded values: what lies between `low` and `high` (either may be absent) is all within the bounds. False
  // without either.
  bool contains_range(const std::optional<double>& low, const std::optional<double>& high) const;
  // A simple value, or one of the enumeration, lies between `low` and `high`, ends included. False without either.
  bool lies_between(const std::optional<double>& low, const std::optional<double>& high) const;
  std::string shown() const;                      // for people: "one of REI30, REI60", "at least 2.4"
  std::string plain() const;                      // the same, a simple value without quotes: for names
  const std::vector<std::string>& notes() const;  // of its patterns

 private:
  Matcher() = default;
  struct Inner;
  std::shared_ptr<const Inner> inner_;
};

// |x - v| within the tolerance of IDS: relative and absolute 1e-6.
bool same_number(double x, double v);

// Texts as IDS writes values (DataTypes.md, "XML base types"); nullopt for any other. A double may be too large to be
// finite.
std::optional<double> double_of(std::string_view text);
std::optional<std::int64_t> integer_of(std::string_view text);
std::optional<bool> boolean_of(std::string_view text);

// A parameter in words: "one of REI30, REI60", "at least 2.4", "anything"; simple values in quotes or, as names,
// without.
enum class Quotes : std::uint8_t { yes, no };
std::string in_words(const formats::ids::IdsValue& value, Quotes quotes);
// A value for people: bounded, printable, texts in quotes.
std::string shown(const ModelValue& value);

}  // namespace ids::engine
