// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/inspect/inspect.h"

#include <gtest/gtest.h>

#include <string>

#include "domains/ids/engine/inspect/census.h"
#include "small_models.h"

namespace {

using base::Json;
using ids::engine::inspect;
using ids::engine::ModelFacts;
using small_models::ifc2x3;
using small_models::ifc4;

Json seen(const formats::ifc::Model& model, ids::engine::InspectCall call = {}) {
  const ModelFacts facts(model);
  auto answer = inspect(facts, call);
  EXPECT_TRUE(answer.ok()) << (answer.ok() ? "" : answer.error().message);
  return answer.ok() ? std::move(answer)->found : Json();
}
std::string refused(const formats::ifc::Model& model, std::string about) {
  const ModelFacts facts(model);
  const auto answer = inspect(facts, {.about = std::move(about)});
  return answer.ok() ? "" : answer.error().message + " " + answer.error().hint;
}
std::string at(const Json& json, std::string_view pointer) {
  const auto* found = json.pointer(pointer);
  return found == nullptr ? "nothing" : found->dump();
}

const char* const walls =
    "#1=IFCPROJECT('0000000000000000000001',$,'House',$,$,$,$,$,#2);\n"
    "#2=IFCUNITASSIGNMENT((#3,#4));\n"
    "#3=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);\n"
    "#4=IFCMONETARYUNIT('EUR');\n"
    "#5=IFCBUILDINGSTOREY('0000000000000000000005',$,'Ground',$,$,$,$,$,.ELEMENT.,-500.);\n"
    "#10=IFCWALL('0000000000000000000010',$,'W-1',$,$,$,$,'t1',.SOLIDWALL.);\n"
    "#11=IFCWALL('0000000000000000000011',$,'W-2',$,$,$,$,$,$);\n"
    "#12=IFCWALLSTANDARDCASE('0000000000000000000012',$,'W-3',$,$,$,$,$,$);\n"
    "#13=IFCWALLTYPE('0000000000000000000013',$,'T-1',$,$,(#30),$,$,$,.SHEAR.);\n"
    "#14=IFCRELDEFINESBYTYPE('0000000000000000000014',$,$,$,(#10,#11),#13);\n"
    "#15=IFCRELCONTAINEDINSPATIALSTRUCTURE('0000000000000000000015',$,$,$,(#10,#12),#5);\n"
    "#20=IFCPROPERTYSINGLEVALUE('FireRating',$,IFCLABEL('REI60'),$);\n"
    "#21=IFCPROPERTYSINGLEVALUE('IsExternal',$,IFCBOOLEAN(.T.),$);\n"
    "#22=IFCPROPERTYSINGLEVALUE('Width',$,IFCLENGTHMEASURE(240.),$);\n"
    "#23=IFCPROPERTYSINGLEVALUE('Empty',$,IFCLABEL(''),$);\n"
    "#24=IFCPROPERTYSET('0000000000000000000024',$,'Pset_WallCommon',$,(#20,#21,#22,#23));\n"
    "#25=IFCRELDEFINESBYPROPERTIES('0000000000000000000025',$,$,$,(#10),#24);\n"
    "#29=IFCPROPERTYSINGLEVALUE('FireRating',$,IFCLABEL('REI30'),$);\n"
    "#30=IFCPROPERTYSET('0000000000000000000030',$,'Pset_WallCommon',$,(#29));\n"
    "#40=IFCMATERIAL('Concrete',$,$);\n"
    "#41=IFCRELASSOCIATESMATERIAL('0000000000000000000041',$,$,$,(#10),#40);\n"
    "#42=IFCCLASSIFICATION($,$,$,'Uniclass',$,$,$);\n"
    "#43=IFCCLASSIFICATIONREFERENCE($,'EF_25_10','Walls',#42,$,$);\n"
    "#44=IFCRELASSOCIATESCLASSIFICATION('0000000000000000000044',$,$,$,(#10),#43);";

TEST(Inspect, AModelIsItsHeaderUnitsStoreysAndClasses) {
  const Json model = seen(ifc4(walls));
  EXPECT_EQ(at(model, "/project/name"), R"("House")");
  EXPECT_EQ(at(model, "/units"), R"([{"type":"LENGTHUNIT","unit":"MILLI METRE","to_si":0.001},)"
                                 R"({"type":"IFCMONETARYUNIT","unit":"EUR"}])");
  EXPECT_EQ(at(model, "/storeys"),
            R"([{"name":"Ground","global_id":"0000000000000000000005","elevation":-0.5,"elements":2}])");
  EXPECT_EQ(at(model, "/classes"), R"([{"class":"IFCWALL","count":2},{"class":"IFCBUILDINGSTOREY","count":1},)"
                                   R"({"class":"IFCWALLSTANDARDCASE","count":1}])");
  EXPECT_EQ(at(model, "/type_classes"), R"([{"class":"IFCWALLTYPE","count":1}])");
  EXPECT_EQ(at(model, "/classifications"), R"([{"name":"Uniclass","references":1}])");
  EXPECT_EQ(at(model, "/materials"), R"(["Concrete"])");
}

TEST(Inspect, AClassIsItsSetsWithFillAndValues) {
  const Json wall = seen(ifc4(walls), {.about = "IfcWall"});
  EXPECT_EQ(at(wall, "/class"), R"("IFCWALL")");
  EXPECT_EQ(at(wall, "/count"), "2");
  // What an occurrence says comes before what its type says, property by property; an empty text is no value.
  EXPECT_EQ(at(wall, "/property_sets/0/name"), R"("Pset_WallCommon")");
  EXPECT_EQ(at(wall, "/property_sets/0/elements"), "2");
  EXPECT_EQ(at(wall, "/property_sets/0/properties/0"),
            R"({"name":"FireRating","data_type":"IFCLABEL","elements":2,"filled":2,)"
            R"("values":[{"value":"REI30","count":1},{"value":"REI60","count":1}]})");
  EXPECT_EQ(at(wall, "/property_sets/0/properties/1/values"), R"([{"value":true,"count":1}])");
  EXPECT_EQ(at(wall, "/property_sets/0/properties/2/values"), R"([{"value":0.24,"count":1}])") << "SI, as IDS compares";
  EXPECT_EQ(at(wall, "/property_sets/0/properties/3"),
            R"({"name":"Empty","data_type":"IFCLABEL","elements":1,"filled":0})");
  EXPECT_EQ(at(wall, "/predefined_types"), R"([{"value":"SHEAR","count":2}])") << "the type's comes first";
  EXPECT_EQ(at(wall, "/types"), R"([{"value":"T-1","count":2}])");
  EXPECT_EQ(at(wall, "/elements/0"), R"({"id":"#10","global_id":"0000000000000000000010","name":"W-1"})");
}

TEST(Inspect, AClassSaysWhichSubtypesItDoesNotCover) {
  const Json wall = seen(ifc4(walls), {.about = "IFCWALL"});
  EXPECT_EQ(at(wall, "/subtypes"), R"([{"class":"IFCWALLSTANDARDCASE","count":1}])");
  EXPECT_NE(at(wall, "/notes/0").find("does not cover"), std::string::npos) << wall.dump();
  EXPECT_EQ(at(seen(ifc4(walls), {.about = "IFCDOOR"}), "/count"), "0");
  EXPECT_EQ(at(seen(ifc4(walls), {.about = "IFCELEMENT"}), "/subtypes/0"), R"({"class":"IFCWALL","count":2})");
}

TEST(Inspect, NamesThatOnlyTypesTellInIfc2x3AreCountedAsRulesWould) {
  const auto model = ifc2x3(
      "#1=IFCFLOWTERMINAL('0000000000000000000001',$,'A',$,$,$,$,$);\n"
      "#2=IFCFLOWTERMINAL('0000000000000000000002',$,'B',$,$,$,$,$);\n"
      "#3=IFCAIRTERMINALTYPE('0000000000000000000003',$,'T',$,$,$,$,$,$,.GRILLE.);\n"
      "#4=IFCRELDEFINESBYTYPE('0000000000000000000004',$,$,$,(#2),#3);");
  EXPECT_EQ(at(seen(model, {.about = "IfcAirTerminal"}), "/count"), "1");
  EXPECT_EQ(at(seen(model, {.about = "IfcFlowTerminal"}), "/count"), "2");
}

TEST(Inspect, AnElementIsThereInFull) {
  for (const char* const name : {"0000000000000000000010", "#10", "10"}) {
    const Json wall = seen(ifc4(walls), {.about = name});
    EXPECT_EQ(at(wall, "/id"), R"("#10")");
    EXPECT_EQ(at(wall, "/class"), R"("IFCWALL")");
    EXPECT_EQ(at(wall, "/attributes/Name"), R"("W-1")");
    EXPECT_EQ(at(wall, "/attributes/Tag"), R"("t1")");
    EXPECT_EQ(at(wall, "/attributes/Description"), "nothing");
    EXPECT_EQ(at(wall, "/predefined_type"), R"("SHEAR")");
    EXPECT_EQ(at(wall, "/type"), R"({"id":"#13","class":"IFCWALLTYPE","name":"T-1"})");
    EXPECT_EQ(at(wall, "/container"), R"({"id":"#5","class":"IFCBUILDINGSTOREY","name":"Ground"})");
    EXPECT_EQ(at(wall, "/material"), R"("Its material is Concrete")");
    EXPECT_EQ(at(wall, "/classifications/0/name"), R"("Walls")");
    EXPECT_EQ(at(wall, "/property_sets/0/properties/0"),
              R"({"name":"FireRating","data_type":"IFCLABEL","value":"REI60"})");
    EXPECT_EQ(at(wall, "/property_sets/1/from"), R"("type")");
    EXPECT_EQ(at(wall, "/property_sets/1/properties/0/overridden"), "true");
  }
}

TEST(Inspect, WhatIsNotThereIsSaidWithWhatMayBeMeant) {
  EXPECT_NE(refused(ifc4(walls), "IfcWal").find("IFCWALL"), std::string::npos);
  EXPECT_NE(refused(ifc4(walls), "#99").find("#99"), std::string::npos);
  EXPECT_NE(refused(ifc4(walls), "#99999999999999999999").find("#9999"), std::string::npos);
  EXPECT_NE(refused(ifc4(walls), "9999999999999999999999").find("GlobalId"), std::string::npos);
}

TEST(Inspect, OneSetShowsMoreOfIt) {
  const Json one = seen(ifc4(walls), {.about = "IFCWALL", .property_set = "Pset_WallCommon"});
  EXPECT_EQ(one.at("property_sets").size(), 1U);
  const auto model = ifc4(walls);
  const auto none = inspect(ModelFacts(model), {.about = "IFCWALL", .property_set = "Pset_WallComon"});
  ASSERT_FALSE(none.ok());
  EXPECT_NE(none.error().hint.find("Pset_WallCommon"), std::string::npos);
}

// Whatever a file holds, the answer stays small and says what it left out.
std::string hostile_records() {
  const std::string long_text(5000, 'x');
  std::string records = "#1=IFCPROJECT('0000000000000000000001',$,'" + long_text + "',$,$,$,$,$,$);\n";
  std::string members, others;
  int id = 10;
  for (int i = 0; i < 400; ++i) {
    const std::string n = std::to_string(i);
    records += "#" + std::to_string(id) + "=IFCPROPERTYSINGLEVALUE('" + n + long_text + "',$,IFCTEXT('" + n +
               long_text + "'),$);\n";
    members += (members.empty() ? "#" : ",#") + std::to_string(id++);
  }
  for (int i = 0; i < 400; ++i) {
    const std::string wall = std::to_string(id++), set = std::to_string(id++), link = std::to_string(id++);
    records += "#" + wall + "=IFCWALL('w" + wall + "',$,'" + long_text + "',$,'" + long_text + "',$,$,$,$);\n";
    records += "#" + set + "=IFCPROPERTYSET('s',$,'" + set + long_text + "',$,(" + members + "));\n";
    records += "#" + link + "=IFCRELDEFINESBYPROPERTIES('r',$,$,$,(#" + wall + ",#410),#" + set + ");\n";
    records += "#" + std::to_string(id++) + "=IFCBUILDINGSTOREY('b" + wall + "',$,'" + long_text + wall +
               "',$,$,$,$,$,$,$);\n";
    records += "#" + std::to_string(id++) + "=IFCMATERIAL('" + long_text + wall + "',$,$);\n";
  }
  return records;
}

TEST(Inspect, AnswersAreBounded) {
  const auto model = ifc4(hostile_records());
  for (const char* const about : {"", "IFCWALL", "#410"}) {
    const Json answer = seen(model, {.about = about});
    EXPECT_LT(answer.dump().size(), 30000U) << about;
    EXPECT_NE(answer.dump().find("\"more_"), std::string::npos) << about;
  }
}

TEST(Inspect, CountingStopsWhereItWouldTakeTooLong) {
  const auto model = ifc4(hostile_records());
  const ModelFacts facts(model);
  const auto elements = facts.instances({"IfcWall"});
  const auto census = ids::engine::count_properties(facts, elements, {}, 10'000'000);
  ASSERT_TRUE(census.ok());
  EXPECT_LT(census->counted, elements.size());
  const auto small = ifc4(walls);
  EXPECT_EQ(ids::engine::count_properties(ModelFacts(small), ModelFacts(small).instances({"IfcWall"}))->counted, 3U);
}

TEST(Inspect, CountingCanBeCancelled) {
  base::Cancel cancel;
  cancel.request();
  const auto model = ifc4(walls);
  const auto answer = inspect(ModelFacts(model), {.about = "IFCWALL", .cancel = cancel});
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().code, base::Code::cancelled);
}

}  // namespace
