// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "domains/ids/engine/facets/model_facts.h"

// Property sets, quantities and properties of a model, whatever entities the schema writes them with. Pure.
namespace ids::engine {

// One property of a set: a record of its own, or an attribute of a predefined set (IfcDoorPanelProperties).
struct PropertyRef {
  std::string name;
  Index record = 0;
  int attribute = -1;  // of a predefined set: the position in `record`
};

// Reads sets and properties; positions are looked up once per schema. Immutable.
class PropertyReader {
 public:
  explicit PropertyReader(const ModelFacts& facts);

  // The sets on an element itself, and those of its type.
  struct Sets {
    std::vector<Index> own, inherited;
  };
  Sets sets_of(Index element) const;
  std::string set_name(Index set) const;
  std::vector<PropertyRef> properties_of(Index set) const;

  // The values of a property, offered item by item.
  struct Values {
    enum class Shape : std::uint8_t { simple, several, bounded, unsupported };
    Shape shape = Shape::simple;
    std::vector<ModelFacts::Typed> items;  // null ones are left out
    std::optional<double> lower, upper;    // of bounded
    bool set_point = false;                // of bounded: it has one
    std::string kind;                      // of unsupported: "a complex property"
  };
  Values values_of(const PropertyRef& property) const;

 private:
  enum class SetKind : std::uint8_t { none, listed, predefined };
  struct SetLayout {
    SetKind kind = SetKind::none;
    int name = -1, items = -1;
  };
  enum class Kind : std::uint8_t { none, single, enumerated, list, bounded, table, quantity, complex, reference };
  const SetLayout& layout_of(Index set) const;
  void add_set(std::string_view entity, std::string_view items);
  void add_kind(std::string_view entity, Kind kind);
  void add_values(Values& values, const formats::step::Value& list, const std::optional<Index>& unit) const;
  Values bounded(Index record) const;
  Values table(Index record) const;
  Values quantity(Index record) const;
  Values predefined(const PropertyRef& property) const;
  std::optional<Index> unit_of_enumeration(Index record) const;
  std::optional<Index> unit(Index record, std::string_view attribute) const {
    return facts_.referred(record, attribute);
  }

  const ModelFacts& facts_;
  std::vector<SetLayout> sets_;  // by EntityId
  std::vector<Kind> kinds_;      // by EntityId
  int first_predefined_attribute_ = 0;
};

}  // namespace ids::engine
