// SPDX-License-Identifier: Apache-2.0
#include "formats/ifc/tables.h"

#include <algorithm>
#include <bit>

#include "base/swar.h"
#include "base/text.h"

#define DECLARE(name) extern "C" const char lintel_table_##name[], lintel_table_##name##_end[];
#define DECLARE_BOTH(enumerator, ids, release, table) DECLARE(table) DECLARE(table##_sets)
IFC_VERSIONS(DECLARE_BOTH, , )
DECLARE(ids_data_types)
DECLARE(ids_conversion_units)
DECLARE(ids_2x3_names)

namespace formats::ifc {

std::string_view bytes(Table table) {
#define ANSWER(name) \
  case Table::name:  \
    return {lintel_table_##name, lintel_table_##name##_end};
#define ANSWER_BOTH(enumerator, ids, release, table) ANSWER(table) ANSWER(table##_sets)
  switch (table) {
    IFC_VERSIONS(ANSWER_BOTH, , )
    ANSWER(ids_data_types)
    ANSWER(ids_conversion_units)
    ANSWER(ids_2x3_names)
  }
  return {};
}

std::vector<std::string_view> split_cells(std::string_view text, char separator) {
  std::vector<std::string_view> cells;
  cells.reserve(text.empty() ? 0 : static_cast<std::size_t>(std::count(text.begin(), text.end(), separator)) + 1);
  while (!text.empty()) cells.push_back(take(text, separator));
  return cells;
}

namespace {

constexpr std::uint16_t vacant = 0xffff;

std::size_t hash_ignoring_case(std::string_view name) {
  namespace swar = base::swar;
  constexpr std::uint64_t factor = 0x9e3779b97f4a7c15;  // 2^64 over the golden ratio: Knuth, 6.4
  std::uint64_t hash = name.size();
  std::size_t at = 0;
  for (; at + 8 <= name.size(); at += 8) hash = (hash ^ swar::lower(swar::load(name.data() + at))) * factor;
  if (at < name.size()) hash = (hash ^ swar::lower(swar::load_rest(name, at))) * factor;
  return hash >> 32;
}

}  // namespace

// The slot of the name, or the vacant one where it would be.
std::size_t NameIndex::slot_of(std::string_view name) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash_ignoring_case(name) & mask;
  while (slots_[slot] != vacant && !base::equals_ignoring_case(entries_[slots_[slot]].name, name))
    slot = (slot + 1) & mask;
  return slot;
}

void NameIndex::finish() {
  slots_.assign(std::bit_ceil(entries_.size() * 2 + 1), vacant);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    auto& slot = slots_[slot_of(entries_[i].name)];
    if (slot == vacant) slot = static_cast<std::uint16_t>(i);
  }
}

std::optional<std::uint16_t> NameIndex::find(std::string_view name) const {
  const std::uint16_t entry = slots_[slot_of(name)];
  if (entry == vacant) return std::nullopt;
  return entries_[entry].position;
}

}  // namespace formats::ifc
