// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domains/energy/engine/model/model.h"

namespace energy::engine {

// All that is wrong with a model, what was wrong with its file first. Errors are exactly what the engine's input check
// refuses in the model as it is; objects that a preprocessor has to replace first (HVACTemplate:*,
// GroundHeatTransfer:*, Parametric:*) are warnings. References are looked at where wanted.
struct ValidateOptions {
  bool references = true;
};
Findings validate(const Model& model, const ValidateOptions& options = {});

// The parts of it, for who keeps them: what is wrong with one object by itself, and what with all of them together
// (names twice, too many of a type, types that are missing).
Findings findings_of_object(const Model& model, std::size_t object);
Findings findings_of_all(const Model& model);

}  // namespace energy::engine
