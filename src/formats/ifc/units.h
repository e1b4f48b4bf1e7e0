// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "formats/ifc/model.h"
#include "formats/ifc/tables.h"

// Units of a model, and what they are in SI. Inner to formats/ifc.
namespace formats::ifc {

// What one unit is in SI (IfcNamedUnit, IfcDerivedUnit); 1 for money, for what depends on its context, and for what
// cannot be read.
Model::UnitScale scale_of(const Model& model, Index unit);

// The project's units by measure, read once.
class ProjectUnits {
 public:
  ProjectUnits() = default;
  explicit ProjectUnits(const Model& model);
  Model::UnitScale of(std::string_view measure) const;

 private:
  NameIndex measures_;
  std::vector<Model::UnitScale> scales_;
};

}  // namespace formats::ifc
