// SPDX-License-Identifier: Apache-2.0
#include "formats/table/xml_text.h"

#include "base/text.h"

namespace formats::table {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

// XML 1.0, 2.2: Char excludes most control characters, surrogates (no UTF-8 either), U+FFFE and U+FFFF.
void append_character(std::string& out, std::string_view text, std::size_t& at) {
  const char c = text[at];
  switch (c) {
    case '&':
      out += "&amp;";
      break;
    case '<':
      out += "&lt;";
      break;
    case '>':
      out += "&gt;";
      break;  // always: "]]>" is not allowed in text (2.4)
    case '"':
      out += "&quot;";
      break;
    case '\'':
      out += "&#39;";
      break;
    case '\r':
      out += "&#13;";
      break;  // a bare one would be read as a line feed (2.11)
    default: {
      const std::string_view three = text.substr(at, 3);
      if (three == "\xEF\xBF\xBE" || three == "\xEF\xBF\xBF") {
        out += replacement;
        at += 3;
        return;
      }
      const auto byte = static_cast<unsigned char>(c);
      if (byte < 0x20 && c != '\n' && c != '\t') {
        out += replacement;
      } else {
        out.push_back(c);
      }
    }
  }
  ++at;
}

}  // namespace

void append_xml_text(std::string& out, std::string_view text) {
  if (!base::valid_utf8(text)) {
    const std::string repaired = base::printable(text, text.size() * 3);
    append_xml_text(out, repaired);
    return;
  }
  for (std::size_t at = 0; at < text.size();) append_character(out, text, at);
}

std::string xml_text(std::string_view text) {
  std::string out;
  out.reserve(text.size() + (text.size() / 8));
  append_xml_text(out, text);
  return out;
}

}  // namespace formats::table
