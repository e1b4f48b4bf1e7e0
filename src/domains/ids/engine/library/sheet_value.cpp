// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/text.h"
#include "domains/ids/engine/library/sheet.h"
#include "domains/ids/engine/library/sheet_words.h"
#include "formats/ifc/schema.h"

// The syntax of values in cells:
//   value  = text | "quoted" | "(empty)" | text " | " text … | clause { ";" clause }
//   clause = "one of:" item { "|" item } | "pattern:" item | ( ">=" | ">" | "<=" | "<" ) item
//          | "length:" ( n | n ".." [n] | ".." n ) | "base:" item | "xs:" name [ " fixed" ] ":" item | "xs:restriction"
// A ";" separates only where a clause follows, a quote counts only at the beginning of an item: most of what people
// write needs neither.
namespace ids::engine {
namespace {

using formats::ids::IdsValue;
using formats::ids::Restriction;
using formats::ids::XsFacet;

constexpr std::string_view empty_value = "(empty)", empty_restriction = "xs:restriction";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool all_digits(std::string_view text) { return !text.empty() && std::all_of(text.begin(), text.end(), is_digit); }

// ---- numbers and habits

// [+-] digits [. digits] [e digits], or with the comma that half of Europe writes.
bool is_number(std::string_view text, char point) {
  std::size_t at = 0, digits = 0;
  const auto run = [&] {
    while (at < text.size() && is_digit(text[at])) ++at, ++digits;
  };
  const auto sign = [&] { at += at < text.size() && (text[at] == '-' || text[at] == '+') ? 1U : 0U; };
  sign();
  run();
  if (at < text.size() && text[at] == point) ++at, run();
  if (digits == 0) return false;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    sign();
    digits = 0;
    run();
    if (digits == 0) return false;
  }
  return at == text.size();
}

std::string with_point(std::string_view text) {
  std::string out(text);
  if (is_number(text, ',')) std::replace(out.begin(), out.end(), ',', '.');
  return out;
}

enum class Habit : std::uint8_t { text, boolean, number };

bool is_numeric_base(std::string_view base) {
  return base == "xs:double" || base == "xs:integer" || base == "xs:decimal" || base == "xs:float";
}

Habit habit_of(std::string_view data_type) {
  const auto* type = formats::ifc::data_type(data_type);
  if (type == nullptr) return Habit::text;
  if (type->xs_base == "xs:boolean" || type->name == "IFCLOGICAL") return Habit::boolean;
  return is_numeric_base(type->xs_base) ? Habit::number : Habit::text;
}

// XML Schema Part 2, 3.2.2: true and false; people write yes, ja, x.
std::string by_habit(std::string_view text, Habit habit) {
  if (habit == Habit::number) return with_point(text);
  if (habit != Habit::boolean) return std::string(text);
  const auto answer = yes_or_no(text);
  if (!answer) return std::string(text);
  return *answer ? "true" : "false";
}

bool habit_changes(std::string_view text) {
  return by_habit(text, Habit::boolean) != text || by_habit(text, Habit::number) != text;
}

// ---- clauses

enum class Clause : std::uint8_t { one_of, pattern, bound, length, base, other, nothing };
struct Start {
  Clause clause = Clause::other;
  std::string xs_name;
  bool fixed = false;
  std::size_t end = 0;  // where its items begin
};

struct Keyword {
  std::string_view word;
  Clause clause;
  std::string_view xs_name;
};
constexpr std::array<Keyword, 6> signs{{
    {">=", Clause::bound, "minInclusive"},
    {"≥", Clause::bound, "minInclusive"},
    {"<=", Clause::bound, "maxInclusive"},
    {"≤", Clause::bound, "maxInclusive"},
    {">", Clause::bound, "minExclusive"},
    {"<", Clause::bound, "maxExclusive"},
}};
constexpr std::array<Keyword, 19> words{{
    {"one of", Clause::one_of, "enumeration"},
    {"oneof", Clause::one_of, "enumeration"},
    {"any of", Clause::one_of, "enumeration"},
    {"enum", Clause::one_of, "enumeration"},
    {"list", Clause::one_of, "enumeration"},
    {"enumeration", Clause::one_of, "enumeration"},
    {"einer von", Clause::one_of, "enumeration"},
    {"eine von", Clause::one_of, "enumeration"},
    {"eines von", Clause::one_of, "enumeration"},
    {"auswahl", Clause::one_of, "enumeration"},
    {"liste", Clause::one_of, "enumeration"},
    {"pattern", Clause::pattern, "pattern"},
    {"regex", Clause::pattern, "pattern"},
    {"muster", Clause::pattern, "pattern"},
    {"length", Clause::length, "length"},
    {"länge", Clause::length, "length"},
    {"min", Clause::bound, "minInclusive"},
    {"max", Clause::bound, "maxInclusive"},
    {"base", Clause::base, ""},
}};

// "xs:totalDigits:" and "xs:pattern fixed:", which say any facet exactly.
std::optional<Start> exact_start(std::string_view text, std::size_t at) {
  if (text.substr(at, 3) != "xs:") return std::nullopt;
  const std::size_t begin = at + 3;
  std::size_t end = begin;
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  while (end < text.size() && letter(text[end])) ++end;
  Start start{Clause::other, std::string(text.substr(begin, end - begin)), false, end};
  if (start.xs_name == "restriction") start.clause = Clause::nothing;
  if (start.xs_name == "restriction") return start;
  if (text.substr(end, 6) == " fixed") start.fixed = true, end += 6;
  if (start.xs_name.empty() || end >= text.size() || text[end] != ':') return std::nullopt;
  start.end = end + 1;
  return start;
}

std::optional<Start> worded_start(std::string_view text, std::size_t at) {
  for (const auto& keyword : words) {
    if (!base::equals_ignoring_case(text.substr(at, keyword.word.size()), keyword.word)) continue;
    std::size_t end = at + keyword.word.size();
    while (end < text.size() && text[end] == ' ') ++end;
    if (end < text.size() && text[end] == ':')
      return Start{keyword.clause, std::string(keyword.xs_name), false, end + 1};
  }
  return std::nullopt;
}

std::optional<Start> clause_start(std::string_view text, std::size_t at) {
  while (at < text.size() && (text[at] == ' ' || text[at] == '\n')) ++at;
  for (const auto& sign : signs)
    if (text.substr(at, sign.word.size()) == sign.word)
      return Start{sign.clause, std::string(sign.xs_name), false, at + sign.word.size()};
  if (auto start = exact_start(text, at)) return start;
  return worded_start(text, at);
}

struct Item {
  std::string text;
  bool exact = false;   // it was quoted
  std::size_t end = 0;  // at the separator, or the end of the text
};

bool ends_item(std::string_view text, std::size_t at, bool in_list) {
  if (at >= text.size()) return true;
  if (in_list && text[at] == '|') return true;
  return text[at] == ';' && (at + 1 == text.size() || clause_start(text, at + 1));
}

Item next_item(std::string_view text, std::size_t at, bool in_list) {
  while (at < text.size() && text[at] == ' ') ++at;
  if (auto end = quoted_end(text, at)) {
    const auto inside = text.substr(at, *end - at);
    while (*end < text.size() && text[*end] == ' ') ++*end;
    if (ends_item(text, *end, in_list)) return {*unquoted(inside), true, *end};
  }
  std::size_t end = at;
  while (!ends_item(text, end, in_list)) ++end;
  return {std::string(cleaned(text.substr(at, end - at))), false, end};
}

// ---- reading

class Reader {
 public:
  Reader(std::string_view text, std::string_view data_type) : text_(text), habit_(habit_of(data_type)) {
    if (const auto* type = formats::ifc::data_type(data_type)) implied_ = type->xs_base;
  }
  base::Result<IdsValue> restriction();
  IdsValue list();

