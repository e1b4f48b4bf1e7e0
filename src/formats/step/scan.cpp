// SPDX-License-Identifier: Apache-2.0
#include "formats/step/scan.h"

#include <array>
#include <bit>
#include <cstring>
#include <limits>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace formats::step::scan {
namespace {

constexpr auto structural = [] {
  std::array<bool, 256> table{};
  for (const char c : {'\'', '(', ')', '/', ';', '='}) table[static_cast<unsigned char>(c)] = true;
  return table;
}();

// The next byte that means something between a record's parentheses. Most bytes do not: sixteen are looked at at once.
const char* next_structural(const char* at, const char* end) {
#ifdef __SSE2__
  const __m128i first = _mm_set1_epi8('\''), two = _mm_set1_epi8(2);  // ' ( ) follow each other
  const __m128i slash = _mm_set1_epi8('/'), semicolon = _mm_set1_epi8(';'), equals = _mm_set1_epi8('=');
  for (; end - at >= 16; at += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const __m128i above = _mm_sub_epi8(bytes, first);
    const __m128i quote_or_parenthesis = _mm_cmpeq_epi8(_mm_min_epu8(above, two), above);
    const __m128i others = _mm_or_si128(_mm_cmpeq_epi8(bytes, slash),
                                        _mm_or_si128(_mm_cmpeq_epi8(bytes, semicolon), _mm_cmpeq_epi8(bytes, equals)));
    const auto mask = static_cast<unsigned>(_mm_movemask_epi8(_mm_or_si128(quote_or_parenthesis, others)));
    if (mask != 0) return at + std::countr_zero(mask);
  }
#endif
  while (at != end && !structural[static_cast<unsigned char>(*at)]) ++at;
  return at;
}

// `at` is past "/*".
const char* after_comment(const char* at, const char* end) {
  while (at != end) {
    at = static_cast<const char*>(std::memchr(at, '*', static_cast<std::size_t>(end - at)));
    if (at == nullptr || end - at < 2) return nullptr;
    if (*++at == '/') return at + 1;
  }
  return nullptr;
}

bool begins_comment(const char* at, const char* end) { return end - at >= 2 && at[0] == '/' && at[1] == '*'; }

// 6.4.3.3: in \S\' the apostrophe is a character of the alphabet's upper half and closes nothing. The directive's first
// reverse solidus is not the second of a pair.
bool belongs_to_page_directive(const char* begin, const char* quote) {
  if (quote - begin < 3 || quote[-1] != '\\' || quote[-2] != 'S' || quote[-3] != '\\') return false;
  std::size_t before = 0;
  for (const char* at = quote - 3; at != begin && at[-1] == '\\'; --at) ++before;
  return before % 2 == 0;
}

bool may_follow_string(const char* at, const char* end) {
  return at == end || *at == ',' || *at == ')' || *at == '/' || is_blank(*at);
}

}  // namespace

const char* after_blanks_and_comments(const char* at, const char* end) {
  while (true) {
    while (at != end && is_blank(*at)) ++at;
    if (!begins_comment(at, end)) return at;
    at = after_comment(at + 2, end);
    if (at == nullptr) return end;
  }
}

const char* skip_string(const char* at, const char* end) {
  const char* begin = ++at;
  while (at != end) {
    at = static_cast<const char*>(std::memchr(at, '\'', static_cast<std::size_t>(end - at)));
    if (at == nullptr) return nullptr;
    if (belongs_to_page_directive(begin, at)) {
      ++at;
    } else if (end - at >= 2 && at[1] == '\'') {
      at += 2;
    } else {
      return at + 1;
    }
  }
  return nullptr;
}

Group skip_group(const char* at, const char* end, int max_depth) {
  int depth = 1;
  while (true) {
    at = next_structural(at, end);
    if (at == end) return {Stop::at_end, at};
    switch (*at) {
      case '(':
        if (++depth > max_depth) return {Stop::too_deep, at};
        ++at;
        break;
      case ')':
        ++at;
        if (--depth == 0) return {Stop::closed, at};
        break;
      case '\'': {
        const char* after = skip_string(at, end);
        if (after == nullptr) return {Stop::open_string, at};
        if (!may_follow_string(after, end)) return {Stop::after_string, after};
        at = after;
        break;
      }
      case '/':
        if (begins_comment(at, end)) {
          const char* after = after_comment(at + 2, end);
          if (after == nullptr) return {Stop::open_comment, at};
          at = after;
        } else {
          ++at;
        }
        break;
      case ';':
        return {Stop::semicolon, at};
      default:
        return {Stop::equals, at};
    }
  }
}

const char* skip_value(const char* at, const char* end) {
  if (at == end) return at;
  if (*at == '\'') {
    const char* after = skip_string(at, end);
    return after == nullptr ? end : after;
  }
  if (is_letter(*at) || *at == '!') {
    const char* word = skip_word(at, end);
    at = skip_blank(word, end);
    if (at == end || *at != '(') return word;
  }
  if (*at == '(') {
    const Group group = skip_group(at + 1, end, std::numeric_limits<int>::max());
    return group.stop == Stop::closed ? group.at : end;
  }
  while (at != end && *at != ',' && *at != ')' && *at != '(' && *at != '\'' && *at != '/' && !is_blank(*at)) ++at;
  return at;
}

}  // namespace formats::step::scan
