// SPDX-License-Identifier: Apache-2.0
// Bridges, roads and alignments of IFC4X3: what the six facets say of them.
#include <gtest/gtest.h>

#include "small_models.h"

namespace {

using namespace small_models;  // NOLINT(google-build-using-namespace)

constexpr const char* aggregates = "IFCRELAGGREGATES";
constexpr const char* nests = "IFCRELNESTS";
constexpr const char* containment = "IFCRELCONTAINEDINSPATIALSTRUCTURE";
constexpr const char* group = "IFCRELASSIGNSTOGROUP";

// A bridge with a deck, in which a girder of plates lies; beside it an alignment.
formats::ifc::Model bridge() {
  return model(
      "IFC4X3_ADD2",
      "#1=IFCPROJECT('1',$,$,$,$,$,$,$,$);\n#2=IFCSITE('2',$,$,$,$,$,$,$,$,$,$,$,$,$);\n"
      "#3=IFCBRIDGE('3',$,$,$,'FOOT',$,$,$,.ELEMENT.,.USERDEFINED.);\n"
      "#4=IFCBRIDGEPART('4',$,$,$,$,$,$,$,.ELEMENT.,.LONGITUDINAL.,.DECK.);\n"
      "#5=IFCELEMENTASSEMBLY('5',$,$,$,$,$,$,$,$,.GIRDER.);\n#6=IFCPLATE('6',$,$,$,$,$,$,$,$);\n"
      "#7=IFCRELAGGREGATES('7',$,$,$,#1,(#2,#20));\n#8=IFCRELAGGREGATES('8',$,$,$,#2,(#3));\n"
      "#9=IFCRELAGGREGATES('9',$,$,$,#3,(#4));\n#10=IFCRELCONTAINEDINSPATIALSTRUCTURE('10',$,$,$,(#5),#4);\n"
      "#11=IFCRELAGGREGATES('11',$,$,$,#5,(#6));\n"
      "#12=IFCGROUP('12',$,$,$,$);\n#13=IFCBUILTSYSTEM('13',$,$,$,'RESTRAINT',.USERDEFINED.,$);\n"
      "#14=IFCRELASSIGNSTOGROUPBYFACTOR('14',$,$,$,(#6),$,#12,1.);\n"
      "#15=IFCRELASSIGNSTOGROUP('15',$,$,$,(#12),$,#13);\n"
      "#20=IFCALIGNMENT('20',$,$,$,$,$,$,$);\n#21=IFCALIGNMENTHORIZONTAL('21',$,$,$,$,$,$);\n"
      "#22=IFCALIGNMENTSEGMENT('22',$,$,$,$,$,$,$);\n#23=IFCREFERENT('23',$,$,$,'KILOPOINT',$,$,.USERDEFINED.);\n"
      "#24=IFCSIGNAL('24',$,$,$,$,$,$,$,$);\n#25=IFCRELNESTS('25',$,$,$,#20,(#21,#23));\n"
      "#26=IFCRELNESTS('26',$,$,$,#21,(#22));\n#27=IFCRELNESTS('27',$,$,$,#23,(#24));");
}

TEST(Infrastructure, PartsOfFacilitiesAreAggregated) {
  const auto of = bridge();
  for (const auto* whole : {"IFCBRIDGE", "IFCSITE", "IFCPROJECT"}) {
    EXPECT_TRUE(passes(of, entity("IFCBRIDGEPART"), part_of(aggregates, entity(whole)))) << whole;
    EXPECT_FALSE(passes(of, entity("IFCBRIDGEPART"), part_of(containment, entity(whole)))) << whole;
    EXPECT_TRUE(passes(of, entity("IFCPLATE"), part_of(entity(whole)))) << whole;
    EXPECT_FALSE(passes(of, entity("IFCPLATE"), part_of(aggregates, entity(whole)))) << whole;
  }
  EXPECT_TRUE(passes(of, entity("IFCBRIDGEPART"), part_of(aggregates, entity("IFCBRIDGE", "FOOT"))));
  EXPECT_FALSE(passes(of, entity("IFCBRIDGEPART"), part_of(aggregates, entity("IFCBRIDGE", "ARCHED"))));
}

TEST(Infrastructure, ElementsLieInThePartAndNotInWhatThatIsPartOf) {
  const auto of = bridge();
  for (const auto* element : {"IFCELEMENTASSEMBLY", "IFCPLATE"}) {
    EXPECT_TRUE(passes(of, entity(element), part_of(containment, entity("IFCBRIDGEPART")))) << element;
    for (const auto* whole : {"IFCBRIDGE", "IFCSITE"})
      EXPECT_FALSE(passes(of, entity(element), part_of(containment, entity(whole)))) << element << whole;
  }
}

TEST(Infrastructure, AlignmentsNestTheirParts) {
  const auto of = bridge();
  EXPECT_TRUE(passes(of, entity("IFCALIGNMENTSEGMENT"), part_of(nests, entity("IFCALIGNMENTHORIZONTAL"))));
  EXPECT_TRUE(passes(of, entity("IFCALIGNMENTSEGMENT"), part_of(nests, entity("IFCALIGNMENT"))));
  EXPECT_FALSE(passes(of, entity("IFCALIGNMENTSEGMENT"), part_of(nests, entity("IFCPROJECT"))));
  EXPECT_TRUE(passes(of, entity("IFCALIGNMENTSEGMENT"), part_of(entity("IFCPROJECT"))));
  EXPECT_TRUE(passes(of, entity("IFCSIGNAL"), part_of(nests, entity("IFCREFERENT", "KILOPOINT"))));
  EXPECT_TRUE(passes(of, entity("IFCSIGNAL"), part_of(nests, entity("IFCALIGNMENT"))));
}

TEST(Infrastructure, GroupsOfGroupsByFactorToo) {
  const auto of = bridge();
  EXPECT_TRUE(passes(of, entity("IFCPLATE"), part_of(group, entity("IFCGROUP"))));
  EXPECT_TRUE(passes(of, entity("IFCPLATE"), part_of(group, entity("IFCBUILTSYSTEM", "RESTRAINT"))));
  EXPECT_FALSE(passes(of, entity("IFCELEMENTASSEMBLY"), part_of(group, entity("IFCBUILTSYSTEM"))));
}

TEST(Infrastructure, TypesOfElementsTasksAndResourcesTellTheirOwnKind) {
  const auto of = model("IFC4X3_ADD2",
                        "#1=IFCPAVEMENT('1',$,$,$,'OWN',$,$,$,.USERDEFINED.);\n"
                        "#2=IFCPAVEMENTTYPE('2',$,$,$,$,$,$,$,'CUSTOM',.USERDEFINED.);\n"
                        "#3=IFCRELDEFINESBYTYPE('3',$,$,$,(#1),#2);\n"
                        "#4=IFCTASK('4',$,$,$,$,$,$,$,$,.F.,$,$,.CONSTRUCTION.);\n"
                        "#5=IFCTASKTYPE('5',$,$,$,$,$,$,$,'DIG',.USERDEFINED.,$,$);\n"
                        "#6=IFCRELDEFINESBYTYPE('6',$,$,$,(#4),#5);\n"
                        "#7=IFCCREWRESOURCE('7',$,$,$,$,$,$,$,$,$,.SITE.);\n"
                        "#8=IFCCREWRESOURCETYPE('8',$,$,$,$,$,$,$,'PAVERS',$,$,.USERDEFINED.);\n"
                        "#9=IFCRELDEFINESBYTYPE('9',$,$,$,(#7),#8);\n"
                        "#10=IFCFACILITYPARTCOMMON('10',$,$,$,'SPAN',$,$,$,.ELEMENT.,.LATERAL.,.USERDEFINED.);");
  const std::vector<std::pair<const char*, const char*>> all{
      {"IFCPAVEMENT", "CUSTOM"}, {"IFCTASK", "DIG"}, {"IFCCREWRESOURCE", "PAVERS"}, {"IFCFACILITYPARTCOMMON", "SPAN"}};
  for (const auto& [name, kind] : all) {
    EXPECT_TRUE(passes(of, entity(name), entity(name, kind))) << name;
    EXPECT_TRUE(passes(of, entity(name), entity(name, "USERDEFINED"))) << name;
  }
  EXPECT_FALSE(passes(of, entity("IFCPAVEMENT"), entity("IFCPAVEMENT", "OWN")));
  EXPECT_FALSE(passes(of, entity("IFCTASK"), entity("IFCTASK", "CONSTRUCTION")));
  EXPECT_FALSE(passes(of, entity("IFCCREWRESOURCE"), entity("IFCCREWRESOURCE", "SITE")));
}

// A course in millimetres, grams and degrees Celsius; quantities in these, and in units of their own.
TEST(Infrastructure, QuantitiesAndPropertiesAreComparedInSiUnits) {
  const auto of =
      model("IFC4X3_ADD2",
            "#1=IFCPROJECT('1',$,$,$,$,$,$,$,#2);\n#2=IFCUNITASSIGNMENT((#3,#4,#5,#6));\n"
            "#3=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);\n#4=IFCSIUNIT(*,.MASSUNIT.,$,.GRAM.);\n"
            "#5=IFCSIUNIT(*,.THERMODYNAMICTEMPERATUREUNIT.,$,.DEGREE_CELSIUS.);\n"
            "#6=IFCSIUNIT(*,.AREAUNIT.,.CENTI.,.SQUARE_METRE.);\n#7=IFCSIUNIT(*,.LENGTHUNIT.,.KILO.,.METRE.);\n"
            "#10=IFCCOURSE('10',$,$,$,$,$,$,$,$);\n#11=IFCELEMENTQUANTITY('11',$,'Q',$,$,(#12,#13,#14,#15,#16,#17));\n"
            "#12=IFCQUANTITYLENGTH('Length',$,$,2000.,$);\n#13=IFCQUANTITYLENGTH('Far',$,#7,2.,$);\n"
            "#14=IFCQUANTITYAREA('Area',$,$,10000.,$);\n#15=IFCQUANTITYWEIGHT('Weight',$,$,5000.,$);\n"
            "#16=IFCQUANTITYNUMBER('Number',$,$,42.,$);\n#17=IFCQUANTITYCOUNT('Count',$,$,7,$);\n"
            "#18=IFCPROPERTYSET('18',$,'P',$,(#19,#20,#21));\n"
            "#19=IFCPROPERTYSINGLEVALUE('Heat',$,IFCTHERMODYNAMICTEMPERATUREMEASURE(160.),$);\n"
            "#20=IFCPROPERTYTABLEVALUE('Table',$,(IFCLENGTHMEASURE(1.)),(IFCMASSMEASURE(3000.)),$,#7,$,$);\n"
            "#21=IFCPROPERTYLISTVALUE('List',$,(IFCLENGTHMEASURE(1.),IFCLENGTHMEASURE(2.)),#7);\n"
            "#22=IFCRELDEFINESBYPROPERTIES('22',$,$,$,(#10),IFCPROPERTYSETDEFINITIONSET((#11,#18)));");
  struct Line {
    const char *set, *name, *type, *value;
  };
  for (const auto& [set, name, type, value] :
       std::vector<Line>{{"Q", "Length", "IFCLENGTHMEASURE", "2"},
                         {"Q", "Far", "IFCLENGTHMEASURE", "2000"},
                         {"Q", "Area", "IFCAREAMEASURE", "1"},
                         {"Q", "Weight", "IFCMASSMEASURE", "5"},
                         {"Q", "Number", "IFCNUMERICMEASURE", "42"},
                         {"Q", "Count", "IFCCOUNTMEASURE", "7"},
                         {"P", "Heat", "IFCTHERMODYNAMICTEMPERATUREMEASURE", "433.15"},
                         {"P", "Table", "IFCLENGTHMEASURE", "1000"},
                         {"P", "Table", "IFCMASSMEASURE", "3"},
                         {"P", "List", "IFCLENGTHMEASURE", "2000"}}) {
    EXPECT_TRUE(passes(of, entity("IFCCOURSE"), of_type(property(set, name, value), type))) << name << value;
    EXPECT_FALSE(passes(of, entity("IFCCOURSE"), of_type(property(set, name, "17"), type))) << name;
    EXPECT_FALSE(passes(of, entity("IFCCOURSE"), of_type(property(set, name, value), "IFCREAL"))) << name;
  }
}

TEST(Infrastructure, AttributesOfAlignmentsAreComparedInSiUnits) {
  const auto of = model("IFC4X3_ADD2",
                        "#1=IFCPROJECT('1',$,$,$,$,$,$,$,#2);\n#2=IFCUNITASSIGNMENT((#3));\n"
                        "#3=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);\n#4=IFCCARTESIANPOINT((0.,0.));\n"
                        "#5=IFCALIGNMENTHORIZONTALSEGMENT('A',$,#4,0.,1000.,0.,5000.,$,.LINE.);");
  const auto segment = entity("IFCALIGNMENTHORIZONTALSEGMENT");
  EXPECT_TRUE(passes(of, segment, attribute("SegmentLength", "5")));
  EXPECT_TRUE(passes(of, segment, attribute("StartRadiusOfCurvature", range("0.5", "1"))));
  EXPECT_TRUE(passes(of, segment, attribute("EndRadiusOfCurvature")));
  EXPECT_TRUE(passes(of, segment, attribute("PredefinedType", "LINE")));
  EXPECT_FALSE(passes(of, segment, attribute("StartPoint", "0")));
  EXPECT_FALSE(passes(of, segment, attribute("EndTag")));
}

TEST(Infrastructure, MaterialsAndSetsComeFromTheType) {
  const auto of = model("IFC4X3_ADD2",
                        "#1=IFCCOURSE('1',$,$,$,$,$,$,$,$);\n#2=IFCCOURSETYPE('2',$,$,$,$,(#3),$,$,$,.FILTER.);\n"
                        "#3=IFCPROPERTYSET('3',$,'S',$,(#4,#5));\n"
                        "#4=IFCPROPERTYSINGLEVALUE('X',$,IFCLABEL('type'),$);\n"
                        "#5=IFCPROPERTYSINGLEVALUE('Y',$,IFCLABEL('type'),$);\n"
                        "#6=IFCRELDEFINESBYTYPE('6',$,$,$,(#1),#2);\n#7=IFCPROPERTYSET('7',$,'S',$,(#8));\n"
                        "#8=IFCPROPERTYSINGLEVALUE('X',$,IFCLABEL('own'),$);\n"
                        "#9=IFCRELDEFINESBYPROPERTIES('9',$,$,$,(#1),#7);\n"
                        "#10=IFCMATERIALCONSTITUENTSET('Mix',$,(#11));\n"
                        "#11=IFCMATERIALCONSTITUENT('Binder',$,#12,$,'B');\n#12=IFCMATERIAL('Bitumen',$,$);\n"
                        "#13=IFCRELASSOCIATESMATERIAL('13',$,$,$,(#2),#10);");
  const auto course = entity("IFCCOURSE");
  EXPECT_TRUE(passes(of, course, property("S", "X", "own")));
  EXPECT_FALSE(passes(of, course, property("S", "X", "type")));
  EXPECT_TRUE(passes(of, course, property("S", "Y", "type")));
  EXPECT_TRUE(passes(of, entity("IFCCOURSETYPE"), property("S", "X", "type")));
  for (const auto* name : {"Mix", "Binder", "B", "Bitumen"}) EXPECT_TRUE(passes(of, course, material(name))) << name;
  EXPECT_FALSE(passes(of, course, material("Concrete")));
}

}  // namespace
