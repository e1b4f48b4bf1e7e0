// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/tools/parts/patches.h"

namespace aas::tools {

Result<std::vector<Patch>> patches_from(const std::vector<Json>& list, const std::string& argument) {
  std::vector<Patch> out;
  for (std::size_t i = 0; i < list.size(); ++i) {
    auto patch = engine::patch_from_json(list[i]);
    if (!patch.ok()) {
      base::Error error = std::move(patch).error();
      error.path = argument + "[" + std::to_string(i) + "]" + (error.path.empty() ? "" : "." + error.path);
      return error;
    }
    out.push_back(*std::move(patch));
  }
  return out;
}

}  // namespace aas::tools
