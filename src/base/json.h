// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"

namespace base {

// One JSON value. Objects keep the order in which members were added; member names are unique.
// Reading a value as the wrong type is a bug of ours (LINTEL_CHECK): ask is_*() or find() first.
// Own type rather than nlohmann's: bounded depth, no exceptions, a tenth of the compile time.
class Json {
 public:
  using Array = std::vector<Json>;
  using Member = std::pair<std::string, Json>;
  using Object = std::vector<Member>;

  // Out of line: every file uses these, and inlined they were a quarter of the program.
  Json();
  Json(const Json& other);
  Json(Json&& other) noexcept;
  Json& operator=(const Json& other);
  Json& operator=(Json&& other) noexcept;
  ~Json();

  Json(std::nullptr_t) : Json() {}     // NOLINT(google-explicit-constructor)
  Json(bool value) : value_(value) {}  // NOLINT(google-explicit-constructor)
  template <std::integral T>
    requires(!std::same_as<T, bool>)
  Json(T value) : value_(static_cast<std::int64_t>(value)) {}   // NOLINT(google-explicit-constructor)
  Json(double value) : value_(value) {}                         // NOLINT(google-explicit-constructor)
  Json(std::string value) : value_(std::move(value)) {}         // NOLINT(google-explicit-constructor)
  Json(std::string_view value) : value_(std::string(value)) {}  // NOLINT(google-explicit-constructor)
  Json(const char* value) : value_(std::string(value)) {}       // NOLINT(google-explicit-constructor)
  Json(Array value) : value_(std::move(value)) {}               // NOLINT(google-explicit-constructor)

  // Json::object({{"name", "hall"}, {"area_m2", 25}}); the names must differ.
  struct NewMember;
  static Json object(std::initializer_list<NewMember> members = {});
  static Json object(Object members);
  struct NewItem;
  static Json array(std::initializer_list<NewItem> items = {});

  bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
  bool is_bool() const { return std::holds_alternative<bool>(value_); }
  bool is_integer() const { return std::holds_alternative<std::int64_t>(value_); }
  bool is_number() const { return is_integer() || std::holds_alternative<double>(value_); }
  bool is_string() const { return std::holds_alternative<std::string>(value_); }
  bool is_array() const { return std::holds_alternative<Array>(value_); }
  bool is_object() const { return std::holds_alternative<Members>(value_); }
  // "null", "boolean", "integer", "number", "string", "array" or "object".
  std::string_view type_name() const;

  bool as_bool() const;
  std::int64_t as_integer() const;
  double as_number() const;  // integers too
  const std::string& as_string() const;
  const Array& as_array() const;
  Array& as_array();
  const Object& as_object() const;
  Object& as_object();

  // The member of that name, or nullptr; nullptr as well when this is not an object.
  const Json* find(std::string_view key) const;
  Json* find(std::string_view key);
  // The member of that name, which must exist.
  const Json& at(std::string_view key) const;
  // The text of a string member, or the fallback.
  std::string_view text(std::string_view key, std::string_view fallback = {}) const;
  // Sets a member; turns null into an object first. Returns *this, so calls chain.
  Json& set(std::string key, Json value);
  // The member of that name, made null if absent; turns null into an object first.
  Json& operator[](std::string_view key);
  bool erase(std::string_view key);

  // Array elements; turns null into an array first.
  Json& push_back(Json value);
  std::size_t size() const;  // members or elements; 0 for scalars
  bool empty() const { return size() == 0; }

  // RFC 6901. nullptr where the pointer leads nowhere.
  const Json* pointer(std::string_view json_pointer) const;

  // Deep equality; 1 equals 1.0, the order of members does not matter.
  friend bool operator==(const Json& a, const Json& b);

  // Compact JSON text. `pretty` indents by two spaces and ends without a newline.
  std::string dump() const;
  void dump_to(std::string& out) const;
  std::string pretty() const;

 private:
  struct Members {
    Object list;
  };
  std::variant<std::monostate, bool, std::int64_t, double, std::string, Array, Members> value_;
};

// What stands in the braces of object() and array(). Its value moves on from there, where a list of plain
// values would be copied at every level of what is built.
struct Json::NewMember {
  NewMember(std::string_view its_name, Json its_value) : name(its_name), value(std::move(its_value)) {}
  std::string_view name;
  mutable Json value;
};
struct Json::NewItem {
  template <std::convertible_to<Json> T>
  NewItem(T&& its_value) : value(std::forward<T>(its_value)) {}  // NOLINT(google-explicit-constructor)
  mutable Json value;
};

struct JsonLimits {
  std::size_t max_bytes = std::size_t{64} << 20;
  int max_depth = 128;
};

// Parses one JSON text. Refuses bad UTF-8, lone surrogates, duplicate member names, numbers beyond
// double, and what exceeds the limits. Integers beyond 64 bits become doubles.
Result<Json> parse_json(std::string_view text, const JsonLimits& limits = {});

// RFC 8785 (JCS): the one canonical text of a value. Fails on NaN, infinities, text that is no
// UTF-8 and integers beyond 2^53 - 1, which the caller must write as strings.
Result<std::string> canonical_json(const Json& value);

// Appends `text` as a JSON string with its quotes. The text must be UTF-8.
void append_json_string(std::string& out, std::string_view text);
void append_json_number(std::string& out, double value);

}  // namespace base
