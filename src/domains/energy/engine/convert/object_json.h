// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/json.h"
#include "domains/energy/engine/model/model.h"

namespace energy::engine {

// A value as JSON has it. Bytes that are not UTF-8 become U+FFFD.
base::Json json_of(const Value& value);
// The fields of an object as epJSON has them, without its name; blank ones are left out.
base::Json fields_json(const Model& model, const Object& object);

}  // namespace energy::engine
