// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "domains/ids/engine/inspect/census.h"

namespace ids::engine {

// How often which value came. Beyond a few thousand distinct ones the rest is only known to be there.
class Tally {
 public:
  void add(const ModelValue& value) {
    ++total_;
    if (const auto found = counts_.find(value); found != counts_.end()) {
      ++found->second;
    } else if (counts_.size() < max_distinct) {
      counts_.emplace(value, 1);
    }
  }
  std::size_t total() const { return total_; }
  std::vector<ValueUse> uses() const {
    std::vector<ValueUse> out;
    for (const auto& [value, count] : counts_) out.push_back({value, count});
    std::ranges::sort(out, used_more);
    return out;
  }

 private:
  static constexpr std::size_t max_distinct = 4096;
  std::map<ModelValue, std::size_t> counts_;
  std::size_t total_ = 0;
};

}  // namespace ids::engine
