// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "domains/floorplan/engine/modify/actions.h"
#include "domains/floorplan/engine/modify/draft.h"

namespace floorplan::engine {

// One function per action, of its name: edits the draft and returns a sentence on what was done. An error says what
// was wrong with the request and where ("target", "params.…"); what the draft then holds is thrown away. An action
// that needs a target is only called with one. Whether the new text is a good plan is for the caller to see.
#define MODIFY_ACTION(Struct, name, what_target_names, brief, doc, ...) \
  Result<std::string> name(Draft& draft, const std::string& target, const action::Struct& given);
#include "domains/floorplan/engine/modify/actions.def"

}  // namespace floorplan::engine
