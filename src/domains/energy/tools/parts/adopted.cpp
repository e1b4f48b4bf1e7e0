// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/tools/parts/adopted.h"

#include <charconv>
#include <map>
#include <utility>

#include "base/crypto.h"
#include "base/text.h"

namespace energy::tools {

namespace {

constexpr std::size_t digits_of_file = 8;  // enough that the ids of two files differ

}  // namespace

AdoptedModel::AdoptedModel(engine::Source source, std::string prefix)
    : source_(std::move(source)), prefix_(std::move(prefix)) {}

std::optional<std::size_t> AdoptedModel::number(std::string_view id) const {
  if (!id.starts_with(prefix_)) return std::nullopt;
  const auto digits = id.substr(prefix_.size());
  std::size_t out = 0;
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), out);
  const bool whole = result.ec == std::errc() && result.ptr == digits.data() + digits.size();
  if (!whole || (digits.size() > 1 && digits.front() == '0') || out >= size()) return std::nullopt;
  return out;
}

kernel::Element AdoptedModel::make(std::size_t number) const {
  return element_of(id(number), source_.body(number), source_.zones(number));
}

std::shared_ptr<const kernel::Element> AdoptedModel::find(std::string_view id) const {
  const auto at = number(id);
  if (!at) return nullptr;
  const std::lock_guard lock(mutex_);
  if (made_.empty()) made_.resize(size());
  auto& made = made_[*at];
  if (!made) made = std::make_shared<const kernel::Element>(make(*at));
  return made;
}

void AdoptedModel::each_id(const std::function<void(const std::string&)>& visit) const {
  for (std::size_t i = 0; i < size(); ++i) visit(id(i));
}

std::vector<kernel::Touched::Item> AdoptedModel::counted() const {
  std::map<std::pair<std::string, std::vector<std::string>>, std::pair<std::size_t, std::int64_t>> groups;
  for (std::size_t i = 0; i < size(); ++i) {
    const auto* known = source_.facts(i);
    const std::string_view type = known != nullptr ? known->name : source_.type(i);
    const auto [group, is_new] = groups.try_emplace({std::string(type), source_.zones(i)}, i, 0);
    ++group->second.second;
  }
  std::vector<kernel::Touched::Item> out;
  for (const auto& [group, members] : groups) {
    const auto first = make(members.first);
    out.push_back({.needs = Permission::create,
                   .id = first.id,
                   .category = first.category,
                   .levels = first.levels,
                   .times = members.second});
  }
  return out;
}

Result<kernel::SharedAdopted> expand(std::string_view kind, std::string_view bytes, const std::string& sha256) {
  if (kind != adopted_kind) {
    return fail(Code::unavailable, "models of the kind " + base::printable(kind, 80) + " cannot be read", {},
                "A newer Lintel may have written it.");
  }
  engine::Source source = TRY(engine::Source::read(std::string(bytes)));
  return std::make_shared<const AdoptedModel>(std::move(source), "energy:" + sha256.substr(0, digits_of_file) + "-");
}

kernel::Element element_of(std::string id, Json body, std::vector<std::string> zones) {
  kernel::Element element;
  element.id = std::move(id);
  element.category = body.text("type");
  element.levels = std::move(zones);
  element.body = std::move(body);
  return element;
}

kernel::Parts divide(const kernel::Element& element) {
  if (element.body.find("type") == nullptr) return {{}, {}, std::string(element.body.text("name"))};
  return {{}, base::sha256_hex(element.body.dump()), engine::label_of(element.body)};
}

}  // namespace energy::tools
