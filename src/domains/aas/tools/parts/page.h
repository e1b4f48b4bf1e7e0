// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domains/aas/engine/templates/templates.h"
#include "domains/aas/tools/parts/document.h"

// The page of the open document, which clients show beside a tool's answer.
namespace aas::tools {

inline constexpr const char* document_page = "ui://lintel/aas";

// Holds what the page needs; its data is only made where a client shows pages. What waits is shown beside what is
// there, so `view` is the committed state; `waiting` is how many changes do.
Result<tool::Extras> shown_on_page(const View& view, const engine::Templates& known, std::int64_t waiting);

}  // namespace aas::tools
