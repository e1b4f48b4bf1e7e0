// SPDX-License-Identifier: Apache-2.0
#include "domains/bim/engine/model/parameters.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "base/did_you_mean.h"
#include "base/text.h"

namespace bim::engine {

namespace {

constexpr std::string_view functions = "basic|structural|curtain|retaining";

constexpr Parameter name_parameter{"name", Kind::text, "What people call it."};
constexpr Parameter values_parameter{"properties", Kind::values, "Anything else: {name: value}."};
constexpr Parameter level_parameter{"level", Kind::element, "The storey it stands on.", false, 0, "level"};
constexpr Parameter type_parameter{"type", Kind::element, "A type that gives what is not said here.", false, 0, "type"};

constexpr std::array level{
    Parameter{"elevation", Kind::height, "Of the finished floor above the model's zero."},
    Parameter{"height", Kind::length, "Up to the next storey.", false, 3000},
    name_parameter,
    values_parameter,
};
constexpr std::array grid{
    Parameter{"start", Kind::point, "One end.", true},
    Parameter{"end", Kind::point, "The other.", true},
    name_parameter,
    values_parameter,
};
constexpr std::array type{
    Parameter{"of", Kind::choice, "What it is a type of.", true, 0, "wall|floor|roof|column|door|window"},
    Parameter{"thickness", Kind::length, "Of what has this type and does not say its own."},
    Parameter{"material", Kind::text, "What it is made of."},
    Parameter{"fire_rating", Kind::text, "As Pset_*Common.FireRating has it."},
    name_parameter,
    values_parameter,
};
constexpr std::array wall{
    Parameter{"start", Kind::point, "One end of the centre line.", true},
    Parameter{"end", Kind::point, "The other.", true},
    Parameter{"height", Kind::length, "Upwards from its base.", false, 3000},
    Parameter{"thickness", Kind::length, "Half on either side; its type's if absent, else 200."},
    Parameter{"base_offset", Kind::height, "Of its base above its level."},
    Parameter{"function", Kind::choice, "What it is for.", false, 0, functions},
    type_parameter,
    level_parameter,
    name_parameter,
    values_parameter,
};
constexpr std::array floor{
    Parameter{"boundary", Kind::points, "Its outline.", true},
    Parameter{"thickness", Kind::length, "Downwards from its top; its type's if absent, else 200."},
    Parameter{"base_offset", Kind::height, "Of its top above its level."},
    type_parameter,
    level_parameter,
    name_parameter,
    values_parameter,
};
constexpr std::array roof{
    Parameter{"boundary", Kind::points, "Its outline at the eaves.", true},
    Parameter{"slope", Kind::angle, "From the horizontal; 0: flat.", false, 0, {}, 0, 80},
    Parameter{"shape", Kind::choice, "How it slopes.", false, 0, "flat|shed|gable|hip"},
    Parameter{"thickness", Kind::length, "Square to its surface; its type's if absent, else 200."},
    Parameter{"base_offset", Kind::height, "Of the eaves above its level; the level's height if absent."},
    type_parameter,
    level_parameter,
    name_parameter,
    values_parameter,
};
constexpr std::array column{
    Parameter{"location", Kind::point, "Its middle.", true},
    Parameter{"profile", Kind::choice, "Its section.", false, 0, "rectangle|circle"},
    Parameter{"width", Kind::length, "Along x, or the diameter.", false, 300},
    Parameter{"depth", Kind::length, "Along y; the width if absent."},
    Parameter{"height", Kind::length, "Where no top level says it: its level's if absent."},
    Parameter{"base_offset", Kind::height, "Of its foot above its level."},
    level_parameter,
    Parameter{"top_level", Kind::element, "Where it ends.", false, 0, "level"},
    name_parameter,
    values_parameter,
};
constexpr std::array opening{
    Parameter{"host", Kind::element, "What it is cut out of.", true, 0, "wall|floor"},
    Parameter{"offset", Kind::height, "In a wall: from its start to the near jamb."},
    Parameter{"sill_height", Kind::height, "In a wall: of its lower edge above the wall's base."},
    Parameter{"location", Kind::point, "In a floor: its middle."},
    Parameter{"width", Kind::length, "Along the wall, or along x.", true},
    Parameter{"height", Kind::length, "Upwards, or along y.", true},
    Parameter{"opening_type", Kind::text, "What it is for: passage, shaft, niche."},
    name_parameter,
    values_parameter,
};
constexpr std::array door{
    Parameter{"host", Kind::element, "The wall.", true, 0, "wall"},
    Parameter{"offset", Kind::height, "From the wall's start to the near jamb.", true},
    Parameter{"width", Kind::length, "Of the opening.", false, 900},
    Parameter{"height", Kind::length, "Of the opening.", false, 2100},
    Parameter{"door_type", Kind::text, "single, double, sliding …"},
    Parameter{"fire_rating", Kind::text, "As Pset_DoorCommon.FireRating has it."},
    name_parameter,
    values_parameter,
};
constexpr std::array window{
    Parameter{"host", Kind::element, "The wall.", true, 0, "wall"},
    Parameter{"offset", Kind::height, "From the wall's start to the near jamb.", true},
    Parameter{"width", Kind::length, "Of the opening.", false, 1200},
    Parameter{"height", Kind::length, "Of the opening.", false, 1200},
    Parameter{"sill_height", Kind::height, "Of its lower edge above the wall's base.", false, 900},
    Parameter{"window_type", Kind::text, "fixed, casement, sliding …"},
    name_parameter,
    values_parameter,
};
constexpr std::array room{
    Parameter{"location", Kind::point, "A point inside; walls around it are its boundary.", true},
    Parameter{"number", Kind::text, "As on the plan."},
    Parameter{"height", Kind::length, "Clear; its level's if absent."},
    level_parameter,
    name_parameter,
    values_parameter,
};
constexpr std::array join{
    Parameter{"elements", Kind::elements, "The walls whose ends meet.", true, 0, "wall"},
    Parameter{"join_type", Kind::choice, "How they meet.", true, 0, "mitre|butt|none"},
    name_parameter,
    values_parameter,
};
constexpr std::string_view solids = "wall|floor|roof|column|solid";
constexpr std::array solid{
    Parameter{"element_a", Kind::element, "The first operand.", true, 0, solids},
    Parameter{"element_b", Kind::element, "The second.", true, 0, solids},
    Parameter{"operation", Kind::choice, "What is made of them.", true, 0, "union|subtract|intersect"},
    name_parameter,
    values_parameter,
};

constexpr std::array<Category, 13> all{{
    {"level", level},
    {"grid", grid},
    {"type", type},
    {"wall", wall},
    {"floor", floor},
    {"roof", roof},
    {"column", column},
    {"opening", opening},
    {"door", door},
    {"window", window},
    {"room", room},
    {"join", join},
    {"solid", solid},
}};

base::Error wrong(const std::string& path, std::string_view wanted, const Json& given) {
  return fail(Code::wrong_type, path + " must be " + std::string(wanted) + ", not " + std::string(given.type_name()),
              path);
}

std::string shown(double mm) {
  std::string out;
  base::append_json_number(out, mm);
  return out;
}

Result<double> finite(double value, const std::string& path) {
  if (std::isfinite(value)) return value;
  return fail(Code::out_of_range, path + " must be a finite number", path);
}

struct Unit {
  std::string_view name;
  double mm;
};
constexpr std::array units{Unit{"mm", 1},    Unit{"cm", 10},    Unit{"m", 1000},
                           Unit{"in", 25.4}, Unit{"ft", 304.8}, Unit{"", 1}};

Result<double> length_in_words(const std::string& words, const std::string& path) {
  double value = 0;
  const char* const end = words.data() + words.size();
  const auto [rest, trouble] = std::from_chars(words.data(), end, value);
  const std::string_view unit = base::trim(std::string_view(rest, end));
  const auto found = std::ranges::find(units, unit, &Unit::name);
  if (trouble != std::errc() || found == units.end())
    return fail(Code::wrong_type, path + " is no length: \"" + base::printable(words, 40) + "\"", path,
                "Give a number of mm, or a text such as \"3.2 m\", \"250 mm\", \"12 ft\".");
  return finite(value * found->mm, path);
}

Result<void> within_model(double mm, const std::string& path) {
  if (std::abs(mm) <= most_mm) return {};
  return fail(Code::outside_model,
              path + " = " + shown(mm) + " mm lies outside the model, which reaches 10 km from " + "its origin", path,
              "Lengths are millimetres; move the model's origin near the building.");
}

Result<Json> length(const Parameter& parameter, const Json& given, const std::string& path) {
  const double mm = TRY(length_mm(given, path));
  if (mm < least_mm || mm > most_mm)
    return fail(Code::out_of_range,
                path + " = " + shown(mm) + " mm: a " + std::string(parameter.name) + " is between 1 mm and 10 km", path,
                "Lengths are millimetres.");
  return Json(mm);
}

Result<Json> height(const Json& given, const std::string& path) {
  const double mm = TRY(length_mm(given, path));
  TRY(within_model(mm, path));
  return Json(mm);
}

Result<Json> angle(const Parameter& parameter, const Json& given, const std::string& path) {
  if (!given.is_number()) return wrong(path, "a number of degrees", given);
  const double value = TRY(finite(given.as_number(), path));
  if (value < parameter.least || value > parameter.most)
    return fail(Code::out_of_range,
                path + " = " + shown(value) + ": between " + shown(parameter.least) + " and " + shown(parameter.most) +
                    " degrees",
                path);
  return Json(value);
}

Result<Json> choice(const Parameter& parameter, const Json& given, const std::string& path) {
  if (!given.is_string()) return wrong(path, "a text", given);
  std::vector<std::string> names;
  for (const std::string_view each : base::split(parameter.among, '|')) names.emplace_back(each);
  if (std::ranges::find(names, given.as_string()) != names.end()) return given;
  return fail(Code::unknown_name, path + " = \"" + base::printable(given.as_string(), 40) + "\" is not known", path,
              base::did_you_mean(given.as_string(), names,
                                 {.quote = "'", .otherwise = "One of " + base::join(names, ", ") + "."}));
}

Result<Json> words(const Json& given, const std::string& path) {
  if (!given.is_string()) return wrong(path, "a text", given);
  constexpr std::size_t longest = 1000;
  if (given.as_string().size() <= longest) return given;
  return fail(Code::out_of_range, path + " is longer than 1,000 bytes", path);
}

Result<Json> plan_point(const Json& given, const std::string& path) {
  const Point point = TRY(point_of(given, path));
  return Json::array({point.x, point.y});
}

Result<Json> outline(const Json& given, const std::string& path) {
  constexpr std::size_t most = 10'000;
  if (!given.is_array()) return wrong(path, "a list of points", given);
  if (given.size() < 3 || given.size() > most)
    return fail(Code::out_of_range,
                path + " has " + std::to_string(given.size()) + " points; an outline has 3 to 10,000", path);
  Json out = Json::array();
  for (std::size_t i = 0; i < given.size(); ++i)
    out.push_back(TRY(plan_point(given.as_array()[i], path + "[" + std::to_string(i) + "]")));
  const auto& points = out.as_array();
  if (points.size() > 3 && points.front() == points.back()) out.as_array().pop_back();
  return out;
}

Result<Json> ids(const Json& given, const std::string& path) {
  if (!given.is_array()) return wrong(path, "a list of ids", given);
  for (const Json& each : given.as_array()) {
    if (!each.is_string()) return wrong(path, "a list of ids", each);
  }
  return given;
}

Result<Json> values(const Json& given, const std::string& path) {
  if (!given.is_object()) return wrong(path, "an object", given);
  constexpr std::size_t most = 200;
  if (given.size() > most) return fail(Code::out_of_range, path + " has more than 200 members", path);
  for (const auto& [name, value] : given.as_object()) {
    if (!value.is_string() && !value.is_number() && !value.is_bool())
      return wrong(path + "." + base::printable(name, 60), "a text, a number or a truth", value);
  }
  return given;
}

}  // namespace

std::span<const Category> categories() { return all; }

const Category* category_named(std::string_view name) {
  const auto found = std::ranges::find(all, name, &Category::name);
  return found == all.end() ? nullptr : &*found;
}

const Parameter* parameter_named(const Category& category, std::string_view name) {
  const auto found = std::ranges::find(category.parameters, name, &Parameter::name);
  return found == category.parameters.end() ? nullptr : &*found;
}

std::string_view unit_of(Kind kind) {
  const bool in_mm = kind == Kind::length || kind == Kind::height || kind == Kind::point || kind == Kind::points;
  return in_mm ? "mm" : kind == Kind::angle ? "deg" : "";
}

std::string_view name_of(Kind kind) {
  constexpr std::array<std::string_view, 10> names{"length", "height", "angle",   "text",     "choice",
                                                   "point",  "points", "element", "elements", "values"};
  return names[static_cast<std::size_t>(kind)];
}

std::vector<std::string> references(const Record& record) {
  std::vector<std::string> found;
  const Category* category = category_named(record.category);
  if (category == nullptr) return found;
  const auto add = [&](const Json& id) {
    if (id.is_string() && std::ranges::find(found, id.as_string()) == found.end()) found.push_back(id.as_string());
  };
  for (const Parameter& parameter : category->parameters) {
    const bool one = parameter.kind == Kind::element;
    const Json* value = one || parameter.kind == Kind::elements ? record.body->find(parameter.name) : nullptr;
    if (value == nullptr) continue;
    if (one) add(*value);
    if (!one && value->is_array()) std::ranges::for_each(value->as_array(), add);
  }
  return found;
}

Result<double> length_mm(const Json& given, const std::string& path) {
  if (given.is_string()) return length_in_words(given.as_string(), path);
  if (!given.is_number()) return wrong(path, "a length in mm", given);
  return finite(given.as_number(), path);
}

Result<Point> point_of(const Json& given, const std::string& path) {
  Point point;
  double* const into[] = {&point.x, &point.y, &point.z};
  constexpr std::array<const char*, 3> axes{"x", "y", "z"};
  if (given.is_array()) {
    if (given.size() != 2 && given.size() != 3)
      return fail(Code::out_of_range, path + " must be [x, y] or [x, y, z]", path, "Millimetres.");
    for (std::size_t i = 0; i < given.size(); ++i)
      *into[i] = TRY(length_mm(given.as_array()[i], path + "[" + std::to_string(i) + "]"));
    point.has_z = given.size() == 3;
  } else if (given.is_object() && given.find("x") != nullptr && given.find("y") != nullptr) {
    for (std::size_t i = 0; i < axes.size(); ++i) {
      if (const Json* value = given.find(axes[i])) *into[i] = TRY(length_mm(*value, path + "." + axes[i]));
    }
    point.has_z = given.find("z") != nullptr;
  } else {
    return wrong(path, "a point: [x, y] or [x, y, z] in mm", given);
  }
  for (const double* each : into) TRY(within_model(*each, path));
  return point;
}

Result<Json> value_of(const Parameter& parameter, const Json& given, const std::string& path) {
  switch (parameter.kind) {
    case Kind::length:
      return length(parameter, given, path);
    case Kind::height:
      return height(given, path);
    case Kind::angle:
      return angle(parameter, given, path);
    case Kind::text:
      return words(given, path);
    case Kind::choice:
      return choice(parameter, given, path);
    case Kind::point:
      return plan_point(given, path);
    case Kind::points:
      return outline(given, path);
    case Kind::element:
      return words(given, path);
    case Kind::elements:
      return ids(given, path);
    case Kind::values:
      return values(given, path);
  }
  return wrong(path, "a value", given);
}

bool says(const Record& record, std::string_view name) { return record.body->find(name) != nullptr; }

std::string_view text(const Record& record, std::string_view name) { return record.body->text(name); }

double number(const Record& record, std::string_view name) {
  const Json* value = record.body->find(name);
  if (value != nullptr && value->is_number()) return value->as_number();
  const Category* category = category_named(record.category);
  const Parameter* parameter = category == nullptr ? nullptr : parameter_named(*category, name);
  return parameter == nullptr ? 0 : parameter->otherwise_mm;
}

}  // namespace bim::engine
