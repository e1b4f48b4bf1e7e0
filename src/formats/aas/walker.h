// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "formats/aas/check.h"
#include "formats/aas/rules.h"

// Inner to formats/aas: goes through a value by the table and checks every member on its way.
namespace formats::aas {

// The names and positions that lead to what changed; nothing: everything is looked at.
using Way = std::optional<std::span<const std::string>>;

class Walker {
 public:
  Walker(const Rulebook& book, const CheckOptions& options, Lookup* lookup)
      : book_(book),
        options_(options),
        reporter_(options.at, options.max_findings),
        context_{&book.model(), &book.value_types(), lookup, &reporter_, &texts_} {}

  void object(const base::Json& value, const Class& declared, const Place& place, int depth, const Way& way);
  Findings take() { return reporter_.take(); }

 private:
  const Class* class_of(const base::Json& value, const Class& declared, const Place& place);
  const Class* class_by_model_type(const base::Json& value, const Class& declared, const Place& place);
  void members(Instance& instance, int depth, const Way& way);
  void member(Instance& instance, std::size_t position, const base::Json& value, int depth, const Way& way);
  void list(const Instance& instance, const Property& property, const base::Json& value, const Place& place, int depth,
            const Way& way);
  void wrong_type(const Property& property, const base::Json& value, const Place& place);
  void string(const StringType& type, std::string_view text, const Place& place);
  void pattern(const StringType& type, std::string_view text, const Place& place);
  void literal(const Enumeration& enumeration, std::string_view text, const Place& place);
  void bytes(std::string_view text, const Place& place);
  void unknown_member(const Instance& instance, std::string_view name);
  void needless_model_type(const Instance& instance);
  void missing_member(const Instance& instance, const Property& property);
  void run_rules(Instance& instance);

  // One finding of structure. `instance` is the object, or the value itself.
  bool wants(Severity severity);
  void found(Severity severity, std::string_view code, const Place& place, const Place& instance, std::string message,
             std::string fix = {}, std::string_view constraint = {});

  const Rulebook& book_;
  const CheckOptions& options_;
  Reporter reporter_;
  std::vector<Numbered> texts_;
  Instance::Context context_;
};

}  // namespace formats::aas
