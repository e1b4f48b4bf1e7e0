// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "domains/ids/engine/audit/audit.h"
#include "domains/ids/engine/audit/sets.h"
#include "formats/ids/document.h"

// The parts of the audit. One rule is one function; what it finds goes into a Sink.
namespace ids::engine {

// Gathers findings of one specification.
class Sink {
 public:
  Sink(std::vector<AuditFinding>& out, int specification) : out_(out), specification_(specification) {}
  void add(int code, std::string position, std::string message, std::string hint = {});
  void add_structure(int code, std::string position, std::string message, std::string hint = {});
  void warn(int code, std::string position, std::string message, std::string hint);
  std::size_t errors() const { return errors_; }  // so far
  std::size_t size() const { return out_.size(); }
  void soften(std::size_t from);  // what was added since that size counts as warnings

 private:
  std::vector<AuditFinding>& out_;
  int specification_;
  std::size_t errors_ = 0;
};

// ---- values (audit_value.cpp)

// True where it excludes nothing: absent, an empty text, or a restriction of empty patterns.
bool is_empty(const formats::ids::IdsValue& value);
bool is_empty(const std::optional<formats::ids::IdsValue>& value);
// DataTypes.md, "XML base types".
bool is_literal_of(std::string_view xs_base, std::string_view text);
// Texts that a value lists: the simple value, or the items of an enumeration; none of them for patterns and bounds.
std::vector<std::string_view> listed(const formats::ids::IdsValue& value);

// Rules 102, 109, 302-305, 308 for one value. `bases` are those it may have (any of them); empty: not known. False
// where the value itself is broken, so that nothing can be compared with it.
bool audit_value(const formats::ids::IdsValue& value, std::span<const std::string_view> bases,
                 const std::string& position, Sink& sink);
// The same for names, which are texts.
bool audit_name(const formats::ids::IdsValue& value, const std::string& position, Sink& sink);

// ---- values that nothing can have (audit_never_met.cpp)

// Warns (201) of bounds, lengths and the like that exclude each other. For values without findings of their own.
void warn_if_never_met(const formats::ids::Restriction& rule, std::string_view base, const std::string& position,
                       Sink& sink);
// Warns (305) of texts that a LOGICAL is never equal to. DataTypes.md says xs:string, so that they are legal.
void warn_of_logicals(const formats::ids::IdsValue& value, const std::string& position, Sink& sink);

// ---- facets (audit_facets.cpp)

// Some standard sets of one schema, and all their properties by name.
class SetList {
 public:
  using Properties = std::vector<const formats::ifc::PropertyFact*>;

  void add(const formats::ifc::PropertySetFact& set);
  const std::vector<const formats::ifc::PropertySetFact*>& sets() const { return sets_; }
  std::vector<std::string_view> names() const;         // of properties, each once
  Properties properties(std::string_view name) const;  // one of each set that has it

 private:
  void index(const formats::ifc::PropertySetFact& set);

  std::vector<const formats::ifc::PropertySetFact*> sets_;
  // Of two and more sets; one, the common case, is sooner read through.
  std::vector<std::string_view> names_;
  std::unordered_map<std::string_view, Properties> by_name_;
};

// What patterns matched in specifications before: thousands of specifications share a few patterns.
class NameMemory {
 public:
  // The place of one value's matches, without any at first; nullptr if it is not remembered.
  std::optional<std::vector<std::string>>* find(std::string_view what, const SchemaSets& sets,
                                                const formats::ids::IdsValue& value);
  std::shared_ptr<const SetList>* find_sets(const SchemaSets& sets, const formats::ids::IdsValue& value);

 private:
  std::map<std::string, std::optional<std::vector<std::string>>> matched_;
  std::map<std::string, std::shared_ptr<const SetList>> sets_;
};

// One specification while it is audited.
struct Scope {
  const formats::ids::Specification& specification;
  std::vector<const SchemaSets*> schemas;  // those of ifcVersion, each once
  std::vector<EntitySet> applicable;       // by schema: what the applicability leaves, so far
  Sink& sink;
  NameMemory& memory;
};
// Which entities a facet can mean, by schema; none where that is unknown, for example because of other findings.
using FacetSets = std::optional<std::vector<EntitySet>>;

FacetSets audit_one_facet(const formats::ids::Facet& facet, const std::string& position, Scope& scope);

}  // namespace ids::engine
