// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "domains/aas/engine/templates/templates.h"

// Whether a submodel is what its template wants, and how complete it is. Pure; bounded by the size of the two.
namespace aas::engine {

// information: what the template does not know, which is allowed.
enum class RuleSeverity : std::uint8_t { error, information };

struct RuleFinding {
  RuleSeverity severity = RuleSeverity::error;
  std::string
      rule;  // "cardinality One", "valueType xs:int", "semanticId", "modelType Property", "AllowedRange [0,100]"
  std::string pointer;  // RFC 6901: the element, or where one is missing its parent
  std::string message;
  std::string fix;
};

// Something to add or to fill in.
struct ToDo {
  std::string path;     // of idShorts: "AddressInformation.City"
  std::string pointer;  // the element without a value, or the parent that lacks it; of what is missing with its parent,
                        // the nearest that is there
  std::string what;     // "add", "give a value"
  std::string rule;     // as rule_text()
  Json example;         // null: none
  bool mandatory = true;
};

struct Conformance {
  std::vector<RuleFinding> findings;  // up to 1,000
  std::size_t errors = 0, information = 0;
  std::size_t not_checkable = 0;  // rules that nobody can check: a cardinality of "Three", a range that is none
  // Elements that hold values, as the template expects them: mandatory ones, and optional ones apart.
  std::size_t expected = 0, filled = 0, optional_expected = 0, optional_filled = 0;
  std::vector<ToDo> to_do;  // mandatory ones first; up to 1,000

  bool conforms() const { return errors == 0; }
  // Of the mandatory elements those that are there and have a value; of a template without any, of the optional ones.
  int percent() const;
};

// `at`: where the submodel stands, the beginning of all pointers.
Conformance conformance(const Json& submodel, const Template& of, std::string_view at = {});

// The template of a submodel: of those that share its semanticId the one that it fits best, of equal ones the newest;
// nullptr: none.
const Template* best_template(const Templates& known, const Json& submodel);

// The rule in a line: "City, One, MultiLanguageProperty, example de: Musterstadt".
std::string rule_text(const Element& rule);
// The element of a template at a path of idShorts ("AddressInformation.City", "Nameplate/Markings[0]/MarkingName", with
// or without the submodel's own); nullptr: none.
const Element* element_at(const Template& of, std::string_view path);
// What a person who decides about a change wants to know: the rule with what it means ("Manufacturer name, One, …").
// "" where the template has no word on it.
std::string rule_at(const Templates& known, const Template& of, std::string_view path);

}  // namespace aas::engine
