// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/draw/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/text.h"
#include "base/utf8.h"
#include "domains/floorplan/engine/plan/measure.h"

namespace floorplan::engine {
namespace {

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Where a new word begins in a name written together: aB, a1, ABc.
bool starts_word(std::string_view text, std::size_t i) {
  if (i == 0) return false;
  const char before = text[i - 1];
  if (is_upper(text[i]) && (is_lower(before) || is_digit(before))) return true;
  if (is_digit(text[i]) && is_lower(before)) return true;
  return is_upper(text[i]) && is_upper(before) && i + 1 < text.size() && is_lower(text[i + 1]);
}

std::string join_words(const std::vector<std::string_view>& parts, std::size_t from, std::size_t to) {
  std::string out;
  for (std::size_t i = from; i < to; ++i) {
    if (!out.empty()) out += ' ';
    out += parts[i];
  }
  return out;
}

std::string unit_name(words::LengthUnit unit) {
  switch (unit) {
    case words::LengthUnit::m:
      return " m";
    case words::LengthUnit::cm:
      return " cm";
    case words::LengthUnit::mm:
      return " mm";
    default:
      return "";
  }
}

struct Short {
  std::string_view word, short_form;
};
constexpr auto shorts = std::to_array<Short>({
    {"bathroom", "Bath"},    {"bedroom", "Bed"},    {"kitchen", "Kit."},     {"corridor", "Corr."},
    {"storage", "Stor."},    {"closet", "Cl."},     {"laundry", "Lndy"},     {"living", "Living"},
    {"dining", "Din."},      {"elevator", "Lift"},  {"hallway", "Hall"},     {"entrance", "Entry"},
    {"utility", "Util."},    {"pantry", "Pan."},    {"balcony", "Balc."},    {"terrace", "Terr."},
    {"reception", "Rec."},   {"meeting", "Mtg"},    {"conference", "Conf."}, {"office", "Off."},
    {"toilet", "WC"},        {"restroom", "WC"},    {"powder", "WC"},        {"wardrobe", "Wdr."},
    {"mechanical", "Mech."}, {"electrical", "El."}, {"linen", "Lin."},       {"staircase", "Stair"},
    {"washroom", "WC"},
});

}  // namespace

std::string one_line(std::string_view text, std::size_t max_chars) {
  std::string clean = base::printable(text.substr(0, max_chars * 8), max_chars * 8);
  std::ranges::replace_if(clean, [](char c) { return c == '\n' || c == '\t' || c == '\r'; }, ' ');
  std::size_t chars = 0;
  for (std::size_t i = 0; i < clean.size(); ++i) {
    if (!base::continues_character(clean[i]) && ++chars > max_chars) return clean.substr(0, i) + "…";
  }
  return clean;
}

std::string spaced(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '_') {
      if (!out.empty() && i + 1 < name.size()) out += ' ';
      continue;
    }
    if (starts_word(name, i) && !out.ends_with(' ')) out += ' ';
    out += name[i];
  }
  return out.empty() ? std::string(name) : out;
}

std::string shown_name(std::string_view name, std::string_view label) {
  const std::string own = std::string(base::trim(one_line(label, 60)));
  return own.empty() ? spaced(one_line(name, 60)) : own;
}

std::vector<std::string> wrapped(const std::string& text, std::size_t lines) {
  std::vector<std::string_view> parts;
  for (const std::string_view part : base::split(text, ' ')) {
    if (!part.empty()) parts.push_back(part);
  }
  lines = std::min(lines, parts.size());
  if (lines < 2) return {text};
  std::vector<std::string> best;
  std::size_t best_width = std::numeric_limits<std::size_t>::max();
  const auto consider = [&](std::vector<std::string> candidate) {
    std::size_t width = 0;
    for (const std::string& line : candidate) width = std::max(width, line.size());
    if (width >= best_width) return;
    best_width = width;
    best = std::move(candidate);
  };
  const std::size_t n = std::min<std::size_t>(parts.size(), 12);
  for (std::size_t i = 1; i < n; ++i) {
    if (lines == 2) consider({join_words(parts, 0, i), join_words(parts, i, parts.size())});
    for (std::size_t j = i + 1; lines == 3 && j < n; ++j) {
      consider({join_words(parts, 0, i), join_words(parts, i, j), join_words(parts, j, parts.size())});
    }
  }
  return best;
}

std::string abbreviated(const std::string& text) {
  const std::string lower = base::lower_ascii(text);
  for (const auto& [word, short_form] : shorts) {
    if (!lower.contains(word)) continue;
    std::string out(short_form);
    const std::size_t digit = lower.find_last_of("0123456789");
    if (digit != std::string::npos && digit + 1 == lower.size()) out += std::string(" ") + lower.back();
    return out;
  }
  return {};
}

std::string bare_length(double metres_value, words::LengthUnit unit) {
  std::string text = show_length(metres_value, unit);
  const std::string suffix = unit_name(unit);
  if (!suffix.empty() && text.ends_with(suffix)) text.resize(text.size() - suffix.size());
  return text;
}

std::string shown_area(double square_metres, words::AreaUnit unit) {
  const double value = square_metres / square_metres_per(unit);
  if (!(value >= 1000) || value > 1e12) return show_area(square_metres, unit);
  std::string digits = std::to_string(std::llround(value));
  for (std::size_t i = digits.size(); i > 3;) digits.insert(i -= 3, "\u2009");
  return digits + (unit == words::AreaUnit::sqft ? " ft²" : " m²");
}

std::string show_size(double width, double height, words::LengthUnit unit) {
  return bare_length(width, unit) + " × " + bare_length(height, unit) + unit_name(unit);
}

}  // namespace floorplan::engine
