// SPDX-License-Identifier: Apache-2.0
#include "formats/ifc/model.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "base/descriptor.h"

namespace formats::ifc {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string file_of(std::string_view schema, std::string_view data) {
  return "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\nFILE_SCHEMA(('" +
         std::string(schema) + "'));\nENDSEC;\nDATA;\n" + std::string(data) + "ENDSEC;\nEND-ISO-10303-21;\n";
}

// A model whose records go by their #id.
class Parsed {
 public:
  Parsed(std::string_view schema, std::string_view data) : model_(Model::parse(file_of(schema, data)).value()) {}
  const Model* operator->() const { return &model_; }
  const Model& operator*() const { return model_; }
  Index at(std::uint32_t id) const { return model_.file().find(id).value(); }
  std::uint32_t id(Index index) const { return model_.file().records()[index].id; }
  std::uint32_t id(std::optional<Index> index) const { return index ? id(*index) : 0; }  // 0: none
  std::vector<std::uint32_t> ids(std::span<const Index> indices) const {
    std::vector<std::uint32_t> found;
    for (const Index index : indices) found.push_back(id(index));
    return found;
  }
  std::vector<std::uint32_t> related(Relation relation, std::uint32_t from) const {
    return ids(model_.related(relation, at(from)));
  }

 private:
  Model model_;
};

// ---- opening

TEST(IfcModel, AnUnknownSchemaIsAnErrorThatNamesTheKnownOnes) {
  const auto model = Model::parse(file_of("IFC4X1", "#1=IFCWALL('',$,$,$,$,$,$,$,$);\n"));
  ASSERT_FALSE(model.ok());
  EXPECT_THAT(model.error().message, HasSubstr("IFC4X1"));
  EXPECT_THAT(model.error().hint, HasSubstr("IFC2X3, IFC4 or IFC4X3_ADD2"));
}

TEST(IfcModel, WhatIsNoStepFileIsAnError) {
  EXPECT_FALSE(Model::parse("").ok());
  EXPECT_FALSE(Model::parse("PK\x03\x04 and nothing else").ok());
  EXPECT_FALSE(Model::open("/no/such/file.ifc").ok());
}

TEST(IfcModel, IsReadFromADescriptor) {
  const auto path = std::filesystem::path(::testing::TempDir()) / "IsReadFromADescriptor.ifc";
  std::ofstream(path) << file_of("IFC2X3", "#1=IFCDOOR('d',$,'Front',$,$,$,$,$,$,$);\n");
  const base::Descriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::filesystem::remove(path);
  const auto model = Model::read(descriptor.get(), "house.ifc");
  ASSERT_TRUE(model.ok()) << model.error().message;
  EXPECT_EQ(model->schema().version(), Version::ifc2x3);
  EXPECT_EQ(model->name(0), "Front");
  EXPECT_THAT(Model::read(-1, "house.ifc").error().message, HasSubstr("house.ifc"));
}

TEST(IfcModel, OneMayTakeThePlaceOfAnother) {
  Model model = Model::parse(file_of("IFC2X3", "#1=IFCDOOR('d',$,'Front',$,$,$,$,$,$,$);\n")).value();
  EXPECT_EQ(model.project(), std::nullopt);
  model = Model::parse(file_of("IFC4", "#7=IFCPROJECT('p',$,'House',$,$,$,$,$,$);\n")).value();
  EXPECT_EQ(model.schema().version(), Version::ifc4);
  ASSERT_TRUE(model.project());
  EXPECT_EQ(model.name(*model.project()), "House");
}

// ---- entities and attributes

constexpr const char* walls = R"(
#1=IFCWALL('1hqIFTRjfV6AWq_bMtnZwI',$,'Outer wall',$,$,$,$,'T-1',.SOLIDWALL.);
#2=IFCWALLSTANDARDCASE('0eA6m4fELI9QBIhP3wiLAp',$,$,$,$,$,$,$,$);
#3=IFCDOOR('3XIQbCPzD9pvV1gNW1p3jI',$,'Door');
#4=IFCWALL('2O2Fr$t4X7Zf8NOew3FLKr',$,'Inner \X2\00E9\X0\ wall',$,$,$,$,$,$);
#5=IFCRABBIT('x');
#6=IFCCARTESIANPOINT((0.,0.));
)";

