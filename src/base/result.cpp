// SPDX-License-Identifier: Apache-2.0
#include "base/result.h"

#include <string>

namespace base {

std::string_view name(Code code) {
  switch (code) {
    case Code::missing:
      return "missing";
    case Code::wrong_type:
      return "wrong_type";
    case Code::out_of_range:
      return "out_of_range";
    case Code::unknown_parameter:
      return "unknown_parameter";
    case Code::unknown_name:
      return "unknown_name";
    case Code::zero_length:
      return "zero_length";
    case Code::opening_outside_host:
      return "opening_outside_host";
    case Code::opening_overlap:
      return "opening_overlap";
    case Code::outside_model:
      return "outside_model";
    case Code::degenerate:
      return "degenerate";
    case Code::constraint:
      return "constraint";
    case Code::denied:
      return "denied";
    case Code::out_of_scope:
      return "out_of_scope";
    case Code::approval_required:
      return "approval_required";
    case Code::element_limit:
      return "element_limit";
    case Code::session_limit:
      return "session_limit";
    case Code::identity_missing:
      return "identity_missing";
    case Code::approval_closed:
      return "approval_closed";
    case Code::rate_limited:
      return "rate_limited";
    case Code::not_found:
      return "not_found";
    case Code::other_branch:
      return "other_branch";
    case Code::stale:
      return "stale";
    case Code::merge_conflict:
      return "merge_conflict";
    case Code::host_missing:
      return "host_missing";
    case Code::key_reused:
      return "key_reused";
    case Code::io:
      return "io";
    case Code::parse:
      return "parse";
    case Code::export_failed:
      return "export_failed";
    case Code::unavailable:
      return "unavailable";
    case Code::cancelled:
      return "cancelled";
    case Code::internal:
      return "internal";
  }
  return "internal";
}

BoxedError::BoxedError(Error error) : error_(new Error(std::move(error))) {}

BoxedError::BoxedError(const BoxedError& other) : error_(new Error(*other.error_)) {}

BoxedError& BoxedError::operator=(const BoxedError& other) {
  BoxedError copy(other);
  std::swap(error_, copy.error_);
  return *this;
}

void BoxedError::destroy() { delete error_; }

Error fail(Code code, std::string message, std::string path, std::string hint) {
  return {.code = code, .message = std::move(message), .path = std::move(path), .hint = std::move(hint)};
}

namespace {

// __FILE__ may hold the path of the machine that built us; what follows the last "src/" is enough.
std::string_view within_tree(std::string_view file) {
  const auto at = file.rfind("src/");
  return at == std::string_view::npos ? file : file.substr(at);
}

}  // namespace

void check_failed(const char* condition, const char* file, int line) {
  throw CheckFailed(std::string(within_tree(file)) + ":" + std::to_string(line) + ": check failed: " + condition);
}

}  // namespace base
