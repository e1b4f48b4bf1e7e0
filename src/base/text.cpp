// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstring>

#include "base/swar.h"

namespace base {

// ---- what people may see ----------------------------------------------------------------------

namespace {

bool is_hidden(char32_t c) {
  if (c == '\n' || c == '\t') return false;
  const bool control = c < 0x20 || (c >= 0x7F && c <= 0x9F);
  const bool bidi_override = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
  return control || bidi_override;
}

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD
constexpr std::string_view ellipsis = "\xE2\x80\xA6";     // U+2026

std::string_view shown(const Utf8Character& character, std::string_view bytes) {
  if (!character.valid) return replacement;
  return is_hidden(character.value) ? " " : bytes;
}

std::uint64_t not_visible_ascii(std::uint64_t word) {
  return swar::controls(word) | swar::equal_to(word, '\x7f') | swar::beyond_ascii(word);
}

// Shortens to at most `size` bytes, between characters.
void cut(std::string& text, std::size_t size) {
  if (text.size() <= size) return;
  while (size > 0 && continues_character(text[size])) --size;
  text.resize(size);
}

}  // namespace

std::string printable(std::string_view text, std::size_t max_bytes) {
  std::string out;
  while (!text.empty() && out.size() <= max_bytes) {
    const auto run = swar::find(text, not_visible_ascii);
    out.append(text, 0, run > max_bytes ? max_bytes + 1 : run);
    text.remove_prefix(run);
    if (text.empty()) break;
    const auto character = first_character(text);
    out.append(shown(character, text.substr(0, character.bytes)));
    text.remove_prefix(character.bytes);
  }
  if (out.size() <= max_bytes) return out;
  const bool room = max_bytes >= ellipsis.size();
  cut(out, room ? max_bytes - ellipsis.size() : max_bytes);
  return room ? out.append(ellipsis) : out;
}

// ---- words -----------------------------------------------------------------------------------

namespace {

constexpr std::string_view blanks = " \t\r\n\f\v";

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

}  // namespace

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string lower_ascii(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), lower);
  return out;
}

std::string upper_ascii(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), upper);
  return out;
}

// Only the last `*` is ever widened: an earlier one gains nothing by taking more, because what
// followed it has matched already.
bool glob_match(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t star_text = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      star_text = t;
    } else if (p < pattern.size() && pattern[p] == '?') {
      ++p;
      t += first_character(text.substr(t)).bytes;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      star_text += first_character(text.substr(star_text)).bytes;
      p = star + 1;
      t = star_text;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

std::string grouped(std::int64_t number) {
  std::string out = std::to_string(number);
  const std::size_t first = out.starts_with('-') ? 1 : 0;
  for (std::size_t at = out.size(); at > first + 3;) {
    at -= 3;
    out.insert(at, ",");
  }
  return out;
}

std::string join(std::span<const std::string> parts, std::string_view separator) {
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out.append(separator);
    out.append(parts[i]);
  }
  return out;
}

// ---- the nearest word ------------------------------------------------------------------------

namespace {

constexpr std::size_t longest_word = 128;

// Insertions, deletions, substitutions and swaps of neighbours that make `b` of `a` (Damerau and
// Levenshtein, optimal string alignment), row by row.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> above(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(before, above);
    std::swap(above, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + change});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::size_t difference(std::size_t a, std::size_t b) { return a > b ? a - b : b - a; }

}  // namespace

std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates) {
  if (word.empty() || word.size() > longest_word) return std::nullopt;
  const auto wanted = lower_ascii(word);
  std::size_t best = std::max<std::size_t>(1, word.size() / 3) + 1;  // one beyond what is near enough
  const std::string* found = nullptr;
  for (const auto& candidate : candidates) {
    if (candidate.empty() || difference(candidate.size(), word.size()) >= best) continue;
    const auto distance = edit_distance(wanted, lower_ascii(candidate));
    if (distance >= best || distance >= candidate.size()) continue;
    best = distance;
    found = &candidate;
  }
  return found ? std::optional(*found) : std::nullopt;
}

// ---- bytes as text ---------------------------------------------------------------------------

