// SPDX-License-Identifier: Apache-2.0
// Facts of the IDS 1.0 documentation: data types, units by name, and the names that IFC2X3 has only as types.
#include <charconv>

#include "formats/ifc/schema.h"
#include "formats/ifc/tables.h"

namespace formats::ifc {

namespace {

template <class Fact>
struct Facts {
  std::vector<Fact> all;
  NameIndex names;

  Facts(Table table, Fact (*read)(std::string_view line)) {
    for_each_line(table, [&](std::string_view line) { all.push_back(read(line)); });
    names = index_names(all);
  }
  const Fact* find(std::string_view name) const {
    const auto position = names.find(name);
    return position ? &all[*position] : nullptr;
  }
};

DataType read_data_type(std::string_view line) {
  DataType type;
  type.name = take(line, '\t');
  std::string_view schemas = take(line, '\t');
  while (!schemas.empty()) {
    const auto version = version_named(take(schemas, ' '));
    if (version) type.present[static_cast<std::size_t>(*version)] = true;
  }
  type.xs_base = take(line, '\t');
  type.unit = take(line, '\t');
  type.shown = take(line, '\t');
  type.unit_type = take(line, '\t');
  return type;
}

ConversionUnit read_conversion_unit(std::string_view line) {
  ConversionUnit unit;
  unit.name = take(line, '\t');
  const std::string_view factor = take(line, '\t');
  std::from_chars(factor.data(), factor.data() + factor.size(), unit.factor);
  unit.si_unit = line;
  return unit;
}

Mapped2x3 read_mapped(std::string_view line) {
  Mapped2x3 mapped;
  mapped.name = take(line, '\t');
  mapped.occurrence = take(line, '\t');
  mapped.type = line;
  return mapped;
}

const Facts<DataType>& data_type_facts() {
  static const Facts<DataType> facts(Table::ids_data_types, read_data_type);
  return facts;
}

const Facts<ConversionUnit>& conversion_facts() {
  static const Facts<ConversionUnit> facts(Table::ids_conversion_units, read_conversion_unit);
  return facts;
}

const Facts<Mapped2x3>& mapped_facts() {
  static const Facts<Mapped2x3> facts(Table::ids_2x3_names, read_mapped);
  return facts;
}

}  // namespace

std::span<const DataType> data_types() { return data_type_facts().all; }
const DataType* data_type(std::string_view name) { return data_type_facts().find(name); }
std::span<const ConversionUnit> conversion_units() { return conversion_facts().all; }
const ConversionUnit* conversion_unit(std::string_view name) { return conversion_facts().find(name); }
std::span<const Mapped2x3> mapped_2x3() { return mapped_facts().all; }
const Mapped2x3* mapped_2x3(std::string_view name) { return mapped_facts().find(name); }

}  // namespace formats::ifc
