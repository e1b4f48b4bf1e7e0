// SPDX-License-Identifier: Apache-2.0
// RFC 8785, JSON Canonicalization Scheme.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/text.h"

namespace base {

namespace {

// RFC 7493, 2.2: integers outside this range are not the same number for every reader.
constexpr std::int64_t largest_exact = (std::int64_t{1} << 53) - 1;

// 3.2.3 sorts names by UTF-16 code units. UTF-8 bytes give the same order, except that surrogates
// (leads F0 and up) come before U+E000..U+FFFF (leads EE and EF). Lowering those leads below EE
// where two names first differ repairs it: leads beyond F4 do not occur, ED stays lower.
bool utf16_less(std::string_view a, std::string_view b) {
  const auto [x, y] = std::ranges::mismatch(a, b);
  if (x == a.end() || y == b.end()) return x == a.end() && y != b.end();
  const auto lead_a = static_cast<unsigned char>(*x);
  const auto lead_b = static_cast<unsigned char>(*y);
  if (lead_a >= 0xEE && lead_b >= 0xEE && (lead_a >= 0xF0) != (lead_b >= 0xF0)) return lead_a >= 0xF0;
  return lead_a < lead_b;
}

// The shortest digits that name the value, and the power of ten of its decimal point:
// value = 0.d1d2d3… x 10^point.
struct Decimal {
  std::array<char, 32> buffer{};
  std::size_t count = 0;
  int point = 0;
  std::string_view digits() const { return {buffer.data(), count}; }
};

Decimal shortest(double positive) {
  std::array<char, 40> text{};
  const auto* end = std::to_chars(text.data(), text.data() + text.size(), positive, std::chars_format::scientific).ptr;
  const std::string_view written(text.data(), end);
  const auto mark = written.find('e');
  Decimal decimal;
  for (const char c : written.substr(0, mark)) {
    if (c != '.') decimal.buffer[decimal.count++] = c;
  }
  const auto exponent = written.substr(written[mark + 1] == '+' ? mark + 2 : mark + 1);
  std::from_chars(exponent.data(), exponent.data() + exponent.size(), decimal.point);
  ++decimal.point;
  return decimal;
}

void append_exponent(std::string& out, std::string_view digits, int exponent) {
  out.append(digits.substr(0, 1));
  if (digits.size() > 1) out.append(".").append(digits.substr(1));
  out.append(exponent < 0 ? "e-" : "e+").append(std::to_string(std::abs(exponent)));
}

// ECMAScript, Number::toString with radix 10 (RFC 8785, 3.2.2.3); k digits, decimal point at n.
void append_ecmascript(std::string& out, double value) {
  if (value == 0) {
    out.push_back('0');  // minus zero too
    return;
  }
  if (value < 0) out.push_back('-');
  const auto decimal = shortest(std::abs(value));
  const auto digits = decimal.digits();
  const int k = static_cast<int>(digits.size());
  const int n = decimal.point;
  if (n > 21 || n <= -6) {
    append_exponent(out, digits, n - 1);
  } else if (n >= k) {
    out.append(digits).append(static_cast<std::size_t>(n - k), '0');
  } else if (n > 0) {
    out.append(digits.substr(0, static_cast<std::size_t>(n))).append(".");
    out.append(digits.substr(static_cast<std::size_t>(n)));
  } else {
    out.append("0.").append(static_cast<std::size_t>(-n), '0').append(digits);
  }
}

// Writes into one string; the first failure stops it.
class Writer {
 public:
  std::optional<Error> write(const Json& json) {
    if (json.is_object()) return write_members(json.as_object());
    if (json.is_array()) return write_items(json.as_array());
    if (json.is_string()) return write_string(json.as_string());
    if (json.is_integer()) return write_integer(json.as_integer());
    if (json.is_number()) return write_real(json.as_number());
    out.append(json.is_null() ? "null" : json.as_bool() ? "true" : "false");
    return std::nullopt;
  }

  std::string out;

 private:
  std::optional<Error> write_members(const Json::Object& members) {
    std::vector<const Json::Member*> sorted;
    sorted.reserve(members.size());
    for (const auto& member : members) sorted.push_back(&member);
    std::ranges::sort(sorted, utf16_less, [](const Json::Member* member) { return std::string_view(member->first); });
    char separator = '{';
    for (const auto* member : sorted) {
      out.push_back(separator);
      if (auto error = write_string(member->first)) return error;
      out.push_back(':');
      if (auto error = write(member->second)) return error;
      separator = ',';
    }
    out.append(sorted.empty() ? "{}" : "}");
    return std::nullopt;
  }

  std::optional<Error> write_items(const Json::Array& items) {
    char separator = '[';
    for (const auto& item : items) {
      out.push_back(separator);
      if (auto error = write(item)) return error;
      separator = ',';
    }
    out.append(items.empty() ? "[]" : "]");
    return std::nullopt;
  }

  // 3.2.2.2: the escapes are the same as our writer's; text that is not Unicode is an error.
  std::optional<Error> write_string(std::string_view text) {
    if (!valid_utf8(text)) return fail(Code::parse, "text that is not UTF-8 has no canonical JSON");
    append_json_string(out, text);
    return std::nullopt;
  }

  std::optional<Error> write_integer(std::int64_t value) {
    if (value > largest_exact || value < -largest_exact) {
      return fail(Code::out_of_range, "the integer " + std::to_string(value) + " has no canonical JSON", {},
                  "Write integers beyond 2^53 - 1 as strings.");
    }
    out.append(std::to_string(value));
    return std::nullopt;
  }

  std::optional<Error> write_real(double value) {
    if (!std::isfinite(value)) return fail(Code::out_of_range, "NaN and infinities have no canonical JSON");
    append_ecmascript(out, value);
    return std::nullopt;
  }
};

}  // namespace

Result<std::string> canonical_json(const Json& value) {
  Writer writer;
  if (auto error = writer.write(value)) return std::move(*error);
  return std::move(writer.out);
}

}  // namespace base
