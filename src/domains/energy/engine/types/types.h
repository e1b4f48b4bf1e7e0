// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What is known of EnergyPlus' object types without a schema at hand (schemas/energy_types.tsv). A model that somebody
// opened is read again years later, on machines without the schemas: what it holds must not depend on them.
namespace energy::engine {

// Of EnergyPlus: "25.2.0" or, as models name it, "25.2".
struct Version {
  int major = 0, minor = 0, patch = 0;
  static std::optional<Version> parse(std::string_view text);
  std::string text() const;   // "25.2.0"
  std::string brief() const;  // "25.2"
  friend auto operator<=>(const Version&, const Version&) = default;
};

struct TypeFacts {
  struct ZoneField {
    std::size_t slot = 0;  // in an IDF file, from 0
    std::string_view name;
  };
  std::string_view name;  // as the schema spells it
  std::string_view group;
  bool named = false;            // its first field is its name
  std::vector<ZoneField> zones;  // fields that name a zone
};

// Upper and lower case do not matter. nullptr: this version has no such type.
const TypeFacts* type_facts(std::string_view type, const Version& version);

}  // namespace energy::engine
