// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/fill/units.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/text.h"

namespace aas::engine {

namespace {

// SI brochure, 9th edition, table 7: those that products are described with.
struct Prefix {
  std::string_view text;
  int power;
};
constexpr std::array prefixes{Prefix{"da", 1}, Prefix{"p", -12}, Prefix{"n", -9}, Prefix{"µ", -6}, Prefix{"μ", -6},
                              Prefix{"u", -6}, Prefix{"m", -3},  Prefix{"c", -2}, Prefix{"d", -1}, Prefix{"h", 2},
                              Prefix{"k", 3},  Prefix{"M", 6},   Prefix{"G", 9},  Prefix{"T", 12}};
constexpr std::array<std::string_view, 27> prefixed{"m",  "g", "s", "A", "K", "mol", "cd", "Hz",  "N",
                                                    "Pa", "J", "W", "C", "V", "F",   "Ω",  "Ohm", "S",
                                                    "Wb", "T", "H", "l", "L", "bar", "Wh", "VA",  "Nm"};

struct Unit {
  std::string_view text, base;
  double factor, offset;
};
// What is not decimal. The inch is 25.4 mm exactly (international yard and pound agreement).
constexpr std::array others{Unit{"min", "s", 60, 0},       Unit{"h", "s", 3600, 0},    Unit{"d", "s", 86400, 0},
                            Unit{"in", "m", 0.0254, 0},    Unit{"ft", "m", 0.3048, 0}, Unit{"t", "g", 1e6, 0},
                            Unit{"lb", "g", 453.59237, 0}, Unit{"°C", "K", 1, 273.15}, Unit{"K", "K", 1, 0},
                            Unit{"%", "1", 0.01, 0},       Unit{"1", "1", 1, 0},       Unit{"bar", "Pa", 1e5, 0},
                            Unit{"l", "l", 1, 0},          Unit{"L", "l", 1, 0}};

struct Meaning {
  std::string_view base;
  double factor = 1, offset = 0;
};

std::optional<Meaning> meaning_of_unit(std::string_view text) {
  for (const Unit& unit : others) {
    if (unit.text == text) return Meaning{unit.base, unit.factor, unit.offset};
  }
  if (std::ranges::find(prefixed, text) != prefixed.end()) return Meaning{text};
  for (const Prefix& prefix : prefixes) {
    if (!text.starts_with(prefix.text)) continue;
    const std::string_view rest = text.substr(prefix.text.size());
    if (std::ranges::find(prefixed, rest) == prefixed.end()) continue;
    Meaning out{rest, std::pow(10.0, prefix.power)};
    if (rest == "bar") out = {"Pa", out.factor * 1e5};
    return out;
  }
  return std::nullopt;
}

std::string_view without_brackets(std::string_view unit) {
  unit = base::trim(unit);
  if (unit.size() > 2 && ((unit.front() == '[' && unit.back() == ']') || (unit.front() == '(' && unit.back() == ')')))
    unit = base::trim(unit.substr(1, unit.size() - 2));
  return unit;
}

std::string shortest(double value) {
  std::array<char, 64> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), end.ptr};
}

bool is_plain(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && std::isfinite(value);
}

// "1,234": a thousand and some, or one and a bit.
bool is_thousand(std::string_view text) {
  const std::size_t comma = text.find(',');
  return text.size() - comma == 4 && comma > 0 && !text.starts_with('0') && !text.starts_with("-0");
}

// "1,234,567": signs of thousands only.
bool is_grouped(std::string_view text, char sign) {
  const auto parts = base::split(text, sign);
  if (parts.size() < 3 || parts.front().empty() || parts.front().size() > 4) return false;
  return std::ranges::all_of(parts.begin() + 1, parts.end(), [](std::string_view part) { return part.size() == 3; });
}

// The sign that parts the whole from the rest; '\0' where there is none. nullopt: it can be read in two ways.
std::optional<char> decimal_sign(std::string_view text) {
  const auto commas = std::ranges::count(text, ','), points = std::ranges::count(text, '.');
  if (commas == 0 && points <= 1) return points == 1 ? '.' : '\0';
  if (points == 0 && commas == 1) return is_thousand(text) ? std::nullopt : std::optional(',');
  if (points == 0 && is_grouped(text, ',')) return '\0';
  if (commas > 1 && points > 1) return std::nullopt;
  if (commas > 1) return points == 1 && text.rfind('.') > text.rfind(',') ? std::optional('.') : std::nullopt;
  if (points > 1) return commas == 1 && text.rfind(',') > text.rfind('.') ? std::optional(',') : std::nullopt;
  return text.rfind(',') > text.rfind('.') ? ',' : '.';
}

}  // namespace

std::optional<std::string> plain_number(std::string_view text, char decimal) {
  text = base::trim(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  const std::optional<char> sign = decimal != '\0' ? std::optional(decimal) : decimal_sign(text);
  if (!sign) return std::nullopt;
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == *sign && c != '\0') {
      out += '.';
    } else if (c != ',' && c != '.' && c != ' ' && c != '\'') {
      out += c;
    }
  }
  return is_plain(out) ? std::optional(out) : std::nullopt;
}

std::optional<std::string> converted(std::string_view number, std::string_view from, std::string_view to) {
  from = without_brackets(from);
  to = without_brackets(to);
  if (from == to) return std::string(number);
  const auto source = meaning_of_unit(from), target = meaning_of_unit(to);
  double value = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  if (!source || !target || source->base != target->base || error != std::errc()) return std::nullopt;
  // Of factors that are powers of ten one division or multiplication is exact to the last digit.
  const double ratio = source->factor / target->factor, inverse = target->factor / source->factor;
  const double offset = (source->offset - target->offset) / target->factor;
  return shortest((ratio >= 1 ? value * std::round(ratio * 1e9) / 1e9 : value / inverse) + offset);
}

}  // namespace aas::engine
