// SPDX-License-Identifier: Apache-2.0
#include "formats/step/keywords.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "base/text.h"

namespace formats::step {
namespace {

constexpr std::size_t most_names = std::numeric_limits<std::uint16_t>::max();
constexpr std::size_t most_spellings = 2 * most_names;

std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9e37'79b9'7f4a'7c15U;
  return hash ^ hash >> 32;
}

std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = text.size();
  while (!text.empty()) {
    std::uint64_t word = 0;
    const std::size_t size = std::min(text.size(), sizeof word);
    std::memcpy(&word, text.data(), size);
    hash = mixed(hash, word);
    text.remove_prefix(size);
  }
  return hash;
}

}  // namespace

Keywords::Keywords() : slots_(1024) {}

// Where the spelling is, or would be.
std::size_t Keywords::slot_of(std::string_view spelling) const {
  std::size_t at = hash_of(spelling) & (slots_.size() - 1);
  while (slots_[at].used && slots_[at].spelling != spelling) at = (at + 1) & (slots_.size() - 1);
  return at;
}

void Keywords::add(std::string_view spelling, std::uint16_t number) {
  if (2 * (used_ + 1) > slots_.size()) {
    std::vector<Slot> before(slots_.size() * 2);
    before.swap(slots_);
    for (auto& slot : before) {
      if (slot.used) slots_[slot_of(slot.spelling)] = std::move(slot);
    }
  }
  slots_[slot_of(spelling)] = {std::string(spelling), number, true};
  ++used_;
}

std::optional<std::uint16_t> Keywords::find(std::string_view upper) const {
  const Slot& slot = slots_[slot_of(upper)];
  if (!slot.used) return std::nullopt;
  return slot.number;
}

std::optional<std::uint16_t> Keywords::number(std::string_view written) {
  if (const auto known = find(written)) return known;
  const std::string name = base::upper_ascii(written);
  auto number = find(name);
  if (!number) {
    if (names_.size() >= most_names) return std::nullopt;
    number = static_cast<std::uint16_t>(names_.size());
    names_.push_back(name);
    add(name, *number);
  }
  if (written != name && used_ < most_spellings) add(written, *number);
  return number;
}

}  // namespace formats::step
