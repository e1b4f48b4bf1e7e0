// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

// Finding one's way through the bytes of ISO 10303-21, 5 to 7: no meaning, no allocation, never beyond `end`.
namespace formats::step::scan {

inline bool is_blank(char c) { return static_cast<unsigned char>(c) <= ' '; }
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
inline bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

const char* after_blanks_and_comments(const char* at, const char* end);
// Past white space and comments; `end` where a comment is not closed.
inline const char* skip_blank(const char* at, const char* end) {
  if (at != end && !is_blank(*at) && *at != '/') return at;
  return after_blanks_and_comments(at, end);
}

// Past a keyword: letters, digits and _, after an optional !.
inline const char* skip_word(const char* at, const char* end) {
  if (at != end && *at == '!') ++at;
  while (at != end && is_word(*at)) ++at;
  return at;
}

// `at` is the opening quote. Past the closing one; nullptr where there is none.
const char* skip_string(const char* at, const char* end);

enum class Stop : unsigned char {
  closed,        // at is past the parenthesis
  at_end,        // the bytes end first
  open_string,   // a string is not closed
  open_comment,  // a comment is not closed
  after_string,  // a string is followed by what cannot follow one: most likely a quote is missing
  semicolon,     // the record ends first
  equals,        // the next record begins first
  too_deep,
};
struct Group {
  Stop stop;
  const char* at;
};
// `at` is past an opening parenthesis: finds the one that closes it.
Group skip_group(const char* at, const char* end, int max_depth);

// Past one argument as written, without blanks after it. Ends at `,` and at `)` that were not opened in it.
const char* skip_value(const char* at, const char* end);

}  // namespace formats::step::scan
