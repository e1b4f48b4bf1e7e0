// SPDX-License-Identifier: Apache-2.0
// tests/peers/energy_views.py shows the same of the 32 reference models beside idfkit.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "domains/energy/engine/geometry/findings.h"
#include "domains/energy/engine/geometry/scene.h"
#include "domains/energy/engine/geometry/zones.h"
#include "domains/energy/engine/views/geometry_page.h"
#include "domains/energy/engine/views/pictures.h"
#include "support/energy_types.h"

namespace {

using energy::engine::Model;
using energy::engine::Point;
using energy::engine::Polygon;

constexpr const char* xyz = "vertex_x_coordinate# vertex_y_coordinate# vertex_z_coordinate#";

Model geometry_model(const std::string& text) {
  static const auto schema = tests::schema_of(
      {{"Building", "name north_axis#"},
       {"GlobalGeometryRules", "starting_vertex_position vertex_entry_direction coordinate_system"},
       {"Zone", "name direction_of_relative_north# x_origin# y_origin# z_origin# type# multiplier#"},
       {"BuildingSurface:Detailed",
        "name surface_type construction_name zone_name outside_boundary_condition outside_boundary_condition_object "
        "number_of_vertices#",
        "vertices", xyz},
       {"FenestrationSurface:Detailed",
        "name surface_type construction_name building_surface_name multiplier# vertex_1_x_coordinate# "
        "vertex_1_y_coordinate# "
        "vertex_1_z_coordinate# vertex_2_x_coordinate# vertex_2_y_coordinate# vertex_2_z_coordinate# "
        "vertex_3_x_coordinate# "
        "vertex_3_y_coordinate# vertex_3_z_coordinate# vertex_4_x_coordinate# vertex_4_y_coordinate# "
        "vertex_4_z_coordinate#"},
       {"Wall:Exterior",
        "name construction_name zone_name azimuth_angle# tilt_angle# starting_x_coordinate# starting_y_coordinate# "
        "starting_z_coordinate# length# height#"},
       {"Window",
        "name construction_name building_surface_name starting_x_coordinate# starting_z_coordinate# length# height#"},
       {"Shading:Overhang",
        "name window_or_door_name height_above_window_or_door# tilt_angle_from_window_door# "
        "left_extension_from_window_door_width# "
        "right_extension_from_window_door_width# depth#"},
       {"Shading:Site:Detailed", "name transmittance_schedule_name number_of_vertices#", "vertices", xyz}});
  auto file = std::make_shared<const formats::idf::File>(formats::idf::File::parse(text).value());
  return Model::read(std::move(file), schema);
}

std::string surface(const std::string& name, const std::string& type, const std::string& points,
                    const std::string& boundary = "Outdoors,") {
  return "BuildingSurface:Detailed," + name + "," + type + ",C,Z," + boundary + ",," + points + ";";
}
// A room of 4 by 3 metres, 2.5 high.
std::string room(const std::string& roof = "0,0,2.5,4,0,2.5,4,3,2.5,0,3,2.5") {
  return surface("F", "Floor", "0,0,0,0,3,0,4,3,0,4,0,0", "Ground,") + surface("R", "Roof", roof) +
         surface("S", "Wall", "0,0,2.5,0,0,0,4,0,0,4,0,2.5") + surface("E", "Wall", "4,0,2.5,4,0,0,4,3,0,4,3,2.5") +
         surface("N", "Wall", "4,3,2.5,4,3,0,0,3,0,0,3,2.5") + surface("W", "Wall", "0,3,2.5,0,3,0,0,0,0,0,0,2.5");
}
std::vector<std::string> codes(const std::string& text) {
  std::vector<std::string> out;
  for (const auto& each : geometry_findings(geometry_model(text)))
    out.push_back(std::string(each.code) + " " + each.name);
  return out;
}
void near(Point a, Point b) {
  EXPECT_NEAR(a.x, b.x, 1e-9);
  EXPECT_NEAR(a.y, b.y, 1e-9);
  EXPECT_NEAR(a.z, b.z, 1e-9);
}
using Lines = std::vector<std::string>;

TEST(EnergyGeometry, SizesOfARoom) {
  const auto scene = scene_of(geometry_model("Zone,Z,0,10,20,5;" + room()));
  const auto size = zone_sizes(scene).at(0);
  EXPECT_DOUBLE_EQ(size.floor_m2, 12);
  EXPECT_DOUBLE_EQ(size.ceiling_m2, 12);
  EXPECT_DOUBLE_EQ(size.wall_m2, 35);
  EXPECT_NEAR(size.volume_m3, 30, 1e-9);
  EXPECT_DOUBLE_EQ(size.height_m, 2.5);
  near(scene.surfaces[2].points[0], {10, 20, 7.5});
  EXPECT_DOUBLE_EQ(azimuth_deg(scene.surfaces[2].points), 180);
  EXPECT_DOUBLE_EQ(azimuth_deg(scene.surfaces[3].points), 90);
  EXPECT_DOUBLE_EQ(tilt_deg(scene.surfaces[1].points), 0);
}

TEST(EnergyGeometry, FramesAndTurns) {
  const std::string wall = "Zone,Z,0,10,0,0;" + surface("S", "Wall", "0,0,3,0,0,0,5,0,0,5,0,3");
  near(scene_of(geometry_model("Building,B,90;" + wall)).surfaces[0].points[1], {0, -10, 0});
  near(scene_of(geometry_model("GlobalGeometryRules,x,Counterclockwise,World;" + wall)).surfaces[0].points[1],
       {0, 0, 0});
  const auto clockwise = scene_of(geometry_model("GlobalGeometryRules,x,Clockwise,Relative;" + wall)).surfaces[0];
  near(clockwise.points[0], {10, 0, 3});
  EXPECT_NEAR(azimuth_deg(clockwise.points), 0, 1e-9);
  // What is fixed to the site does not turn with the building.
  const auto site = scene_of(geometry_model("Building,B,90;Shading:Site:Detailed,T,,,5,0,0,6,0,0,6,0,1;"));
  near(site.surfaces[0].points[0], {5, 0, 0});
}

TEST(EnergyGeometry, RectanglesAndWhatStandsOnThem) {
  const auto scene = scene_of(
      geometry_model("Zone,Z,0,1,2,3;Wall:Exterior,S,C,Z,180,90,0,0,0,6,3;Window,W,C,S,1,0.5,2,1;Shading:Overhang,O,"
                     "W,0.5,90,0.25,0.25,0.8;"));
  ASSERT_EQ(scene.surfaces.size(), 3u);
  near(scene.surfaces[0].points[1], {1, 2, 3});
  near(scene.surfaces[0].points[2], {7, 2, 3});
  near(scene.surfaces[1].points[1], {2, 2, 3.5});
  EXPECT_DOUBLE_EQ(area(scene.surfaces[1].points), 2);
  EXPECT_NEAR(area(scene.surfaces[2].points), 2.5 * 0.8, 1e-9);
  near(scene.surfaces[2].points[1], {1.75, 1.2, 5});
}

TEST(EnergyGeometry, WhatCannotBeDrawnSaysWhy) {
  const auto scene = scene_of(geometry_model(surface("A", "Wall", "0,0,0,1,0,0") + "Zone,Z;" +
                                             "BuildingSurface:Detailed,B,Wall,C,Gone,Outdoors,,,0,0,0,1,0,0,1,1,0;"
                                             "FenestrationSurface:Detailed,W,Window,C,Gone,1,0,0,0,1,0,0,1,1,0;"));
  ASSERT_EQ(scene.left_out.size(), 3u);
  EXPECT_EQ(scene.left_out[0].reason, "too-few-vertices");
  EXPECT_EQ(scene.left_out[1].reason, "zone-not-found: Gone");
  EXPECT_EQ(scene.left_out[2].reason, "parent-surface-not-found: Gone");
}

TEST(EnergyGeometry, FindingsNameWhatIsOdd) {
  EXPECT_EQ(codes("Zone,Z;" + room()), Lines{});
  EXPECT_EQ(codes("Zone,Z;" + room("0,0,2.5,4,0,2.5,4,3,2.5,0,3,2.8")),
            (Lines{"surface_not_flat R", "zone_not_closed Z"}));
  EXPECT_EQ(codes("Zone,Z;" + room("0,0,2,4,0,2,4,3,2,0,3,2")), Lines{"zone_not_closed Z"});
  EXPECT_EQ(codes("Zone,Z;"), Lines{});
  EXPECT_EQ(codes("Zone,Z;" + room() + surface("X", "Wall", "0,0,0,1,0,0,2,0,0")), Lines{"surface_without_area X"});
  EXPECT_EQ(codes("Zone,Z;" + room() + "FenestrationSurface:Detailed,W,Window,C,S,1,1,1,2,1,1,1,2,1,1,2,1,2;"),
            Lines{"opening_off_its_wall W"});
}

TEST(EnergyGeometry, WallsBetweenZonesMatch) {
  const auto between = [](const std::string& name, const std::string& other, const std::string& points) {
    return "BuildingSurface:Detailed," + name +
           ",Wall,C,,"
           "Surface," +
           other + ",," + points + ";";
  };
  const std::string front = "0,0,3,0,0,0,4,0,0,4,0,3", back = "4,0,3,4,0,0,0,0,0,0,0,3";
  EXPECT_EQ(codes(between("A", "B", front) + between("B", "A", back)), Lines{});
  EXPECT_EQ(codes(between("A", "A", front)), Lines{});
  EXPECT_EQ(codes(between("A", "B", front)), Lines{});  // a reference that leads nowhere is another finding
  EXPECT_EQ(codes(between("A", "B", front) + between("B", "A", front)), Lines{"other_side_differs A"});
  EXPECT_EQ(codes(between("A", "B", front) + between("B", "A", "4,0,2,4,0,0,0,0,0,0,0,2")),
            Lines{"other_side_differs A"});
}

TEST(EnergyGeometry, ConcaveOutlinesAreCut) {
  const Polygon ell{{0, 0, 0}, {4, 0, 0}, {4, 1, 0}, {1, 1, 0}, {1, 3, 0}, {0, 3, 0}};
  const auto cut = triangles(ell);
  ASSERT_EQ(cut.size(), 4u);
  double sum = 0;
  for (const auto& [a, b, c] : cut) sum += energy::engine::area({ell[a], ell[b], ell[c]});
  EXPECT_NEAR(sum, area(ell), 1e-9);
}

TEST(EnergyGeometry, ThePageAndThePicture) {
  const auto model = geometry_model("Zone,Z;" + room());
  const auto scene = scene_of(model);
  const auto page = geometry_page(model, scene, "m.idf");
  const auto& surfaces = page.parts.at("surfaces-0");
  EXPECT_EQ(surfaces.at("names").size(), 6u);
  EXPECT_EQ(surfaces.at("points_mm").size(), 6u * 4 * 3);
  EXPECT_EQ(surfaces.at("triangles").size(), 6u * 2 * 3);
  using energy::engine::ColourBy;
  using energy::engine::ImageFormat;
  const auto picture = geometry_picture(model, scene, ColourBy::zone, "<m> & co");
  const auto svg = image_of(picture, ImageFormat::svg).value();
  EXPECT_NE(svg.find("&lt;m&gt; &amp; co"), std::string::npos);
  EXPECT_EQ(image_of(picture, ImageFormat::png).value().substr(1, 3), "PNG");
}

}  // namespace
