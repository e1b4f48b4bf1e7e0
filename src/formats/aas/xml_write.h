// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "formats/aas/metamodel.h"

// The JSON form of Asset Administration Shells as XML, by the table of the metamodel.
namespace formats::aas {

// How elements are written: after `lead` (a line end and blanks, or nothing), each level one `unit` further in.
struct XmlStyle {
  std::string prefix;       // of every element, with its colon
  std::string unit = "  ";  // "" after a lead without line end
  enum class Letters : std::uint8_t { all, ascii };
  Letters letters = Letters::all;  // ascii: others as &#…;, for documents in other encodings
};

// A whole document: <environment> for the class Environment, and so on. Properties stand in the order of the schema.
// Fails, with a JSON Pointer, on what XML of that version has no place for: unknown members, null, numbers, an object
// where text is wanted, characters that XML cannot have.
base::Result<std::string> write_xml(const base::Json& form, const Class& type, const Metamodel& metamodel);

// Parts of it, for documents that are changed in place. `lead` stands before the element that is written; `path` is the
// place in errors.
struct XmlSpot {
  std::string lead, path;
};
base::Result<void> append_property(std::string& out, const base::Json& value, const Property& property,
                                   const XmlStyle& style, const XmlSpot& place);
base::Result<void> append_item(std::string& out, const base::Json& value, const Class& type, const XmlStyle& style,
                               const XmlSpot& place);
// The text of a property that is no object and no list.
base::Result<std::string> scalar_text(const base::Json& value, const Property& property, const XmlStyle& style,
                                      const std::string& path);
// The class of an object where `type` is wanted: itself, or by modelType.
base::Result<const Class*> class_of(const base::Json& value, const Class& type, const std::string& path);

}  // namespace formats::aas