namespace {

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char l = lower(c);
  return l >= 'a' && l <= 'f' ? l - 'a' + 10 : -1;
}

std::optional<char> hex_byte(char high, char low) {
  const int h = hex_value(high);
  const int l = hex_value(low);
  if (h < 0 || l < 0) return std::nullopt;
  return static_cast<char>(h << 4 | l);
}

constexpr std::string_view standard_alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view url_alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

constexpr std::array<std::int16_t, 256> values_of(std::string_view alphabet) {
  std::array<std::int16_t, 256> values{};
  values.fill(-1);
  for (std::size_t i = 0; i < alphabet.size(); ++i) {
    values[static_cast<unsigned char>(alphabet[i])] = static_cast<std::int16_t>(i);
  }
  return values;
}
constexpr auto standard_values = values_of(standard_alphabet);
constexpr auto url_values = values_of(url_alphabet);

std::string encode64(std::string_view bytes, std::string_view alphabet) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  std::uint32_t bits = 0;
  unsigned held = 0;
  for (const char c : bytes) {
    bits = bits << 8 | static_cast<unsigned char>(c);
    for (held += 8; held >= 6; held -= 6) out.push_back(alphabet[bits >> (held - 6) & 63]);
  }
  if (held > 0) out.push_back(alphabet[bits << (6 - held) & 63]);
  return out;
}

// RFC 4648, 3.5: bits left over must be zero, so that every byte string has one text.
std::optional<std::string> decode64(std::string_view text, const std::array<std::int16_t, 256>& values) {
  if (text.size() % 4 == 1) return std::nullopt;
  std::string out;
  out.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t bits = 0;
  unsigned held = 0;
  for (const char c : text) {
    const int value = values[static_cast<unsigned char>(c)];
    if (value < 0) return std::nullopt;
    bits = bits << 6 | static_cast<std::uint32_t>(value);
    held += 6;
    if (held < 8) continue;
    held -= 8;
    out.push_back(static_cast<char>(bits >> held & 0xFF));
  }
  if ((bits & ((1u << held) - 1)) != 0) return std::nullopt;
  return out;
}

}  // namespace

std::string hex(std::string_view bytes) {
  static constexpr std::string_view digits = "0123456789abcdef";
  std::string out(bytes.size() * 2, '0');
  auto at = out.begin();
  for (const char c : bytes) {
    *at++ = digits[static_cast<unsigned char>(c) >> 4];
    *at++ = digits[static_cast<unsigned char>(c) & 15];
  }
  return out;
}

std::optional<std::string> unhex(std::string_view text) {
  if (text.size() % 2 != 0) return std::nullopt;
  std::string out;
  out.reserve(text.size() / 2);
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const auto byte = hex_byte(text[i], text[i + 1]);
    if (!byte) return std::nullopt;
    out.push_back(*byte);
  }
  return out;
}

std::string base64(std::string_view bytes) {
  auto out = encode64(bytes, standard_alphabet);
  out.append((4 - out.size() % 4) % 4, '=');
  return out;
}

std::optional<std::string> unbase64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  if (text.ends_with("==")) {
    text.remove_suffix(2);
  } else if (text.ends_with('=')) {
    text.remove_suffix(1);
  }
  return decode64(text, standard_values);
}

std::string base64url(std::string_view bytes) { return encode64(bytes, url_alphabet); }

std::optional<std::string> unbase64url(std::string_view text) { return decode64(text, url_values); }

std::optional<std::string> percent_decode(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out.push_back(text[i]);
      continue;
    }
    const auto byte = i + 2 < text.size() ? hex_byte(text[i + 1], text[i + 2]) : std::nullopt;
    if (!byte) return std::nullopt;
    out.push_back(*byte);
    i += 2;
  }
  return out;
}

// ---- time ------------------------------------------------------------------------------------

