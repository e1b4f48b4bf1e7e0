// SPDX-License-Identifier: Apache-2.0
#include "formats/step/problems.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/swar.h"

namespace formats::step {

std::int64_t line_ends(std::string_view bytes, std::size_t from, std::size_t to) {
  std::int64_t count = 0;
  for (; from + 8 <= to; from += 8) {
    const std::uint64_t word = base::swar::load(bytes.data() + from);
    count += std::popcount(base::swar::equal_to(word, '\n'));
  }
  return count + std::ranges::count(bytes.substr(from, to - from), '\n');
}

std::int64_t Problems::line(std::size_t place) {
  if (place < counted_to_) {
    counted_to_ = 0;
    counted_ = 1;
  }
  counted_ += line_ends(bytes_, counted_to_, place);
  counted_to_ = place;
  return counted_;
}

void Problems::add(std::size_t place, std::uint32_t id, std::string message) {
  if (list_.size() >= most_) {
    ++more_;
    return;
  }
  Problem problem{line(place), id, std::move(message)};
  const auto where = std::ranges::upper_bound(list_, problem.line, {}, &Problem::line);
  list_.insert(where, std::move(problem));
}

std::vector<Problem> Problems::finish() && {
  if (more_ > 0) {
    const std::int64_t last = list_.empty() ? 1 : list_.back().line;
    list_.push_back({last, 0, std::to_string(more_) + " more problems are not listed"});
  }
  return std::move(list_);
}

}  // namespace formats::step
