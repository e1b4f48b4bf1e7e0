// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace ids::commands {

// One model that was asked for: a path, or why there is none.
struct ModelFile {
  std::string path;
  base::Result<void> found;  // fails for a folder without models or that cannot be read, and for a pattern in vain
};

// Files as they are given; of a folder all models in it and below (.ifc, .ifczip), in the order of their names; of a
// pattern (* ? and ** for any folders) those that match; each path once. Hidden names are left out, links to folders
// are not followed, and there is an end: 10,000 models of one argument, of which an entry tells.
std::vector<ModelFile> model_files(const std::vector<std::string>& given);

}  // namespace ids::commands
