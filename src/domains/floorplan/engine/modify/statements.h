// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "domains/floorplan/engine/modify/draft.h"

// Where new statements go, in the strict grammar's order: defines, styles, config, floors, connections, vertical
// links. Each function gives the last statement of its kind; where there is none, the last of the kind before it;
// at the very last the plan's header.
namespace floorplan::engine {

words::Span last_style(const words::Document& document);
words::Span last_floor(const words::Document& document);
words::Span last_connection(const words::Document& document);
words::Span last_vertical(const words::Document& document);

// A new statement after one of those.
void insert_after(Draft& draft, words::Span previous, const std::string& statement);

}  // namespace floorplan::engine
