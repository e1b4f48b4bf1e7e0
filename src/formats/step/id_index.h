// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "formats/step/step.h"

namespace formats::step {

// Finds records by id. The span of ids is cut into about as many equal parts as there are records; a part knows where
// its records begin in the order of ids. Dense ids are found at once, and no choice of ids makes it slower than a
// binary search. Takes 2 to 4 bytes a record, and 4 more where the file is not in the order of ids.
class IdIndex {
 public:
  explicit IdIndex(std::span<const File::Record> records);
  IdIndex() = default;
  // `records` are those it was made from. The first one where several have the id.
  std::optional<File::Index> find(std::span<const File::Record> records, std::uint32_t id) const;
  // Those whose id an earlier record has, in the order of the file.
  std::vector<File::Index> repeated(std::span<const File::Record> records) const;
  std::size_t bytes() const { return (starts_.size() + order_.size()) * sizeof(File::Index); }

 private:
  std::size_t part(std::uint32_t id) const { return (id - lowest_) >> shift_; }
  File::Index at(std::size_t position) const {
    return order_.empty() ? static_cast<File::Index>(position) : order_[position];
  }
  void count(std::span<const File::Record> records);
  void sort(std::span<const File::Record> records);

  std::uint32_t lowest_ = 0, highest_ = 0;
  unsigned shift_ = 0;
  std::vector<File::Index> starts_;  // one more than there are parts
  std::vector<File::Index> order_;   // records by id; empty where the file is in that order
};

}  // namespace formats::step
