// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "domains/aas/engine/edit/patch.h"
#include "domains/aas/engine/tree/node.h"
#include "formats/aas/metamodel.h"

// Values from elsewhere into the elements of a document: from a table, or from another program's JSON.
namespace aas::engine {

// One value and where it goes.
struct Value {
  std::string from;           // where it stands, for people: "B7", "/product/weight"
  std::string to;             // a JSON Pointer, a path of idShorts, or a semanticId that one element has
  Json value;                 // a text from a table is read as the element's valueType asks
  std::string unit = {};      // of the number; it is converted to the unit that the element's concept has
  char decimal = '\0';        // of numbers in a table: ',' or '.'; '\0': told from the number
  std::string language = {};  // of a text for several languages; "": the one it has, else en
  bool is_text = true;        // from a table: numbers and booleans are texts
};

struct Filled {
  std::vector<Patch> patches;
  Json set = Json::array();      // [{from, path, where, value}], what changes
  Json same = Json::array();     // [{from, path}], what is so already
  Json skipped = Json::array();  // [{from, to, reason}], what could not be set
};

// Everything that can be set, and why the rest can not. Of two values for one element the second is skipped.
Filled filled(const Nodes& nodes, const std::vector<Value>& values, formats::aas::Version version);

}  // namespace aas::engine
