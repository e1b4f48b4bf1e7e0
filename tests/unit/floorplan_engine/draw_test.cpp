// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/draw/draw.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <sstream>
#include <string>

#include "domains/floorplan/engine/compile.h"
#include "domains/floorplan/engine/draw/text.h"
#include "domains/floorplan/engine/draw/theme.h"
#include "drawing/fonts.h"
#include "drawing/png.h"
#include "drawing/svg.h"
#include "support/output_of.h"

namespace floorplan::engine {
namespace {

using drawing::Item;
using drawing::Layer;
using drawing::Path;
using drawing::Picture;
using drawing::Segment;
using drawing::Shape;
using drawing::Text;
using drawing::Vec;

Picture drawn(const std::string& dsl, DrawOptions options = {}) {
  const Compiled compiled = compile(dsl);
  options.source = compiled.document->source;
  auto picture = draw(compiled.plan, options);
  EXPECT_TRUE(picture.ok()) << (picture.ok() ? "" : picture.error().message);
  return picture.ok() ? *std::move(picture) : Picture{};
}

// At a fixed scale walls are as thick as the plan says, not as pixels make them.
DrawOptions to_scale(double px_per_m = 100) {
  DrawOptions options;
  options.px_per_m = px_per_m;
  return options;
}

std::vector<const Item*> items(const Picture& picture, Layer layer, const std::string& css_class = "") {
  std::vector<const Item*> out;
  for (const Item& item : picture.items) {
    if (item.layer == layer && (css_class.empty() || item.css_class == css_class)) out.push_back(&item);
  }
  return out;
}
const Shape& shape(const Item& item) { return std::get<Shape>(item.what); }
std::vector<std::string> texts(const Picture& picture, Layer layer) {
  std::vector<std::string> out;
  for (const Item* item : items(picture, layer)) {
    if (const auto* text = std::get_if<Text>(&item->what)) out.push_back(text->text);
  }
  return out;
}
bool says(const Picture& picture, Layer layer, const std::string& what) {
  const std::vector<std::string> all = texts(picture, layer);
  return std::ranges::find(all, what) != all.end();
}

// ---- geometry of paths

std::vector<std::vector<Vec>> loops(const Path& path) {
  std::vector<std::vector<Vec>> out;
  for (const Segment& segment : path.segments) {
    if (segment.kind == Segment::Kind::move) out.emplace_back();
    if (segment.kind != Segment::Kind::close) out.back().push_back(segment.to);
  }
  return out;
}
double area(const Path& path) {
  double sum = 0;
  for (const auto& loop : loops(path)) {
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const Vec a = loop[i];
      const Vec b = loop[(i + 1) % loop.size()];
      sum += (a.x * b.y) - (b.x * a.y);
    }
  }
  return std::abs(sum) / 2;
}
Rect bounds(const Path& path) {
  double x0 = 1e9;
  double y0 = 1e9;
  double x1 = -1e9;
  double y1 = -1e9;
  for (const Segment& segment : path.segments) {
    if (segment.kind == Segment::Kind::close) continue;
    x0 = std::min(x0, segment.to.x);
    x1 = std::max(x1, segment.to.x);
    y0 = std::min(y0, segment.to.y);
    y1 = std::max(y1, segment.to.y);
  }
  return {x0, y0, x1 - x0, y1 - y0};
}
const Path& wall_mass(const Picture& picture) {
  const auto walls = items(picture, Layer::walls, "wall");
  EXPECT_EQ(walls.size(), 1U);
  return shape(*walls.front()).path;
}

// ---- walls

constexpr const char* two_rooms = R"(
floorplan
  config { default_unit: m, wall_thickness: 0.2 }
  floor F {
    room A at (0,0) size (4 x 3) walls [top: solid, right: solid, bottom: solid, left: solid]
    room B at (4,0) size (3 x 3) walls [top: solid, right: solid, bottom: solid, left: solid]
  })";

TEST(DrawWalls, NeighboursShareOneWall) {
  const Picture picture = drawn(two_rooms, to_scale());
  const Path& mass = wall_mass(picture);
  // Inner faces 0.1 m from the line, outer faces 0.15 m: one ring with two courts.
  EXPECT_EQ(loops(mass).size(), 3U);
  EXPECT_NEAR(area(mass), (7.3 * 3.3) - (3.8 * 2.8) - (2.8 * 2.8), 1e-6);
}

TEST(DrawWalls, HaveNoNeedlessCorners) {
  for (const auto& loop : loops(wall_mass(drawn(two_rooms, to_scale())))) EXPECT_EQ(loop.size(), 4U);
  // An L: the outline has six corners, and nothing sticks into the rooms where they meet.
  const Picture l = drawn(R"(floorplan
    config { default_unit: m, wall_thickness: 0.2 }
    floor F {
      room A at (0,0) size (4 x 3) walls [top: solid, right: solid, bottom: solid, left: solid]
      room B at (0,3) size (6 x 3) walls [top: solid, right: solid, bottom: solid, left: solid]
    })",
                          to_scale());
  std::vector<std::size_t> corners;
  for (const auto& loop : loops(wall_mass(l))) corners.push_back(loop.size());
  std::ranges::sort(corners);
  EXPECT_EQ(corners, (std::vector<std::size_t>{4, 4, 6}));
}

