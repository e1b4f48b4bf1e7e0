// SPDX-License-Identifier: Apache-2.0
#include "drawing/raster3d.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace drawing {
namespace {

// An upright box, all faces outwards.
void add_box(Solid& solid, Vec3 low, Vec3 high) {
  const auto p = [&](int x, int y, int z) {
    return std::array<float, 3>{static_cast<float>(x != 0 ? high[0] : low[0]),
                                static_cast<float>(y != 0 ? high[1] : low[1]),
                                static_cast<float>(z != 0 ? high[2] : low[2])};
  };
  const auto quad = [&](std::array<float, 3> a, std::array<float, 3> b, std::array<float, 3> c,
                        std::array<float, 3> d) {
    solid.triangles.push_back({{a, b, c}});
    solid.triangles.push_back({{a, c, d}});
  };
  quad(p(0, 1, 0), p(0, 1, 1), p(1, 1, 1), p(1, 1, 0));
  quad(p(0, 0, 0), p(1, 0, 0), p(1, 0, 1), p(0, 0, 1));
  quad(p(0, 0, 1), p(1, 0, 1), p(1, 1, 1), p(0, 1, 1));
  quad(p(1, 0, 0), p(0, 0, 0), p(0, 1, 0), p(1, 1, 0));
  quad(p(1, 0, 1), p(1, 0, 0), p(1, 1, 0), p(1, 1, 1));
  quad(p(0, 0, 0), p(0, 0, 1), p(0, 1, 1), p(0, 1, 0));
}

Scene box_scene(Vec3 low, Vec3 high) {
  Scene scene{.materials = {{"red", colour(0xcc2020)}}, .solids = {{"box", "Box", 0, {}}}};
  add_box(scene.solids[0], low, high);
  return scene;
}

bool red(std::uint32_t pixel) { return ((pixel >> 16) & 0xffU) > 2 * ((pixel >> 8) & 0xffU); }

struct Extent {
  int left = 1 << 20, right = -1, top = 1 << 20, bottom = -1, count = 0;
};
Extent red_extent(const Image& image) {
  Extent out;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      if (!red(image.pixels[static_cast<std::size_t>((y * image.width) + x)])) continue;
      out = {std::min(out.left, x), std::max(out.right, x), std::min(out.top, y), std::max(out.bottom, y),
             out.count + 1};
    }
  }
  return out;
}

// The origin cut buildings off above and below.
class Framing : public testing::TestWithParam<std::tuple<Camera::Kind, Vec3>> {};
TEST_P(Framing, TheWholeSceneIsInThePictureAndFillsIt) {
  const auto& [kind, size] = GetParam();
  const Image image = raster3d(box_scene({100, 3, -50}, {100 + size[0], 3 + size[1], -50 + size[2]}),
                               {.width = 320, .height = 240, .camera = {.kind = kind}})
                          .value();
  const Extent seen = red_extent(image);
  ASSERT_GT(seen.count, 0);
  EXPECT_GE(seen.left, 8);
  EXPECT_LE(seen.right, 311);
  EXPECT_GE(seen.top, 6);
  EXPECT_LE(seen.bottom, 233);
  EXPECT_TRUE(seen.right - seen.left > 260 || seen.bottom - seen.top > 195);
}
INSTANTIATE_TEST_SUITE_P(Shapes, Framing,
                         testing::Combine(testing::Values(Camera::Kind::isometric, Camera::Kind::perspective),
                                          testing::Values(Vec3{10, 3, 8}, Vec3{1, 60, 1}, Vec3{200, 3, 2},
                                                          Vec3{2, 1, 300}, Vec3{0.5, 0.5, 0.5})));

TEST(Raster3d, WhatIsNearerHidesWhatIsBehind) {
  Scene scene = box_scene({0, 0, 0}, {4, 4, 4});
  scene.materials.push_back({"blue", colour(0x2020cc)});
  scene.solids.push_back({"behind", "", 1, {}});
  add_box(scene.solids[1], {1, 1, 1}, {3, 3, 3});  // inside
  const Image image = raster3d(scene, {.width = 100, .height = 100}).value();
  for (const std::uint32_t pixel : image.pixels) EXPECT_LE(pixel & 0xffU, ((pixel >> 16) & 0xffU) + 40);
}