namespace {

namespace chrono = std::chrono;
using Instant = chrono::sys_time<chrono::milliseconds>;

constexpr Instant first_instant = chrono::sys_days(chrono::year(0) / 1 / 1);
constexpr Instant last_instant =
    chrono::sys_days(chrono::year(9999) / 12 / 31) + chrono::days(1) - chrono::milliseconds(1);

void put_digits(std::string& out, std::int64_t value, std::size_t at, std::size_t width) {
  for (std::size_t i = width; i-- > 0; value /= 10) out[at + i] = static_cast<char>('0' + value % 10);
}

// Reads fixed-width fields from the front of a text; any mismatch spoils it for good.
class FieldReader {
 public:
  explicit FieldReader(std::string_view text) : rest_(text) {}

  int number(std::size_t width, int low, int high) {
    int value = 0;
    if (rest_.size() < width) return spoil();
    for (std::size_t i = 0; i < width; ++i) {
      if (rest_[i] < '0' || rest_[i] > '9') return spoil();
      value = value * 10 + (rest_[i] - '0');
    }
    rest_.remove_prefix(width);
    return value >= low && value <= high ? value : spoil();
  }

  // The character at the front if it is one of these, else 0.
  char one_of(std::string_view allowed) {
    if (rest_.empty() || allowed.find(rest_.front()) == std::string_view::npos) return 0;
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }

  char required(std::string_view allowed) {
    const char c = one_of(allowed);
    if (c == 0) spoil();
    return c;
  }

  // Digits after the decimal point, as milliseconds.
  int fraction() {
    int ms = 0;
    int scale = 100;
    const auto digits = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
    if (digits == 0) return spoil();
    for (std::size_t i = 0; i < digits; ++i, scale /= 10) ms += (rest_[i] - '0') * scale;
    rest_.remove_prefix(digits);
    return ms;
  }

  bool done() const { return good_ && rest_.empty(); }

 private:
  int spoil() {
    good_ = false;
    return 0;
  }
  std::string_view rest_;
  bool good_ = true;
};

// RFC 3339, 5.6: time-offset, in minutes east of UTC.
int read_offset(FieldReader& reader) {
  const char sign = reader.required("Zz+-");
  if (sign != '+' && sign != '-') return 0;
  const int hours = reader.number(2, 0, 23);
  reader.required(":");
  const int minutes = hours * 60 + reader.number(2, 0, 59);
  return sign == '-' ? -minutes : minutes;
}

}  // namespace

std::string iso8601(std::int64_t unix_ms) {
  const auto instant = std::clamp(Instant(chrono::milliseconds(unix_ms)), first_instant, last_instant);
  const auto day = chrono::floor<chrono::days>(instant);
  const chrono::year_month_day date(day);
  const chrono::hh_mm_ss time(instant - day);
  std::string out = "0000-00-00T00:00:00.000Z";
  put_digits(out, static_cast<int>(date.year()), 0, 4);
  put_digits(out, static_cast<unsigned>(date.month()), 5, 2);
  put_digits(out, static_cast<unsigned>(date.day()), 8, 2);
  put_digits(out, time.hours().count(), 11, 2);
  put_digits(out, time.minutes().count(), 14, 2);
  put_digits(out, time.seconds().count(), 17, 2);
  put_digits(out, time.subseconds().count(), 20, 3);
  return out;
}

std::optional<std::int64_t> parse_iso8601(std::string_view text) {
  FieldReader reader(text);
  const chrono::year year(reader.number(4, 0, 9999));
  reader.required("-");
  const chrono::month month(static_cast<unsigned>(reader.number(2, 1, 12)));
  reader.required("-");
  const chrono::day day(static_cast<unsigned>(reader.number(2, 1, 31)));
  reader.required("Tt");
  const chrono::hours hours(reader.number(2, 0, 23));
  reader.required(":");
  const chrono::minutes minutes(reader.number(2, 0, 59));
  reader.required(":");
  const chrono::seconds seconds(reader.number(2, 0, 59));
  const chrono::milliseconds fraction(reader.one_of(".") != 0 ? reader.fraction() : 0);
  const chrono::minutes offset(read_offset(reader));
  const chrono::year_month_day date(year, month, day);
  if (!reader.done() || !date.ok()) return std::nullopt;
  const Instant instant = chrono::sys_days(date) + hours + minutes + seconds + fraction - offset;
  return instant.time_since_epoch().count();
}

}  // namespace base
