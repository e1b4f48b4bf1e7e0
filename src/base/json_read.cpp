// SPDX-License-Identifier: Apache-2.0
#include "base/json_read.h"

#include <simdjson.h>

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
std::size_t plain_part(std::string_view text) { return wide::find_special(text, '"', '\\'); }

// One of 64 kinds of names, most of which differ within an object.
std::uint64_t kind_of(std::string_view name) {
  if (name.empty()) return 1;
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(name[i]); };
  return std::uint64_t{1} << ((name.size() * 5 + at(0) * 3 + at(name.size() / 2) * 7 + at(name.size() - 1)) & 63);
}

// Where a value is made that has been read: the last item of an array, or the last member of an object, by its name.
struct ToItems {
  Json::Array& items;
  template <class Value>
  void operator()(Value&& value) const {
    items.emplace_back(std::forward<Value>(value));
  }
};
struct ToMembers {
  Json::Object& members;
  std::string_view name;
  template <class Value>
  void operator()(Value&& value) const {
    members.emplace_back(name, std::forward<Value>(value));
  }
};
// The name of what is in an array or object must be kept until that is read.
struct ToNamed {
  Json::Object& members;
  std::string& name;
  void operator()(Json value) const { members.emplace_back(std::move(name), std::move(value)); }
};

// Reads one text (RFC 8259) that is UTF-8. Every step says whether all was well so far.
class JsonReader {
 public:
  JsonReader(std::string_view text, int max_depth)
      : at_(text.data()), end_(text.data() + text.size()), levels_left_(max_depth) {}

  std::optional<Json> read() {
    Json::Array out;
    if (!value(ToItems{out})) return std::nullopt;
    skip_blanks();
    if (at_ != end_) return std::nullopt;
    return std::move(out.front());
  }

 private:
  // Section 2: blanks are spaces, tabs and line ends; most are the spaces that indent.
  void skip_blanks() {
    while (at_ != end_ && static_cast<unsigned char>(*at_) <= ' ') {
      if (*at_ != ' ' && *at_ != '\n' && *at_ != '\r' && *at_ != '\t') return;
      ++at_;
      at_ += wide::count_blanks(rest());
    }
  }

  bool next_is(char c) {
    const bool at_once = at_ != end_ && *at_ == c;
    if (!at_once) skip_blanks();
    if (!at_once && (at_ == end_ || *at_ != c)) return false;
    ++at_;
    return true;
  }

  // Hands the value on as what it is, so that it is made where it will stand.
  template <class Take>
  bool value(const Take& take) {
    skip_blanks();
    if (at_ == end_) return false;
    switch (*at_) {
      case '"':
        ++at_;
        return string(take);
      case '{':
        ++at_;
        return object(take);
      case '[':
        ++at_;
        return array(take);
      case 't':
        return literal("true", true, take);
      case 'f':
        return literal("false", false, take);
      case 'n':
        return literal("null", nullptr, take);
      default:
        return number(take);
    }
  }

  template <class Value, class Take>
  bool literal(std::string_view word, Value meant, const Take& take) {
    if (!rest().starts_with(word)) return false;
    at_ += word.size();
    take(meant);
    return true;
  }

  std::string_view rest() const { return {at_, static_cast<std::size_t>(end_ - at_)}; }

  // Section 7. The text of a string behind its first quote; of one with escapes in `unescaped_`.
  std::optional<std::string_view> text() {
    const std::size_t plain = plain_part(rest());
    const std::string_view run(at_, plain);
    at_ += plain;
    if (at_ == end_ || static_cast<unsigned char>(*at_) < ' ') return std::nullopt;
    if (*at_++ == '"') return run;
    unescaped_.assign(run);
    return unescape() ? std::optional<std::string_view>(unescaped_) : std::nullopt;
  }

  template <class Take>
  bool string(const Take& take) {
    const auto read = text();
    if (read) take(*read);
    return read.has_value();
  }

  // From behind the first backslash to behind the quote.
  bool unescape() {
    for (;;) {
      if (!escape()) return false;
      const std::size_t plain = plain_part(rest());
      unescaped_.append(at_, plain);
      at_ += plain;
      if (at_ == end_ || static_cast<unsigned char>(*at_) < ' ') return false;
      if (*at_++ == '"') return true;
    }
  }

