// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/floorplan/document.h"

namespace formats::floorplan {

// The document as text in one canonical layout, in the strict dialect's order, without comments:
// parse(print(d)) is the same model as d.
std::string print(const Document& document);
// Single statements, for edits that insert one. No indentation before, no line end after. A name or label
// that cannot stand as it is comes out quoted and escaped.
std::string print(const Room& room, int indent = 0);
std::string print(const Stair& stair);
std::string print(const Lift& lift);
std::string print(const Connection& connection);
std::string print(const Vertical& vertical);
std::string print(const Style& style);
std::string print(const Define& define);
std::string print(const Wall& wall);
std::string print(const RelativePosition& relative);
std::string print(const Size& size);
std::string print(const Point& point);
std::string print(const Length& length);
// 3, 2.5, -0.75: the shortest decimal form that reads back the same; never an exponent.
std::string print_number(double number);
// A name or string as the language can read it: plain if it can be, else quoted (escapes \" and \\).
std::string print_name(std::string_view name);
std::string print_string(std::string_view text);

// Re-lays out a text: indentation, spaces, one statement a line. Comments, order and blank lines between
// groups stay; the model is the same. A text with syntax errors comes back unchanged.
std::string format(std::string_view source);

// Applies edits (any order; they must not overlap) to a text.
std::string apply(std::string_view source, std::vector<Edit> edits);

}  // namespace formats::floorplan
