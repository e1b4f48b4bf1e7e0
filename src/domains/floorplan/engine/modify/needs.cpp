// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/modify/needs.h"

#include <algorithm>

#include "base/text.h"

namespace floorplan::engine {

namespace {

constexpr std::size_t longest_name = 200;

bool is_one_line_of_text(std::string_view name) {
  const auto control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  return std::ranges::none_of(name, control) && base::valid_utf8(name);
}

}  // namespace

std::string in_quotes(std::string_view name) { return "\"" + std::string(name) + "\""; }

std::string counted(std::size_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

base::Error missing(Action action, std::string_view parameter) {
  const std::string path = "params." + std::string(parameter);
  return fail(Code::missing, std::string(info(action).name) + " needs " + path, path, std::string(info(action).doc));
}

Result<double> need_positive(Action action, const std::optional<double>& value, std::string_view parameter) {
  const double number = TRY(need(action, value, parameter));
  if (number > 0) return number;
  const std::string path = "params." + std::string(parameter);
  return fail(Code::out_of_range, path + " must be greater than 0", path);
}

Result<words::Size> need_size(const Draft& draft, Action action, const action::Sized& given,
                              std::optional<words::LengthUnit> unit, std::string_view inside) {
  const std::string before(inside);
  words::Size size;
  size.width = draft.length(TRY(need_positive(action, given.wide(), before + "width")), unit);
  size.height = draft.length(TRY(need_positive(action, given.deep(), before + "height")), unit);
  return size;
}

std::optional<words::Size> opening_size(const Draft& draft, const action::Sized& given,
                                        std::optional<words::LengthUnit> unit, double standard_width,
                                        double standard_height) {
  if (!given.wide() && !given.deep()) return std::nullopt;
  words::Size size;
  size.width = given.wide() ? draft.length(*given.wide(), unit) : draft.bare(standard_width);
  size.height = given.deep() ? draft.length(*given.deep(), unit) : draft.bare(standard_height);
  return size;
}

std::optional<words::Along> place_along(const action::At& given) {
  if (!given.at) return std::nullopt;
  words::Along along;
  along.number = *given.at;
  along.percent = true;
  return along;
}

std::optional<words::Located<std::string>> label_of(const action::Label& given) {
  if (!given.label || given.label->empty()) return std::nullopt;
  return words::Located<std::string>{*given.label, {}};
}

Result<void> check_name(std::string_view name, std::string_view path) {
  if (base::trim(name).empty()) return fail(Code::out_of_range, "a name must not be empty", std::string(path));
  if (name.size() > longest_name) {
    return fail(Code::out_of_range, "a name may have at most 200 bytes", std::string(path),
                "Use a label for long texts.");
  }
  if (!is_one_line_of_text(name)) {
    return fail(Code::out_of_range, "a name must be UTF-8 text on one line", std::string(path));
  }
  if (name == "outside") {
    return fail(Code::constraint, "\"outside\" means the outside of the building; no room can have this name",
                std::string(path));
  }
  return {};
}

}  // namespace floorplan::engine
