// SPDX-License-Identifier: Apache-2.0
#include "formats/ifc/units.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace formats::ifc {

namespace {

using UnitScale = Model::UnitScale;
using Kind = step::Value::Kind;

constexpr int max_depth = 8;      // of units that are made of units
constexpr int max_exponent = 32;  // of an element of a derived unit
constexpr std::size_t max_elements = 64;

struct Prefix {
  std::string_view name;
  int power;
};
constexpr std::array<Prefix, 16> prefixes{{{"EXA", 18},
                                           {"PETA", 15},
                                           {"TERA", 12},
                                           {"GIGA", 9},
                                           {"MEGA", 6},
                                           {"KILO", 3},
                                           {"HECTO", 2},
                                           {"DECA", 1},
                                           {"DECI", -1},
                                           {"CENTI", -2},
                                           {"MILLI", -3},
                                           {"MICRO", -6},
                                           {"NANO", -9},
                                           {"PICO", -12},
                                           {"FEMTO", -15},
                                           {"ATTO", -18}}};

UnitScale usable(UnitScale scale) {
  if (!std::isfinite(scale.factor) || scale.factor == 0) return {};
  if (!std::isfinite(scale.offset)) scale.offset = 0;
  return scale;
}

class UnitReader {
 public:
  explicit UnitReader(const Model& model) : model_(model) {}

  UnitScale read(Index unit, int depth) const {
    const auto entity = model_.entity(unit);
    if (!entity || depth > max_depth) return {};
    const Schema& schema = model_.schema();
    if (schema.is_a(*entity, "IfcSIUnit")) return si(unit);
    if (schema.is_a(*entity, "IfcConversionBasedUnit")) return usable(converted(unit, depth));
    if (schema.is_a(*entity, "IfcDerivedUnit")) return usable(derived(unit, depth));
    return {};
  }

 private:
  std::optional<step::Value> value(Index index, std::string_view attribute) const {
    const auto found = model_.attribute(index, attribute);
    return found && !found->is_null() ? found : std::nullopt;
  }
  std::string_view word(Index index, std::string_view attribute) const {
    const auto found = value(index, attribute);
    return found ? found->word() : std::string_view();
  }
  std::optional<Index> target(Index index, std::string_view attribute) const {
    const auto found = value(index, attribute);
    return found ? model_.referred(*found) : std::nullopt;
  }
  // 0.0254 and IFCLENGTHMEASURE(0.0254) alike.
  static std::optional<double> number(const std::optional<step::Value>& value) {
    if (!value) return std::nullopt;
    const step::Value inner = value->kind() == Kind::typed ? value->items()[0] : *value;
    if (inner.kind() != Kind::integer && inner.kind() != Kind::real) return std::nullopt;
    return inner.number();
  }

  // IfcSIUnit. The prefix of a square metre is squared: a square millimetre is 1e-6 (ISO 80000-1, 6.5.4). The unit of
  // mass is the kilogram, although the prefix stands before the gram.
  UnitScale si(Index unit) const {
    const std::string_view name = word(unit, "Name");
    const auto prefix = std::ranges::find(prefixes, word(unit, "Prefix"), &Prefix::name);
    const int dimension = name == "SQUARE_METRE" ? 2 : name == "CUBIC_METRE" ? 3 : 1;
    const int power = (prefix == prefixes.end() ? 0 : prefix->power * dimension) - (name == "GRAM" ? 3 : 0);
    return {.factor = std::pow(10.0, power), .offset = name == "DEGREE_CELSIUS" ? 273.15 : 0};
  }

  // IfcConversionBasedUnit: so many of another unit. Where that cannot be read, its name may still be known.
  UnitScale converted(Index unit, int depth) const {
    const auto measure = target(unit, "ConversionFactor");
    const auto factor = measure ? number(value(*measure, "ValueComponent")) : std::nullopt;
    if (!factor) {
      const auto name = value(unit, "Name");
      const ConversionUnit* known = name ? conversion_unit(name->string()) : nullptr;
      return {.factor = known != nullptr ? known->factor : 1};
    }
    const auto component = target(*measure, "UnitComponent");
    const UnitScale inner = component ? read(*component, depth + 1) : UnitScale();
    const auto offset = number(value(unit, "ConversionOffset"));
    if (offset && *offset != 0) return with_offset(*factor, *offset, inner);
    return {.factor = *factor * inner.factor, .offset = inner.offset};
  }

