// SPDX-License-Identifier: Apache-2.0
#include "formats/floorplan/lexer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <deque>
#include <optional>
#include <unordered_set>

#include "base/text.h"
#include "base/utf8.h"
#include "formats/floorplan/codes.h"

namespace formats::floorplan {

namespace {

// Words of the grammar that are no values of an enumeration.
constexpr auto fixed_words = std::to_array<std::string_view>(
    {"floorplan", "define",  "style",    "config",      "floor",        "room",      "sub-room",  "stair",
     "lift",      "connect", "vertical", "at",          "size",         "height",    "elevation", "walls",
     "gap",       "align",   "label",    "composed",    "of",           "to",        "opens",     "into",
     "swing",     "outside", "full",     "x",           "shape",        "toward",    "from",      "turn",
     "runs",      "landing", "arc",      "radius",      "inner-radius", "rotation",  "winders",   "flight",
     "along",     "rise",    "width",    "nosing",      "headroom",     "stringers", "material",  "outer-radius",
     "doors",     "version", "title",    "description", "author",       "true",      "false"});

struct Keywords {
  std::deque<std::string> camel;  // owns the camelCase keys
  std::vector<std::string_view> all;
  std::unordered_set<std::string_view> set;
  std::vector<std::string_view> hyphened;  // longest first

  Keywords() {
    for (const auto word : fixed_words) add(word);
    for (const auto& words : all_words()) {
      for (const auto word : words.texts) add(word);
    }
    for (const auto key : enum_names(ConfigKey{})) add(camel.emplace_back(camel_case(key)));
    std::ranges::sort(hyphened, [](auto a, auto b) { return a.size() > b.size(); });
    std::ranges::sort(all);
  }
  void add(std::string_view word) {
    if (!set.insert(word).second) return;
    all.push_back(word);
    if (word.find('-') != std::string_view::npos) hyphened.push_back(word);
  }
};

const Keywords& table() {
  static const Keywords keywords;
  return keywords;
}

bool digit(char c) { return c >= '0' && c <= '9'; }
bool ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v'; }

// Signs, spaces and punctuation outside ASCII that no name contains: U+0080 to U+00BF but ª º, × ÷, U+2000 to U+2BFF,
// U+3000 to U+3004 and the byte order mark.
bool foreign_sign(char32_t c) {
  if (c < 0xC0) return c != 0xAA && c != 0xBA;
  return c == 0xD7 || c == 0xF7 || (c >= 0x2000 && c <= 0x2BFF) || (c >= 0x3000 && c <= 0x3004) || c == 0xFEFF;
}

// Of what lies outside ASCII.
bool in_names(const base::Utf8Character& character) { return character.valid && !foreign_sign(character.value); }

class Lexer {
 public:
  Lexer(std::string_view source, std::uint32_t from, Dialect dialect)
      : source_(source), at_(from), lenient_(dialect == Dialect::lenient) {}

  Lexed run() {
    result_.tokens.reserve((source_.size() - at_) / 4 + 8);
    while (skip_blank(), at_ < source_.size()) next();
    push(TokenKind::end, 0);
    return std::move(result_);
  }

