// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "domains/ids/engine/report/report.h"

namespace ids::engine {
namespace {

using formats::ifc::Index;
using formats::ifc::Model;

// A wall on a storey with a door in it and a part of it, a second wall that is in itself, and a material.
constexpr const char* house = R"(ISO-10303-21;
HEADER;
FILE_DESCRIPTION((''),'2;1');
FILE_NAME('house.ifc','2026-11-15T10:30:00',('A'),('B'),'toolkit','Some CAD 3','');
FILE_SCHEMA(('IFC4'));
ENDSEC;
DATA;
#1=IFCPROJECT('0YvctVUKr0kugbFTf53O9L',$,'Harbour',$,$,$,$,$,$);
#2=IFCBUILDING('1YvctVUKr0kugbFTf53O9L',$,'House',$,$,$,$,$,$,$,$,$);
#3=IFCBUILDINGSTOREY('2YvctVUKr0kugbFTf53O9L',$,'Ground floor',$,$,$,$,$,$,$);
#4=IFCRELAGGREGATES('3YvctVUKr0kugbFTf53O9L',$,$,$,#2,(#3));
#10=IFCWALL('4YvctVUKr0kugbFTf53O9L',$,'Wall \X2\00E9\X0\',$,'Party wall',$,$,'T-1',.USERDEFINED.);
#11=IFCWALLTYPE('5YvctVUKr0kugbFTf53O9L',$,'W 240',$,$,$,$,$,$,.SOLIDWALL.);
#12=IFCRELDEFINESBYTYPE('6YvctVUKr0kugbFTf53O9L',$,$,$,(#10,#40),#11);
#13=IFCRELCONTAINEDINSPATIALSTRUCTURE('7YvctVUKr0kugbFTf53O9L',$,$,$,(#10),#3);
#20=IFCOPENINGELEMENT('8YvctVUKr0kugbFTf53O9L',$,$,$,$,$,$,$,$);
#21=IFCRELVOIDSELEMENT('9YvctVUKr0kugbFTf53O9L',$,$,$,#10,#20);
#22=IFCDOOR('AYvctVUKr0kugbFTf53O9L',$,'Door',$,$,$,$,$,$,$,$,$,$);
#23=IFCRELFILLSELEMENT('BYvctVUKr0kugbFTf53O9L',$,$,$,#20,#22);
#30=IFCBUILDINGELEMENTPART('CYvctVUKr0kugbFTf53O9L',$,'Layer',$,'Plaster 15',$,$,$,$);
#31=IFCRELAGGREGATES('DYvctVUKr0kugbFTf53O9L',$,$,$,#10,(#30));
#40=IFCWALL('EYvctVUKr0kugbFTf53O9L',$,'In a circle',$,$,$,$,$,$);
#41=IFCRELAGGREGATES('FYvctVUKr0kugbFTf53O9L',$,$,$,#40,(#42));
#42=IFCWALL('GYvctVUKr0kugbFTf53O9L',$,$,$,$,$,$,$,$);
#43=IFCRELAGGREGATES('HYvctVUKr0kugbFTf53O9L',$,$,$,#42,(#40));
#50=IFCMATERIAL('Brick',$,$);
ENDSEC;
END-ISO-10303-21;
)";

class ReportFacts : public testing::Test {
 protected:
  ReportFacts() : model_(*Model::parse(house)) {
    document_.info.title = "Rules";
    document_.info.author = "bim@example.com";
    formats::ids::Specification specification;
    specification.name = "Walls";
    specification.ifc_versions = {"IFC2X3", "IFC4"};
    specification.instructions = "Ask";
    specification.applicability = {formats::ids::EntityFacet{.name = std::string("IFCWALL")}};
    document_.specifications = {specification};
  }
  Index at(std::uint32_t id) const { return *model_.file().find(id); }

  // A check in which these elements failed.
  Report report_of(const std::vector<std::uint32_t>& ids) const {
    CheckResult result;
    result.status = Status::fail;
    result.warnings = {"careful"};
    SpecificationResult specification;
    specification.name = "Walls";
    specification.status = Status::fail;
    specification.requirements = {{"Name must be \"IFCWALL\" (IFCLABEL), part of IFCRABBIT", Status::fail, 0, 1}};
    for (const std::uint32_t id : ids) {
      specification.applicable.push_back(at(id));
      specification.failures.push_back({at(id), 0, "no tag"});
    }
    specification.failed = static_cast<std::int64_t>(ids.size());
    result.specifications = {specification, specification};
    return make_report(document_, model_, std::move(result), "house.ifc", 1000);
  }
  ElementFact fact_of(std::uint32_t id) const { return report_of({id}).elements.at(0); }

