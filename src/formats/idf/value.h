// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/idf/file.h"
#include "formats/idf/schema.h"

namespace formats::idf {

// A value as the engine holds it. Texts are views: into the file, or of the schema's spelling of a choice.
struct Value {
  enum class Kind : std::uint8_t { text, integer, number, other };  // other: null, a truth value, a list (epJSON only)
  Kind kind = Kind::text;
  bool rounded = false;  // an integer field that had a fraction, or more after it
  std::string_view text;
  double number = 0;

  bool is_number() const { return kind == Kind::integer || kind == Kind::number; }
};

// What a field reads in `piece`, which is not empty. A number that cannot be read stays a text.
Value read_value(const Field& field, std::string_view piece);
// As text for an IDF file or a message: 0.5, 12, Autosize.
std::string text_of(const Value& value);

// One value in its place. Blank fields have none.
struct Reading {
  static constexpr std::uint32_t no_group = UINT32_MAX;
  std::uint32_t field = 0;           // of the type's fields, or of its group_fields
  std::uint32_t group = no_group;    // from 0
  std::uint32_t slot = 0;            // from 0, groups after the fields, as they would be written with all commas
  std::uint32_t begin = 0, end = 0;  // its bytes in the file
  Value value;

  bool in_group() const { return group != no_group; }
};

// What is known of one object beside its readings.
struct ObjectReading {
  std::uint32_t groups = 0;    // those of blanks too
  std::uint32_t surplus = 0;   // blank slots beyond the last field
  std::int64_t too_many = -1;  // the place of a value beyond the last field
  bool pieces = false;         // a slot holds several values
};

// Reads the slots of one object as its type, and appends to `readings` in the order of the slots.
ObjectReading read_object(const File& file, const File::Object& object, const ObjectType& type,
                          std::vector<Reading>& readings);

}  // namespace formats::idf
