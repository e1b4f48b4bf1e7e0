// SPDX-License-Identifier: Apache-2.0
#include "formats/opc/names.h"

#include <gtest/gtest.h>

namespace formats::opc {
namespace {

TEST(Names, MembersBecomeParts) {
  EXPECT_EQ(part_name("aasx/aasx-origin").value(), "/aasx/aasx-origin");
  EXPECT_EQ(part_name("aasx/files/Stück 1.pdf").value(), "/aasx/files/Stück 1.pdf");
  EXPECT_EQ(part_name("aasx/St\xFC"
                      "ck.pdf")
                .value(),
            "/aasx/St%FCck.pdf");
  EXPECT_EQ(part_name("100%.pdf").value(), "/100%.pdf");
}

TEST(Names, LeadingOutIsRefused) {
  for (const std::string_view bad : {"../x", "a/../x", "a/%2e%2e/x", "a/..", ".", "/etc/passwd", "C:/x", "a\\..\\x",
                                     "%5c%5cserver", "a//b", "", "a\nb", "a%00b"}) {
    EXPECT_FALSE(part_name(bad).ok()) << bad;
  }
  EXPECT_FALSE(part_name(std::string_view("a\0b", 3)).ok());
}

TEST(Names, AreEquivalentInEitherCaseAndEncoded) {
  EXPECT_EQ(equivalent("/AASX/My%20File.PDF"), equivalent("/aasx/my file.pdf"));
  EXPECT_NE(equivalent("/a"), equivalent("/b"));
}

TEST(Names, TargetsAreRelativeToTheirSource) {
  EXPECT_EQ(resolved("/", "docProps/core.xml"), "/docProps/core.xml");
  EXPECT_EQ(resolved("/aasx/aasx-origin", "xml/content.xml"), "/aasx/xml/content.xml");
  EXPECT_EQ(resolved("/aasx/xml/content.xml", "../files/a.pdf#page=2"), "/aasx/files/a.pdf");
  EXPECT_EQ(resolved("/a/b", "../../../../etc/passwd"), "/etc/passwd");  // a name in the package, nothing more
  EXPECT_EQ(resolved("/a/b", "/c/./d"), "/c/d");
  EXPECT_EQ(resolved("/", "https://example.com/x"), std::nullopt);
  EXPECT_EQ(resolved("/", "//server/x"), std::nullopt);
  EXPECT_EQ(resolved("/", "mailto:a@b"), std::nullopt);
  EXPECT_EQ(resolved("/", "#fragment"), std::nullopt);
}

TEST(Names, RelationshipsHaveAPlace) {
  EXPECT_EQ(relationships_of("/"), "/_rels/.rels");
  EXPECT_EQ(relationships_of("/aasx/aasx-origin"), "/aasx/_rels/aasx-origin.rels");
  EXPECT_EQ(source_of("/_rels/.rels"), "/");
  EXPECT_EQ(source_of("/aasx/_rels/aasx-origin.rels"), "/aasx/aasx-origin");
  EXPECT_EQ(source_of("/aasx/_Rels/x.RELS"), "/aasx/x");
  EXPECT_EQ(source_of("/aasx/_rels/.rels"), std::nullopt);
  EXPECT_EQ(source_of("/rels/x.rels"), std::nullopt);
  EXPECT_EQ(source_of("/my_rels/x.rels"), std::nullopt);
  EXPECT_EQ(extension_of("/a.b/c"), "");
  EXPECT_EQ(extension_of("/a/c.d.xml"), "xml");
}

}  // namespace
}  // namespace formats::opc
