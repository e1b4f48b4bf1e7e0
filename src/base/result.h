// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace base {

class Json;

// The numbered errors a caller can meet. The hundreds give the kind: 10xx parameter, 11xx constraint,
// 12xx permission and governance, 13xx state, 14xx outside world. 1499 is a bug of ours.
enum class Code : std::int16_t {
  missing = 1001,
  wrong_type = 1002,
  out_of_range = 1003,
  unknown_parameter = 1004,
  unknown_name = 1005,
  zero_length = 1101,
  opening_outside_host = 1102,
  opening_overlap = 1103,
  outside_model = 1104,
  degenerate = 1105,
  constraint = 1199,
  denied = 1201,
  out_of_scope = 1202,
  approval_required = 1203,
  element_limit = 1204,
  session_limit = 1205,
  identity_missing = 1206,
  approval_closed = 1207,
  rate_limited = 1208,
  not_found = 1301,
  other_branch = 1302,
  stale = 1303,
  merge_conflict = 1304,
  host_missing = 1305,
  key_reused = 1306,
  io = 1401,
  parse = 1402,
  export_failed = 1403,
  unavailable = 1404,
  cancelled = 1405,
  internal = 1499,
};

// The code's name as it appears in answers: "out_of_scope".
std::string_view name(Code code);

// What went wrong, where, and what to do instead. `label` replaces the code's name where a domain's
// contract names its own codes (aas: "INVALID_PATH"). `data` is what the caller's program may want to know besides,
// shared because errors are copied; null: nothing. It stays a value until the answer is written.
struct Error {
  Code code = Code::internal;
  std::string message;
  std::string path{};
  std::string hint{};
  std::string label{};
  std::shared_ptr<const Json> data{};
};

// An Error as a value on the heap: errors are rare and large, results are everywhere.
class BoxedError {
 public:
  explicit BoxedError(Error error);
  BoxedError(const BoxedError& other);
  BoxedError(BoxedError&& other) noexcept : error_(std::exchange(other.error_, nullptr)) {}
  BoxedError& operator=(const BoxedError& other);
  BoxedError& operator=(BoxedError&& other) noexcept {
    std::swap(error_, other.error_);
    return *this;
  }
  ~BoxedError() {
    if (error_ != nullptr) destroy();
  }
  Error& operator*() { return *error_; }
  const Error& operator*() const { return *error_; }

 private:
  void destroy();
  Error* error_;
};

// A value or an Error. A small [[nodiscard]] face over std::expected, which is not nodiscard itself.
template <class T>
class [[nodiscard]] Result {
 public:
  using value_type = T;

  // Not explicit: `return value;` is the point.
  template <class U = T>
    requires(std::is_constructible_v<T, U &&> && !std::is_same_v<std::remove_cvref_t<U>, Error> &&
             !std::is_same_v<std::remove_cvref_t<U>, Result>)
  // NOLINTNEXTLINE(google-explicit-constructor)
  Result(U&& value) : inner_(std::in_place, std::forward<U>(value)) {}
  // NOLINTNEXTLINE(google-explicit-constructor)
  Result(Error error) : inner_(std::unexpect, std::move(error)) {}

  bool ok() const { return inner_.has_value(); }
  explicit operator bool() const { return ok(); }
  T& value() & { return inner_.value(); }
  const T& value() const& { return inner_.value(); }
  T&& value() && { return std::move(inner_).value(); }
  T& operator*() & { return *inner_; }
  const T& operator*() const& { return *inner_; }
  T&& operator*() && { return *std::move(inner_); }
  T* operator->() { return inner_.operator->(); }
  const T* operator->() const { return inner_.operator->(); }
  Error& error() & { return *inner_.error(); }
  const Error& error() const& { return *inner_.error(); }
  Error&& error() && { return std::move(*inner_.error()); }

 private:
  std::expected<T, BoxedError> inner_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  using value_type = void;

  Result() = default;
  // NOLINTNEXTLINE(google-explicit-constructor)
  Result(Error error) : inner_(std::unexpect, std::move(error)) {}

  bool ok() const { return inner_.has_value(); }
  explicit operator bool() const { return ok(); }
  void value() const { inner_.value(); }
  Error& error() & { return *inner_.error(); }
  const Error& error() const& { return *inner_.error(); }
  Error&& error() && { return std::move(*inner_.error()); }

 private:
  std::expected<void, BoxedError> inner_;
};

// `return fail(Code::not_found, "no room of this name", "rooms[2]", "Rooms here: Hall, Kitchen.");`
Error fail(Code code, std::string message, std::string path = {}, std::string hint = {});

// A promise of our own code was broken. Thrown by LINTEL_CHECK only and caught at dispatch only; where
// nobody catches it, it ends the process with its message.
class CheckFailed : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};
[[noreturn]] void check_failed(const char* condition, const char* file, int line);

}  // namespace base

// Unwraps a Result or returns its error from the enclosing function. Do not nest.
#define TRY(expression)                                           \
  __extension__({                                                 \
    auto try_result_ = (expression);                              \
    if (!try_result_.ok()) return std::move(try_result_).error(); \
    std::move(try_result_).value();                               \
  })

// A promise of our own code, kept in release builds; dispatch masks it as an internal error.
#define LINTEL_CHECK(condition) \
  ((condition) ? static_cast<void>(0) : ::base::check_failed(#condition, __FILE__, __LINE__))
