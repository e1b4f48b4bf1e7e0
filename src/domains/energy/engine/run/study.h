// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "domains/energy/engine/model/model.h"

// Variants of a model: the same with a few fields set otherwise.
namespace energy::engine {

// One field of one object, or of all that fit.
struct Setting {
  std::string type;   // of the object
  std::string name;   // with * and ?; empty: every object of the type
  std::string field;  // "conductivity" or "Conductivity"
  base::Json value;   // a number or a text
};
struct Variant {
  std::string name;
  std::vector<Setting> settings;
};

// A setting with several values; a study has every combination.
struct Parameter {
  std::string type, name, field;
  std::vector<base::Json> values;
};
// Named after their values: "conductivity=0.5, thickness=0.1". Fails above `most`.
base::Result<std::vector<Variant>> combinations(std::span<const Parameter> parameters, std::size_t most);

// The variants of a study, as people and agents write them, after the model as it is:
//   {"variants": [{"name": "thick", "set": [{"object_type": "Material", "name": "Block", "field": "thickness", "value":
//   0.3}]}],
//    "parameters": [{"object_type": "Lights", "name": "*", "field": "lighting_level", "values": [800, 400]}]}
// Fails with the place of what is wrong, above `most`, and where there are none.
base::Result<std::vector<Variant>> read_variants(const base::Json& study, std::size_t most);

// The model with the settings, in its own format; all else keeps its bytes. Fails where a type, an object or a field is
// not there. The model must outlive what is read with its schema.
base::Result<Model> with_settings(const Model& model, std::span<const Setting> settings);

}  // namespace energy::engine
