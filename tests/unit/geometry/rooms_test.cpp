// SPDX-License-Identifier: Apache-2.0
#include "geometry/rooms.h"

#include <gtest/gtest.h>

#include <vector>

namespace geometry {
namespace {

std::vector<WallLine> outline(Vec2 low, Vec2 high, double thickness) {
  const auto ring = rectangle(low, high).outer;
  std::vector<WallLine> walls;
  for (std::size_t i = 0; i < 4; ++i) walls.push_back({ring[i], ring[(i + 1) % 4], thickness});
  return walls;
}

TEST(Rooms, ATeePartitionMakesTwo) {
  auto walls = outline({0, 0}, {10, 6}, 0.2);
  for (const double end : {0.0, 0.1}) {  // drawn to the centre lines, and to the faces
    walls.resize(4);
    walls.push_back({{5, end}, {5, 6 - end}, 0.2});
    const auto rooms = find_rooms(walls, {}, 1e-3);
    ASSERT_TRUE(rooms.ok());
    ASSERT_EQ(rooms->size(), 2u);
    for (const auto& room : *rooms) {
      EXPECT_NEAR(room.centre_line_m2(), 30, 1e-9);
      EXPECT_NEAR(room.net_m2(), 27.84, 1e-7);
      EXPECT_NEAR(room.gross_m2(), 27.84, 1e-7);
      EXPECT_NEAR(room.gross_perimeter_m(), 2 * (4.8 + 5.8), 1e-7);
      EXPECT_EQ(room.walls.size(), 4u);
    }
  }
}

TEST(Rooms, WallsOfDifferentThickness) {
  auto walls = outline({0, 0}, {10, 6}, 0.4);
  walls.push_back({{4, 0}, {4, 6}, 0.1});
  const auto rooms = find_rooms(walls, {}, 1e-3);
  ASSERT_EQ(rooms->size(), 2u);
  EXPECT_NEAR((*rooms)[0].net_m2() + (*rooms)[1].net_m2(), 5.6 * (9.6 - 0.1), 1e-7);
}

TEST(Rooms, InwardCornersAreRightToo) {
  const Ring l{{0, 0}, {8, 0}, {8, 3}, {3, 3}, {3, 7}, {0, 7}};
  std::vector<WallLine> walls;
  for (std::size_t i = 0; i < l.size(); ++i) walls.push_back({l[i], l[(i + 1) % l.size()], 0.2});
  const auto rooms = find_rooms(walls, {}, 1e-3);
  ASSERT_EQ(rooms->size(), 1u);
  EXPECT_NEAR((*rooms)[0].centre_line_m2(), 8 * 3 + 3 * 4, 1e-9);
  EXPECT_NEAR((*rooms)[0].net_m2(), 7.8 * 2.8 + 2.8 * 4, 1e-7);
}

TEST(Rooms, WhatStandsInARoomCountsAgainstTheNetArea) {
  auto walls = outline({0, 0}, {10, 10}, 0.2);
  walls.push_back({{3, 3}, {5, 3}, 0.2});  // stands free
  walls.push_back({{0, 7}, {2, 7}, 0.2});  // a stub
  const std::vector<Polygon> columns{rectangle({7, 7}, {7.5, 7.5})};
  const auto rooms = find_rooms(walls, columns, 1e-3);
  ASSERT_EQ(rooms->size(), 1u);
  EXPECT_NEAR((*rooms)[0].gross_m2(), 9.8 * 9.8, 1e-7);
  EXPECT_NEAR((*rooms)[0].net_m2(), 9.8 * 9.8 - 2 * 0.2 - 1.9 * 0.2 - 0.25, 1e-7);
  EXPECT_EQ((*rooms)[0].walls, (std::vector<std::uint32_t>{0, 1, 2, 3}));
}

TEST(Rooms, ALineWithoutABodySeparates) {
  auto walls = outline({0, 0}, {10, 6}, 0.2);
  walls.push_back({{5, 0}, {5, 6}, 0});
  const auto rooms = find_rooms(walls, {}, 1e-3);
  ASSERT_EQ(rooms->size(), 2u);
  EXPECT_NEAR((*rooms)[0].net_m2(), 4.9 * 5.8, 1e-7);
}

TEST(Rooms, ARoomInARoomIsAHoleInIt) {
  auto walls = outline({0, 0}, {10, 10}, 0.2);
  const auto inner = outline({4, 4}, {6, 6}, 0.2);
  walls.insert(walls.end(), inner.begin(), inner.end());
  const auto rooms = find_rooms(walls, {}, 1e-3);
  ASSERT_EQ(rooms->size(), 2u);
  EXPECT_NEAR((*rooms)[0].net_m2(), 9.8 * 9.8 - 2.2 * 2.2, 1e-7);
  EXPECT_NEAR((*rooms)[1].net_m2(), 1.8 * 1.8, 1e-7);
}

TEST(Rooms, CrossingWallsMakeFour) {
  auto walls = outline({0, 0}, {10, 6}, 0.2);
  walls.push_back({{5, 0}, {5, 6}, 0.1});
  walls.push_back({{0, 3}, {10, 3}, 0.1});
  const auto rooms = find_rooms(walls, {}, 1e-3);
  ASSERT_EQ(rooms->size(), 4u);
  for (const auto& room : *rooms) EXPECT_NEAR(room.net_m2(), (5 - 0.15) * (3 - 0.15), 1e-7);
}

TEST(Rooms, WallsTooCloseLeaveNoRoom) {
  const auto walls = outline({0, 0}, {5, 0.15}, 0.2);
  EXPECT_TRUE(find_rooms(walls, {}, 1e-3)->empty());
  EXPECT_TRUE(find_rooms({}, {}, 1e-3)->empty());
  EXPECT_FALSE(find_rooms(walls, {}, -1).ok());
}

}  // namespace
}  // namespace geometry
