// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "domains/ids/engine/value/value.h"

namespace {

using ids::engine::XsdPattern;
using testing::HasSubstr;

bool matches(std::string_view pattern, std::string_view text) {
  const auto compiled = XsdPattern::compile(pattern);
  EXPECT_TRUE(compiled.ok()) << pattern << ": " << (compiled.ok() ? "" : compiled.error().message);
  return compiled.ok() && compiled->matches(text);
}

struct Example {
  std::string pattern;
  std::vector<std::string> yes, no;
};

void PrintTo(const Example& example, std::ostream* out) { *out << example.pattern; }

class XsdPatternExamples : public testing::TestWithParam<Example> {};

TEST_P(XsdPatternExamples, MatchesWhatXsdSays) {
  const auto& example = GetParam();
  for (const auto& text : example.yes) EXPECT_TRUE(matches(example.pattern, text)) << example.pattern << " / " << text;
  for (const auto& text : example.no) EXPECT_FALSE(matches(example.pattern, text)) << example.pattern << " / " << text;
}

INSTANTIATE_TEST_SUITE_P(
    WholeTextOnly, XsdPatternExamples,
    testing::Values(Example{"DT01", {"DT01"}, {"DT011", "xDT01", "", "dt01"}}, Example{"", {""}, {"a"}},
                    Example{"DT[0-9]{2}", {"DT01", "DT99"}, {"DT1", "DT123", "DTAB"}},
                    Example{".*DT.*", {"DT", "ADT1"}, {"D-T", ""}}, Example{"a|bc|", {"a", "bc", ""}, {"b", "abc"}},
                    Example{"(a|b)(c|d)", {"ac", "bd"}, {"ab", "acd"}}, Example{"^a$", {"^a$"}, {"a"}},
                    Example{"a\\^", {"a^"}, {"a"}}, Example{"x}", {"x}"}, {"x"}}));

INSTANTIATE_TEST_SUITE_P(Quantifiers, XsdPatternExamples,
                         testing::Values(Example{"a?", {"", "a"}, {"aa"}}, Example{"a*", {"", "aaa"}, {"b"}},
                                         Example{"a+", {"a", "aa"}, {""}}, Example{"a{2}", {"aa"}, {"a", "aaa"}},
                                         Example{"a{2,}", {"aa", "aaaaa"}, {"a"}},
                                         Example{"a{1,3}", {"a", "aaa"}, {"", "aaaa"}}, Example{"a{0}", {""}, {"a"}},
                                         Example{"(ab){2,3}", {"abab", "ababab"}, {"ab", "abababab"}},
                                         Example{"(a*)*", {"", "aaa"}, {"b"}},
                                         Example{"((a?){2}){2}", {"", "aaaa"}, {"aaaaa"}},
                                         Example{"(a{0,2}b)*", {"", "aabbab"}, {"aaab"}}));

INSTANTIATE_TEST_SUITE_P(Classes, XsdPatternExamples,
                         testing::Values(Example{"[a-z-[aeiou]]", {"b", "z"}, {"a", "e", "A"}},
                                         Example{"[^a-c]", {"d", "ä", "\n"}, {"a", ""}},
                                         Example{"[^a-z-[x]]", {"A", "1"}, {"a", "x"}},
                                         Example{"[a-f-[c-e-[d]]]", {"a", "d", "f"}, {"c", "e"}},
                                         Example{"[-a]", {"-", "a"}, {"b"}}, Example{"[a-]", {"-", "a"}, {"b"}},
                                         Example{"[a\\-z]", {"a", "-", "z"}, {"b"}}, Example{"[\\^^]", {"^"}, {"\\"}},
                                         Example{"[\\]\\[]", {"[", "]"}, {"\\"}}, Example{"[\\d_]+", {"1_2"}, {"a"}},
                                         Example{"[\\w-]+", {"a-b"}, {"a b"}}, Example{"[.]", {"."}, {"a"}},
                                         Example{"[*+?]", {"*", "+", "?"}, {"a"}},
                                         Example{"[+-\\-]", {"+", ",", "-"}, {"."}}));

INSTANTIATE_TEST_SUITE_P(
    Escapes, XsdPatternExamples,
    testing::Values(Example{"\\d", {"1", "٣"}, {"a", "½"}}, Example{"\\D", {"a"}, {"1"}},
                    // XSD's space is four characters; no-break space is not among them.
                    Example{"\\s", {" ", "\t", "\n", "\r"}, {"\xC2\xA0", "\v", "a"}},
                    Example{"\\S", {"a", "\xC2\xA0"}, {" "}},
                    // Symbols are word characters and the underscore, which is punctuation, is not.
                    Example{"\\w", {"a", "ß", "1", "€", "+", "$"}, {"_", "-", ".", " "}},
                    Example{"\\W", {"_", "-", " "}, {"a"}}, Example{"\\i\\c*", {"_a-1", "a:b.c", "é"}, {"1a", "-a"}},
                    Example{"\\I", {"1", "-"}, {"a"}}, Example{"\\C", {" ", "/"}, {"a", "1", "-"}},
                    Example{"a.c", {"abc", "a♫c", "a\tc"}, {"a\nc", "a\rc", "ac"}},
                    Example{"\\n\\r\\t", {"\n\r\t"}, {"nrt"}}, Example{"\\(\\)\\{\\}\\|\\.", {"(){}|."}, {"(){}|x"}}));

INSTANTIATE_TEST_SUITE_P(
    UnicodeNames, XsdPatternExamples,
    testing::Values(Example{"\\p{L}", {"a", "Ж", "中"}, {"1", "-"}}, Example{"\\p{Lu}", {"A", "Ä"}, {"a", "ä"}},
                    Example{"\\P{Lu}", {"a", "1"}, {"A"}}, Example{"\\p{Nd}+", {"12"}, {"½"}},
                    Example{"\\p{Sc}", {"€", "$"}, {"+"}}, Example{"\\p{Zs}", {" ", "\xC2\xA0"}, {"\t"}},
                    Example{"\\p{IsBasicLatin}+", {"Az~"}, {"é"}}, Example{"\\P{IsBasicLatin}", {"é"}, {"e"}},
                    Example{"\\p{IsGreek}", {"π"}, {"p"}}, Example{"\\p{IsLatin-1Supplement}", {"é"}, {"e", "ł"}},
                    Example{"[\\p{L}-[\\p{IsBasicLatin}]]", {"é"}, {"e", "1"}},
                    Example{".", {"\xF0\x9F\x8F\xA0"}, {"\xF0\x9F\x8F\xA0x"}}));

struct Mistake {
  std::string pattern, message, hint;
};

TEST(XsdPattern, MistakesTellThePlaceAndWhatToDo) {
  const std::vector<Mistake> mistakes{
      {"a(b", "( that is never closed at character 2", ""},
      {"ab)", "unexpected ) at character 3", "\\)"},
      {"[abc", "[ that is never closed at character 1", ""},
      {"a]", "unexpected ] at character 2", "\\]"},
      {"*a", "quantifier with nothing before it at character 1", "backslash"},
      {"a|*", "quantifier with nothing before it at character 3", ""},
      {"a**", "second quantifier at character 3", "group"},
      {"a+??", "second quantifier at character 4", "group"},
      {"a*+", "second quantifier at character 3", "group"},
      {"a{2,1}", "maximum is below its minimum", ""},
      {"a{x}", "begins no {n}, {n,} or {n,m} at character 2", "\\{"},
      {"a{,3}", "begins no {n}", ""},
      {"(?=a).*", "a lookahead at character 1", "second requirement"},
      {"a(?!b)", "a lookahead at character 2", "look around"},
      {"(?<=a)b", "a lookbehind", ""},
      {"(?:a", "( that is never closed at character 1", ""},
      {"(?i)a", "a group that begins with (?", "flags"},
      {"(a)\\1", "escape that XSD does not know at character 4", "references"},
      {"\\bfoo\\b", "escape that XSD does not know", "anchors"},
      {"a\\yb", "escape that XSD does not know at character 2", "backslash"},
      {"[a\\", "backslash at the end", ""},
      {"a\\", "backslash at the end at character 2", ""},
      {"\\p{Xx}", "\\p{Xx}, which is neither a category nor a block", "IsBasicLatin"},
      {"\\p{IsKlingon}", "neither a category nor a block", ""},
      {"\\p{L", "\\p{ that is never closed", ""},
      {"\\pL", "\\p without {", ""},
      {"[]", "an empty class", ""},
      {"[z-a]", "end comes before its begin", ""},
      {"[a--]", "a range without an end at character 4", "\\-"},
      {"\\x41", "escape that XSD does not know at character 1", "the character itself"},
      {"[a-\\d]", "range that ends with a class", ""},
      {"[a[b]]", "a [ within a class", "\\["},
      {"[a-z-[b]c]", "goes on after what it subtracts", "last"},
      {"[a-c-e]", "a - within a class at character 5", "\\-"},
      {"ä{", "at character 2", ""},
      {"(a{1000}){1000}", "too large", "minLength"},
      {"a{99999999999999999999}", "too large", ""},
  };
  for (const auto& each : mistakes) {
    const auto compiled = XsdPattern::compile(each.pattern);
    ASSERT_FALSE(compiled.ok()) << each.pattern;
    EXPECT_THAT(compiled.error().message, HasSubstr(each.message)) << each.pattern;
    EXPECT_THAT(compiled.error().hint, HasSubstr(each.hint)) << each.pattern;
  }
}

// What other languages read is told from what none does.
TEST(XsdPattern, WhatOtherLanguagesReadIsTold) {
  for (const auto* const elsewhere : {"(?=a).*", "a(?!b)", "(?<=a)b", "(?<!a)b", "(?i)a", "(?<name>a)", "(?>a)b",
                                      "(a)\\1", "\\bfoo\\b", "\\x41", "a{x}", "a]", "[a[b]]", "[a-c-e]"}) {
    EXPECT_EQ(XsdPattern::compile(elsewhere).error().code, base::Code::unavailable) << elsewhere;
  }
  for (const auto* const nowhere : {"a(b", "ab)", "[abc", "*a", "a**", "a{2,1}", "a\\", "\\p{Xx}", "[z-a]", "a\\yb"}) {
    EXPECT_EQ(XsdPattern::compile(nowhere).error().code, base::Code::parse) << nowhere;
  }
}

TEST(XsdPattern, AbsurdPatternsAreRefusedOrMatchedNeverFatal) {
  EXPECT_FALSE(XsdPattern::compile(std::string(100'000, 'a')).ok());
  EXPECT_FALSE(XsdPattern::compile(std::string(5'000, '(')).ok());
  EXPECT_FALSE(XsdPattern::compile("a\xFF").ok());
  std::string nested = "a";
  for (int i = 0; i < 150; ++i) nested = "(" + nested + ")?";
  EXPECT_TRUE(matches(nested, "a"));
  EXPECT_FALSE(matches(nested, "aa"));
}

// The classic of backtracking: 2^n steps there, n here.
TEST(XsdPattern, TimeIsLinearInTheText) {
  EXPECT_FALSE(matches("(a+)+b", std::string(200'000, 'a')));
  EXPECT_FALSE(matches("(a|aa|a*)*c", std::string(200'000, 'a')));
  EXPECT_TRUE(matches("(.*a.*){3}", std::string(200'000, 'a')));
  // Too many deterministic states: the other way of matching gives the same answers.
  EXPECT_TRUE(matches("[ab]*a[ab]{30}", std::string(100, 'b') + "a" + std::string(30, 'b')));
  EXPECT_FALSE(matches("[ab]*a[ab]{30}", std::string(100, 'b') + "b" + std::string(30, 'b')));
}

TEST(XsdPattern, BrokenTextIsReplacementCharacters) {
  EXPECT_TRUE(matches("a..b",
                      "a\xFF\xC3"
                      "b"));
  EXPECT_TRUE(matches("a\\P{IsBasicLatin}b",
                      "a\xFF"
                      "b"));
}

TEST(XsdPattern, NotesTellOfAnchors) {
  const auto anchored = XsdPattern::compile("^DT[0-9]+$");
  ASSERT_TRUE(anchored.ok());
  ASSERT_EQ(anchored->notes().size(), 1U);
  EXPECT_THAT(anchored->notes().front(), HasSubstr("ordinary characters"));
  EXPECT_TRUE(XsdPattern::compile("DT")->notes().empty());
}

// Not XSD, and written by people and programs all the same; every other checker takes it.
INSTANTIATE_TEST_SUITE_P(
    AsPeopleWrite, XsdPatternExamples,
    testing::Values(Example{"a\\/b\\$\\#\\_\\:\\,", {"a/b$#_:,"}, {"a\\/b", "a/b"}},
                    Example{"\\\"\\'\\<\\>\\=\\!\\@\\%\\&\\;\\~\\`\\ ", {"\"'<>=!@%&;~` "}, {"\"'"}},
                    Example{"[\\/\\_]+", {"/_/"}, {"\\", "a"}}, Example{"[\\#-\\%]", {"#", "$", "%"}, {"&", "-", "\\"}},
                    Example{"\\–\\€", {"–€"}, {"-€"}}, Example{"(?:a|b)+c", {"abc", "bc"}, {"c", "?:ac"}},
                    Example{"(?:(?:x)?y){2}", {"yy", "xyy"}, {"x"}}, Example{".*?-.+?", {"a-b", "-b"}, {"a-"}},
                    Example{"a??b{2}?(c|d){1,2}?", {"abbc", "bbdc"}, {"abbcdc", "aabbc"}}));

TEST(XsdPattern, NotesTellOfWhatXsdHasNot) {
  const auto written = XsdPattern::compile("(?:a)\\/(?:b)\\/c\\-");
  ASSERT_TRUE(written.ok());
  EXPECT_THAT(written->notes(),
              testing::ElementsAre(HasSubstr("(?: is not of XSD"), HasSubstr("\\/ is not an escape")));
}

TEST(XsdPattern, WhatItsMatchesAlwaysBeginWith) {
  constexpr std::string_view prefixes[] = {"Pset_", "Qto_"};
  const auto always = [&](std::string_view pattern) {
    return XsdPattern::compile(pattern)->always_begins_with(prefixes);
  };
  for (const auto* pattern : {"Pset_", "Pset_.*", "[P]set_A|Qto_B", "(Pset|Qto)_.+", "P(set_){1,3}", "Pset[_-[a]]x"})
    EXPECT_TRUE(always(pattern)) << pattern;
  for (const auto* pattern : {"", ".*", "Pset_?", "(Pset_A)?", "Pset", "[PQ].*", "P(set_X|ancake)", "(?:Pset_.*",
                              "Pset_A|My", "pset_.*", "Psetſ_.*", "\\i+"}) {
    const auto compiled = XsdPattern::compile(pattern);
    EXPECT_FALSE(compiled.ok() && compiled->always_begins_with(prefixes)) << pattern;
  }
}

}  // namespace