TEST(DrawWalls, HaveTrueGaps) {
  const double closed = area(wall_mass(drawn(two_rooms, to_scale())));
  const std::string door = std::string(two_rooms) + "\nconnect A.right to B.left door at 50% size (0.9m x 2.1m)";
  EXPECT_NEAR(closed - area(wall_mass(drawn(door, to_scale()))), 0.9 * 0.2, 1e-4);
  std::string window = two_rooms;
  window.replace(window.find("top: solid"), 10, "top: window at 50% size (1.5 x 1.2)");
  EXPECT_NEAR(closed - area(wall_mass(drawn(window, to_scale()))), 1.5 * 0.25, 1e-4);
}

TEST(DrawWalls, OfSubRoomsAreThinner) {
  const Picture picture = drawn(R"(floorplan
    config { default_unit: m, wall_thickness: 0.2 }
    floor F {
      room A at (0,0) size (6 x 4) walls [top: solid, right: solid, bottom: solid, left: solid] composed of [
        sub-room B at (4,0) size (2 x 4) walls [top: solid, right: solid, bottom: solid, left: solid]
      ]
    })",
                                to_scale());
  // The partition is 0.12 m thick, between the inner faces of the shell.
  EXPECT_NEAR(area(wall_mass(picture)), (6.3 * 4.3) - (5.8 * 3.8) + (0.12 * 3.8), 1e-6);
}

TEST(DrawWalls, OpenSidesHaveADashedLineAndNoWall) {
  std::string open = two_rooms;
  open.replace(open.find("right: solid"), 12, "right: open");
  open.replace(open.rfind("left: solid"), 11, "left: open");
  const Picture picture = drawn(open, to_scale());
  EXPECT_NEAR(area(wall_mass(picture)), (7.3 * 3.3) - (6.8 * 2.8), 1e-6);
  const auto dashed = items(picture, Layer::doors, "open");
  ASSERT_EQ(dashed.size(), 1U);
  EXPECT_FALSE(shape(*dashed[0]).stroke->dashes_px.empty());
  EXPECT_NEAR(bounds(shape(*dashed[0]).path).height, 3, 1e-6);
}

// floorplan.md, weakness g: wall_thickness was ignored.
TEST(DrawWalls, ObeyTheirThickness) {
  std::string thick = two_rooms;
  thick.replace(thick.find("0.2"), 3, "0.4");
  EXPECT_NEAR(area(wall_mass(drawn(thick, to_scale()))), (7.6 * 3.6) - (3.6 * 2.6) - (2.6 * 2.6), 1e-6);
}

// floorplan.md, weakness g: wall_color was overridden by the theme.
TEST(DrawWalls, HaveTheColourOfTheirStyleInEveryTheme) {
  for (const auto theme : {words::ThemeName::standard, words::ThemeName::dark, words::ThemeName::blueprint}) {
    DrawOptions options;
    options.theme = theme;
    const Picture picture = drawn(R"(floorplan
      style Red { wall_color: "#aa1122", floor_color: "#ffeedd" }
      floor F { room A at (0,0) size (4 x 3) walls [top: solid, right: solid, bottom: solid, left: solid] style Red })",
                                  options);
    EXPECT_TRUE(std::ranges::any_of(items(picture, Layer::walls, "wall painted"),
                                    [](const Item* item) { return shape(*item).fill == drawing::colour(0xaa1122); }));
  }
}

// All walls of a kind look alike on a screen: from face to face they have whole pixels.
TEST(DrawWalls, AreAsThickAsPixelsOnAScreen) {
  for (const int width : {311, 500, 777, 1203}) {
    DrawOptions options;
    options.width_px = width;
    options.height_px = 555;
    const Picture picture = drawn(two_rooms, options);
    std::vector<Rect> rings;
    for (const auto& loop : loops(wall_mass(picture))) rings.push_back(bounds(drawing::polygon(loop)));
    ASSERT_EQ(rings.size(), 3U);
    std::ranges::sort(rings, {}, &Rect::x);
    const double outer = (rings[1].x - rings[0].x) * picture.px_per_m;
    const double inner = (rings[2].x - rings[1].right()) * picture.px_per_m;
    EXPECT_NEAR(outer, std::round(outer), 0.05) << width;
    EXPECT_NEAR(inner, std::round(inner), 0.05) << width;
    EXPECT_GT(outer, inner) << width;
  }
}

// ---- openings

