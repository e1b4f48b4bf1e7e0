// SPDX-License-Identifier: Apache-2.0
// Where a model lies on the map is told in the unit of the map (IfcProjectedCRS.MapUnit), not in that of the model.
#include <gtest/gtest.h>

#include "small_models.h"

namespace {

using namespace small_models;  // NOLINT(google-build-using-namespace)

// A model in millimetres; the map's unit, and what else there is.
std::string placed(const std::string& entity_tail, const std::string& map_unit) {
  return "#1=IFCPROJECT('1',$,$,$,$,$,$,$,#2);\n#2=IFCUNITASSIGNMENT((#3));\n"
         "#3=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);\n#4=IFCSIUNIT(*,.LENGTHUNIT.,.KILO.,.METRE.);\n"
         "#5=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);\n"
         "#6=IFCPROJECTEDCRS('EPSG:25832',$,$,$,$,$," +
         map_unit + ");\n" + entity_tail;
}
const std::string conversion = "#7=IFCMAPCONVERSION($,#6,312345.,5500000.,120.5,$,$,$);";

TEST(MapUnit, BeatsTheUnitOfTheModel) {
  const auto metres = ifc4(placed(conversion, "#5"));
  EXPECT_TRUE(passes(metres, entity("IFCMAPCONVERSION"), attribute("Eastings", "312345")));
  EXPECT_TRUE(passes(metres, entity("IFCMAPCONVERSION"), attribute("OrthogonalHeight", range("120", "121"))));
  EXPECT_FALSE(passes(metres, entity("IFCMAPCONVERSION"), attribute("Eastings", "312.345")));
  const auto kilometres = ifc4(placed(conversion, "#4"));
  EXPECT_TRUE(passes(kilometres, entity("IFCMAPCONVERSION"), attribute("Northings", "5500000000")));
}

TEST(MapUnit, WhereThereIsNoneTheModelsUnitHolds) {
  const auto model = ifc4(placed(conversion, "$"));
  EXPECT_TRUE(passes(model, entity("IFCMAPCONVERSION"), attribute("Eastings", "312.345")));
}

TEST(MapUnit, HoldsForWhatIsAMapConversionTooButForNoOtherLength) {
  const auto scaled = model("IFC4X3_ADD2", placed("#7=IFCMAPCONVERSIONSCALED($,#6,312345.,1.,1.,$,$,$,1.,1.,1.);\n"
                                                  "#8=IFCBUILDINGSTOREY('8',$,$,$,$,$,$,$,$,3000.);",
                                                  "#5"));
  EXPECT_TRUE(passes(scaled, entity("IFCMAPCONVERSIONSCALED"), attribute("Eastings", "312345")));
  EXPECT_TRUE(passes(scaled, entity("IFCBUILDINGSTOREY"), attribute("Elevation", "3")));
}

}  // namespace
