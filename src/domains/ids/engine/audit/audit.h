// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "formats/ids/document.h"

// The semantic audit of IDS documents, with the codes of buildingSMART's IDS-Audit-tool. Pure.
namespace ids::engine {

struct AuditFinding {
  int code = 0;  // 101 … 504
  enum class Kind : std::uint8_t { content, structure } kind = Kind::content;
  bool warning = false;
  std::string position;    // "/ids/specifications/specification[2]/requirements/property[1]"
  std::string message;     // what is wrong
  std::string hint;        // what to do: the nearest names, the type that is needed
  int specification = -1;  // index, where one is concerned
  std::int64_t line = 0;   // of the XML, where that was read: of the element, facet or specification
};
// Every rule over the whole document, in its order.
std::vector<AuditFinding> audit(const formats::ids::Document& document);
// The same rules for one facet as it is added: `specification` as it would be with it. What is told: findings about
// this facet, and clauses of the specification that exclude each other.
std::vector<AuditFinding> audit_facet(const formats::ids::Specification& specification, bool in_requirements,
                                      std::size_t facet_index);
std::string_view meaning(int code);  // one line

// What a validation against the XSD finds. It needs the XSD and a library, so who has them (runtime/xsd_validator.h)
// gives it as a function; an empty one says that there is none.
struct XsdFinding {
  std::int64_t line = 0, column = 0;
  std::string message;
  bool warning = false;
  std::string position;  // as in ReadProblem
};
using ValidateXsd = std::function<base::Result<std::vector<XsdFinding>>(std::string_view xml)>;

// The shape of a document: what the XSD finds (306, 307). Where that cannot be asked, `note` says why, and findings are
// what is known without it: elements and attributes, those that must be there, their order, and the texts of <info>.
struct Structure {
  std::vector<AuditFinding> findings;
  std::string note;
};
Structure audit_structure(std::string_view xml, const ValidateXsd& validate);

// A document as it comes: read, its shape, and audited.
struct AuditReport {
  std::vector<AuditFinding> findings;  // structure first
  bool structure_error = false, content_error = false;
  bool readable = true;  // false: no XML or no IDS, which is all that is found
  std::string note;      // why the XSD was not used, if it was not
  bool ok() const { return !structure_error && !content_error; }
  std::size_t errors() const;  // findings that are no warnings
};
AuditReport audit_bytes(std::string_view xml, const ValidateXsd& validate);

}  // namespace ids::engine
