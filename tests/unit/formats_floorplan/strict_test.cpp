// SPDX-License-Identifier: Apache-2.0
// The strict dialect: what the origin's grammar accepts, and where it stops.
#include <gtest/gtest.h>

#include <string>

#include "formats/floorplan/parse.h"

namespace formats::floorplan {
namespace {

struct Verdict {
  std::string_view source;
  int error_line;  // 0: valid
};

class Strict : public ::testing::TestWithParam<Verdict> {};

TEST_P(Strict, HasTheOriginsVerdictAndLine) {
  const auto parsed = parse(std::string(GetParam().source), Dialect::strict);
  const int line = parsed.ok() ? 0 : LineIndex(GetParam().source).place(parsed.diagnostics[0].span.begin).line;
  EXPECT_EQ(line, GetParam().error_line) << GetParam().source << "\n"
                                         << (parsed.ok() ? "" : parsed.diagnostics[0].message);
}

#define ROOM "room A at (0,0) size (5 x 5) walls [top: solid]"
#define IN_FLOOR(statement) "floorplan\nfloor f {\n" statement "\n}"

INSTANTIATE_TEST_SUITE_P(
    Documents, Strict,
    ::testing::Values(
        Verdict{"floorplan", 0}, Verdict{"", 1}, Verdict{"# note\nfloorplan floor f {}", 0},
        Verdict{"%%{version: 1.0}%%\nfloorplan", 0}, Verdict{"%%{version: \"1.0.0\"}%%\nfloorplan", 0},
        Verdict{"%%{version: 1.0.0}%%\nfloorplan", 1}, Verdict{"---\ntitle: Plain words\n---\nfloorplan", 0},
        Verdict{"floorplan\nfloor f { }\nstyle S { roughness: 1 }", 3},
        Verdict{"floorplan\nconfig { theme: dark }\nconfig { theme: dark }", 3},
        Verdict{"floorplan\ndefine a (1 x 1)\nstyle S { roughness: 1 }\nconfig { theme: dark }\nfloor f {}", 0},
        Verdict{"floorplan\nconnect A to B door\nfloor f {}", 3}, Verdict{"floorplan\nfloor f {}\n}", 3},
        Verdict{"floorplan {\n}", 1}));

INSTANTIATE_TEST_SUITE_P(
    Rooms, Strict,
    ::testing::Values(Verdict{IN_FLOOR(ROOM), 0}, Verdict{IN_FLOOR("room A at (0,0) size (5x5) walls [top: solid]"), 3},
                      Verdict{IN_FLOOR("room A at (0,0) size (5 x5) walls [top: solid]"), 3},
                      Verdict{IN_FLOOR("room A at (0,0) size (5ftx5ft) walls [top: solid]"), 3},
                      Verdict{IN_FLOOR("room A at (0,0) size (5ft x 5ft) walls [top: solid]"), 0},
                      Verdict{IN_FLOOR("room A at (-1,0) size (5 x 5) walls [top: solid]"), 3},
                      Verdict{IN_FLOOR("room A at (.5,0) size (5 x 5) walls [top: solid]"), 3},
                      Verdict{IN_FLOOR("room A size (5 x 5) elevation -2.5m walls [top: solid]"), 0},
                      Verdict{IN_FLOOR("room A at (0,0) size (5 x 5)\nlabel \"no walls\""), 4},
                      Verdict{IN_FLOOR("room A at (0,0)\nwalls [top: solid]"), 4},
                      Verdict{IN_FLOOR("room A size (5 x 5) walls []"), 3},
                      Verdict{IN_FLOOR("room A size (5 x 5) walls [top: solid,]"), 3},
                      Verdict{IN_FLOOR("room A size (5 x 5) walls [top: solid\nleft: solid]"), 4},
                      Verdict{IN_FLOOR("room A size (5 x 5) walls [top: solid, top: door]"), 0},
                      Verdict{IN_FLOOR("room A size (5 x 5) walls [top: window at 50 size (1 x 1) height 2]"), 0},
                      Verdict{IN_FLOOR("room A size (5 x 5) walls [top: window at 0.3m]"), 3},
                      Verdict{IN_FLOOR("room A size (5 x 5) walls [top: window height 2m]"), 3},
                      Verdict{IN_FLOOR("room A walls [top: solid] size (5 x 5)"), 3},
                      Verdict{IN_FLOOR("room x size (5 x 5) walls [top: solid]"), 3},
                      Verdict{IN_FLOOR("room xylo size (5 x 5) walls [top: solid]"), 0},
                      Verdict{IN_FLOOR("room Ä size (5 x 5) walls [top: solid]"), 3},
                      Verdict{IN_FLOOR("room \"A\" size (5 x 5) walls [top: solid]"), 3},
                      Verdict{IN_FLOOR("room A size (5 x 5) walls [top: solid] label \"1.5\""), 3},
                      Verdict{IN_FLOOR("room A size (5 x 5) walls [top: solid] label '1.5'"), 0},
                      Verdict{IN_FLOOR("room A size (5 x 5) walls [top: solid] right-of B gap 2 align top label \"x\" "
                                       "composed of [ sub-room B size (1 x 1) walls [top: door] ] style S"),
                              0},
                      Verdict{IN_FLOOR("room A size (5 x 5) walls [top: solid] right-of B align top gap 2"), 3},
                      Verdict{IN_FLOOR("room A size (5 x 5) walls [top: solid] label \"x\" right-of B"), 3},
                      Verdict{"floorplan\nfloor f {\n" ROOM "\nconnect A to B door", 4}));

INSTANTIATE_TEST_SUITE_P(
    StairsAndLifts, Strict,
    ::testing::Values(Verdict{IN_FLOOR("stair S shape straight toward top rise 3"), 0},
                      Verdict{IN_FLOOR("stair S at (5,5)\nrise 3"), 4},
                      Verdict{IN_FLOOR("stair S shape straight toward top"), 4},
                      Verdict{IN_FLOOR("stair S shape straight rise 3"), 3},
                      Verdict{IN_FLOOR("stair S rise 3 shape straight toward top"), 3},
                      Verdict{IN_FLOOR("stair S shape L-shaped from top turn left runs 5 rise 3"), 3},
                      Verdict{IN_FLOOR("stair S shape double-L from top turn left runs 5 rise 3"), 0},
                      Verdict{IN_FLOOR("stair S shape U-shaped entry east rise 3"), 3},
                      Verdict{IN_FLOOR("stair S shape spiral outer-radius 1 rotation clockwise rise 3"), 3},
                      Verdict{IN_FLOOR("stair S shape curved from top arc 90 radius 2 rise 3"), 3},
                      Verdict{IN_FLOOR("stair S shape straight toward top rise 3 handrail both"), 3},
                      Verdict{IN_FLOOR("lift L size (2 x 2) doors (top, left)"), 0},
                      Verdict{IN_FLOOR("lift L size (2 x 2) doors (north)"), 3},
                      Verdict{IN_FLOOR("lift L size (2 x 2)\n" ROOM), 4},
                      Verdict{IN_FLOOR("lift L size (2 x 2)\nstair S shape straight toward top rise 3"), 4}));

INSTANTIATE_TEST_SUITE_P(
    Others, Strict,
    ::testing::Values(
        Verdict{"floorplan config { wall_thickness: 0.5ft }", 1}, Verdict{"floorplan config { default_height: 9 }", 0},
        Verdict{"floorplan config { theme: dark, }", 1}, Verdict{"floorplan config { theme: dark\n font_size: 3 }", 2},
        Verdict{"floorplan config { }", 1}, Verdict{"floorplan config { theme: neon }", 0},
        Verdict{"floorplan config { theme: open }", 1}, Verdict{"floorplan config { nonsense: 1 }", 1},
        Verdict{"floorplan style S { }", 1}, Verdict{"floorplan style S { roughness: 0.5, metalness: 1 }", 0},
        Verdict{"floorplan connect A.right to B.left door at 50% size (3 x full) door opens into A swing: left", 0},
        Verdict{"floorplan connect A to B door at 50", 1}, Verdict{"floorplan connect A to B door swing left", 1},
        Verdict{"floorplan connect A to B door swing: left at 50%", 1}, Verdict{"floorplan connect A to B", 1},
        Verdict{"floorplan connect outside to B.left double-door", 0}, Verdict{"floorplan vertical a.b to c.d", 0},
        Verdict{"floorplan vertical a.b", 1}, Verdict{"floorplan define a (1 x 1", 1}));

}  // namespace
}  // namespace formats::floorplan