TEST(DrawDoors, SwingIntoTheRoomNamedRoundTheHingeAsked) {
  const std::string base = two_rooms;
  const auto leaf = [&](const std::string& connect) {
    const Picture picture =
        drawn(base + "\nconnect A.right to B.left door at 50% size (0.9m x 2.1m) " + connect, to_scale());
    const auto leaves = items(picture, Layer::doors, "leaf");
    EXPECT_EQ(leaves.size(), 1U);
    const auto rooms = items(picture, Layer::rooms, "room");
    const double wall = bounds(shape(*rooms[0]).path).right();
    const Rect box = bounds(shape(*leaves[0]).path);
    EXPECT_NEAR(box.width, 0.9, 1e-9);
    const double top = bounds(shape(*rooms[0]).path).y;
    return std::pair{box.x > wall ? 'B' : 'A', box.y - top};
  };
  // The opening reaches from 1.05 to 1.95 m. Seen from inside B, facing the wall, left is down the sheet.
  EXPECT_EQ(leaf("opens into B swing: left").first, 'B');
  EXPECT_EQ(leaf("opens into A swing: left").first, 'A');
  EXPECT_NEAR(leaf("opens into B swing: left").second, 1.95, 1e-4);
  EXPECT_NEAR(leaf("opens into B swing: right").second, 1.05, 1e-4);
  EXPECT_NEAR(leaf("opens into A swing: left").second, 1.05, 1e-4);
  EXPECT_NEAR(leaf("opens into A swing: right").second, 1.95, 1e-4);
}

TEST(DrawDoors, DoubleDoorsHaveTwoLeavesOfHalfTheWidth) {
  const Picture picture =
      drawn(std::string(two_rooms) + "\nconnect A.right to B.left double-door at 50% size (1.8m x 2.1m)", to_scale());
  const auto leaves = items(picture, Layer::doors, "leaf");
  ASSERT_EQ(leaves.size(), 2U);
  for (const Item* item : leaves) EXPECT_NEAR(bounds(shape(*item).path).width, 0.9, 1e-9);
  EXPECT_EQ(items(picture, Layer::doors, "swing").size(), 2U);
}

TEST(DrawDoors, ArcsAreQuarterCirclesFromTheLeafToTheJamb) {
  const Picture picture =
      drawn(std::string(two_rooms) + "\nconnect A.right to B.left door at 50% size (0.9m x 2.1m)", to_scale());
  const Path& arc = shape(*items(picture, Layer::doors, "swing").at(0)).path;
  const Vec from = arc.segments[0].to;
  const Segment& turn = arc.segments[1];
  EXPECT_NEAR(std::hypot(from.x - turn.centre.x, from.y - turn.centre.y), 0.9, 1e-9);
  EXPECT_NEAR(std::hypot(turn.to.x - turn.centre.x, turn.to.y - turn.centre.y), 0.9, 1e-4);
  const double cross = ((from.x - turn.centre.x) * (turn.to.y - turn.centre.y)) -
                       ((from.y - turn.centre.y) * (turn.to.x - turn.centre.x));
  EXPECT_EQ(cross > 0, turn.clockwise);
}

// floorplan.md, weakness g: `connect … to outside` was never drawn.
TEST(DrawDoors, ToTheOutsideAreDrawn) {
  const Picture picture = drawn(std::string(two_rooms) + "\nconnect A.left to outside door at 50%", to_scale());
  EXPECT_EQ(items(picture, Layer::doors, "leaf").size(), 1U);
  EXPECT_EQ(items(picture, Layer::doors, "threshold").size(), 1U);
}

// floorplan.md, weakness g: `at` and `size` of walls were ignored.
TEST(DrawWindows, SitWhereTheWallSays) {
  const Picture picture = drawn(R"(floorplan
    config { default_unit: m }
    floor F { room A at (0,0) size (10 x 3) walls [top: window at 25% size (2 x 1), right: solid, bottom: solid, left: solid] })",
                                to_scale());
  const auto frames = items(picture, Layer::windows, "window");
  ASSERT_FALSE(frames.empty());
  const Rect room = bounds(shape(*items(picture, Layer::rooms, "room").at(0)).path);
  const Rect frame = bounds(shape(*frames[0]).path);
  EXPECT_NEAR(frame.width, 2, 1e-3);
  EXPECT_NEAR(frame.x + 1 - room.x, 2.5, 1e-3);
}

// ---- what is shown

TEST(DrawSheet, IsExactlyAsLargeAsAsked) {
  for (const auto& [width, height] : {std::pair{800, 600}, {300, 900}, {1200, 300}, {8000, 6000}}) {
    DrawOptions options;
    options.width_px = width;
    options.height_px = height;
    const Picture picture = drawn(two_rooms, options);
    EXPECT_NEAR(picture.width * picture.px_per_m, width, 1e-6);
    EXPECT_NEAR(picture.height * picture.px_per_m, height, 1e-6);
    for (const Item& item : picture.items) {
      if (const auto* s = std::get_if<Shape>(&item.what)) {
        const Rect box = bounds(s->path);
        EXPECT_GE(box.x, picture.x) << item.css_class;
        EXPECT_GE(box.y, picture.y) << item.css_class;
        EXPECT_LE(box.right(), picture.x + picture.width) << item.css_class;
        EXPECT_LE(box.bottom(), picture.y + picture.height) << item.css_class;
      }
    }
  }
}

constexpr const char* two_floors = R"(
floorplan
  config { default_unit: ft, area_unit: sqft }
  floor Ground { room A at (0,0) size (15 x 12) walls [top: solid, right: solid, bottom: solid, left: solid] }
  floor First { room B at (0,0) size (15 x 12) walls [top: solid, right: solid, bottom: solid, left: solid] })";

