// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "domains/energy/engine/model/edit.h"
#include "domains/energy/engine/references/references.h"

namespace energy::engine {

// What a rename changes, and what it leaves to the caller.
struct Rename {
  std::vector<TextEdit> edits;  // the name itself first
  std::size_t references = 0;   // of the edits: values whose field refers to the object by its lists
  std::size_t keys = 0;         // of the edits: keys of outputs, sensors, actuators that can mean this object only

  // A place where the old name stands and that may or may not mean the object: never changed.
  struct Mention {
    std::size_t object = 0, reading = 0;
    std::string_view
        why;  // "two objects have this name", "program text", "part of a longer name", "meter", "free text"
  };
  std::vector<Mention> mentions;
};

// Renames an object and whatever refers to it. Fails for unnamed types, a blank name, a name that cannot stand in the
// file, and one that another object of the type has already.
base::Result<Rename> rename(const Model& model, const References& references, std::size_t object,
                            std::string_view name);

}  // namespace energy::engine
