// SPDX-License-Identifier: Apache-2.0
#include "formats/floorplan/parser.h"

#include <algorithm>
#include <array>

#include "base/did_you_mean.h"
#include "base/text.h"

namespace formats::floorplan {

namespace {

constexpr auto statement_words = std::to_array<std::string_view>(
    {"room", "sub-room", "stair", "lift", "floor", "connect", "vertical", "define", "config", "floorplan"});

// Beyond this no length, step or percentage makes sense; it keeps all later arithmetic finite.
constexpr double largest_number = 1e12;

std::string sign_text(char symbol) {
  switch (symbol) {
    case sign::version_open:
      return "%%{";
    case sign::version_close:
      return "}%%";
    case sign::rule:
      return "---";
    case sign::degree:
      return "°";
    default:
      return {symbol};
  }
}

}  // namespace

std::string listed(std::span<const std::string_view> words, std::string_view last) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " " + std::string(last) + " " : ", ";
    text += "`" + std::string(words[i]) + "`";
  }
  return text;
}

Parser::Parser(Document& document, std::vector<Diagnostic>& diagnostics, Dialect dialect, const Limits& limits)
    : document_(document), diagnostics_(diagnostics), dialect_(dialect), limits_(limits) {}

const Token& Parser::peek(std::size_t ahead) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }

Token Parser::take() {
  const Token token = peek();
  if (at_ + 1 < tokens_.size()) ++at_;
  return token;
}

bool Parser::is_word(std::string_view text, std::size_t ahead) const {
  return peek(ahead).kind == TokenKind::word && peek(ahead).text == text;
}
bool Parser::is_symbol(char symbol, std::size_t ahead) const {
  return peek(ahead).kind == TokenKind::symbol && peek(ahead).symbol == symbol;
}
bool Parser::take_word(std::string_view text) {
  if (!is_word(text)) return false;
  take();
  return true;
}
bool Parser::take_symbol(char symbol) {
  if (!is_symbol(symbol)) return false;
  take();
  return true;
}

bool Parser::need_symbol(char symbol, std::string_view why) {
  if (take_symbol(symbol)) return true;
  const auto sign = sign_text(symbol);
  auto& report = error(Finding::symbol_missing, here(),
                       "Expected `" + sign + "` " + std::string(why) + ", found " + found() + ".");
  // Before a dot or a percent sign something else is missing too.
  if (symbol == '.' || symbol == '%') return false;
  const auto end = previous().span.end;
  report.fix = Fix{"Insert `" + sign + "`", {{{end, end}, sign}}};
  return false;
}

bool Parser::need_word(std::string_view text, std::string_view why) {
  if (take_word(text)) return true;
  return refuse(Finding::word_missing,
                "Expected `" + std::string(text) + "` " + std::string(why) + ", found " + found() + ".");
}

std::string Parser::found() const {
  const auto& token = peek();
  if (token.kind == TokenKind::end) return "the end of the text";
  if (token.kind == TokenKind::string) return "the text " + base::printable(token.text, 60);
  return "`" + base::printable(token.text, 60) + "`";
}

Diagnostic& Parser::error(Finding finding, Span span, std::string message, std::string hint) {
  // One complaint per place: what follows from it would only confuse.
  if (span.begin == last_error_ && !diagnostics_.empty()) {
    static thread_local Diagnostic dropped;
    return dropped;
  }
  last_error_ = span.begin;
  diagnostics_.push_back(diagnostic(finding, span, std::move(message), std::move(hint)));
  if (diagnostics_.size() >= limits_.max_errors && !stopped_) {
    stopped_ = true;
    diagnostics_.push_back(diagnostic(Finding::too_many_errors, span,
                                      "Reading stopped here after " + std::to_string(diagnostics_.size()) + " errors.",
                                      "Correct the first ones; many of the others may follow from them."));
    return diagnostics_[diagnostics_.size() - 2];
  }
  return diagnostics_.back();
}

bool Parser::refuse(Finding finding, std::string message, std::string hint) {
  error(finding, here(), std::move(message), std::move(hint));
  return false;
}

bool Parser::starts_statement() const {
  const auto& token = peek();
  if (token.kind != TokenKind::word) return false;
  if (std::ranges::find(statement_words, token.text) != statement_words.end()) return true;
  if (token.text != "style") return false;
  // `style Name` is an attribute, unless properties follow.
  return is_symbol('{', 2) || (is_symbol(':', 3) && parse_word<StyleKey>(peek(2).text));
}