// floorplan.md, weakness f: the documented default was not the default.
TEST(DrawSheet, FloorsStandSideBySideUnlessStacked) {
  DrawOptions options;
  options.width_px = 1200;
  options.height_px = 500;
  const auto rooms = [&] {
    const Picture picture = drawn(two_floors, options);
    const auto list = items(picture, Layer::rooms, "room");
    return std::pair{bounds(shape(*list.at(0)).path), bounds(shape(*list.at(1)).path)};
  };
  auto [a, b] = rooms();
  EXPECT_NEAR(a.y, b.y, 1e-9);
  EXPECT_GT(b.x, a.right());
  options.layout = FloorLayout::stacked;
  std::tie(a, b) = rooms();
  EXPECT_NEAR(a.x, b.x, 1e-9);
  EXPECT_GT(b.y, a.bottom());
}

TEST(DrawSheet, OneFloorCanBeChosen) {
  DrawOptions options;
  options.floor = 1;
  const Picture picture = drawn(two_floors, options);
  ASSERT_EQ(items(picture, Layer::rooms, "room").size(), 1U);
  EXPECT_EQ(items(picture, Layer::rooms, "room")[0]->id, "room:B");
}

// floorplan.md, weakness i: floor 5 of 1 was an empty picture and a success.
TEST(DrawSheet, AFloorThatIsNotThereIsAnErrorThatNamesThoseThatAre) {
  const Compiled compiled = compile(two_floors);
  for (const int floor : {-1, 2, 5}) {
    DrawOptions options;
    options.floor = floor;
    const auto result = draw(compiled.plan, options);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().code, base::Code::out_of_range);
    EXPECT_NE(result.error().hint.find("0 (Ground), 1 (First)"), std::string::npos);
  }
}

// floorplan.md, weaknesses e and f: units were dropped, lengths read "15undefined", 5 x 5 m were 2.32 sqm.
TEST(DrawLabels, SpeakTheUnitOfThePlan) {
  EXPECT_TRUE(says(drawn(two_floors), Layer::labels, "15' × 12' · 180 ft²"));
  EXPECT_TRUE(says(drawn(two_floors), Layer::dimensions, "15'"));
  const Picture mixed = drawn(R"(floorplan
    config { default_unit: m, area_unit: sqm }
    floor F { room A at (0,0) size (500cm x 5m) walls [top: solid, right: solid, bottom: solid, left: solid] })");
  EXPECT_TRUE(says(mixed, Layer::labels, "5.00 × 5.00 m · 25.0 m²"));
  EXPECT_TRUE(says(mixed, Layer::dimensions, "5.00 m"));
  DrawOptions other;
  other.length_unit = words::LengthUnit::cm;
  other.area_unit = words::AreaUnit::sqft;
  EXPECT_TRUE(says(drawn(two_floors, other), Layer::labels, "457 × 366 cm · 180 ft²"));
}

// floorplan.md, weakness e: a plan in millimetres was a blank picture.
TEST(DrawLabels, AreTheSameSizeWhateverTheUnit) {
  const auto plan = [](const std::string& unit, const std::string& size) {
    return "floorplan\n config { default_unit: " + unit + " }\n floor F { room A at (0,0) size " + size +
           " walls [top: solid, right: solid, bottom: solid, left: solid] }";
  };
  std::vector<double> sizes;
  for (const auto& [unit, size] : {std::pair{"m", "(4 x 3)"}, {"cm", "(400 x 300)"}, {"mm", "(4000 x 3000)"}}) {
    const Picture picture = drawn(plan(unit, size));
    const auto names = items(picture, Layer::labels, "room-name");
    ASSERT_EQ(names.size(), 1U) << unit;
    sizes.push_back(std::get<Text>(names[0]->what).size_px);
    EXPECT_NEAR(picture.px_per_m * 4, drawn(plan("m", "(4 x 3)")).px_per_m * 4, 1e-9) << unit;
  }
  EXPECT_EQ(sizes[0], sizes[1]);
  EXPECT_EQ(sizes[0], sizes[2]);
}

// floorplan.md, weakness h.
TEST(DrawLabels, ShowAnyText) {
  const Picture picture = drawn(R"(floorplan
    floor F {
      room A at (0,0) size (9 x 5) walls [top: solid, right: solid, bottom: solid, left: solid] label "R&D <lab>"
      room B at (9,0) size (9 x 5) walls [top: solid, right: solid, bottom: solid, left: solid] label "1.5"
    })");
  EXPECT_TRUE(says(picture, Layer::labels, "R&D <lab>"));
  EXPECT_TRUE(says(picture, Layer::labels, "1.5"));
  EXPECT_NE(drawing::svg(picture).find("R&amp;D &lt;lab&gt;"), std::string::npos);
}

TEST(DrawLabels, CanBeLeftOutInParts) {
  DrawOptions options;
  options.show_dimensions = false;
  EXPECT_TRUE(items(drawn(two_floors, options), Layer::dimensions).empty());
  EXPECT_TRUE(says(drawn(two_floors, options), Layer::labels, "180 ft²"));
  options.show_area = false;
  EXPECT_EQ(texts(drawn(two_floors, options), Layer::labels), (std::vector<std::string>{"A", "B"}));
  options.show_labels = false;
  EXPECT_TRUE(items(drawn(two_floors, options), Layer::labels).empty());
}

