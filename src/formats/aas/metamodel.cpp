// SPDX-License-Identifier: Apache-2.0
#include "formats/aas/metamodel.h"

#include <algorithm>

#include "base/result.h"
#include "base/swar.h"
#include "formats/aas/table_reader.h"

extern "C" const char lintel_table_aas3_0[], lintel_table_aas3_0_end[];
extern "C" const char lintel_table_aas3_1[], lintel_table_aas3_1_end[];

namespace formats::aas {

namespace {

// The item whose member of that kind is `wanted`; null: none.
template <class Items, class Member>
auto* find_by(const Items& items, Member member, std::string_view wanted) {
  const auto found = std::ranges::find(items, wanted, member);
  return found == std::ranges::end(items) ? nullptr : &*found;
}

template <class T>
const T& certain(const T* found) {
  LINTEL_CHECK(found != nullptr);
  return *found;
}

}  // namespace

std::string_view name(Version version) { return version == Version::v3_0 ? "3.0" : "3.1"; }

namespace {

// Literals differ in their length and their ends, as far as it matters.
std::size_t slot_of(std::string_view literal) {
  const auto at = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(literal[i])); };
  if (literal.empty()) return 0;
  return literal.size() * 7 + at(0) * 3 + at(literal.size() / 2) * 5 + at(literal.size() - 1);
}

}  // namespace

void Enumeration::index_literals() {
  LINTEL_CHECK(literals.size() < no_position);
  for (std::size_t i = 0; i < literals.size(); ++i) {
    std::size_t slot = slot_of(literals[i]) % slots.size();
    while (slots[slot] != 0) slot = (slot + 1) % slots.size();
    slots[slot] = static_cast<std::uint8_t>(i + 1);
  }
}

std::size_t Enumeration::position(std::string_view literal) const {
  for (std::size_t slot = slot_of(literal) % slots.size(); slots[slot] != 0; slot = (slot + 1) % slots.size()) {
    if (base::swar::are_same(literals[slots[slot] - 1U], literal)) return slots[slot] - 1U;
  }
  return no_position;
}

bool LiteralSet::has(std::string_view literal) const {
  if (enumeration == nullptr) return std::ranges::find(literals, literal) != literals.end();
  const std::size_t position = enumeration->position(literal);
  return position != Enumeration::no_position && (positions >> position & 1) != 0;
}

const Property* Class::find(std::string_view property) const {
  const auto key = key_of(property);
  const auto found = std::ranges::find_if(
      properties, [&](const Property& each) { return each.key == key && base::swar::are_same(each.name, property); });
  return found == properties.end() ? nullptr : &*found;
}

bool Class::is_a(const Class& other) const {
  return this == &other || std::ranges::any_of(parents, [&](const Class* parent) { return parent->is_a(other); });
}

const Class* Class::by_model_type(std::string_view model_type_of_json) const {
  const auto found = std::ranges::find_if(
      concrete, [&](const Class* each) { return base::swar::are_same(each->model_type, model_type_of_json); });
  return found == concrete.end() || model_type_of_json.empty() ? nullptr : *found;
}

const Class* Class::by_element(std::string_view element_of_xml) const {
  const auto found = std::ranges::find(concrete, element_of_xml, [](const Class* each) { return each->element; });
  return found == concrete.end() ? nullptr : *found;
}

const Class* Metamodel::find_class(std::string_view class_name) const {
  return find_by(classes_, &Class::name, class_name);
}
const Class* Metamodel::find_element(std::string_view element_of_xml) const {
  return element_of_xml.empty() ? nullptr : find_by(classes_, &Class::element, element_of_xml);
}
const Enumeration* Metamodel::find_enumeration(std::string_view enumeration_name) const {
  return find_by(enumerations_, &Enumeration::name, enumeration_name);
}
const Pattern* Metamodel::find_pattern(std::string_view pattern_name) const {
  return find_by(patterns_, &Pattern::name, pattern_name);
}
const LiteralSet* Metamodel::find_set(std::string_view set_name) const {
  return find_by(sets_, &LiteralSet::name, set_name);
}
const Class& Metamodel::get_class(std::string_view class_name) const { return certain(find_class(class_name)); }
const Pattern& Metamodel::get_pattern(std::string_view pattern_name) const {
  return certain(find_pattern(pattern_name));
}
const LiteralSet& Metamodel::get_set(std::string_view set_name) const { return certain(find_set(set_name)); }

const Metamodel& metamodel(Version version) {
  if (version == Version::v3_0) {
    static const Metamodel model = TableReader::read(Version::v3_0, {lintel_table_aas3_0, lintel_table_aas3_0_end});
    return model;
  }
  static const Metamodel model = TableReader::read(Version::v3_1, {lintel_table_aas3_1, lintel_table_aas3_1_end});
  return model;
}

std::optional<Version> version_of_namespace(std::string_view xml_namespace) {
  for (const auto version : {Version::v3_0, Version::v3_1}) {
    if (metamodel(version).xml_namespace() == xml_namespace) return version;
  }
  return std::nullopt;
}

}  // namespace formats::aas
