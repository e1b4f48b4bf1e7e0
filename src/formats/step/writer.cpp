// SPDX-License-Identifier: Apache-2.0
#include "formats/step/writer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "base/result.h"
#include "formats/step/scan.h"
#include "formats/step/strings.h"

namespace formats::step {
namespace {

// 6.4.2: digits, a point, and perhaps an exponent with a capital E.
std::string real_text(double value) {
  std::array<char, 32> buffer{};
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  LINTEL_CHECK(error == std::errc());
  std::string text(buffer.data(), end);
  const std::size_t exponent = text.find('e');
  if (exponent != std::string::npos) text[exponent] = 'E';
  if (text.find('.') == std::string::npos) text.insert(std::min(exponent, text.size()), ".");
  return text;
}

bool is_keyword(std::string_view word) {
  const std::string_view plain = word.substr(word.starts_with('!') ? 1 : 0);
  return !plain.empty() && !scan::is_digit(plain[0]) && std::ranges::all_of(plain, scan::is_word);
}

}  // namespace

Writer::Writer(const Header& header) {
  bytes_ = "ISO-10303-21;\nHEADER;\n";
  entry("FILE_DESCRIPTION");
  strings(header.description).string(header.implementation_level);
  end();
  entry("FILE_NAME");
  string(header.name).string(header.time_stamp).strings(header.authors).strings(header.organizations);
  string(header.preprocessor).string(header.originating_system).string(header.authorization);
  end();
  entry("FILE_SCHEMA");
  strings(header.schemas);
  end();
  bytes_ += "ENDSEC;\nDATA;\n";
}

void Writer::entry(std::string_view type) {
  LINTEL_CHECK(depth_ == 0 && is_keyword(type));
  bytes_ += type;
  bytes_ += '(';
  depth_ = 1;
  first_ = true;
}

void Writer::begin(std::uint32_t id, std::string_view type) {
  bytes_ += '#' + std::to_string(id) + '=';
  entry(type);
}

void Writer::end() {
  LINTEL_CHECK(depth_ == 1);
  bytes_ += ");\n";
  depth_ = 0;
}

Writer& Writer::put(std::string_view written) {
  LINTEL_CHECK(depth_ > 0);
  if (!first_) bytes_ += ',';
  bytes_ += written;
  first_ = false;
  return *this;
}

Writer& Writer::null() { return put("$"); }
Writer& Writer::derived() { return put("*"); }
Writer& Writer::integer(std::int64_t value) { return put(std::to_string(value)); }
Writer& Writer::real(double value) {
  LINTEL_CHECK(std::isfinite(value));
  return put(real_text(value));
}
Writer& Writer::string(std::string_view utf8) { return put('\'' + encoded(utf8) + '\''); }
Writer& Writer::enumeration(std::string_view word) {
  LINTEL_CHECK(is_keyword(word));
  return put('.' + std::string(word) + '.');
}
Writer& Writer::binary(std::string_view digits) {
  LINTEL_CHECK(!digits.empty() && digits.find_first_not_of("0123456789ABCDEF") == std::string_view::npos);
  return put('"' + std::string(digits) + '"');
}
Writer& Writer::reference(std::uint32_t id) { return put('#' + std::to_string(id)); }

Writer& Writer::references(const std::vector<std::uint32_t>& ids) {
  open();
  for (const std::uint32_t id : ids) reference(id);
  return close();
}
Writer& Writer::strings(const std::vector<std::string>& values) {
  open();
  for (const auto& value : values) string(value);
  return close();
}

Writer& Writer::open() {
  put("(");
  ++depth_;
  first_ = true;
  return *this;
}
Writer& Writer::open(std::string_view type) {
  LINTEL_CHECK(is_keyword(type));
  put(std::string(type) + '(');
  ++depth_;
  first_ = true;
  return *this;
}
Writer& Writer::close() {
  LINTEL_CHECK(depth_ > 1);
  bytes_ += ')';
  --depth_;
  first_ = false;
  return *this;
}

Writer& Writer::copy(const Value& value) { return value.raw().empty() ? null() : put(value.raw()); }

std::string Writer::finish() && {
  LINTEL_CHECK(depth_ == 0);
  bytes_ += "ENDSEC;\nEND-ISO-10303-21;\n";
  return std::move(bytes_);
}

}  // namespace formats::step
