// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/swar.h"
#include "base/utf8.h"

namespace base {

// Replaces what is not UTF-8 by U+FFFD, and control and bidirectional-override characters by spaces:
// for text from files and callers that will be shown to people or models. Line feeds and tabs stay.
// Never longer than max_bytes; what was cut ends with "…".
std::string printable(std::string_view text, std::size_t max_bytes = 2000);

std::string_view trim(std::string_view text);
std::vector<std::string_view> split(std::string_view text, char separator);
std::string lower_ascii(std::string_view text);
std::string upper_ascii(std::string_view text);
// ASCII letters in either case; all else as it is. Inline, since headers and names are found with it.
inline bool equals_ignoring_case(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  std::size_t at = 0;
  for (; at + 8 <= a.size(); at += 8) {
    if (swar::lower(swar::load(a.data() + at)) != swar::lower(swar::load(b.data() + at))) return false;
  }
  return at == a.size() || swar::lower(swar::load_rest(a, at)) == swar::lower(swar::load_rest(b, at));
}
// `*` any run, `?` one character (one UTF-8 sequence), everything else itself. No pattern is slow:
// at most |pattern| x |text| steps.
bool glob_match(std::string_view pattern, std::string_view text);
std::string join(std::span<const std::string> parts, std::string_view separator);
std::string grouped(std::int64_t number);  // 12,345

// The candidate nearest to `word` by edit distance, if it is near enough to be what was meant.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates);

std::string hex(std::string_view bytes);
std::optional<std::string> unhex(std::string_view text);
std::string base64(std::string_view bytes);
std::optional<std::string> unbase64(std::string_view text);  // standard alphabet, padding required
std::string base64url(std::string_view bytes);               // no padding
std::optional<std::string> unbase64url(std::string_view text);
// nullopt where a % is not followed by two hex digits; + stays +.
std::optional<std::string> percent_decode(std::string_view text);

// 2026-11-15T10:35:56.123Z. Instants outside the years 0000 to 9999 are moved to the nearest end.
std::string iso8601(std::int64_t unix_ms);
// RFC 3339: Z or an offset is required, a fraction is not; it is cut to milliseconds.
std::optional<std::int64_t> parse_iso8601(std::string_view text);

}  // namespace base
