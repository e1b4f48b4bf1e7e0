// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "formats/ids/document.h"

// What was probably meant where a facet says less, or something other, than people think. Pure.
namespace ids::engine {

// A property facet that names no set gets the standard sets that hold the property and are meant for the classes of the
// specification: one by its name, several as an enumeration; `notes` tells. Where there are none, or none for one of
// the versions, it stays as it is: IDS has no way to say "in some set".
void choose_standard_sets(formats::ids::Facet& facet, const formats::ids::Specification& specification,
                          std::vector<std::string>& notes);

// Subtypes that an entity facet does not cover, and a predefined type that its class does not have.
void add_entity_notes(const formats::ids::Facet& facet, const std::vector<std::string>& versions,
                      std::vector<std::string>& notes);

}  // namespace ids::engine
