// SPDX-License-Identifier: Apache-2.0
#include "formats/aas/rules.h"

#include <algorithm>

#include "base/result.h"
#include "base/text.h"

namespace formats::aas {

using base::Json;

std::string_view text_of(const Json* value) {
  return value != nullptr && value->is_string() ? std::string_view(value->as_string()) : std::string_view();
}

std::span<const Json> items_of(const Json* value) {
  if (value == nullptr || !value->is_array()) return {};
  return value->as_array();
}

std::string quoted(std::string_view text) { return '"' + base::printable(text, 120) + '"'; }

bool Reporter::wants(Severity severity) {
  ++(severity == Severity::error ? findings_.errors : findings_.warnings);
  return findings_.list.size() < max_findings_;
}

namespace {

// RFC 6901, 3: ~ is ~0 and / is ~1.
void append_step(std::string& pointer, const Place& step) {
  pointer += '/';
  if (step.index != Place::by_name) {
    pointer += std::to_string(step.index);
    return;
  }
  for (const char c : step.name) {
    if (c == '~') {
      pointer += "~0";
    } else if (c == '/') {
      pointer += "~1";
    } else {
      pointer += c;
    }
  }
}

}  // namespace

std::string Reporter::pointer(const Place& place) const {
  std::vector<const Place*> steps;
  for (const Place* each = &place; each->up != nullptr; each = each->up) steps.push_back(each);
  std::string pointer(at_);
  for (auto each = steps.rbegin(); each != steps.rend(); ++each) append_step(pointer, **each);
  return pointer;
}

const Json* Instance::get(std::string_view property) const {
  const Property* found = type_.find(property);
  return found == nullptr ? nullptr : members_[static_cast<std::size_t>(found - type_.properties.data())];
}

void Instance::run(const Rule& rule, const Invariant& invariant) {
  rule_ = &invariant;
  severity_ = rule.severity;
  rule.check(*this);
}

void Instance::broken(const Place& where, std::string_view message, std::string_view fix) const {
  if (!context_.reporter->wants(severity_)) return;
  context_.reporter->list({.severity = severity_,
                           .code = rule_->name,
                           .constraint = rule_->constraint,
                           .pointer = context_.reporter->pointer(where),
                           .instance = context_.reporter->pointer(place_).size(),
                           .message = std::string(message),
                           .fix = std::string(fix)});
}

void Instance::warn_of_line_break(const Place& where) const {
  if (!context_.reporter->wants(Severity::warning)) return;
  context_.reporter->list({.severity = Severity::warning,
                           .code = "line_break",
                           .constraint = {},
                           .pointer = context_.reporter->pointer(where),
                           .instance = context_.reporter->pointer(place_).size(),
                           .message = "The value ends with a line break, which it may not have.",
                           .fix = "Remove the line break at the end."});
}

Rulebook::Rulebook(const Metamodel& model) : model_(model), value_types_(model) {
  for (const auto& type : model.classes()) {
    LINTEL_CHECK(type.properties.size() <= most_properties);
    auto& bound = rules_.emplace_back();
    for (const auto& invariant : type.invariants) {
      const Rule* rule = find_rule(invariant.name);
      LINTEL_CHECK(rule != nullptr);
      bound.push_back({rule, &invariant});
    }
    for (const auto& own : own_rules()) {
      if (!type.is_abstract && type.name == own.type) bound.push_back({&own.rule, &own.invariant});
    }
  }
}

const Rulebook& rulebook(Version version) {
  if (version == Version::v3_0) {
    static const Rulebook book(metamodel(Version::v3_0));
    return book;
  }
  static const Rulebook book(metamodel(Version::v3_1));
  return book;
}

}  // namespace formats::aas
