// SPDX-License-Identifier: Apache-2.0
#include "base/json_read.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <string>
#include <unordered_set>
#include <utility>

#include "base/utf8.h"
#include "base/wide.h"

namespace base {

namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The length of the run of plain characters at the start of a string: up to its quote, an escape or a control.
[[gnu::noinline]] std::size_t plain_part(std::string_view text) { return wide::find_special(text, '"', '\\'); }

// One of 64 kinds of names, most of which differ within an object.
std::uint64_t kind_of(std::string_view name) {
  if (name.empty()) return 1;
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(name[i]); };
  return std::uint64_t{1} << ((name.size() * 5 + at(0) * 3 + at(name.size() - 1)) & 63);
}

}  // namespace

// Reads one text (RFC 8259) that is UTF-8. Every step takes the place where it begins and returns the one behind it, or
// null where something is wrong. A value is made where it will stand.
class JsonReader {
 public:
  JsonReader(std::string_view text, int max_depth)
      : begin_(text.data()), end_(text.data() + text.size()), levels_left_(max_depth) {}

  std::optional<Json> read() {
    Json out;
    const At at = value(skip_blanks(begin_), out);
    if (at == nullptr || skip_blanks(at) != end_) return std::nullopt;
    return out;
  }

 private:
  using At = const char*;

  static bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
  std::string_view rest(At at) const { return {at, static_cast<std::size_t>(end_ - at)}; }
  bool is(At at, char c) const { return at != end_ && *at == c; }

  // Section 2: blanks are spaces, tabs and line ends. Mostly there is none, or one space, or a line that is indented.
  [[gnu::always_inline]] At skip_blanks(At at) const {
    if (is(at, ' ')) ++at;
    return at == end_ || static_cast<unsigned char>(*at) > ' ' ? at : skip_lines(at);
  }
  [[gnu::noinline]] At skip_lines(At at) const {
#ifdef __SSE2__
    while (end_ - at > 17 && is_blank(*at)) {
      const std::uint32_t others = wide::bits(wide::equal_to(wide::load(++at), ' ')) ^ 0xffff;
      at += others == 0 ? 16 : std::countr_zero(others);
      if (static_cast<unsigned char>(*at) > ' ') return at;
    }
#endif
    while (at != end_ && is_blank(*at)) ++at;
    return at;
  }

  // `at` is no blank.
  [[gnu::always_inline]] At value(At at, Json& out) {
    if (!is(at, '"')) return other_value(at, out);
    std::string_view read;
    at = text(at + 1, read);
    if (at != nullptr) out.become_text(read);
    return at;
  }

  [[gnu::noinline]] At other_value(At at, Json& out) {
    if (at == end_) return nullptr;
    switch (*at) {
      case '{':
        return object(skip_blanks(at + 1), out);
      case '[':
        return array(skip_blanks(at + 1), out);
      case 't':
        return literal(at, "true", true, out);
      case 'f':
        return literal(at, "false", false, out);
      case 'n':
        return literal(at, "null", nullptr, out);
      default:
        return number(at, out);
    }
  }

  At literal(At at, std::string_view word, Json meant, Json& out) const {
    if (!rest(at).starts_with(word)) return nullptr;
    out = std::move(meant);
    return at + word.size();
  }

  // Section 7. The text of a string behind its first quote; of one with escapes in `unescaped_`.
  [[gnu::always_inline]] At text(At at, std::string_view& out) {
    const std::size_t plain = short_part(at);
    const At stop = at + plain;
    if (!is(stop, '"')) return text_with_escapes(at, plain, out);
    out = {at, plain};
    return stop + 1;
  }

  // Most strings end within sixteen bytes.
  [[gnu::always_inline]] std::size_t short_part(At at) const {
#ifdef __SSE2__
    if (end_ - at >= 16) {
      const std::uint32_t found = wide::bits(wide::specials(wide::load(at), '"', '\\'));
      if (found != 0) return static_cast<std::size_t>(std::countr_zero(found));
    }
#endif
    return plain_part(rest(at));
  }

  [[gnu::noinline]] At text_with_escapes(At at, std::size_t plain, std::string_view& out) {
    unescaped_.clear();
    for (;;) {
      unescaped_.append(at, plain);
      at += plain;
      if (is(at, '"')) break;
      if (!is(at, '\\')) return nullptr;
      at = escape(at + 1);
      if (at == nullptr) return nullptr;
      plain = plain_part(rest(at));
    }
    out = unescaped_;
    return at + 1;
  }

  // Behind the backslash.
  At escape(At at) {
    if (at == end_) return nullptr;
    const char letter = *at++;
    constexpr std::string_view letters = "\"\\/bfnrt";
    constexpr std::string_view meant = "\"\\/\b\f\n\r\t";
    if (letter == 'u') return escaped_code(at);
    const std::size_t which = letters.find(letter);
    if (which == std::string_view::npos) return nullptr;
    unescaped_.push_back(meant[which]);
    return at;
  }

