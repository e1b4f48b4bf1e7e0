// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rapidcheck.h>

#include <cstddef>
#include <ostream>
#include <string>
#include <utility>

#include "base/json.h"

// Random JSON for property tests: small, with names that need escaping and names that look like
// indices, and edits of a given value.
namespace base {
// So that rapidcheck can show the value that broke a property.
inline void showValue(const Json& value, std::ostream& out) { out << value.dump(); }
}  // namespace base

namespace testing_json {

using base::Json;

inline rc::Gen<std::string> member_name() {
  return rc::gen::element<std::string>("a", "b", "c", "height", "a/b", "~", "~1", "", "0", "12", "é");
}

inline rc::Gen<Json> scalar() {
  return rc::gen::oneOf(
      rc::gen::just(Json()), rc::gen::map(rc::gen::arbitrary<bool>(), [](bool b) { return Json(b); }),
      rc::gen::map(rc::gen::inRange(-3, 4), [](int i) { return Json(i); }),
      rc::gen::map(rc::gen::inRange(-3, 4), [](int i) { return Json(i + 0.5); }),
      rc::gen::map(rc::gen::element<std::string>("", "x", "y\n"), [](std::string s) { return Json(std::move(s)); }));
}

inline Json value_of_depth(int depth) {
  const int kind = depth == 0 ? 0 : *rc::gen::inRange(0, 3);
  if (kind == 0) return *scalar();
  Json value = kind == 1 ? Json::array() : Json::object();
  const int count = *rc::gen::inRange(0, 5);
  for (int i = 0; i < count; ++i) {
    if (kind == 1) {
      value.push_back(value_of_depth(depth - 1));
    } else {
      value.set(*member_name(), value_of_depth(depth - 1));
    }
  }
  return value;
}

inline rc::Gen<Json> any() {
  return rc::gen::exec([] { return value_of_depth(3); });
}

inline void edit(Json& value) {
  const bool deeper = !value.empty() && *rc::gen::inRange(0, 3) > 0;
  const auto index = deeper ? static_cast<std::size_t>(*rc::gen::inRange(0, static_cast<int>(value.size()))) : 0;
  if (deeper && value.is_object()) return edit(value.as_object()[index].second);
  if (deeper) return edit(value.as_array()[index]);
  const int action = *rc::gen::inRange(0, 3);
  if (value.is_object() && action == 0) {
    value.set(*member_name(), value_of_depth(1));
  } else if (value.is_object() && action == 1 && !value.empty()) {
    value.erase(std::string(value.as_object().back().first));
  } else if (value.is_array() && action == 0) {
    value.as_array().insert(value.as_array().begin(), value_of_depth(1));
  } else if (value.is_array() && action == 1 && !value.empty()) {
    value.as_array().erase(value.as_array().begin());
  } else {
    value = value_of_depth(1);
  }
}

// A value with one to three places changed.
inline rc::Gen<Json> edited(Json start) {
  return rc::gen::exec([start = std::move(start)] {
    Json value = start;
    const int edits = *rc::gen::inRange(1, 4);
    for (int i = 0; i < edits; ++i) edit(value);
    return value;
  });
}

}  // namespace testing_json
