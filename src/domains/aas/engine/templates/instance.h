// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "domains/aas/engine/templates/templates.h"
#include "formats/aas/metamodel.h"

// A submodel made of a template.
namespace aas::engine {

struct InstanceOptions {
  std::string id;                                               // of the new submodel
  std::string id_short = {};                                    // "": the template's
  formats::aas::Version version = formats::aas::Version::v3_0;  // of the document it is for
  // Values by idShort: {"ManufacturerName": {"en": "…"}, "ContactInformation.Phone": …, "Address": {"City": …}}, in the
  // words of value_patches(); an array gives several, where the template allows several. null: none.
  const Json* prefill = nullptr;
  bool optional_too = false;  // not only what is mandatory or named in prefill
};

struct InstanceOf {
  Json submodel;
  std::vector<Json> concept_descriptions;  // what its semantic ids mean, as far as it is known; each valid
  std::vector<std::string> repaired;       // defects of the template that the instance does not have, in words
  std::vector<std::string> to_do;          // mandatory elements without a value: "City, One, …"
};

// Kind Instance; semantic ids as in the template, without template qualifiers (AASd-129); places for numbers in
// idShorts filled. What is made is valid and conforms, values of the right type only. Fails with INVALID_PATH where
// prefill names what the template does not have, and names the nearest; with TYPE_MISMATCH where a value is not of its
// element's type; with CONSTRAINT_VIOLATION where the template does not allow a value, or so many. A template that
// contradicts itself gives a submodel that is valid, and `repaired` says so.
Result<InstanceOf> instance_of(const Templates& known, const Template& of, const InstanceOptions& options);

}  // namespace aas::engine
