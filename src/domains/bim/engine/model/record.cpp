// SPDX-License-Identifier: Apache-2.0
#include "domains/bim/engine/model/record.h"

#include <algorithm>
#include <utility>

#include "domains/bim/engine/model/parameters.h"

namespace bim::engine {

Model::Model(std::vector<Record> records) : records_(std::move(records)) {
  std::ranges::sort(records_, {}, &Record::id);
  for (std::size_t i = 0; i < records_.size(); ++i) {
    for (const std::string& id : references(records_[i])) referring_[id].push_back(i);
  }
}

std::optional<Record> Model::find(std::string_view id) const {
  const auto found =
      std::ranges::lower_bound(records_, id, {}, [](const Record& each) -> std::string_view { return each.id; });
  if (found == records_.end() || found->id != id) return std::nullopt;
  return *found;
}

std::vector<Record> Model::referring(std::string_view id) const {
  std::vector<Record> found;
  if (const auto those = referring_.find(id); those != referring_.end()) {
    for (const std::size_t i : those->second) found.push_back(records_[i]);
  }
  return found;
}

std::vector<const Record*> Model::of(std::string_view category) const {
  std::vector<const Record*> found;
  for (const Record& each : records_) {
    if (each.category == category) found.push_back(&each);
  }
  return found;
}

}  // namespace bim::engine
