// SPDX-License-Identifier: Apache-2.0
#include "formats/idf/file.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "formats/epjson/file.h"

namespace {

using formats::idf::File;

std::vector<std::string> messages(const std::string& text) {
  std::vector<std::string> found;
  const auto file = File::parse(text);
  for (const auto& each : file->problems())
    found.push_back(std::to_string(each.line) + " " + each.object + ": " + each.message);
  return found;
}

TEST(IdfFile, FindsObjectsAndSlots) {
  const auto file = File::parse("! head\nZone,\n  Core,  !- Name, with; signs\n  0;\nVersion,25.2;;\n");
  ASSERT_EQ(file->objects().size(), 2u);
  const auto& zone = file->objects()[0];
  EXPECT_EQ(file->type(zone), "Zone");
  EXPECT_EQ(zone.line, 2u);
  ASSERT_EQ(file->slots(zone).size(), 2u);
  EXPECT_EQ(file->text(file->slots(zone)[1]), "  !- Name, with; signs\n  0");
  EXPECT_EQ(file->objects()[1].line, 5u);
  EXPECT_TRUE(file->problems().empty());
  EXPECT_EQ(formats::idf::version_of(*file), "25.2");
}

TEST(IdfFile, TheVersionIsFoundWhereverItStands) {
  EXPECT_EQ(formats::idf::version_of(*File::parse("Zone,A;\nVERSION ,\n 9.2 ;! x")), "9.2");
  EXPECT_EQ(formats::idf::version_of(*File::parse("Zone,A;")), "");
}

TEST(IdfFile, SaysWhatIsBrokenAndWhere) {
  EXPECT_EQ(messages("Version,25.2;\nZone,A"),
            std::vector<std::string>{"2 Zone: the object does not end: its last value needs a semicolon"});
  EXPECT_EQ(messages("\n,Zone,A;"), std::vector<std::string>{"2 : a comma where an object should begin"});
  EXPECT_EQ(messages("Zone;\nZone,A;"),
            std::vector<std::string>{"1 Zone: a comma must follow the object type on its line"});
  EXPECT_EQ(messages("Zone \r\n ,A;\nZone\t,B;"),
            std::vector<std::string>{"1 Zone: a comma must follow the object type on its line"});
  EXPECT_EQ(messages("##include x.idf\nZone,A;"), std::vector<std::string>{"1 ##include: an EPMacro command"});
  EXPECT_EQ(messages(std::string("Zone,\0A;", 8)).front(), "1 : a NUL byte: this is not a text file");
}

TEST(IdfFile, LineEndsThatAreCrAloneAreSaid) {
  EXPECT_EQ(messages("Version,25.2;\r!c\rZone,A;\r").size(), 1u);
  EXPECT_TRUE(messages("Version,25.2;\r\n!c\r\nZone,A;\r\n").empty());
}

TEST(IdfFile, AByteOrderMarkAndStrangeBytesInCommentsAreKept) {
  const std::string text = "\xEF\xBB\xBFVersion,25.2; ! Caf\xE9\nZone,A;";
  const auto file = File::parse(text);
  EXPECT_TRUE(file->problems().empty());
  EXPECT_EQ(file->type(file->objects()[0]), "Version");
  EXPECT_EQ(file->bytes(), text);
}

TEST(IdfFile, TooLargeIsRefused) {
  const auto file = File::parse("Zone,A;", {.max_bytes = 5});
  ASSERT_FALSE(file.ok());
  EXPECT_EQ(file.error().message, "the file has 7 bytes, more than the limit of 5");
}

TEST(IdfFile, OfManyProblemsTheFirstAreKept) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "Zone;\n";
  EXPECT_EQ(messages(text).size(), 100u);
}

TEST(EpjsonFile, KeepsBytesButForWhatChanged) {
  const std::string text =
      "{ \"Version\":{\"V\" : {\"version_identifier\": \"25.2\"}},\n \"Zone\": {\"A\": {\"x\": 1.50, \"y\":2e0}}}\n";
  const auto file = formats::epjson::File::parse(text);
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(*file->with(file->root()), text);
  auto root = file->root();
  (*root.find("Zone")->find("A"))["y"] = 3;
  EXPECT_EQ(
      *file->with(root),
      "{ \"Version\":{\"V\" : {\"version_identifier\": \"25.2\"}},\n \"Zone\": {\"A\": {\"x\": 1.50, \"y\":3}}}\n");
  EXPECT_EQ(formats::epjson::version_of(*file), "25.2");
}

TEST(EpjsonFile, NamesAndTextsChangeInPlace) {
  const auto file = formats::epjson::File::parse("{\"Zone\" : {\"A \\\"1\" :{\"x\": 1.50, \"y\":\"b\"}, \"C\": {}}}");
  using Text = formats::epjson::File::Text;
  const auto done =
      file->with(std::vector<Text>{{.path = {0, 0}, .name = true, .text = "B\""}, {.path = {0, 0, 1}, .text = "c"}});
  EXPECT_EQ(*done, "{\"Zone\" : {\"B\\\"\" :{\"x\": 1.50, \"y\":\"c\"}, \"C\": {}}}");
  EXPECT_FALSE(file->with(std::vector<Text>{{.path = {0, 2}}}).ok());
}

TEST(EpjsonFile, IsOneObject) {
  EXPECT_FALSE(formats::epjson::File::parse("[]").ok());
  EXPECT_FALSE(formats::epjson::File::parse("{\"Zone\":").ok());
  EXPECT_FALSE(formats::epjson::File::parse("{}", {.max_bytes = 1}).ok());
}

}  // namespace
