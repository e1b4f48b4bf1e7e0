// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

// UTF-8 (RFC 3629; Unicode 15, 3.9), one character at a time. Pure. What is malformed is never skipped silently: it is
// one U+FFFD for each longest part that begins like a character, as Unicode recommends, and at least one byte long.
namespace base {

inline constexpr char32_t replacement_character = U'\uFFFD';
inline constexpr char32_t last_character = U'\U0010FFFF';

struct Utf8Character {
  char32_t value = replacement_character;
  std::size_t bytes = 1;
  bool valid = false;
};

// The first character of a text that is not ASCII, which is not empty.
Utf8Character first_character_beyond_ascii(std::string_view text);

// The first character of `text`, which is not empty.
inline Utf8Character first_character(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  return lead < 0x80 ? Utf8Character{lead, 1, true} : first_character_beyond_ascii(text);
}

// The character at `at`, which lies within the text and moves past it.
inline char32_t next_character(std::string_view text, std::size_t& at) {
  const auto character = first_character(text.substr(at));
  at += character.bytes;
  return character.value;
}

// What is not a character (a surrogate, or beyond U+10FFFF) is written as U+FFFD.
void append_utf8(std::string& out, char32_t character);

bool valid_utf8(std::string_view text);
std::size_t count_characters(std::string_view text);

// True for the second to fourth byte of a character.
constexpr bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80; }

}  // namespace base
