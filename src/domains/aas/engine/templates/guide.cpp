// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/templates/guide.h"

#include "base/text.h"
#include "domains/aas/engine/templates/allowed.h"
#include "domains/aas/engine/tree/pointer.h"

namespace aas::engine {

namespace {

Node submodel_of(const Nodes& nodes, Node node) {
  while (node && node.id() != root_id && node.model_type() != "Submodel") node = nodes.find(node.parent());
  return node && node.model_type() == "Submodel" ? node : Node();
}

std::string broken_value(const Element& rule, const Json& members) {
  for (const char* member : {"value", "min", "max"}) {
    const std::string_view value = members.text(member);
    if (value.empty()) continue;
    if (const std::string_view range = rule.said("AllowedRange"); !range.empty() && is_in_range(range, value) == false)
      return base::printable(value, 60) + " is not in the range " + base::printable(range, 100);
    if (const std::string_view words = rule.said("AllowedValue"); !words.empty() && is_allowed(words, value) == false)
      return base::printable(value, 60) + " is none of the allowed values " + base::printable(words, 200);
  }
  return {};
}

}  // namespace

std::optional<Guidance> guidance(const Templates& known, const Nodes& nodes, const Node& node) {
  const Node submodel = submodel_of(nodes, node);
  const Template* const wanted = submodel ? known.of_submodel(submodel.members()) : nullptr;
  if (wanted == nullptr || submodel.id() == node.id()) return std::nullopt;
  const std::string path = path_of(nodes, node);
  const Element* const rule = element_at(*wanted, path);
  if (rule == nullptr) return std::nullopt;
  return Guidance{rule_at(known, *wanted, path), is_mandatory(rule->cardinality), broken_value(*rule, node.members())};
}

}  // namespace aas::engine
