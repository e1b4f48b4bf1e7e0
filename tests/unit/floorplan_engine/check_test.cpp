// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "domains/floorplan/engine/compile.h"
#include "formats/floorplan/codes.h"
#include "formats/floorplan/print.h"

namespace floorplan::engine {
namespace {

using formats::floorplan::Dialect;
using formats::floorplan::LineIndex;
using formats::floorplan::Severity;
using ::testing::HasSubstr;

std::string told(const Compiled& compiled) {
  const LineIndex lines(compiled.document->source);
  std::string text;
  for (const auto& each : compiled.diagnostics) {
    text += std::to_string(lines.place(each.span.begin).line) + " " +
            std::string(formats::floorplan::text(each.severity)) + " " + each.code + ": " + each.message + " | " +
            each.hint + "\n";
  }
  return text;
}
const words::Diagnostic* find(const Compiled& compiled, std::string_view code) {
  const auto found = std::ranges::find(compiled.diagnostics, code, &words::Diagnostic::code);
  return found == compiled.diagnostics.end() ? nullptr : &*found;
}

// Line 3 is the first inside the floor.
std::string in_floor(std::string_view body, std::string_view after = "") {
  return "floorplan\nfloor f {\n" + std::string(body) + "\n}\n" + std::string(after);
}
std::string settings(std::string_view entries) {
  return "floorplan\nconfig { " + std::string(entries) + " }\nfloor f { }\n";
}

constexpr std::string_view two_rooms =
    "room A at (0,0) size (4 x 4)\n"
    "room B at (4,0) size (4 x 4)";
constexpr std::string_view stair =
    "room A at (0,0) size (20 x 20)\nstair S at (1,1) shape straight toward top rise 2.8 ";

struct Case {
  std::string_view code;
  std::string source;
  int line;
  Dialect dialect = Dialect::lenient;
};

std::vector<Case> cases() {
  const std::string rooms(two_rooms);
  const std::string climb(stair);
  return {
      // syntax, for completeness: tests/unit/formats_floorplan has the details
      {"input-too-large", std::string((std::size_t{4} << 20) + 1, ' '), 1},
      {"too-deep",
       [] {
         std::string deep = "floorplan floor f {";
         for (int i = 0; i < 40; ++i) deep += " room R at (0,0) size (1 x 1) composed of [";
         return deep;
       }(),
       1},
      {"too-many-rooms",
       [] {
         std::string many = "floorplan floor f {";
         for (int i = 0; i < 5001; ++i) many += " lift L size (1 x 1)";
         return many + "}";
       }(),
       1},
      {"too-many-errors",
       [] {
         std::string wrong = "floorplan\n";
         for (int i = 0; i < 60; ++i) wrong += "flor f { }\n";
         return wrong;
       }(),
       51},
      {"character-unexpected", "floorplan ;", 1},
      {"string-unterminated", in_floor("room A at (0,0) size (1 x 1) label \"x"), 3},
      {"comment-unterminated", "floorplan /*", 1},
      {"header-missing", "floor f { }", 1},
      {"version-malformed", "%%{version}%%\nfloorplan", 1},
      {"front-matter-unclosed", "---\ntitle: A\nfloorplan", 1},
      {"front-matter-line", "---\nwords\n---\nfloorplan", 2},
      {"statement-unknown", "floorplan\nroof f { }", 2},
      {"statement-order", "floorplan\nfloor f { }\nconfig { theme: dark }", 3, Dialect::strict},
      {"attribute-unknown", in_floor("room A at (0,0) size (1 x 1) colour red"), 3},
      {"attribute-repeated", in_floor("room A at (0,0) at (0,0) size (1 x 1)"), 3},
      {"attribute-missing", in_floor("room A at (0,0)"), 3},
      {"attribute-order", in_floor("room A size (1 x 1) at (0,0) walls [top: door]"), 3, Dialect::strict},
      {"attribute-misplaced", in_floor("stair S at (0,0) shape straight toward top turn left"), 3},
      {"name-missing", in_floor("room (0,0)"), 3},
      {"name-reserved", in_floor("room height at (0,0) size (1 x 1) walls [top: door]"), 3, Dialect::strict},
      {"symbol-missing", in_floor("room A at (0,0 size (1 x 1)"), 3},
      {"word-missing", "floorplan\nconnect A B door", 2},
      {"number-missing", in_floor("room A at (a,0) size (1 x 1)"), 3},
      {"number-sign", in_floor("room A at (-1,0) size (1 x 1) walls [top: door]"), 3, Dialect::strict},
      {"text-missing", in_floor("room A at (0,0) size (1 x 1) label Hall"), 3},
      {"value-missing", "floorplan\nconfig { theme: }", 2},
      {"list-empty", in_floor("room A at (0,0) size (1 x 1) walls []"), 3, Dialect::strict},
      {"unit-unknown", in_floor("room A at (0,0) size (1yd x 1)"), 3},
      {"wall-type-unknown", in_floor("room A at (0,0) size (1 x 1) walls [top: brick]"), 3},
      {"wall-side-unknown", in_floor("room A at (0,0) size (1 x 1) walls [north: door]"), 3},
      {"word-unknown", in_floor("stair S at (0,0) shape round toward top"), 3},
      {"config-key-unknown", "floorplan\nconfig { colour: red }", 2},
      {"style-key-unknown", "floorplan\nstyle S { colour: \"red\" }", 2},
      // versions and settings
      {"version-missing", "floorplan", 1, Dialect::strict},
      {"version-unsupported", "%%{version: 99.0}%%\nfloorplan", 1},
      {"version-of-front-matter", "---\nversion: \"2.1.0\"\n---\nfloorplan", 2},
      {"version-old", "%%{version: 0.9}%%\nfloorplan", 1},
      {"setting-value", settings("wall_thickness: dark"), 2},
      {"setting-value", settings("wall_thickness: 0"), 2},
      {"setting-value", settings("show_labels: 3"), 2},
      {"setting-value", settings("door_size: 3"), 2},
      {"setting-unit", settings("default_unit: furlong"), 2},
      {"setting-unit", settings("defaultUnit: furlong"), 2},
      {"setting-unit", settings("default_unit: 3"), 2, Dialect::strict},
      {"setting-unit-ignored", settings("default_unit: sqft"), 2},
      {"setting-unit-ignored", settings("default_unit: \"yard\""), 2},
      {"setting-font-size", settings("font_size: 0"), 2},
      {"setting-theme", settings("theme: drak"), 2},
      {"setting-unknown", "---\nconfig:\n  colour: red\n---\nfloorplan", 3},
      {"setting-repeated", settings("theme: dark, theme: default"), 2},
      {"setting-size-conflict", settings("door_size: (1 x 2), door_width: 1"), 2},
      {"setting-theme-conflict", settings("theme: blueprint, darkMode: true"), 2},
      {"units-mixed", in_floor("room A at (0,0) size (3m x 9ft)"), 3},
      // styles and sizes by name
      {"style-repeated", "floorplan\nstyle S { roughness: 1 }\nstyle S { roughness: 1 }", 3},
      {"style-undefined", in_floor("room A at (0,0) size (1 x 1) style Modern"), 3},
      {"style-undefined", settings("default_style: Modern"), 2},
      {"style-unknown-here", in_floor("stair S at (0,0) shape straight toward top style Modern"), 3},
      {"style-unknown-here", in_floor("lift L at (0,0) size (2 x 2) style Modern"), 3},
      {"style-unknown-here", settings("default_style: \"Modern\""), 2},
      {"style-unknown-here", settings("defaultStyle: Modern"), 2},
      {"style-color", "floorplan\nstyle S { floor_color: \"red\" }", 2},
      {"style-color", "floorplan\nstyle S { floor_color: \"#CCC\" }", 2, Dialect::strict},
      {"style-number", "floorplan\nstyle S { roughness: 2 }", 2},
      {"style-value", "floorplan\nstyle S { roughness: \"much\" }", 2},
      {"style-value", "floorplan\nstyle S { floor_texture: 3 }", 2},
      {"style-value", "floorplan\nstyle S { wall_texture: 3 }", 2, Dialect::strict},
      {"variable-repeated", "floorplan\ndefine a (1 x 1)\ndefine a (2 x 2)", 3},
      {"variable-undefined", in_floor("room A at (0,0) size big"), 3},
      {"variable-undefined", in_floor("room A at (0,0) size big walls [top: door]"), 1, Dialect::strict},
      // names, sizes, positions
      {"floor-repeated", "floorplan\nfloor f { }\nfloor f { }", 3},
      {"room-repeated", in_floor("room A at (0,0) size (1 x 1)\nroom A at (2,0) size (1 x 1)"), 4},
      {"room-name-shared",
       "floorplan\nfloor f { room A at (0,0) size (1 x 1) }\nfloor g { room A at (0,0) size (1 x 1) }", 3},
      {"size-not-positive", in_floor("room A at (0,0) size (0 x 3)"), 3},
      {"size-not-positive", in_floor("room A at (0,0) size (-2 x 3)"), 3},
      {"size-not-positive", "floorplan\ndefine a (0 x 1)", 2},
      {"size-not-positive", in_floor("lift L at (0,0) size (0 x 0)"), 3},
      {"size-unlikely", in_floor("room A at (0,0) size (4000 x 3000)"), 3},
      {"size-unlikely", in_floor("room A at (0,0) size (4mm x 3m)"), 3},
      {"out-of-range", in_floor("room A at (999999999,0) size (3 x 3)"), 3},
      {"height-not-positive", in_floor("room A at (0,0) size (1 x 1) height 0"), 3},
      {"height-not-positive", "floorplan\nfloor f height 0 { }", 2},
      {"room-too-tall", "floorplan\nfloor f height 12 {\nroom A at (0,0) size (9 x 9) height 14 }", 3},
      {"circular-position", in_floor("room A size (1 x 1) right-of B\nroom B size (1 x 1) right-of A"), 3},
      {"circular-position", in_floor("room A size (1 x 1) right-of A"), 3},
      {"reference-missing", in_floor("room A size (1 x 1) right-of Z"), 3},
      {"reference-missing",
       "floorplan\nfloor f { room A at (0,0) size (1 x 1) }\nfloor g { room B size (1 x 1) below A }", 3},
      {"no-position", in_floor("room A size (1 x 1)"), 3},
      {"part-no-position", in_floor("stair S shape straight toward top"), 3},
      {"part-reference-missing", in_floor("lift L size (1 x 1) below A"), 3},
      {"part-circular", in_floor("lift L size (1 x 1) below M\nlift M size (1 x 1) below L"), 3},
      {"align-ignored", in_floor("room A at (0,0) size (1 x 1)\nroom B size (1 x 1) right-of A align left"), 4},
      {"rooms-overlap", in_floor("room A at (0,0) size (3 x 3)\nroom B at (2,2) size (3 x 3)"), 4},
      {"sub-room-outside", in_floor("room A at (0,0) size (3 x 3) composed of [\nsub-room B at (2,2) size (3 x 3) ]"),
       4},
      {"sub-rooms-overlap",
       in_floor("room A at (0,0) size (9 x 9) composed of [\nsub-room B at (0,0) size (3 x 3)\nsub-room C at (2,2) "
                "size (3 x 3) ]"),
       5},
      // walls and openings
      {"wall-repeated", in_floor("room A at (0,0) size (3 x 3) walls [top: solid, top: door]"), 3},
      {"wall-conflict",
       in_floor("room A at (0,0) size (3 x 3) walls [right: open]\nroom B at (3,0) size (3 x 3) walls [left: solid]"),
       4},
      {"wall-height-conflict",
       in_floor("room A at (0,0) size (3 x 3) walls [right: solid height 2]\nroom B at (3,0) size (3 x 3) walls [left: "
                "solid height 3]"),
       4},
      {"wall-height-conflict",
       in_floor("room A at (0,0) size (3 x 3) height 3 walls [top: solid]\nroom B at (3,0) size (3 x 3) height 4 walls "
                "[top: solid]",
                "connect A.right to B.left door"),
       4, Dialect::strict},
      {"wall-attribute-ignored", in_floor("room A at (0,0) size (3 x 3) walls [top: solid at 20%]"), 3},
      {"opening-outside-wall", in_floor("room A at (0,0) size (3 x 3) walls [top: door at 150%]"), 3},
      {"opening-outside-wall", in_floor("room A at (0,0) size (3 x 3) walls [top: door at 4m]"), 3},
      {"opening-does-not-fit", in_floor("room A at (0,0) size (3 x 3) walls [top: window size (5 x 1)]"), 3},
      {"opening-does-not-fit", in_floor("room A at (0,0) size (3 x 3) walls [top: window size (1 x 9)]"), 3},
      {"opening-does-not-fit",
       in_floor("room A at (0,0) size (3 x 3) walls [top: door at 50% size (2.9 x 2), top: window]"), 3},
      {"opening-moved", in_floor("room A at (0,0) size (3 x 3) walls [top: window at 100% size (1 x 1)]"), 3},
      {"openings-overlap", in_floor("room A at (0,0) size (3 x 3) walls [top: window at 40%, top: window at 60%]"), 3},
      // connections
      {"connection-room-unknown", in_floor(rooms, "connect A to C door"), 6},
      {"connection-to-itself", in_floor(rooms, "connect A to A door"), 6},
      {"connection-outside-only", in_floor(rooms, "connect outside to outside door"), 6},
      {"connection-ambiguous",
       "floorplan\nfloor f { room A at (0,0) size (4 x 4) }\nfloor g { room A at (0,0) size (4 x 4) }\nconnect A.top "
       "to outside door",
       4},
      {"connection-overlap",
       in_floor(rooms, "connect A.right to B.left door at 50%\nconnect B.left to A.right door at 55%"), 7},
      {"connection-overlap", "floorplan\nconnect A.right to B.left door at 50%\nconnect A.right to C.left door at 60%",
       2, Dialect::strict},
      {"connection-overlap", "floorplan\nconnect A.right to B.left door at 55%\nconnect A.right to C.left door at 50%",
       3, Dialect::strict},
      {"connection-overlap", in_floor(rooms, "connect A.top to outside door\nconnect A.top to outside door"), 7},
      {"connection-position", in_floor(rooms, "connect A to B door at 150%"), 6},
      {"connection-wall-type",
       in_floor("room A at (0,0) size (4 x 4) walls [right: window]\nroom B at (4,0) size (4 x 4)",
                "connect A.right to B.left door"),
       6},
      {"connection-floors",
       "floorplan\nfloor f { room A at (0,0) size (4 x 4) }\nfloor g { room B at (0,0) size (4 x 4) }\nconnect A to B "
       "door",
       4},
      {"connection-no-shared-wall", in_floor(rooms, "connect A.top to B.bottom door"), 6},
      {"connection-no-shared-wall",
       in_floor("room A at (0,0) size (4 x 4)\nroom B at (4.4,0) size (4 x 4)", "connect A to B door"), 6},
      {"connection-too-wide", in_floor(rooms, "connect A to B opening size (9 x 2)"), 6},
      {"connection-too-high", in_floor(rooms, "connect A to B opening size (1 x 9)"), 6},
      {"connection-opens-elsewhere", in_floor(rooms, "connect A to outside door opens into B"), 6},
      {"connection-inside", in_floor(rooms, "connect A.right to outside door"), 6},
      // stairs and lifts
      {"stair-riser", in_floor(climb + "riser 25cm"), 4},
      {"stair-tread", in_floor(climb + "tread 20cm"), 4},
      {"stair-width", in_floor(climb + "width 60cm"), 4},
      {"stair-headroom",
       "floorplan\nconfig { stair_code: residential }\nfloor f {\nstair S at (0,0) shape straight toward top headroom "
       "1.8 }",
       4},
      {"stair-landing", in_floor("stair S at (0,0) shape L-shaped from bottom turn left landing (50cm x 1m)"), 3},
      {"stair-runs", in_floor("stair S at (0,0) shape L-shaped from bottom turn left runs 3, 3 rise 3"), 3},
      {"stair-number", in_floor("stair S at (0,0) shape straight toward top rise 0"), 3},
      {"stair-number", in_floor("stair S at (0,0) shape straight toward top rise 90 riser 1mm"), 3},
      {"stair-unlikely", in_floor("stair S at (0,0) shape spiral rotation clockwise inner-radius 3m outer-radius 2m"),
       3},
      {"stair-unlikely", in_floor("stair S at (0,0) shape curved from top arc 0 radius 2m"), 3},
      {"stair-unlikely", in_floor("stair S at (0,0) shape curved from top arc 720 radius 2m"), 3},
      {"stair-unlikely", in_floor("stair S at (0,0) shape curved from top radius 0.2m width 2m"), 3},
      {"stair-unlikely", in_floor("stair S at (0,0) shape L-shaped from top turn left runs 0, 20"), 3},
      {"stair-unlikely",
       in_floor("stair S at (0,0) shape custom from top [\nflight 0, turn left landing (1 x 1), flight 20]"), 4},
      {"stair-unlikely",
       in_floor("stair S at (0,0) shape custom from top [flight 9, turn left landing (1 x 1),\nflight 99999999999]"),
       4},
      {"stair-along",
       in_floor("stair S at (0,0) shape custom from top [flight 9 along Z.left, turn left landing (1 x 1), flight 9]"),
       3},
      {"stair-along",
       in_floor("room A at (0,0) size (9 x 9) walls [top: solid] composed of [\n"
                "sub-room Nook at (0,0) size (2 x 2) walls [top: solid] ]\n"
                "stair S at (0,0) shape custom from top [\nflight 9 along\nNook.left, turn left landing (1 x 1)] "
                "rise 3"),
       5},
      {"stair-along",
       "floorplan\nfloor f { room A at (0,0) size (9 x 9) walls [top: solid] }\nfloor g {\n"
       "stair S at (0,0) shape custom from top [flight 9\nalong A.left, turn left landing (1 x 1)] rise 3 }",
       4, Dialect::strict},
      {"stair-outside", in_floor("room A at (0,0) size (3 x 3)\nlift L at (9,9) size (1 x 1)"), 4},
      {"stairs-overlap", in_floor("lift L at (0,0) size (2 x 2)\nlift M at (1,1) size (2 x 2)"), 4},
      {"vertical-unknown", in_floor("lift L at (0,0) size (2 x 2)", "vertical f.L to g.L"), 5},
      {"vertical-unknown", in_floor("lift L at (0,0) size (2 x 2)", "vertical f.L to f.M"), 5},
      {"vertical-unknown", in_floor("lift L at (0,0) size (2 x 2)", "vertical f.L\n to g.L"), 5},
      {"vertical-misaligned",
       "floorplan\nfloor f { lift L at (0,0) size (1 x 1) }\nfloor g { lift L at (5,0) size (1 x 1) }\nvertical f.L to "
       "g.L",
       4},
      {"vertical-skips",
       "floorplan\nfloor f { lift L at (0,0) size (1 x 1) }\nfloor g { }\nfloor h { lift L at (0,0) size (1 x 1) "
       "}\nvertical f.L to h.L",
       5},
      {"vertical-mixed",
       in_floor("stair S at (0,0) shape straight toward top\nlift L at (5,5) size (1 x 1)", "vertical f.S to f.L"), 6},
      {"more-findings",
       [] {
         std::string many = "floorplan\nfloor f {\n";
         for (int i = 0; i < 1100; ++i) many += "room R" + std::to_string(i) + " size (1 x 1)\n";
         return many + "}";
       }(),
       1003},
  };
}

TEST(Check, EveryCodeIsSaidWhereItBelongs) {
  std::set<std::string_view> seen;
  for (const auto& each : cases()) {
    seen.insert(each.code);
    const auto compiled = compile(each.source, each.dialect);
    const auto* info = words::find_info(each.code);
    ASSERT_NE(info, nullptr) << each.code;
    const LineIndex lines(compiled.document->source);
    const auto matches = [&](const words::Diagnostic& finding) {
      return finding.code == each.code && lines.place(finding.span.begin).line == each.line;
    };
    const auto found = std::ranges::find_if(compiled.diagnostics, matches);
    const auto shown = each.source.size() < 2000 ? each.source + "\n" + told(compiled) : std::string();
    ASSERT_NE(found, compiled.diagnostics.end()) << each.code << " is not said on line " << each.line << "\n" << shown;
    EXPECT_FALSE(found->message.empty());
    EXPECT_EQ(found->kind, info->kind);
    if (each.dialect == Dialect::lenient) {
      EXPECT_EQ(found->severity, info->severity) << each.code;
    } else {
      EXPECT_EQ(found->severity == Severity::error, info->strict == words::StrictSeverity::error) << each.code;
    }
  }
  for (const auto& info : words::all_findings()) EXPECT_TRUE(seen.contains(info.code)) << info.code << " has no case";
}

// In the strict dialect nothing that the origin does not say.
TEST(Check, TheStrictDialectIsSilentWhereTheOriginIs) {
  for (const auto& each : cases()) {
    for (const auto& finding : compile(each.source, Dialect::strict).diagnostics) {
      EXPECT_NE(words::find_info(finding.code)->strict, words::StrictSeverity::silent) << finding.code;
    }
  }
}

std::vector<int> error_lines(std::string source, Dialect dialect = Dialect::strict) {
  const auto compiled = compile(std::move(source), dialect);
  const LineIndex lines(compiled.document->source);
  std::vector<int> found;
  for (const auto& each : compiled.diagnostics) {
    if (each.severity == Severity::error) found.push_back(lines.place(each.span.begin).line);
  }
  return found;
}

// The origin goes along each wall from the lowest position; who is part of a reported pair is not looked at again.
TEST(Check, TheStrictDialectReportsTheLowerOfTwoConnections) {
  const std::string rooms = "floorplan\n";
  EXPECT_EQ(error_lines(rooms + "connect A.right to B.left door at 55%\nconnect A.right to B.left door at 50%\n"),
            std::vector{3});
  EXPECT_EQ(error_lines(rooms + "connect A.top to B.bottom door at 58%\nconnect A.top to C.bottom door at 54%\n"
                                "connect A.top to D.bottom door at 50%\n"),
            std::vector{4});
  EXPECT_EQ(error_lines(rooms + "connect A.top to B.bottom door at 50%\nconnect A.top to C.bottom door at 61%\n"),
            std::vector<int>{});
}

TEST(Check, TheStrictDialectLooksAtStylesAndUnitsWhereTheOriginDoes) {
  for (const std::string_view fine : {"defaultStyle: Foo", "default_style: \"Nope\"", "default_style: dark",
                                      "default_unit: sqft", "default_unit: \"yard\"", "default_unit: true"}) {
    EXPECT_EQ(error_lines(settings(fine)), std::vector<int>{}) << fine;
    EXPECT_EQ(error_lines(settings(fine), Dialect::lenient), std::vector<int>{}) << fine;
  }
  for (const std::string_view wrong : {"default_style: Foo", "default_unit: 3", "default_unit: yard"}) {
    EXPECT_EQ(error_lines(settings(wrong)), std::vector{2}) << wrong;
  }
  EXPECT_EQ(error_lines(in_floor("stair S at (0,0) shape straight toward top rise 3 style Foo\n"
                                 "lift L at (9,0) size (2 x 2) style Foo")),
            std::vector<int>{});
}

// Lexer, parser, checks: the first error of the list is the one that the origin gives first.
TEST(Check, TheStrictDialectReportsInTheOrderOfTheOrigin) {
  const std::string wrong = "floorplan\nstyle A { roughness: 7 }\nfloor f { room A at (0,0) }\n§\n";
  EXPECT_EQ(error_lines(wrong), (std::vector{4, 3, 2}));
  EXPECT_EQ(error_lines(wrong, Dialect::lenient), (std::vector{2, 3, 4}));
}

// An `opening` may join rooms of two heights.
TEST(Check, RoomsOfTwoHeightsMayBeOpenToEachOther) {
  const auto compiled = compile(in_floor("room A at (0,0) size (3 x 3) height 3\nroom B at (3,0) size (3 x 3) height 4",
                                         "connect A.right to B.left opening"));
  EXPECT_EQ(find(compiled, "wall-height-conflict"), nullptr) << told(compiled);
}

TEST(Check, MoreFindingsAreCountedAndHideNoError) {
  std::string many = "floorplan\nfloor f {\n";
  for (int i = 0; i < 1100; ++i) many += "room R" + std::to_string(i) + " size (1 x 1)\n";
  EXPECT_EQ(find(compile(many + "}"), "more-findings")->message, "There are 100 more findings than are listed.");
  EXPECT_EQ(find(compile(many + "}"), "more-findings")->more, 100U);
  // Thousands of sizes that are only unlikely, and names given twice that only we object to, before one error.
  std::string small = "floorplan\nfloor f {\n";
  for (int i = 0; i < 1100; ++i) {
    small += "room R at (" + std::to_string(i) + ",0) size (1mm x 1) walls [top: solid]\n";
  }
  const auto compiled = compile(small + "}\nvertical f.L to f.M", Dialect::strict);
  EXPECT_FALSE(compiled.valid());
  EXPECT_NE(find(compiled, "vertical-unknown"), nullptr);
}

// The rest of a block that cannot be read belongs to it.
TEST(Check, ABrokenBlockIsOneError) {
  for (const auto dialect : {Dialect::strict, Dialect::lenient}) {
    EXPECT_EQ(error_lines("floorplan\nstyle A { roughness: {}, metalness: 1 }\nfloor f { }\n", dialect).size(), 1U);
  }
  EXPECT_EQ(error_lines("floorplan\nstyle A { roughness: \"0.5\" }\nfloor f { }\n"), std::vector{2});
  EXPECT_EQ(error_lines(settings("wall_thickness: 0.5ft")), std::vector{2});
  EXPECT_EQ(error_lines(settings("wall_thickness: 0.5ft, theme: dark") + "connect A door\n"), (std::vector{2, 4}));
}

TEST(Check, AGoodPlanHasNothingToSay) {
  const auto compiled = compile(
      "floorplan\n"
      "style S { floor_color: \"#D4A574\", roughness: 0.5 }\n"
      "config { default_unit: m, stair_code: residential, default_style: S }\n"
      "floor Ground height 2.8m {\n"
      "  room Hall at (0,0) size (4 x 8) walls [left: window]\n"
      "  room Bed size (4 x 4) walls [right: window at 50%] right-of Hall composed of [\n"
      "    sub-room Closet at (3,0) size (1 x 1) walls [bottom: door]\n"
      "  ]\n"
      "  stair Up at (0.5, 1) shape straight toward top rise 2.8m width 1m\n"
      "}\n"
      "connect Hall.right to Bed.left door at 75%\n"
      "connect Hall.top to outside door opens into Hall\n");
  EXPECT_EQ(told(compiled), "");
  EXPECT_TRUE(compiled.valid());
}

TEST(Check, SuggestionsAreReadyToApply) {
  struct Suggestion {
    std::string source, fixed;
  };
  const std::vector<Suggestion> suggestions{
      {in_floor("room Garage at (0,0) size (3 x 3)", "connect Garag to outside door"),
       in_floor("room Garage at (0,0) size (3 x 3)", "connect Garage to outside door")},
      {in_floor("room Kitchen at (0,0) size (3 x 3)\nroom B size (3 x 3) right-of Kitchn"),
       in_floor("room Kitchen at (0,0) size (3 x 3)\nroom B size (3 x 3) right-of Kitchen")},
      {"floorplan\ndefine bedroom (3 x 3)\nfloor f { room A at (0,0) size bedrom }",
       "floorplan\ndefine bedroom (3 x 3)\nfloor f { room A at (0,0) size bedroom }"},
      {"floorplan\nstyle Modern { roughness: 1 }\nfloor f { room A at (0,0) size (3 x 3) style Moden }",
       "floorplan\nstyle Modern { roughness: 1 }\nfloor f { room A at (0,0) size (3 x 3) style Modern }"},
      {settings("theme: drak"), settings("theme: dark")},
      {in_floor(two_rooms, "connect A.top to B.bottom door"), in_floor(two_rooms, "connect A.right to B.left door")},
      {in_floor("room \"My Study\" at (0,0) size (3 x 3)", "connect \"My Stdy\" to outside door"),
       in_floor("room \"My Study\" at (0,0) size (3 x 3)", "connect \"My Study\" to outside door")},
  };
  for (const auto& each : suggestions) {
    const auto compiled = compile(each.source);
    const auto found =
        std::ranges::find_if(compiled.diagnostics, [](const auto& finding) { return finding.fix.has_value(); });
    ASSERT_NE(found, compiled.diagnostics.end()) << told(compiled);
    EXPECT_EQ(formats::floorplan::apply(each.source, found->fix->edits), each.fixed);
    EXPECT_EQ(told(compile(each.fixed)), "");
  }
}

// An undefined size gives one error, not a shower (the origin reports four internal ones beside it).
TEST(Check, OneMistakeIsOneError) {
  auto compiled =
      compile(in_floor("room A at (0,0) size big\nroom B size (2 x 2) right-of A", "connect A.right to B.left door"));
  ASSERT_EQ(compiled.diagnostics.size(), 1U) << told(compiled);
  EXPECT_EQ(compiled.diagnostics[0].variable, "big");
  compiled = compile(
      in_floor("room A size (2 x 2) right-of Z\nroom B size (2 x 2) right-of A\nroom C size (2 x 2) right-of B"));
  EXPECT_EQ(compiled.diagnostics.size(), 1U) << told(compiled);
}

// What could not be read is not blamed on what refers to it.
TEST(Check, NothingFollowsFromASyntaxError) {
  const auto compiled = compile(
      "floorplan\nfloor f {\nroom (0,0)\nroom B at (4,0) size (4 x 4) right-of A style S\n}\nconnect A to B "
      "door\nvertical f.S to g.S");
  ASSERT_EQ(compiled.diagnostics.size(), 1U) << told(compiled);
  EXPECT_EQ(compiled.diagnostics[0].code, "name-missing");
}

TEST(Check, FindingsComeByPlaceErrorsFirst) {
  const auto compiled =
      compile(in_floor("room A size (0 x 4000)\nroom B at (0,0) size (1 x 1) walls [top: door at 150%]"));
  ASSERT_GE(compiled.diagnostics.size(), 3U);
  for (std::size_t i = 1; i < compiled.diagnostics.size(); ++i) {
    EXPECT_LE(compiled.diagnostics[i - 1].span.begin, compiled.diagnostics[i].span.begin);
  }
  EXPECT_EQ(find(compiled, "size-not-positive")->rooms, std::vector<std::string>{"A"});
  EXPECT_EQ(find(compiled, "size-not-positive")->floor, "f");
}

// A stair without its own numbers meets every code.
TEST(Check, DefaultsBreakNoCode) {
  for (const std::string_view code : {"residential", "commercial", "ada"}) {
    const auto compiled = compile("floorplan config { stair_code: " + std::string(code) +
                                  " } floor f { stair S at (0,0) shape straight toward top rise 9ft }");
    EXPECT_EQ(told(compiled), "") << code;
  }
}

TEST(Check, AngryNamesAreShownInOneLine) {
  const auto compiled = compile("floorplan floor f { room \"a\\nb\" size (1 x 1) }");
  ASSERT_NE(find(compiled, "no-position"), nullptr);
  EXPECT_THAT(find(compiled, "no-position")->message, HasSubstr("Room `a"));
}

}  // namespace
}  // namespace floorplan::engine
