// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

// The enumerations of the floorplan language, made from words.def. Each has, found by its type:
//   enum_names(E)     the texts, in the order of the values (tool::fields makes schemas of it)
//   text(e)           the text of one
//   parse_word<E>(s)  the value of a text
namespace formats::floorplan {

#define WORDS(Enum, doc) enum class Enum : std::uint8_t {
#define WORD(Enum, identifier, text, doc) identifier,
#define END_WORDS(Enum) \
  }                     \
  ;
#include "formats/floorplan/words.def"

#define WORDS(Enum, doc)                    \
  constexpr auto enum_names(Enum /*any*/) { \
    return std::to_array<std::string_view>({
#define WORD(Enum, identifier, text, doc) text,
#define END_WORDS(Enum) \
  });                   \
  }
#include "formats/floorplan/words.def"

#define WORDS(Enum, doc)                   \
  constexpr auto enum_docs(Enum /*any*/) { \
    return std::to_array<std::string_view>({
#define WORD(Enum, identifier, text, doc) doc,
#define END_WORDS(Enum) \
  });                   \
  }
#include "formats/floorplan/words.def"

template <class Enum>
constexpr std::string_view text(Enum value) {
  return enum_names(value)[static_cast<std::size_t>(value)];
}
template <class Enum>
constexpr std::optional<Enum> parse_word(std::string_view word) {
  constexpr auto names = enum_names(Enum{});
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == word) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

// One enumeration as data: for the lexer's keywords, the schema resource and tests that walk them all.
struct Words {
  std::string_view name;  // "WallType"
  std::string_view doc;
  std::span<const std::string_view> texts;
  std::span<const std::string_view> docs;
};
std::span<const Words> all_words();

}  // namespace formats::floorplan
