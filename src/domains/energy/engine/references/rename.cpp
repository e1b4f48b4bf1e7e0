// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/references/rename.h"

#include <algorithm>
#include <array>
#include <span>
#include <unordered_set>

#include "base/text.h"
#include "formats/idf/edit.h"

namespace energy::engine {
namespace {

using base::Code;
using base::fail;
using base::Result;

// Fields without a reference list that hold the name of a thing to look at or to act on, and the field beside them that
// says what of it: a variable, or the type of what is acted on.
struct KeyField {
  std::string_view type, field, clue;
};
constexpr std::array key_fields{
    KeyField{"Output:Variable", "key_value", "variable_name"},
    KeyField{"EnergyManagementSystem:Sensor", "output_variable_or_output_meter_index_key_name",
             "output_variable_or_output_meter_name"},
    KeyField{"EnergyManagementSystem:Actuator", "actuated_component_unique_name", "actuated_component_type"},
    KeyField{"EnergyManagementSystem:InternalVariable", "internal_data_index_key_name", "internal_data_type"},
    KeyField{"ExternalInterface:Actuator", "actuated_component_unique_name", "actuated_component_type"},
    KeyField{"ExternalInterface:FunctionalMockupUnitImport:From:Variable", "output_variable_index_key_name",
             "output_variable_name"},
    KeyField{"ExternalInterface:FunctionalMockupUnitImport:To:Actuator", "actuated_component_unique_name",
             "actuated_component_type"},
    KeyField{"ExternalInterface:FunctionalMockupUnitExport:From:Variable", "output_variable_index_key_name",
             "output_variable_name"},
    KeyField{"ExternalInterface:FunctionalMockupUnitExport:To:Actuator", "actuated_component_unique_name",
             "actuated_component_type"},
};

const KeyField* key_field(const Object& object, const Field& field) {
  const auto found = std::ranges::find_if(
      key_fields, [&](const KeyField& each) { return each.type == object.type->name && each.field == field.name; });
  return found == key_fields.end() ? nullptr : &*found;
}

// How the variables of a type begin (Input Output Reference); empty: it has none. Where objects of these types share a
// name, the variable tells which is meant.
struct Variables {
  std::string_view type, begin;
};
constexpr std::array variables_of{
    Variables{"Zone", "ZONE "},
    Variables{"People", "PEOPLE "},
    Variables{"Lights", "LIGHTS "},
    Variables{"ElectricEquipment", "ELECTRIC EQUIPMENT "},
    Variables{"GasEquipment", "GAS EQUIPMENT "},
    Variables{"AirLoopHVAC", "AIR SYSTEM "},
    Variables{"AirLoopHVAC:SupplyPath", ""},
};

// Which of several objects of one name the clue means; SIZE_MAX: it does not say.
std::size_t meant(const Model& model, std::span<const std::uint32_t> objects, std::string_view clue) {
  std::size_t found = SIZE_MAX;
  for (const auto each : objects) {
    const auto& type = model.objects()[each].type->name;
    const auto known = std::ranges::find(variables_of, type, &Variables::type);
    const bool acted_on = base::equals_ignoring_case(type, clue);
    if (known == variables_of.end() && !acted_on) return SIZE_MAX;
    const bool fits = acted_on || (!known->begin.empty() && clue.starts_with(known->begin));
    if (fits && found != SIZE_MAX) return SIZE_MAX;
    if (fits) found = each;
  }
  return found;
}

bool letter(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

// Whether `text` holds `name` (both in upper case) with nothing of a word around it.
bool holds(std::string_view text, std::string_view name) {
  for (auto at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const auto end = at + name.size();
    if ((at == 0 || !letter(text[at - 1])) && (end == text.size() || !letter(text[end]))) return true;
  }
  return false;
}

std::string_view why_part(const Object& object, std::string_view text) {
  if (object.type->name.starts_with("EnergyManagementSystem:Program") ||
      object.type->name.starts_with("EnergyManagementSystem:Subroutine")) {
    return "program text";
  }
  return text.find(':') != std::string_view::npos ? "meter" : "part of a longer name";
}

// Looks at every text of a model for the old name.
class Renaming {
 public:
  Renaming(const Model& model, const References& references, std::size_t object, std::string_view name)
      : model_(model),
        references_(references),
        object_(object),
        old_(base::upper_ascii(model.objects()[object].key)),
        name_(name) {}

  Rename run() {
    made_.edits.push_back({object_, model_.objects()[object_].first, std::string(name_)});
    by_lists();
    look_around();
    for (const auto& each : keys_) key(each);
    return std::move(made_);
  }

 private:
  void edit(std::size_t object, std::size_t reading) { made_.edits.push_back({object, reading, std::string(name_)}); }

  struct Key {
    std::size_t object, reading;
    const KeyField* field;
  };
  void key(const Key& each) {
    const auto* clue = model_.value(model_.objects()[each.object], each.field->clue);
    const auto said = clue == nullptr ? std::string() : base::upper_ascii(clue->value.text);
    const auto target = only_one_ ? object_ : meant(model_, bearers_, said);
    if (target == object_) {
      edit(each.object, each.reading);
      ++made_.keys;
    } else if (target == SIZE_MAX) {
      made_.mentions.push_back({each.object, each.reading, "two objects have this name"});
    }
  }

  void by_lists() {
    for (const auto index : references_.to(object_)) {
      const Edge& edge = references_.edges()[index];
      seen_.insert(edge.reading);
      if (edge.count > 1) {
        made_.mentions.push_back({edge.object, edge.reading, "two objects have this name"});
      } else {
        edit(edge.object, edge.reading);
        ++made_.references;
      }
    }
    for (const Edge& edge : references_.edges())
      if (edge.count > 0) seen_.insert(edge.reading);  // resolved: to this object, or to another
    bearers_ = references_.named(old_);
    only_one_ = bearers_ == std::vector{static_cast<std::uint32_t>(object_)};
  }

  void look_around() {
    const auto& objects = model_.objects();
    for (std::size_t i = 0; i < objects.size(); ++i) {
      const auto begin = objects[i].first;
      for (std::size_t k = begin; k < begin + objects[i].count; ++k) {
        const bool own_name = objects[i].type->named && model_.all_readings()[k].slot == 0;
        if (!own_name && seen_.count(k) == 0) look_at(i, k);
      }
    }
  }

  void look_at(std::size_t i, std::size_t k) {
    const Reading& reading = model_.all_readings()[k];
    const Object& object = model_.objects()[i];
    if (reading.value.kind != Value::Kind::text || reading.value.text.size() < old_.size()) return;
    const Field& field = Model::field_of(object, reading);
    if (!field.choices.empty() && field.choice(reading.value.text) != nullptr) return;
    const auto text = base::upper_ascii(reading.value.text);
    if (text == old_) {
      if (const auto* key_of = key_field(object, field)) {
        keys_.push_back({i, k, key_of});
      } else {
        // Something else goes by this name, a node for example: keys may mean that.
        only_one_ = false;
        made_.mentions.push_back({i, k, "free text"});
      }
    } else if (holds(text, old_)) {
      made_.mentions.push_back({i, k, why_part(object, text)});
    }
  }

  const Model& model_;
  const References& references_;
  std::size_t object_;
  std::string old_;
  std::string_view name_;
  Rename made_;
  bool only_one_ = true;
  std::unordered_set<std::size_t> seen_;
  std::vector<std::uint32_t> bearers_;
  std::vector<Key> keys_;
};

}  // namespace

Result<Rename> rename(const Model& model, const References& references, std::size_t object, std::string_view name) {
  const Object& renamed = model.objects()[object];
  if (!renamed.type->named) return fail(Code::constraint, renamed.type->name + " objects have no name");
  if (base::trim(name).empty()) return fail(Code::missing, "the new name is blank");
  if (const auto has = formats::idf::unwritable(name))
    return fail(Code::constraint, "a name may not have " + *has, std::string(name));
  if (renamed.count == 0 || model.readings(renamed).front().slot != 0)
    return fail(Code::constraint, "the object has no name that could be changed", renamed.type->name);
  const auto other = model.find(renamed.type->name, name);
  if (other != SIZE_MAX && other != object) {
    return fail(Code::constraint, "there is an object of type " + renamed.type->name + " with this name already",
                std::string(name));
  }
  return Renaming(model, references, object, name).run();
}

}  // namespace energy::engine