  // IfcConversionBasedUnitWithOffset. The standard's example has Fahrenheit as 1.8 and -459.67: value = kelvin * 1.8 -
  // 459.67. Its attribute's text reads the other way, and some write so: kelvin = value * 0.5556 + 255.37. Scales
  // of temperature begin above absolute zero, so the sign of the offset tells which was meant. A factor below one
  // beside a negative offset is the size of a degree all the same: kelvin = (value + 459.67) * 0.5556.
  static UnitScale with_offset(double factor, double offset, const UnitScale& inner) {
    if (offset > 0) return {.factor = factor * inner.factor, .offset = offset * inner.factor + inner.offset};
    const double degree = factor < 1 ? factor : 1 / factor;
    return {.factor = inner.factor * degree, .offset = -offset * degree * inner.factor + inner.offset};
  }

  // IfcDerivedUnit: a product of powers. Differences count here, so offsets do not.
  UnitScale derived(Index unit, int depth) const {
    const auto elements = value(unit, "Elements");
    if (!elements) return {};
    UnitScale scale;
    std::size_t count = 0;
    for (const step::Value item : elements->items()) {
      const auto element = model_.referred(item);
      const auto inner = element ? target(*element, "Unit") : std::nullopt;
      const auto exponent = element ? number(value(*element, "Exponent")) : std::nullopt;
      if (!inner || !exponent || std::abs(*exponent) > max_exponent || ++count > max_elements) return {};
      scale.factor *= std::pow(read(*inner, depth + 1).factor, *exponent);
    }
    return scale;
  }

  const Model& model_;
};

// The project's assignment; where no project names one, the first of the file.
std::optional<Index> unit_assignment(const Model& model) {
  if (const auto project = model.project()) {
    const auto units = model.attribute(*project, "UnitsInContext");
    const auto found = units ? model.referred(*units) : std::nullopt;
    if (found) return found;
  }
  const auto assignments = model.exactly(model.schema().find("IfcUnitAssignment").value());
  return assignments.empty() ? std::nullopt : std::optional(assignments.front());
}

struct AssignedUnit {
  std::string_view unit_type;  // "LENGTHUNIT"
  Index unit;
};

// Of several units of one type the first counts.
std::vector<AssignedUnit> assigned_units(const Model& model) {
  std::vector<AssignedUnit> units;
  const auto assignment = unit_assignment(model);
  const auto list = assignment ? model.attribute(*assignment, "Units") : std::nullopt;
  if (!list) return units;
  for (const step::Value item : list->items()) {
    const auto unit = model.referred(item);
    const auto type = unit ? model.attribute(*unit, "UnitType") : std::nullopt;
    if (type && !type->word().empty()) units.push_back({type->word(), *unit});
  }
  return units;
}

// The unit type of a measure, or of the one that it is a kind of (IfcPositiveLengthMeasure).
std::string_view unit_type_of(const Schema& schema, std::string_view measure) {
  for (const DefinedType* type = schema.defined_type(measure); type != nullptr;
       type = schema.defined_type(type->base)) {
    const DataType* fact = data_type(type->name);
    // The schemas spell this one differently than the pages of IDS.
    if (fact != nullptr && fact->unit_type == "SECTIONALAREAINTEGRALUNIT") return "SECTIONAREAINTEGRALUNIT";
    if (fact != nullptr && !fact->unit_type.empty()) return fact->unit_type;
  }
  return {};
}

}  // namespace

Model::UnitScale scale_of(const Model& model, Index unit) { return UnitReader(model).read(unit, 0); }

ProjectUnits::ProjectUnits(const Model& model) {
  const std::vector<AssignedUnit> units = assigned_units(model);
  for (const DefinedType& type : model.schema().defined_types()) {
    const std::string_view unit_type = unit_type_of(model.schema(), type.name);
    const auto unit = std::ranges::find(units, unit_type, &AssignedUnit::unit_type);
    if (unit == units.end()) continue;
    measures_.add(type.name, scales_.size());
    scales_.push_back(scale_of(model, unit->unit));
  }
  measures_.finish();
}

Model::UnitScale ProjectUnits::of(std::string_view measure) const {
  const auto found = measures_.find(measure);
  return found ? scales_[*found] : Model::UnitScale();
}

}  // namespace formats::ifc
