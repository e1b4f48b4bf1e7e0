// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

// Text by eight bytes at a time (SIMD within a register): every byte of a word is treated alike. Pure.
namespace base::swar {

static_assert(std::endian::native == std::endian::little, "the first byte of a text is the lowest of its word");

constexpr std::uint64_t each(std::uint64_t byte) { return byte * 0x0101010101010101; }

inline std::uint64_t load(const char* from) {
  std::uint64_t word = 0;
  std::memcpy(&word, from, sizeof word);
  return word;
}

inline std::uint32_t load_half(const char* from) {
  std::uint32_t word = 0;
  std::memcpy(&word, from, sizeof word);
  return word;
}

// 0x80 in each byte that is ASCII and at least `least` (1 to 128); no carry leaves its byte.
constexpr std::uint64_t ascii_from(std::uint64_t word, std::uint64_t least) {
  return ((word & each(0x7f)) + each(0x80 - least)) & ~word & each(0x80);
}

// 0x80 in each byte that is not ASCII.
constexpr std::uint64_t beyond_ascii(std::uint64_t word) { return word & each(0x80); }

// 0x80 in each byte below 0x20.
constexpr std::uint64_t controls(std::uint64_t word) { return ~word & each(0x80) & ~ascii_from(word, 0x20); }

// 0x80 in each byte that is this ASCII character.
constexpr std::uint64_t equal_to(std::uint64_t word, char c) {
  const auto differing = word ^ each(static_cast<unsigned char>(c));
  return ~(((differing & each(0x7f)) + each(0x7f)) | differing | each(0x7f));
}

// The same two, cheaper, and right up to the first byte found; what they mark after it may be anything.
constexpr std::uint64_t first_control(std::uint64_t word) { return (word - each(0x20)) & ~word & each(0x80); }
constexpr std::uint64_t first_equal_to(std::uint64_t word, char c) {
  const auto differing = word ^ each(static_cast<unsigned char>(c));
  return (differing - each(1)) & ~differing & each(0x80);
}

constexpr std::uint64_t lower(std::uint64_t word) {
  return word | (ascii_from(word, 'A') & ~ascii_from(word, 'Z' + 1)) >> 2;
}

// Whether two texts are the same; for short ones, whose comparison by a call costs more than all else about them.
inline bool are_same(std::string_view one, std::string_view other) {
  const std::size_t size = one.size();
  if (size != other.size()) return false;
  if (size >= sizeof(std::uint64_t)) {
    for (std::size_t at = 0; at + 8 < size; at += 8) {
      if (load(one.data() + at) != load(other.data() + at)) return false;
    }
    return load(one.data() + size - 8) == load(other.data() + size - 8);
  }
  if (size >= sizeof(std::uint32_t)) {
    return load_half(one.data()) == load_half(other.data()) &&
           load_half(one.data() + size - 4) == load_half(other.data() + size - 4);
  }
  for (std::size_t at = 0; at < size; ++at) {
    if (one[at] != other[at]) return false;
  }
  return true;
}

// The bytes from `at` on, of which there are one to seven, followed by blanks.
inline std::uint64_t load_rest(std::string_view text, std::size_t at) {
  const auto missing = 8 * (8 - (text.size() - at));  // bits
  if (text.size() >= 8) return load(text.data() + text.size() - 8) >> missing | each(' ') << (64 - missing);
  std::uint64_t word = each(' ');
  std::memcpy(&word, text.data() + at, text.size() - at);
  return word;
}

// The place of the first byte that `marks` marks with 0x80, or the size. Blanks must not be marked; later bytes need
// not be marked rightly.
template <class Marks>
std::size_t find(std::string_view text, const Marks& marks) {
  std::size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) {
    if (const std::uint64_t found = marks(load(text.data() + at)); found != 0)
      return at + static_cast<std::size_t>(std::countr_zero(found)) / 8;
  }
  if (at == text.size()) return at;
  const std::uint64_t found = marks(load_rest(text, at));
  return found == 0 ? text.size() : at + static_cast<std::size_t>(std::countr_zero(found)) / 8;
}

}  // namespace base::swar
