// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "domains/aas/engine/look/brief.h"

// A submodel template as facts: what the elements of an instance are called, mean and may hold. Template qualifiers go
// by the last word of their type ("SMT/Cardinality", "Multiplicity"), whatever their kind. Texts for people are left
// out.
namespace aas::engine {

using base::Json;
using base::Result;

// unsaid: the template has no word on it. unknown: it has one that cannot be checked ("Three").
enum class Cardinality : std::uint8_t { unsaid, unknown, zero_to_one, one, zero_to_many, one_to_many };
bool is_mandatory(Cardinality cardinality);
bool is_many(Cardinality cardinality);           // true as well where nothing is known
std::string_view name(Cardinality cardinality);  // "One"; "" where nothing is known

// One element of a template, or the submodel itself.
struct Element {
  std::string model_type;  // "Property"
  std::string id_short;    // as the template spells it: "Phone__00__"
  Cardinality cardinality = Cardinality::unsaid;
  std::string cardinality_text;  // as the template has it, where it is unknown
  std::string value_type;        // "xs:string"
  Json semantic_id;              // a Reference; null: none
  // Members that an instance carries (supplementalSemanticIds, contentType, typeValueListElement …), qualifiers
  // (AllowedValue, AllowedRange, EitherOr, AllowedIdShort, ExampleValue, InitialValue, DefaultValue) and "example", the
  // value in the template.
  Json more = Json::object();
  std::vector<Element> children;

  std::string_view meaning() const;  // the last key of its semanticId; "": none
  std::string_view said(std::string_view member) const { return more.text(member); }
  Json example() const;  // null: none
};

// The member in which elements of this class have elements; "": none.
std::string_view children_member(std::string_view model_type);

// What is told of a template by its place: "Digital nameplate/3/0/1/IDTA 02006-3-0-1_Template_Digital Nameplate.aasx".
struct Published {
  std::string name;                  // the folders, "Digital nameplate"; without any, what the file calls it
  std::string version;               // "3.0.1"; "": not told
  std::vector<std::string> numbers;  // "02006-3-0-1"
  std::string label;                 // what the file calls it: "Digital Nameplate"
};
Published published_as(std::string_view path);

// Cheap to copy: the tree is shared. Thread-safe; the tree of a published one is read when first asked for.
class Template {
 public:
  std::string name;                  // "Digital nameplate"
  std::string version;               // "3.0.1"
  std::string metamodel;             // of the file: "3.0", "3.1"
  std::string semantic_id;           // the last key of the submodel's; "": it has none
  std::string id_short;              // "Nameplate"
  std::string id;                    // of the template submodel
  std::vector<std::string> numbers;  // IDTA's: "02006-3-0", "02006-3-0-1"
  std::string source;                // path of the file

  // The submodel; its children are the elements.
  const Element& root() const;

  explicit Template(Element tree);
  // Lines of the table (codegen/idta.py), which must stay.
  explicit Template(std::string_view lines);

 private:
  struct Tree;
  std::shared_ptr<Tree> tree_;
};

inline constexpr std::size_t max_template_elements = 20'000;
inline constexpr int max_template_depth = 32;

// The templates of an environment: its submodels of kind Template. `source` is the path of its file below the folder of
// templates. What is deeper than the limit is left out; fails on a template with too many elements.
Result<std::vector<Template>> compiled(const Json& environment, std::string_view source, std::string_view metamodel);

// A concept description as facts.
struct Concept {
  std::string id, id_short;
  std::string preferred_name;  // in English, if there is one
  std::string unit;
  Json unit_id;                  // a Reference; null: none
  std::string data_type, value;  // by IEC 61360: "REAL_MEASURE"
};
std::vector<Concept> concepts_of(const Json& environment);

}  // namespace aas::engine