bool Parser::closes() const { return at_end() || is_symbol('}') || is_symbol(']') || starts_statement(); }

Parser::Next Parser::next_entry(char close, bool entry_follows, std::string_view list) {
  if (take_symbol(',')) {
    if (!is_symbol(close)) return Next::entry;
    if (lenient()) return take(), Next::close;
    return refuse(Finding::symbol_missing, "An entry must follow the comma in " + std::string(list) + "."),
           Next::broken;
  }
  if (take_symbol(close)) return Next::close;
  // `config: dark` would look like an entry; a word that begins a statement ends the list.
  entry_follows = entry_follows && !closes();
  if (lenient() && entry_follows && peek().line_start) return Next::entry;
  const auto end = previous().span.end;
  const std::string sign(1, entry_follows ? ',' : close);
  auto& report = error(Finding::symbol_missing, here(),
                       "Expected `" + sign + "` in " + std::string(list) + ", found " + found() + ".");
  report.fix = Fix{"Insert `" + sign + "`", {{{end, end}, sign}}};
  if (strict()) return Next::broken;
  if (entry_follows) return Next::entry;
  // What follows belongs to the statement around the list: read on as if the list were closed.
  return Next::close;
}

std::optional<int> Parser::part(const Progress& progress) const {
  const auto& token = peek();
  if (token.kind != TokenKind::word && !is_symbol('[')) return std::nullopt;
  for (std::size_t i = 0; i < progress.parts.size(); ++i) {
    const auto word = progress.parts[i].word;
    if (word == token.text) return static_cast<int>(i);
    if (word == "<direction>" && parse_word<RelativeDirection>(token.text)) return static_cast<int>(i);
    if (word == "<door type>" && parse_word<DoorType>(token.text)) return static_cast<int>(i);
  }
  return std::nullopt;
}

bool Parser::take_part(Progress& progress, int index, std::string_view of) {
  const auto bit = std::uint64_t{1} << static_cast<unsigned>(index);
  if ((progress.seen & bit) != 0) {
    return refuse(Finding::attribute_repeated,
                  "`" + std::string(peek().text) + "` is given twice in " + std::string(of) + ".",
                  "Keep one of the two.");
  }
  if (strict() && index < progress.last) {
    return refuse(Finding::attribute_order,
                  "`" + std::string(peek().text) + "` comes too late in " + std::string(of) + " (strict dialect).");
  }
  for (int i = progress.last + 1; strict() && i < index; ++i) {
    if (!progress.parts[static_cast<std::size_t>(i)].required) continue;
    return refuse(Finding::attribute_missing,
                  "Expected `" + std::string(progress.parts[static_cast<std::size_t>(i)].word) + "` before `" +
                      std::string(peek().text) + "` in " + std::string(of) + ".");
  }
  progress.seen |= bit;
  progress.last = index;
  return true;
}

void Parser::missing_parts(const Progress& progress, std::string_view of) {
  for (std::size_t i = 0; i < progress.parts.size(); ++i) {
    if (!progress.parts[i].required || (progress.seen >> i & 1U) != 0) continue;
    error(Finding::attribute_missing, strict() ? here() : previous().span,
          std::string(of) + " needs `" + std::string(progress.parts[i].word) + "`.");
    return;
  }
}

bool Parser::unknown_part(const Progress& progress, std::string_view of) {
  std::vector<std::string> words;
  for (const auto& each : progress.parts) {
    if (each.word == "<direction>") {
      for (const auto direction : enum_names(RelativeDirection{})) words.emplace_back(direction);
    } else if (each.word[0] != '<' && each.word != "[") {
      words.emplace_back(each.word);
    }
  }
  const auto near = peek().kind == TokenKind::word ? base::nearest(peek().text, words) : std::nullopt;
  auto& report = error(Finding::attribute_unknown, here(), found() + " is not a part of " + std::string(of) + ".",
                       base::did_you_mean(near, {.otherwise = base::listing("Possible here", words)}));
  if (near) report.fix = Fix{"Change `" + std::string(peek().text) + "` to `" + *near + "`", {{here(), *near}}};
  return false;
}

void Parser::skip_to_part(std::span<const Part> parts) {
  const Progress progress{parts};
  int depth = 0;
  while (!at_end()) {
    if (depth == 0 && (closes() || part(progress))) return;
    if (is_symbol('(') || is_symbol('[') || is_symbol('{')) ++depth;
    if (is_symbol(')') || is_symbol(']') || is_symbol('}')) depth = std::max(0, depth - 1);
    take();
    if (depth > 0 && peek().line_start && starts_statement()) return;
  }
}

