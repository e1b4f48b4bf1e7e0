// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "formats/aas/metamodel.h"

// Checks Asset Administration Shells in their JSON form against the metamodel. Pure and thread-safe. Errors are what
// aas-core finds too; what only we find is a warning. Memory and depth are bounded whatever the input.
namespace formats::aas {

enum class Severity : std::uint8_t { error, warning };

struct Finding {
  Severity severity = Severity::error;
  std::string_view code;        // stable: "required", "pattern" (walker.cpp), or the rule's name, "unique_languages"
  std::string_view constraint;  // "AASd-021"; empty where the rule has no id
  std::string pointer;          // RFC 6901, to what is wrong
  std::size_t instance = 0;     // so much of it leads to the object whose class has the rule
  std::string message;
  std::string fix;  // what to do; empty where there is no telling
};

struct Findings {
  std::vector<Finding> list;  // an object's parts before its own rules; up to CheckOptions::max_findings
  std::size_t errors = 0;     // of all, listed or not
  std::size_t warnings = 0;
  std::size_t left_out() const { return errors + warnings - list.size(); }
  bool valid() const { return errors == 0; }
};

// structure ("fast"): members, types, literals, lengths, patterns, values of their valueType. constraints ("deep"): the
// AASd and AASc rules. One walk does both.
enum class Checks : std::uint8_t { structure, constraints, all };

struct CheckOptions {
  Checks checks = Checks::all;
  // Where the checked value stands: the beginning of all pointers.
  std::string_view at{};
  // The Environment in which references and coded values are looked up; null: the checked value itself, if it is one.
  const base::Json* environment = nullptr;
  std::size_t max_findings = 1000;
  int max_depth = 200;
};

// `value` as an object of the class. What is not well formed gets findings of structure; constraints look at the rest
// as if it were not there.
Findings check(const base::Json& value, const Class& type, Version version, const CheckOptions& options = {});
Findings check_structure(const base::Json& value, const Class& type, Version version, CheckOptions options = {});
Findings check_constraints(const base::Json& value, const Class& type, Version version, CheckOptions options = {});

// Only what a change at this JSON Pointer can have made wrong: the smallest object of a class around it with all that
// it contains, and the rules of the objects around that one, but not of their other parts. Where the pointer leads to
// nothing (something was removed), the smallest object that is there.
Findings check_around(const base::Json& document, const Class& type, Version version, std::string_view pointer,
                      const CheckOptions& options = {});

// What a document is, by its modelType or its members: an Environment, an EventPayload, a shell, a submodel, any other
// class that says its modelType. Never null, never abstract; an Environment where nothing speaks for anything else.
const Class& class_of_document(const base::Json& document, const Metamodel& model);

}  // namespace formats::aas