TEST(DrawLabels, TakeTheFontSizeOfThePlan) {
  const auto size = [](const std::string& config) {
    const Picture picture = drawn("floorplan\n config { default_unit: m" + config +
                                  " }\n floor F { room A at (0,0) size (9 x 6) walls [top: solid, right: solid, "
                                  "bottom: solid, left: solid] }");
    return std::get<Text>(items(picture, Layer::labels, "room-name").at(0)->what).size_px;
  };
  EXPECT_NEAR(size(", font_size: 26") / size(""), 2, 1e-9);
}

TEST(DrawSheet, CanEndWithASummary) {
  DrawOptions options;
  options.show_floor_summary = true;
  options.floor = 0;
  const Picture picture = drawn(two_floors, options);
  EXPECT_TRUE(says(picture, Layer::sheet, "1 room · 180 ft² net · 15' × 12' overall · 100 % of the outline used"));
}

TEST(DrawSheet, ThingsHaveTheirLines) {
  const Picture picture = drawn(two_rooms + std::string("\n  connect A.right to B.left door at 50%\n"));
  const auto line_of = [&](const std::string& id) {
    const auto found = std::ranges::find(picture.items, id, &Item::id);
    return found == picture.items.end() ? -1 : found->line;
  };
  EXPECT_EQ(line_of("room:A"), 5);
  EXPECT_EQ(line_of("room:B"), 6);
  EXPECT_EQ(line_of("door:A-B"), 8);
}

TEST(DrawSheet, AnEmptyPlanSaysSo) {
  EXPECT_TRUE(says(drawn("floorplan"), Layer::sheet, "No rooms yet"));
  EXPECT_TRUE(says(drawn("floorplan\nfloor F { }"), Layer::sheet, "No rooms yet"));
  EXPECT_TRUE(drawing::png(drawn("")).ok());
}

TEST(DrawSheet, EqualPlansGiveEqualPictures) {
  EXPECT_EQ(drawing::svg(drawn(two_floors)), drawing::svg(drawn(two_floors)));
  EXPECT_EQ(*drawing::png(drawn(two_floors)), *drawing::png(drawn(two_floors)));
}

// floorplan.md, weakness n: relative sub-rooms vanished, relative stairs sat at (0,0).
TEST(DrawSheet, RelativeSubRoomsAndStairsAreInTheirPlaces) {
  const Picture picture = drawn(R"(floorplan
    config { default_unit: m }
    floor F {
      room A at (0,0) size (12 x 9) walls [top: solid, right: solid, bottom: solid, left: solid] composed of [
        sub-room B at (1,1) size (3 x 2) walls [top: solid, right: solid, bottom: solid, left: solid]
        sub-room C size (3 x 2) walls [top: solid, right: solid, bottom: solid, left: solid] right-of B
      ]
      room D at (12,0) size (6 x 9) walls [top: solid, right: solid, bottom: solid, left: solid]
      stair S shape straight toward bottom rise 2.8m width 1m right-of A
    })",
                                to_scale());
  const auto box = [&](const std::string& id, Layer layer) {
    for (const Item* item : items(picture, layer)) {
      if (item->id == id && std::holds_alternative<Shape>(item->what)) return bounds(shape(*item).path);
    }
    ADD_FAILURE() << id << " is not drawn";
    return Rect{};
  };
  const Rect a = box("room:A", Layer::rooms);
  EXPECT_NEAR(box("room:C", Layer::rooms).x - a.x, 4, 1e-9);
  EXPECT_NEAR(box("stair:S", Layer::stairs).x - a.x, 12, 1e-9);
}

TEST(DrawStairs, GoUpWithABreakLineAndDownWhereTheyArrive) {
  const Picture picture = drawn(R"(floorplan
    config { default_unit: m }
    floor G { room A at (0,0) size (6 x 6) walls [top: solid, right: solid, bottom: solid, left: solid]
      stair S at (1,1) shape straight toward bottom rise 3m width 1.2m }
    floor U { room B at (0,0) size (6 x 6) walls [top: solid, right: solid, bottom: solid, left: solid]
      stair S at (1,1) shape straight toward bottom rise 3m width 1.2m }
    vertical G.S to U.S)");
  EXPECT_EQ(texts(picture, Layer::stairs), (std::vector<std::string>{"UP", "DN"}));
  EXPECT_EQ(items(picture, Layer::stairs, "break").size(), 2U);  // one break line, twice: as a gap and as a line
  const auto treads = items(picture, Layer::stairs, "tread");
  EXPECT_TRUE(std::ranges::any_of(treads, [](const Item* i) { return !shape(*i).stroke->dashes_px.empty(); }));
}

