// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "domains/aas/engine/templates/conformance.h"
#include "domains/aas/engine/tree/node.h"

// Templates beside an edit: what the template says of one element, without looking at the rest of its submodel.
namespace aas::engine {

// The template's rule for an element of a document.
struct Guidance {
  std::string rule;         // for people: "Manufacturer name: ManufacturerName, One, …, unit kg"
  bool mandatory = false;   // it, or at least one of it, must be there
  std::string broken = {};  // what its value breaks: "12 is not in the range [0,10] …"; "": nothing
};
// nullopt where its submodel has no known template, or the template no word on it.
std::optional<Guidance> guidance(const Templates& known, const Nodes& nodes, const Node& node);

}  // namespace aas::engine
