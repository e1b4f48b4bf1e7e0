// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "formats/idf/file.h"
#include "formats/idf/schema.h"

namespace formats::idf {

// Changes to a file, gathered and then written. What is not touched keeps its bytes; an object that is touched keeps
// its comments, its lines and, where there is room, the column of its comments. The file must outlive it.
class Edits {
 public:
  explicit Edits(const File& file) : file_(file) {}

  // One value of an object, by the bytes where it stands (Reading::begin, end).
  void replace(std::size_t object, std::uint32_t begin, std::uint32_t end, std::string_view value);
  // All slots of an object, from the first; "" is blank. Slots that hold the same are left alone, new ones get the
  // comments of the type where the object has such comments, surplus ones are taken away with theirs.
  void set(std::size_t object, std::span<const std::string> values, const ObjectType& type);
  // With the rest of its last line, if that is a comment.
  void remove(std::size_t object);
  // A new object, at the end of the file.
  void add(std::span<const std::string> values, const ObjectType& type);

  // The file after the changes; without any, its bytes.
  std::string apply() const;
  // How many bytes and lines the file gains, or loses, without what was added.
  struct Growth {
    std::int64_t bytes = 0, lines = 0;
  };
  Growth growth() const;

 private:
  struct Splice {
    std::size_t begin = 0, end = 0;
    std::string text;
  };
  void splice(std::size_t begin, std::size_t end, std::string text);
  std::vector<Splice> in_order() const;
  void value(std::size_t begin, std::size_t end, std::string_view text, std::size_t separator);
  void set_slot(std::size_t object, std::size_t slot, std::string_view value);
  void extend(std::size_t object, std::span<const std::string> values, const ObjectType& type);
  void truncate(std::size_t object, std::size_t slots);

  const File& file_;
  std::vector<Splice> splices_;
  std::string added_;
};

// A value that can stand in an IDF file reads back as it is: no comma, semicolon, exclamation mark, line end or other
// control character, and no blanks around it. What it has instead; nullopt: it can.
std::optional<std::string> unwritable(std::string_view value);

// An object in the usual style: a line for each value with its field as a comment, vertices three on a line, what the
// schema calls a single-line object on one.
std::string print_object(std::span<const std::string> values, const ObjectType& type, std::string_view newline);
// `!- Zone Name`, `!- X Origin {m}`: what the comment of a slot says.
std::string comment_of(const ObjectType& type, std::size_t slot);

}  // namespace formats::idf
