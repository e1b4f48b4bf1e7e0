// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "domains/energy/engine/document/document.h"
#include "domains/energy/engine/model/model.h"

namespace energy::engine {

// One object to be edited, in the form in which its file keeps it (document.h). Values that the engine would refuse are
// refused here, with what is allowed. What is not set keeps its text.
class Draft {
 public:
  // Of an object that is there. Fails where it cannot be written back without loss: its values are not UTF-8, or two
  // stand without a comma between them.
  static base::Result<Draft> of(const Model& model, const Object& object);
  // Of a new one.
  static base::Result<Draft> fresh(const ObjectType& type, Format format, std::string_view name);

  const ObjectType& type() const { return *type_; }
  // Fails for a type without names, a blank name and one that cannot stand in the file.
  base::Result<void> set_name(std::string_view name);
  // The name, or key, of another draft of the same type.
  void take_name(const Draft& other);
  // A field by its name, or by its place in a group: "vertices[2].vertex_x_coordinate". A number or a text; null or ""
  // leaves it blank. By the name of the groups ("vertices") all of them, as a list of objects.
  base::Result<void> set(std::string_view field, const base::Json& value);
  // One value of the object that it was made of becomes another text; what that means is not looked at.
  base::Result<void> replace(const Reading& reading, std::string_view text);
  // {type, fields} or {type, key, value}
  base::Json body() const;

 private:
  struct Place {
    const Field* field = nullptr;
    std::size_t index = 0;         // of the type's fields, or of a group's
    std::size_t group = SIZE_MAX;  // which; SIZE_MAX: none
  };
  Draft(const ObjectType& type, Format format) : type_(&type), format_(format) {}
  base::Result<Place> place_of(std::string_view field) const;
  base::Result<void> set_at(const Place& place, const base::Json& value, std::string_view path);
  base::Result<void> set_groups(const base::Json& groups);
  base::Result<void> set_group(std::size_t number, const base::Json& group);
  void put(const Place& place, std::string_view text, const Value& value);
  void clear(const Place& place);
  std::size_t groups() const;
  void resize_groups(std::size_t count);
  std::size_t slot_of(const Place& place) const;

  const ObjectType* type_;
  Format format_;
  std::string key_;                 // of epJSON
  base::Json value_;                // of epJSON
  std::vector<std::string> slots_;  // of IDF
};

// One object by its body as a model of its own: what it says, and what is wrong with it alone.
base::Result<Model> model_of(const base::Json& body, std::shared_ptr<const Schema> schema);

// How an object differs, a line for each field: `x_origin: 0 → 5`. Without one of the two, all fields of the other.
std::vector<std::string> differences(const base::Json* before, const base::Json* after);

}  // namespace energy::engine
