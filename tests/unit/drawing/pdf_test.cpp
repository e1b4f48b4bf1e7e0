// SPDX-License-Identifier: Apache-2.0
#include "drawing/pdf.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "support/output_of.h"

namespace drawing {
namespace {

Picture square(double metres, double scale) {
  Picture picture{.width = metres + 2, .height = metres + 2, .px_per_m = px_per_m_at(scale)};
  picture.items.push_back({.what = Shape{.path = rectangle(1, 1, metres, metres), .fill = colour(0x000000)}});
  picture.items.push_back({.what = Text{.text = "Küche", .at = {2, 2}, .colour = colour(0xffffff)}});
  return picture;
}

class Pdf : public testing::Test {
 protected:
  void SetUp() override {
    const std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
    file_ = std::filesystem::path(testing::TempDir()) / ("lintel_" + name + ".pdf");
  }
  void TearDown() override { std::filesystem::remove(file_); }
  void write(const std::string& bytes) const { std::ofstream(file_, std::ios::binary) << bytes; }
  std::string path() const { return file_.string(); }

 private:
  std::filesystem::path file_;
};

TEST_F(Pdf, HasOnePagePerFloorOnThePaperAsked) {
  const auto bytes = pdf({{square(5, 100), "Ground"}, {square(5, 100), "First"}}, {.title = "House", .unit = "m"});
  ASSERT_TRUE(bytes.ok());
  write(*bytes);
  const std::string info = support::output_of("pdfinfo '" + path() + "'");
  EXPECT_NE(info.find("Pages:           2"), std::string::npos) << info;
  EXPECT_NE(info.find("(A4)"), std::string::npos) << info;
  EXPECT_NE(info.find("Title:           House"), std::string::npos) << info;
}

TEST_F(Pdf, SaysWhatItIsInItsTitleBlockAndKeepsTextAsText) {
  write(*pdf({{square(5, 50), "Ground"}}, {.title = "House", .date = "2026-11-15", .unit = "m", .scale = 50}));
  const std::string text = support::output_of("pdftotext -layout '" + path() + "' -");
  for (const char* word : {"House", "Ground", "1:50 (A4)", "2026-11-15", "1/1", "Küche"}) {
    EXPECT_NE(text.find(word), std::string::npos) << word << " in\n" << text;
  }
}

// 5 m at 1:100 are 50 mm of paper: at 254 dpi, 500 pixels.
TEST_F(Pdf, IsToScale) {
  write(*pdf({{square(5, 100), ""}}, {.title = "t", .scale = 100}));
  const std::string raster = support::output_of("pdftoppm -r 254 -gray -aa no '" + path() + "'");
  ASSERT_TRUE(raster.starts_with("P5\n")) << raster.substr(0, 200);
  const std::size_t width = std::stoul(raster.substr(3));
  EXPECT_NEAR(static_cast<double>(width), 2970, 2);
  std::size_t longest = 0;
  const std::string_view row = std::string_view(raster).substr(raster.size() - (width * 1000), width);
  for (std::size_t x = 0, run = 0; x < row.size(); ++x) {
    run = row[x] == 0 ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  EXPECT_NEAR(static_cast<double>(longest), 500, 2);
}

TEST(PdfBytes, KnowNoTimeAndAreEqual) {
  const std::string first = *pdf({{square(5, 100), "a"}}, {.title = "t"});
  EXPECT_EQ(first, *pdf({{square(5, 100), "a"}}, {.title = "t"}));
  EXPECT_EQ(first.find("CreationDate"), std::string::npos);
}

TEST(PdfBytes, LongAndStrangeTitlesAreCut) {
  EXPECT_TRUE(pdf({{square(5, 100), std::string(10000, 'W')}}, {.title = "(\\)\x01 " + std::string(10000, 'x')}).ok());
}

TEST(PdfBytes, BadOptionsAreRefused) {
  EXPECT_FALSE(pdf({}, {}).ok());
  EXPECT_FALSE(pdf({{square(5, 100), ""}}, {.scale = 0}).ok());
  EXPECT_FALSE(pdf({{square(5, 100), ""}}, {.scale = std::nan("")}).ok());
  EXPECT_FALSE(pdf({{square(5, 100), ""}}, {.paper = {"x", 1e9, 10}}).ok());
}

TEST(Papers, SmallOnesComeFirst) {
  ASSERT_EQ(papers().size(), 4U);
  EXPECT_EQ(papers().front().name, "A4");
  EXPECT_GT(picture_room_px(papers().back()).y, picture_room_px(papers().front()).y);
}

}  // namespace
}  // namespace drawing
