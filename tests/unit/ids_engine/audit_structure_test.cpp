// SPDX-License-Identifier: Apache-2.0
// What is known of the shape of a document where the XSD is not at hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "base/files.h"
#include "domains/ids/engine/audit/audit.h"
#include "with_xsd.h"

namespace ids::engine {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::string_view good = R"(<?xml version="1.0"?>
<ids xmlns="http://standards.buildingsmart.org/IDS" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<info><title>T</title><author>a@b.org</author><date>2026-02-28</date></info>
<specifications><specification name="S" ifcVersion="IFC4">
<applicability maxOccurs="unbounded"><entity><name><simpleValue>IFCWALL</simpleValue></name></entity></applicability>
<requirements>
<attribute cardinality="required"><name><simpleValue>Name</simpleValue></name><value><xs:restriction base="xs:string"><xs:pattern value="W.*"/></xs:restriction></value></attribute>
<property dataType="IFCLABEL" uri="urn:x"><propertySet><simpleValue>My_Set</simpleValue></propertySet><baseName><simpleValue>B</simpleValue></baseName></property>
</requirements></specification></specifications></ids>)";

std::string with(std::string_view old, std::string_view other) {
  std::string xml(good);
  const auto at = xml.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return at == std::string::npos ? xml : xml.replace(at, old.size(), other);
}

struct Broken {
  std::string_view old, other, message, position;
};
void PrintTo(const Broken& broken, std::ostream* out) { *out << broken.message << " at " << broken.position; }

class BrokenShape : public ::testing::TestWithParam<Broken> {};

TEST_P(BrokenShape, IsFoundWithoutTheXsd) {
  const auto [old, other, message, position] = GetParam();
  const auto report = audit_bytes(with(old, other), {});
  EXPECT_TRUE(report.structure_error);
  EXPECT_THAT(report.note, HasSubstr("not validated against the XSD"));
  ASSERT_FALSE(report.findings.empty());
  EXPECT_EQ(report.findings[0].code, 306);
  EXPECT_THAT(report.findings[0].message, HasSubstr(std::string(message)));
  EXPECT_EQ(report.findings[0].position, position);
  EXPECT_GT(report.findings[0].line, 1);
}

constexpr std::string_view specification = "/ids/specifications/specification[1]";
const Broken broken[] = {
    {"<title>T</title>", "", "<info> lacks <title>", "/ids/info"},
    {"<title>T</title><author>a@b.org</author>", "<author>a@b.org</author><title>T</title>", "another order",
     "/ids/info/title"},
    {"a@b.org", "Anna", "e-mail address", "/ids/info/author"},
    {"2026-02-28", "28.2.2026", "xs:date", "/ids/info/date"},
    {"2026-02-28", "2026-02-29", "xs:date", "/ids/info/date"},
    {" name=\"S\"", "", "lacks the attribute \"name\"", specification},
    {" name=\"S\"", " name=\"S\" colour=\"red\"", "no attribute \"colour\"", specification},
    {" name=\"S\"", " name=\"S\" xml:lang=\"en\"", "no attribute \"lang\"", specification},
    {"</entity></applicability>",
     "</entity><entity><name><simpleValue>IFCWALL</simpleValue></name></entity></applicability>", "one <entity>",
     "/ids/specifications/specification[1]/applicability/entity[2]"},
    {"<applicability maxOccurs=\"unbounded\"><entity>",
     "<applicability maxOccurs=\"unbounded\"><entity instructions=\"look\">", "\"instructions\"",
     "/ids/specifications/specification[1]/applicability/entity[1]"},
    {"</entity></applicability>",
     "</entity><attribute cardinality=\"required\"><name><simpleValue>Name</simpleValue></name></attribute>"
     "</applicability>",
     "\"cardinality\"", "/ids/specifications/specification[1]/applicability/attribute[1]"},
    {"<requirements>",
     "<requirements><partOf><entity instructions=\"look\"><name><simpleValue>IFCSPACE</simpleValue></name></entity>"
     "</partOf>",
     "\"instructions\"", "/ids/specifications/specification[1]/requirements/partOf[1]/entity"},
    {"<baseName><simpleValue>B</simpleValue></baseName>", "", "<property> lacks <baseName>",
     "/ids/specifications/specification[1]/requirements/property[1]"},
};
INSTANTIATE_TEST_SUITE_P(EveryKind, BrokenShape, ::testing::ValuesIn(broken));

TEST(WithoutTheXsd, AGoodDocumentIsGood) {
  const auto report = audit_bytes(good, {});
  EXPECT_TRUE(report.ok());
  EXPECT_THAT(report.findings, IsEmpty());
}

// The XSD and the reader agree on real files whether the shape is right.
TEST(WithoutTheXsd, RealFilesHaveTheSameVerdict) {
  const char* corpora = std::getenv("LINTEL_CORPORA");
  const char* folder = std::getenv("IDS_XSD_CACHE_DIR");
  if (corpora == nullptr || folder == nullptr) GTEST_SKIP() << "LINTEL_CORPORA or IDS_XSD_CACHE_DIR is not set";
  const auto validate = with_xsd(std::string(folder) + "/ids.xsd");
  std::size_t wrong = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(std::string(corpora) + "/ids-audit")) {
    if (entry.path().extension() != ".ids") continue;
    const auto bytes = base::read_file(entry.path(), 64U << 20).value();
    const auto validated = audit_bytes(bytes, validate);
    ASSERT_TRUE(validated.note.empty()) << validated.note;
    EXPECT_EQ(audit_bytes(bytes, {}).ok(), validated.ok()) << entry.path();
    wrong += validated.structure_error ? 1 : 0;
  }
  EXPECT_GT(wrong, 10U);
}

// What the two ways to ask say of the shape alone.
std::vector<std::pair<int, std::string>> shape_of(const std::vector<AuditFinding>& findings) {
  std::vector<std::pair<int, std::string>> out;
  for (const auto& each : findings) {
    const bool shape = each.code == 306 || each.code == 307 || each.code >= 500;
    if (shape) out.emplace_back(each.code, each.position + ": " + each.message);
  }
  return out;
}

TEST(AuditStructure, IsThePartOfTheAuditThatIsAboutTheShape) {
  const char* folder = std::getenv("IDS_XSD_CACHE_DIR");
  std::vector<std::string> ways{"", "/nowhere/ids.xsd"};
  if (folder != nullptr) ways.push_back(std::string(folder) + "/ids.xsd");
  std::vector<std::string> texts{std::string(good), "", "<a", "<a/>", "\xff", std::string(good) + "<b/>"};
  for (const auto& each : broken) texts.push_back(with(each.old, each.other));
  for (const auto& xsd : ways) {
    const auto validate = with_xsd(xsd);
    for (const auto& xml : texts) {
      const auto alone = audit_structure(xml, validate);
      const auto whole = audit_bytes(xml, validate);
      EXPECT_EQ(shape_of(alone.findings), shape_of(whole.findings)) << xsd << '\n' << xml;
      EXPECT_EQ(alone.note, whole.note) << xsd << '\n' << xml;
    }
  }
}

}  // namespace
}  // namespace ids::engine
