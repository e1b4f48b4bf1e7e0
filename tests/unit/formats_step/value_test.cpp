// SPDX-License-Identifier: Apache-2.0
// What an argument means.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "formats/step/step.h"
#include "formats/step/strings.h"

namespace {

using formats::step::decoded;
using formats::step::File;
using formats::step::Value;
using testing::ElementsAre;
using Kind = Value::Kind;

// The arguments of one record; the file stays for as long as the test.
class StepValue : public testing::Test {
 protected:
  Value::Items arguments(const std::string& written) {
    auto file = File::parse("ISO-10303-21;HEADER;FILE_SCHEMA(('IFC4'));ENDSEC;DATA;#1=A(" + written +
                            ");#2=B(9);ENDSEC;END-ISO-10303-21;");
    files_.push_back(std::move(file).value());
    EXPECT_EQ(files_.back().records().size(), 2U) << written;
    return files_.back().arguments(0);
  }
  Value value(const std::string& written) { return arguments(written)[0]; }
  std::vector<File> files_;
};

TEST_F(StepValue, kinds_are_told_by_how_they_are_written) {
  const std::vector<std::pair<std::string, Kind>> cases{{"$", Kind::null},          {"*", Kind::derived},
                                                        {"12", Kind::integer},      {"-12", Kind::integer},
                                                        {"+12", Kind::integer},     {"1.", Kind::real},
                                                        {"-1.5E-3", Kind::real},    {"1E5", Kind::real},
                                                        {".5", Kind::real},         {"'a'", Kind::string},
                                                        {".T.", Kind::enumeration}, {"\"0FF\"", Kind::binary},
                                                        {"#12", Kind::reference},   {"()", Kind::list},
                                                        {"(1,2)", Kind::list},      {"IFCLABEL('x')", Kind::typed},
                                                        {"!MINE(1)", Kind::typed},  {"ifclabel ('x')", Kind::typed},
                                                        {"?", Kind::null},          {"@1", Kind::null}};
  for (const auto& [written, kind] : cases) {
    EXPECT_EQ(value(written).kind(), kind) << written;
    EXPECT_EQ(value(written).raw(), written);
  }
}

TEST_F(StepValue, integers_are_exact_and_bounded) {
  EXPECT_EQ(value("9007199254740993").integer(), 9007199254740993);
  EXPECT_EQ(value("-9223372036854775808").integer(), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(value("99999999999999999999").integer(), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(value("-99999999999999999999").integer(), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(value("+7").integer(), 7);
  EXPECT_EQ(value("-2.9").integer(), -2);
  EXPECT_EQ(value("1E30").integer(), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(value("-1E30").integer(), std::numeric_limits<std::int64_t>::min());
}

TEST_F(StepValue, numbers_are_finite) {
  EXPECT_EQ(value("1.").number(), 1);
  EXPECT_EQ(value("1.E-05").number(), 1e-5);
  EXPECT_EQ(value("-0.1").number(), -0.1);
  EXPECT_EQ(value("42").number(), 42);
  EXPECT_EQ(value(".25").number(), 0.25);
  EXPECT_EQ(value("1.E999").number(), std::numeric_limits<double>::max());
  EXPECT_EQ(value("-1.E999").number(), std::numeric_limits<double>::lowest());
  EXPECT_EQ(value("1.E-999").number(), 0);
  EXPECT_EQ(value("1" + std::string(400, '0')).number(), std::numeric_limits<double>::max());
  EXPECT_EQ(value("0." + std::string(400, '0') + "1").number(), 0);
  EXPECT_EQ(value("-").number(), 0);
}

TEST_F(StepValue, what_it_is_not_is_nothing) {
  EXPECT_EQ(value("'12'").integer(), 0);
  EXPECT_EQ(value("'12'").number(), 0);
  EXPECT_EQ(value("12").string(), "");
  EXPECT_EQ(value("12").word(), "");
  EXPECT_EQ(value("12").reference(), 0U);
  EXPECT_TRUE(value("12").items().empty());
  EXPECT_TRUE(Value().is_null());
}

TEST_F(StepValue, words_and_references) {
  EXPECT_EQ(value(".NOTDEFINED.").word(), "NOTDEFINED");
  EXPECT_EQ(value("IfcLabel ('x')").word(), "IfcLabel");
  EXPECT_EQ(value("#4294967295").reference(), 4294967295U);
  EXPECT_EQ(value("#4294967296").reference(), 0U);
  EXPECT_TRUE(value("*").is_null());
}

TEST_F(StepValue, lists_are_gone_through_once) {
  const Value list = value("( #1, 'a,b)' ,(1,(2)), IFCX ( 1 , 2 ),$ )");
  std::vector<std::string> written;
  for (const Value& each : list.items()) written.emplace_back(each.raw());
  EXPECT_THAT(written, ElementsAre("#1", "'a,b)'", "(1,(2))", "IFCX ( 1 , 2 )", "$"));
  EXPECT_EQ(list.items().size(), 5U);
  EXPECT_EQ(list.items()[2].items()[1].items()[0].integer(), 2);
  EXPECT_EQ(list.items()[3].items()[1].integer(), 2);
  EXPECT_TRUE(list.items()[5].is_null());
  EXPECT_TRUE(value("( /* nothing */ )").items().empty());
}

TEST_F(StepValue, arguments_end_where_the_record_ends) {
  EXPECT_EQ(arguments("1,2").size(), 2U);
  EXPECT_EQ(arguments("").size(), 0U);
  EXPECT_EQ(arguments(" ").size(), 0U);
  EXPECT_EQ(arguments("(1)").size(), 1U);
}

TEST_F(StepValue, missing_and_stray_text_between_commas_is_survived) {
  EXPECT_EQ(arguments(",1").size(), 2U);
  EXPECT_TRUE(arguments(",1")[0].is_null());
  EXPECT_EQ(arguments("1,").size(), 2U);
  EXPECT_EQ(arguments("1 2 (3) 'x',4").size(), 2U);
  EXPECT_EQ(arguments("1 2 (3) 'x',4")[1].integer(), 4);
  EXPECT_EQ(arguments("1/2,4")[1].integer(), 4);
}

// ---- strings, 6.4.3

TEST(StepString, directives_are_decoded) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"plain", "plain"},
      {"it''s", "it's"},
      {R"(C:\\temp)", R"(C:\temp)"},
      {R"(\X2\00FC\X0\ber)", "über"},
      {R"(\X2\039103B1\X0\)", "Αα"},
      {R"(\X2\D83DDE00\X0\)", "😀"},
      {R"(\X4\0001F600\X0\)", "😀"},
      {R"(\X4\0001F6000001F601\X0\!)", "😀😁!"},
      {R"(\X\E9t\X\E9)", "été"},
      {R"(\S\|ber)", "über"},
      {R"(\S\')", "§"},
      {R"(\PB\\S\1)", "ą"},             // ISO 8859-2, 0xB1
      {R"(\PE\\S\0 \PA\\S\0)", "А °"},  // ISO 8859-5, 0xB0; back to 8859-1
      {R"(\PG\\S\a)", "α"},             // ISO 8859-7, 0xE1
      {R"(\PC\\S\%)", "\xef\xbf\xbd"},  // ISO 8859-3 has nothing at 0xA5
  };
  for (const auto& [written, text] : cases) EXPECT_EQ(decoded(written), text) << written;
}

TEST(StepString, what_is_no_directive_stays) {
  for (const std::string text : {R"(\)", R"(\X)", R"(\X\)", R"(\X\Z1)", R"(\X2\)", R"(\X2\00)", R"(\X4\0001)", R"(\Q\)",
                                 R"(\S\)", R"(\PZ\)", R"(\N\)", R"(D:\Projekte\Haus)"})
    EXPECT_EQ(decoded(text), text);
}

TEST(StepString, directives_that_are_not_closed_or_no_characters_are_survived) {
  EXPECT_EQ(decoded(R"(\X2\00FC)"), "ü");
  EXPECT_EQ(decoded(R"(\X2\00FC00)"), "ü00");
  EXPECT_EQ(decoded(R"(\X2\D83D\X0\a)"),
            "\xef\xbf\xbd"
            "a");
  EXPECT_EQ(decoded(R"(\X2\DE00\X0\a)"),
            "\xef\xbf\xbd"
            "a");
  EXPECT_EQ(decoded(R"(\X2\D83D0041\X0\)"),
            "\xef\xbf\xbd"
            "A");
  EXPECT_EQ(decoded(R"(\X4\00110000\X0\)"), "\xef\xbf\xbd");
  EXPECT_EQ(decoded(R"(\X4\FFFFFFFF\X0\)"), "\xef\xbf\xbd");
}

TEST(StepString, stray_bytes_are_utf8_or_else_latin) {
  EXPECT_EQ(decoded("\xc3\xbc"), "ü");
  EXPECT_EQ(decoded("\xfc"), "ü");
  EXPECT_EQ(decoded("\xfc\xc3\xbc"), "üÃ¼");
}

TEST_F(StepValue, an_apostrophe_may_belong_to_a_directive) {
  EXPECT_EQ(value(R"('\S\'5')").string(), "§5");
  EXPECT_EQ(value(R"('C:\\S\\')").string(), R"(C:\S\)");
}

}  // namespace
