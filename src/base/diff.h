// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace base {

// The difference of two texts in unified format with three lines of context; empty if they are the same.
// Smallest for ordinary edits. Where more than `max_changes` lines differ, the changed middle comes as one
// block, so the time stays bounded.
std::string unified_diff(std::string_view before, std::string_view after, std::string_view name,
                         std::size_t max_changes = 1000);

}  // namespace base
