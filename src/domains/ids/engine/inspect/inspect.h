// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "base/threads.h"
#include "domains/ids/engine/facets/model_facts.h"

// A model as somebody sees it who writes rules for it: what is there, in the words of IDS (classes in capitals, numbers
// in SI units). Pure. Every answer is JSON of less than 30,000 bytes whatever the model holds; what was left out is
// counted beside its list: `storeys` and `more_storeys`.
namespace ids::engine {

struct InspectCall {
  std::string about = {};  // "": the model; "IfcWall": a class; "#12", "12" or a GlobalId: one element
  std::optional<std::string> property_set = {};  // only this one
  base::Cancel cancel = {};
};
struct Inspected {
  std::string_view kind;  // "model", "class" or "element"
  base::Json found;
};

// Fails for what is not in the schema or the model, with what may be meant, and when cancelled. A class that the schema
// knows and the model does not use has the count 0.
base::Result<Inspected> inspect(const ModelFacts& facts, const InspectCall& call);

}  // namespace ids::engine
