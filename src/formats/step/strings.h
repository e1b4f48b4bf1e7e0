// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

// Strings of ISO 10303-21, 6.4.3, from and to UTF-8.
namespace formats::step {

// What stands between the quotes, as valid UTF-8. Directives that are none stay as they are written. Bytes from 0x80
// on, which edition 2 forbids and people write, are UTF-8 where the whole string is, and ISO 8859-1 otherwise. Half a
// surrogate pair and what is not a character become U+FFFD.
std::string decoded(std::string_view written);

// The same the other way, without the quotes: only characters that every edition allows. What is not UTF-8 is taken as
// ISO 8859-1.
std::string encoded(std::string_view text);

// The character of one of the alphabets ISO 8859-1 ('A') to ISO 8859-9 ('I') at 0x80 and above; U+FFFD where it has
// none.
char32_t latin(char page, unsigned char byte);

}  // namespace formats::step
