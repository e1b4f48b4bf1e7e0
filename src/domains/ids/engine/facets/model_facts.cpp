// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/facets/model_facts.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "base/text.h"
#include "domains/ids/engine/facets/property_reading.h"

namespace ids::engine {
namespace {

using formats::ifc::Primitive;
using formats::step::Value;
using Kind = Value::Kind;

// .T., .F. and .U. of booleans and logicals; the word of any other enumeration.
ModelValue enumeration_value(std::string_view word, Primitive primitive) {
  if (primitive != Primitive::boolean && primitive != Primitive::logical) return std::string(word);
  if (word == "T") return true;
  if (word == "F") return false;
  return {};
}

bool is_one(const formats::ifc::Model::UnitScale& scale) { return scale.factor == 1 && scale.offset == 0; }

ModelValue scaled(const ModelValue& value, const formats::ifc::Model::UnitScale& scale) {
  if (is_one(scale)) return value;
  if (const auto* const real = std::get_if<double>(&value)) return *real * scale.factor + scale.offset;
  if (const auto* const whole = std::get_if<std::int64_t>(&value)) {
    return static_cast<double>(*whole) * scale.factor + scale.offset;
  }
  return value;
}

ModelValue plain_value(const Value& value, Primitive primitive) {
  switch (value.kind()) {
    case Kind::integer:
      if (primitive == Primitive::integer) return value.integer();
      return value.number();
    case Kind::real:
      return value.number();
    case Kind::string:
      return value.string();
    case Kind::enumeration:
      return enumeration_value(value.word(), primitive);
    case Kind::binary:
      return std::string(value.raw());
    default:
      return {};
  }
}

}  // namespace

EntityFlags::EntityFlags(const formats::ifc::Schema& schema, std::string_view ancestor)
    : flags_(schema.entities().size(), false) {
  const auto id = schema.find(ancestor);
  if (!id) return;
  for (const auto each : schema.subtypes(*id)) flags_[each] = true;
}

ModelFacts::ModelFacts(const formats::ifc::Model& of)
    : model(of),
      schema(of.schema()),
      is_2x3(of.schema().version() == formats::ifc::Version::ifc2x3),
      object(schema, "IfcObject"),
      type_object(schema, "IfcTypeObject"),
      context(schema, "IfcContext"),
      classification(schema, "IfcClassification"),
      material_definition(schema, is_2x3 ? "IfcMaterial" : "IfcMaterialDefinition"),
      profile(schema, "IfcProfileDef") {
  for (const auto& name : model.file().types()) {
    if (const auto id = schema.find(name)) present.push_back(*id);
  }
  for (const auto& type : schema.defined_types()) {
    auto name = base::upper_ascii(type.name);
    const auto scale = model.project_unit(name);
    if (!is_one(scale)) project_units_.emplace(std::move(name), scale);
  }
  find_profile_properties();
  properties_ = std::make_unique<const PropertyReader>(*this);
}

ModelFacts::~ModelFacts() = default;

void ModelFacts::find_profile_properties() {
  if (is_2x3) return;  // they have no names there
  for (const auto each : instances({"IfcProfileProperties"})) {
    if (const auto of = referred(each, "ProfileDefinition")) profile_properties_[*of].push_back(each);
  }
}

const std::vector<Index>& ModelFacts::profile_properties(Index profile_def) const {
  static const std::vector<Index> none;
  const auto found = profile_properties_.find(profile_def);
  return found == profile_properties_.end() ? none : found->second;
}

std::string ModelFacts::text(Index record, std::string_view attribute) const {
  const auto value = model.attribute(record, attribute);
  if (!value) return {};
  if (value->kind() == Kind::string) return value->string();
  if (value->kind() == Kind::enumeration) return std::string(value->word());
  return {};
}

std::optional<Index> ModelFacts::referred(Index record, std::string_view attribute) const {
  const auto value = model.attribute(record, attribute);
  return value ? model.referred(*value) : std::nullopt;
}

std::vector<Index> ModelFacts::referred_list(Index record, std::string_view attribute) const {
  std::vector<Index> found;
  const auto value = model.attribute(record, attribute);
  if (!value || value->kind() != Kind::list) return found;
  for (const auto& each : value->items()) {
    if (const auto index = model.referred(each)) found.push_back(*index);
  }
  return found;
}

std::string_view ModelFacts::entity_name(Index record) const {
  const auto id = model.entity(record);
  return id ? schema.entity(*id).name : "an unknown entity";
}

ModelValue ModelFacts::value(const Value& value, std::string_view declared_upper, Primitive primitive,
                             const std::optional<Index>& unit) const {
  auto plain = plain_value(value, primitive);
  // IfcCountMeasure is a NUMBER in the older schemas, and whole (DataTypes.md).
  if (const auto* const real = std::get_if<double>(&plain); real != nullptr && declared_upper == "IFCCOUNTMEASURE") {
    if (std::abs(*real) < 9e15 && *real == std::floor(*real)) return static_cast<std::int64_t>(*real);
  }
  if (!std::holds_alternative<double>(plain) && !std::holds_alternative<std::int64_t>(plain)) return plain;
  if (unit) return scaled(plain, model.unit_scale(*unit));
  const auto found = project_units_.find(std::string(declared_upper));
  return found == project_units_.end() ? plain : scaled(plain, found->second);
}

ModelFacts::Typed ModelFacts::typed(const Value& select, const std::optional<Index>& unit) const {
  if (select.kind() != Kind::typed) return {plain_value(select, Primitive::number), {}};
  auto name = base::upper_ascii(select.word());
  const auto* const type = schema.defined_type(name);
  const auto arguments = select.items();
  if (type == nullptr || arguments.empty()) return {{}, std::move(name)};
  // IfcCompoundPlaneAngleMeasure and IfcComplexNumber: a value, though none that IDS could compare.
  if (arguments[0].kind() == Kind::list) return {std::string(arguments[0].raw()), std::move(name)};
  auto inner = value(arguments[0], name, type->primitive, unit);
  return {std::move(inner), std::move(name)};
}

std::vector<Index> ModelFacts::instances(std::initializer_list<std::string_view> entities) const {
  std::vector<EntityId> exactly;
  for (const auto name : entities) {
    const auto ancestor = schema.find(name);
    if (!ancestor) continue;
    std::copy_if(present.begin(), present.end(), std::back_inserter(exactly),
                 [&](EntityId id) { return schema.is_a(id, *ancestor); });
  }
  std::sort(exactly.begin(), exactly.end());
  exactly.erase(std::unique(exactly.begin(), exactly.end()), exactly.end());
  return instances(exactly);
}

std::vector<Index> ModelFacts::instances(const std::vector<EntityId>& exactly) const {
  if (exactly.size() == 1) return model.of_entity(exactly.front());
  std::vector<Index> all;
  for (const auto id : exactly) {
    const auto some = model.of_entity(id);
    all.insert(all.end(), some.begin(), some.end());
  }
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace ids::engine