TEST(IfcModel, EntitiesByClass) {
  const Parsed model("IFC4", walls);
  const EntityId wall = model->schema().find("IfcWall").value();
  EXPECT_EQ(model->entity(model.at(1)), wall);
  EXPECT_EQ(model->entity(model.at(5)), std::nullopt);
  EXPECT_THAT(model.ids(model->of_entity(wall)), ElementsAre(1, 4));
  EXPECT_THAT(model.ids(model->exactly(wall)), ElementsAre(1, 4));
  EXPECT_THAT(model.ids(model->of_entity_and_subtypes(wall)), ElementsAre(1, 2, 4));
  const EntityId element = model->schema().find("IfcElement").value();
  EXPECT_THAT(model->of_entity(element), IsEmpty());
  EXPECT_THAT(model.ids(model->of_entity_and_subtypes(element)), ElementsAre(1, 2, 3, 4));
  EXPECT_TRUE(model->is_a(model.at(2), wall));
  EXPECT_FALSE(model->is_a(model.at(3), wall));
  EXPECT_FALSE(model->is_a(model.at(5), wall));
}

TEST(IfcModel, AttributesByNameAndPosition) {
  const Parsed model("IFC4", walls);
  EXPECT_EQ(model->global_id(model.at(1)), "1hqIFTRjfV6AWq_bMtnZwI");
  EXPECT_EQ(model->name(model.at(4)), "Inner \u00e9 wall");
  EXPECT_EQ(model->attribute(model.at(1), "Tag")->string(), "T-1");
  EXPECT_EQ(model->attribute(model.at(1), 8).word(), "SOLIDWALL");
  EXPECT_EQ(model->attribute(model.at(1), "Nothing"), std::nullopt);
  EXPECT_TRUE(model->attribute(model.at(2), "Name")->is_null());
  EXPECT_TRUE(model->attribute(model.at(3), "Tag")->is_null()) << "the record ends before it";
  EXPECT_EQ(model->global_id(model.at(6)), "");
  EXPECT_EQ(model->name(model.at(5)), "");
}

// ---- relations, IFC4

constexpr const char* house = R"(
#1=IFCPROJECT('p',$,'House',$,$,$,$,$,$);
#2=IFCBUILDINGSTOREY('s',$,'Ground',$,$,$,$,$,$,$);
#3=IFCBUILDING('b',$,$,$,$,$,$,$,$,$,$,$);
#10=IFCWALL('w',$,'W',$,$,$,$,$,$);
#11=IFCDOOR('d',$,'D',$,$,$,$,$,$,$,$,$,$);
#12=IFCOPENINGELEMENT('o',$,$,$,$,$,$,$,$);
#13=IFCWALLTYPE('wt',$,'T',$,$,(#20,#21),$,$,$,.SOLIDWALL.);
#14=IFCWALLTYPE('wu',$,'U',$,$,$,$,$,$,.SOLIDWALL.);
#20=IFCPROPERTYSET('p1',$,'Pset_A',$,(#25));
#21=IFCPROPERTYSET('p2',$,'Pset_B',$,(#25));
#22=IFCPROPERTYSET('p3',$,'Pset_C',$,(#25));
#23=IFCELEMENTQUANTITY('q1',$,'Qto_A',$,$,(#26));
#25=IFCPROPERTYSINGLEVALUE('X',$,IFCLABEL('x'),$);
#26=IFCQUANTITYLENGTH('L',$,$,1.,$);
#30=IFCMATERIAL('Brick',$,'brick');
#31=IFCMATERIAL('Steel',$,$);
#32=IFCMATERIALPROPERTIES('Pset_MaterialCommon',$,(#25),#30);
#33=IFCRECTANGLEPROFILEDEF(.AREA.,'R',$,1.,2.);
#34=IFCPROFILEPROPERTIES('Pset_Profile',$,(#25),#33);
#40=IFCCLASSIFICATION($,$,$,'Uniclass',$,$,$);
#41=IFCCLASSIFICATIONREFERENCE($,'EF_25',$,#40,$,$);
#42=IFCDOCUMENTREFERENCE($,$,$,$,$);
#50=IFCGROUP('g',$,'G',$,$);
#51=IFCSYSTEM('sy',$,'S',$,$);
#60=IFCRELDEFINESBYTYPE('r1',$,$,$,(#10),#13);
#61=IFCRELDEFINESBYTYPE('r2',$,$,$,(#10),#14);
#62=IFCRELDEFINESBYPROPERTIES('r3',$,$,$,(#10,#11),#22);
#63=IFCRELDEFINESBYPROPERTIES('r4',$,$,$,(#10),IFCPROPERTYSETDEFINITIONSET((#20,#23)));
#64=IFCRELDEFINESBYPROPERTIES('r5',$,$,$,(#1),#21);
#65=IFCRELASSOCIATESMATERIAL('r6',$,$,$,(#10,#13),#30);
#66=IFCRELASSOCIATESMATERIAL('r7',$,$,$,(#10),#31);
#67=IFCRELASSOCIATESCLASSIFICATION('r8',$,$,$,(#10,#11),#41);
#68=IFCRELASSOCIATESCLASSIFICATION('r9',$,$,$,(#10),#40);
#69=IFCEXTERNALREFERENCERELATIONSHIP($,$,#41,(#30));
#70=IFCEXTERNALREFERENCERELATIONSHIP($,$,#42,(#30));
#71=IFCRELAGGREGATES('ra',$,$,$,#3,(#2));
#72=IFCRELAGGREGATES('rb',$,$,$,#1,(#3));
#73=IFCRELCONTAINEDINSPATIALSTRUCTURE('rc',$,$,$,(#10,#11),#2);
#74=IFCRELVOIDSELEMENT('rd',$,$,$,#10,#12);
#75=IFCRELFILLSELEMENT('re',$,$,$,#12,#11);
#76=IFCRELASSIGNSTOGROUP('rf',$,$,$,(#10),$,#50);
#77=IFCRELASSIGNSTOGROUPBYFACTOR('rg',$,$,$,(#10,#50),$,#51,0.5);
#78=IFCRELNESTS('rh',$,$,$,#10,(#11));
)";