// floorplan.md, weakness o: what belongs on which layer.
TEST(DrawSheet, ThingsAreOnTheirLayers) {
  const Picture picture = drawn(R"(floorplan
    config { default_unit: m }
    floor F {
      room A at (0,0) size (6 x 6) walls [top: window, right: solid, bottom: solid, left: solid]
      room B at (6,0) size (6 x 6) walls [top: solid, right: solid, bottom: open, left: solid]
      lift L at (7,1) size (2 x 2) doors (bottom)
    }
    connect A.right to B.left double-door at 50%)");
  EXPECT_TRUE(
      std::ranges::all_of(items(picture, Layer::windows), [](const Item* i) { return i->css_class == "window"; }));
  EXPECT_EQ(items(picture, Layer::doors, "leaf").size(), 2U);
  EXPECT_FALSE(items(picture, Layer::lifts, "lift-door").empty());
  EXPECT_TRUE(std::ranges::is_sorted(picture.items, {}, &Item::layer));
}

TEST(DrawDimensions, StandOutsideTheBuilding) {
  const Picture picture = drawn(std::string(two_rooms) + "\nconnect A.left to outside door at 50% opens into outside");
  Rect building = bounds(wall_mass(picture));
  for (const Item* item : items(picture, Layer::dimensions, "dimension-line")) {
    const Rect line = bounds(shape(*item).path);
    const bool outside = line.right() < building.x || line.x > building.right() || line.bottom() < building.y ||
                         line.y > building.bottom();
    EXPECT_TRUE(outside);
  }
  EXPECT_TRUE(says(picture, Layer::dimensions, "7.00 m"));
  EXPECT_TRUE(says(picture, Layer::dimensions, "4.00"));
  EXPECT_TRUE(says(picture, Layer::dimensions, "3.00"));
}

// ---- labels collide with nothing

struct Box2 {
  Rect rect;
  std::string what;
};

std::vector<Box2> label_boxes(const Picture& picture) {
  std::vector<Box2> out;
  for (const Item* item : items(picture, Layer::labels)) {
    const auto& text = std::get<Text>(item->what);
    if (item->css_class.starts_with("lift")) continue;  // these stand in a cross that gives way to them
    const double width = drawing::text_width(text.text, text.size_px, text.weight) / picture.px_per_m;
    const double up = text.size_px * drawing::cap_height_em / picture.px_per_m;
    const Vec at = text.at;
    out.push_back({text.angle_deg == 0 ? Rect{at.x - (width / 2), at.y - up, width, up}
                                       : Rect{at.x - up, at.y - (width / 2), up, width},
                   text.text});
  }
  return out;
}

bool meets(const Rect& a, const Rect& b) {
  constexpr double slack = 1e-6;
  return a.x < b.right() - slack && b.x < a.right() - slack && a.y < b.bottom() - slack && b.y < a.bottom() - slack;
}

std::vector<Vec> flattened(const Path& path) {
  std::vector<Vec> out;
  for (const Segment& segment : path.segments) {
    if (segment.kind == Segment::Kind::close) continue;
    if (segment.kind == Segment::Kind::arc) {
      const Vec from = out.back();
      const Vec c = segment.centre;
      const double start = std::atan2(from.y - c.y, from.x - c.x);
      double sweep = std::atan2(segment.to.y - c.y, segment.to.x - c.x) - start;
      constexpr double turn = 6.283185307179586;
      while (segment.clockwise && sweep < 0) sweep += turn;
      while (!segment.clockwise && sweep > 0) sweep -= turn;
      const double r = std::hypot(from.x - c.x, from.y - c.y);
      for (int i = 1; i < 16; ++i) {
        out.push_back({c.x + (r * std::cos(start + (sweep * i / 16))), c.y + (r * std::sin(start + (sweep * i / 16)))});
      }
    }
    out.push_back(segment.to);
  }
  return out;
}

// A line against a box, by its nearest approach (Liang and Barsky).
bool crosses(Vec a, Vec b, const Rect& box) {
  double t0 = 0;
  double t1 = 1;
  const auto clip = [&](double p, double q) {
    if (p == 0) return q >= 0;
    const double t = q / p;
    if (p < 0) t0 = std::max(t0, t);
    if (p > 0) t1 = std::min(t1, t);
    return t0 <= t1;
  };
  return clip(a.x - b.x, a.x - box.x) && clip(b.x - a.x, box.right() - a.x) && clip(a.y - b.y, a.y - box.y) &&
         clip(b.y - a.y, box.bottom() - a.y);
}

bool crosses(const Path& path, const Rect& box) {
  const std::vector<Vec> line = flattened(path);
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    if (crosses(line[i], line[i + 1], box)) return true;
  }
  return false;
}

void expect_no_collisions(const Picture& picture, const std::string& what) {
  const std::vector<Box2> labels = label_boxes(picture);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    for (std::size_t j = i + 1; j < labels.size(); ++j) {
      EXPECT_FALSE(meets(labels[i].rect, labels[j].rect)) << what << ": " << labels[i].what << " / " << labels[j].what;
    }
    for (const Item& item : picture.items) {
      const auto* s = std::get_if<Shape>(&item.what);
      const bool matters = item.layer == Layer::doors || item.layer == Layer::stairs || item.css_class == "wall";
      if (s == nullptr || !matters || item.css_class == "open" || item.css_class == "opening") continue;
      if (item.css_class == "wall") {
        for (const auto& loop : loops(s->path)) {
          Path ring = drawing::polygon(loop);
          ring.segments.push_back({Segment::Kind::line, loop[0], {}, true});
          EXPECT_FALSE(crosses(ring, labels[i].rect)) << what << ": " << labels[i].what << " on a wall";
        }
        continue;
      }
      EXPECT_FALSE(crosses(s->path, labels[i].rect)) << what << ": " << labels[i].what << " on " << item.css_class;
    }
  }
}

