// SPDX-License-Identifier: Apache-2.0
// Results that name a line can be shown beside it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "domains/ids/engine/audit/audit.h"
#include "domains/ids/engine/report/report.h"
#include "small_models.h"

namespace ids::engine {
namespace {

using namespace small_models;  // NOLINT(google-build-using-namespace)

// Seven lines stand before the first record.
Report report_on(const std::string& records, const std::string& name) {
  const auto model = ifc4(records);
  formats::ids::Document document;
  document.specifications.push_back(specification({entity("IFCWALL")}, {attribute("Name")}));
  return make_report(document, model, check(document, model).value(), name, 0);
}

base::Json places(const Report& report) {
  const auto sarif = base::parse_json(sarif_report({report}));
  base::Json out = base::Json::array();
  for (const auto& result : sarif->at("runs").as_array()[0].at("results").as_array())
    out.push_back(result.at("locations").as_array()[0].at("physicalLocation"));
  return out;
}

const std::string walls = "#1=IFCWALL('1',$,\n$,$,$,$,$,$,$);\n\n#2=IFCWALL('2',$,$,$,$,$,$,$,$);";

TEST(Lines, OfSarifAreThoseWhereRecordsBegin) {
  const auto found = places(report_on(walls, "model.ifc"));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found.as_array()[0].at("region").at("startLine").as_integer(), 8);
  EXPECT_EQ(found.as_array()[1].at("region").at("startLine").as_integer(), 11);
}

TEST(Lines, OfAPackedModelAreNone) {
  const auto found = places(report_on(walls, "model.ifcZIP"));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found.as_array()[0].find("region"), nullptr);
}

TEST(Lines, OfAuditFindingsAreThoseOfFacetsAndSpecifications) {
  const auto report = audit_bytes(R"(<ids xmlns="http://standards.buildingsmart.org/IDS">
<info><title>T</title></info><specifications>
<specification name="A" ifcVersion="IFC4"><applicability maxOccurs="unbounded"/></specification>
<specification name="B" ifcVersion="IFC4"><applicability maxOccurs="unbounded">
<entity><name><simpleValue>IFCWALL</simpleValue></name></entity>
</applicability><requirements>
<attribute><name><simpleValue>Name</simpleValue></name></attribute>
<attribute><name><simpleValue>Nmae</simpleValue></name></attribute>
</requirements></specification>
</specifications></ids>)",
                                  {});
  ASSERT_EQ(report.findings.size(), 2U);
  EXPECT_EQ(report.findings[0].code, 101);
  EXPECT_EQ(report.findings[0].line, 3);
  EXPECT_EQ(report.findings[1].code, 103);
  EXPECT_EQ(report.findings[1].line, 8);
}

}  // namespace
}  // namespace ids::engine
