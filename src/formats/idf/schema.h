// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"

// What EnergyPlus knows of the objects of its input: the schema that comes with each of its versions
// (Energy+.schema.epJSON), in the order and with the words of the older IDD.
namespace formats::idf {

// One field. `kind` either: a number or a text (AnyOf in the schema), as where a size may be given or "Autosize".
struct Field {
  enum class Kind : std::uint8_t { text, number, integer, either };

  std::string name;   // "zone_name"
  std::string label;  // "Zone Name"
  std::string units;
  Kind kind = Kind::text;
  bool whole = false;     // of either: its number must be an integer
  bool required = false;  // of a group: in every group
  bool any_text = false;  // of either: any text is good
  std::optional<double> minimum, maximum;
  bool above_minimum = false, below_maximum = false;  // the bound itself is not allowed
  std::vector<std::string> choices;                   // of text: the only values; of either: the only texts ("" is one)
  std::vector<double> numbers;                        // of either: the only numbers; empty: any
  std::optional<base::Json> otherwise;                // the default
  std::vector<std::string> object_lists;              // a reference: the lists of names that it may be one of
  std::vector<std::string> references;                // the lists to which its value adds a name
  std::vector<std::string> class_references;          // the lists to which it adds the name of its object type

  bool is_number() const { return kind == Kind::number || kind == Kind::integer; }
  // The spelling of the choice that equals the text but for case; nullptr: none.
  const std::string* choice(std::string_view text) const;
};

// One type of object. A named type has its name as the first of its fields.
struct ObjectType {
  std::string name;
  std::string group;
  bool named = false;
  bool name_required = false;  // may not be blank
  std::vector<Field> fields;
  // What comes after the fields again and again, and the epJSON member that has it as an array of objects.
  std::vector<Field> group_fields;
  std::string group_name;
  bool group_required = false;
  std::size_t min_groups = 0, max_groups = SIZE_MAX;
  std::size_t max_objects = SIZE_MAX;
  std::size_t min_fields = 0;
  bool one_line = false;  // usually written on one line
  bool vertices = false;  // its groups are usually written one on each line

  bool extensible() const { return !group_fields.empty(); }
  // Where a field stands: an index of `fields`, or of group_fields; nullopt: there is none of that name.
  std::optional<std::size_t> field(std::string_view name) const;
  std::optional<std::size_t> group_field(std::string_view name) const;
};

// One version's schema. Reading finds where its object types stand in the text; a type is read when it is first asked
// for. Immutable and thread-safe, except that.
class Schema {
 public:
  // The schema's JSON text, or the same packed with gzip. Fails on what is neither, and above 64 MiB.
  static base::Result<std::shared_ptr<const Schema>> read(std::string bytes);
  ~Schema();
  Schema(const Schema&) = delete;
  Schema& operator=(const Schema&) = delete;

  // In the schema's order.
  const std::vector<std::string>& type_names() const { return names_; }
  // The types without which a model is refused.
  const std::vector<std::string>& required_types() const { return required_; }
  // Upper and lower case do not matter. nullptr: there is no such type, or the schema's text of it is broken.
  const ObjectType* find(std::string_view type) const;
  // All that the schema says of a type (memo, notes), as JSON text; empty: there is no such type.
  std::string_view text_of(std::string_view type) const;

 private:
  struct Entry;
  Schema();
  base::Result<void> index();
  const Entry* entry(std::string_view type) const;

  std::string text_;
  std::vector<std::string> names_, required_;
  struct Entries;
  std::unique_ptr<Entries> entries_;
};

}  // namespace formats::idf