 private:
  base::Result<void> clause(const Start& start);
  base::Result<void> length(const Item& item);
  base::Result<void> bound(const std::string& xs_name, const Item& item);
  void add(std::string name, std::string value, bool fixed = false) {
    out_.facets.push_back({.name = std::move(name), .value = std::move(value), .fixed = fixed});
  }
  void add_list();
  std::string_view base_of_bounds() const { return implied_.empty() ? "xs:double" : implied_; }

  std::string_view text_;
  Habit habit_;
  std::string_view implied_;  // by the data type
  std::size_t at_ = 0;
  bool has_base_ = false;
  Restriction out_;
};

std::string inferred_base(const Restriction& restriction, std::string_view data_type) {
  if (const auto* type = formats::ifc::data_type(data_type)) return std::string(type->xs_base);
  const bool bounded = std::any_of(restriction.facets.begin(), restriction.facets.end(), [](const XsFacet& facet) {
    return facet.name.ends_with("Inclusive") || facet.name.ends_with("Exclusive");
  });
  return bounded ? "xs:double" : "xs:string";
}

void Reader::add_list() {
  for (;;) {
    const auto item = next_item(text_, at_, true);
    add("enumeration", item.exact ? item.text : by_habit(item.text, habit_));
    at_ = item.end;
    if (at_ >= text_.size() || text_[at_] != '|') return;
    ++at_;
  }
}

base::Error no_number(const std::string& text) {
  return base::fail(base::Code::wrong_type, "\"" + base::printable(text, 60) + "\" is not a number", {},
                    "Write bounds as \">= 2.4; <= 3\" without units; put a text that begins with < or > into quotes.");
}

base::Result<void> Reader::bound(const std::string& xs_name, const Item& item) {
  if (item.exact || !is_numeric_base(base_of_bounds())) {
    add(xs_name, item.text);
    return {};
  }
  const std::string number = with_point(item.text);
  if (!is_number(number, '.')) return no_number(item.text);
  add(xs_name, number);
  return {};
}

base::Result<void> Reader::length(const Item& item) {
  const std::size_t dots = item.text.find("..");
  const std::string least = item.text.substr(0, dots);
  const std::string most = dots == std::string::npos ? "" : item.text.substr(dots + 2);
  const bool whole = all_digits(least) || (dots != std::string::npos && least.empty());
  if (item.exact || !whole || (!most.empty() && !all_digits(most)) || (least.empty() && most.empty()))
    return base::fail(base::Code::wrong_type, "\"" + base::printable(item.text, 60) + "\" is not a length", {},
                      "Write \"length: 5\", \"length: 5..50\", \"length: 5..\" or \"length: ..50\".");
  if (dots == std::string::npos) add("length", least);
  if (dots != std::string::npos && !least.empty()) add("minLength", least);
  if (!most.empty()) add("maxLength", most);
  return {};
}

base::Result<void> Reader::clause(const Start& start) {
  at_ = start.end;
  if (start.clause == Clause::one_of) {
    add_list();
    return {};
  }
  const auto item = next_item(text_, at_, false);
  at_ = item.end;
  switch (start.clause) {
    case Clause::bound:
      return bound(start.xs_name, item);
    case Clause::length:
      return length(item);
    case Clause::base:
      out_.base = item.text, has_base_ = true;
      break;
    case Clause::nothing:
      break;
    default:
      add(start.xs_name, item.text, start.fixed);
      break;
  }
  return {};
}

base::Result<IdsValue> Reader::restriction() {
  while (at_ < text_.size()) {
    const auto start = clause_start(text_, at_);
    if (!start) break;  // a separator at the end
    TRY(clause(*start));
    if (at_ < text_.size()) ++at_;
  }
  if (!has_base_) out_.base = implied_.empty() ? inferred_base(out_, {}) : std::string(implied_);
  return IdsValue(std::move(out_));
}

IdsValue Reader::list() {
  add_list();
  out_.base = implied_.empty() ? "xs:string" : std::string(implied_);
  return std::move(out_);
}

// ---- entities

bool names_entity(std::string_view text) { return base::lower_ascii(text.substr(0, 3)) == "ifc"; }

// "IfcWall, IfcSlab" is a list if all of it are entities.
std::optional<Restriction> entity_list(std::string_view text) {
  Restriction out{.base = "xs:string"};
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(",\n;"), text.size());
    const auto name = cleaned(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (name.empty()) continue;
    if (!names_entity(name)) return std::nullopt;
    out.facets.push_back({.name = "enumeration", .value = base::upper_ascii(name)});
  }
  if (out.facets.size() < 2) return std::nullopt;
  return out;
}

