// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "domains/floorplan/engine/plan/plan.h"

// The words on a drawing. Part of draw(); not for others.
namespace floorplan::engine {

// A text for one line: no control characters, at most `max_chars` characters.
std::string one_line(std::string_view text, std::size_t max_chars);
// LivingRoom → Living Room, guest_wc → guest wc.
std::string spaced(std::string_view name);
// What stands in the room: its label, else its name.
std::string shown_name(std::string_view name, std::string_view label);
// In two or three lines of similar length; just the text if it is one word.
std::vector<std::string> wrapped(const std::string& text, std::size_t lines);
// A usual abbreviation; empty if there is none.
std::string abbreviated(const std::string& text);

// "3.50", "3500", "11' 6\"": without the unit's name, which stands once beside it.
std::string bare_length(double metres, words::LengthUnit unit);
// "14.0 m²", "1 240 m²"
std::string shown_area(double square_metres, words::AreaUnit unit);
// "4.00 × 3.50 m", "13' × 11' 6\""
std::string show_size(double width, double height, words::LengthUnit unit);

}  // namespace floorplan::engine
