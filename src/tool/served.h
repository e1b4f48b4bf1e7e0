// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tool/registry.h"

// Advice that can be followed: which tools a client sees is a choice, and what it is told must not name others.
namespace tool {

// The text without the sentences that name a tool which is not in `served`. Where one goes, a sentence at the end says
// which toolset would help.
std::string naming_served(const std::string& text, const Registry& registry, const Catalogue& served);

// The same for every hint of an error's answer, in its structure and in its content. A message that ends with such
// advice
// ("No model loaded. Use load_model first.") ends before it.
void name_served(Answer& error, const Registry& registry, const Catalogue& served);

}  // namespace tool
