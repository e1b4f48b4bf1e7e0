// SPDX-License-Identifier: Apache-2.0
#include "tool/views.h"

#include <gtest/gtest.h>

namespace {

using base::Code;
using kernel::Principal;

const Principal ada = kernel::agent_principal("ada", "claude");
const Principal eve = kernel::agent_principal("eve", "claude");

Principal with_token(Principal principal) {
  principal.by_token = true;
  return principal;
}

struct ViewsTest : testing::Test {
  base::ManualClock clock{1'700'000'000'000};
  tool::Views views{clock, base::system_entropy(), 100, 1000};
  std::string keep(const Principal& maker, const std::string& bytes) {
    return views.keep(maker, "plan", {{"data", {"text/plain", bytes}}});
  }
};

TEST_F(ViewsTest, ReadsInPieces) {
  const auto handle = keep(ada, "0123456789");
  const auto first = views.read(handle, ada, "data", 0, 4);
  ASSERT_TRUE(first.ok());
  EXPECT_EQ(first->bytes, "0123");
  EXPECT_EQ(first->total, 10U);
  EXPECT_EQ(views.read(handle, ada, "data", 8, 4)->bytes, "89");
  EXPECT_EQ(views.read(handle, ada, "data", 99, 4)->bytes, "");
}

TEST_F(ViewsTest, BelongsToItsUser) {
  const auto handle = keep(ada, "x");
  EXPECT_EQ(views.read(handle, eve, "data", 0, 4).error().code, Code::not_found);
}

TEST_F(ViewsTest, OfAnAgentWithATokenBelongsToItAndToItsPerson) {
  const Principal alpha = with_token(kernel::agent_principal("ada", "alpha"));
  const auto handle = keep(alpha, "x");
  EXPECT_TRUE(views.read(handle, alpha, "data", 0, 4).ok());
  EXPECT_TRUE(views.read(handle, kernel::human_principal("ada"), "data", 0, 4).ok());
  EXPECT_FALSE(views.read(handle, with_token(kernel::agent_principal("ada", "beta")), "data", 0, 4).ok());
  EXPECT_FALSE(views.read(handle, kernel::agent_principal("ada", "alpha"), "data", 0, 4).ok())
      << "the same name without the token";
  EXPECT_FALSE(views.read(keep(ada, "y"), alpha, "data", 0, 4).ok());
}

TEST_F(ViewsTest, AreSharedByClientsOfOneUserWithoutTokens) {
  EXPECT_TRUE(views.read(keep(ada, "x"), kernel::agent_principal("ada", "cursor"), "data", 0, 4).ok());
}

TEST_F(ViewsTest, ExpiresAndForgetsTheOldestWhenFull) {
  const auto old = keep(ada, std::string(60, 'a'));
  const auto young = keep(ada, std::string(60, 'b'));
  EXPECT_FALSE(views.read(old, ada, "data", 0, 1).ok()) << "only 100 bytes are kept";
  EXPECT_TRUE(views.read(young, ada, "data", 0, 1).ok());
  clock.advance(1001);
  EXPECT_FALSE(views.read(young, ada, "data", 0, 1).ok());
}

TEST_F(ViewsTest, PagesEndWithLinesAndJoinToTheWhole) {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += "line " + std::to_string(i) + "\n";
  const auto starts = tool::page_starts(text);
  ASSERT_GT(starts.size(), 2U);
  for (const auto start : starts) EXPECT_TRUE(start == 0 || text[start - 1] == '\n');
  EXPECT_EQ(tool::page_starts("").size(), 1U);
  tool::Views large{clock, base::system_entropy()};
  const auto handle = large.keep(ada, "", {{"data", {"text/plain", text}}});
  std::string joined;
  for (std::size_t page = 1; page <= starts.size(); ++page) joined += large.read_page(handle, ada, "data", page)->bytes;
  EXPECT_EQ(joined, text);
  EXPECT_EQ(large.read_page(handle, ada, "data", starts.size() + 1).error().code, Code::not_found);
  EXPECT_EQ(large.read_page(handle, ada, "data", 0).error().code, Code::not_found);
  EXPECT_EQ(large.read_page(handle, eve, "data", 1).error().code, Code::not_found);
}

TEST_F(ViewsTest, KnowsItsParts) {
  EXPECT_EQ(views.read(keep(ada, "x"), ada, "other", 0, 4).error().code, Code::not_found);
  EXPECT_EQ(views.read("v_guess", ada, "data", 0, 4).error().code, Code::not_found);
}

}  // namespace
