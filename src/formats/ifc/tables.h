// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "formats/ifc/versions.def"

// The embedded tables of facts (schemas/*.tsv) and how they are read. Views point into the program's own bytes, so they
// live as long as it does. Inner to formats/ifc.
namespace formats::ifc {

// Two of each version, and those of IDS.
#define IFC_TABLES(enumerator, ids, release, table) table, table##_sets,
enum class Table : std::uint8_t { IFC_VERSIONS(IFC_TABLES, , ) ids_data_types, ids_conversion_units, ids_2x3_names };
#undef IFC_TABLES
std::string_view bytes(Table table);

// Takes what stands before the separator off the front of `text`; all of it where there is none.
inline std::string_view take(std::string_view& text, char separator) {
  const std::size_t end = text.find(separator);
  const std::string_view front = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return front;
}

std::vector<std::string_view> split_cells(std::string_view text, char separator);  // none of an empty text

// Calls use(line) for every line that is not a comment.
template <class Use>
void for_each_line(Table table, Use use) {
  std::string_view rest = bytes(table);
  while (!rest.empty()) {
    const std::string_view line = take(rest, '\n');
    if (!line.starts_with('#')) use(line);
  }
}

// Finds things by name in any case. ASCII only, as all names of IFC are. Of equal names the first is found.
class NameIndex {
 public:
  void add(std::string_view name, std::size_t position) {
    entries_.push_back({name, static_cast<std::uint16_t>(position)});
  }
  void finish();  // after the last add and before the first find
  std::optional<std::uint16_t> find(std::string_view name) const;

 private:
  struct Entry {
    std::string_view name;
    std::uint16_t position;
  };
  std::size_t slot_of(std::string_view name) const;

  std::vector<Entry> entries_;
  std::vector<std::uint16_t> slots_ = {0xffff};  // numbers of entries, hashed
};

template <class Items>
NameIndex index_names(const Items& items) {
  NameIndex index;
  for (std::size_t i = 0; i < items.size(); ++i) index.add(items[i].name, i);
  index.finish();
  return index;
}

}  // namespace formats::ifc
