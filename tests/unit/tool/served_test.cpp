// SPDX-License-Identifier: Apache-2.0
// Advice names only tools that the client sees.
#include "tool/served.h"

#include <gtest/gtest.h>

namespace {

using base::Json;

struct ServedTest : testing::Test {
  tool::Registry registry;
  std::shared_ptr<const tool::Catalogue> served;

  ServedTest() {
    registry.add(tool::Toolset{.name = "plans", .title = "t", .doc = "d"});
    for (const char* name : {"open_plan", "draw_plan", "undo"}) {
      tool::Tool tool;
      tool.spec = {.name = name, .title = "t", .doc = "d"};
      tool.input_schema = tool.output_schema =
          tool::Schema([](Json& schema) { schema = Json::object({{"properties", Json::object()}}); });
      registry.add("plans", std::move(tool));
    }
    served = *registry.select({.toolsets = {"plans"}, .exclude = {"open_plan", "undo"}});
  }
  std::string named(const std::string& text) { return tool::naming_served(text, registry, *served); }
};

TEST_F(ServedTest, AdviceWithServedToolsStays) {
  EXPECT_EQ(named("Look with draw_plan. Or reopen it."), "Look with draw_plan. Or reopen it.");
}

TEST_F(ServedTest, ASentenceThatNamesAnotherToolGoes) {
  EXPECT_EQ(named("Send `dsl`. Or call open_plan, then draw_plan."),
            "Send `dsl`. A tool of the toolset 'plans' that is not served here would help.");
  EXPECT_EQ(named("Use open_plan."), "A tool of the toolset 'plans' that is not served here would help.");
}

TEST_F(ServedTest, OnlyWholeWordsAreNames) {
  EXPECT_EQ(named("It can be undone: reopen_plan."), "It can be undone: reopen_plan.");
}

TEST_F(ServedTest, HintsAreFoundWhereverTheyAre) {
  tool::Answer error;
  const Json inner = Json::object({{"message", "no open_plan"}, {"hint", "Try open_plan."}});
  error.structured = Json::object({{"errors", Json::array({inner})}});
  error.content.push_back(Json::object({{"type", "text"}, {"text", "There is no plan called open_plan"}}));
  error.content.push_back(Json::object({{"type", "text"}, {"text", "Try open_plan."}}));
  tool::name_served(error, registry, *served);
  EXPECT_EQ(error.content[0].text("text"), "There is no plan called open_plan")
      << "what a message quotes is the caller's";
  EXPECT_EQ(error.content[1].text("text").find("open_plan"), std::string_view::npos);
  const Json& shown = error.structured.at("errors").as_array()[0];
  EXPECT_EQ(shown.text("message"), "no open_plan");
  EXPECT_EQ(shown.text("hint").find("open_plan"), std::string_view::npos);
}

TEST_F(ServedTest, AMessageThatEndsWithAdviceEndsBeforeIt) {
  const auto told = [&](const char* message) {
    tool::Answer error;
    error.structured = Json::object({{"message", message}});
    error.content.push_back(Json::object({{"type", "text"}, {"text", message}}));
    tool::name_served(error, registry, *served);
    EXPECT_EQ(error.content[0].text("text"), error.structured.text("message"));
    return std::string(error.content[0].text("text"));
  };
  EXPECT_EQ(told("No plan. Use open_plan first."), "No plan.");
  EXPECT_EQ(told("No plan. Use draw_plan first."), "No plan. Use draw_plan first.");
}

}  // namespace
