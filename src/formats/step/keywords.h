// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace formats::step {

// The names of entities, each once and in upper case, numbered in the order they were met.
class Keywords {
 public:
  Keywords();
  // The number of a name in any case; nullopt where there would be more than 65535.
  std::optional<std::uint16_t> number(std::string_view written);
  std::optional<std::uint16_t> find(std::string_view upper) const;
  const std::vector<std::string>& names() const { return names_; }

 private:
  struct Slot {
    std::string spelling;
    std::uint16_t number = 0;
    bool used = false;
  };
  std::size_t slot_of(std::string_view spelling) const;
  void add(std::string_view spelling, std::uint16_t number);

  std::vector<std::string> names_;
  std::vector<Slot> slots_;  // a power of two, at most half full; other spellings have their own
  std::size_t used_ = 0;
};

}  // namespace formats::step