TEST(IfcRelations, TypesAndSets) {
  const Parsed model("IFC4", house);
  EXPECT_EQ(model.id(model->type_of(model.at(10))), 13U) << "the first of the file";
  EXPECT_THAT(model.related(Relation::type, 10), ElementsAre(13, 14));
  EXPECT_EQ(model->type_of(model.at(11)), std::nullopt);
  EXPECT_THAT(model.ids(model->property_definitions(model.at(10))), ElementsAre(22, 20, 23));
  EXPECT_THAT(model.ids(model->property_definitions(model.at(11))), ElementsAre(22));
  EXPECT_THAT(model.ids(model->property_definitions(model.at(13))), ElementsAre(20, 21));
  EXPECT_THAT(model.ids(model->property_definitions(model->project().value())), ElementsAre(21));
  EXPECT_THAT(model.ids(model->property_definitions(model.at(2))), IsEmpty());
}

TEST(IfcRelations, MaterialsAndTheirProperties) {
  const Parsed model("IFC4", house);
  EXPECT_THAT(model.ids(model->materials_of(model.at(13))), ElementsAre(30));
  EXPECT_THAT(model.related(Relation::material, 10), ElementsAre(30, 31));
  EXPECT_THAT(model.ids(model->material_properties(model.at(30))), ElementsAre(32));
  EXPECT_THAT(model.related(Relation::profile_properties, 33), ElementsAre(34));
}

TEST(IfcRelations, ClassificationsOfRootedAndOtherThings) {
  const Parsed model("IFC4", house);
  EXPECT_THAT(model.ids(model->classifications_of(model.at(10))), ElementsAre(41, 40));
  EXPECT_THAT(model.ids(model->classifications_of(model.at(11))), ElementsAre(41));
  EXPECT_THAT(model.ids(model->classifications_of(model.at(30))), ElementsAre(41))
      << "a document is not a classification";
}

TEST(IfcRelations, Wholes) {
  const Parsed model("IFC4", house);
  EXPECT_EQ(model.id(model->aggregated_in(model.at(2))), 3U);
  EXPECT_EQ(model.id(model->aggregated_in(model.at(3))), 1U);
  EXPECT_EQ(model->aggregated_in(model.at(1)), std::nullopt);
  EXPECT_EQ(model.id(model->contained_in(model.at(10))), 2U);
  EXPECT_EQ(model.id(model->fills(model.at(11))), 12U);
  EXPECT_EQ(model.id(model->voids(model.at(12))), 10U);
  EXPECT_THAT(model.ids(model->groups_of(model.at(10))), ElementsAre(50, 51)) << "by factor too";
  EXPECT_THAT(model.ids(model->groups_of(model.at(50))), ElementsAre(51));
  EXPECT_EQ(model.id(model->nested_in(model.at(11))), 10U);
}

TEST(IfcRelations, FirstUseFromManyThreadsGivesTheSame) {
  const Parsed model("IFC4", house);
  std::vector<std::vector<std::uint32_t>> seen(8);
  std::vector<std::thread> threads;
  for (auto& each : seen) threads.emplace_back([&] { each = model.ids(model->property_definitions(model.at(10))); });
  for (auto& thread : threads) thread.join();
  for (const auto& each : seen) EXPECT_THAT(each, ElementsAre(22, 20, 23));
}

