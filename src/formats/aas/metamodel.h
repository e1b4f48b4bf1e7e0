// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

// The metamodel of the Asset Administration Shell (IDTA-01001) as a table of facts: schemas/aas3_*.tsv, written by
// codegen/aas.py from the PyPI packages aas-core3.0 and aas-core3.1, embedded by CMake. One generic reader, writer and
// checker go by it; there is no C++ class for a class of the metamodel. Read when first asked for; immutable and
// thread-safe then. All views point into the program's own bytes.
namespace formats::aas {

enum class Version : std::uint8_t { v3_0, v3_1 };

std::string_view name(Version version);  // "3.0"

struct Enumeration {
  std::string_view name;  // "KeyTypes"
  std::vector<std::string_view> literals;
  bool has(std::string_view literal) const { return position(literal) != no_position; }
  static constexpr std::size_t no_position = 64;
  std::size_t position(std::string_view literal) const;  // in `literals`; no_position: none

  std::array<std::uint8_t, 128> slots{};  // positions + 1 by hash, for position()
  void index_literals();                  // after the last literal
};

// Some literals of an enumeration, or plain words, that rules speak of: "AasIdentifiables".
struct LiteralSet {
  std::string_view name;
  const Enumeration* enumeration = nullptr;  // null: plain words
  std::vector<std::string_view> literals;
  std::uint64_t positions = 0;  // of its literals in the enumeration, a bit each
  bool has(std::string_view literal) const;
};

// A regular expression for the whole of a text. Compiled when first asked.
class Pattern {
 public:
  Pattern(std::string_view name, std::string_view expression);
  ~Pattern();
  Pattern(Pattern&&) noexcept;
  Pattern& operator=(Pattern&&) noexcept;

  std::string_view name() const { return name_; }              // "id_short", "xs_int"
  std::string_view expression() const { return expression_; }  // in the syntax of RE2
  // Text that is not UTF-8 matches nothing.
  bool matches(std::string_view text) const;

 private:
  struct Compiled;
  std::string_view name_;
  std::string_view expression_;
  std::unique_ptr<Compiled> compiled_;
  bool (*clearly_matches_)(std::string_view text) = nullptr;  // quick, and never true of what does not match
};

inline constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

// A string with limits: "Identifier", "IdShortType".
struct StringType {
  std::string_view name;
  std::size_t least = 0;  // in characters, as all lengths
  std::size_t most = no_limit;
  bool of_xml_characters = false;    // AASd-130
  const Pattern* pattern = nullptr;  // besides; null: none
  bool is_utc_time = false;          // besides: a day that exists
};

// What stands at a property in JSON: true or false; a string in base64; a string; a string that is a literal; an
// object; an array of objects.
enum class Kind : std::uint8_t { boolean, bytes, string, enumeration, object, list };

struct Class;

// Tells most names apart at once: their length and three of their characters.
constexpr std::uint32_t key_of(std::string_view name) {
  const auto at = [&](std::size_t i) { return std::uint32_t{static_cast<unsigned char>(name[i])}; };
  const auto size = static_cast<std::uint32_t>(name.size());
  return size == 0 ? 0 : (size & 0xff) | at(0) << 8 | at(size / 2) << 16 | at(size - 1) << 24;
}

struct Property {
  std::string_view name;  // "idShort": the member in JSON, the element in XML
  std::uint32_t key = 0;  // of the name
  Kind kind = Kind::string;
  const StringType* string = nullptr;        // of strings, never null
  const Enumeration* enumeration = nullptr;  // of enumerations, never null
  const Class* type = nullptr;               // of objects and of the items of lists, never null
  bool required = false;
  std::size_t least_items = 0;
};

// A rule of a class, whose meaning is written in invariants.cpp under this name.
struct Invariant {
  std::string_view name;                // "unique_languages"
  std::string_view constraint;          // "AASd-021"; empty where the rule has no id
  std::vector<std::size_t> properties;  // what it looks at: positions in the class
};

struct Class {
  std::string_view name;        // "SpecificAssetId"
  std::string_view element;     // in XML, "specificAssetId"; empty of abstract classes
  std::string_view model_type;  // what JSON must say in "modelType"; empty where it says nothing
  bool is_abstract = false;
  std::vector<const Class*> parents;   // direct ones
  std::vector<Property> properties;    // of concrete classes: all, inherited too, in the order of the XML sequence
  std::uint32_t required = 0;          // those that every object has, a bit each by their position
  std::vector<Invariant> invariants;   // of concrete classes: all, inherited too
  std::vector<const Class*> concrete;  // itself and its descendants, as far as not abstract
  const Property* find(std::string_view property) const;  // null: none of this name
  bool is_a(const Class& other) const;                    // it or a descendant of it
  // Where an object of this class may be of another (an abstract class, or one with descendants): JSON tells by
  // modelType, XML has one more element inside the property's, named after the class.
  bool is_open() const { return is_abstract || concrete.size() > 1; }
  // The class among `concrete` with that modelType or that XML element; null: none.
  const Class* by_model_type(std::string_view model_type_of_json) const;
  const Class* by_element(std::string_view element_of_xml) const;
};

class Metamodel {
 public:
  Version version() const { return version_; }
  std::string_view xml_namespace() const { return xml_namespace_; }  // "https://admin-shell.io/aas/3/0"
  std::span<const Class> classes() const { return classes_; }
  std::span<const Enumeration> enumerations() const { return enumerations_; }
  std::span<const StringType> string_types() const { return strings_; }
  std::span<const Pattern> patterns() const { return patterns_; }
  std::span<const LiteralSet> sets() const { return sets_; }

  // By name; null: none. The second kind is for names that are known to exist (LINTEL_CHECK).
  const Class* find_class(std::string_view class_name) const;
  const Class* find_element(std::string_view element_of_xml) const;
  const Enumeration* find_enumeration(std::string_view enumeration_name) const;
  const Pattern* find_pattern(std::string_view pattern_name) const;
  const LiteralSet* find_set(std::string_view set_name) const;
  const Class& get_class(std::string_view class_name) const;
  const Pattern& get_pattern(std::string_view pattern_name) const;
  const LiteralSet& get_set(std::string_view set_name) const;

 private:
  friend class TableReader;
  Metamodel() = default;

  Version version_ = Version::v3_0;
  std::string_view xml_namespace_;
  std::vector<Enumeration> enumerations_;
  std::vector<LiteralSet> sets_;
  std::vector<Pattern> patterns_;
  std::vector<StringType> strings_;
  std::vector<Class> classes_;
};

const Metamodel& metamodel(Version version);

// The version with this XML namespace; none for those we do not know (2.0, 3.2).
std::optional<Version> version_of_namespace(std::string_view xml_namespace);

}  // namespace formats::aas
