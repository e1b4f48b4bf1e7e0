// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "base/result.h"
#include "domains/energy/engine/model/model.h"

namespace energy::engine {

// A text value that becomes another.
struct TextEdit {
  std::size_t object = 0;   // of Model::objects()
  std::size_t reading = 0;  // of Model::all_readings(), one of that object's
  std::string text;
};

// The model's file after the edits, in its own format. Everything else keeps its bytes. Fails where a text cannot stand
// in an IDF file.
base::Result<std::string> edited(const Model& model, std::span<const TextEdit> edits);

}  // namespace energy::engine
