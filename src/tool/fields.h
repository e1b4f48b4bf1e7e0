// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/fields.h"
#include "base/json.h"

// One list of fields describes a struct: its JSON Schema, its decoder, its encoder, its documentation
// and the paths of its errors.
//
//   struct Args {
//     std::string name;
//     std::optional<std::string> note;      // not required
//     std::int64_t depth = 3;               // with_default: not required, 3 if absent
//     static constexpr auto fields = tool::fields(
//         tool::field("name", &Args::name, "What it is called.", {.min_length = 1}),
//         tool::field("note", &Args::note, "A remark."),
//         tool::with_default("depth", &Args::depth, "Levels to show.", {.minimum = 1, .maximum = 10}));
//   };
//
// Members may be bool, integers, double, std::string, base::Json (anything), enums that have
// `constexpr auto enum_names(Enum)` (an array of names in the order of the values, found by ADL),
// std::optional, std::vector, and structs with fields of their own.
namespace tool {

using base::Json;

using base::Bounds;
using base::Field;
using base::field;
using base::fields;
using base::with_default;

// For tools that take or return nothing of their own.
struct Nothing {
  static constexpr auto fields = tool::fields();
};

// What was wrong with the arguments: the place, what came, what is allowed, what was probably meant.
class Problems {
 public:
  void add(base::Code code, const std::string& path, std::string message, std::string hint = {});
  bool empty() const { return list_.empty(); }
  // One error that tells all of them (the first ten), with the list as data.
  base::Error error() const;

 private:
  std::vector<base::Error> list_;
};

namespace detail {

template <class T>
concept HasFields = requires { T::fields; };
template <class T>
concept NamedEnum = std::is_enum_v<T> && requires(T value) { enum_names(value); };
template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};
template <class T>
struct IsVector : std::false_type {};
template <class T>
struct IsVector<std::vector<T>> : std::true_type {};
template <class T>
inline constexpr bool always_false = false;

Json string_schema(const Bounds& bounds);
Json number_schema(bool integer, const Bounds& bounds);
Json enum_schema(const std::vector<std::string>& names);
Json array_schema(Json items, const Bounds& bounds);
void annotate(Json& schema, const char* doc, const Bounds& bounds);

bool decode_string(const Json& in, std::string& out, const Bounds& bounds, const std::string& path, Problems& problems);
bool decode_number(const Json& in, double& out, const Bounds& bounds, const std::string& path, Problems& problems);
bool decode_integer(const Json& in, std::int64_t& out, const Bounds& bounds, const std::string& path,
                    Problems& problems);
bool decode_bool(const Json& in, bool& out, const std::string& path, Problems& problems);
int decode_enum(const Json& in, const std::vector<std::string>& names, const std::string& path, Problems& problems);
bool expect_array(const Json& in, const Bounds& bounds, const std::string& path, Problems& problems);
bool expect_object(const Json& in, const std::string& path, Problems& problems);
void missing(const std::string& path, std::string_view type, Problems& problems);
void report_unknown(const Json& in, const std::vector<std::string>& known, const std::string& path, Problems& problems);
std::string child(const std::string& path, std::string_view name);
std::string child(const std::string& path, std::size_t index);

template <NamedEnum T>
std::vector<std::string> names_of() {
  std::vector<std::string> out;
  for (const auto& name : enum_names(T{})) out.emplace_back(name);
  return out;
}

}  // namespace detail

template <class T>
Json schema_of(const Bounds& bounds = {});
template <class T>
void decode_into(const Json& in, T& out, const Bounds& bounds, const std::string& path, Problems& problems);
template <class T>
Json encode(const T& value);

// The object schema of a struct with fields. Closed structs refuse members they do not know.
template <detail::HasFields T>
Json object_schema(bool closed) {
  Json properties = Json::object();
  Json required = Json::array();
  const T defaults{};
  std::apply(
      [&](const auto&... f) {
        [[maybe_unused]] const auto one = [&](const auto& item) {
          using M = std::remove_cvref_t<decltype(defaults.*(item.member))>;
          Json schema = schema_of<M>(item.bounds);
          detail::annotate(schema, item.doc, item.bounds);
          if (item.defaulted) {
            schema.set("default", encode(defaults.*(item.member)));
          } else if (!detail::IsOptional<M>::value) {
            required.push_back(item.name);
          }
          properties.set(item.name, std::move(schema));
        };
        (one(f), ...);
      },
      T::fields);
  Json schema = Json::object({{"type", "object"}, {"properties", std::move(properties)}});
  if (!required.empty()) schema.set("required", std::move(required));
  if (closed) schema.set("additionalProperties", false);
  return schema;
}

template <class T>
Json schema_of(const Bounds& bounds) {
  if constexpr (std::is_same_v<T, Json>) {
    return Json::object();
  } else if constexpr (std::is_same_v<T, bool>) {
    return Json::object({{"type", "boolean"}});
  } else if constexpr (std::is_integral_v<T>) {
    return detail::number_schema(true, bounds);
  } else if constexpr (std::is_floating_point_v<T>) {
    return detail::number_schema(false, bounds);
  } else if constexpr (std::is_same_v<T, std::string>) {
    return detail::string_schema(bounds);
  } else if constexpr (detail::NamedEnum<T>) {
    return detail::enum_schema(detail::names_of<T>());
  } else if constexpr (detail::IsOptional<T>::value) {
    return schema_of<typename T::value_type>(bounds);
  } else if constexpr (detail::IsVector<T>::value) {
    return detail::array_schema(schema_of<typename T::value_type>(), bounds);
  } else if constexpr (detail::HasFields<T>) {
    return object_schema<T>(true);
  } else {
    static_assert(detail::always_false<T>, "this member type cannot be a field");
  }
}

