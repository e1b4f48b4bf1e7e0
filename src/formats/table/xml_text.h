// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

// Text as it may stand in XML 1.0, between tags and in attributes.
namespace formats::table {

// Escaped, always well-formed: what is no UTF-8 or no XML character (2.2) is replaced by U+FFFD, so that nothing a
// model or a caller says can end an element, an attribute or a CDATA section.
void append_xml_text(std::string& out, std::string_view text);
std::string xml_text(std::string_view text);

}  // namespace formats::table
