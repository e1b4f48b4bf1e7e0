// SPDX-License-Identifier: Apache-2.0
#include "transport/routes.h"

#include <gtest/gtest.h>

#include <string>

namespace transport {
namespace {

struct Fixture : testing::Test {
  RouteTable table;
  std::string called;

  Handler named(std::string name) {
    return [this, name](const Request&, const std::shared_ptr<Exchange>&) { called = name; };
  }
  std::string find(std::string_view method, std::string_view path) {
    const auto match = table.find(method, path);
    if (match.handler == nullptr) return match.allow.empty() ? "nobody" : "allow: " + match.allow;
    (*match.handler)({}, nullptr);
    return called;
  }
  void SetUp() override {
    table.add("GET", "/mcp", named("stream"));
    table.add("POST", "/mcp", named("call"));
    table.add_prefix("GET", "/view/", named("view"));
    table.add_prefix("GET", "/view/big/", named("big view"));
    table.add_prefix("POST", "/", named("rest"));
  }
};

using Routes = Fixture;

TEST_F(Routes, ExactPathsWinThenTheLongestPrefix) {
  EXPECT_EQ(find("POST", "/mcp"), "call");
  EXPECT_EQ(find("GET", "/mcp"), "stream");
  EXPECT_EQ(find("GET", "/view/1"), "view");
  EXPECT_EQ(find("GET", "/view/big/1"), "big view");
  EXPECT_EQ(find("POST", "/mcp/ids"), "rest");
}

TEST_F(Routes, HeadIsAnsweredByGet) {
  EXPECT_EQ(find("HEAD", "/mcp"), "stream");
  EXPECT_EQ(find("HEAD", "/mcp/ids"), "allow: POST");
}

TEST_F(Routes, AKnownPathSaysWhatItAllows) {
  EXPECT_EQ(find("DELETE", "/mcp"), "allow: GET, POST, HEAD");
  EXPECT_EQ(find("get", "/mcp"), "allow: GET, POST, HEAD");
  EXPECT_EQ(find("POST", "/view/1"), "allow: GET, HEAD");
}

TEST_F(Routes, AnUnknownPathIsNobodys) { EXPECT_EQ(find("GET", "*"), "nobody"); }

}  // namespace
}  // namespace transport
