// SPDX-License-Identifier: Apache-2.0
#include "transport/origin.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace transport {
namespace {

const std::vector<std::string> allowed{"example.org", "models.example:8443", "vscode-webview://editor"};

TEST(HostCheck, LoopbackNamesWithAnyPort) {
  for (const auto* host :
       {"localhost", "LOCALHOST:7411", "localhost:", "127.0.0.1", "127.0.0.1:1", "[::1]", "[::1]:65535"})
    EXPECT_TRUE(host_allowed(host)) << host;
}

TEST(HostCheck, OthersOnlyWhenConfigured) {
  for (const auto* host : {"evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "10.0.0.1", "[::2]",
                           "example.org", "127.0.0.2"})
    EXPECT_FALSE(host_allowed(host)) << host;
  for (const auto* host : {"example.org", "Example.ORG:80", "models.example:8443"})
    EXPECT_TRUE(host_allowed(host, allowed)) << host;
  for (const auto* host : {"models.example", "models.example:80", "sub.example.org"})
    EXPECT_FALSE(host_allowed(host, allowed)) << host;
}

TEST(HostCheck, MalformedIsRefused) {
  for (const auto* host : {"", ":80", "localhost:x", "localhost:123456", "localhost:80:80", "[::1", "[::1]x",
                           "localhost:80@evil.example", "::1"})
    EXPECT_FALSE(host_allowed(host)) << host;
}

TEST(OriginCheck, TheHostOfTheOriginIsChecked) {
  for (const auto* origin : {"http://localhost", "https://localhost:3000", "http://[::1]:1", "HTTP://127.0.0.1"})
    EXPECT_TRUE(origin_allowed(origin)) << origin;
  for (const auto* origin : {"null", "", "http://evil.example", "http://localhost.evil.example", "file://localhost",
                             "localhost", "http://localhost/path", "vscode-webview://editor"})
    EXPECT_FALSE(origin_allowed(origin)) << origin;
  EXPECT_TRUE(origin_allowed("https://example.org", allowed));
  EXPECT_TRUE(origin_allowed("vscode-webview://editor", allowed));
}

bool checked(std::vector<Header> headers) {
  Request request;
  request.headers = headers;
  return request_allowed(request);
}

TEST(RequestCheck, AbsentOriginIsFineTwoAreNot) {
  EXPECT_TRUE(checked({{"Host", "localhost"}}));
  EXPECT_TRUE(checked({{"Host", "localhost"}, {"Origin", "http://localhost"}}));
  EXPECT_FALSE(checked({{"Host", "localhost"}, {"Origin", "null"}}));
  EXPECT_FALSE(checked({{"Host", "localhost"}, {"Origin", ""}}));
  EXPECT_FALSE(checked({{"Host", "localhost"}, {"Origin", "http://localhost"}, {"Origin", "http://evil.example"}}));
  EXPECT_FALSE(checked({{"Host", "evil.example"}}));
  EXPECT_FALSE(checked({}));
}

TEST(LoopbackAddress, IsTheWholeBlock) {
  for (const auto* host : {"127.0.0.1", "127.1.2.3", "::1", "[::1]", "localhost"})
    EXPECT_TRUE(is_loopback_address(host)) << host;
  for (const auto* host : {"0.0.0.0", "::", "10.0.0.1", "127.evil.example", "127.0.0.1.example"})
    EXPECT_FALSE(is_loopback_address(host)) << host;
}

}  // namespace
}  // namespace transport