// To the next statement, or to the bracket that closes the list of statements.
void Parser::skip_statement() {
  int depth = 0;
  while (!at_end()) {
    if (starts_statement() && (depth == 0 || peek().line_start)) return;
    if (is_symbol('{') || is_symbol('[') || is_symbol('(')) ++depth;
    if (is_symbol(')')) depth = std::max(0, depth - 1);
    if (is_symbol('}') || is_symbol(']')) {
      if (depth == 0) return;
      --depth;
    }
    take();
  }
}

// Out of a block whose rest cannot be read; its `}` is not a mistake of its own.
bool Parser::skip_block(bool braced) {
  skip_statement();
  if (braced) take_symbol('}');
  return false;
}

bool Parser::count_element(Span span) {
  if (++elements_ <= limits_.max_rooms) return true;
  if (!stopped_) {
    error(Finding::too_many_rooms, span,
          "This plan has more than " + std::to_string(limits_.max_rooms) + " rooms, stairs and lifts.",
          "Split it into several plans.");
  }
  stopped_ = true;
  return false;
}

std::optional<double> Parser::number(std::string_view what) {
  if (peek().kind != TokenKind::number) {
    refuse(Finding::number_missing, "Expected a number for " + std::string(what) + ", found " + found() + ".");
    return std::nullopt;
  }
  return std::min(take().number, largest_number);
}

std::optional<double> Parser::signed_number(std::string_view what) {
  const bool negative = is_symbol('-');
  if (negative || is_symbol('+')) take();
  const auto value = number(what);
  return value && negative ? -*value : value;
}

std::optional<LengthUnit> Parser::unit() {
  if (peek().kind != TokenKind::word) return std::nullopt;
  const auto unit = parse_word<LengthUnit>(peek().text);
  const bool glued = peek().span.begin == previous().span.end;
  if (unit) {
    take();
    return unit;
  }
  if (!glued || is_word("x")) return std::nullopt;
  static constexpr auto names = enum_names(LengthUnit{});
  error(Finding::unit_unknown, here(), found() + " is not a unit of length.", "Units: " + listed(names) + ".");
  take();
  return std::nullopt;
}

std::optional<Length> Parser::length(std::string_view what, bool negative) {
  const auto begin = here().begin;
  if (strict() && !negative && is_symbol('-')) {
    refuse(Finding::number_sign, "A number for " + std::string(what) + " has no sign in the strict dialect.");
    return std::nullopt;
  }
  const auto value = signed_number(what);
  if (!value) return std::nullopt;
  Length length;
  length.number = *value;
  length.unit = unit();
  length.span = since(begin);
  return length;
}

// dim = "(" value "x" value ")"; without parentheses too in the lenient dialect
std::optional<Size> Parser::size(bool full_allowed) {
  Size size;
  const auto begin = here().begin;
  const bool open = lenient() && peek().kind == TokenKind::number ? false : need_symbol('(', "before the size");
  if (!open && (strict() || peek().kind != TokenKind::number)) return std::nullopt;
  const auto width = length("a width");
  if (!width) return std::nullopt;
  size.width = *width;
  if (!need_word("x", "between width and height")) return std::nullopt;
  if (full_allowed && take_word("full")) {
    size.full_height = true;
  } else {
    size.height = length("a height");
    if (!size.height) return std::nullopt;
  }
  if (open && !need_symbol(')', "after the size") && strict()) return std::nullopt;
  size.span = since(begin);
  return size;
}

// coord = "(" value "," value ")"
std::optional<Point> Parser::point() {
  Point point;
  const auto begin = here().begin;
  if (!need_symbol('(', "before the position")) return std::nullopt;
  const auto x = length("x");
  if (!x) return std::nullopt;
  if (!need_symbol(',', "between x and y") && (strict() || peek().kind != TokenKind::number)) return std::nullopt;
  const auto y = length("y");
  if (!y) return std::nullopt;
  if (!need_symbol(')', "after the position") && strict()) return std::nullopt;
  point.x = *x;
  point.y = *y;
  point.span = since(begin);
  return point;
}