// Decodes an object's members; what the struct does not know is a problem unless `ignore_unknown`.
template <detail::HasFields T>
void decode_object(const Json& in, T& out, const std::string& path, Problems& problems, bool ignore_unknown = false) {
  if (!detail::expect_object(in, path, problems)) return;
  std::vector<std::string> known;
  std::apply(
      [&](const auto&... f) {
        [[maybe_unused]] const auto one = [&](const auto& item) {
          using M = std::remove_cvref_t<decltype(out.*(item.member))>;
          known.emplace_back(item.name);
          const Json* value = in.find(item.name);
          if (item.bounds.alias != nullptr) {
            known.emplace_back(item.bounds.alias);
            if (value == nullptr) value = in.find(item.bounds.alias);
          }
          const std::string where = detail::child(path, item.name);
          constexpr bool nullable = std::is_same_v<M, Json>;
          if (value == nullptr || (value->is_null() && !nullable)) {
            if (!item.defaulted && !detail::IsOptional<M>::value) {
              detail::missing(where, schema_of<M>(item.bounds).text("type", "value"), problems);
            }
            return;
          }
          decode_into(*value, out.*(item.member), item.bounds, where, problems);
        };
        (one(f), ...);
      },
      T::fields);
  if (!ignore_unknown) detail::report_unknown(in, known, path, problems);
}

template <class T>
void decode_into(const Json& in, T& out, const Bounds& bounds, const std::string& path, Problems& problems) {
  if constexpr (std::is_same_v<T, Json>) {
    out = in;
  } else if constexpr (std::is_same_v<T, bool>) {
    detail::decode_bool(in, out, path, problems);
  } else if constexpr (std::is_integral_v<T>) {
    std::int64_t value = 0;
    Bounds fitting = bounds;
    fitting.minimum = std::max(bounds.minimum, static_cast<double>(std::numeric_limits<T>::min()));
    fitting.maximum = std::min(bounds.maximum, static_cast<double>(std::numeric_limits<T>::max()));
    if (detail::decode_integer(in, value, fitting, path, problems)) out = static_cast<T>(value);
  } else if constexpr (std::is_floating_point_v<T>) {
    double value = 0;
    if (detail::decode_number(in, value, bounds, path, problems)) out = value;
  } else if constexpr (std::is_same_v<T, std::string>) {
    detail::decode_string(in, out, bounds, path, problems);
  } else if constexpr (detail::NamedEnum<T>) {
    const int index = detail::decode_enum(in, detail::names_of<T>(), path, problems);
    if (index >= 0) out = static_cast<T>(index);
  } else if constexpr (detail::IsOptional<T>::value) {
    out.emplace();
    decode_into(in, *out, bounds, path, problems);
  } else if constexpr (detail::IsVector<T>::value) {
    if (!detail::expect_array(in, bounds, path, problems)) return;
    out.resize(in.size());
    for (std::size_t i = 0; i < in.size(); ++i)
      decode_into(in.as_array()[i], out[i], {}, detail::child(path, i), problems);
  } else if constexpr (detail::HasFields<T>) {
    decode_object(in, out, path, problems);
  } else {
    static_assert(detail::always_false<T>, "this member type cannot be a field");
  }
}

template <class T>
base::Result<T> decode(const Json& in) {
  T out{};
  Problems problems;
  decode_object(in, out, "", problems);
  if (!problems.empty()) return problems.error();
  return out;
}

template <class T>
Json encode(const T& value) {
  if constexpr (std::is_same_v<T, Json> || std::is_same_v<T, bool> || std::is_integral_v<T> ||
                std::is_floating_point_v<T> || std::is_same_v<T, std::string>) {
    return Json(value);
  } else if constexpr (detail::NamedEnum<T>) {
    return Json(std::string_view(enum_names(value)[static_cast<std::size_t>(value)]));
  } else if constexpr (detail::IsOptional<T>::value) {
    return value ? encode(*value) : Json();
  } else if constexpr (detail::IsVector<T>::value) {
    Json list = Json::array();
    for (const auto& item : value) list.push_back(encode(item));
    return list;
  } else if constexpr (detail::HasFields<T>) {
    Json object = Json::object();
    std::apply(
        [&](const auto&... f) {
          [[maybe_unused]] const auto one = [&](const auto& item) {
            using M = std::remove_cvref_t<decltype(value.*(item.member))>;
            if constexpr (detail::IsOptional<M>::value) {
              if (!(value.*(item.member))) return;
            }
            object.set(item.name, encode(value.*(item.member)));
          };
          (one(f), ...);
        },
        T::fields);
    return object;
  } else {
    static_assert(detail::always_false<T>, "this member type cannot be a field");
  }
}

}  // namespace tool
