// SPDX-License-Identifier: Apache-2.0
// Why did nothing apply? How many elements each facet leaves, and what the others have.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "domains/ids/engine/report/formats.h"
#include "domains/ids/engine/report/text.h"
#include "formats/zip/zip.h"
#include "unit/ids_engine/small_models.h"

namespace {

using namespace small_models;  // NOLINT(google-build-using-namespace)
using ids::engine::Report;
using ids::engine::Status;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Twelve walls and two of the standard case. Of the twelve eight are not external, one says so in another set, one has
// no value, one has a text, and one has nothing.
formats::ifc::Model walls() {
  std::string records =
      "#101=IFCPROPERTYSINGLEVALUE('IsExternal',$,IFCBOOLEAN(.F.),$);"
      "#102=IFCPROPERTYSINGLEVALUE('IsExternal',$,$,$);"
      "#103=IFCPROPERTYSINGLEVALUE('IsExternal',$,IFCLABEL('yes'),$);"
      "#104=IFCPROPERTYSINGLEVALUE('IsExternal',$,IFCBOOLEAN(.T.),$);"
      "#111=IFCPROPERTYSET('0YvctVUKr0kugbFTf53O31',$,'Pset_WallCommon',$,(#101));"
      "#112=IFCPROPERTYSET('0YvctVUKr0kugbFTf53O32',$,'Pset_WallCommon',$,(#102));"
      "#113=IFCPROPERTYSET('0YvctVUKr0kugbFTf53O33',$,'Pset_WallCommon',$,(#103));"
      "#114=IFCPROPERTYSET('0YvctVUKr0kugbFTf53O34',$,'Mine',$,(#104));"
      "#121=IFCRELDEFINESBYPROPERTIES('0YvctVUKr0kugbFTf53O41',$,$,$,(#1,#2,#3,#4,#5,#6,#7,#8),#111);"
      "#122=IFCRELDEFINESBYPROPERTIES('0YvctVUKr0kugbFTf53O42',$,$,$,(#9),#112);"
      "#123=IFCRELDEFINESBYPROPERTIES('0YvctVUKr0kugbFTf53O43',$,$,$,(#10),#113);"
      "#124=IFCRELDEFINESBYPROPERTIES('0YvctVUKr0kugbFTf53O44',$,$,$,(#11),#114);"
      "#130=IFCMATERIAL('Brick',$,$);"
      "#131=IFCRELASSOCIATESMATERIAL('0YvctVUKr0kugbFTf53O45',$,$,$,(#1,#2,#3),#130);";
  for (int i = 1; i <= 12; ++i) {
    const std::string id = std::to_string(i);
    records += "#" + id + "=IFCWALL('0YvctVUKr0kugbFTf53Oa" + std::string(1, static_cast<char>('a' + i)) + "',$,'W" +
               id + "',$,$,$,$,$," + (i <= 3 ? ".SOLIDWALL." : "$") + ");";
  }
  records +=
      "#21=IFCWALLSTANDARDCASE('0YvctVUKr0kugbFTf53O21',$,'S1',$,$,$,$,$,$);"
      "#22=IFCWALLSTANDARDCASE('0YvctVUKr0kugbFTf53O22',$,'S2',$,$,$,$,$,$);";
  return ifc4(records);
}

Facet external() { return property("Pset_WallCommon", "IsExternal", "true"); }

std::string miss(std::vector<Facet> applicability) {
  return result(walls(), specification(std::move(applicability), {attribute("Tag")})).near_miss;
}
std::vector<std::int64_t> left(const ids::engine::SpecificationResult& of) {
  std::vector<std::int64_t> out;
  for (const auto& each : of.narrowed) out.push_back(each.left);
  return out;
}

TEST(NearMiss, CountsWhatEachFacetLeaves) {
  const auto made = result(walls(), specification({entity("IFCWALL"), attribute("Name", pattern({"W1.*"})), external()},
                                                  {attribute("Tag")}));
  EXPECT_EQ(made.status, Status::fail);
  EXPECT_THAT(left(made), ElementsAre(12, 4, 0));
  EXPECT_EQ(made.narrowed[0].alone, 12);
  EXPECT_EQ(made.narrowed[1].alone, 4);
  EXPECT_EQ(made.narrowed[2].alone, 0);
  EXPECT_EQ(made.narrowed[1].description, "with Name being text like W1.*");
}

TEST(NearMiss, SaysWhatTheOthersHave) {
  EXPECT_EQ(miss({entity("IFCWALL"), external()}),
            "12 IFCWALL, of them 0 with IsExternal in Pset_WallCommon being \"true\"; 8 have false, 1 has it without a "
            "value, "
            "1 has \"yes\", 1 has it in Mine and 1 other");
}

TEST(NearMiss, OfEveryFacet) {
  EXPECT_EQ(miss({entity("IFCWALL", "PARAPET")}),
            "No IFCWALL of type PARAPET; 9 have no predefined type, 3 have SOLIDWALL");
  EXPECT_EQ(miss({entity("IFCWALL"), attribute("Tag")}), "12 IFCWALL, of them 0 with Tag; 12 lack it");
  EXPECT_EQ(miss({entity("IFCWALL"), material("Stone")}),
            "12 IFCWALL, of them 0 with the material Stone; 9 have none, 3 have Brick");
  EXPECT_EQ(miss({entity("IFCWALL"), classification("Uniclass")}),
            "12 IFCWALL, of them 0 classified in Uniclass; 12 are not classified");
  EXPECT_EQ(miss({entity("IFCWALL"), part_of(entity("IFCSPACE"))}),
            "12 IFCWALL, of them 0 part of IFCSPACE; 12 are part of nothing");
  EXPECT_THAT(miss({external()}),
              HasSubstr("No element with IsExternal in Pset_WallCommon being \"true\"; 8 have false"));
}

TEST(NearMiss, WhatMayHaveBeenMeant) {
  const auto standard = ifc4("#1=IFCWALLSTANDARDCASE('0YvctVUKr0kugbFTf53O21',$,'S',$,$,$,$,$,$);");
  const auto made = result(standard, specification({entity("IFCWALL")}, {}));
  EXPECT_EQ(made.near_miss, "No IFCWALL; 1 is an IfcWallStandardCase, which IFCWALL does not cover");
  EXPECT_EQ(miss({entity("IfcWall")}), "No IfcWall; 12 are IFCWALL, which IDS writes in capitals");
  EXPECT_EQ(miss({entity(enumeration({"IFCBUILDINGELEMENT", "IFCDOOR"}))}),
            "No element of IFCBUILDINGELEMENT, IFCDOOR; 12 are IfcWall, 2 are IfcWallStandardCase, which it does not "
            "cover");
  EXPECT_THAT(miss({entity(enumeration({"IFCWALL", "IFCDOOR"})), attribute("Tag")}),
              testing::StartsWith("12 elements of IFCWALL, IFCDOOR, of them 0 with Tag; 12 lack it"));
  EXPECT_THAT(miss({entity(pattern({"IFCWALL.*"})), attribute("Tag")}),
              testing::StartsWith("14 elements of a class like IFCWALL.*, of them 0 with Tag"));
  EXPECT_EQ(miss({entity("IFCDOOR")}), "No IFCDOOR; the model has none, nor anything like it");
}

TEST(NearMiss, FewOfMany) {
  const auto few = result(walls(), specification({entity("IFCWALL"), attribute("Name", "W7")}, {}));
  EXPECT_EQ(few.status, Status::pass);
  EXPECT_THAT(few.near_miss, HasSubstr("12 IFCWALL, of them 1 with Name being \"W7\"; 1 has \"W1\" and 10 others"));
  const auto many = result(walls(), specification({entity("IFCWALL"), attribute("Name", pattern({"W1.*"}))}, {}));
  EXPECT_THAT(many.near_miss, IsEmpty());
  EXPECT_THAT(many.narrowed, IsEmpty());
}

TEST(NearMiss, IsTheSameWithManyThreads) {
  formats::ids::Document document;
  for (int i = 0; i < 50; ++i) document.specifications.push_back(specification({entity("IFCWALL"), external()}, {}));
  const auto model = walls();
  const auto one = ids::engine::check(document, model, {.threads = 1}).value(),
             many = ids::engine::check(document, model, {.threads = 8}).value();
  for (std::size_t i = 0; i < 50; ++i) EXPECT_EQ(one.specifications[i].near_miss, many.specifications[i].near_miss);
}

// ---- in reports

Report report_of(const char* least) {
  formats::ids::Document document;
  document.specifications = {specification({entity("IFCWALL"), external()}, {attribute("Tag")})};
  document.specifications[0].min_occurs = least;
  const auto model = walls();
  return ids::engine::make_report(document, model, ids::engine::check(document, model).value(), "house.ifc",
                                  1'794'738'600'000);
}
std::string packed_text(const std::string& bytes) {
  if (!bytes.starts_with("PK")) return bytes;
  std::string out;
  const auto archive = formats::zip::Archive::open(bytes);
  for (const auto& member : archive->members()) out += archive->read(member.name).value() + "\n";
  return out;
}

TEST(NearMiss, InEveryFormat) {
  for (const auto* const least : {"0", "1"}) {
    const std::vector<Report> reports{report_of(least)};
    for (const auto& format : ids::engine::report_formats) {
      if (format.name == "pdf") continue;
      auto made = format.write(reports);
      const auto* const page = std::get_if<ids::engine::PageData>(&made);
      EXPECT_THAT(page != nullptr ? page->data.dump() : packed_text(std::get<std::string>(made)),
                  AllOf(HasSubstr("12 IfcWall, of them 0 with IsExternal"), HasSubstr("8 have false")))
          << format.name << " " << least;
    }
  }
}

TEST(NearMiss, InJson) {
  const auto specification = ids::engine::json_report(report_of("1")).at("specifications").as_array()[0];
  EXPECT_THAT(specification.text("near_miss"), HasSubstr("12 IfcWall, of them 0"));
  EXPECT_EQ(specification.at("narrowed").dump(),
            R"([{"facet":"IfcWall","left":12,"alone":12},)"
            R"({"facet":"with IsExternal in Pset_WallCommon being \"true\"","left":0,"alone":0,)"
            R"("others":"8 have false, 1 has it without a value, 1 has \"yes\", 1 has it in Mine and 1 other"}])");
}

}  // namespace
