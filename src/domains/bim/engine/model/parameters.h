// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "domains/bim/engine/model/record.h"

// What elements are made of: one table of categories and their parameters, with kind, unit and bounds. Tools, checks,
// references and documentation come from it. Lengths are kept and shown in millimetres, angles in degrees.
namespace bim::engine {

enum class Kind : unsigned char {
  length,    // above zero, mm
  height,    // of either sign, mm
  angle,     // degrees
  text,      //
  choice,    // one of `among`
  point,     // [x, y], mm
  points,    // an outline: [[x, y], …], mm
  element,   // an id, of one of the categories `among`
  elements,  // several
  values,    // {name: text, number or truth}
};

struct Parameter {
  std::string_view name;
  Kind kind = Kind::text;
  std::string_view doc;
  bool required = false;
  double otherwise_mm = 0;      // lengths, heights and angles where nothing is said; 0 lengths: worked out
  std::string_view among = {};  // "flat|gable"; for elements their categories
  double least = 0, most = 0;   // where they differ from the kind's own
};

struct Category {
  std::string_view name;  // "wall"; the id begins with it
  std::span<const Parameter> parameters;
};

std::span<const Category> categories();
const Category* category_named(std::string_view name);
const Parameter* parameter_named(const Category& category, std::string_view name);
std::string_view unit_of(Kind kind);  // "mm", "deg" or nothing
std::string_view name_of(Kind kind);  // "length"

// Those of the table that stand in the body and name elements: host, level, type and the like, each once.
std::vector<std::string> references(const Record& record);

// A value as somebody gives it, made into what is kept: points as arrays or {x, y, z}, lengths as numbers of mm or with
// their unit ("3.2 m"). Codes: wrong_type, out_of_range, unknown_name (a choice), outside_model (a coordinate).
// `path` is told in the error. Elements are looked up by who asks.
Result<Json> value_of(const Parameter& parameter, const Json& given, const std::string& path);

// Model bounds: how far a coordinate may be from the origin.
inline constexpr double most_mm = 10'000'000;
// Nothing that is built is shorter.
inline constexpr double least_mm = 1;

// Three numbers, the last 0 where it is not given. `path` as above.
struct Point {
  double x = 0, y = 0, z = 0;
  bool has_z = false;
};
Result<Point> point_of(const Json& given, const std::string& path);
// "3.2 m", "250 mm", "12 ft", 3200 → mm.
Result<double> length_mm(const Json& given, const std::string& path);

// Of a body that is right: what it says, or the table's default.
double number(const Record& record, std::string_view name);
bool says(const Record& record, std::string_view name);  // the body has it
std::string_view text(const Record& record, std::string_view name);

}  // namespace bim::engine
