// SPDX-License-Identifier: Apache-2.0
#include "base/xml_text.h"

#include <gtest/gtest.h>

namespace base {
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

TEST(XmlText, EscapesNoMoreThanItsPlaceNeeds) {
  EXPECT_EQ(xml_text("\"a\"\n\t'b' < \r", XmlPlace::text), "\"a\"\n\t'b' &lt; &#13;");
  EXPECT_EQ(xml_text("\"a\"\n\t'b' < \r", XmlPlace::attribute), "&quot;a&quot;&#10;&#9;'b' &lt; &#13;");
}

TEST(XmlText, OtherTextStays) { EXPECT_EQ(xml_text("Außenwand 墙 🏠 \uFFFC"), "Außenwand 墙 🏠 \uFFFC"); }

}  // namespace
}  // namespace base
