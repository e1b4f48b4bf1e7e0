// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "domains/energy/engine/model/model.h"
#include "formats/idf/edit.h"

// A model after edits, made of the one before and of what was written since: the cost goes with the edits, not with the
// file.
namespace energy::engine {

// What became of one object, read once.
struct Patch {
  std::shared_ptr<const Model> alone;  // the object as a model of its own; null: it was removed
  formats::idf::Edits::Growth growth;  // of the file
};

// Of an object of an IDF model that was read from one file, by its number there; null: it is removed.
base::Result<Patch> patch_of(const Model& model, std::size_t number, const base::Json* body);
// Of a new object.
base::Result<Patch> patch_of_new(const Model& model, const base::Json& body);

// As Overlay (document.h).
struct Patches {
  std::vector<std::pair<std::size_t, const Patch*>> changed;  // by number, rising
  std::vector<const Patch*> added;
};

// The model with the patches laid over it, equal to reading the file that would come out. `read` does that, when
// somebody needs it. nullopt where it takes reading to know: epJSON, objects that are not understood, files above the
// limit.
std::optional<Model> laid(std::shared_ptr<const Model> model, const Patches& patches, std::function<Model()> read);

}  // namespace energy::engine
