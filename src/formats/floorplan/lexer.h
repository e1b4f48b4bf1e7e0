// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/floorplan/parse.h"

namespace formats::floorplan {

enum class TokenKind : std::uint8_t { word, number, string, symbol, end };

// Signs of more than one character have a letter of their own.
namespace sign {
constexpr char version_open = 'V';   // %%{
constexpr char version_close = 'W';  // }%%
constexpr char rule = 'R';           // ---
constexpr char degree = 'D';         // °
}  // namespace sign

// A piece of the source. `text` leads into the source (or is "x" for the sign ×).
struct Token {
  TokenKind kind = TokenKind::end;
  char symbol = 0;          // of a symbol
  bool line_start = false;  // the first on its line
  bool keyword = false;     // a word the grammar reserves
  bool version = false;     // a string of the form "1.0" or "1.0.0"
  double number = 0;
  std::string_view text;
  Span span;
};

struct Lexed {
  std::vector<Token> tokens;  // ends with one of kind end
  std::vector<Span> comments;
  std::vector<Diagnostic> diagnostics;
};

// Cuts source[from, …) into tokens. In the strict dialect the longest keyword wins, as in the origin; in the
// lenient one `5x5` and `5ftx5ft` come apart as people mean them, and letters are those of Unicode.
Lexed lex(std::string_view source, std::uint32_t from, Dialect dialect);

// The words the grammar reserves: those of words.def, config keys in camelCase too, and the fixed words.
bool is_keyword(std::string_view word);
const std::vector<std::string_view>& keywords();

// The text of a string token without its quotes; in the lenient dialect with \" \' \\ and \n replaced.
std::string unquote(std::string_view quoted, Dialect dialect);

// wall_thickness → wallThickness
std::string camel_case(std::string_view snake);

}  // namespace formats::floorplan
