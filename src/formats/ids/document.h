// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"

// An IDS 1.0 document as a tree. Reading and writing lose nothing that is legal: attributes, order,
// instructions, uri, descriptions, annotations, comments.
namespace formats::ids {

// What a node carries beside what this tree knows: attributes (of other namespaces too) and whole child elements and
// comments as written, each with the number of known children that stand before it. A known attribute stands here too
// where it was written in a way its field cannot hold: empty (fields say "absent" then), or with odd spaces.
struct Extra {
  struct Child {
    std::size_t after = 0;
    std::string xml;
    friend bool operator==(const Child&, const Child&) = default;
  };
  struct Part;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<Child> children;
  std::vector<Part> parts;           // what stands in known children without an Extra of their own: <value>, <title> …
  std::vector<std::string> missing;  // demanded by the XSD but absent when read: left out again while still empty
  const std::string* attribute(std::string_view name) const;
  bool lacks(std::string_view name) const;
  bool empty() const;
  friend bool operator==(const Extra& a, const Extra& b);
};
struct Extra::Part {
  std::string name;
  Extra extra;
  friend bool operator==(const Part&, const Part&) = default;
};

// One xs facet of a restriction, as written: {"pattern", "EW-[0-9]{3}"}. The order is kept.
struct XsFacet {
  std::string name;  // enumeration, pattern, minInclusive, maxInclusive, minExclusive, maxExclusive,
                     // length, minLength, maxLength; others are kept for the audit (totalDigits …)
  std::string value;
  bool fixed = false;
  Extra extra;  // id, annotations
  friend bool operator==(const XsFacet&, const XsFacet&) = default;
};
struct Restriction {
  std::string base;  // "xs:string"
  std::vector<XsFacet> facets;
  Extra extra;
  friend bool operator==(const Restriction&, const Restriction&) = default;
};
// <simpleValue> or <xs:restriction>; monostate: the element is there and empty.
using IdsValue = std::variant<std::monostate, std::string, Restriction>;

enum class Cardinality : std::uint8_t { required, optional, prohibited };
std::string_view text(Cardinality cardinality);

struct EntityFacet {
  IdsValue name;
  std::optional<IdsValue> predefined_type;
  std::string instructions;
  Extra extra;
  friend bool operator==(const EntityFacet&, const EntityFacet&) = default;
};
struct AttributeFacet {
  IdsValue name;
  std::optional<IdsValue> value;
  std::string cardinality, instructions;  // cardinality as written; empty: absent
  Extra extra;
  friend bool operator==(const AttributeFacet&, const AttributeFacet&) = default;
};
struct PropertyFacet {
  IdsValue property_set, base_name;
  std::optional<IdsValue> value;
  std::optional<std::string> data_type, uri;
  std::string cardinality, instructions;
  Extra extra;
  friend bool operator==(const PropertyFacet&, const PropertyFacet&) = default;
};
struct ClassificationFacet {
  std::optional<IdsValue> value;
  std::optional<IdsValue> system;  // required by the XSD; absent only in broken files
  std::optional<std::string> uri;
  std::string cardinality, instructions;
  Extra extra;
  friend bool operator==(const ClassificationFacet&, const ClassificationFacet&) = default;
};
struct MaterialFacet {
  std::optional<IdsValue> value;
  std::optional<std::string> uri;
  std::string cardinality, instructions;
  Extra extra;
  friend bool operator==(const MaterialFacet&, const MaterialFacet&) = default;
};
struct PartOfFacet {
  std::optional<std::string> relation;  // "IFCRELAGGREGATES", "IFCRELVOIDSELEMENT IFCRELFILLSELEMENT" …
  EntityFacet entity;
  std::string cardinality, instructions;
  Extra extra;
  friend bool operator==(const PartOfFacet&, const PartOfFacet&) = default;
};
using Facet = std::variant<EntityFacet, PartOfFacet, ClassificationFacet, AttributeFacet, PropertyFacet, MaterialFacet>;
std::string_view kind(const Facet& facet);  // "entity", "partOf", "classification", "attribute", "property", "material"
Cardinality cardinality(const Facet& facet);

struct Specification {
  std::string name;
  std::vector<std::string> ifc_versions;  // as written, split at spaces
  std::string identifier, description, instructions;
  std::optional<std::string> min_occurs, max_occurs;  // of <applicability>, as written; absent: 1 and 1
  std::vector<Facet> applicability;
  bool has_requirements = false;  // the element is there
  std::string requirements_description;
  Extra applicability_extra, requirements_extra;
  std::vector<Facet> requirements;
  // required: min 1 max unbounded; optional: 0 unbounded; prohibited: 0 0. Anything else: nullopt.
  std::optional<Cardinality> cardinality() const;
  Extra extra;
  friend bool operator==(const Specification&, const Specification&) = default;
};

struct Info {
  std::string title;
  std::optional<std::string> copyright, version, description, author, date, purpose, milestone;
  Extra extra;
  friend bool operator==(const Info&, const Info&) = default;
};

// What ids.xsd demands of an author: an e-mail address.
bool is_author(std::string_view text);

struct Document {
  Info info;
  std::vector<Specification> specifications;
  Extra extra, specifications_extra;       // of <ids>: its namespaces and schemaLocation as written
  std::vector<std::string> before, after;  // comments and processing instructions around <ids>
  friend bool operator==(const Document&, const Document&) = default;
};

struct ReadProblem {
  std::string message;
  std::int64_t line = 0, column = 0;
  std::string position;  // "/ids/specifications/specification[2]/applicability/entity[1]"
};
// Where a specification and its facets begin.
struct SpecificationLines {
  std::int64_t specification = 0;
  std::vector<std::int64_t> applicability, requirements;
};
struct Read {
  Document document;
  std::vector<SpecificationLines> lines;  // by specification
  std::string ids_version;                // "1.0", "0.9.7" …: told from the schema location and the elements
  std::vector<ReadProblem> problems;      // what is not IDS 1.0: unknown elements, missing ones
};
// Reads any bytes. Fails where it is not XML or its root is not <ids>; DTDs, entities and the network are refused.
base::Result<Read> read(std::string_view xml);

enum class Prefix : std::uint8_t { none, ids };  // seed 000 shows the ids: prefix
// Valid against ids.xsd wherever the document can be; the same document gives the same bytes. What the XSD puts into a
// certain order (all but the facets of requirements) is written in that order.
std::string write(const Document& document, Prefix prefix = Prefix::ids);

}  // namespace formats::ids
