// SPDX-License-Identifier: Apache-2.0
#include "base/did_you_mean.h"

#include <gtest/gtest.h>

#include <vector>

namespace base {
namespace {

const std::vector<std::string> known{"walls", "doors"};

TEST(DidYouMean, NamesTheNearestInTheQuotesOfTheMessage) {
  EXPECT_EQ(did_you_mean("dors", known), "Did you mean `doors`?");
  EXPECT_EQ(did_you_mean("dors", known, {.quote = "'"}), "Did you mean 'doors'?");
  EXPECT_EQ(did_you_mean("dors", known, {.quote = ""}), "Did you mean doors?");
}

TEST(DidYouMean, TellsSomethingElseWhereNothingIsNear) {
  EXPECT_EQ(did_you_mean("ceiling", known), "");
  EXPECT_EQ(did_you_mean("ceiling", known, {.otherwise = listing("There are", known)}), "There are: walls, doors.");
  EXPECT_EQ(did_you_mean("dors", known, {.otherwise = "Look again."}), "Did you mean `doors`?");
}

TEST(DidYouMean, WhatIsToldBesidesFollowsInEitherCase) {
  EXPECT_EQ(did_you_mean("dors", known, {.besides = "Case matters."}), "Did you mean `doors`? Case matters.");
  EXPECT_EQ(did_you_mean("ceiling", known, {.besides = "Case matters."}), "Case matters.");
  EXPECT_EQ(did_you_mean("ceiling", known, {.otherwise = "No.", .besides = "Case matters."}), "No. Case matters.");
}

TEST(DidYouMean, TakesANearestThatIsKnown) {
  EXPECT_EQ(did_you_mean(std::optional<std::string>("doors")), "Did you mean `doors`?");
  EXPECT_EQ(did_you_mean(std::nullopt, {.otherwise = "No."}), "No.");
}

}  // namespace
}  // namespace base
