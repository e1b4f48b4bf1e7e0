// SPDX-License-Identifier: Apache-2.0
#include "formats/floorplan/words.h"

namespace formats::floorplan {

namespace {

// The arrays of one enumeration, kept for the life of the program so that spans can point at them.
template <class Enum>
Words words_of(std::string_view name, std::string_view doc) {
  static constexpr auto texts = enum_names(Enum{});
  static constexpr auto docs = enum_docs(Enum{});
  return {name, doc, texts, docs};
}

}  // namespace

std::span<const Words> all_words() {
  static const auto all = std::to_array<Words>({
#define WORDS(Enum, doc) words_of<Enum>(#Enum, doc),
#include "formats/floorplan/words.def"
  });
  return all;
}

}  // namespace formats::floorplan
