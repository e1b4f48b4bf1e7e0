// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domains/aas/engine/edit/draft.h"
#include "domains/aas/engine/validate/validate.h"

// Model references that an edit leaves without what they lead to.
namespace aas::engine {

// Warnings for references that lead nowhere in `now` and did not stand so `before`: what the edit wrote, and what
// refers to something that it takes away, moves or renames. `now` is the document with what is `changed`. Quick where
// the edit does neither. What lies within an operation is left to the check of the whole document.
Findings references_lost(const Nodes& before, const Nodes& now, const Draft::Changed& changed, Version version);

}  // namespace aas::engine
