// SPDX-License-Identifier: Apache-2.0
#include "formats/aas/rules.h"

#include <algorithm>

#include "base/result.h"
#include "base/swar.h"
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

std::size_t digits_of(std::size_t number) {
  std::size_t digits = 1;
  for (; number >= 10; number /= 10) ++digits;
  return digits;
}

bool is_escaped(char c) { return c == '~' || c == '/'; }

std::size_t size_of_step(const Place& place) {
  if (place.index != Place::by_name) return 1 + digits_of(place.index);
  return 1 + place.name.size() + static_cast<std::size_t>(std::ranges::count_if(place.name, is_escaped));
}

// Writes the step so that it ends at `end`; returns where it begins. RFC 6901, 3: ~ is ~0 and / is ~1.
char* write_step(const Place& place, char* end) {
  if (place.index != Place::by_name) {
    std::size_t rest = place.index;
    do *--end = static_cast<char>('0' + rest % 10);
    while ((rest /= 10) != 0);
  } else {
    for (std::size_t i = place.name.size(); i-- > 0;) {
      const char c = place.name[i];
      if (!is_escaped(c)) {
        *--end = c;
        continue;
      }
      *--end = c == '~' ? '0' : '1';
      *--end = '~';
    }
  }
  *--end = '/';
  return end;
}

}  // namespace

std::size_t Reporter::pointer_size(const Place& place) const {
  std::size_t size = at_.size();
  for (const Place* each = &place; each->up != nullptr; each = each->up) size += size_of_step(*each);
  return size;
}

// Written from its end, since places know those above them.
std::string Reporter::pointer(const Place& place) const {
  std::string pointer(pointer_size(place), '/');
  char* end = pointer.data() + pointer.size();
  for (const Place* each = &place; each->up != nullptr; each = each->up) end = write_step(*each, end);
  at_.copy(pointer.data(), at_.size());
  return pointer;
}

const Json* Instance::get(Name property) const {
  for (std::size_t i = 0; i < type_.properties.size(); ++i) {
    const Property& each = type_.properties[i];
    if (each.key == property.key && base::swar::are_same(each.name, property.text)) return members_[i];
  }
  return nullptr;
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
                           .instance = context_.reporter->pointer_size(place_),
                           .message = std::string(message),
                           .fix = std::string(fix)});
}

void Instance::warn_of_line_break(const Place& where) const {
  if (!context_.reporter->wants(Severity::warning)) return;
  context_.reporter->list({.severity = Severity::warning,
                           .code = "line_break",
                           .constraint = {},
                           .pointer = context_.reporter->pointer(where),
                           .instance = context_.reporter->pointer_size(place_),
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
    const auto found = std::ranges::find(shortcuts(), type.name, &Shortcut::type);
    shortcuts_.push_back(found == shortcuts().end() ? nullptr : found->all_hold);
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
