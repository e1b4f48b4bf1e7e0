// SPDX-License-Identifier: Apache-2.0
// Cameras look at what failed.
#include "domains/ids/engine/report/place.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "domains/ids/engine/report/report.h"
#include "formats/zip/zip.h"
#include "unit/ids_engine/small_models.h"

namespace {

using namespace small_models;  // NOLINT(google-build-using-namespace)
using ids::engine::Box;
using ids::engine::Places;
using ids::engine::Point;
using testing::DoubleNear;
using testing::ElementsAre;

// Millimetres. A storey 3 m up and turned by a quarter, a wall 1 m along its x with a box of 2 by 0.2 by 3 m, and one
// whose placement is a circle.
const char* const placed =
    "#1=IFCPROJECT('0YvctVUKr0kugbFTf53O90',$,'P',$,$,$,$,$,#2);"
    "#2=IFCUNITASSIGNMENT((#3));"
    "#3=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);"
    "#10=IFCCARTESIANPOINT((10000.,20000.,3000.));"
    "#11=IFCDIRECTION((0.,1.,0.));"
    "#12=IFCAXIS2PLACEMENT3D(#10,$,#11);"
    "#13=IFCLOCALPLACEMENT($,#12);"
    "#20=IFCCARTESIANPOINT((1000.,0.,0.));"
    "#21=IFCAXIS2PLACEMENT3D(#20,$,$);"
    "#22=IFCLOCALPLACEMENT(#13,#21);"
    "#30=IFCCARTESIANPOINT((0.,0.,0.));"
    "#31=IFCBOUNDINGBOX(#30,2000.,200.,3000.);"
    "#32=IFCSHAPEREPRESENTATION($,'Box','BoundingBox',(#31));"
    "#33=IFCPRODUCTDEFINITIONSHAPE($,$,(#32));"
    "#40=IFCWALL('0YvctVUKr0kugbFTf53O40',$,'W',$,$,#22,#33,$,$);"
    "#41=IFCWALL('0YvctVUKr0kugbFTf53O41',$,'no shape',$,$,#22,$,$,$);"
    "#42=IFCWALL('0YvctVUKr0kugbFTf53O42',$,'nowhere',$,$,$,$,$,$);"
    "#50=IFCLOCALPLACEMENT(#51,#21);"
    "#51=IFCLOCALPLACEMENT(#50,#21);"
    "#52=IFCWALL('0YvctVUKr0kugbFTf53O52',$,'a circle',$,$,#50,$,$,$);"
    "#60=IFCCARTESIANPOINT((1.E300,0.,0.));"
    "#61=IFCAXIS2PLACEMENT3D(#60,$,$);"
    "#62=IFCLOCALPLACEMENT($,#61);"
    "#63=IFCWALL('0YvctVUKr0kugbFTf53O63',$,'too far',$,$,#62,$,$,$);";

std::optional<Box> place(const std::string& name) {
  const auto model = ifc4(placed);
  Places places(model);
  for (const auto index : model.of_entity(*model.schema().find("IfcWall"))) {
    if (model.name(index) == name) return places.of(index);
  }
  ADD_FAILURE() << name;
  return std::nullopt;
}
auto near_to(double x, double y, double z) {
  return ElementsAre(DoubleNear(x, 1e-9), DoubleNear(y, 1e-9), DoubleNear(z, 1e-9));
}

TEST(Place, OfPlacementsWithinPlacements) {
  const auto point = place("no shape");
  ASSERT_TRUE(point.has_value());
  EXPECT_THAT(point->low, near_to(10, 21, 3));
  EXPECT_THAT(point->high, near_to(10, 21, 3));
}

TEST(Place, OfABoundingBox) {
  const auto box = place("W");
  ASSERT_TRUE(box.has_value());
  EXPECT_THAT(box->low, near_to(9.8, 21, 3));
  EXPECT_THAT(box->high, near_to(10, 23, 6));
}

TEST(Place, IsNotMadeUp) {
  for (const auto* const name : {"nowhere", "a circle", "too far"}) EXPECT_FALSE(place(name).has_value()) << name;
}

// ---- in BCF

double number_after(const std::string& xml, const std::string& element, const std::string& axis) {
  const auto from = xml.find("<" + axis + ">", xml.find("<" + element + ">")) + axis.size() + 2;
  return std::stod(xml.substr(from));
}
Point vector_of(const std::string& xml, const std::string& element) {
  return {number_after(xml, element, "X"), number_after(xml, element, "Y"), number_after(xml, element, "Z")};
}

TEST(Place, CamerasLookAtIt) {
  const auto model = ifc4(placed);
  formats::ids::Document document;
  document.specifications = {specification({attribute("Name", "W")}, {attribute("Tag")})};
  const auto report =
      ids::engine::make_report(document, model, ids::engine::check(document, model).value(), "a.ifc", 0);
  for (const auto version : {ids::engine::BcfVersion::v2_1, ids::engine::BcfVersion::v3_0}) {
    const auto bytes = bcf_report({report}, version);
    const auto archive = formats::zip::Archive::open(bytes);
    std::string viewpoint;
    for (const auto& member : archive->members()) {
      if (member.name.ends_with(".bcfv")) viewpoint = archive->read(member.name).value();
    }
    const auto eye = vector_of(viewpoint, "CameraViewPoint"), direction = vector_of(viewpoint, "CameraDirection"),
               up = vector_of(viewpoint, "CameraUpVector");
    const Point centre{9.9, 22, 4.5};
    double distance = 0, upright = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      distance += (centre[i] - eye[i]) * direction[i];
      upright += up[i] * direction[i];
    }
    EXPECT_NEAR(upright, 0, 1e-6);
    EXPECT_GT(distance, 4);
    EXPECT_LT(distance, 20);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(eye[i] + distance * direction[i], centre[i], 1e-4);
  }
}

}  // namespace
