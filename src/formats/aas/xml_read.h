// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "formats/aas/located.h"
#include "formats/aas/metamodel.h"

// Asset Administration Shells in XML (IDTA-01005, "XML serialization"), read into the JSON form by the table of the
// metamodel. Members stand in the order of the document; modelType comes first, where JSON wants one.
namespace formats::aas {

// refused: aas-core does not read a document with this. ignored: it does, and what is meant here is not in the form.
enum class Weight : std::uint8_t { refused, ignored };

// Something in the XML that has no place in the form. The form has what could be read all the same.
struct XmlProblem {
  Weight weight = Weight::refused;
  std::string path;  // JSON Pointer, of the value or of what would be one
  std::string message;
  std::int64_t line = 0, column = 0;
};

struct XmlDocument {
  base::Json form;
  const Class* type = nullptr;     // of the root: Environment, Submodel …
  std::string version;             // "3.0", "3.1"; "3.2" is read by the table of 3.1 and cannot be checked
  std::optional<Version> checked;  // none for 3.2
  std::vector<XmlProblem> problems;
  Located places;  // if they were asked for
};

enum class Places : std::uint8_t { left_out, kept };

// Fails on what is no XML, or no document of these metamodels: an older namespace, another root; and beyond the limits
// (64 MiB, 128 elements deep, document types). Missing properties are not looked for: the form shows them.
base::Result<XmlDocument> read_xml(std::string_view bytes, Places places = Places::left_out);

inline constexpr std::string_view namespace_3_2 = "https://admin-shell.io/aas/3/2";

}  // namespace formats::aas
