// SPDX-License-Identifier: Apache-2.0
#include "base/xml_text.h"

#include "base/text.h"

namespace base {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

// What stands for a character; nothing where it may stand itself.
std::string_view escape_of(char c, XmlPlace place) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";  // always: "]]>" is not allowed in text (2.4)
    case '\r':
      return "&#13;";  // a bare one would be read as a line feed (2.11)
    case '"':
      return place == XmlPlace::text ? "" : "&quot;";
    case '\'':
      return place == XmlPlace::either ? "&#39;" : "";
    case '\n':
      return place == XmlPlace::attribute ? "&#10;" : "";  // would be read as a blank (3.3.3)
    case '\t':
      return place == XmlPlace::attribute ? "&#9;" : "";
    default:
      return static_cast<unsigned char>(c) < 0x20 ? replacement : "";
  }
}

}  // namespace

// XML 1.0, 2.2: Char excludes most control characters, surrogates (no UTF-8 either), U+FFFE and U+FFFF.
void append_xml_text(std::string& out, std::string_view text, XmlPlace place) {
  if (!valid_utf8(text)) return append_xml_text(out, printable(text, text.size() * 3), place);
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view three = text.substr(at, 3);
    if (three == "\xEF\xBF\xBE" || three == "\xEF\xBF\xBF") {
      out += replacement;
      at += 2;
    } else if (const auto escape = escape_of(text[at], place); !escape.empty()) {
      out += escape;
    } else {
      out.push_back(text[at]);
    }
  }
}

std::string xml_text(std::string_view text, XmlPlace place) {
  std::string out;
  out.reserve(text.size() + (text.size() / 8));
  append_xml_text(out, text, place);
  return out;
}

}  // namespace base