// "at" NUMBER "%"?; a length too in the lenient dialect
std::optional<Along> Parser::along(bool bare_allowed) {
  Along along;
  const auto begin = here().begin;
  if (strict() && is_symbol('-')) {
    refuse(Finding::number_sign, "A position has no sign in the strict dialect.");
    return std::nullopt;
  }
  const auto value = signed_number("a position");
  if (!value) return std::nullopt;
  along.number = *value;
  along.percent = take_symbol('%');
  if (!along.percent && strict() && !bare_allowed) {
    need_symbol('%', "after the position");
    return std::nullopt;
  }
  if (!along.percent && lenient()) along.unit = unit();
  along.span = since(begin);
  return along;
}

std::optional<Name> Parser::name(std::string_view what) {
  const auto& token = peek();
  if (token.kind == TokenKind::string && lenient()) {
    const auto taken = take();
    auto text = unquote(taken.text, dialect_);
    if (text.empty()) {
      error(Finding::name_missing, taken.span, "The name of " + std::string(what) + " is empty.");
      return std::nullopt;
    }
    return Name{std::move(text), taken.span};
  }
  if (token.kind != TokenKind::word || (lenient() && (is_symbol('(', 1) || is_symbol('[', 1)) && token.keyword)) {
    refuse(Finding::name_missing, "Expected a name for " + std::string(what) + ", found " + found() + ".",
           lenient() ? "Names with spaces or signs stand in double quotes." : "");
    return std::nullopt;
  }
  if (strict() && token.keyword) {
    refuse(Finding::name_reserved,
           "`" + std::string(token.text) + "` is a reserved word and cannot name " + std::string(what) + ".",
           "Choose another name (strict dialect).");
    return std::nullopt;
  }
  const auto taken = take();
  return Name{std::string(taken.text), taken.span};
}

std::optional<Located<std::string>> Parser::text(std::string_view what) {
  const auto& token = peek();
  if (token.kind != TokenKind::string) {
    refuse(Finding::text_missing, "Expected " + std::string(what) + " in double quotes, found " + found() + ".");
    return std::nullopt;
  }
  // NB: the origin's lexer takes "1.5" for a version.
  if (strict() && token.version) {
    refuse(Finding::text_missing, "The strict dialect reads " + found() + " as a version, not as a text.",
           "Use single quotes.");
    return std::nullopt;
  }
  const auto taken = take();
  return Located<std::string>{unquote(taken.text, dialect_), taken.span};
}

// relpos = direction ID ("gap" value)? ("align" word)?
std::optional<RelativePosition> Parser::relative() {
  RelativePosition relative;
  const auto begin = here().begin;
  const auto direction = word<RelativeDirection>("a direction");
  if (!direction) return std::nullopt;
  relative.direction = *direction;
  const auto reference = name("the room it refers to");
  if (!reference) return std::nullopt;
  relative.reference = *reference;
  while (is_word("gap") || is_word("align")) {
    const bool gap = is_word("gap");
    if (gap ? relative.gap.has_value() || (strict() && relative.align) : relative.align.has_value()) break;
    take();
    if (gap) {
      relative.gap = length("the gap");
      if (!relative.gap) return std::nullopt;
    } else {
      relative.align = word<AlignmentDirection>("an alignment");
      if (!relative.align) return std::nullopt;
    }
  }
  relative.span = since(begin);
  return relative;
}

std::optional<double> Parser::degrees() {
  const auto value = number("an angle");
  if (!value) return std::nullopt;
  if (!take_symbol(sign::degree) && strict() && !need_symbol(sign::degree, "after the angle")) return std::nullopt;
  return value;
}

bool Parser::guess_word(std::string_view what, Finding unknown, std::span<const std::string_view> allowed,
                        std::size_t& index) {
  const auto hint = "Possible here: " + listed(allowed) + ".";
  if (peek().kind != TokenKind::word) {
    return refuse(unknown, "Expected " + std::string(what) + ", found " + found() + ".", hint);
  }
  const std::vector<std::string> words(allowed.begin(), allowed.end());
  const auto near = base::nearest(peek().text, words);
  auto& report = error(unknown, here(), found() + " is not " + std::string(what) + ".",
                       base::did_you_mean(near, {.besides = hint}));
  if (near) report.fix = Fix{"Change " + found() + " to `" + *near + "`", {{here(), *near}}};
  if (strict() || starts_statement()) return false;
  take();
  index = near ? static_cast<std::size_t>(std::ranges::find(words, *near) - words.begin()) : 0;
  return true;
}

}  // namespace formats::floorplan
