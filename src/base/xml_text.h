// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

// Text as it may stand in XML 1.0.
namespace base {

// Between tags, in an attribute, or in either: then quotes are escaped too, and an attribute loses its line ends.
enum class XmlPlace : std::uint8_t { text, attribute, either };

// Escaped, always well-formed: what is not UTF-8 or no XML character (2.2) is replaced by U+FFFD, so that nothing a
// model or a caller says can end an element, an attribute or a CDATA section.
void append_xml_text(std::string& out, std::string_view text, XmlPlace place = XmlPlace::either);
std::string xml_text(std::string_view text, XmlPlace place = XmlPlace::either);

}  // namespace base
