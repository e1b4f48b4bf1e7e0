// SPDX-License-Identifier: Apache-2.0
#include "formats/ifc/model.h"

#include <algorithm>
#include <array>
#include <mutex>

#include "base/text.h"
#include "formats/ifc/relations.h"
#include "formats/ifc/units.h"

namespace formats::ifc {

namespace {

constexpr std::uint16_t none = 0xFFFF;

base::Result<Version> version_of(const step::File& file) {
  for (const std::string& name : file.schema_names()) {
    if (const auto version = version_named(name)) return *version;
  }
  const std::string named = base::printable(file.schema_name(), 100);
  return base::fail(base::Code::parse,
                    named.empty() ? "the file does not name its schema"
                                  : "the file's schema is \"" + named + "\", which is none of those known here",
                    "FILE_SCHEMA", "Export the model as " IFC_NAMES(" or ") ".");
}

}  // namespace

struct Model::Inner {
  Inner(step::File opened, Version version) : file(std::move(opened)), schema(Schema::of(version)) {
    entity_of_type.resize(file.types().size(), none);
    type_of_entity.resize(schema.entities().size(), none);
    for (std::size_t type = 0; type < entity_of_type.size(); ++type) {
      const auto entity = schema.find(file.types()[type]);
      if (!entity) continue;
      entity_of_type[type] = *entity;
      type_of_entity[*entity] = static_cast<std::uint16_t>(type);
    }
  }

  step::File file;
  const Schema& schema;
  std::vector<std::uint16_t> entity_of_type, type_of_entity;  // between the file's types and the schema's entities

  std::array<std::once_flag, relation_count> links_once;
  std::array<Links, relation_count> links;
  std::once_flag units_once;
  ProjectUnits units;
};

Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;
Model::~Model() = default;

base::Result<Model> Model::open(const std::string& path, const base::Cancel& cancel, const step::Limits& limits,
                                const std::function<void(double share)>& progress) {
  return of(step::File::open(path, cancel, limits, progress));
}

base::Result<Model> Model::read(int descriptor, const std::string& name, const base::Cancel& cancel,
                                const step::Limits& limits, const std::function<void(double share)>& progress) {
  return of(step::File::read(descriptor, name, cancel, limits, progress));
}

base::Result<Model> Model::parse(std::string bytes) { return of(step::File::parse(std::move(bytes))); }

base::Result<Model> Model::of(base::Result<step::File> file) {
  if (!file.ok()) return std::move(file).error();
  const Version version = TRY(version_of(*file));
  Model model;
  model.inner_ = std::make_unique<Inner>(std::move(file).value(), version);
  return model;
}

const step::File& Model::file() const { return inner_->file; }
const Schema& Model::schema() const { return inner_->schema; }

std::optional<EntityId> Model::entity(Index index) const {
  const std::uint16_t found = inner_->entity_of_type[inner_->file.records()[index].type];
  return found == none ? std::nullopt : std::optional<EntityId>(found);
}

bool Model::is_a(Index index, EntityId ancestor) const {
  const auto found = entity(index);
  return found && inner_->schema.is_a(*found, ancestor);
}

std::span<const Index> Model::exactly(EntityId id) const {
  const std::uint16_t type = inner_->type_of_entity.at(id);
  return type == none ? std::span<const Index>() : inner_->file.of_type(type);
}

std::vector<Index> Model::of_entity(EntityId id) const {
  const auto found = exactly(id);
  return {found.begin(), found.end()};
}

std::vector<Index> Model::of_entity_and_subtypes(EntityId id) const {
  std::vector<Index> found;
  int kinds = 0;
  for (const EntityId each : inner_->schema.subtypes(id)) {
    const auto records = exactly(each);
    found.insert(found.end(), records.begin(), records.end());
    kinds += records.empty() ? 0 : 1;
  }
  if (kinds > 1) std::ranges::sort(found);
  return found;
}

step::Value Model::attribute(Index index, int position) const {
  int at = 0;
  for (const step::Value value : inner_->file.arguments(index)) {
    if (at++ == position) return value;
  }
  return {};
}

std::optional<step::Value> Model::attribute(Index index, std::string_view name) const {
  const auto id = entity(index);
  const int position = id ? inner_->schema.attribute_index(*id, name) : -1;
  return position < 0 ? std::nullopt : std::optional(attribute(index, position));
}

std::optional<Index> Model::referred(const step::Value& value) const {
  if (value.kind() != step::Value::Kind::reference) return std::nullopt;
  return inner_->file.find(value.reference());
}

std::string Model::global_id(Index index) const {
  const auto value = attribute(index, "GlobalId");
  return value ? value->string() : std::string();
}

std::string Model::name(Index index) const {
  const auto value = attribute(index, "Name");
  return value ? value->string() : std::string();
}

std::optional<Index> Model::project() const {
  const auto projects = exactly(inner_->schema.find("IfcProject").value());
  return projects.empty() ? std::nullopt : std::optional(projects.front());
}

std::span<const Index> Model::related(Relation relation, Index object) const {
  const auto i = static_cast<std::size_t>(relation);
  std::call_once(inner_->links_once[i], [&] { inner_->links[i] = read_links(*this, relation); });
  return inner_->links[i].of(object);
}

std::optional<Index> Model::first(Relation relation, Index object) const {
  const auto found = related(relation, object);
  return found.empty() ? std::nullopt : std::optional(found.front());
}

std::optional<Index> Model::type_of(Index occurrence) const { return first(Relation::type, occurrence); }
std::span<const Index> Model::materials_of(Index object) const { return related(Relation::material, object); }
std::optional<Index> Model::aggregated_in(Index object) const { return first(Relation::aggregate, object); }
std::optional<Index> Model::nested_in(Index object) const { return first(Relation::nest, object); }
std::optional<Index> Model::contained_in(Index object) const { return first(Relation::container, object); }
std::optional<Index> Model::fills(Index object) const { return first(Relation::filled_opening, object); }
std::optional<Index> Model::voids(Index opening) const { return first(Relation::voided_element, opening); }
std::span<const Index> Model::property_definitions(Index object) const {
  return related(Relation::property_definition, object);
}
std::span<const Index> Model::material_properties(Index material) const {
  return related(Relation::material_properties, material);
}
std::span<const Index> Model::classifications_of(Index object) const {
  return related(Relation::classification, object);
}
std::span<const Index> Model::groups_of(Index object) const { return related(Relation::group, object); }

Model::UnitScale Model::project_unit(std::string_view measure_upper) const {
  std::call_once(inner_->units_once, [&] { inner_->units = ProjectUnits(*this); });
  return inner_->units.of(measure_upper);
}

Model::UnitScale Model::unit_scale(Index unit) const { return scale_of(*this, unit); }

}  // namespace formats::ifc
