// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <new>
#include <string>
#include <string_view>
#include <utility>
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

  // Copies and moves are out of line: every file uses these, and inlined they were a quarter of the program.
  Json() noexcept : truth_(false) {}
  Json(const Json& other);
  Json(Json&& other) noexcept;
  Json& operator=(const Json& other);
  Json& operator=(Json&& other) noexcept;
  ~Json() {
    if (holds_memory()) release();
  }

  Json(std::nullptr_t) noexcept : Json() {}                           // NOLINT(google-explicit-constructor)
  Json(bool value) noexcept : truth_(value), kind_(Kind::boolean) {}  // NOLINT(google-explicit-constructor)
  template <std::integral T>
    requires(!std::same_as<T, bool>)
  Json(T value) noexcept  // NOLINT(google-explicit-constructor)
      : integer_(static_cast<std::int64_t>(value)), kind_(Kind::integer) {}
  Json(double value) noexcept : real_(value), kind_(Kind::real) {}           // NOLINT(google-explicit-constructor)
  Json(std::string value) : text_(std::move(value)), kind_(Kind::string) {}  // NOLINT(google-explicit-constructor)
  Json(std::string_view value) : text_(value), kind_(Kind::string) {}        // NOLINT(google-explicit-constructor)
  Json(const char* value) : text_(value), kind_(Kind::string) {}             // NOLINT(google-explicit-constructor)
  Json(Array value) : items_(std::move(value)), kind_(Kind::array) {}        // NOLINT(google-explicit-constructor)

  // Json::object({{"name", "hall"}, {"area_m2", 25}}); the names must differ.
  struct NewMember;
  static Json object(std::initializer_list<NewMember> members = {});
  static Json object(Object members);
  struct NewItem;
  static Json array(std::initializer_list<NewItem> items = {});

  bool is_null() const { return kind_ == Kind::null; }
  bool is_bool() const { return kind_ == Kind::boolean; }
  bool is_integer() const { return kind_ == Kind::integer; }
  bool is_number() const { return is_integer() || kind_ == Kind::real; }
  bool is_string() const { return kind_ == Kind::string; }
  bool is_array() const { return kind_ == Kind::array; }
  bool is_object() const { return kind_ == Kind::object; }
  // "null", "boolean", "integer", "number", "string", "array" or "object".
  std::string_view type_name() const;

  bool as_bool() const;
  std::int64_t as_integer() const;
  double as_number() const;  // integers too
  const std::string& as_string() const {
    LINTEL_CHECK(is_string());
    return text_;
  }
  const Array& as_array() const {
    LINTEL_CHECK(is_array());
    return items_;
  }
  Array& as_array();
  const Object& as_object() const {
    LINTEL_CHECK(is_object());
    return members_;
  }
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
  friend class JsonReader;  // makes values where they will stand

  enum class Kind : std::uint8_t { null, boolean, integer, real, string, array, object };  // the last three hold memory
  bool holds_memory() const { return kind_ >= Kind::string; }
  void release();
  void take(Json&& other) noexcept;
  // Of a null, which becomes that.
  void become_text(std::string_view text) {
    new (&text_) std::string(text);
    kind_ = Kind::string;
  }
  Array& become_array() {
    new (&items_) Array();
    kind_ = Kind::array;
    return items_;
  }
  Object& become_object() {
    new (&members_) Object();
    kind_ = Kind::object;
    return members_;
  }

  // By hand rather than std::variant, whose tables of functions were a fifth of the time in which a large text is read.
  union {
    bool truth_;
    std::int64_t integer_;
    double real_;
    std::string text_;
    Array items_;
    Object members_;
  };
  Kind kind_ = Kind::null;
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
