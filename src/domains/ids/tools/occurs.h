// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domains/ids/tools/shared.h"

// Rules of a specification's own attributes, for the tools that write them.
namespace ids::tools {

// Numbers or texts as the seed takes them. IDS has three pairs: 0..unbounded optional, 1..unbounded required,
// 0..0 prohibited; anything else is refused with these.
Result<void> set_occurs(doc::Specification& specification, const Json& min_occurs, const Json& max_occurs);
// The same by name.
void set_occurs(doc::Specification& specification, Occurrence occurrence);
}  // namespace ids::tools
