// SPDX-License-Identifier: Apache-2.0
#include "geometry/arrangement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace geometry {
namespace {

std::vector<Line> outline(Vec2 low, Vec2 high) {
  const auto ring = rectangle(low, high).outer;
  std::vector<Line> lines;
  for (std::size_t i = 0; i < 4; ++i) lines.push_back({ring[i], ring[(i + 1) % 4]});
  return lines;
}
std::vector<double> areas(const Arrangement& arrangement) {
  std::vector<double> out;
  for (const auto& face : arrangement.faces) out.push_back(area(face.polygon));
  std::ranges::sort(out);
  return out;
}

TEST(Arrangement, ATeeDividesABox) {
  auto lines = outline({0, 0}, {10, 6});
  lines.push_back({{5, 0}, {5, 6}});
  const auto made = arrange(lines, 1e-3);
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(areas(*made), (std::vector<double>{30, 30}));
  EXPECT_EQ(made->pieces.size(), 7u);
  for (const auto& piece : made->pieces) {
    EXPECT_FALSE(piece.loose);
    const bool inner = piece.lines == std::vector<std::uint32_t>{4};
    EXPECT_EQ(inner, piece.left != Piece::none && piece.right != Piece::none);
  }
}

TEST(Arrangement, ACrossDividesInFour) {
  auto lines = outline({0, 0}, {10, 6});
  lines.push_back({{5, -1}, {5, 7}});
  lines.push_back({{-1, 2}, {11, 2}});
  EXPECT_EQ(areas(*arrange(lines, 1e-3)), (std::vector<double>{10, 10, 20, 20}));
}

TEST(Arrangement, EndsWithinTheToleranceMeet) {
  auto lines = outline({0, 0}, {10, 6});
  lines.push_back({{5, 0.0004}, {5, 5.9997}});
  EXPECT_EQ(arrange(lines, 1e-3)->faces.size(), 2u);
  EXPECT_EQ(arrange(lines, 1e-6)->faces.size(), 1u);
}

TEST(Arrangement, StubsAndBridgesAreLoose) {
  auto lines = outline({0, 0}, {10, 10});
  const auto island = outline({4, 4}, {6, 6});
  lines.insert(lines.end(), island.begin(), island.end());
  lines.push_back({{0, 5}, {4, 5}});    // from the outline to the island
  lines.push_back({{10, 2}, {8, 2}});   // a stub
  lines.push_back({{20, 0}, {21, 0}});  // outside
  const auto made = arrange(lines, 1e-3);
  EXPECT_EQ(areas(*made), (std::vector<double>{4, 96}));
  EXPECT_EQ(std::ranges::count_if(made->pieces, &Piece::loose), 3);
}

TEST(Arrangement, IslandsAreHolesOfTheFaceAroundThem) {
  auto lines = outline({0, 0}, {20, 20});
  for (const auto& part : {outline({2, 2}, {10, 10}), outline({4, 4}, {6, 6}), outline({12, 12}, {13, 13})})
    lines.insert(lines.end(), part.begin(), part.end());
  const auto made = arrange(lines, 1e-3);
  EXPECT_EQ(areas(*made), (std::vector<double>{1, 4, 60, 400 - 64 - 1}));
}

TEST(Arrangement, LinesThatRunTogetherAreOnePiece) {
  auto lines = outline({0, 0}, {4, 3});
  const auto other = outline({4, 1}, {8, 5});
  lines.insert(lines.end(), other.begin(), other.end());
  const auto made = arrange(lines, 1e-3);
  EXPECT_EQ(areas(*made), (std::vector<double>{12, 16}));
  EXPECT_EQ(std::ranges::count_if(made->pieces, [](const Piece& piece) { return piece.lines.size() == 2; }), 1);
}

TEST(Arrangement, HostileInputIsAnError) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double bad : {nan, 1e300, std::numeric_limits<double>::infinity()}) {
    EXPECT_FALSE(arrange(std::vector<Line>{{{0, 0}, {bad, 1}}}, 1e-3).ok());
    EXPECT_FALSE(arrange(std::vector<Line>{{{0, 0}, {1, 1}}}, bad).ok());
  }
  EXPECT_FALSE(arrange(std::vector<Line>{{{0, 0}, {1, 1}}}, 0).ok());
  EXPECT_TRUE(arrange({}, 1e-3)->faces.empty());
  EXPECT_TRUE(arrange(std::vector<Line>{{{1, 1}, {1, 1}}}, 1e-3)->pieces.empty());
  EXPECT_EQ(arrange(std::vector<Line>(most_lines + 1), 1e-3).error().code, base::Code::out_of_range);
  std::vector<Line> grid;  // four million crossings
  for (int i = 0; i < 2000; ++i) {
    grid.push_back({{i * 1.0, -1}, {i * 1.0, 3000}});
    grid.push_back({{-1, i * 1.0}, {3000, i * 1.0}});
  }
  EXPECT_EQ(arrange(grid, 1e-3).error().code, base::Code::out_of_range);
}

}  // namespace
}  // namespace geometry
