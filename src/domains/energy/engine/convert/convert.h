// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/result.h"
#include "domains/energy/engine/model/model.h"

namespace energy::engine {

// A model in the other format, or anew in its own, as the engine's own --convert-only does: defaults are not filled in,
// blanks are left out, choices get the schema's spelling. Types and objects keep the order in which they came. Bytes
// that are not UTF-8 become U+FFFD. Fails where two objects of a type have one name.
base::Result<std::string> to_epjson(const Model& model);

// With the fields as comments. Fails at a text that cannot stand in an IDF file.
base::Result<std::string> to_idf(const Model& model);

}  // namespace energy::engine
