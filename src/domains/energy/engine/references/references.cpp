// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/references/references.h"

#include <algorithm>

#include "base/text.h"

namespace energy::engine {
namespace {

bool meet(const std::vector<std::string>& lists, const std::vector<std::string>& others) {
  return std::ranges::any_of(lists, [&](const auto& each) { return std::ranges::count(others, each) > 0; });
}

// Whether a text is the name of an object type which the field admits by its class.
bool names_class(const Model& model, const Field& field, std::string_view text) {
  const ObjectType* type = model.schema().find(text);
  if (type == nullptr) return false;
  return std::ranges::any_of(type->fields,
                             [&](const Field& each) { return meet(field.object_lists, each.class_references); });
}

}  // namespace

References::References(const Model& model) {
  provide(model);
  const auto& objects = model.objects();
  for (std::uint32_t i = 0; i < objects.size(); ++i) {
    for (std::uint32_t k = objects[i].first; k < objects[i].first + objects[i].count; ++k) {
      const Reading& reading = model.all_readings()[k];
      const Field& field = Model::field_of(objects[i], reading);
      if (field.object_lists.empty() || reading.value.kind != Value::Kind::text || reading.value.text.empty()) continue;
      connect(model, i, k, field);
    }
  }
}

std::vector<std::pair<std::string, const Field*>> names_given(const Model& model, const Object& object) {
  std::vector<std::pair<std::string, const Field*>> out;
  for (const Reading& reading : model.readings(object)) {
    const Field& field = Model::field_of(object, reading);
    const bool name = object.type->named && reading.slot == 0;
    if (!name && field.references.empty()) continue;
    if (reading.value.kind != Value::Kind::text || reading.value.text.empty()) continue;
    out.emplace_back(base::upper_ascii(reading.value.text), &field);
  }
  return out;
}

void References::provide(const Model& model) {
  const auto& objects = model.objects();
  for (std::uint32_t i = 0; i < objects.size(); ++i)
    for (auto& [name, field] : names_given(model, objects[i])) providers_[std::move(name)].push_back({i, field});
}

bool References::leads(const Model& model, const Field& field, std::string_view text) const {
  const auto found = providers_.find(base::upper_ascii(text));
  const auto admits = [&](const Provider& each) { return meet(field.object_lists, each.field->references); };
  return (found != providers_.end() && std::ranges::any_of(found->second, admits)) || names_class(model, field, text);
}

void References::connect(const Model& model, std::uint32_t object, std::uint32_t reading, const Field& field) {
  Edge edge{.object = object, .reading = reading, .first = static_cast<std::uint32_t>(targets_.size())};
  const auto text = model.all_readings()[reading].value.text;
  const auto found = providers_.find(base::upper_ascii(text));
  if (found != providers_.end()) {
    for (const auto& each : found->second) {
      if (!meet(field.object_lists, each.field->references)) continue;
      const auto begin = targets_.begin() + edge.first;
      if (std::find(begin, targets_.end(), each.object) == targets_.end()) targets_.push_back(each.object);
    }
  }
  edge.count = static_cast<std::uint32_t>(targets_.size()) - edge.first;
  edge.class_name = edge.count == 0 && names_class(model, field, text);
  edges_.push_back(edge);
}

std::span<const Edge> References::of(std::size_t object) const {
  const auto range = std::ranges::equal_range(edges_, static_cast<std::uint32_t>(object), {}, &Edge::object);
  return {range.begin(), range.end()};
}

std::vector<std::size_t> References::to(std::size_t object) const {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < edges_.size(); ++i)
    if (std::ranges::count(targets(edges_[i]), object) > 0) found.push_back(i);
  return found;
}

std::vector<std::uint32_t> References::named(std::string_view name) const {
  std::vector<std::uint32_t> found;
  const auto at = providers_.find(base::upper_ascii(name));
  if (at == providers_.end()) return found;
  for (const auto& each : at->second)
    if (std::ranges::count(found, each.object) == 0) found.push_back(each.object);
  return found;
}

namespace {

Finding leads_nowhere(const Model& model, std::size_t index, const Reading& reading) {
  const Object& object = model.objects()[index];
  return {.severity = Severity::warning,
          .code = "unresolved_reference",
          .object = index,
          .type = object.type->name,
          .name = object.key,
          .field = Model::field_path(object, reading),
          .line = object.line,
          .message = "no object is called \"" + base::printable(reading.value.text, 200) + "\" among " +
                     base::join(Model::field_of(object, reading).object_lists, ", ")};
}

}  // namespace

Findings unresolved(const Model& model, const References& references) {
  Findings findings;
  for (const auto& edge : references.edges()) {
    if (edge.count > 0 || edge.class_name) continue;
    const Reading& reading = model.all_readings()[edge.reading];
    if (Model::field_of(model.objects()[edge.object], reading).choice(reading.value.text) != nullptr) continue;
    findings.push_back(leads_nowhere(model, edge.object, reading));
  }
  return findings;
}

Findings unresolved_of(const Model& model, std::size_t object, const References& references) {
  Findings findings;
  for (const Reading& reading : model.readings(model.objects()[object])) {
    const Field& field = Model::field_of(model.objects()[object], reading);
    if (field.object_lists.empty() || reading.value.kind != Value::Kind::text || reading.value.text.empty()) continue;
    if (references.leads(model, field, reading.value.text) || field.choice(reading.value.text) != nullptr) continue;
    findings.push_back(leads_nowhere(model, object, reading));
  }
  return findings;
}

}  // namespace energy::engine
