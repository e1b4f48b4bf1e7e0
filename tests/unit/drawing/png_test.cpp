// SPDX-License-Identifier: Apache-2.0
#include "drawing/png.h"

#include <gtest/gtest.h>
#include <png.h>

#include <cstring>
#include <string>
#include <vector>

#include "drawing/png_encode.h"

namespace drawing {
namespace {

struct Image {
  int width = 0, height = 0;
  std::vector<std::uint32_t> pixels;
  std::uint32_t at(int x, int y) const {
    return pixels[(static_cast<std::size_t>(y) * static_cast<std::size_t>(width)) + static_cast<std::size_t>(x)];
  }
};

// libpng reads what we wrote.
Image read(const std::string& bytes) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()) == 0) return {};
  image.format = PNG_FORMAT_BGRA;
  Image out{static_cast<int>(image.width), static_cast<int>(image.height), {}};
  out.pixels.resize(static_cast<std::size_t>(out.width) * static_cast<std::size_t>(out.height));
  png_image_finish_read(&image, nullptr, out.pixels.data(), 0, nullptr);
  for (std::uint32_t& pixel : out.pixels) pixel &= 0xffffffU;
  return out;
}

int colour_type(const std::string& bytes) { return bytes.at(25); }

Picture wall_and_line() {
  Picture picture{.width = 10, .height = 5, .px_per_m = 20, .ground = colour(0xfafbfc)};
  picture.items.push_back({.what = Shape{.path = rectangle(2.02, 1.02, 3, 1), .fill = colour(0x2b2f35), .snap = true}});
  Path line;
  line.move({7.012, 0.5}).line({7.012, 4});
  picture.items.push_back({.what = Shape{.path = line, .stroke = Stroke{colour(0xff0000), 1, {}}, .snap = true}});
  return picture;
}

TEST(Png, HasItsOwnSizeWhenNoneIsAsked) {
  const Image image = read(*png(wall_and_line()));
  EXPECT_EQ(image.width, 200);
  EXPECT_EQ(image.height, 100);
}

// floorplan.md, weakness f: `height` was ignored.
TEST(Png, ObeysWidthAndHeightAndFillsTheRestWithGround) {
  const Image image = read(*png(wall_and_line(), {.width = 300, .height = 600}));
  ASSERT_EQ(image.width, 300);
  ASSERT_EQ(image.height, 600);
  EXPECT_EQ(image.at(150, 10), 0xfafbfcU);
  EXPECT_EQ(image.at(150, 590), 0xfafbfcU);
  // Fitted in the middle at 1.5: the wall's middle is (3.5, 1.5) m of a picture 150 high from y = 225.
  EXPECT_EQ(image.at(105, 225 + 45), 0x2b2f35U);
}

TEST(Png, WallsEndOnWholePixels) {
  const Image image = read(*png(wall_and_line()));
  EXPECT_EQ(image.at(39, 30), 0xfafbfcU);
  EXPECT_EQ(image.at(40, 30), 0x2b2f35U);
  EXPECT_EQ(image.at(99, 30), 0x2b2f35U);
  EXPECT_EQ(image.at(100, 30), 0xfafbfcU);
}

TEST(Png, ALineOfOnePixelIsOnePixel) {
  const Image image = read(*png(wall_and_line()));
  EXPECT_EQ(image.at(139, 50), 0xfafbfcU);
  EXPECT_EQ(image.at(140, 50), 0xff0000U);
  EXPECT_EQ(image.at(141, 50), 0xfafbfcU);
}

TEST(Png, TextIsDrawn) {
  Picture picture{.width = 4, .height = 2, .px_per_m = 50};
  picture.items.push_back({.what = Text{.text = "HHHH", .at = {2, 1.2}, .size_px = 40, .weight = Weight::semibold}});
  const Image image = read(*png(picture));
  int dark = 0;
  for (const std::uint32_t pixel : image.pixels) dark += pixel == 0 ? 1 : 0;
  EXPECT_GT(dark, 1000);
}

TEST(Png, LimitsItsSizeAndSaysSo) {
  const auto result = png(wall_and_line(), {.width = 20000, .height = 20000});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, base::Code::out_of_range);
  EXPECT_NE(result.error().message.find("8192"), std::string::npos);
  Picture endless = wall_and_line();
  endless.width = 1e30;
  EXPECT_FALSE(png(endless).ok());
}

TEST(Png, TheLargestSizeWorksInBands) {
  const Image image = read(*png(wall_and_line(), {.width = max_picture_px, .height = max_picture_px}));
  ASSERT_EQ(image.width, max_picture_px);
  ASSERT_EQ(image.height, max_picture_px);
  // 40.96 pixels to a pixel: the wall reaches from y = 2048 + 20 × 40.96 over several bands.
  EXPECT_EQ(image.at(70 * 41, 2048 + (30 * 41)), 0x2b2f35U);
  EXPECT_EQ(image.at(10, 10), 0xfafbfcU);
}

TEST(Png, EqualPicturesGiveEqualBytes) { EXPECT_EQ(*png(wall_and_line()), *png(wall_and_line())); }

Pixels shades(int width, int height, std::uint32_t step, std::vector<std::uint32_t>& row) {
  row.resize(static_cast<std::size_t>(width));
  return {.width = width, .height = height, .row = [&row, step](int y) {
            for (std::size_t x = 0; x < row.size(); ++x) {
              row[x] = 0xff000000U | ((static_cast<std::uint32_t>(x) * step * 0x010305U) ^
                                      (static_cast<std::uint32_t>(y) * step * 0x070b0dU));
            }
            return static_cast<const std::uint32_t*>(row.data());
          }};
}

TEST(PngEncode, FewColoursBecomeAPalette) {
  std::vector<std::uint32_t> row;
  Pixels pixels = shades(3, 3, 1, row);
  pixels.exact = {0x123457};
  const std::string bytes = *encode_png(pixels);
  EXPECT_EQ(colour_type(bytes), 3);
}

TEST(PngEncode, AnnouncedColoursAreExactAndOthersAreWithinAShade) {
  std::vector<std::uint32_t> row{0x123457, 0x818181, 0xffffff, 0x000000};
  const Pixels pixels{.width = 4, .height = 1, .row = [&row](int) { return row.data(); }, .exact = {0x123457}};
  const Image image = read(*encode_png(pixels));
  EXPECT_EQ(image.at(0, 0), 0x123457U);
  EXPECT_EQ(image.at(1, 0), 0x848484U);
  EXPECT_EQ(image.at(2, 0), 0xffffffU);
  EXPECT_EQ(image.at(3, 0), 0x000000U);
}

TEST(PngEncode, ManyColoursBecomeRgbAndStayExact) {
  std::vector<std::uint32_t> row;
  const Pixels pixels = shades(97, 61, 12345, row);
  const std::string bytes = *encode_png(pixels);
  EXPECT_EQ(colour_type(bytes), 2);
  const Image image = read(bytes);
  for (const int y : {0, 30, 60}) {
    const std::uint32_t* expected = pixels.row(y);
    for (int x = 0; x < 97; ++x) ASSERT_EQ(image.at(x, y), expected[x] & 0xffffffU) << x << "," << y;
  }
}

TEST(PngEncode, NothingIsNoPicture) { EXPECT_FALSE(encode_png({.width = 0, .height = 5}).ok()); }

}  // namespace
}  // namespace drawing
