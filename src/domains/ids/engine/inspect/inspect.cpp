// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/inspect/inspect.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/did_you_mean.h"
#include "base/text.h"
#include "domains/ids/engine/inspect/answer.h"

namespace ids::engine {
namespace {

using base::Code;
using base::fail;
using base::Json;
using base::Result;

bool is_class_name(std::string_view text) { return base::equals_ignoring_case(text.substr(0, 3), "ifc"); }

// "#12" and "12".
std::optional<Index> by_id(const ModelFacts& facts, std::string_view text) {
  if (text.starts_with('#')) text.remove_prefix(1);
  std::uint32_t id = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return facts.model.file().find(id);
}

std::optional<Index> by_global_id(const ModelFacts& facts, std::string_view global_id) {
  const auto root = facts.schema.find("IfcRoot");
  for (const auto id : facts.present) {
    if (!root || !facts.schema.is_a(id, *root)) continue;
    const auto records = facts.model.exactly(id);
    const auto found = std::ranges::find_if(records, [&](Index record) {
      const auto written = facts.model.attribute(record, 0);
      return written.kind() == formats::step::Value::Kind::string && written.string() == global_id;
    });
    if (found != records.end()) return *found;
  }
  return std::nullopt;
}

Result<Index> element_called(const ModelFacts& facts, std::string_view about) {
  if (const auto found = by_id(facts, about)) return *found;
  if (const auto found = by_global_id(facts, about)) return *found;
  const bool id = about.starts_with('#');
  return fail(Code::not_found,
              std::string("The model has no ") + (id ? "record " : "element with the GlobalId ") +
                  base::printable(about, 60) + ".",
              "about", "A class (IFCWALL), a GlobalId of 22 characters, or the number of a record (#12).");
}

base::Error unknown_class(const ModelFacts& facts, std::string_view about) {
  std::vector<std::string> names;
  for (const auto& entity : facts.schema.entities()) names.push_back(base::upper_ascii(entity.name));
  return fail(
      Code::unknown_name,
      std::string(formats::ifc::text(facts.schema.version())) + " has no class `" + base::printable(about, 100) + "`.",
      "about",
      base::did_you_mean(base::upper_ascii(about), names,
                         {.quote = "", .otherwise = "Without `about` the answer lists the model's classes."}));
}

}  // namespace

std::string short_name(std::string_view name) { return base::printable(name, name_bytes); }

std::string class_of(const ModelFacts& facts, Index record) {
  return facts.model.file().types()[facts.model.file().records()[record].type];
}

std::string id_of(const ModelFacts& facts, Index record) {
  return "#" + std::to_string(facts.model.file().records()[record].id);
}

Json value_json(const ModelValue& value, std::size_t max_bytes) {
  if (const auto* const text = std::get_if<std::string>(&value)) return base::printable(*text, max_bytes);
  if (const auto* const real = std::get_if<double>(&value)) return std::isfinite(*real) ? Json(*real) : Json();
  if (const auto* const whole = std::get_if<std::int64_t>(&value)) return *whole;
  if (const auto* const truth = std::get_if<bool>(&value)) return *truth;
  return {};
}

Result<Inspected> inspect(const ModelFacts& facts, const InspectCall& call) {
  const std::string_view about = base::trim(call.about);
  if (about.empty()) return Inspected{"model", model_answer(facts)};
  if (facts.schema.named(about)) return Inspected{"class", TRY(class_answer(facts, call))};
  auto element = element_called(facts, about);
  if (!element.ok() && is_class_name(about)) return unknown_class(facts, about);
  if (!element.ok()) return std::move(element).error();
  return Inspected{"element", element_answer(facts, *element, call)};
}

}  // namespace ids::engine
