// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/step/step.h"

namespace formats::step {

// Gathers problems up to a limit and turns places into lines. Not thread-safe.
class Problems {
 public:
  Problems(std::string_view bytes, std::size_t most) : bytes_(bytes), most_(most) {}
  void add(std::size_t place, std::uint32_t id, std::string message);
  // By line; one that counts the rest comes last.
  std::vector<Problem> finish() &&;

 private:
  std::int64_t line(std::size_t place);

  std::string_view bytes_;
  std::size_t most_;
  std::vector<Problem> list_;
  std::size_t more_ = 0;
  std::size_t counted_to_ = 0;  // lines are counted from the last place on: problems come mostly in order
  std::int64_t counted_ = 1;
};

// Lines that end before `to`, from `from` on.
std::int64_t line_ends(std::string_view bytes, std::size_t from, std::size_t to);

}  // namespace formats::step
