// SPDX-License-Identifier: Apache-2.0
#include "cli/client_config.h"

#include <gtest/gtest.h>

namespace {

using base::Json;

const Json entry = Json::object({{"command", "lintel"}, {"args", Json::array({"serve"})}});

std::string edited(std::string_view text) {
  const auto result = cli::with_server(text, "mcpServers", "lintel", entry);
  EXPECT_TRUE(result.ok()) << text;
  return result.ok() ? *result : "";
}

TEST(ClientConfig, IsMadeWhereThereIsNone) {
  const std::string made = R"({
  "mcpServers": {
    "lintel": {
      "command": "lintel",
      "args": [
        "serve"
      ]
    }
  }
}
)";
  EXPECT_EQ(edited(""), made);
  EXPECT_EQ(edited(" \n"), made);
}

TEST(ClientConfig, ForeignBytesStayAsTheyAre) {
  const std::string before = R"({
    "big": 12345678901234567890,
    "small": 1.50E+0, "text": "\u00e4\/",
    "mcpServers": {
        "other": {"command":"x",  "env": {"TOKEN": "a}]\"b"}}
    },
    "last" : [ ]
})";
  const std::string after = R"({
    "big": 12345678901234567890,
    "small": 1.50E+0, "text": "\u00e4\/",
    "mcpServers": {
        "other": {"command":"x",  "env": {"TOKEN": "a}]\"b"}},
        "lintel": {
            "command": "lintel",
            "args": [
                "serve"
            ]
        }
    },
    "last" : [ ]
})";
  EXPECT_EQ(edited(before), after);
  EXPECT_EQ(edited(after), after);
}

TEST(ClientConfig, LineEndsAndTabsAreKept) {
  EXPECT_EQ(edited("{\r\n\t\"n\": 1.0\r\n}\r\n"),
            "{\r\n\t\"n\": 1.0,\r\n\t\"mcpServers\": {\r\n\t\t\"lintel\": {\r\n\t\t\t\"command\": \"lintel\",\r\n"
            "\t\t\t\"args\": [\r\n\t\t\t\t\"serve\"\r\n\t\t\t]\r\n\t\t}\r\n\t}\r\n}\r\n");
}

TEST(ClientConfig, OneLineStaysOneLine) {
  EXPECT_EQ(edited(R"({"a":1})"), R"({"a":1, "mcpServers": {"lintel":{"command":"lintel","args":["serve"]}}})");
  EXPECT_EQ(edited(R"({"mcpServers":{"x":true }})"),
            R"({"mcpServers":{"x":true, "lintel": {"command":"lintel","args":["serve"]} }})");
}

TEST(ClientConfig, OurOldEntryIsReplacedAlone) {
  EXPECT_EQ(edited(R"({"mcpServers":{"l\u0069ntel":{"command":"old"} , "b":null}})"),
            R"({"mcpServers":{"l\u0069ntel":{"command":"lintel","args":["serve"]} , "b":null}})");
}

TEST(ClientConfig, EmptyObjectsAreOpened) {
  const std::string open =
      "{\n  \"mcpServers\": {\n    \"lintel\": {\n      \"command\": \"lintel\",\n      \"args\": [\n"
      "        \"serve\"\n      ]\n    }\n  }\n}";
  EXPECT_EQ(edited("{}"), open);
  EXPECT_EQ(edited("{\n  \"mcpServers\": { }\n}"), open);
}

TEST(ClientConfig, WhatIsNotPlainJsonIsLeftAlone) {
  for (const char* text : {"{ // a comment\n}", "[]", "{\"a\":1,}", "{\"a\":1,\"a\":2}", "{\"mcpServers\":[]}",
                           "{\"mcpServers\":null}", "null"}) {
    EXPECT_FALSE(cli::with_server(text, "mcpServers", "lintel", entry).ok()) << text;
  }
}

}  // namespace