IdsValue entity_of(std::string text) {
  if (auto list = entity_list(text)) return *std::move(list);
  return names_entity(text) ? base::upper_ascii(text) : std::move(text);
}

// ---- writing

// An item that could be taken for two, for a number or an answer of its kind, or lose its blanks, is quoted.
std::string item_text(std::string_view text, std::string_view separators) {
  const bool plain = !text.empty() && cleaned(text) == text && !has_control(text) && text.front() != '"' &&
                     text.find_first_of(separators) == std::string_view::npos;
  return plain ? std::string(text) : quoted(text);
}

std::string list_item_text(std::string_view text) { return habit_changes(text) ? quoted(text) : item_text(text, "|;"); }

std::string_view sign_of(std::string_view xs_name) {
  for (const auto& sign : signs)
    if (sign.xs_name == xs_name) return sign.word;
  return {};
}

std::string exact_clause(const XsFacet& facet) {
  return "xs:" + facet.name + (facet.fixed ? " fixed" : "") + ": " + item_text(facet.value, ";");
}

class Writer {
 public:
  explicit Writer(const Restriction& restriction) : facets_(restriction.facets) {}
  std::string text() {
    std::string out;
    while (at_ < facets_.size()) out += (out.empty() ? "" : "; ") + clause();
    return out.empty() ? std::string(empty_restriction) : out;
  }

