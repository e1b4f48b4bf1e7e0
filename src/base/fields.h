// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <tuple>

// A struct that describes itself: the names of its members as others write them, what they mean and what they
// may hold. Nothing happens here; tool/fields.h makes JSON Schemas, decoders and encoders of such a list.
//
//   struct Corner {
//     double x = 0, y = 0;
//     static constexpr auto fields = base::fields(base::field("x", &Corner::x, "To the right."),
//                                                 base::field("y", &Corner::y, "Down."));
//   };
namespace base {

struct Bounds {
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  std::size_t min_length = 0;  // strings: bytes; arrays: items
  std::size_t max_length = std::numeric_limits<std::size_t>::max();
  const char* format = nullptr;  // JSON Schema format, for readers
  const char* alias = nullptr;   // another accepted name
  const char* header = nullptr;  // x-mcp-header
};

template <class Owner, class T>
struct Field {
  const char* name;
  T Owner::* member;
  const char* doc;
  Bounds bounds;
  bool defaulted;
};

template <class Owner, class T>
constexpr Field<Owner, T> field(const char* name, T Owner::* member, const char* doc, Bounds bounds = {}) {
  return {name, member, doc, bounds, false};
}
// Not required; the member's initialiser is the default, and the schema shows it.
template <class Owner, class T>
constexpr Field<Owner, T> with_default(const char* name, T Owner::* member, const char* doc, Bounds bounds = {}) {
  return {name, member, doc, bounds, true};
}
template <class... F>
constexpr std::tuple<F...> fields(F... list) {
  return std::tuple<F...>(list...);
}

}  // namespace base
