// SPDX-License-Identifier: Apache-2.0
#include "formats/floorplan/parse.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "formats/floorplan/print.h"

namespace formats::floorplan {
namespace {

using ::testing::HasSubstr;

std::string messages(const Parsed& parsed) {
  const LineIndex lines(parsed.document.source);
  std::string text;
  for (const auto& each : parsed.diagnostics) {
    const auto place = lines.place(each.span.begin);
    text += std::to_string(place.line) + ":" + std::to_string(place.column) + " " + each.code + ": " + each.message +
            " | " + each.hint + "\n";
  }
  return text;
}

std::string in_floor(std::string_view statement) { return "floorplan\nfloor f {\n" + std::string(statement) + "\n}\n"; }

// ---- what the lenient dialect reads, as it would be printed

struct Read {
  std::string_view written;
  std::string_view printed;
};

class ReadsInAFloor : public ::testing::TestWithParam<Read> {};

TEST_P(ReadsInAFloor, AsPrinted) {
  const auto parsed = parse(in_floor(GetParam().written));
  ASSERT_TRUE(parsed.ok()) << GetParam().written << "\n" << messages(parsed);
  EXPECT_EQ(print(parsed.document), "floorplan\n  floor f {\n    " + std::string(GetParam().printed) + "\n  }\n");
}

INSTANTIATE_TEST_SUITE_P(
    Rooms, ReadsInAFloor,
    ::testing::Values(
        Read{"room A at (1, 2) size (3 x 4) walls [top: solid, right: door, bottom: window, left: open]",
             "room A at (1, 2) size (3 x 4) walls [top: solid, right: door, bottom: window, left: open]"},
        Read{"room A size small walls [top: solid]", "room A size small walls [top: solid]"},
        Read{"room A at (0m,10cm) size (12ft x 30in) height 2800mm elevation -2.5m walls [top: solid]",
             "room A at (0m, 10cm) size (12ft x 30in) height 2800mm elevation -2.5m walls [top: solid]"},
        Read{"room A size (1 x 1) walls [top: window at 50% size (4 x 1.5) height 3, left: door at 2]",
             "room A size (1 x 1) walls [top: window at 50% size (4 x 1.5) height 3, left: door at 2]"},
        Read{"room B size (1 x 1) walls [top: solid] right-of A gap 0.5m align center label \"Hall\" style S",
             "room B size (1 x 1) walls [top: solid] right-of A gap 0.5m align center label \"Hall\" style S"},
        Read{"room A at (0,0) size (9 x 9) walls [top: solid] composed of [ sub-room B at (1,1) size (2 x 2) walls "
             "[top: door] ] style S",
             "room A at (0, 0) size (9 x 9) walls [top: solid] composed of [\n      sub-room B at (1, 1) size (2 x 2) "
             "walls [top: door]\n    ] style S"},
        // the superset
        Read{"room A style S label 'x' walls [] size (5x5) at (0,0)",
             "room A at (0, 0) size (5 x 5) label \"x\" style S"},
        Read{"room A size (5ftx5ft) at (0,0)", "room A at (0, 0) size (5ft x 5ft)"},
        Read{"room A size 5 × 4m at (-1, +.5)", "room A at (-1, 0.5) size (5 x 4m)"},
        Read{"room A size (5 x5)", "room A size (5 x 5)"}, Read{"room A size (5mx.5m)", "room A size (5m x 0.5m)"},
        Read{"room A size (1 x 1) walls [top: window at 20%, top: window at 70%,]",
             "room A size (1 x 1) walls [top: window at 20%, top: window at 70%]"},
        Read{"room A size (1 x 1) walls [\n top: door at 0.3m\n left: open\n]",
             "room A size (1 x 1) walls [top: door at 0.3m, left: open]"},
        Read{"room A size (1 x 1) walls top: door, left: solid label \"1.5\"",
             "room A size (1 x 1) walls [top: door, left: solid] label \"1.5\""},
        Read{"room x size (1 x 1) right-of height align bottom gap 2",
             "room \"x\" size (1 x 1) right-of \"height\" gap 2 align bottom"},
        Read{"room \"My Study\" size (1 x 1) label \"say \\\"hi\\\"\\nthere \\\\\"",
             "room \"My Study\" size (1 x 1) label \"say \\\"hi\\\"\\nthere \\\\\""},
        Read{"room Küche size (1 x 1) below 居間", "room Küche size (1 x 1) below 居間"},
        Read{"room A size (9 x 9) composed of sub-room B at (0,0) size (1 x 1)",
             "room A size (9 x 9) composed of [\n      sub-room B at (0, 0) size (1 x 1)\n    ]"}));

INSTANTIATE_TEST_SUITE_P(
    StairsAndLifts, ReadsInAFloor,
    ::testing::Values(Read{"stair S at (0, 0) shape straight toward top rise 10ft width 4ft riser 7in tread 11in "
                           "nosing 1.25in headroom 84in "
                           "handrail (both) stringers closed material { tread: \"oak\", riser: \"white\" } right-of A "
                           "label \"Up\" style T",
                           "stair S at (0, 0) shape straight toward top rise 10ft width 4ft riser 7in tread 11in "
                           "nosing 1.25in headroom 84in "
                           "handrail (both) stringers closed material {tread: \"oak\", riser: \"white\"} right-of A "
                           "label \"Up\" style T"},
                      Read{"stair S shape L-shaped from bottom turn left runs 5, 6 landing (1m x 1m) rise 3",
                           "stair S shape L-shaped from bottom turn left runs 5, 6 landing (1m x 1m) rise 3"},
                      Read{"stair S shape U-shaped from left turn right rise 3",
                           "stair S shape U-shaped from left turn right rise 3"},
                      Read{"stair S shape double-L from top turn right runs 4, 5, 6 rise 3",
                           "stair S shape double-L from top turn right runs 4, 5, 6 rise 3"},
                      Read{"stair S shape spiral rotation counterclockwise inner-radius 10cm outer-radius 1 rise 3",
                           "stair S shape spiral rotation counterclockwise inner-radius 10cm outer-radius 1 rise 3"},
                      Read{"stair S shape curved from bottom arc 90° radius 2m rise 3",
                           "stair S shape curved from bottom arc 90° radius 2m rise 3"},
                      Read{"stair S shape winder from right turn left winders 3 runs 4, 4 rise 3",
                           "stair S shape winder from right turn left winders 3 runs 4, 4 rise 3"},
                      Read{"stair S shape custom from bottom [ flight 5 width 1m along A.left, turn right landing (1 x "
                           "1), flight 6, turn left winders 3 45° ] rise 3",
                           "stair S shape custom from bottom [flight 5 width 1m along A.left, turn right landing (1 x "
                           "1), flight 6, turn left winders 3 45°] rise 3"},
                      Read{"lift L at (1, 1) size (2 x 2) doors (top, bottom) label \"Lift\" style S",
                           "lift L at (1, 1) size (2 x 2) doors (top, bottom) label \"Lift\" style S"},
                      Read{"lift L size (2 x 2) below A", "lift L size (2 x 2) below A"},
                      // the superset
                      Read{"stair S rise 3 label 'up' shape straight width 1 toward left handrail both",
                           "stair S shape straight toward left rise 3 width 1 handrail (both) label \"up\""},
                      Read{"stair S shape straight toward top", "stair S shape straight toward top"},
                      Read{"lift L doors top, left size 2x2", "lift L size (2 x 2) doors (top, left)"}));

class Reads : public ::testing::TestWithParam<Read> {};

TEST_P(Reads, AsPrinted) {
  const auto parsed = parse(std::string(GetParam().written));
  ASSERT_TRUE(parsed.ok()) << GetParam().written << "\n" << messages(parsed);
  EXPECT_EQ(print(parsed.document), GetParam().printed);
}

INSTANTIATE_TEST_SUITE_P(
    Documents, Reads,
    ::testing::Values(
        Read{"floorplan", "floorplan\n"}, Read{"# note\n/* and\nthis */ floorplan", "floorplan\n"},
        Read{"\xEF\xBB\xBF"
             "floorplan\r\n",
             "floorplan\n"},
        Read{"%%{version: 1.0}%%\nfloorplan", "%%{version: 1.0}%%\nfloorplan\n"},
        Read{"%%{version: \"1.0.0\"}%%\nfloorplan", "%%{version: \"1.0.0\"}%%\nfloorplan\n"},
        Read{"%%{version: 1.0.0}%%\nfloorplan", "%%{version: \"1.0.0\"}%%\nfloorplan\n"},
        Read{"floorplan define a (1m x 2) style S { floor_color: \"#FFF\", roughness: 0.5 } config { theme: dark }",
             "floorplan\n  define a (1m x 2)\n  style S { floor_color: \"#FFF\", roughness: 0.5 }\n  config { theme: "
             "dark }\n"},
        Read{"floorplan config { door_size: (3 x 7), default_unit: ft, dark_mode: true, fontFamily: \"A, b\", "
             "font_size: 14, stair_code: none }",
             "floorplan\n  config { door_size: (3 x 7), default_unit: ft, dark_mode: true, fontFamily: \"A, b\", "
             "font_size: 14, stair_code: none }\n"},
        Read{"floorplan connect A.right to B.left door at 50% size (3ft x full) door opens into A swing: left\n"
             "connect A to outside double-door connect outside to B.top opening",
             "floorplan\n  connect A.right to B.left door at 50% size (3ft x full) opens into A swing: left\n"
             "  connect A to outside double-door\n  connect outside to B.top opening\n"},
        Read{"floorplan vertical f.S to g.S to h.S", "floorplan\n  vertical f.S to g.S to h.S\n"},
        // the superset
        Read{"floorplan vertical a.S to b.S floor a { } define d (1 x 1)",
             "floorplan\n  define d (1 x 1)\n  floor a {\n  }\n  vertical a.S to b.S\n"},
        Read{"floorplan\nconfig theme: dark, wall_thickness: 0.5ft\nstyle S roughness: 1",
             "floorplan\n  style S { roughness: 1 }\n  config { theme: dark, wall_thickness: 0.5ft }\n"},
        Read{"floorplan\nconfig {\n theme: dark\n default_unit: ft,\n}",
             "floorplan\n  config { theme: dark, default_unit: ft }\n"},
        Read{"floorplan\nfloor a height 3m\nroom A size (1 x 1)\nfloor b\nroom B size (1 x 1)\nconnect A to B door",
             "floorplan\n  floor a height 3m {\n    room A size (1 x 1)\n  }\n  floor b {\n    room B size (1 x 1)\n  "
             "}\n  connect A to B door\n"},
        Read{"floorplan floor f { room A size (1 x 1) connect A to outside door room B size (1 x 1) }",
             "floorplan\n  floor f {\n    room A size (1 x 1)\n    room B size (1 x 1)\n  }\n  connect A to outside "
             "door\n"},
        Read{"floorplan connect \"My Study\".left to \"outside\" door swing left at 0.3m",
             "floorplan\n  connect \"My Study\".left to \"outside\" door at 0.3m swing: left\n"}));

// ---- front matter

TEST(FrontMatter, FlatAndNested) {
  const auto parsed = parse(
      "# a note\n\n---\n"
      "version: \"1.0\"\n"
      "title: Modern Apartment # for two\n"
      "config:\n"
      "  theme: blueprint\n"
      "  fontFamily: \"Roboto, sans-serif\"\n"
      "author: 'Ä. B.'\n"
      "---\n"
      "floorplan");
  ASSERT_TRUE(parsed.ok()) << messages(parsed);
  std::vector<std::pair<std::string, std::string>> entries;
  for (const auto& entry : parsed.document.front_matter) entries.emplace_back(entry.key.text, entry.value);
  using Pair = std::pair<std::string, std::string>;
  EXPECT_THAT(entries, ::testing::ElementsAre(
                           Pair{"version", "1.0"}, Pair{"title", "Modern Apartment"}, Pair{"config.theme", "blueprint"},
                           Pair{"config.fontFamily", "Roboto, sans-serif"}, Pair{"author", "Ä. B."}));
  EXPECT_EQ(parsed.document.version->value, "1.0");
}

TEST(FrontMatter, OnOneLineAsTheGrammarHasIt) {
  const auto parsed = parse("--- title: \"A\" version: \"1.0\" --- floorplan", Dialect::strict);
  ASSERT_TRUE(parsed.ok()) << messages(parsed);
  EXPECT_EQ(parsed.document.front_matter.size(), 2U);
}

// ---- what is wrong, where, and what to do

struct Wrong {
  std::string_view source;
  std::string_view code;
  int line, column;
  std::string_view message;  // a part of it
  std::string_view hint;     // a part of it
  std::string_view fixed;    // the text after the fix; empty: there is none
};

class Reports : public ::testing::TestWithParam<Wrong> {};

TEST_P(Reports, OneErrorWithItsPlace) {
  const auto& wrong = GetParam();
  const auto parsed = parse(std::string(wrong.source));
  ASSERT_EQ(parsed.diagnostics.size(), 1U) << wrong.source << "\n" << messages(parsed);
  const auto& told = parsed.diagnostics[0];
  const auto place = LineIndex(wrong.source).place(told.span.begin);
  EXPECT_EQ(told.code, wrong.code) << messages(parsed);
  EXPECT_EQ(told.kind, "parse");
  EXPECT_EQ(place.line, wrong.line) << messages(parsed);
  EXPECT_EQ(place.column, wrong.column) << messages(parsed);
  EXPECT_THAT(told.message, HasSubstr(std::string(wrong.message)));
  EXPECT_THAT(told.hint, HasSubstr(std::string(wrong.hint)));
  EXPECT_EQ(told.fix ? apply(wrong.source, told.fix->edits) : "", wrong.fixed);
  if (told.fix) {
    EXPECT_TRUE(parse(apply(wrong.source, told.fix->edits)).ok());
  }
}

INSTANTIATE_TEST_SUITE_P(
    Errors, Reports,
    ::testing::Values(
        Wrong{"floor f { }", "header-missing", 1, 1, "begins with the word `floorplan`", "", "floorplan\nfloor f { }"},
        Wrong{"floorpln floor f { }", "header-missing", 1, 1, "`floorpln`", "", "floorplan floor f { }"},
        Wrong{"", "header-missing", 1, 1, "the end of the text", "", "floorplan\n"},
        Wrong{"floorplan\nfloor f {\n room A at (0,0) size (10 x 12) walls [top: sold]\n}", "wall-type-unknown", 3, 45,
              "`sold` is not a wall type", "Did you mean `solid`?",
              "floorplan\nfloor f {\n room A at (0,0) size (10 x 12) walls [top: solid]\n}"},
        Wrong{"floorplan\nfloor f {\n room A at (0,0) size (10 x 12) walls [top: invalid_type]\n}", "wall-type-unknown",
              3, 45, "`invalid_type` is not a wall type", "`solid`, `door`, `window` or `open`", ""},
        Wrong{"floorplan floor f { room A size (1 x 1) walls [tpo: door] }", "wall-side-unknown", 1, 48,
              "`tpo` is not a side", "`top`", "floorplan floor f { room A size (1 x 1) walls [top: door] }"},
        Wrong{"floorplan floor f { room A size (1 x 1) walls [top: door left: solid] }", "symbol-missing", 1, 58,
              "Expected `,`", "", "floorplan floor f { room A size (1 x 1) walls [top: door, left: solid] }"},
        Wrong{"floorplan floor f { room A size (1 x 1) walls [top: door label \"x\" }", "symbol-missing", 1, 58,
              "Expected `]`", "", "floorplan floor f { room A size (1 x 1) walls [top: door] label \"x\" }"},
        Wrong{"floorplan floor f { room A size (1 x 1 walls [top: door] }", "symbol-missing", 1, 40, "Expected `)`", "",
              "floorplan floor f { room A size (1 x 1) walls [top: door] }"},
        Wrong{"floorplan\nfloor f {\n room A size (1 x 1)\n", "symbol-missing", 4, 1, "The floor `f` is not closed", "",
              "floorplan\nfloor f {\n room A size (1 x 1)\n}\n"},
        Wrong{"floorplan floor f { room A size (1 x 1)\n floor g { }", "symbol-missing", 2, 2,
              "The floor `f` is not closed", "", "floorplan floor f { room A size (1 x 1)\n}\n floor g { }"},
        Wrong{"floorplan floor f { } }", "statement-unknown", 1, 23, "closes nothing", "Remove",
              "floorplan floor f { } "},
        Wrong{"floorplan floor f { room A at (0,0) }", "attribute-missing", 1, 35, "needs `size`", "", ""},
        Wrong{"floorplan floor f { room A size (1 x 1) hieght 3 }", "attribute-unknown", 1, 41,
              "`hieght` is not a part of the room `A`", "Did you mean `height`?",
              "floorplan floor f { room A size (1 x 1) height 3 }"},
        Wrong{"floorplan floor f { room A size (1 x 1) at (0,0) at (1,1) }", "attribute-repeated", 1, 50, "twice", "",
              ""},
        Wrong{"floorplan floor f { room at (0,0) size (1 x 1) }", "name-missing", 1, 26, "Expected a name for the room",
              "double quotes", ""},
        Wrong{"floorplan floor f { room \"\" size (1 x 1) }", "name-missing", 1, 26, "empty", "", ""},
        Wrong{"floorplan floor f { room A size (1feet x 1) }", "unit-unknown", 1, 35, "`feet` is not a unit",
              "`m`, `ft`", ""},
        Wrong{"floorplan floor f { room A size (one x 1) }", "number-missing", 1, 34,
              "Expected a number for a width, found `one`", "", ""},
        Wrong{"floorplan floor f { room A size (1 by 1) }", "word-missing", 1, 36,
              "Expected `x` between width and height", "", ""},
        Wrong{"floorplan floor f { room A size (1 x 1) label Hall }", "text-missing", 1, 47,
              "Expected a label in double quotes", "", ""},
        Wrong{"floorplan floor f { room A size (1 x 1) label \"Hall }\n}", "string-unterminated", 1, 47,
              "no closing quote", "", "floorplan floor f { room A size (1 x 1) label \"Hall }\"\n}"},
        Wrong{"floorplan /* floor", "comment-unterminated", 1, 11, "never closed", "*/", ""},
        Wrong{"floorplan floor f { room A size (1 x 1) ; }", "character-unexpected", 1, 41, "`;`", "", ""},
        Wrong{"floorplan flor f { }", "statement-unknown", 1, 11, "`flor` begins no statement", "Did you mean `floor`?",
              "floorplan floor f { }"},
        Wrong{"floorplan floor f { rom A size (1 x 1) }", "statement-unknown", 1, 21, "`rom`", "Did you mean `room`?",
              "floorplan floor f { room A size (1 x 1) }"},
        Wrong{"floorplan\nroom A size (1 x 1)", "statement-unknown", 2, 1, "stands inside a floor", "floor Ground", ""},
        Wrong{"floorplan config { tehme: dark }", "config-key-unknown", 1, 20, "`tehme` is not a setting", "`theme`",
              "floorplan config { theme: dark }"},
        Wrong{"floorplan config { theme: }", "value-missing", 1, 27, "Expected a value", "", ""},
        Wrong{"floorplan style S { floor_colour: \"#FFFFFF\" }", "style-key-unknown", 1, 21, "`floor_colour`",
              "`floor_color`", "floorplan style S { floor_color: \"#FFFFFF\" }"},
        Wrong{"floorplan connect A to B dor", "word-unknown", 1, 26, "`dor` is not a kind of connection", "`door`",
              "floorplan connect A to B door"},
        Wrong{"floorplan connect A to B\nvertical a.b to c.d", "attribute-missing", 1, 24, "does not say what it is",
              "", ""},
        Wrong{"floorplan connect A B door", "word-missing", 1, 21, "Expected `to`", "", ""},
        Wrong{"floorplan vertical a.b", "word-missing", 1, 23, "Expected `to`", "", ""},
        Wrong{"floorplan vertical a to b", "symbol-missing", 1, 22, "Expected `.`", "", ""},
        Wrong{"floorplan floor f { stair S shape strait toward top rise 3 }", "word-unknown", 1, 35,
              "`strait` is not a stair shape", "`straight`",
              "floorplan floor f { stair S shape straight toward top rise 3 }"},
        Wrong{"floorplan floor f { stair S at (0,0) rise 3 }", "attribute-missing", 1, 43, "needs `shape`", "", ""},
        Wrong{"floorplan floor f { stair S shape spiral rotation clockwise rise 3 }", "attribute-missing", 1, 35,
              "needs `outer-radius`", "", ""},
        Wrong{"floorplan floor f { stair S shape straight toward top turn left rise 3 }", "attribute-misplaced", 1, 35,
              "has no `turn`", "", ""},
        Wrong{"floorplan floor f { stair S shape custom from top [flght 3] rise 3 }", "word-missing", 1, 52,
              "Expected `flight` or `turn`", "`flight`",
              "floorplan floor f { stair S shape custom from top [flight 3] rise 3 }"},
        Wrong{"%%{version: }%%\nfloorplan", "version-malformed", 1, 1, "cannot be read", "%%{version: 1.0}%%", ""},
        Wrong{"---\ntitle: A\nfloorplan", "front-matter-unclosed", 1, 1, "never closed", "---", ""},
        Wrong{"---\njust words\n---\nfloorplan", "front-matter-line", 2, 1, "no `key: value`", "", ""}));

TEST(Recovery, SeveralErrorsAtOnceAndTheRestIsRead) {
  const auto parsed = parse(
      "floorplan\n"
      "floor f {\n"
      "  room A size (1 x ) walls [top: door]\n"
      "  room B size (2 x 2) walls [top: dor, left: widow] lable \"x\"\n"
      "  room C size (3 x 3)\n"
      "}\n"
      "connect A to C dor\n"
      "connect A.right to C.left door\n"
      "vertical f\n");
  std::vector<std::pair<int, std::string>> told;
  const LineIndex lines(parsed.document.source);
  for (const auto& each : parsed.diagnostics) told.emplace_back(lines.place(each.span.begin).line, each.code);
  using Pair = std::pair<int, std::string>;
  EXPECT_THAT(told, ::testing::ElementsAre(Pair{3, "number-missing"}, Pair{4, "wall-type-unknown"},
                                           Pair{4, "wall-type-unknown"}, Pair{4, "attribute-unknown"},
                                           Pair{7, "word-unknown"}, Pair{10, "symbol-missing"}));
  ASSERT_EQ(parsed.document.floors.size(), 1U);
  EXPECT_EQ(parsed.document.floors[0].rooms.size(), 3U);
  EXPECT_EQ(parsed.document.connections.size(), 2U);
}

TEST(Recovery, AnErrorAtTheEndHasAPlace) {
  const std::string source = "floorplan\n  floor f {\n    room A size (1 x";
  const auto parsed = parse(source);
  ASSERT_FALSE(parsed.ok());
  const auto place = LineIndex(source).place(parsed.diagnostics[0].span.begin);
  EXPECT_EQ(place.line, 3);
  EXPECT_EQ(place.column, 21);
}

TEST(Messages, NeverListTokens) {
  for (const std::string_view text :
       {"floorplan floor", "floorplan floor f { room", "floorplan floor f { room A walls", "floorplan )"}) {
    for (const auto& told : parse(std::string(text)).diagnostics) {
      EXPECT_LT(told.message.size(), 200U);
      EXPECT_EQ(told.message.find("token"), std::string::npos) << told.message;
    }
  }
}

TEST(Spans, LeadToTheText) {
  const std::string source =
      "floorplan floor f { room \"A B\" at (1, 2) size (3 x 4) walls [top: door at 5%] label \"x\" }";
  const auto parsed = parse(source);
  ASSERT_TRUE(parsed.ok());
  const auto at = [&](Span span) { return source.substr(span.begin, span.end - span.begin); };
  const auto& floor = parsed.document.floors[0];
  const auto& room = floor.rooms[0];
  EXPECT_EQ(at(parsed.document.header), "floorplan");
  EXPECT_EQ(at(floor.body), source.substr(source.find('{')));
  EXPECT_EQ(at(floor.span), source.substr(source.find("floor f")));
  EXPECT_EQ(at(room.span), source.substr(source.find("room"), source.size() - 2 - source.find("room")));
  EXPECT_EQ(at(room.name.span), "\"A B\"");
  EXPECT_EQ(at(room.at->span), "(1, 2)");
  EXPECT_EQ(at(std::get<Size>(room.size).span), "(3 x 4)");
  EXPECT_EQ(at(room.walls_span), "[top: door at 5%]");
  EXPECT_EQ(at(room.walls[0].span), "top: door at 5%");
  EXPECT_EQ(at(room.walls[0].type.span), "door");
  EXPECT_EQ(at(room.label->span), "\"x\"");
}

// ---- limits

TEST(Limits, AreSaidClearly) {
  Limits limits;
  limits.max_bytes = 10;
  auto parsed = parse("floorplan floor f { }", Dialect::lenient, limits);
  ASSERT_EQ(parsed.diagnostics.size(), 1U);
  EXPECT_EQ(parsed.diagnostics[0].code, "input-too-large");

  std::string many = "floorplan floor f {\n";
  for (int i = 0; i < 5001; ++i) many += "room R" + std::to_string(i) + " at (0,0) size (1 x 1)\n";
  parsed = parse(many + "}");
  ASSERT_FALSE(parsed.ok());
  EXPECT_EQ(parsed.diagnostics[0].code, "too-many-rooms");
  EXPECT_THAT(parsed.diagnostics[0].message, HasSubstr("5000"));
  EXPECT_EQ(parsed.document.floors[0].rooms.size(), 5000U);

  std::string deep = "floorplan floor f { ";
  for (int i = 0; i < 100; ++i) deep += "room R size (1 x 1) composed of [ ";
  parsed = parse(deep);
  ASSERT_FALSE(parsed.ok());
  EXPECT_EQ(parsed.diagnostics[0].code, "too-deep");

  std::string wrong = "floorplan floor f {\n";
  for (int i = 0; i < 500; ++i) wrong += "room R size (1 x 1) walls [top: sold]\n";
  parsed = parse(wrong + "}");
  EXPECT_EQ(parsed.diagnostics.size(), 51U);
  EXPECT_TRUE(std::ranges::any_of(parsed.diagnostics, [](const auto& each) { return each.code == "too-many-errors"; }));
}

// A list that meets a statement ends there, though `config:` looks like one more entry.
TEST(Recovery, AStatementEndsAList) {
  const auto parsed = parse("floorplan\nfloor f { room A at (0,0) size (1 x 1) walls [top: ---\nconfig: dark\n}");
  EXPECT_FALSE(parsed.ok());
  EXPECT_EQ(parsed.document.floors[0].rooms.size(), 1U);
}

TEST(Hostile, AnyBytesAreAnswered) {
  std::string all;
  for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
  EXPECT_FALSE(parse(all).ok());
  EXPECT_FALSE(parse("floorplan floor f { room \xFF\xFE size (1 x 1) }").ok());
  EXPECT_FALSE(parse(std::string(100'000, '[')).ok());
  EXPECT_FALSE(parse("floorplan " + std::string(100'000, '{')).ok());
  const auto huge = parse("floorplan floor f { room A at (" + std::string(5000, '9') + ", 0) size (1 x 1) }");
  ASSERT_TRUE(huge.ok());
  EXPECT_LE(huge.document.floors[0].rooms[0].at->x.number, 1e12);
}

}  // namespace
}  // namespace formats::floorplan