std::vector<std::filesystem::path> plans_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> out;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".floorplan") out.push_back(entry.path());
  }
  std::ranges::sort(out);
  return out;
}
std::string read(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

void expect_no_collisions_in(const std::filesystem::path& folder) {
  for (const auto& path : plans_in(folder)) {
    const Compiled compiled = compile(read(path));
    for (const auto& [width, height] : {std::pair{300, 300}, {800, 600}, {1200, 900}, {2400, 1000}}) {
      DrawOptions options;
      options.width_px = width;
      options.height_px = height;
      const auto picture = draw(compiled.plan, options);
      ASSERT_TRUE(picture.ok()) << path;
      expect_no_collisions(*picture, path.filename().string() + " " + std::to_string(width));
    }
  }
}

TEST(DrawLabels, CollideWithNothingInTheGallery) {
  expect_no_collisions_in(std::filesystem::path(LINTEL_SOURCE_DIR) / "docs/gallery");
}

TEST(DrawLabels, CollideWithNothingInTheCorpora) {
  const char* corpora = std::getenv("LINTEL_CORPORA");
  if (corpora == nullptr) GTEST_SKIP() << "LINTEL_CORPORA is not set";
  expect_no_collisions_in(std::filesystem::path(corpora) / "floorplan");
}

// Rows of rooms of random sizes with doors and windows at random places.
std::string random_plan(std::mt19937& random) {
  const auto number = [&](double low, double high) {
    return std::round(std::uniform_real_distribution<double>(low, high)(random) * 10) / 10;
  };
  const std::array<const char*, 6> names{"Kitchen",      "LivingRoom", "Bath",
                                         "GuestBedroom", "Store",      "ConferenceRoomNorth"};
  std::ostringstream out;
  std::ostringstream connections;
  out << "floorplan\n config { default_unit: m }\n floor F {\n";
  double y = 0;
  int n = 0;
  for (int row = 0; row < 3; ++row) {
    const double height = number(1.2, 5);
    double x = 0;
    for (int column = 0; column < 5; ++column, ++n) {
      const double width = number(0.8, 6);
      out << "  room " << names[static_cast<std::size_t>(n) % names.size()] << n << " at (" << x << ", " << y
          << ") size (" << width << " x " << height
          << ") walls [top: window, right: solid, bottom: solid, left: solid]\n";
      if (column > 0) {
        connections << "connect " << names[static_cast<std::size_t>(n - 1) % names.size()] << n - 1 << ".right to "
                    << names[static_cast<std::size_t>(n) % names.size()] << n << ".left door at "
                    << std::lround(number(20, 80)) << "%\n";
      }
      x += width;
    }
    y += height;
  }
  out << " }\n" << connections.str();
  return out.str();
}

TEST(DrawLabels, CollideWithNothingInRandomPlans) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    std::mt19937 random(seed);
    const Compiled compiled = compile(random_plan(random));
    DrawOptions options;
    options.width_px = 300 + static_cast<int>(random() % 1500);
    options.height_px = 300 + static_cast<int>(random() % 1000);
    const auto picture = draw(compiled.plan, options);
    ASSERT_TRUE(picture.ok());
    expect_no_collisions(*picture, "seed " + std::to_string(seed));
  }
}

// ---- colours

TEST(DrawColours, TextReadsOnEveryFloorInEveryTheme) {
  std::mt19937 random(7);
  for (const auto name : {words::ThemeName::standard, words::ThemeName::dark, words::ThemeName::blueprint}) {
    const Theme& look = theme(name);
    EXPECT_GE(contrast(look.ink2, look.ground), 4.5);
    for (int i = 0; i < 500; ++i) {
      Room room;
      room.look.floor_color = random() & 0xffffffU;
      const drawing::Colour floor = floor_tint(look, room);
      EXPECT_GE(contrast(readable(look.ink, floor), floor), 4.5);
      EXPECT_GE(contrast(readable(look.ink2, floor), floor), 4.5);
    }
  }
}

TEST(DrawColours, ContrastIsThatOfWcag) {
  EXPECT_NEAR(contrast(drawing::colour(0x000000), drawing::colour(0xffffff)), 21, 1e-9);
  EXPECT_NEAR(contrast(drawing::colour(0x777777), drawing::colour(0xffffff)), 4.48, 0.01);
}

// ---- words

TEST(DrawText, NamesAreReadable) {
  EXPECT_EQ(shown_name("LivingRoom", ""), "Living Room");
  EXPECT_EQ(shown_name("guest_wc", ""), "guest wc");
  EXPECT_EQ(shown_name("Bedroom2", ""), "Bedroom 2");
  EXPECT_EQ(shown_name("TVRoom", ""), "TV Room");
  EXPECT_EQ(shown_name("A", "Main\nhall"), "Main hall");
  EXPECT_LE(shown_name("A", std::string(10000, 'x')).size(), 64U);
}

