// SPDX-License-Identifier: Apache-2.0
#include "tool/fields.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace tool {

namespace {

constexpr std::size_t max_reported = 10;

// What came, short enough to stand in a sentence.
std::string shown(const Json& value) {
  std::string text = base::printable(value.dump(), 80);
  if (value.is_object() || value.is_array()) return std::string(value.type_name());
  return text;
}

std::string quoted_list(const std::vector<std::string>& names) {
  std::string out;
  for (const auto& name : names) out += (out.empty() ? "" : ", ") + name;
  return out;
}

std::string number_text(double value) {
  if (std::trunc(value) == value && std::abs(value) < 1e15) return std::to_string(static_cast<std::int64_t>(value));
  std::string out;
  base::append_json_number(out, value);
  return out;
}

std::string range_text(const Bounds& bounds) {
  const bool low = std::isfinite(bounds.minimum);
  const bool high = std::isfinite(bounds.maximum);
  if (low && high) return "between " + number_text(bounds.minimum) + " and " + number_text(bounds.maximum);
  if (low) return "at least " + number_text(bounds.minimum);
  return "at most " + number_text(bounds.maximum);
}

void wrong_type(const Json& in, std::string_view wanted, const std::string& path, Problems& problems) {
  problems.add(base::Code::wrong_type, path,
               "'" + path + "' must be " + std::string(wanted) + ", but " + shown(in) + " came");
}

bool in_range(double value, const Bounds& bounds, const std::string& path, Problems& problems) {
  if (value >= bounds.minimum && value <= bounds.maximum) return true;
  problems.add(base::Code::out_of_range, path,
               "'" + path + "' must be " + range_text(bounds) + ", but " + number_text(value) + " came");
  return false;
}

bool length_fits(std::size_t length, std::string_view unit, const Bounds& bounds, const std::string& path,
                 Problems& problems) {
  if (length >= bounds.min_length && length <= bounds.max_length) return true;
  const bool too_short = length < bounds.min_length;
  problems.add(base::Code::out_of_range, path,
               "'" + path + "' must have at " + (too_short ? "least " : "most ") +
                   std::to_string(too_short ? bounds.min_length : bounds.max_length) + " " + std::string(unit) +
                   ", but has " + std::to_string(length));
  return false;
}

}  // namespace

void Problems::add(base::Code code, const std::string& path, std::string message, std::string hint) {
  list_.push_back(base::fail(code, std::move(message), path, std::move(hint)));
}

base::Error Problems::error() const {
  base::Error first = list_.front();
  if (list_.size() == 1) return first;
  Json all = Json::array();
  std::string message;
  std::vector<std::string> hints;
  for (std::size_t i = 0; i < std::min(list_.size(), max_reported); ++i) {
    const auto& one = list_[i];
    message += (message.empty() ? "" : "; ") + one.message;
    Json problem = Json::object({{"code", static_cast<int>(one.code)}, {"path", one.path}, {"message", one.message}});
    if (!one.hint.empty()) problem.set("hint", one.hint);
    if (!one.hint.empty() && std::ranges::find(hints, one.hint) == hints.end()) hints.push_back(one.hint);
    all.push_back(std::move(problem));
  }
  if (list_.size() > max_reported) message += "; and " + std::to_string(list_.size() - max_reported) + " more";
  first.message = std::move(message);
  first.hint = base::join(hints, " ");
  first.data = std::make_shared<const Json>(Json::object({{"problems", std::move(all)}}));
  return first;
}

