// SPDX-License-Identifier: Apache-2.0
#include "formats/floorplan/parse.h"

#include <algorithm>
#include <array>

#include "base/did_you_mean.h"
#include "base/text.h"
#include "formats/floorplan/parser.h"

namespace formats::floorplan {

namespace {

// document = (frontmatter | version)? "floorplan" define* style* config? floor* connect* vertical*
constexpr auto top_order =
    std::to_array<std::string_view>({"define", "style", "config", "floor", "connect", "vertical"});
constexpr auto floor_order = std::to_array<std::string_view>({"room", "stair", "lift"});

std::optional<ConfigKey> config_key(std::string_view word, bool& camel) {
  static const auto camel_keys = [] {
    std::vector<std::string> keys;
    for (const auto key : enum_names(ConfigKey{})) keys.push_back(camel_case(key));
    return keys;
  }();
  camel = false;
  if (const auto key = parse_word<ConfigKey>(word)) return key;
  const auto found = std::ranges::find(camel_keys, word);
  if (found == camel_keys.end()) return std::nullopt;
  camel = true;
  return static_cast<ConfigKey>(found - camel_keys.begin());
}

std::vector<std::string> config_words() {
  std::vector<std::string> words;
  for (const auto key : enum_names(ConfigKey{})) {
    words.emplace_back(key);
    words.push_back(camel_case(key));
  }
  return words;
}

// The origin takes an ID or one of these; other reserved words are errors.
bool strict_setting(const Token& token) {
  const auto word = token.text;
  return !token.keyword || parse_word<LengthUnit>(word) || parse_word<AreaUnit>(word) || parse_word<ThemeName>(word) ||
         parse_word<StairCode>(word);
}

}  // namespace

std::optional<ConfigKey> config_key(std::string_view word) {
  bool camel = false;
  return config_key(word, camel);
}

void Parser::run() {
  const auto from = read_front_matter(document_, diagnostics_);
  auto lexed = lex(document_.source, from, dialect_);
  tokens_ = std::move(lexed.tokens);
  for (auto& report : lexed.diagnostics) {
    if (diagnostics_.size() + 1 < limits_.max_errors) diagnostics_.push_back(std::move(report));
  }
  if (is_symbol(sign::rule)) token_front_matter();
  while (is_symbol(sign::version_open)) version_directive();
  header();
  statements();
}

// version = "%%{" "version" ":" (NUMBER | VERSION_STRING) "}%%"
void Parser::version_directive() {
  const auto open = take();
  const bool named = take_word("version") && take_symbol(':');
  const auto begin = here().begin;
  const auto first = peek();
  std::size_t count = 0;
  while (!at_end() && !is_symbol(sign::version_close) && !is_word("floorplan") && !peek().line_start) {
    take();
    ++count;
  }
  const auto end = previous().span.end;
  const bool closed = take_symbol(sign::version_close);
  const bool quoted = first.kind == TokenKind::string && count == 1;
  // 1.0.0 is several tokens without a gap.
  const bool whole = std::string_view(document_.source).substr(begin, end - begin).find_first_not_of("0123456789.") ==
                     std::string_view::npos;
  const bool bare = first.kind == TokenKind::number && (count == 1 || (lenient() && whole));
  if (!named || !closed || !(bare || quoted) || (strict() && quoted && !first.version)) {
    error(Finding::version_malformed, strict() ? first.span : Span{open.span.begin, previous().span.end},
          "The version directive cannot be read.", "Write %%{version: 1.0}%%.");
    return;
  }
  const auto raw = std::string_view(document_.source).substr(begin, end - begin);
  document_.version = Located<std::string>{quoted ? unquote(raw, dialect_) : std::string(raw), {begin, end}};
}

// frontmatter = "---" (key ":" value)+ "---" on one line; the form on several is read before the tokens are
void Parser::token_front_matter() {
  const auto begin = take().span.begin;
  while (!at_end() && !is_symbol(sign::rule)) {
    if (peek().kind != TokenKind::word || !is_symbol(':', 1)) break;
    FrontMatterEntry entry;
    const auto key = take();
    take();
    const auto value = take();
    entry.key = {std::string(key.text), key.span};
    entry.quoted = value.kind == TokenKind::string;
    entry.value = entry.quoted ? unquote(value.text, dialect_) : std::string(value.text);
    entry.span = {key.span.begin, value.span.end};
    if (entry.key.text == "version") document_.version = Located<std::string>{entry.value, entry.span};
    document_.front_matter.push_back(std::move(entry));
  }
  if (!take_symbol(sign::rule)) {
    error(Finding::front_matter_unclosed, here(),
          "Expected `key: value` or --- in the front matter, found " + found() + ".");
    return;
  }
  document_.front_matter_span = since(begin);
}

void Parser::header() {
  if (is_word("floorplan")) {
    document_.header = take().span;
    return;
  }
  auto& report =
      error(Finding::header_missing, here(), "A plan begins with the word `floorplan`; found " + found() + ".");
  report.fix = Fix{"Insert `floorplan`", {{{here().begin, here().begin}, "floorplan\n"}}};
  if (at_end() || starts_statement()) return;
  const auto near =
      peek().kind == TokenKind::word ? base::nearest(peek().text, std::vector<std::string>{"floorplan"}) : std::nullopt;
  if (near) {
    report.fix = Fix{"Change " + found() + " to `floorplan`", {{here(), "floorplan"}}};
    take();
  }
}

void Parser::statements() {
  int order = 0;
  while (!at_end() && !too_many()) {
    const auto before = at_;
    const auto found_at = std::ranges::find(top_order, peek().text);
    if (strict() && peek().kind == TokenKind::word && found_at != top_order.end()) {
      const int rank = static_cast<int>(found_at - top_order.begin());
      if (rank < order || (rank == order && rank == 2 && !document_.config_body.empty())) {
        refuse(Finding::statement_order, "`" + std::string(peek().text) + "` comes too late in the plan.",
               "The strict order is " + listed(top_order, "then") + ".");
      }
      order = std::max(order, rank);
    }
    if (!top_statement()) skip_statement();
    if (at_ == before) take();
  }
}

bool Parser::top_statement() {
  if (peek().kind == TokenKind::word && dispatch(peek().text)) return true;
  if (peek().kind == TokenKind::word && starts_statement()) return false;
  const std::vector<std::string> words(top_order.begin(), top_order.end());
  const auto near = peek().kind == TokenKind::word ? base::nearest(peek().text, words) : std::nullopt;
  if (is_symbol('}')) {
    auto& report = error(Finding::statement_unknown, here(), "This `}` closes nothing.", "Remove it.");
    report.fix = Fix{"Remove `}`", {{here(), ""}}};
    take();
    return true;
  }
  auto& report = error(Finding::statement_unknown, here(), found() + " begins no statement.",
                       base::did_you_mean(near, {.otherwise = "Statements: " + listed(top_order) + "."}));
  if (near) {
    report.fix = Fix{"Change " + found() + " to `" + *near + "`", {{here(), *near}}};
    return lenient() && dispatch(*near);
  }
  take();
  return false;
}

// True if a statement began here, whether or not all of it could be read.
bool Parser::dispatch(std::string_view word) {
  bool good = true;
  if (word == "define") {
    good = define();
  } else if (word == "style") {
    good = style();
  } else if (word == "config") {
    good = config();
  } else if (word == "floor") {
    good = floor();
  } else if (word == "connect") {
    good = connection();
  } else if (word == "vertical") {
    good = vertical();
  } else if (word == "room" || word == "sub-room" || word == "stair" || word == "lift") {
    refuse(Finding::statement_unknown, "A `" + std::string(word) + "` stands inside a floor.",
           "Put it between the braces of a floor: floor Ground { … }.");
    take();
    good = false;
  } else if (word == "floorplan") {
    refuse(Finding::statement_unknown, "`floorplan` is there already.", "Remove it.");
    take();
  } else {
    return false;
  }
  if (!good) skip_statement();
  return true;
}

// define = "define" ID dim
bool Parser::define() {
  Define define;
  const auto begin = take().span.begin;
  const auto named = name("the size");
  if (!named) return false;
  define.name = *named;
  const auto read = size();
  if (!read) return false;
  define.size = *read;
  define.span = since(begin);
  document_.defines.push_back(std::move(define));
  return true;
}

// style = "style" ID "{" sprop ("," sprop)* "}"
bool Parser::style() {
  Style style;
  const auto begin = take().span.begin;
  const auto named = name("the style");
  if (!named) return false;
  style.name = *named;
  const auto open = here().begin;
  const bool braced = take_symbol('{');
  if (!braced && (strict() || peek().kind != TokenKind::word || peek().line_start)) {
    return need_symbol('{', "after the name of the style");
  }
  bool more = !(braced && lenient() && take_symbol('}'));
  if (more && is_symbol('}')) return refuse(Finding::list_empty, "A style has at least one property (strict dialect).");
  while (more && !at_end() && !too_many()) {
    if (!style_property(style)) return skip_block(braced);
    if (!braced) {
      more = take_symbol(',');
      continue;
    }
    const auto next = next_entry('}', is_symbol(':', 1), "the style");
    if (next == Next::broken) return skip_block(braced);
    more = next == Next::entry;
  }
  if (braced) style.body = since(open);
  style.span = since(begin);
  document_.styles.push_back(std::move(style));
  return true;
}

bool Parser::style_property(Style& style) {
  StyleProperty property;
  const auto begin = here().begin;
  const auto key = word<StyleKey>("a style property", Finding::style_key_unknown);
  if (!key || !need_symbol(':', "after the property")) return false;
  property.key = *key;
  property.value_span = here();
  if (peek().kind == TokenKind::string) {
    const auto value = text("a value");
    if (!value) return false;
    property.value = value->value;
  } else if (const bool negative = lenient() && is_symbol('-'); negative || peek().kind == TokenKind::number) {
    const auto value = signed_number("the property");
    if (!value) return false;
    property.value = *value;
    property.value_span = since(property.value_span.begin);
  } else {
    return refuse(Finding::value_missing, "Expected a text in quotes or a number, found " + found() + ".");
  }
  property.span = since(begin);
  style.properties.push_back(std::move(property));
  return true;
}

// config = "config" "{" cprop ("," cprop)* "}"
bool Parser::config() {
  const auto begin = take().span.begin;
  const auto open = here().begin;
  const bool braced = take_symbol('{');
  if (!braced && (strict() || peek().kind != TokenKind::word || peek().line_start)) {
    return need_symbol('{', "after `config`");
  }
  bool more = !(braced && lenient() && take_symbol('}'));
  if (more && is_symbol('}')) return refuse(Finding::list_empty, "Config has at least one setting (strict dialect).");
  while (more && !at_end() && !too_many()) {
    if (!config_entry()) return skip_block(braced);
    if (!braced) {
      more = take_symbol(',');
      continue;
    }
    const auto next = next_entry('}', is_symbol(':', 1), "the settings");
    if (next == Next::broken) return skip_block(braced);
    more = next == Next::entry;
  }
  if (braced && document_.config_body.empty()) document_.config_body = since(open);
  document_.config_blocks.push_back(since(begin));
  return true;
}

bool Parser::config_entry() {
  ConfigEntry entry;
  const auto begin = here().begin;
  const auto key = peek().kind == TokenKind::word ? config_key(peek().text, entry.camel_case) : std::nullopt;
  if (!key) {
    const auto near = base::nearest(peek().text, config_words());
    auto& report = error(Finding::config_key_unknown, here(), found() + " is not a setting.",
                         base::did_you_mean(near, {.otherwise = "Settings: " + listed(enum_names(ConfigKey{})) + "."}));
    if (near) report.fix = Fix{"Change " + found() + " to `" + *near + "`", {{here(), *near}}};
    if (strict() || !is_symbol(':', 1)) return false;
  }
  entry.key = {key.value_or(ConfigKey{}), here()};
  take();
  if (!need_symbol(':', "after the setting")) return false;
  entry.value_span = here();
  if (!config_value(entry)) return false;
  entry.value_span = since(entry.value_span.begin);
  entry.span = since(begin);
  if (key) document_.config.push_back(std::move(entry));
  return true;
}

bool Parser::config_value(ConfigEntry& entry) {
  if (is_symbol('(') || (lenient() && peek().kind == TokenKind::number && (is_word("x", 1) || is_word("x", 2)))) {
    const auto value = size();
    if (value) entry.value = *value;
    return value.has_value();
  }
  if (peek().kind == TokenKind::number || (lenient() && (is_symbol('-') || is_symbol('+')))) {
    Length value;
    value.span = here();
    const auto read = signed_number("the setting");
    if (!read) return false;
    value.number = *read;
    if (lenient()) value.unit = unit();
    value.span = since(value.span.begin);
    entry.value = value;
    return true;
  }
  if (peek().kind == TokenKind::string) {
    const auto value = text("a value");
    if (value) entry.value = value->value;
    return value.has_value();
  }
  if (peek().kind != TokenKind::word) return refuse(Finding::value_missing, "Expected a value, found " + found() + ".");
  if (is_word("true") || is_word("false")) {
    entry.value = take().text == "true";
    return true;
  }
  if (strict() && !strict_setting(peek())) {
    return refuse(Finding::value_missing, found() + " is not a value of a setting (strict dialect).");
  }
  const auto token = take();
  entry.value = Name{std::string(token.text), token.span};
  return true;
}

// floor = "floor" ID ("height" value)? "{" room* stair* lift* "}"
bool Parser::floor() {
  auto& floor = document_.floors.emplace_back();
  const auto begin = take().span.begin;
  const auto named = name("the floor");
  if (named) floor.name = *named;
  if (!named && !is_symbol('{')) {
    document_.floors.pop_back();
    return false;
  }
  if (take_word("height")) floor.height = length("the height of the floor");
  const auto open = here().begin;
  const bool braced = take_symbol('{');
  if (!braced && strict()) {
    need_symbol('{', "after the name of the floor");
    floor.span = since(begin);
    return false;
  }
  if (!braced && !peek().line_start && !at_end() && !starts_statement()) {
    need_symbol('{', "after the name of the floor");
  }
  floor_body(floor, braced);
  if (braced) floor.body = since(open);
  floor.span = since(begin);
  return true;
}

void Parser::floor_body(Floor& floor, bool braced) {
  int order = 0;
  while (!too_many()) {
    if (braced && take_symbol('}')) return;
    const bool inside = is_word("room") || is_word("sub-room") || is_word("stair") || is_word("lift");
    if (!braced && !inside) return;
    if (at_end() || is_word("floor") || (strict() && !inside && starts_statement())) {
      auto& report = error(Finding::symbol_missing, here(),
                           "The floor `" + base::printable(floor.name.text, 60) +
                               "` is not closed: expected `}`, found " + found() + ".");
      const auto end = previous().span.end;
      report.fix = Fix{"Insert `}`", {{{end, end}, "\n}"}}};
      return;
    }
    const auto before = at_;
    if (!floor_statement(floor, order)) skip_statement();
    if (at_ == before) take();
  }
}

bool Parser::floor_statement(Floor& floor, int& order) {
  if (peek().kind != TokenKind::word) {
    return refuse(Finding::statement_unknown, "Expected a room, a stair or a lift, found " + found() + ".");
  }
  const auto word = is_word("sub-room") ? std::string_view("room") : peek().text;
  const auto rank = std::ranges::find(floor_order, word) - floor_order.begin();
  if (strict() && rank < order) {
    refuse(Finding::statement_order, "`" + std::string(word) + "` comes too late in its floor.",
           "The strict order is " + listed(floor_order, "then") + ".");
  }
  if (word == "room") return order = std::max(order, 0), room(floor.rooms, 0);
  if (word == "stair") return order = std::max(order, 1), stair(floor);
  if (word == "lift") return order = std::max(order, 2), lift(floor);
  if (lenient() && (word == "connect" || word == "vertical")) return dispatch(word);
  const std::vector<std::string> words(floor_order.begin(), floor_order.end());
  const auto near = base::nearest(word, words);
  auto& report =
      error(Finding::statement_unknown, here(), found() + " begins no room, stair or lift.", base::did_you_mean(near));
  if (near) report.fix = Fix{"Change " + found() + " to `" + *near + "`", {{here(), *near}}};
  if (near && lenient()) return *near == "room" ? room(floor.rooms, 0) : *near == "stair" ? stair(floor) : lift(floor);
  take();
  return false;
}

// vertical = "vertical" ID "." ID ("to" ID "." ID)+
bool Parser::vertical() {
  Vertical vertical;
  const auto begin = take().span.begin;
  if (!link(vertical)) return false;
  if (!is_word("to")) return need_word("to", "between the two elements");
  while (take_word("to")) {
    if (!link(vertical)) return false;
  }
  vertical.span = since(begin);
  document_.verticals.push_back(std::move(vertical));
  return true;
}

bool Parser::link(Vertical& vertical) {
  Link link;
  const auto begin = here().begin;
  const auto floor = name("the floor");
  if (!floor || !need_symbol('.', "between floor and element")) return false;
  const auto element = name("the stair or lift");
  if (!element) return false;
  link.floor = *floor;
  link.element = *element;
  link.span = since(begin);
  vertical.links.push_back(std::move(link));
  return true;
}

Parsed parse(std::string source, Dialect dialect, const Limits& limits) {
  Parsed parsed;
  if (source.size() > limits.max_bytes) {
    parsed.diagnostics.push_back(diagnostic(Finding::input_too_large, {},
                                            "The text has " + std::to_string(source.size()) + " bytes; at most " +
                                                std::to_string(limits.max_bytes) + " are read.",
                                            "Split the plan."));
    return parsed;
  }
  parsed.document.source = std::move(source);
  Parser(parsed.document, parsed.diagnostics, dialect, limits).run();
  dialect == Dialect::strict ? sort_by_phase(parsed.diagnostics) : sort_by_place(parsed.diagnostics);
  return parsed;
}

bool plain_name(std::string_view name, Dialect dialect) {
  if (name.empty() || is_keyword(name)) return false;
  const auto lexed = lex(name, 0, dialect);
  return lexed.diagnostics.empty() && lexed.comments.empty() && lexed.tokens.size() == 2 &&
         lexed.tokens[0].kind == TokenKind::word && lexed.tokens[0].text == name;
}

}  // namespace formats::floorplan
