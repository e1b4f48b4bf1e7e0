// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "domains/aas/engine/templates/template.h"

// Inner to this room: schemas/idta_*.tsv, embedded by CMake; codegen/idta.py explains the lines.
namespace aas::engine {

// Of the lines of one template: the tree.
Element element_from_lines(std::string_view lines);
Concept concept_from_line(std::string_view line);

// Read when first asked for; immutable then.
const std::vector<Template>& published_templates();
using ConceptLines = std::unordered_map<std::string_view, std::string_view>;  // id → line
const ConceptLines& published_concepts();

}  // namespace aas::engine
