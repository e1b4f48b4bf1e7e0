// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "formats/ifc/model.h"

namespace formats::ifc {
namespace {

Model model_of(std::string_view units, std::string_view records, std::string_view schema = "IFC4") {
  return Model::parse("ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('" + std::string(schema) +
                      "'));\nENDSEC;\nDATA;\n#1=IFCPROJECT('p',$,$,$,$,$,$,$,#2);\n#2=IFCUNITASSIGNMENT((" +
                      std::string(units) + "));\n" + std::string(records) + "ENDSEC;\nEND-ISO-10303-21;\n")
      .value();
}

void expect_scale(const Model& model, std::string_view measure, double factor, double offset = 0) {
  const auto scale = model.project_unit(measure);
  EXPECT_NEAR(scale.factor, factor, 1e-12 * factor) << measure;
  EXPECT_NEAR(scale.offset, offset, 1e-9) << measure;
}

// The prefix of a square metre is squared, and the unit of mass is the kilogram.
TEST(IfcUnits, SiWithPrefixes) {
  const Model model = model_of("#10,#11,#12,#13,#14,#15", R"(
#10=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);
#11=IFCSIUNIT(*,.AREAUNIT.,.MILLI.,.SQUARE_METRE.);
#12=IFCSIUNIT(*,.VOLUMEUNIT.,.CENTI.,.CUBIC_METRE.);
#13=IFCSIUNIT(*,.MASSUNIT.,.KILO.,.GRAM.);
#14=IFCSIUNIT(*,.POWERUNIT.,.MEGA.,.WATT.);
#15=IFCSIUNIT(*,.TIMEUNIT.,$,.SECOND.);
)");
  expect_scale(model, "IFCLENGTHMEASURE", 1e-3);
  expect_scale(model, "IFCPOSITIVELENGTHMEASURE", 1e-3);
  expect_scale(model, "IFCNONNEGATIVELENGTHMEASURE", 1e-3);
  expect_scale(model, "IfcLengthMeasure", 1e-3);
  expect_scale(model, "IFCAREAMEASURE", 1e-6);
  expect_scale(model, "IFCVOLUMEMEASURE", 1e-6);
  expect_scale(model, "IFCMASSMEASURE", 1);
  expect_scale(model, "IFCPOWERMEASURE", 1e6);
  expect_scale(model, "IFCTIMEMEASURE", 1);
}

TEST(IfcUnits, AGramIsAThousandthOfAKilogram) {
  const Model model = model_of("#10", "#10=IFCSIUNIT(*,.MASSUNIT.,$,.GRAM.);\n");
  expect_scale(model, "IFCMASSMEASURE", 1e-3);
}

TEST(IfcUnits, WhatHasNoUnitIsOne) {
  const Model model = model_of("#10,#11,#12,#98", R"(
#10=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);
#11=IFCMONETARYUNIT('EUR');
#12=IFCCONTEXTDEPENDENTUNIT(#13,.LUMINOUSFLUXUNIT.,'thing');
#13=IFCDIMENSIONALEXPONENTS(0,0,0,0,0,0,0);
)");
  for (const char* measure : {"IFCAREAMEASURE", "IFCMONETARYMEASURE", "IFCLUMINOUSFLUXMEASURE", "IFCLABEL", "IFCREAL",
                              "IFCRATIOMEASURE", "IFCCOUNTMEASURE", "NOTHING", ""})
    expect_scale(model, measure, 1);
}

TEST(IfcUnits, WithoutAnAssignmentEverythingIsOne) {
  const auto model = Model::parse(
      "ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\n"
      "#1=IFCWALL('w',$,$,$,$,$,$,$,$);\nENDSEC;\nEND-ISO-10303-21;\n");
  ASSERT_TRUE(model.ok());
  expect_scale(*model, "IFCLENGTHMEASURE", 1);
}

TEST(IfcUnits, ConversionBased) {
  const Model model = model_of("#10,#20,#30", R"(
#10=IFCCONVERSIONBASEDUNIT(#5,.LENGTHUNIT.,'FOOT',#11);
#5=IFCDIMENSIONALEXPONENTS(1,0,0,0,0,0,0);
#11=IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(304.8),#12);
#12=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);
#20=IFCCONVERSIONBASEDUNIT(#5,.PLANEANGLEUNIT.,'DEGREE',#21);
#21=IFCMEASUREWITHUNIT(IFCPLANEANGLEMEASURE(0.0174532925199433),#22);
#22=IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.);
#30=IFCCONVERSIONBASEDUNIT(#5,.MASSUNIT.,'pound',#99);
)");
  expect_scale(model, "IFCLENGTHMEASURE", 0.3048);
  EXPECT_NEAR(model.project_unit("IFCPLANEANGLEMEASURE").factor, 3.14159265358979 / 180, 1e-12);
  expect_scale(model, "IFCMASSMEASURE", 0.45359237);  // its factor leads to nothing, its name is known
}

TEST(IfcUnits, AFootMadeOfInchesMadeOfMillimetres) {
  const Model model = model_of("#10", R"(
#10=IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'foot',#11);
#11=IFCMEASUREWITHUNIT(IFCRATIOMEASURE(12.),#20);
#20=IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'inch',#21);
#21=IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(25.4),#30);
#30=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);
)");
  expect_scale(model, "IFCLENGTHMEASURE", 0.3048);
}

TEST(IfcUnits, Celsius) {
  const Model model = model_of("#10", "#10=IFCSIUNIT(*,.THERMODYNAMICTEMPERATUREUNIT.,$,.DEGREE_CELSIUS.);\n");
  expect_scale(model, "IFCTHERMODYNAMICTEMPERATUREMEASURE", 1, 273.15);
}

// 32 °F are 273.15 K, whichever way the file's author read the standard.
TEST(IfcUnits, Fahrenheit) {
  for (const auto& [factor, offset] : {std::pair{"1.8", "-459.67"}, std::pair{"0.555555555555556", "255.372222222222"},
                                       std::pair{"0.555555555555556", "-459.67"}}) {
    const Model model =
        model_of("#10", std::string("#10=IFCCONVERSIONBASEDUNITWITHOFFSET($,.THERMODYNAMICTEMPERATUREUNIT.,"
                                    "'Fahrenheit',#11,") +
                            offset + ");\n#11=IFCMEASUREWITHUNIT(IFCTHERMODYNAMICTEMPERATUREMEASURE(" + factor +
                            "),#12);\n#12=IFCSIUNIT(*,.THERMODYNAMICTEMPERATUREUNIT.,$,.KELVIN.);\n");
    const auto scale = model.project_unit("IFCTHERMODYNAMICTEMPERATUREMEASURE");
    EXPECT_NEAR(32 * scale.factor + scale.offset, 273.15, 1e-6) << factor;
    EXPECT_NEAR(212 * scale.factor + scale.offset, 373.15, 1e-6) << factor;
  }
}

// W/(cm2 K) by its unit type, with no name of its own; an offset of a part does not count.
TEST(IfcUnits, Derived) {
  const Model model = model_of("#10,#20", R"(
#10=IFCDERIVEDUNIT((#11,#12,#13),.THERMALTRANSMITTANCEUNIT.,$);
#11=IFCDERIVEDUNITELEMENT(#14,1);
#12=IFCDERIVEDUNITELEMENT(#15,-2);
#13=IFCDERIVEDUNITELEMENT(#16,-1);
#14=IFCSIUNIT(*,.POWERUNIT.,$,.WATT.);
#15=IFCSIUNIT(*,.LENGTHUNIT.,.CENTI.,.METRE.);
#16=IFCSIUNIT(*,.THERMODYNAMICTEMPERATUREUNIT.,$,.DEGREE_CELSIUS.);
#20=IFCDERIVEDUNIT((#21,#22),.VOLUMETRICFLOWRATEUNIT.,$);
#21=IFCDERIVEDUNITELEMENT(#23,3);
#22=IFCDERIVEDUNITELEMENT(#24,-1);
#23=IFCSIUNIT(*,.LENGTHUNIT.,.DECI.,.METRE.);
#24=IFCCONVERSIONBASEDUNIT($,.TIMEUNIT.,'hour',#25);
#25=IFCMEASUREWITHUNIT(IFCTIMEMEASURE(3600.),#26);
#26=IFCSIUNIT(*,.TIMEUNIT.,$,.SECOND.);
)");
  expect_scale(model, "IFCTHERMALTRANSMITTANCEMEASURE", 1e4);
  expect_scale(model, "IFCVOLUMETRICFLOWRATEMEASURE", 1e-3 / 3600);
}

TEST(IfcUnits, OfAProperty) {
  const Model model =
      model_of("", "#10=IFCSIUNIT(*,.LENGTHUNIT.,.KILO.,.METRE.);\n#11=IFCWALL('w',$,$,$,$,$,$,$,$);\n");
  EXPECT_DOUBLE_EQ(model.unit_scale(model.file().find(10).value()).factor, 1000);
  EXPECT_DOUBLE_EQ(model.unit_scale(model.file().find(11).value()).factor, 1) << "a wall is not a unit";
}

TEST(IfcUnits, NonsenseIsOne) {
  const Model model = model_of("#10,#20,#30,#40,#50", R"(
#10=IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'loop',#11);
#11=IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(1.),#10);
#20=IFCDERIVEDUNIT((#21),.ACCELERATIONUNIT.,$);
#21=IFCDERIVEDUNITELEMENT(#22,2000000000);
#22=IFCSIUNIT(*,.LENGTHUNIT.,.EXA.,.METRE.);
#30=IFCCONVERSIONBASEDUNIT($,.TIMEUNIT.,'never',#31);
#31=IFCMEASUREWITHUNIT(IFCTIMEMEASURE(0.),#32);
#32=IFCSIUNIT(*,.TIMEUNIT.,$,.SECOND.);
#40=IFCDERIVEDUNIT((#40,$,#98),.TORQUEUNIT.,$);
#50=IFCCONVERSIONBASEDUNIT($,.FORCEUNIT.,'infinite',#51);
#51=IFCMEASUREWITHUNIT(IFCFORCEMEASURE(1.E999),#22);
)");
  for (const char* measure :
       {"IFCLENGTHMEASURE", "IFCACCELERATIONMEASURE", "IFCTIMEMEASURE", "IFCTORQUEMEASURE", "IFCFORCEMEASURE"})
    expect_scale(model, measure, 1);
}

TEST(IfcUnits, OfIfc2x3) {
  const Model model = model_of("#10", "#10=IFCSIUNIT(*,.LENGTHUNIT.,.CENTI.,.METRE.);\n", "IFC2X3");
  expect_scale(model, "IFCPOSITIVELENGTHMEASURE", 1e-2);
}

}  // namespace
}  // namespace formats::ifc
