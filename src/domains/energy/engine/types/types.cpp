// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/types/types.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>

#include "base/result.h"
#include "base/text.h"

extern "C" const char lintel_table_energy_types[];
extern "C" const char lintel_table_energy_types_end[];

namespace energy::engine {
namespace {

bool read_number(std::string_view text, int& number) {
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
  return result.ec == std::errc() && result.ptr == text.data() + text.size() && number >= 0;
}

struct Row {
  Version since;
  bool gone = false;
  TypeFacts facts;
};
using Table = std::unordered_map<std::string, std::vector<Row>>;  // by name in upper case, the oldest first

std::vector<TypeFacts::ZoneField> zones_in(std::string_view cell) {
  std::vector<TypeFacts::ZoneField> out;
  if (cell.empty()) return out;
  for (const auto each : base::split(cell, ' ')) {
    const auto colon = each.find(':');
    int slot = 0;
    LINTEL_CHECK(colon != std::string_view::npos && read_number(each.substr(0, colon), slot));
    out.push_back({static_cast<std::size_t>(slot), each.substr(colon + 1)});
  }
  return out;
}

void add_row(Table& table, std::string_view line) {
  const auto cells = base::split(line, '\t');
  LINTEL_CHECK(cells.size() == 5);
  const auto since = Version::parse(cells[3]);
  LINTEL_CHECK(since.has_value());
  table[base::upper_ascii(cells[0])].push_back(
      {*since,
       cells[1] == "-",
       {.name = cells[0], .group = cells[1], .named = cells[2] == "1", .zones = zones_in(cells[4])}});
}

Table read_table() {
  Table table;
  std::string_view rest(lintel_table_energy_types,
                        static_cast<std::size_t>(lintel_table_energy_types_end - lintel_table_energy_types));
  while (!rest.empty()) {
    const auto end = std::min(rest.find('\n'), rest.size());
    if (end > 0) add_row(table, rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return table;
}

}  // namespace

std::optional<Version> Version::parse(std::string_view text) {
  const auto parts = base::split(base::trim(text), '.');
  Version out;
  if (parts.size() < 2 || parts.size() > 3) return std::nullopt;
  if (!read_number(parts[0], out.major) || !read_number(parts[1], out.minor)) return std::nullopt;
  if (parts.size() == 3 && !read_number(parts[2], out.patch)) return std::nullopt;
  return out;
}

std::string Version::text() const { return brief() + "." + std::to_string(patch); }
std::string Version::brief() const { return std::to_string(major) + "." + std::to_string(minor); }

const TypeFacts* type_facts(std::string_view type, const Version& version) {
  static const Table table = read_table();
  const auto found = table.find(base::upper_ascii(type));
  if (found == table.end()) return nullptr;
  const Row* best = nullptr;
  for (const Row& each : found->second)
    if (each.since <= version) best = &each;
  return best == nullptr || best->gone ? nullptr : &best->facts;
}

}  // namespace energy::engine
