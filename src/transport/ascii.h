// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

// What protocols in ASCII compare and trim, whatever the locale. Pure.
namespace transport {

// Eight bytes at a time: every byte of a word is treated alike, and no carry leaves its byte.
namespace words {

constexpr std::uint64_t each(std::uint64_t byte) { return byte * 0x0101010101010101; }

inline std::uint64_t load(const char* from) {
  std::uint64_t word = 0;
  std::memcpy(&word, from, sizeof word);
  return word;
}

// 0x80 in each byte that is ASCII and at least `least` (1 to 128).
constexpr std::uint64_t ascii_from(std::uint64_t word, std::uint64_t least) {
  return ((word & each(0x7f)) + each(0x80 - least)) & ~word & each(0x80);
}

constexpr std::uint64_t lower(std::uint64_t word) {
  return word | (ascii_from(word, 'A') & ~ascii_from(word, 'Z' + 1)) >> 2;
}

// Whether a byte is below 0x20 or 0x7f.
constexpr bool has_control(std::uint64_t word) {
  const auto ascii = ~word & each(0x80);
  return (ascii & ~(ascii_from(word, 0x20) & ~ascii_from(word, 0x7f))) != 0;
}

}  // namespace words

constexpr char ascii_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

inline bool ascii_iequals(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  std::size_t i = 0;
  for (; i + 8 <= a.size(); i += 8)
    if (words::lower(words::load(a.data() + i)) != words::lower(words::load(b.data() + i))) return false;
  for (; i < a.size(); ++i)
    if (ascii_lower(a[i]) != ascii_lower(b[i])) return false;
  return true;
}

// RFC 9110, 5.6.3: OWS = *( SP / HTAB )
constexpr std::string_view trim_ows(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

}  // namespace transport
