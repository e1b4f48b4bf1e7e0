// SPDX-License-Identifier: Apache-2.0
#include "domains/bim/engine/draw/look.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "drawing/png.h"
#include "unit/bim_engine/building.h"

namespace bim::engine {
namespace {

using testing::Contains;
using testing::StartsWith;

std::vector<std::string> texts(const drawing::Picture& picture) {
  std::vector<std::string> found;
  for (const drawing::Item& item : picture.items) {
    if (const auto* text = std::get_if<drawing::Text>(&item.what)) found.push_back(text->text);
  }
  return found;
}

Model home() {
  return Model(with(two_rooms(), {record("bim:room-1", R"({"location":[2000,3000],"name":"West"})"),
                                  record("bim:door-0192abcd-ef", R"({"host":"bim:wall-t","offset":1000})")}));
}

TEST(Look, APlanNamesRoomsWithTheirAreasAndWhatIsHighlighted) {
  LookOptions options;
  options.highlight = {"bim:door-0192abcd-ef"};
  const drawing::Picture picture = *plan_picture(home(), 0, options);
  EXPECT_THAT(texts(picture), Contains("West"));
  EXPECT_THAT(texts(picture), Contains("27.84 m²"));
  EXPECT_THAT(texts(picture), Contains("door-0192abcd"));
  EXPECT_THAT(*drawing::png(picture, {800, 600}), StartsWith("\x89PNG"));
}

TEST(Look, AnEmptyModelIsAnEmptySheet) { EXPECT_TRUE(plan_picture(Model({}), 0, {}).ok()); }

TEST(Look, TheSameModelGivesTheSamePicture) {
  LookOptions options;
  options.width_px = 400;
  options.height_px = 300;
  const auto one = axonometry_png(home(), options), other = axonometry_png(home(), options);
  ASSERT_TRUE(one.ok()) << one.error().message;
  EXPECT_THAT(*one, StartsWith("\x89PNG"));
  EXPECT_EQ(*one, *other);
}

}  // namespace
}  // namespace bim::engine
