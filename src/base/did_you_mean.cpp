// SPDX-License-Identifier: Apache-2.0
#include "base/did_you_mean.h"

#include "base/text.h"

namespace base {

std::string did_you_mean(const std::optional<std::string>& near, const HintParts& parts) {
  std::string out(parts.otherwise);
  if (near) out = std::string("Did you mean ").append(parts.quote).append(*near).append(parts.quote).append("?");
  if (!out.empty() && !parts.besides.empty()) out += ' ';
  return out.append(parts.besides);
}

std::string did_you_mean(std::string_view word, std::span<const std::string> candidates, const HintParts& parts) {
  return did_you_mean(nearest(word, candidates), parts);
}

std::string listing(std::string_view label, std::span<const std::string> names) {
  return std::string(label) + ": " + join(names, ", ") + ".";
}

}  // namespace base
