// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domains/ids/tools/shared.h"

// The head of a document, for the tools that write it.
namespace ids::tools {

inline constexpr std::size_t max_text = 10'000;

// A title, and a date that is one.
Result<void> check_info(const doc::Info& info);

}  // namespace ids::tools