 private:
  std::string_view rest() const { return source_.substr(at_); }
  char peek(std::size_t ahead = 0) const { return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0'; }
  bool starts(std::string_view text) const { return rest().starts_with(text); }
  Span span(std::size_t length) const {
    return {static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(at_ + length)};
  }

  Token& push(TokenKind kind, std::size_t length) {
    Token token;
    token.kind = kind;
    token.line_start = line_start_;
    token.text = source_.substr(at_, length);
    token.span = span(length);
    at_ += length;
    line_start_ = false;
    return result_.tokens.emplace_back(token);
  }
  void symbol(char symbol, std::size_t length) { push(TokenKind::symbol, length).symbol = symbol; }

  void skip_blank() {
    while (at_ < source_.size()) {
      if (blank(peek())) {
        line_start_ = line_start_ || peek() == '\n';
        ++at_;
      } else if (peek() == '#') {
        comment(std::min(source_.find('\n', at_), source_.size()) - at_);
      } else if (peek() == '/' && peek(1) == '*') {
        block_comment();
      } else {
        return;
      }
    }
  }
  void comment(std::size_t length) {
    result_.comments.push_back(span(length));
    at_ += length;
  }
  void block_comment() {
    const auto close = source_.find("*/", at_ + 2);
    if (close == std::string_view::npos) {
      error(Finding::comment_unterminated, 2, "This comment is never closed.", "Add */ where it ends.");
      at_ = source_.size();
      return;
    }
    const auto text = source_.substr(at_, close + 2 - at_);
    line_start_ = line_start_ || text.find('\n') != std::string_view::npos;
    comment(text.size());
  }
  void error(Finding finding, std::size_t length, std::string message, std::string hint) {
    result_.diagnostics.push_back(diagnostic(finding, span(length), std::move(message), std::move(hint)));
  }

  void next() {
    const char c = peek();
    if (digit(c) || (c == '.' && lenient_ && digit(peek(1)) && !after_operand())) return number();
    if (c == '"' || c == '\'') return string();
    if (punctuation()) return;
    if (const auto length = word_length(); length > 0) return word(length);
    unexpected();
  }
  // A word, number or string directly before: `Hall.5` and `1.0.0` have a point between two parts.
  bool after_operand() const {
    if (result_.tokens.empty() || result_.tokens.back().span.end != at_) return false;
    return result_.tokens.back().kind != TokenKind::symbol && result_.tokens.back().text != "x";
  }

  void number() {
    std::size_t length = 0;
    while (digit(peek(length))) ++length;
    if (peek(length) == '.' && digit(peek(length + 1))) {
      ++length;
      while (digit(peek(length))) ++length;
    }
    auto& token = push(TokenKind::number, length);
    // Out of range leaves the value, which is then far beyond any limit.
    token.number = 1e300;
    std::from_chars(token.text.data(), token.text.data() + token.text.size(), token.number, std::chars_format::fixed);
    if (lenient_) after_number();
  }
  // `5ftx5ft`, `5x5`: the unit and the x stand apart though no space separates them.
  void after_number() {
    if (const auto unit = glued_unit()) push_word(unit->size());
    if (times()) push_word(1);
  }
  std::optional<std::string_view> glued_unit() const {
    for (const auto unit : enum_names(LengthUnit{})) {
      if (!starts(unit)) continue;
      const auto after = rest().substr(unit.size());
      if (after.empty() || ends_word(after) || (after[0] == 'x' && (after.size() == 1 || before_factor(after[1])))) {
        return unit;
      }
    }
    return std::nullopt;
  }
  static bool ends_word(std::string_view text) {
    if (static_cast<unsigned char>(text[0]) >= 0x80) return !in_names(base::first_character(text));
    return !ascii_letter(text[0]) && !digit(text[0]);
  }
  static bool before_factor(char c) { return digit(c) || blank(c) || c == '.' || c == '-' || c == '+'; }
  bool times() const { return peek() == 'x' && before_factor(peek(1)); }

  void string() {
    const char quote = peek();
    std::size_t length = 1;
    while (at_ + length < source_.size() && peek(length) != quote) {
      length += lenient_ && peek(length) == '\\' && at_ + length + 1 < source_.size() ? 2 : 1;
    }
    if (at_ + length >= source_.size()) return unterminated();
    const bool version = version_text(source_.substr(at_ + 1, length - 1), quote);
    push(TokenKind::string, length + 1).version = version;
  }
  // [0-9]+.[0-9]+(.[0-9]+)? in double quotes
  static bool version_text(std::string_view text, char quote) {
    if (quote != '"') return false;
    const auto parts = base::split(text, '.');
    return (parts.size() == 2 || parts.size() == 3) &&
           std::ranges::all_of(parts, [](auto part) { return !part.empty() && std::ranges::all_of(part, digit); });
  }
  void unterminated() {
    const auto line_end = std::min(source_.find('\n', at_), source_.size());
    auto length = line_end - at_;
    error(Finding::string_unterminated, length, "This text has no closing quote.",
          std::string("Add ") + peek() + " where it ends.");
    result_.diagnostics.back().fix =
        Fix{"Close the text at the end of the line", {{{span(length).end, span(length).end}, std::string(1, peek())}}};
    push(TokenKind::string, length);
  }

  bool punctuation() {
    static constexpr std::string_view single = "(){}[],.:%-";
    if (starts("%%{")) return symbol(sign::version_open, 3), true;
    if (starts("}%%")) return symbol(sign::version_close, 3), true;
    if (starts("---")) return symbol(sign::rule, 3), true;
    if (starts("°")) return symbol(sign::degree, 2), true;
    if (lenient_ && starts("×")) return push(TokenKind::word, 2).text = "x", true;
    if (lenient_ && peek() == '+') return symbol('+', 1), true;
    if (single.find(peek()) == std::string_view::npos) return false;
    return symbol(peek(), 1), true;
  }

  std::size_t word_length() const {
    std::size_t length = 0;
    while (at_ + length < source_.size()) {
      const char c = peek(length);
      if (ascii_letter(c) || (digit(c) && length > 0)) {
        ++length;
        continue;
      }
      if (!lenient_ || static_cast<unsigned char>(c) < 0x80) break;
      const auto character = base::first_character(rest().substr(length));
      if (!in_names(character)) break;
      length += character.bytes;
    }
    if (peek(length) != '-') return length;
    for (const auto keyword : table().hyphened) {
      if (keyword.size() > length && starts(keyword) && hyphened_ends(keyword.size())) return keyword.size();
    }
    return length;
  }
  // NB: the origin reads `left-office` as `left-of` and `fice`; that is kept in the strict dialect.
  bool hyphened_ends(std::size_t length) const {
    return !lenient_ || at_ + length >= source_.size() || ends_word(rest().substr(length));
  }
  void word(std::size_t length) {
    // `(5 x5)`: a factor after a number, not a name.
    if (lenient_ && length > 1 && peek() == 'x' && digit(peek(1)) && after_length()) return push_word(1);
    push_word(length);
  }
  void push_word(std::size_t length) {
    auto& token = push(TokenKind::word, length);
    token.keyword = is_keyword(token.text);
  }
  bool after_length() const {
    if (result_.tokens.empty()) return false;
    const auto& last = result_.tokens.back();
    if (last.kind == TokenKind::number) return true;
    return result_.tokens.size() > 1 && parse_word<LengthUnit>(last.text) &&
           result_.tokens[result_.tokens.size() - 2].kind == TokenKind::number;
  }

  void unexpected() {
    const auto character = base::first_character(rest());
    const bool readable = character.valid;
    const std::size_t length = readable ? character.bytes : 1;
    // A run of bytes that are no text is one error.
    const bool same = !result_.diagnostics.empty() && result_.diagnostics.back().span.end == at_ &&
                      result_.diagnostics.back().code == info(Finding::character_unexpected).code;
    if (same) {
      result_.diagnostics.back().span.end = span(length).end;
    } else {
      error(Finding::character_unexpected, length,
            readable ? "The character `" + base::printable(rest().substr(0, length)) + "` has no meaning here."
                     : "These bytes are no text (not UTF-8).",
            readable ? "Remove it, or put the name it belongs to in double quotes." : "Save the file as UTF-8.");
    }
    at_ += length;
    line_start_ = false;
  }

  std::string_view source_;
  std::size_t at_;
  bool lenient_;
  bool line_start_ = true;
  Lexed result_;
};

}  // namespace

Lexed lex(std::string_view source, std::uint32_t from, Dialect dialect) { return Lexer(source, from, dialect).run(); }

bool is_keyword(std::string_view word) { return table().set.contains(word); }

const std::vector<std::string_view>& keywords() { return table().all; }

std::string unquote(std::string_view quoted, Dialect dialect) {
  if (quoted.empty()) return {};
  const char quote = quoted.front();
  quoted.remove_prefix(1);
  if (!quoted.empty() && quoted.back() == quote) quoted.remove_suffix(1);
  if (dialect == Dialect::strict) return std::string(quoted);
  std::string text;
  text.reserve(quoted.size());
  for (std::size_t i = 0; i < quoted.size(); ++i) {
    const char next = i + 1 < quoted.size() ? quoted[i + 1] : '\0';
    const bool escape = quoted[i] == '\\' && (next == '"' || next == '\'' || next == '\\' || next == 'n');
    if (escape) ++i;
    text += escape && next == 'n' ? '\n' : quoted[i];
  }
  return text;
}

std::string camel_case(std::string_view snake) {
  std::string camel;
  bool upper = false;
  for (const char c : snake) {
    if (c == '_') {
      upper = true;
      continue;
    }
    camel += upper && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    upper = false;
  }
  return camel;
}

}  // namespace formats::floorplan
