// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "base/result.h"
#include "domains/energy/engine/model/finding.h"
#include "formats/epjson/file.h"
#include "formats/idf/file.h"
#include "formats/idf/schema.h"
#include "formats/idf/value.h"

namespace energy::engine {

using formats::idf::Field;
using formats::idf::ObjectType;
using formats::idf::Reading;
using formats::idf::Schema;
using formats::idf::Value;

// One object of a model.
struct Object {
  const ObjectType* type = nullptr;
  std::string key;                     // its name; of an unnamed type "Timestep 1"
  std::size_t source = 0;              // which object of the file it is, those of unknown types counted
  std::int64_t line = 0;               // in an IDF file
  std::uint32_t first = 0, count = 0;  // its readings
  std::uint32_t groups = 0;
  bool has_groups = false;    // epJSON has the list, empty or not
  std::uint32_t surplus = 0;  // blank slots beyond the last field
};

// A model as the engine reads it, from either format. Immutable; keeps the file that it was read from. Objects that
// cannot be understood (unknown types) are not among the objects but among the findings.
class Model {
 public:
  using IdfFile = std::shared_ptr<const formats::idf::File>;
  using EpjsonFile = std::shared_ptr<const formats::epjson::File>;

  static Model read(IdfFile file, std::shared_ptr<const Schema> schema);
  static Model read(EpjsonFile file, std::shared_ptr<const Schema> schema);

  const Schema& schema() const { return *schema_; }
  const std::vector<Object>& objects() const { return objects_; }
  std::span<const Reading> readings(const Object& object) const {
    return {readings_.data() + object.first, object.count};
  }
  const std::vector<Reading>& all_readings() const { return readings_; }
  // What was wrong with the file itself.
  const Findings& findings() const { return findings_; }
  const std::variant<IdfFile, EpjsonFile>& file() const { return file_; }

  // The first reading of that field, or nullptr.
  const Reading* value(const Object& object, std::string_view field) const;
  // Objects of that type, by index, in the order of the file; upper and lower case do not matter in names.
  std::vector<std::size_t> of_type(std::string_view type) const;
  std::size_t find(std::string_view type, std::string_view name) const;  // SIZE_MAX: there is none

  static const Field& field_of(const Object& object, const Reading& reading);
  // "zone_name", "vertices[2].vertex_x_coordinate".
  static std::string field_path(const Object& object, const Reading& reading);

 private:
  friend class IdfReader;
  friend class EpjsonReader;

  std::shared_ptr<const Schema> schema_;
  std::variant<IdfFile, EpjsonFile> file_;
  std::vector<Object> objects_;
  std::vector<Reading> readings_;
  Findings findings_;
};

// The place of a field as people write it.
std::string path_of(const ObjectType& type, std::uint32_t field, std::uint32_t group);

}  // namespace energy::engine
