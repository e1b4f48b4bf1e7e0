// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/swar.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

// Text by sixteen bytes at a time where the processor has them (SSE2), by eight elsewhere. Pure.
namespace base::wide {

#ifdef __SSE2__
inline __m128i load(const char* from) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from)); }
inline __m128i equal_to(__m128i bytes, char c) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)); }
inline __m128i controls(__m128i bytes) { return _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1f)), bytes); }
// Controls, and the bytes that are one of these two.
inline __m128i specials(__m128i bytes, char one, char other) {
  return _mm_or_si128(_mm_or_si128(equal_to(bytes, one), equal_to(bytes, other)), controls(bytes));
}
// A bit for each byte that is marked.
inline std::uint32_t bits(__m128i marks) { return static_cast<std::uint32_t>(_mm_movemask_epi8(marks)); }
#endif

// The place of the first control, or of the first byte that is one of these two, which are no blanks; or the size.
inline std::size_t find_special(std::string_view text, char one, char other) {
  std::size_t at = 0;
#ifdef __SSE2__
  for (; at + 16 <= text.size(); at += 16) {
    const std::uint32_t found = bits(specials(load(text.data() + at), one, other));
    if (found != 0) return at + static_cast<std::size_t>(std::countr_zero(found));
  }
#endif
  return at + swar::find(text.substr(at), [=](std::uint64_t word) {
           return swar::first_control(word) | swar::first_equal_to(word, one) | swar::first_equal_to(word, other);
         });
}

// Whether there is a control or such a byte.
inline bool has_special(std::string_view text, char c) {
#ifdef __SSE2__
  if (text.size() >= 16) {
    __m128i marks = specials(load(text.data() + text.size() - 16), c, c);
    for (std::size_t at = 0; at + 16 < text.size(); at += 16)
      marks = _mm_or_si128(marks, specials(load(text.data() + at), c, c));
    return bits(marks) != 0;
  }
#endif
  return find_special(text, c, c) != text.size();
}

// How many blanks (spaces only) a text begins with.
inline std::size_t count_blanks(std::string_view text) {
  std::size_t at = 0;
#ifdef __SSE2__
  for (; at + 16 <= text.size(); at += 16) {
    if (const std::uint32_t others = bits(equal_to(load(text.data() + at), ' ')) ^ 0xffff; others != 0)
      return at + static_cast<std::size_t>(std::countr_zero(others));
  }
#endif
  while (at < text.size() && text[at] == ' ') ++at;
  return at;
}

}  // namespace base::wide