TEST(IfcRelations, BrokenOnesLeadNowhere) {
  const Parsed model("IFC4", R"(
#1=IFCWALL('w',$,$,$,$,$,$,$,$);
#2=IFCRELDEFINESBYTYPE('a',$,$,$,(#1),#99);
#3=IFCRELDEFINESBYTYPE('b',$,$,$,(#98),#1);
#4=IFCRELDEFINESBYTYPE('c');
#5=IFCRELDEFINESBYTYPE();
#6=IFCRELAGGREGATES('d',$,$,$,#1,(#1));
#7=IFCRELASSOCIATESMATERIAL('e',$,$,$,$,$);
#8=IFCRELDEFINESBYPROPERTIES('f',$,$,$,#1,((((((#1))))));
#9=IFCRELCONTAINEDINSPATIALSTRUCTURE('g',$,$,$,('x',1,.T.,*),#1);
)");
  EXPECT_EQ(model->type_of(model.at(1)), std::nullopt);
  EXPECT_EQ(model.id(model->aggregated_in(model.at(1))), 1U) << "a circle is told as it is";
  EXPECT_THAT(model->materials_of(model.at(1)), IsEmpty());
  EXPECT_THAT(model->property_definitions(model.at(1)), IsEmpty());
  EXPECT_EQ(model->contained_in(model.at(1)), std::nullopt);
}

// Ten thousand references must not become twenty-five million links.
TEST(IfcRelations, ManyTimesManyIsBounded) {
  std::string data, list;
  for (int id = 1; id <= 5000; ++id) {
    data += "#" + std::to_string(id) + "=IFCPROPERTYSET('',$,$,$,());\n";
    list += (id == 1 ? "#" : ",#") + std::to_string(id);
  }
  data += "#9001=IFCRELDEFINESBYPROPERTIES('',$,$,$,(#1,#2),IFCPROPERTYSETDEFINITIONSET((" + list + ")));\n";
  data += "#9002=IFCRELDEFINESBYPROPERTIES('',$,$,$,(" + list + "),IFCPROPERTYSETDEFINITIONSET((" + list + ")));\n";
  const Parsed model("IFC4", data);
  EXPECT_EQ(model->property_definitions(model.at(1)).size(), 5001U);
  EXPECT_THAT(model.ids(model->property_definitions(model.at(5000))), ElementsAre(1));
}

// ---- relations, IFC2X3

TEST(IfcRelations, OfIfc2x3) {
  const Parsed model("IFC2X3", R"(
#1=IFCPROJECT('p',$,'House',$,$,$,$,$,$);
#10=IFCWALL('w',$,$,$,$,$,$,$);
#11=IFCFLOWTERMINAL('f',$,$,$,$,$,$,$);
#12=IFCAIRTERMINALTYPE('t',$,$,$,$,(#20),$,$,$,.GRILLE.);
#20=IFCPROPERTYSET('a',$,'Pset_A',$,());
#21=IFCPROPERTYSET('b',$,'Pset_B',$,());
#22=IFCPROPERTYSET('c',$,'Pset_C',$,());
#30=IFCMATERIAL('Brick');
#31=IFCEXTENDEDMATERIALPROPERTIES(#30,(),$,'Pset_M');
#32=IFCMECHANICALMATERIALPROPERTIES(#30,$,$,$,$,$);
#40=IFCCLASSIFICATIONREFERENCE($,'21.1',$,$);
#60=IFCRELDEFINESBYTYPE('r1',$,$,$,(#11),#12);
#61=IFCRELDEFINESBYPROPERTIES('r2',$,$,$,(#10),#21);
#62=IFCRELOVERRIDESPROPERTIES('r3',$,$,$,(#10),#22,());
#63=IFCRELASSOCIATESMATERIAL('r4',$,$,$,(#10),#30);
#64=IFCRELASSOCIATESCLASSIFICATION('r5',$,$,$,(#10),#40);
#65=IFCRELAGGREGATES('r6',$,$,$,#1,(#10));
#66=IFCRELNESTS('r7',$,$,$,#10,(#11));
)");
  EXPECT_EQ(model->schema().version(), Version::ifc2x3);
  EXPECT_EQ(model.id(model->type_of(model.at(11))), 12U);
  EXPECT_THAT(model.ids(model->property_definitions(model.at(12))), ElementsAre(20));
  EXPECT_THAT(model.ids(model->property_definitions(model.at(10))), ElementsAre(21, 22)) << "a subtype of the relation";
  EXPECT_THAT(model.ids(model->material_properties(model.at(30))), ElementsAre(31, 32));
  EXPECT_THAT(model.ids(model->materials_of(model.at(10))), ElementsAre(30));
  EXPECT_THAT(model.ids(model->classifications_of(model.at(10))), ElementsAre(40));
  EXPECT_EQ(model.id(model->aggregated_in(model.at(10))), 1U);
  EXPECT_EQ(model.id(model->nested_in(model.at(11))), 10U);
  EXPECT_EQ(model->attribute(model.at(40), "ItemReference")->string(), "21.1");
  EXPECT_EQ(model->attribute(model.at(40), "Identification"), std::nullopt);
}

}  // namespace
}  // namespace formats::ifc