TEST(Raster3d, GlassLetsSeeThrough) {
  Scene scene = box_scene({0, 0, 0}, {2, 2, 2});
  const int before = red_extent(raster3d(scene, {.width = 120, .height = 90}).value()).count;
  scene.materials.push_back({"glass", colour(0xffffff, 40)});
  scene.solids.push_back({"pane", "", 1, {}});
  add_box(scene.solids[1], {-0.1, -0.1, -0.1}, {2.1, 2.1, 2.1});
  const Image image = raster3d(scene, {.width = 120, .height = 90}).value();
  EXPECT_GT(red_extent(image).count, before / 2);
}

TEST(Raster3d, ACameraWithinTheSceneIsClippedNotBroken) {
  const Image image = raster3d(box_scene({-5, 0, -5}, {5, 3, 5}), {.width = 64,
                                                                   .height = 48,
                                                                   .camera = {.kind = Camera::Kind::perspective,
                                                                              .fov_deg = 90,
                                                                              .position = Vec3{0, 5, 0.1},
                                                                              .target = Vec3{0, 0, 0}}})
                          .value();
  EXPECT_EQ(red_extent(image).count, 64 * 48) << "looking down on the lid fills the picture";
}

TEST(Raster3d, AnEmptySceneIsGround) {
  const Image image = raster3d({}, {.width = 10, .height = 10}).value();
  for (const std::uint32_t pixel : image.pixels) EXPECT_EQ(pixel, 0xfff4f5f6U);
}

TEST(Raster3d, SaysWhereTheCameraStood) {
  const Image image = raster3d(box_scene({0, 0, 0}, {4, 2, 4}), {.width = 40, .height = 30}).value();
  ASSERT_TRUE(image.camera.position && image.camera.target);
  EXPECT_GT((*image.camera.position)[1], 2);
  EXPECT_EQ(image.high[0], 4);
}

TEST(Raster3d, TheSameAgainIsTheSamePixels) {
  const Scene scene = box_scene({0, 0, 0}, {4, 2, 4});
  EXPECT_EQ(raster3d(scene, {.width = 80, .height = 60}).value().pixels,
            raster3d(scene, {.width = 80, .height = 60}).value().pixels);
}

TEST(Raster3d, SizesAndCamerasThatMakeNoPictureAreRefused) {
  const Scene scene = box_scene({0, 0, 0}, {1, 1, 1});
  EXPECT_FALSE(raster3d(scene, {.width = 0, .height = 10}).ok());
  EXPECT_FALSE(raster3d(scene, {.width = 20'000, .height = 20'000}).ok());
  EXPECT_FALSE(raster3d(scene, {.camera = {.kind = Camera::Kind::perspective, .fov_deg = 5}}).ok());
  EXPECT_FALSE(raster3d(scene, {.camera = {.position = Vec3{1, 1, 1}, .target = Vec3{1, 1, 1}}}).ok());
  EXPECT_FALSE(raster3d(scene, {.camera = {.position = Vec3{std::numeric_limits<double>::quiet_NaN(), 1, 1}}}).ok());
}

TEST(Raster3d, TrianglesThatAreNoneAreLeftOut) {
  Scene scene = box_scene({0, 0, 0}, {1, 1, 1});
  const float nan = std::numeric_limits<float>::quiet_NaN();
  scene.solids[0].triangles.push_back({{{{nan, 0, 0}, {1, 0, 0}, {0, 1, 0}}}});
  scene.solids.push_back({"lost", "", 7, scene.solids[0].triangles});
  EXPECT_GT(red_extent(raster3d(scene, {.width = 40, .height = 30}).value()).count, 0);
}

}  // namespace
}  // namespace drawing