 private:
  std::string clause();
  std::string list();
  std::string length();
  bool is(std::size_t at, std::string_view name) const {
    return at < facets_.size() && facets_[at].name == name && !facets_[at].fixed;
  }
  const std::vector<XsFacet>& facets_;
  std::size_t at_ = 0;
};

std::string Writer::list() {
  std::string out = "one of: " + list_item_text(facets_[at_++].value);
  while (is(at_, "enumeration")) out += " | " + list_item_text(facets_[at_++].value);
  return out;
}

std::string Writer::length() {
  const auto& facet = facets_[at_++];
  if (!all_digits(facet.value)) return exact_clause(facet);
  if (facet.name == "length") return "length: " + facet.value;
  if (facet.name == "maxLength") return "length: .." + facet.value;
  const bool both = is(at_, "maxLength") && all_digits(facets_[at_].value);
  return "length: " + facet.value + ".." + (both ? facets_[at_++].value : "");
}

std::string Writer::clause() {
  const auto& facet = facets_[at_];
  if (is(at_, "enumeration")) return list();
  if (is(at_, "length") || is(at_, "minLength") || is(at_, "maxLength")) return length();
  ++at_;
  if (facet.fixed) return exact_clause(facet);
  if (facet.name == "pattern") return "pattern: " + item_text(facet.value, ";");
  const auto sign = sign_of(facet.name);
  if (sign.empty()) return exact_clause(facet);
  return std::string(sign) + " " + (is_number(facet.value, '.') ? facet.value : quoted(facet.value));
}

std::string restriction_text(const Restriction& restriction, std::string_view data_type) {
  std::string out = Writer(restriction).text();
  if (restriction.base != inferred_base(restriction, data_type)) out += "; base: " + item_text(restriction.base, ";");
  return out;
}

// Plain where every data type reads it as itself.
std::string simple_text(const std::string& text) {
  const auto same = [&](std::string_view data_type) {
    const auto read = value_from_text(text, data_type);
    return read && *read == IdsValue(text);
  };
  const bool plain = !has_control(text) && !habit_changes(text) && same({});
  return plain ? text : quoted(text);
}

}  // namespace

std::string value_text(const IdsValue& value, std::string_view data_type_upper) {
  if (const auto* text = std::get_if<std::string>(&value)) return simple_text(*text);
  if (const auto* restriction = std::get_if<Restriction>(&value))
    return restriction_text(*restriction, data_type_upper);
  return std::string(empty_value);
}

std::string value_text(const IdsValue& value) { return value_text(value, {}); }

std::string exact_value_text(const IdsValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return quoted(*text);
  const auto* restriction = std::get_if<Restriction>(&value);
  if (restriction == nullptr) return std::string(empty_value);
  std::string out;
  for (const auto& facet : restriction->facets) out += (out.empty() ? "" : "; ") + exact_clause(facet);
  if (out.empty()) out = empty_restriction;
  return out + "; base: " + item_text(restriction->base, ";");
}

base::Result<IdsValue> value_from_text(std::string_view text, std::string_view data_type_upper) {
  text = cleaned(text);
  if (text.empty() || text == empty_value) return IdsValue(std::monostate{});
  if (auto exact = unquoted(text)) return IdsValue(*std::move(exact));
  Reader reader(text, data_type_upper);
  if (clause_start(text, 0)) return reader.restriction();
  if (text.find(" | ") != std::string_view::npos) return reader.list();
  return IdsValue(by_habit(text, habit_of(data_type_upper)));
}

base::Result<IdsValue> entity_from_text(std::string_view cell) {
  auto value = TRY(value_from_text(cell, {}));
  if (unquoted(cell) || cell.find("xs:") != std::string_view::npos) return value;
  if (auto* text = std::get_if<std::string>(&value)) return entity_of(std::move(*text));
  if (auto* restriction = std::get_if<Restriction>(&value))
    for (auto& facet : restriction->facets)
      if (facet.name == "enumeration" && names_entity(facet.value)) facet.value = base::upper_ascii(facet.value);
  return value;
}

}  // namespace ids::engine
