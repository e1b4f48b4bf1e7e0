// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "formats/aas/check.h"
#include "formats/aas/metamodel.h"
#include "formats/aas/values.h"

// Inner to formats/aas: what the checker's parts share. The rules are small functions, one for each invariant of the
// table and for each that only we check; the walker calls those of an object's class when it has seen its members.
namespace formats::aas {

class Lookup;

// A step on the way from the checked value to what is looked at; lives on the stack and becomes a pointer only when
// there is something to report.
struct Place {
  static constexpr std::size_t by_name = static_cast<std::size_t>(-1);
  const Place* up = nullptr;  // null: the checked value
  std::string_view name{};
  std::size_t index = by_name;
  Place member(std::string_view of_name) const { return {this, of_name}; }
  Place item(std::size_t at) const { return {this, {}, at}; }
};

// Gathers findings up to the limit, counts the others.
class Reporter {
 public:
  Reporter(std::string_view at, std::size_t max_findings) : at_(at), max_findings_(max_findings) {}

  // Counts one more; true where it is to be listed, so that nothing is written for those that are not.
  bool wants(Severity severity);
  void list(Finding finding) { findings_.list.push_back(std::move(finding)); }
  std::string pointer(const Place& place) const;
  std::size_t pointer_size(const Place& place) const;
  Findings take() { return std::move(findings_); }

 private:
  std::string_view at_;
  std::size_t max_findings_;
  Findings findings_;
};

inline constexpr std::size_t most_properties = 20;

struct Rule;

struct Numbered {
  std::string_view text;
  std::size_t number;
  auto operator<=>(const Numbered&) const = default;
};

// An object of a class at the moment when its rules are checked. Members that are not of the right JSON type are as if
// absent.
class Instance {
 public:
  struct Context {
    const Metamodel* model;
    const ValueTypes* value_types;
    Lookup* lookup;  // null: there is no Environment to look into
    Reporter* reporter;
    std::vector<Numbered>* texts;  // room for rules that compare many
  };
  Instance(const Context& context, const Class& type, const base::Json& value, const Place& place)
      : context_(context), type_(type), value_(value), place_(place) {}

  const Class& type() const { return type_; }
  const base::Json& value() const { return value_; }
  const Place& place() const { return place_; }
  const Metamodel& model() const { return *context_.model; }
  const ValueTypes& value_types() const { return *context_.value_types; }
  Lookup* lookup() const { return context_.lookup; }
  std::vector<Numbered>& texts() const { return *context_.texts; }

  // The member at a property; null: absent.
  const base::Json* at(std::size_t property) const { return members_[property]; }
  // Its name with the key that is looked for, made when the program is.
  struct Name {
    consteval Name(const char* of_property)
        : text(of_property), key(key_of(text)) {}  // NOLINT(google-explicit-constructor)
    std::string_view text;
    std::uint32_t key;
  };
  const base::Json* get(Name property) const;
  // Property number i of those that the rule looks at, as the table lists them.
  const base::Json* subject(std::size_t i) const { return members_[rule_->properties[i]]; }
  std::size_t subject_count() const { return rule_->properties.size(); }
  std::string_view subject_name(std::size_t i) const { return type_.properties[rule_->properties[i]].name; }

  void set(std::size_t property, const base::Json& member) { members_[property] = &member; }
  void run(const Rule& rule, const Invariant& invariant);

  // The rule is broken, at this place within the object.
  void broken(const Place& where, std::string_view message, std::string_view fix = {}) const;
  // A value that aas-core lets pass and the metamodel does not.
  void warn_of_line_break(const Place& where) const;

 private:
  const Context& context_;
  const Class& type_;
  const base::Json& value_;
  const Place& place_;
  std::array<const base::Json*, most_properties> members_{};
  const Invariant* rule_ = nullptr;
  Severity severity_ = Severity::error;
};

// Reading members without regard to what they are: nothing where they are not what is asked for.
std::string_view text_of(const base::Json* value);
std::string quoted(std::string_view text);  // for messages: cut, printable
std::span<const base::Json> items_of(const base::Json* value);

// What is checked with the structure, because a value alone can be wrong; and with the constraints.
enum class Stage : std::uint8_t { structure, constraints };

struct Rule {
  std::string_view name;
  Stage stage = Stage::constraints;
  Severity severity = Severity::error;
  void (*check)(const Instance& instance) = nullptr;
};

// Of a class whose objects are many and mostly plain: true only where none of its rules can be broken, quickly told.
struct Shortcut {
  std::string_view type;
  bool (*all_hold)(const Instance& instance);
};
std::span<const Shortcut> shortcuts();

// By the name that the table gives an invariant, or null; and those that only we check, each with its class.
const Rule* find_rule(std::string_view name);
std::span<const Rule> all_rules();
struct OwnRule {
  std::string_view type;  // the class that has it
  Rule rule;
  Invariant invariant;
};
std::span<const OwnRule> own_rules();

// Everything about a version that the walker needs at hand; built once.
struct BoundRule {
  const Rule* rule;
  const Invariant* invariant;
};
class Rulebook {
 public:
  explicit Rulebook(const Metamodel& model);
  const Metamodel& model() const { return model_; }
  const ValueTypes& value_types() const { return value_types_; }
  std::span<const BoundRule> rules(const Class& type) const { return rules_[position_of(type)]; }
  // Its shortcut; null: none.
  bool (*all_hold(const Class& type) const)(const Instance&) { return shortcuts_[position_of(type)]; }

 private:
  std::size_t position_of(const Class& type) const { return static_cast<std::size_t>(&type - model_.classes().data()); }

  const Metamodel& model_;
  ValueTypes value_types_;
  std::vector<std::vector<BoundRule>> rules_;                  // by the position of the class
  std::vector<bool (*)(const Instance& instance)> shortcuts_;  // the same
};
const Rulebook& rulebook(Version version);

}  // namespace formats::aas