TEST(DrawText, LongNamesBreakInTheMiddle) {
  EXPECT_EQ(wrapped("Upper Stair Hall", 2), (std::vector<std::string>{"Upper", "Stair Hall"}));
  EXPECT_EQ(wrapped("Hall", 2), (std::vector<std::string>{"Hall"}));
}

// ---- hostile plans

TEST(DrawHostile, AnyNumberIsDrawnOrLeftOut) {
  for (const char* size : {"(1e308 x 1)", "(0 x 0)", "(0.0001 x 0.0001)", "(999999999999 x 3)", "(0.01 x 5000)"}) {
    const std::string dsl = std::string("floorplan\nfloor F { room A at (0,0) size ") + size +
                            " walls [top: door, right: window, bottom: solid, left: open] }";
    const Compiled compiled = compile(dsl);
    const auto picture = draw(compiled.plan);
    ASSERT_TRUE(picture.ok()) << size;
    EXPECT_TRUE(drawing::png(*picture, {400, 300}).ok()) << size;
    EXPECT_EQ(drawing::svg(*picture).find("nan"), std::string::npos) << size;
  }
}

TEST(DrawHostile, FiveThousandRoomsAreBounded) {
  std::ostringstream dsl;
  dsl << "floorplan\nconfig { default_unit: m }\nfloor F {\n";
  for (int i = 0; i < 4900; ++i) {
    dsl << "room R" << i << " at (" << (i % 70) * 3 << ", " << (i / 70) * 3
        << ") size (3 x 3) walls [top: door, right: solid, bottom: solid, left: window]\n";
  }
  dsl << "}";
  DrawOptions options;
  options.width_px = 1200;
  options.height_px = 1200;
  const Picture picture = drawn(dsl.str(), options);
  EXPECT_EQ(items(picture, Layer::rooms, "room").size(), 4900U);
  EXPECT_EQ(items(picture, Layer::walls, "wall").size(), 1U);
  EXPECT_TRUE(drawing::png(picture, {1200, 1200}).ok());
}

// ---- paper

TEST(PrintPdf, OnePagePerFloorAtOneUsualScale) {
  const Compiled compiled = compile(two_floors);
  const auto pdf = print_pdf(compiled.plan, {.date = "2026-11-15"});
  ASSERT_TRUE(pdf.ok());
  const auto file = std::filesystem::path(testing::TempDir()) / "lintel_two_floors.pdf";
  std::ofstream(file, std::ios::binary) << *pdf;
  const std::string info = support::output_of("pdfinfo '" + file.string() + "'");
  EXPECT_NE(info.find("Pages:           2"), std::string::npos) << info;
  const std::string text = support::output_of("pdftotext -layout '" + file.string() + "' -");
  for (const char* word : {"1:50 (A4)", "Ground", "First", "2026-11-15", "15' × 12' · 180 ft²", "2/2"}) {
    EXPECT_NE(text.find(word), std::string::npos) << word << " in\n" << text;
  }
  std::filesystem::remove(file);
}

TEST(PrintPdf, AScaleThatDoesNotFitIsAnError) {
  const Compiled compiled = compile(two_floors);
  EXPECT_FALSE(print_pdf(compiled.plan, {.scale = 2}).ok());
  EXPECT_FALSE(print_pdf(compiled.plan, {.scale = 0}).ok());
  EXPECT_TRUE(print_pdf(compiled.plan, {.scale = 200}).ok());
  EXPECT_FALSE(print_pdf(compile("floorplan").plan).ok());
}

TEST(PrintPdf, EqualPlansGiveEqualBytes) {
  EXPECT_EQ(*print_pdf(compile(two_floors).plan), *print_pdf(compile(two_floors).plan));
}

// ---- the gallery

// Each plan in docs/gallery, redrawn; UPDATE_GOLDEN=1 writes the pictures anew.
TEST(Gallery, PicturesAreWhatIsDrawn) {
  const std::filesystem::path folder = std::filesystem::path(LINTEL_SOURCE_DIR) / "docs/gallery";
  const std::vector<std::filesystem::path> plans = plans_in(folder);
  EXPECT_GE(plans.size(), 12U);
  for (const auto& path : plans) {
    const Compiled compiled = compile(read(path));
    EXPECT_TRUE(compiled.valid()) << path;
    DrawOptions options;
    options.width_px = 1200;
    options.height_px = 900;
    options.show_floor_summary = path.stem() == "two-bed-flat";
    const auto picture = draw(compiled.plan, options);
    ASSERT_TRUE(picture.ok()) << path;
    const std::string bytes = *drawing::png(*picture, {1200, 900});
    std::filesystem::path golden = path;
    golden.replace_extension(".png");
    if (std::getenv("UPDATE_GOLDEN") != nullptr) std::ofstream(golden, std::ios::binary) << bytes;
    EXPECT_TRUE(read(golden) == bytes) << golden << " differs; look at it and run with UPDATE_GOLDEN=1";
  }
}

}  // namespace
}  // namespace floorplan::engine
