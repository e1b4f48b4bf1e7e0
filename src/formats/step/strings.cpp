// SPDX-License-Identifier: Apache-2.0
#include "formats/step/strings.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "base/text.h"
#include "base/utf8.h"

namespace formats::step {
namespace {

std::optional<unsigned> hex_digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A' + 10);
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
  return std::nullopt;
}
std::optional<char32_t> hex_number(std::string_view digits, std::size_t count) {
  if (digits.size() < count) return std::nullopt;
  char32_t value = 0;
  for (const char c : digits.substr(0, count)) {
    const auto digit = hex_digit(c);
    if (!digit) return std::nullopt;
    value = value << 4 | *digit;
  }
  return value;
}

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

class Decoder {
 public:
  explicit Decoder(std::string_view written) : rest_(written), utf8_(base::valid_utf8(written)) {}

  std::string run() && {
    out_.reserve(rest_.size());
    while (!rest_.empty()) {
      if (rest_[0] == '\\') {
        directive();
      } else if (rest_.starts_with("''")) {
        take(2);
        out_ += '\'';
      } else {
        plain();
      }
    }
    return std::move(out_);
  }

 private:
  void take(std::size_t count) { rest_.remove_prefix(count); }

  void plain() {
    const auto byte = static_cast<unsigned char>(rest_[0]);
    if (byte < 0x80 || utf8_) {
      out_ += rest_[0];
    } else {
      base::append_utf8(out_, byte);
    }
    take(1);
  }

  void directive() {
    if (rest_.starts_with("\\\\")) {
      out_ += '\\';
      take(2);
    } else if (rest_.starts_with("\\X2\\")) {
      wide(4);
    } else if (rest_.starts_with("\\X4\\")) {
      wide(8);
    } else if (rest_.starts_with("\\X\\")) {
      narrow();
    } else if (rest_.starts_with("\\S\\") && rest_.size() > 3 && static_cast<unsigned char>(rest_[3]) < 0x80) {
      base::append_utf8(out_, latin(page_, static_cast<unsigned char>(rest_[3] | 0x80)));
      take(4);
    } else if (rest_.size() > 3 && rest_[1] == 'P' && rest_[2] >= 'A' && rest_[2] <= 'I' && rest_[3] == '\\') {
      page_ = rest_[2];
      take(4);
    } else {
      plain();
    }
  }

  // \X\HH: a character of ISO 10646 row 0.
  void narrow() {
    const auto value = hex_number(rest_.substr(3), 2);
    if (!value) return plain();
    base::append_utf8(out_, *value);
    take(5);
  }

  // \X2\HHHH…\X0\ and \X4\HHHHHHHH…\X0\. Exporters write surrogate pairs in the former.
  void wide(std::size_t digits) {
    if (!hex_number(rest_.substr(4), digits)) return plain();
    take(4);
    char32_t high = 0;
    while (const auto value = hex_number(rest_, digits)) {
      take(digits);
      high = add_unit(high, *value);
    }
    if (high != 0) base::append_utf8(out_, base::replacement_character);
    if (rest_.starts_with("\\X0\\")) take(4);
  }

  // Returns the unit if it is the first half of a pair.
  char32_t add_unit(char32_t high, char32_t unit) {
    const bool second = unit >= 0xdc00 && unit < 0xe000;
    if (high != 0 && second) {
      base::append_utf8(out_, 0x10000 + ((high - 0xd800) << 10) + (unit - 0xdc00));
      return 0;
    }
    if (high != 0) base::append_utf8(out_, base::replacement_character);
    if (unit >= 0xd800 && unit < 0xdc00) return unit;
    base::append_utf8(out_, unit);
    return 0;
  }

  std::string_view rest_;
  std::string out_;
  char page_ = 'A';
  bool utf8_;
};

void append_hex(std::string& out, char32_t value, int digits) {
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) out += "0123456789ABCDEF"[value >> shift & 0xf];
}

// Writes runs of foreign characters between one \X2\ or \X4\ and its \X0\.
class Encoder {
 public:
  void add(char32_t c) {
    const int digits = c >= 0x20 && c < 0x7f ? 0 : c < 0x10000 ? 4 : 8;
    if (digits != open_) change_to(digits);
    if (digits != 0) return append_hex(out_, c, digits);
    if (c == '\'' || c == '\\') out_ += static_cast<char>(c);
    out_ += static_cast<char>(c);
  }
  std::string finish() && {
    change_to(0);
    return std::move(out_);
  }

 private:
  void change_to(int digits) {
    if (open_ != 0) out_ += "\\X0\\";
    if (digits != 0) out_ += digits == 4 ? "\\X2\\" : "\\X4\\";
    open_ = digits;
  }
  std::string out_;
  int open_ = 0;
};

}  // namespace

std::string decoded(std::string_view written) {
  if (written.find_first_of("\\'") == std::string_view::npos && is_ascii(written)) return std::string(written);
  return Decoder(written).run();
}

std::string encoded(std::string_view text) {
  Encoder encoder;
  const bool utf8 = base::valid_utf8(text);
  while (!text.empty()) {
    const auto next =
        utf8 ? base::first_character(text) : base::Utf8Character{static_cast<unsigned char>(text[0]), 1, true};
    encoder.add(next.value);
    text.remove_prefix(next.bytes);
  }
  return std::move(encoder).finish();
}

}  // namespace formats::step