  bool escape() {
    if (at_ == end_) return false;
    const char letter = *at_++;
    constexpr std::string_view letters = "\"\\/bfnrt";
    constexpr std::string_view meant = "\"\\/\b\f\n\r\t";
    if (letter == 'u') return escaped_code();
    const std::size_t which = letters.find(letter);
    if (which == std::string_view::npos) return false;
    unescaped_.push_back(meant[which]);
    return true;
  }

  // \uXXXX, or two of them that are one character beyond U+FFFF.
  bool escaped_code() {
    const std::optional<std::uint32_t> first = four_digits();
    if (!first || (*first >= 0xdc00 && *first < 0xe000)) return false;
    std::uint32_t code = *first;
    if (code >= 0xd800 && code < 0xdc00) {
      if (!rest().starts_with("\\u")) return false;
      at_ += 2;
      const std::optional<std::uint32_t> second = four_digits();
      if (!second || *second < 0xdc00 || *second >= 0xe000) return false;
      code = 0x10000 + ((code - 0xd800) << 10) + (*second - 0xdc00);
    }
    append_utf8(unescaped_, code);
    return true;
  }

  std::optional<std::uint32_t> four_digits() {
    std::uint32_t code = 0;
    if (end_ - at_ < 4 || std::from_chars(at_, at_ + 4, code, 16).ptr != at_ + 4) return std::nullopt;
    at_ += 4;
    return code;
  }

  // Section 6. Integers beyond 64 bits are real; what is beyond a double, or closer to zero than any, is left to
  // others.
  template <class Take>
  bool number(const Take& take) {
    const char* const begin = at_;
    if (at_ != end_ && *at_ == '-') ++at_;
    const char* const digits = at_;
    if (!skip_digits() || (*digits == '0' && at_ - digits > 1)) return false;
    const bool is_integer = at_ == end_ || (*at_ != '.' && *at_ != 'e' && *at_ != 'E');
    if (is_integer) {
      std::int64_t integer = 0;
      if (std::from_chars(begin, at_, integer).ec == std::errc()) {
        take(integer);
        return true;
      }
    } else if (!fraction_and_exponent()) {
      return false;
    }
    double real = 0;
    if (std::from_chars(begin, at_, real).ec != std::errc()) return false;
    take(real);
    return true;
  }

  bool skip_digits() {
    const char* const begin = at_;
    while (at_ != end_ && is_digit(*at_)) ++at_;
    return at_ != begin;
  }

  bool fraction_and_exponent() {
    if (*at_ == '.') {
      ++at_;
      if (!skip_digits()) return false;
    }
    if (at_ == end_ || (*at_ != 'e' && *at_ != 'E')) return true;
    ++at_;
    if (at_ != end_ && (*at_ == '+' || *at_ == '-')) ++at_;
    return skip_digits();
  }

  template <class Take>
  bool array(const Take& take) {
    if (--levels_left_ < 0) return false;
    Json::Array items;
    if (!next_is(']')) {
      do {
        if (!value(ToItems{items})) return false;
      } while (next_is(','));
      if (!next_is(']')) return false;
    }
    take(std::move(items));
    ++levels_left_;
    return true;
  }

  template <class Take>
  bool object(const Take& take) {
    constexpr std::size_t usual = 4;
    if (--levels_left_ < 0) return false;
    Json::Object members;
    if (!next_is('}')) {
      members.reserve(usual);
      do {
        if (!member(members)) return false;
      } while (next_is(','));
      if (!next_is('}')) return false;
    }
    if (repeated_name(members)) return false;
    take(Json::object(std::move(members)));
    ++levels_left_;
    return true;
  }

  bool member(Json::Object& members) {
    if (!next_is('"')) return false;
    const auto name = text();
    if (!name || !next_is(':')) return false;
    skip_blanks();
    if (at_ == end_) return false;
    const bool escapes_again = *at_ == '"' && name->data() == unescaped_.data();
    if (*at_ != '{' && *at_ != '[' && !escapes_again) return value(ToMembers{members, *name});
    std::string own_name(*name);
    return value(ToNamed{members, own_name});
  }

  const char* at_;
  const char* end_;
  int levels_left_;
  std::string unescaped_;
};

}  // namespace

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
