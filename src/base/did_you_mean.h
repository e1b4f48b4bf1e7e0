// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

// The hint for a name that is not known: what was probably meant, and what there is. Pure.
namespace base {

struct HintParts {
  std::string_view quote = "`";  // around the name: `, ', " or nothing
  std::string_view otherwise;    // the sentence where no name is near enough
  std::string_view besides;      // a sentence that follows in either case
};

// "Did you mean `X`?" with the candidate that is nearest to `word`.
std::string did_you_mean(std::string_view word, std::span<const std::string> candidates, const HintParts& parts = {});
// The same for who has asked for the nearest already, to offer it as a correction too.
std::string did_you_mean(const std::optional<std::string>& near, const HintParts& parts = {});

// "Known: A, B."
std::string listing(std::string_view label, std::span<const std::string> names);

}  // namespace base
