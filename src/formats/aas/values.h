// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

#include "formats/aas/metamodel.h"

// The value spaces of strings. Pure.
namespace formats::aas {

// AASd-130: tab, line feed, carriage return, and from U+0020 on all but U+FFFE and U+FFFF. The text is UTF-8.
bool has_only_xml_characters(std::string_view text);

// XML Schema 1.0 part 2 as aas-core reads it: no year zero, year -1 is 1 BCE. The text begins with year-month-day in
// the form of the pattern, and the answer is whether there was such a day.
bool is_day_of_calendar(std::string_view date);

// Base64 as Python's b64decode reads it: what is outside of the alphabet is passed over.
enum class Base64 : std::uint8_t { good, strange_characters, bad };
Base64 look_at_base64(std::string_view text);

// Whether a text is a value of an xs: type ("xs:int"): patterns, then limits and calendars.
class ValueTypes {
 public:
  explicit ValueTypes(const Metamodel& model);
  // False as well for a type that is none.
  bool has(std::string_view type, std::string_view text) const;

 private:
  struct Type {
    std::string_view name;
    const Pattern* pattern = nullptr;
    bool (*limits)(std::string_view text) = nullptr;  // of what matches the pattern; null: none
  };
  std::vector<Type> types_;
};

}  // namespace formats::aas
