// SPDX-License-Identifier: Apache-2.0
#include "formats/step/id_index.h"

#include <algorithm>

namespace formats::step {

IdIndex::IdIndex(std::span<const File::Record> records) {
  if (records.empty()) return;
  const auto [lowest, highest] = std::ranges::minmax(records, {}, &File::Record::id);
  lowest_ = lowest.id;
  highest_ = highest.id;
  while (part(highest_) >= records.size()) ++shift_;
  count(records);
  const auto ascending = [](const File::Record& a, const File::Record& b) { return a.id >= b.id; };
  if (std::ranges::adjacent_find(records, ascending) != records.end()) sort(records);
}

void IdIndex::count(std::span<const File::Record> records) {
  starts_.assign(part(highest_) + 2, 0);
  for (const auto& each : records) ++starts_[part(each.id) + 1];
  for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
}

// Into their parts first, in the order of the file; then within each.
void IdIndex::sort(std::span<const File::Record> records) {
  order_.resize(records.size());
  for (std::size_t i = 0; i < records.size(); ++i) order_[starts_[part(records[i].id)]++] = static_cast<File::Index>(i);
  // Every start has moved to the end of its part, which is the next one's start.
  std::copy_backward(starts_.begin(), starts_.end() - 1, starts_.end());
  starts_[0] = 0;
  const auto before = [&](File::Index a, File::Index b) {
    return records[a].id != records[b].id ? records[a].id < records[b].id : a < b;
  };
  for (std::size_t i = 0; i + 1 < starts_.size(); ++i)
    std::sort(order_.begin() + starts_[i], order_.begin() + starts_[i + 1], before);
}

std::optional<File::Index> IdIndex::find(std::span<const File::Record> records, std::uint32_t id) const {
  if (starts_.empty() || id < lowest_ || id > highest_) return std::nullopt;
  std::size_t low = starts_[part(id)], high = starts_[part(id) + 1];
  const std::size_t end = high;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (records[at(middle)].id < id) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == end || records[at(low)].id != id) return std::nullopt;
  return at(low);
}

std::vector<File::Index> IdIndex::repeated(std::span<const File::Record> records) const {
  std::vector<File::Index> found;
  for (std::size_t i = 1; i < order_.size(); ++i) {
    if (records[order_[i]].id == records[order_[i - 1]].id) found.push_back(order_[i]);
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace formats::step
