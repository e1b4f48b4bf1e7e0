// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/floorplan/document.h"

namespace formats::floorplan {

// strict: the origin's grammar to the letter (order of attributes and statements, reserved words,
// `5 x 5` with spaces …), and front matter. lenient: a superset that people expect.
enum class Dialect : std::uint8_t { lenient, strict };

struct Limits {
  std::size_t max_bytes = std::size_t{4} << 20;
  std::size_t max_rooms = 5000;  // sub-rooms, stairs and lifts counted too
  std::size_t max_depth = 32;    // of sub-rooms
  std::size_t max_errors = 50;   // then it stops, and says so
};

struct Parsed {
  Document document;
  std::vector<Diagnostic> diagnostics;  // syntax only, in the order of the text; strict: the lexer's first
  bool ok() const { return diagnostics.empty(); }
};

// Reads any bytes; never fails, never throws. After an error it goes on at the next statement, so several
// errors are found at once and the document holds what could be read.
Parsed parse(std::string source, Dialect dialect = Dialect::lenient, const Limits& limits = {});

// True if the text can stand as a name without quotes (in the strict dialect: an ID that is not a keyword).
bool plain_name(std::string_view name, Dialect dialect);

// The setting of this name, in either spelling: wall_thickness or wallThickness.
std::optional<ConfigKey> config_key(std::string_view word);

}  // namespace formats::floorplan
