// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
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
  bool has_groups = false;              // epJSON has the list, empty or not
  std::uint32_t surplus = 0;            // blank slots beyond the last field
  std::uint32_t piece = 0, number = 0;  // Model::place_of()
};

// A model as the engine reads it, from either format. Immutable; keeps the file that it was read from. Objects that
// cannot be understood (unknown types) are not among the objects but among the findings.
//
// One that was edited need not be read as a whole: it is laid over the one before (edit/lay.h), with which it shares
// the objects that nobody touched. The others come from files of their own.
class Model {
 public:
  using IdfFile = std::shared_ptr<const formats::idf::File>;
  using EpjsonFile = std::shared_ptr<const formats::epjson::File>;

  static Model read(IdfFile file, std::shared_ptr<const Schema> schema);
  static Model read(EpjsonFile file, std::shared_ptr<const Schema> schema);

  const Schema& schema() const { return *schema_; }
  const std::vector<Object>& objects() const { return objects_; }
  std::span<const Reading> readings(const Object& object) const { return {reading_at(object.first), object.count}; }
  // Those of all objects, by Object::first and what counts from there. There are numbers without an object.
  class Readings {
   public:
    explicit Readings(const Model& model) : model_(model) {}
    const Reading& operator[](std::size_t number) const { return *model_.reading_at(number); }

   private:
    const Model& model_;
  };
  Readings all_readings() const { return Readings(*this); }
  // What was wrong with the file itself.
  const Findings& findings() const { return findings_; }
  // The file that it was read from, or as it would be written: then it is put together when it is first asked for.
  const std::variant<IdfFile, EpjsonFile>& file() const { return whole().file_; }
  bool is_idf() const { return std::holds_alternative<IdfFile>(file_); }
  // The same, read from one file; objects have the same numbers.
  const Model& whole() const;
  // Where an object of an IDF model stands: Reading::begin and end are places in this file.
  struct Place {
    const formats::idf::File& file;
    const formats::idf::File::Object& object;
  };
  Place place_of(const Object& object) const;

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
  friend class Layer;

  const Reading* reading_at(std::size_t number) const {
    const std::size_t below = beneath_ == nullptr ? 0 : beneath_->readings_.size();
    return number < below ? beneath_->readings_.data() + number : readings_.data() + (number - below);
  }

  std::shared_ptr<const Schema> schema_;
  std::variant<IdfFile, EpjsonFile> file_;  // of what it is laid over, if it is
  std::vector<Object> objects_;
  std::vector<Reading> readings_;
  Findings findings_;

  // Of one that is laid over another.
  std::shared_ptr<const Model> beneath_;
  std::vector<std::shared_ptr<const Model>> over_;  // of Object::piece, which counts from 1
  struct Whole {
    std::function<Model()> read;
    std::once_flag once;
    std::unique_ptr<const Model> model;
  };
  std::shared_ptr<Whole> whole_;
};

// The place of a field as people write it.
std::string path_of(const ObjectType& type, std::uint32_t field, std::uint32_t group);

}  // namespace energy::engine
