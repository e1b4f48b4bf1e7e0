// SPDX-License-Identifier: Apache-2.0
#include "formats/table/xml_text.h"

#include <gtest/gtest.h>

namespace formats::table {
namespace {

TEST(XmlText, MarkupIsEscaped) {
  EXPECT_EQ(xml_text("a < b & \"c\" > 'd'"), "a &lt; b &amp; &quot;c&quot; &gt; &#39;d&#39;");
  EXPECT_EQ(xml_text("]]>"), "]]&gt;");
}

TEST(XmlText, WhatXmlForbidsIsReplaced) {
  EXPECT_EQ(xml_text(std::string_view("a\0b\x01\x1f", 5)), "a\uFFFDb\uFFFD\uFFFD");
  EXPECT_EQ(xml_text("\xEF\xBF\xBE|\xEF\xBF\xBF"), "\uFFFD|\uFFFD");
  EXPECT_EQ(xml_text("caf\xE9"), "caf\uFFFD");
}

TEST(XmlText, LineBreaksComeBackAsTheyWere) { EXPECT_EQ(xml_text("a\r\nb\tc"), "a&#13;\nb\tc"); }

TEST(XmlText, OtherTextStays) { EXPECT_EQ(xml_text("Außenwand 墙 🏠 \uFFFC"), "Außenwand 墙 🏠 \uFFFC"); }

}  // namespace
}  // namespace formats::table
