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

// IDF, the text form of EnergyPlus input: `Type, value, value; ! comment`. Where manuals are silent, the engine's own
// reader (25.2, `--convert-only`) is the standard.
namespace formats::idf {

// What went wrong and where. Reading goes on after all of them.
struct Problem {
  std::int64_t line = 0;  // from 1
  std::string object;     // the object type as written, if one is concerned
  std::string message;
  std::string hint;
};

struct Limits {
  std::size_t max_bytes = 100'000'000;
  std::size_t max_problems = 100;  // those beyond are not kept
};

// A file as it was written, and where its objects stand in it. Immutable. Knows commas, semicolons and comments, not
// what the types and values mean. Places are byte offsets. 24 bytes an object, 8 a slot.
class File {
 public:
  // What stands between two separators: a value with the white space and the comments around it.
  struct Slot {
    std::uint32_t begin = 0, end = 0;
  };
  struct Object {
    std::uint32_t begin = 0, type_end = 0;  // the type as written
    std::uint32_t end = 0;                  // past the semicolon
    std::uint32_t first_slot = 0, slots = 0;
    std::uint32_t line = 0;  // from 1
  };

  // Fails above the limit only. Everything else is a problem: what EnergyPlus would refuse, and what it would silently
  // not read (line ends that are CR alone).
  static base::Result<File> parse(std::string bytes, const Limits& limits = {});

  const std::string& bytes() const { return bytes_; }
  const std::vector<Object>& objects() const { return objects_; }
  const std::vector<Problem>& problems() const { return problems_; }

  std::string_view type(const Object& object) const { return text({object.begin, object.type_end}); }
  std::span<const Slot> slots(const Object& object) const { return {slots_.data() + object.first_slot, object.slots}; }
  std::string_view text(Slot slot) const { return std::string_view(bytes_).substr(slot.begin, slot.end - slot.begin); }
  std::int64_t line_at(std::size_t place) const;
  std::string_view newline() const;  // of its first line

 private:
  friend class Parser;
  std::string bytes_;
  std::vector<Object> objects_;
  std::vector<Slot> slots_;
  std::vector<Problem> problems_;
};

// One value in a slot. A comment ends a value, so that a slot can hold several: the engine takes the last of them, in
// groups each as a field of its own.
struct Piece {
  std::size_t begin = 0, end = 0;  // within the slot's text; without white space around it
  std::size_t next = 0;            // where to look for the next one
};
// In numbers a line end ends the value too.
enum class Reads : std::uint8_t { text, number };
std::optional<Piece> next_piece(std::string_view slot, std::size_t from, Reads as);

// The identifier of the first Version object ("25.2"), found without a schema; empty: there is none.
std::string version_of(const File& file);

}  // namespace formats::idf
