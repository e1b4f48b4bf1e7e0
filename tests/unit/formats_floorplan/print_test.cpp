// SPDX-License-Identifier: Apache-2.0
#include "formats/floorplan/print.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "formats/floorplan/lexer.h"
#include "formats/floorplan/parse.h"
#include "support/rounds.h"
#include "unit/formats_floorplan/random_plan.h"

namespace formats::floorplan {
namespace {

constexpr unsigned plans = support::rounds(10'000);

// FLOORPLAN_SEED=n runs the property tests from another seed.
std::uint64_t first_seed() {
  const char* given = std::getenv("FLOORPLAN_SEED");
  return given != nullptr ? std::strtoull(given, nullptr, 10) : 20261115;
}

std::string messages(const Parsed& parsed) {
  std::string text;
  const LineIndex lines(parsed.document.source);
  for (const auto& each : parsed.diagnostics) {
    text += std::to_string(lines.place(each.span.begin).line) + " " + each.code + ": " + each.message + "\n";
  }
  return text;
}

TEST(Print, WhatIsPrintedParsesToTheSameModel) {
  for (std::uint64_t i = 0; i < plans; ++i) {
    const auto seed = first_seed() + i;
    const auto document = random_plan::document(seed);
    const auto text = print(document);
    const auto parsed = parse(text);
    ASSERT_TRUE(parsed.ok()) << "seed " << seed << "\n" << messages(parsed) << text;
    ASSERT_TRUE(same_model(document, parsed.document)) << "seed " << seed << "\n"
                                                       << text << "\n---- again\n"
                                                       << print(parsed.document);
  }
}

// The same tokens with other white space, and comments between them; the directive and the front matter
// stay on their lines.
std::string mangled(const std::string& text, std::mt19937_64& random) {
  const auto start = parse(text).document;
  const auto lexed = lex(text, start.front_matter_span.end, Dialect::lenient);
  std::string out = text.substr(0, start.front_matter_span.end);
  bool in_directive = false;
  std::uint32_t end = start.front_matter_span.end;
  for (const auto& token : lexed.tokens) {
    in_directive = in_directive || token.symbol == sign::version_open;
    static constexpr std::array<std::string_view, 8> gaps{" ",      " ",  "  ",        "\n",
                                                          "\n\n\n", "\t", " # note\n", " /* a\n note */ "};
    const bool glued = token.span.begin == end;
    if (!in_directive && token.kind != TokenKind::end && !glued) out += gaps[random() % gaps.size()];
    out += text.substr(token.span.begin, token.span.end - token.span.begin);
    if (token.symbol == sign::version_close) in_directive = false;
    end = token.span.end;
  }
  return out;
}

TEST(Format, KeepsTheModelAndTheCommentsAndIsItsOwnResult) {
  for (std::uint64_t i = 0; i < plans; ++i) {
    const auto seed = first_seed() + i;
    std::mt19937_64 random(seed);
    const auto document = random_plan::document(seed);
    const auto text = mangled(print(document), random);
    const auto parsed = parse(text);
    ASSERT_TRUE(parsed.ok()) << "seed " << seed << "\n" << messages(parsed) << text;
    const auto once = format(text);
    const auto again = parse(once);
    ASSERT_TRUE(again.ok()) << "seed " << seed << "\n" << messages(again) << once;
    ASSERT_TRUE(same_model(document, again.document)) << "seed " << seed << "\n"
                                                      << text << "\n---- formatted\n"
                                                      << once;
    ASSERT_EQ(format(once), once) << "seed " << seed;
    ASSERT_EQ(lex(once, again.document.front_matter_span.end, Dialect::lenient).comments.size(),
              lex(text, parsed.document.front_matter_span.end, Dialect::lenient).comments.size())
        << "seed " << seed << "\n"
        << once;
  }
}

TEST(Format, LaysOutAsPeopleWouldWriteIt) {
  EXPECT_EQ(
      format("# A plan\n%%{version: 1.0}%%\nfloorplan\nconfig{theme:dark,default_unit:ft}\n\n\n"
             "floor   Ground height 10 ft{room A at(0,0)size(5x5)walls[top:door at 20%,left:solid,]# first\n"
             "  # the second\n\n  room B size(3ftx4ft)right-of A composed of[sub-room C at(1,1)size(1x1)]style S\n}"
             "connect A.right to B.left door swing:left\n"),
      "# A plan\n"
      "%%{version: 1.0}%%\n"
      "floorplan\n"
      "  config { theme: dark, default_unit: ft }\n"
      "\n"
      "  floor Ground height 10ft {\n"
      "    room A at (0, 0) size (5 x 5) walls [top: door at 20%, left: solid] # first\n"
      "    # the second\n"
      "\n"
      "    room B size (3ft x 4ft) right-of A composed of [\n"
      "      sub-room C at (1, 1) size (1 x 1)\n"
      "    ] style S\n"
      "  }\n"
      "  connect A.right to B.left door swing: left\n");
}

TEST(Format, BlocksOnSeveralLinesStaySo) {
  EXPECT_EQ(format("floorplan\nstyle S {\nfloor_color: \"#FFFFFF\" # white\nroughness: 0.5\n}\nstyle T { }\n"),
            "floorplan\n"
            "  style S {\n"
            "    floor_color: \"#FFFFFF\", # white\n"
            "    roughness: 0.5\n"
            "  }\n"
            "  style T {}\n");
}

TEST(Format, LeavesABrokenTextAlone) {
  const std::string broken = "floorplan\n floor f {\n  room A size (1 x\n";
  EXPECT_EQ(format(broken), broken);
}

TEST(Print, Numbers) {
  EXPECT_EQ(print_number(3), "3");
  EXPECT_EQ(print_number(2.5), "2.5");
  EXPECT_EQ(print_number(-0.75), "-0.75");
  EXPECT_EQ(print_number(0.1), "0.1");
  EXPECT_EQ(print_number(1e12), "1000000000000");
}

TEST(Print, NamesAreQuotedWhereTheyMust) {
  EXPECT_EQ(print_name("Hall_2"), "Hall_2");
  EXPECT_EQ(print_name("Küche"), "Küche");
  EXPECT_EQ(print_name("My Study"), "\"My Study\"");
  EXPECT_EQ(print_name("x"), "\"x\"");
  EXPECT_EQ(print_name("5th"), "\"5th\"");
  EXPECT_EQ(print_name("a\"b\\c\nd"), "\"a\\\"b\\\\c\\nd\"");
  EXPECT_EQ(print_name(""), "\"\"");
}

TEST(PlainName, KnowsBothDialects) {
  EXPECT_TRUE(plain_name("Hall", Dialect::strict));
  EXPECT_FALSE(plain_name("height", Dialect::strict));
  EXPECT_FALSE(plain_name("Küche", Dialect::strict));
  EXPECT_TRUE(plain_name("Küche", Dialect::lenient));
  EXPECT_FALSE(plain_name("outside", Dialect::lenient));
  EXPECT_FALSE(plain_name("a b", Dialect::lenient));
  EXPECT_FALSE(plain_name("a#b", Dialect::lenient));
  EXPECT_FALSE(plain_name("×", Dialect::lenient));
  EXPECT_FALSE(plain_name("", Dialect::lenient));
}

TEST(Apply, TakesEditsInAnyOrder) {
  EXPECT_EQ(apply("room A at B", {{{7, 10}, "near"}, {{5, 6}, "Hall"}}), "room Hall nearB");
  EXPECT_EQ(apply("abc", {{{1, 1}, "X"}, {{3, 3}, "Y"}}), "aXbcY");
  EXPECT_EQ(apply("abc", {}), "abc");
  EXPECT_EQ(apply("abc", {{{9, 12}, "!"}}), "abc!");
}

}  // namespace
}  // namespace formats::floorplan
