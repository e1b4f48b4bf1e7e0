// SPDX-License-Identifier: Apache-2.0
#include "base/utf8.h"

#include "base/swar.h"

namespace base {

namespace {

struct LeadByte {
  std::size_t length;
  unsigned char second_low, second_high;  // the bounds of the second byte
};

// Unicode 15, table 3-7: well-formed byte sequences. The second byte excludes overlong forms, surrogates and what lies
// beyond U+10FFFF.
LeadByte classify(unsigned char lead) {
  if (lead >= 0xC2 && lead <= 0xDF) return {2, 0x80, 0xBF};
  if (lead == 0xE0) return {3, 0xA0, 0xBF};
  if (lead == 0xED) return {3, 0x80, 0x9F};
  if (lead >= 0xE1 && lead <= 0xEF) return {3, 0x80, 0xBF};
  if (lead == 0xF0) return {4, 0x90, 0xBF};
  if (lead >= 0xF1 && lead <= 0xF3) return {4, 0x80, 0xBF};
  if (lead == 0xF4) return {4, 0x80, 0x8F};
  return {1, 0, 0};
}

bool is_character(char32_t c) { return c <= last_character && (c < 0xD800 || c > 0xDFFF); }

}  // namespace

Utf8Character first_character_beyond_ascii(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const auto lead = classify(byte(0));
  if (lead.length == 1) return {replacement_character, 1, false};
  auto character = static_cast<char32_t>(byte(0) & (0x7FU >> lead.length));
  for (std::size_t i = 1; i < lead.length; ++i) {
    const auto low = i == 1 ? lead.second_low : 0x80;
    const auto high = i == 1 ? lead.second_high : 0xBF;
    if (i >= text.size() || byte(i) < low || byte(i) > high) return {replacement_character, i, false};
    character = (character << 6) | (byte(i) & 0x3FU);
  }
  return {character, lead.length, true};
}

void append_utf8(std::string& out, char32_t character) {
  const char32_t c = is_character(character) ? character : replacement_character;
  const auto put = [&](char32_t bits) { out += static_cast<char>(static_cast<unsigned char>(bits)); };
  if (c < 0x80) return put(c);
  const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;  // bytes after the first
  put((0xF80U >> more & 0xFFU) | c >> (6 * more));       // 110…, 1110… or 11110…
  for (int i = more - 1; i >= 0; --i) put(0x80U | (c >> (6 * i) & 0x3FU));
}

bool valid_utf8(std::string_view text) {
  while (!text.empty()) {
    text.remove_prefix(swar::find(text, swar::beyond_ascii));
    if (text.empty()) return true;
    const auto character = first_character_beyond_ascii(text);
    if (!character.valid) return false;
    text.remove_prefix(character.bytes);
  }
  return true;
}

std::size_t count_characters(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++count) at += first_character(text.substr(at)).bytes;
  return count;
}

}  // namespace base