  // \uXXXX, or two of them that are one character beyond U+FFFF.
  At escaped_code(At at) {
    const std::optional<std::uint32_t> first = four_digits(at);
    if (!first || (*first >= 0xdc00 && *first < 0xe000)) return nullptr;
    at += 4;
    std::uint32_t code = *first;
    if (code >= 0xd800 && code < 0xdc00) {
      if (!rest(at).starts_with("\\u")) return nullptr;
      const std::optional<std::uint32_t> second = four_digits(at + 2);
      if (!second || *second < 0xdc00 || *second >= 0xe000) return nullptr;
      at += 6;
      code = 0x10000 + ((code - 0xd800) << 10) + (*second - 0xdc00);
    }
    append_utf8(unescaped_, code);
    return at;
  }

  std::optional<std::uint32_t> four_digits(At at) const {
    std::uint32_t code = 0;
    if (end_ - at < 4 || std::from_chars(at, at + 4, code, 16).ptr != at + 4) return std::nullopt;
    return code;
  }

  // Section 6. Integers beyond 64 bits are real; what is beyond a double, or closer to zero than any, is left to
  // others.
  At number(At at, Json& out) const {
    const At begin = at;
    if (is(at, '-')) ++at;
    const At digits = at;
    at = skip_digits(at);
    if (at == digits || (*digits == '0' && at - digits > 1)) return nullptr;
    const bool is_integer = at == end_ || (*at != '.' && *at != 'e' && *at != 'E');
    if (is_integer) {
      std::int64_t integer = 0;
      if (std::from_chars(begin, at, integer).ec == std::errc()) {
        out = integer;
        return at;
      }
    } else {
      at = fraction_and_exponent(at);
      if (at == nullptr) return nullptr;
    }
    double real = 0;
    if (std::from_chars(begin, at, real).ec != std::errc()) return nullptr;
    out = real;
    return at;
  }

  At skip_digits(At at) const {
    while (at != end_ && is_digit(*at)) ++at;
    return at;
  }

  At fraction_and_exponent(At at) const {
    if (is(at, '.')) {
      const At digits = at + 1;
      at = skip_digits(digits);
      if (at == digits) return nullptr;
    }
    if (!is(at, 'e') && !is(at, 'E')) return at;
    ++at;
    if (is(at, '+') || is(at, '-')) ++at;
    const At end = skip_digits(at);
    return end == at ? nullptr : end;
  }

  At array(At at, Json& out) {
    if (--levels_left_ < 0) return nullptr;
    Json::Array& items = out.become_array();
    if (!is(at, ']')) {
      for (;;) {
        at = value(at, items.emplace_back());
        if (at == nullptr) return nullptr;
        at = skip_blanks(at);
        if (!is(at, ',')) break;
        at = skip_blanks(at + 1);
      }
      if (!is(at, ']')) return nullptr;
    }
    ++levels_left_;
    return at + 1;
  }

  // Objects at the same depth mostly have as many members, and names of different kinds.
  At object(At at, Json& out) {
    if (--levels_left_ < 0) return nullptr;
    std::uint8_t& usual = usual_sizes_[static_cast<std::size_t>(levels_left_) % usual_sizes_.size()];
    Json::Object& members = out.become_object();
    if (!is(at, '}')) {
      members.reserve(usual);
      std::uint64_t kinds = 0;
      bool may_repeat = false;
      for (;;) {
        std::string_view name;
        at = is(at, '"') ? text(at + 1, name) : nullptr;
        if (at == nullptr) return nullptr;
        const std::uint64_t kind = kind_of(name);
        may_repeat = may_repeat || (kinds & kind) != 0;
        kinds |= kind;
        at = member(skip_blanks(at), members.emplace_back(name, nullptr).second);
        if (at == nullptr) return nullptr;
        if (!is(at, ',')) break;
        at = skip_blanks(at + 1);
      }
      if (!is(at, '}') || (may_repeat && repeated_name(members))) return nullptr;
      usual = static_cast<std::uint8_t>(std::min<std::size_t>(members.size(), 16));
    }
    ++levels_left_;
    return at + 1;
  }

  // Behind its name, with the blanks behind it.
  [[gnu::always_inline]] At member(At at, Json& out) {
    if (!is(at, ':')) return nullptr;
    at = value(skip_blanks(at + 1), out);
    return at == nullptr ? nullptr : skip_blanks(at);
  }

  const At begin_;
  const At end_;
  int levels_left_;
  std::array<std::uint8_t, 32> usual_sizes_{};
  std::string unescaped_;
};

// Pairwise among those of a kind while that is cheap, with a set beyond.
std::optional<std::string_view> repeated_name(std::span<const Json::Member> members) {
  if (members.size() <= 16) {
    std::uint64_t kinds = 0;
    for (std::size_t i = 0; i < members.size(); ++i) {
      const std::uint64_t kind = kind_of(members[i].first);
      const bool is_new = (std::exchange(kinds, kinds | kind) & kind) == 0;
      if (is_new) continue;
      for (std::size_t j = 0; j < i; ++j) {
        if (members[i].first == members[j].first) return members[i].first;
      }
    }
    return std::nullopt;
  }
  std::unordered_set<std::string_view> seen;
  seen.reserve(members.size());
  for (const auto& member : members) {
    if (!seen.insert(member.first).second) return member.first;
  }
  return std::nullopt;
}

std::optional<Json> read_json(std::string_view text, int max_depth) {
  if (!simdjson::validate_utf8(text.data(), text.size())) return std::nullopt;
  return JsonReader(text, max_depth).read();
}

}  // namespace base
