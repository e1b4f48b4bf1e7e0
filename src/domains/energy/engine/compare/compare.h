// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "domains/energy/engine/model/model.h"

namespace energy::engine {

// How one model differs from another: by objects and fields, not by lines of a file. Objects are matched by type and
// name, those without names by what they hold. Formats, comments and order do not matter.
struct ModelDifference {
  struct Changed {
    std::string type, name;
    std::vector<std::string> fields;  // "x_origin: 0 → 5"
  };
  struct Named {
    std::string type, name;
  };
  std::vector<Named> added, removed;
  std::vector<Changed> changed;
  bool empty() const { return added.empty() && removed.empty() && changed.empty(); }
};
ModelDifference compare(const Model& before, const Model& after);

}  // namespace energy::engine
