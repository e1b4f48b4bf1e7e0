// SPDX-License-Identifier: Apache-2.0
#include "formats/ifc/tables.h"

#include <algorithm>
#include <array>

#define LINTEL_TABLES(USE)  \
  USE(ifc2x3)               \
  USE(ifc2x3_sets)          \
  USE(ifc4)                 \
  USE(ifc4_sets)            \
  USE(ifc4x3)               \
  USE(ifc4x3_sets)          \
  USE(ids_data_types)       \
  USE(ids_conversion_units) \
  USE(ids_2x3_names)

#define LINTEL_DECLARE(name) extern "C" const char lintel_table_##name[], lintel_table_##name##_end[];
LINTEL_TABLES(LINTEL_DECLARE)

namespace formats::ifc {

std::string_view bytes(Table table) {
#define LINTEL_ANSWER(name) \
  case Table::name:         \
    return {lintel_table_##name, lintel_table_##name##_end};
  switch (table) { LINTEL_TABLES(LINTEL_ANSWER) }
  return {};
}

std::vector<std::string_view> split_cells(std::string_view text, char separator) {
  std::vector<std::string_view> cells;
  cells.reserve(text.empty() ? 0 : static_cast<std::size_t>(std::count(text.begin(), text.end(), separator)) + 1);
  while (!text.empty()) cells.push_back(take(text, separator));
  return cells;
}

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

bool less_ignoring_case(std::string_view a, std::string_view b) {
  return std::ranges::lexicographical_compare(a, b, {}, lower, lower);
}

void NameIndex::finish() { std::ranges::sort(entries_, less_ignoring_case, &Entry::name); }

std::optional<std::uint16_t> NameIndex::find(std::string_view name) const {
  const auto found = std::ranges::lower_bound(entries_, name, less_ignoring_case, &Entry::name);
  if (found == entries_.end() || less_ignoring_case(name, found->name)) return std::nullopt;
  return found->position;
}

}  // namespace formats::ifc
