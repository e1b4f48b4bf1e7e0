// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/runtime/open_models.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#include "base/text.h"
#include "domains/energy/engine/geometry/findings.h"
#include "domains/energy/engine/validate/integrity.h"
#include "domains/energy/engine/validate/validate.h"

namespace energy::runtime {

OpenModel::OpenModel(engine::Model model, std::string digest, std::vector<std::string> ids)
    : model_(std::move(model)), digest_(std::move(digest)), ids_(std::move(ids)) {}

const OpenModel::Index& OpenModel::index() const {
  std::call_once(indexed_, [this] {
    const auto& objects = model_.objects();
    for (std::uint32_t i = 0; i < objects.size(); ++i) {
      index_.types[objects[i].type].push_back(i);
      index_.names[base::upper_ascii(objects[i].key)].push_back(i);
      for (const auto& reading : model_.readings(objects[i])) {
        if (!engine::Model::field_of(objects[i], reading).references.empty() && reading.slot != 0)
          index_.given.insert(base::upper_ascii(reading.value.text));
      }
    }
  });
  return index_;
}

const std::vector<std::uint32_t>& OpenModel::of_type(std::string_view type) const {
  static const std::vector<std::uint32_t> none;
  const auto found = index().types.find(model_.schema().find(type));
  return found == index().types.end() ? none : found->second;
}

std::size_t OpenModel::find(std::string_view type, std::string_view name) const {
  const engine::ObjectType* wanted = model_.schema().find(type);
  const auto found = index().names.find(base::upper_ascii(name));
  if (found == index().names.end()) return SIZE_MAX;
  for (const auto each : found->second)
    if (model_.objects()[each].type == wanted) return each;
  return SIZE_MAX;
}

bool OpenModel::gives(std::string_view name) const {
  const std::string upper = base::upper_ascii(name);
  return index().names.count(upper) > 0 || index().given.count(upper) > 0;
}

const engine::References& OpenModel::references() const {
  std::call_once(connected_, [this] { references_ = std::make_unique<const engine::References>(model_); });
  return *references_;
}

const engine::Findings& OpenModel::validation() const {
  std::call_once(validated_, [this] {
    validation_ = engine::validate(model_, {.references = false});
    std::ranges::move(engine::unresolved(model_, references()), std::back_inserter(validation_));
    std::ranges::move(engine::geometry_findings(model_), std::back_inserter(validation_));
  });
  return validation_;
}

const engine::Findings& OpenModel::integrity() const {
  std::call_once(examined_, [this] { integrity_ = engine::integrity(model_, references()); });
  return integrity_;
}

const OpenModel::Haystack& OpenModel::haystack() const {
  std::call_once(stacked_, [this] {
    for (const auto& object : model_.objects()) {
      haystack_.begins.push_back(static_cast<std::uint32_t>(haystack_.text.size()));
      haystack_.text.append(object.key).append(1, '\n');
      for (const auto& reading : model_.readings(object))
        if (reading.value.kind == engine::Value::Kind::text && reading.slot != 0)
          haystack_.text.append(reading.value.text).append(1, '\n');
    }
    haystack_.text = base::upper_ascii(haystack_.text);
  });
  return haystack_;
}

std::vector<std::uint32_t> OpenModel::search(std::string_view word, const engine::ObjectType* type,
                                             std::size_t limit) const {
  std::vector<std::uint32_t> out;
  const std::string upper = base::upper_ascii(word);
  const Haystack& stack = haystack();
  std::size_t at = 0;
  while (out.size() < limit && at < stack.text.size()) {
    const void* hit = memmem(stack.text.data() + at, stack.text.size() - at, upper.data(), upper.size());
    if (hit == nullptr) break;
    const auto place = static_cast<std::size_t>(static_cast<const char*>(hit) - stack.text.data());
    const auto next = std::ranges::upper_bound(stack.begins, place);
    const auto object = static_cast<std::uint32_t>(next - stack.begins.begin() - 1);
    if (type == nullptr || model_.objects()[object].type == type) out.push_back(object);
    at = next == stack.begins.end() ? stack.text.size() : *next;
  }
  return out;
}

bool operator==(const OpenModels::State& a, const OpenModels::State& b) {
  const auto same = [](const kernel::View::Written& x, const kernel::View::Written& y) {
    return x.element == y.element && x.id == y.id;
  };
  return a.blob == b.blob && a.version == b.version && std::ranges::equal(a.written, b.written, same);
}

OpenModels::Shared OpenModels::known(const State& state) {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find(list_, state, &std::pair<State, Shared>::first);
  if (found == list_.end()) return nullptr;
  list_.splice(list_.begin(), list_, found);
  return found->second;
}

base::Result<OpenModels::Shared> OpenModels::get(const State& state,
                                                 const std::function<base::Result<Shared>()>& make) {
  if (Shared found = known(state)) return found;
  Shared made = TRY(make());
  const std::lock_guard lock(mutex_);
  list_.emplace_front(state, made);
  std::size_t of_file = 0;
  std::erase_if(list_, [&](const auto& each) { return each.first.blob == state.blob && ++of_file > kept_of_file; });
  if (list_.size() > kept) list_.pop_back();
  return made;
}

}  // namespace energy::runtime
