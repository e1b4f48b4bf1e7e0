// SPDX-License-Identifier: Apache-2.0
#include "formats/ifc/schema.h"

#include <algorithm>
#include <mutex>

#include "base/text.h"
#include "formats/ifc/schema_inner.h"

namespace formats::ifc {

Schema::Schema(const Inner& inner) : inner_(&inner) {}

const Schema& Schema::of(Version version) {
  // Never destroyed: threads may still look things up while the program ends.
  static std::array<std::once_flag, all_versions.size()> once;
  static std::array<const Schema*, all_versions.size()> loaded{};
  const auto i = static_cast<std::size_t>(version);
  std::call_once(once[i], [&] { loaded[i] = new Schema(*new Inner(version)); });
  return *loaded[i];
}

Version Schema::version() const { return inner_->version; }
std::span<const Entity> Schema::entities() const { return inner_->entities; }
const Entity& Schema::entity(EntityId id) const { return inner_->entities.at(id); }
std::optional<EntityId> Schema::find(std::string_view name) const { return inner_->find(name); }
bool Schema::is_a(EntityId id, EntityId ancestor) const { return inner_->is_a(id, ancestor); }

bool Schema::is_a(EntityId id, std::string_view ancestor) const {
  const auto found = find(ancestor);
  return found && is_a(id, *found);
}

std::span<const EntityId> Schema::subtypes(EntityId id) const {
  return std::span(inner_->ids).subspan(id, inner_->ends.at(id) - id);
}

int Schema::attribute_index(EntityId id, std::string_view name) const {
  const auto& attributes = entity(id).attributes;
  const auto found = std::ranges::find(attributes, name, &Attribute::name);
  return found == attributes.end() ? -1 : static_cast<int>(found - attributes.begin());
}

std::string_view Schema::xs_base(const Attribute& attribute) const {
  switch (attribute.primitive) {
    case Primitive::entity:
    case Primitive::select:
    case Primitive::aggregate:
    case Primitive::binary:
      return "";
    default:
      break;
  }
  if (const DataType* type = data_type(attribute.type)) return type->xs_base;
  switch (attribute.primitive) {
    case Primitive::integer:
      return "xs:integer";
    case Primitive::real:
    case Primitive::number:
      return "xs:double";
    case Primitive::boolean:
      return "xs:boolean";
    default:
      return "xs:string";
  }
}

std::optional<NamedEntity> Schema::named(std::string_view name) const {
  if (const auto id = find(name)) return NamedEntity{.entity = *id, .mapped_type = std::nullopt};
  if (version() != Version::ifc2x3) return std::nullopt;
  const Mapped2x3* mapped = mapped_2x3(name);
  if (mapped == nullptr) return std::nullopt;
  return NamedEntity{.entity = find(mapped->occurrence).value(), .mapped_type = find(mapped->type)};
}

std::vector<std::string_view> Schema::predefined_types(EntityId id) const {
  std::vector<std::string_view> found;
  const auto add = [&](std::string_view type) {
    for (const std::string_view value : enumeration(type)) {
      if (std::ranges::find(found, value) == found.end()) found.push_back(value);
    }
  };
  add(entity(id).predefined_type);
  if (!found.empty()) return found;
  for (const EntityId type : entity(id).types) add(entity(type).predefined_type);
  return found;
}

std::span<const PartOfRelation> Schema::part_of_relations() const { return inner_->part_of; }
std::span<const Enumeration> Schema::enumerations() const { return inner_->enumerations; }
std::span<const Select> Schema::selects() const { return inner_->selects; }
std::span<const DefinedType> Schema::defined_types() const { return inner_->defined; }

std::span<const std::string_view> Schema::enumeration(std::string_view type) const {
  const auto found = inner_->enumeration_names.find(type);
  if (!found) return {};
  return inner_->enumerations[*found].values;
}

const DefinedType* Schema::defined_type(std::string_view name) const {
  const auto found = inner_->defined_names.find(name);
  return found ? &inner_->defined[*found] : nullptr;
}

bool Schema::in_select(std::string_view type, std::string_view select) const {
  const auto found = inner_->select_names.find(select);
  if (!found) return false;
  const auto id = find(type);
  return std::ranges::any_of(inner_->selects[*found].members, [&](std::string_view member) {
    return base::equals_ignoring_case(member, type) || (id && is_a(*id, member)) || in_select(type, member);
  });
}

}  // namespace formats::ifc
