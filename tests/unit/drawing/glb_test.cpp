// SPDX-License-Identifier: Apache-2.0
#include "drawing/glb.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "base/json.h"

namespace drawing {
namespace {

std::uint32_t word(const std::string& bytes, std::size_t at) {
  std::uint32_t value = 0;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}
base::Json json_of(const std::string& file) { return base::parse_json(file.substr(20, word(file, 12))).value(); }

Triangle triangle(float size) { return {{{{0, 0, 0}, {size, 0, 0}, {0, size, 0}}}}; }

Scene two_rooms() {
  return {.title = "Home",
          .materials = {{"floor", colour(0xff0000)}, {"glass", colour(0x0000ff, 128)}},
          .solids = {{"room:A", "Küche", 0, {triangle(1)}},
                     {"room:B", "Bad", 0, {triangle(2)}},
                     {"window:A", "", 1, {triangle(3)}}}};
}

TEST(Glb, LengthsAddUpAndChunksAreAligned) {
  const std::string file = glb(two_rooms());
  EXPECT_EQ(file.substr(0, 4), "glTF");
  EXPECT_EQ(word(file, 4), 2U);
  EXPECT_EQ(word(file, 8), file.size());
  EXPECT_EQ(word(file, 12) % 4, 0U);
  const std::size_t binary = 20 + word(file, 12);
  EXPECT_EQ(file.substr(binary + 4, 4), std::string("BIN\0", 4));
  EXPECT_EQ(binary + 8 + word(file, binary), file.size());
}

TEST(Glb, SolidsOfAMaterialAreOneMeshWithAnElementTable) {
  const base::Json json = json_of(glb(two_rooms()));
  ASSERT_EQ(json.at("nodes").size(), 2U);
  EXPECT_EQ(json.pointer("/nodes/0/extras/elements/0/id")->as_string(), "room:A");
  EXPECT_EQ(json.pointer("/nodes/0/extras/elements/1/name")->as_string(), "Bad");
  EXPECT_NE(json.pointer("/meshes/0/primitives/0/attributes/_FEATURE_ID_0"), nullptr);
  EXPECT_EQ(json.pointer("/materials/1/alphaMode")->as_string(), "BLEND");
  EXPECT_EQ(json.pointer("/materials/0/pbrMetallicRoughness/baseColorFactor/0")->as_number(), 1);
}

TEST(Glb, PositionsHaveMinAndMax) {
  const base::Json json = json_of(glb(two_rooms()));
  const auto accessor = json.pointer("/meshes/0/primitives/0/attributes/POSITION")->as_integer();
  const base::Json& positions = json.at("accessors").as_array()[static_cast<std::size_t>(accessor)];
  EXPECT_EQ(positions.at("max").dump(), "[2,2,0]");
  EXPECT_EQ(positions.at("min").dump(), "[0,0,0]");
}

TEST(Glb, DegenerateAndImpossibleTrianglesAreLeftOut) {
  Scene scene = two_rooms();
  scene.solids.resize(1);
  scene.solids[0].triangles = {triangle(0), triangle(std::numeric_limits<float>::quiet_NaN())};
  const base::Json json = json_of(glb(scene));
  EXPECT_EQ(json.find("meshes"), nullptr);
  EXPECT_EQ(json.find("buffers"), nullptr);
}

TEST(Glb, AMaterialThatDoesNotExistIsLeftOut) {
  Scene scene = two_rooms();
  scene.solids[0].material = 9;
  scene.solids[1].material = -1;
  EXPECT_EQ(json_of(glb(scene)).at("nodes").size(), 1U);
}

}  // namespace
}  // namespace drawing
