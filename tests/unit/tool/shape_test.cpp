// SPDX-License-Identifier: Apache-2.0
// An error must fit the schema of the tool's answers, or clients that check keep it from the model.
// tests/peers/refusals.* let the official clients check it of every tool.
#include "tool/shape.h"

#include <gtest/gtest.h>

namespace {

using base::Json;

Json parsed(std::string_view text) { return base::parse_json(text).value(); }

Json verdict(const base::Error& error) { return shape_error(tool::Shape::verdict, error, {}, 0).structured; }

TEST(Shape, ErrorsAreAsTheToolHasThemOrAsARefusalHasThem) {
  const Json own = parsed(R"({"type":"object","properties":{"errors":{"type":"integer"}},"required":["errors"]})");
  const Json schema = shaped_schema(tool::Shape::verdict, tool::Verb::read, own);
  EXPECT_EQ(schema.find("required"), nullptr);
  EXPECT_EQ(schema.at("properties").at("errors"),
            parsed(R"({"anyOf":[{"type":"integer"},{"type":"array","items":{"type":"object"}}]})"));
}

TEST(Shape, WhatOthersSayOfAnErrorStaysInsideIt) {
  base::Error error = base::fail(base::Code::constraint, "Something else needs it.");
  error.data = std::make_shared<const Json>(parsed(R"({"warnings":["not the tool's own"]})"));
  const Json answer = verdict(error);
  EXPECT_EQ(answer.find("warnings"), nullptr);
  EXPECT_EQ(answer.at("errors").as_array()[0].at("data").at("warnings").size(), 1U);
}

TEST(Shape, AToolsOwnAnswerThatItFailedIsTheAnswer) {
  base::Error error = base::fail(base::Code::parse, "Line 1: no.");
  error.data = std::make_shared<const Json>(parsed(R"({"success":false,"errors":[{"message":"no","line":1}]})"));
  EXPECT_EQ(verdict(error), *error.data);
}

}  // namespace