  Model model_;
  formats::ids::Document document_;
};

TEST_F(ReportFacts, DocumentAndModel) {
  const Report report = report_of({10});
  EXPECT_EQ(report.title, "Rules");
  EXPECT_EQ(report.author, "bim@example.com");
  EXPECT_EQ(report.version, "");
  EXPECT_EQ(report.model_name, "house.ifc");
  EXPECT_EQ(report.model_schema, "IFC4");
  EXPECT_EQ(report.model_application, "Some CAD 3");
  EXPECT_EQ(report.project_name, "Harbour");
  EXPECT_EQ(report.project_global_id, "0YvctVUKr0kugbFTf53O9L");
  EXPECT_EQ(report.model_records, 19);
  EXPECT_EQ(report.time_ms, 1000);
  EXPECT_EQ(report.status, Status::fail);
  EXPECT_THAT(report.warnings, testing::ElementsAre("careful"));
}

TEST_F(ReportFacts, TheApplicationIsWhatTheModelNamesElseItsHeader) {
  const auto named = [this](const std::string& record) {
    std::string text = house;
    text.replace(text.find("#50="), 0, record);
    model_ = Model::parse(text).value();
    return report_of({10}).model_application;
  };
  EXPECT_EQ(named("#49=IFCAPPLICATION($,'2026','Other CAD','OC');\n"), "Other CAD 2026");
  EXPECT_EQ(named("#49=IFCAPPLICATION($,$,'Other CAD','OC');\n"), "Other CAD");
  EXPECT_EQ(named("#49=IFCAPPLICATION($,'2026',$,'OC');\n"), "Some CAD 3");
}

TEST_F(ReportFacts, AnElementOfAnUnknownClassHasTheNameOfItsRecord) {
  std::string text = house;
  text.replace(text.find("#50="), 0, "#49=IFCRABBIT('x');\n");
  model_ = Model::parse(text).value();
  EXPECT_EQ(fact_of(49).entity, "IFCRABBIT");
}

TEST_F(ReportFacts, SpecificationsInWords) {
  const Report report = report_of({10, 22});
  ASSERT_EQ(report.specifications.size(), 2U);
  const ReportSpecification& walls = report.specifications[0];
  EXPECT_EQ(walls.ifc_versions, "IFC2X3, IFC4");
  EXPECT_EQ(walls.instructions, "Ask");
  EXPECT_EQ(walls.applies_to, "IfcWall");
  EXPECT_EQ(walls.result.requirements[0].description, "Name must be \"IFCWALL\" (IfcLabel), part of IFCRABBIT");
  EXPECT_EQ(walls.applicable, 2);
  EXPECT_EQ(walls.failures.size(), 2U);
  EXPECT_EQ(walls.failures[1].reason, "no tag");
  EXPECT_TRUE(walls.result.failures.empty());
  EXPECT_TRUE(walls.result.applicable.empty());
}

TEST_F(ReportFacts, AnElementThatFailsTwiceIsThereOnce) {
  const Report report = report_of({10, 22});
  EXPECT_EQ(report.elements.size(), 2U);
  EXPECT_EQ(report.specifications[1].failures[1].element, 1U);
}

TEST_F(ReportFacts, AWall) {
  const ElementFact wall = fact_of(10);
  EXPECT_EQ(wall.step_id, 10U);
  EXPECT_EQ(wall.global_id, "4YvctVUKr0kugbFTf53O9L");
  EXPECT_EQ(wall.entity, "IfcWall");
  EXPECT_EQ(wall.name, "Wall é");
  EXPECT_EQ(wall.tag, "T-1");
  EXPECT_EQ(wall.type_name, "W 240");
  EXPECT_EQ(wall.predefined_type, "Party wall");
  EXPECT_EQ(wall.storey, "Ground floor");
}

TEST_F(ReportFacts, WithoutATypeTheObjectTypeTellsIt) {
  EXPECT_EQ(fact_of(30).type_name, "Plaster 15");
  EXPECT_EQ(fact_of(22).type_name, "");
}

TEST_F(ReportFacts, StoreysByWhatHoldsAnElement) {
  EXPECT_EQ(fact_of(22).storey, "Ground floor");  // fills an opening of a wall
  EXPECT_EQ(fact_of(20).storey, "Ground floor");  // voids it
  EXPECT_EQ(fact_of(30).storey, "Ground floor");  // part of it
  EXPECT_EQ(fact_of(3).storey, "Ground floor");   // is one
  EXPECT_EQ(fact_of(2).storey, "");
  EXPECT_EQ(fact_of(40).storey, "");  // a circle ends
}

TEST_F(ReportFacts, ThePredefinedTypeMayBeTheTypes) { EXPECT_EQ(fact_of(40).predefined_type, "SOLIDWALL"); }

TEST_F(ReportFacts, WhatIsNoObjectHasNoGlobalId) {
  const ElementFact material = fact_of(50);
  EXPECT_EQ(material.entity, "IfcMaterial");
  EXPECT_EQ(material.name, "Brick");
  EXPECT_EQ(material.global_id, "");
  EXPECT_EQ(material.storey, "");
}

}  // namespace
}  // namespace ids::engine
