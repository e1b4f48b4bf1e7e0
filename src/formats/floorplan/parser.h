// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/floorplan/codes.h"
#include "formats/floorplan/lexer.h"

// Inside of parse.cpp: a parser by recursive descent over the tokens of one text. A function that returns
// bool or optional says whether it read what it should; it has then reported what was wrong, and the loop
// over attributes or statements looks for the next place from which reading makes sense.
namespace formats::floorplan {

// One attribute of a statement: its first word, and whether the grammar asks for it.
struct Part {
  std::string_view word;
  bool required = false;
};
// Position in a list of parts while a statement is read.
struct Progress {
  std::span<const Part> parts;
  std::uint64_t seen = 0;
  int last = -1;
};

class Parser {
 public:
  Parser(Document& document, std::vector<Diagnostic>& diagnostics, Dialect dialect, const Limits& limits);
  void run();

 private:
  // parse.cpp: the document
  bool begin_text();
  void version_directive();
  void token_front_matter();
  void header();
  void statements();
  bool top_statement();
  bool dispatch(std::string_view word);
  bool define();
  bool style();
  bool style_property(Style& style);
  bool config();
  bool config_entry();
  bool config_value(ConfigEntry& entry);
  bool floor();
  void floor_body(Floor& floor, bool braced);
  bool floor_statement(Floor& floor, int& order);
  bool vertical();
  bool link(Vertical& vertical);

  // parse_room.cpp: rooms, lifts and connections
  bool room(std::vector<Room>& rooms, std::size_t depth);
  bool room_part(Room& room, int part, std::size_t depth);
  bool room_size(Room& room);
  bool walls(Room& room);
  bool wall(Room& room);
  bool wall_parts(Wall& wall);
  bool composed(Room& room, std::size_t depth);
  bool lift(Floor& floor);
  bool lift_part(Lift& lift, int part);
  bool lift_doors(Lift& lift);
  bool connection();
  bool connection_part(Connection& connection, int part);
  std::optional<End> end(bool with_side);

  // parse_stair.cpp
  bool stair(Floor& floor);
  bool stair_part(Stair& stair, int part);
  bool shape(Stair& stair);
  bool shape_part(Stair& stair, int part);
  bool strict_shape(Stair& stair);
  void shape_is_whole(const Stair& stair, std::uint64_t seen);
  bool handrail(Stair& stair);
  bool material(Stair& stair);
  bool runs(Stair& stair);
  bool segments(Stair& stair);
  bool segment(Stair& stair);
  bool flight(Flight& flight);
  bool turn(Turn& turn);

  // parser.cpp: values
  std::optional<double> number(std::string_view what);
  std::optional<double> signed_number(std::string_view what);
  std::optional<Length> length(std::string_view what, bool negative = false);
  std::optional<LengthUnit> unit();
  std::optional<Size> size(bool full_allowed = false);
  std::optional<Point> point();
  std::optional<Along> along(bool bare_allowed);
  std::optional<Name> name(std::string_view what);
  std::optional<Located<std::string>> text(std::string_view what);
  std::optional<RelativePosition> relative();
  std::optional<double> degrees();
  template <class Enum>
  std::optional<Located<Enum>> word(std::string_view what, Finding unknown = Finding::word_unknown);
  bool guess_word(std::string_view what, Finding unknown, std::span<const std::string_view> allowed,
                  std::size_t& index);

  // parser.cpp: moving, deciding, reporting
  const Token& peek(std::size_t ahead = 0) const;
  const Token& previous() const { return tokens_[at_ == 0 ? 0 : at_ - 1]; }
  Token take();
  bool is_word(std::string_view text, std::size_t ahead = 0) const;
  bool is_symbol(char symbol, std::size_t ahead = 0) const;
  bool take_word(std::string_view text);
  bool take_symbol(char symbol);
  bool need_symbol(char symbol, std::string_view why);
  bool need_word(std::string_view text, std::string_view why);
  bool at_end() const { return peek().kind == TokenKind::end; }
  bool starts_statement() const;
  bool closes() const;
  // Between two entries of a list: true if another entry follows. Reports what is missing.
  enum class Next : std::uint8_t { entry, close, broken };
  Next next_entry(char close, bool entry_follows, std::string_view list);
  std::optional<int> part(const Progress& progress) const;
  bool take_part(Progress& progress, int index, std::string_view of);
  void missing_parts(const Progress& progress, std::string_view of);
  bool unknown_part(const Progress& progress, std::string_view of);
  void skip_to_part(std::span<const Part> parts);
  // Reads attributes with `take_one(index)` until the statement ends; false: it cannot be gone on with.
  template <class TakeOne>
  bool parts(Progress& progress, const std::string& of, TakeOne take_one) {
    bool good = true;
    while (good && !closes() && !too_many()) {
      const auto index = part(progress);
      if (!index) {
        unknown_part(progress, of);
        good = lenient();
        if (good) take(), skip_to_part(progress.parts);
        continue;
      }
      const bool fresh = take_part(progress, *index, of);
      if (!fresh && lenient()) take();
      if (fresh && take_one(*index)) continue;
      good = lenient();
      if (good) skip_to_part(progress.parts);
    }
    return good;
  }
  void skip_statement();
  bool skip_block(bool braced);  // false, for the statement that holds it
  bool too_many() const { return stopped_; }
  Diagnostic& error(Finding finding, Span span, std::string message, std::string hint = {});
  bool refuse(Finding finding, std::string message, std::string hint = {});
  std::string found() const;
  Span here() const { return peek().span; }
  Span since(std::uint32_t begin) const { return {begin, previous().span.end}; }
  bool strict() const { return dialect_ == Dialect::strict; }
  bool lenient() const { return dialect_ == Dialect::lenient; }
  bool count_element(Span span);

  Document& document_;
  std::vector<Diagnostic>& diagnostics_;
  Dialect dialect_;
  const Limits& limits_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::size_t elements_ = 0;
  std::uint32_t last_error_ = UINT32_MAX;  // where the last one was reported
  bool stopped_ = false;
};

template <class Enum>
std::optional<Located<Enum>> Parser::word(std::string_view what, Finding unknown) {
  static constexpr auto allowed = enum_names(Enum{});
  const auto span = here();
  if (peek().kind == TokenKind::word) {
    if (const auto value = parse_word<Enum>(peek().text)) {
      take();
      return Located<Enum>{*value, span};
    }
  }
  std::size_t index = 0;
  if (!guess_word(what, unknown, allowed, index)) return std::nullopt;
  return Located<Enum>{static_cast<Enum>(index), span};
}

// Joins words for a message: `a`, `b` or `c`.
std::string listed(std::span<const std::string_view> words, std::string_view last = "or");

// Reads the --- block at the start of a text, if there is one: flat `key: value` lines and one nested
// `config:`. Returns where the rest of the text begins: behind it and behind a byte order mark.
std::uint32_t read_front_matter(Document& document, std::vector<Diagnostic>& diagnostics);

}  // namespace formats::floorplan
