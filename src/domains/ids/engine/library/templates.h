// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "base/result.h"
#include "formats/ids/document.h"

// Ready-made specifications to begin with (src/domains/ids/engine/templates/*.ids, embedded).
namespace ids::engine {

struct Template {
  std::string_view name;   // "fire-safety"
  std::string_view title;  // "Fire safety"
  std::string_view doc;    // one sentence
  std::string_view xml;
};
std::span<const Template> templates();
// Unknown names are errors with the nearest match.
base::Result<formats::ids::Document> from_template(std::string_view name);

}  // namespace ids::engine