namespace detail {

Json string_schema(const Bounds& bounds) {
  Json schema = Json::object({{"type", "string"}});
  if (bounds.min_length > 0) schema.set("minLength", bounds.min_length);
  if (bounds.max_length != Bounds{}.max_length) schema.set("maxLength", bounds.max_length);
  if (bounds.format != nullptr) schema.set("format", bounds.format);
  return schema;
}

Json number_schema(bool integer, const Bounds& bounds) {
  Json schema = Json::object({{"type", integer ? "integer" : "number"}});
  const auto bound = [&](double value) { return integer ? Json(static_cast<std::int64_t>(value)) : Json(value); };
  if (std::isfinite(bounds.minimum)) schema.set("minimum", bound(bounds.minimum));
  if (std::isfinite(bounds.maximum)) schema.set("maximum", bound(bounds.maximum));
  return schema;
}

Json enum_schema(const std::vector<std::string>& names) {
  Json list = Json::array();
  for (const auto& name : names) list.push_back(name);
  return Json::object({{"type", "string"}, {"enum", std::move(list)}});
}

Json array_schema(Json items, const Bounds& bounds) {
  Json schema = Json::object({{"type", "array"}, {"items", std::move(items)}});
  if (bounds.min_length > 0) schema.set("minItems", bounds.min_length);
  if (bounds.max_length != Bounds{}.max_length) schema.set("maxItems", bounds.max_length);
  return schema;
}

void annotate(Json& schema, const char* doc, const Bounds& bounds) {
  if (*doc != '\0') schema.set("description", doc);  // none where the name says it
  if (bounds.header != nullptr) schema.set("x-mcp-header", bounds.header);
}

bool decode_string(const Json& in, std::string& out, const Bounds& bounds, const std::string& path,
                   Problems& problems) {
  if (!in.is_string()) {
    wrong_type(in, "a string", path, problems);
    return false;
  }
  if (!length_fits(in.as_string().size(), "characters", bounds, path, problems)) return false;
  out = in.as_string();
  return true;
}

bool decode_number(const Json& in, double& out, const Bounds& bounds, const std::string& path, Problems& problems) {
  if (!in.is_number()) {
    wrong_type(in, "a number", path, problems);
    return false;
  }
  if (!in_range(in.as_number(), bounds, path, problems)) return false;
  out = in.as_number();
  return true;
}

bool decode_integer(const Json& in, std::int64_t& out, const Bounds& bounds, const std::string& path,
                    Problems& problems) {
  // JSON Schema 2020-12, 4.2.3: 1.0 is an integer.
  const bool whole = in.is_integer() || (in.is_number() && std::trunc(in.as_number()) == in.as_number());
  if (!whole) {
    wrong_type(in, "an integer", path, problems);
    return false;
  }
  if (!in_range(in.as_number(), bounds, path, problems)) return false;
  if (!in.is_integer() && std::abs(in.as_number()) >= 9.2e18) {
    wrong_type(in, "an integer of at most 64 bits", path, problems);
    return false;
  }
  out = in.is_integer() ? in.as_integer() : static_cast<std::int64_t>(in.as_number());
  return true;
}

bool decode_bool(const Json& in, bool& out, const std::string& path, Problems& problems) {
  if (!in.is_bool()) {
    wrong_type(in, "true or false", path, problems);
    return false;
  }
  out = in.as_bool();
  return true;
}

int decode_enum(const Json& in, const std::vector<std::string>& names, const std::string& path, Problems& problems) {
  if (!in.is_string()) {
    wrong_type(in, "one of " + quoted_list(names), path, problems);
    return -1;
  }
  const auto it = std::ranges::find(names, in.as_string());
  if (it != names.end()) return static_cast<int>(it - names.begin());
  const auto near = base::nearest(in.as_string(), names);
  problems.add(base::Code::unknown_name, path,
               "'" + path + "' must be one of " + quoted_list(names) + ", but " + shown(in) + " came",
               near ? "Did you mean '" + *near + "'?" : "");
  return -1;
}

bool expect_array(const Json& in, const Bounds& bounds, const std::string& path, Problems& problems) {
  if (!in.is_array()) {
    wrong_type(in, "an array", path, problems);
    return false;
  }
  return length_fits(in.size(), "items", bounds, path, problems);
}

bool expect_object(const Json& in, const std::string& path, Problems& problems) {
  if (in.is_object()) return true;
  wrong_type(in, "an object", path.empty() ? "arguments" : path, problems);
  return false;
}

void missing(const std::string& path, std::string_view type, Problems& problems) {
  problems.add(base::Code::missing, path, "'" + path + "' is required (" + std::string(type) + ")");
}

void report_unknown(const Json& in, const std::vector<std::string>& known, const std::string& path,
                    Problems& problems) {
  for (const auto& [name, value] : in.as_object()) {
    if (std::ranges::find(known, name) != known.end()) continue;
    const auto near = base::nearest(name, known);
    const std::string where = child(path, base::printable(name, 80));
    problems.add(base::Code::unknown_parameter, where,
                 "'" + where + "' is not a parameter here" +
                     (known.empty() ? "; there are none" : "; known: " + quoted_list(known)),
                 near ? "Did you mean '" + *near + "'?" : "");
  }
}

std::string child(const std::string& path, std::string_view name) {
  return path.empty() ? std::string(name) : path + "." + std::string(name);
}

std::string child(const std::string& path, std::size_t index) { return path + "[" + std::to_string(index) + "]"; }

}  // namespace detail
}  // namespace tool
