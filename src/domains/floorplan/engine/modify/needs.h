// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "domains/floorplan/engine/modify/actions.h"
#include "domains/floorplan/engine/modify/draft.h"

// What handlers ask of their parameters, with the sentences for what is missing or cannot be, and how they write
// names and numbers in sentences of their own.
namespace floorplan::engine {

std::string in_quotes(std::string_view name);
std::string counted(std::size_t count, std::string_view noun);  // 1 room, 2 rooms

// "add_label needs params.label", with the action's documentation as hint.
base::Error missing(Action action, std::string_view parameter);

// A parameter that may come in several forms; `parameter` is the one to name if it did not come.
template <class T>
Result<T> need(Action action, const std::optional<T>& value, std::string_view parameter) {
  if (value) return *value;
  return missing(action, parameter);
}
// need(given, &AddLabel::label): the table knows its name.
template <class Part>
constexpr std::string_view name_of_parameter() {
  static_assert(std::tuple_size_v<decltype(Part::fields)> == 1, "a parameter of the table, not a group");
  return std::get<0>(Part::fields).name;
}
template <class Given, class Part, class T>
Result<T> need(const Given& given, std::optional<T> Part::* parameter) {
  return need(Given::action, given.*parameter, name_of_parameter<Part>());
}
Result<double> need_positive(Action action, const std::optional<double>& value, std::string_view parameter);
template <class Given, class Part>
Result<double> need_positive(const Given& given, std::optional<double> Part::* parameter) {
  return need_positive(Given::action, given.*parameter, name_of_parameter<Part>());
}

// Both sides of a size, above zero. `inside` stands before the names of the two in errors: "size.", or nothing.
Result<words::Size> need_size(const Draft& draft, Action action, const action::Sized& given,
                              std::optional<words::LengthUnit> unit, std::string_view inside);
// The size of an opening, if any of it is given; the rest is the standard, in metres.
std::optional<words::Size> opening_size(const Draft& draft, const action::Sized& given,
                                        std::optional<words::LengthUnit> unit, double standard_width,
                                        double standard_height);
// `at` along a wall.
std::optional<words::Along> place_along(const action::At& given);
// A label; an empty one is none.
std::optional<words::Located<std::string>> label_of(const action::Label& given);

// A name that something can get: not empty, one line of UTF-8, at most 200 bytes, not "outside".
Result<void> check_name(std::string_view name, std::string_view path);

}  // namespace floorplan::engine
