// SPDX-License-Identifier: Apache-2.0
#include "transport/http_parser.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace transport {
namespace {

using State = HttpParser::State;

constexpr ParserLimits small_limits{.max_header_bytes = 512, .max_headers = 5, .max_body_bytes = 64};

// What came out of a stream of bytes, as text: "POST /mcp body=hi; 400".
std::string outcome(const std::vector<std::string_view>& pieces, ParserLimits limits = small_limits) {
  HttpParser parser(limits);
  std::string buffer;
  std::string seen;
  for (const auto piece : pieces) {
    buffer += piece;
    for (bool more = true; more && !buffer.empty();) {
      const auto step = parser.parse(buffer);
      if (step.state == State::error) return seen + std::to_string(step.status);
      if (step.state == State::request) {
        const auto& request = parser.request();
        seen.append(request.method).append(" ").append(request.path);
        if (!request.query.empty()) seen.append(" query=").append(request.query);
        if (!request.body.empty()) seen.append(" body=").append(request.body);
        for (const auto& header : request.headers)
          if (header.name.starts_with("X-")) seen.append(" ").append(header.name).append("=").append(header.value);
        seen += parser.keep_alive() ? "; " : " close; ";
      }
      more = step.state == State::request;
      buffer.erase(0, step.consumed);
    }
  }
  return seen + (parser.started() ? "more" : "end");
}

struct Row {
  std::string_view rule;
  std::string bytes;
  std::string expected;
};

std::string many_headers(int count) {
  std::string text = "GET / HTTP/1.1\r\nHost: a\r\n";
  for (int i = 1; i < count; ++i) text.append("H").append(std::to_string(i)).append(": v\r\n");
  return text + "\r\n";
}

const std::vector<Row>& rows() {
  using namespace std::string_literals;
  static const std::vector<Row> table{
      // What is accepted.
      {"a plain request", "GET /a?b=c HTTP/1.1\r\nHost: a\r\n\r\n", "GET /a query=b=c; end"},
      {"a body of known length", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi", "POST / body=hi; end"},
      {"an empty query is not a query", "GET /a? HTTP/1.1\r\nHost: a\r\n\r\n", "GET /a; end"},
      {"the path is not decoded", "GET /%2e%2E/x HTTP/1.1\r\nHost: a\r\n\r\n", "GET /%2e%2E/x; end"},
      {"names of headers ignore case", "POST / HTTP/1.1\r\nhOST: a\r\ncontent-LENGTH: 1\r\n\r\nx",
       "POST / body=x; end"},
      {"whitespace around a value is cut", "GET / HTTP/1.1\r\nHost: a\r\nX-A: \t b c \t\r\n\r\n", "GET / X-A=b c; end"},
      {"an empty value", "GET / HTTP/1.1\r\nHost: a\r\nX-A:\r\n\r\n", "GET / X-A=; end"},
      {"bytes above 127 in a value", "GET / HTTP/1.1\r\nHost: a\r\nX-A: \xc3\xa9\r\n\r\n", "GET / X-A=\xc3\xa9; end"},
      {"one empty line before the request", "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET /; end"},
      {"two requests in a row", "GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n",
       "GET /1; GET /2; end"},
      {"a second request begun", "GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET", "GET /1; more"},
      {"Connection: close", "GET / HTTP/1.1\r\nHost: a\r\nConnection: x, Close\r\n\r\n", "GET / close; end"},
      {"HTTP/1.0 needs no Host and closes", "GET / HTTP/1.0\r\n\r\n", "GET / close; end"},
      {"a later minor version is 1.1", "GET / HTTP/1.9\r\nHost: a\r\n\r\n", "GET /; end"},
      {"a URL as target", "GET http://a:1/x?y HTTP/1.1\r\nHost: A:1\r\n\r\n", "GET /x query=y; end"},
      {"a URL without a path", "GET http://a HTTP/1.1\r\nHost: a\r\n\r\n", "GET /; end"},
      {"a URL with a query only", "GET http://a?q HTTP/1.1\r\nHost: a\r\n\r\n", "GET / query=q; end"},
      {"OPTIONS *", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", "OPTIONS *; end"},
      {"a body of the largest size", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 64\r\n\r\n" + std::string(64, 'x'),
       "POST / body=" + std::string(64, 'x') + "; end"},
      {"as many headers as allowed", many_headers(5), "GET /; end"},
      // Chunked bodies.
      {"chunks",
       "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n",
       "POST / body=abc0123456789; end"},
      {"the coding's name ignores case", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n0\r\n\r\n",
       "POST /; end"},
      {"trailers are dropped",
       "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\nX-T: 1\r\n\r\n",
       "POST / body=x; end"},
      {"a request after chunks",
       "POST / HTTP/1.1\r\nHost: a\r\nX-A: 1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\nGET /2 "
       "HTTP/1.1\r\nHost: a\r\n\r\n",
       "POST / body=x X-A=1; GET /2; end"},
      {"a chunk that is longer than it says",
       "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nxy\r\n0\r\n\r\n", "400"},
      {"a chunk size with a sign", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n+1\r\nx\r\n",
       "400"},
      {"a chunk size with 0x", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0x1\r\nx\r\n", "400"},
      {"a chunk size with a space", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1 \r\nx\r\n",
       "400"},
      {"no chunk size", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\r\n", "400"},
      {"a chunk size that overflows",
       "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n10000000000000001\r\n", "400"},
      {"the largest chunk size", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
       "413"},
      {"a chunk size line with bare LF",
       "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\nx\r\n0\r\n\r\n", "400"},
      {"chunk data ended by bare LF",
       "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\n0\r\n\r\n", "400"},
      {"a bare CR in an extension", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;a\rb\r\nx\r\n",
       "400"},
      {"an endless chunk line",
       "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;" + std::string(2000, 'x'), "400"},
      {"chunks too large together",
       "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n40\r\n" + std::string(64, 'x') +
           "\r\n1\r\nx\r\n0\r\n\r\n",
       "413"},
      {"a malformed trailer",
       "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nGET / HTTP/1.1\r\n\r\n", "400"},
      {"trailers too large",
       "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nA: " + std::string(300, 'x') +
           "\r\nB: " + std::string(300, 'x') + "\r\n\r\n",
       "431"},
      // Request smuggling.
      {"Content-Length and Transfer-Encoding",
       "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "400"},
      {"the same in the other order",
       "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n", "400"},
      {"Content-Length twice", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nhi", "400"},
      {"Content-Length as a list", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2, 2\r\n\r\nhi", "400"},
      {"a signed Content-Length", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +2\r\n\r\nhi", "400"},
      {"a negative Content-Length", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", "400"},
      {"a hexadecimal Content-Length", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x2\r\n\r\nhi", "400"},
      {"an empty Content-Length", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\n", "400"},
      {"Transfer-Encoding twice",
       "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
       "400"},
      {"an unknown transfer coding", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n", "501"},
      {"chunked behind another coding", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
       "501"},
      {"a disguised chunked", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \x0b"s + "chunked\r\n\r\n", "400"},
      {"Transfer-Encoding in HTTP/1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "400"},
      {"a bare LF after the request line", "GET / HTTP/1.1\nHost: a\r\n\r\n", "400"},
      {"a bare LF after a header", "GET / HTTP/1.1\r\nHost: a\n\r\n", "400"},
      {"a bare LF as the empty line", "GET / HTTP/1.1\r\nHost: a\r\n\n", "400"},
      {"a bare CR in a value", "GET / HTTP/1.1\r\nHost: a\r\nX-A: b\rc\r\n\r\n", "400"},
      {"a bare CR in the request line", "GET /\r HTTP/1.1\r\nHost: a\r\n\r\n", "400"},
      {"CR CR LF", "GET / HTTP/1.1\r\nHost: a\r\r\n\r\n", "400"},
      {"a folded header", "GET / HTTP/1.1\r\nHost: a\r\nX-A: b\r\n c\r\n\r\n", "400"},
      {"a header folded by a tab", "GET / HTTP/1.1\r\nHost: a\r\n\tb: c\r\n\r\n", "400"},
      {"a space before the colon", "GET / HTTP/1.1\r\nHost: a\r\nContent-Length : 2\r\n\r\nhi", "400"},
      {"a NUL in a value", "GET / HTTP/1.1\r\nHost: a\r\nX-A: b\0c\r\n\r\n"s, "400"},
      {"a NUL in a name", "GET / HTTP/1.1\r\nHost: a\r\nX\0A: b\r\n\r\n"s, "400"},
      {"a NUL in the target", "GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n"s, "400"},
      {"a control character in a value", "GET / HTTP/1.1\r\nHost: a\r\nX-A: \x7f\r\n\r\n", "400"},
      {"a control character in a long value",
       "GET / HTTP/1.1\r\nHost: a\r\nX-A: a long\tvalue with tabs\tand\x01 worse\r\n\r\n", "400"},
      {"an empty name", "GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n", "400"},
      {"a name that is not a token", "GET / HTTP/1.1\r\nHost: a\r\nX(A): b\r\n\r\n", "400"},
      {"no colon", "GET / HTTP/1.1\r\nHost: a\r\nnonsense\r\n\r\n", "400"},
      // Host.
      {"no Host", "GET / HTTP/1.1\r\n\r\n", "400"},
      {"two Hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", "400"},
      {"a Host with a space", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n", "400"},
      {"a Host with a path", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", "400"},
      {"a Host with a user", "GET / HTTP/1.1\r\nHost: u@a\r\n\r\n", "400"},
      {"a URL of another host", "GET http://b/ HTTP/1.1\r\nHost: a\r\n\r\n", "400"},
      {"a URL of another port", "GET http://a:2/ HTTP/1.1\r\nHost: a:1\r\n\r\n", "400"},
      // The request line.
      {"a method that is not a token", "G(T / HTTP/1.1\r\nHost: a\r\n\r\n", "400"},
      {"no method", " / HTTP/1.1\r\nHost: a\r\n\r\n", "400"},
      {"no version", "GET /\r\nHost: a\r\n\r\n", "400"},
      {"two spaces", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n", "400"},
      {"a space in the target", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", "400"},
      {"a trailing space", "GET / HTTP/1.1 \r\nHost: a\r\n\r\n", "400"},
      {"a fragment", "GET /#a HTTP/1.1\r\nHost: a\r\n\r\n", "400"},
      {"bytes above 127 in the target", "GET /\xc3\xa9 HTTP/1.1\r\nHost: a\r\n\r\n", "400"},
      {"a target that is neither path nor URL", "GET a HTTP/1.1\r\nHost: a\r\n\r\n", "400"},
      {"* with another method", "GET * HTTP/1.1\r\nHost: a\r\n\r\n", "400"},
      {"CONNECT", "CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n", "400"},
      {"a URL of another scheme", "GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n", "400"},
      {"a URL without a host", "GET http:/// HTTP/1.1\r\nHost: a\r\n\r\n", "400"},
      {"HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "505"},
      {"HTTP/0.9 spelt out", "GET / HTTP/0.9\r\n\r\n", "505"},
      {"a version in lower case", "GET / http/1.1\r\nHost: a\r\n\r\n", "400"},
      {"a version of two digits", "GET / HTTP/1.10\r\nHost: a\r\n\r\n", "400"},
      {"two empty lines first", "\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", "400"},
      {"a TLS greeting", "\x16\x03\x01\x02"s, "400"},
      // Limits.
      {"a header that is too large", "GET / HTTP/1.1\r\nHost: a\r\nX-A: " + std::string(600, 'x') + "\r\n\r\n", "431"},
      {"a header that never ends", "GET / HTTP/1.1\r\nHost: a\r\nX-A: " + std::string(600, 'x'), "431"},
      {"a target that is too long", "GET /" + std::string(600, 'x') + " HTTP/1.1\r\nHost: a\r\n\r\n", "414"},
      {"too many headers", many_headers(6), "431"},
      {"a body that is too large", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 65\r\n\r\n", "413"},
      {"a Content-Length beyond 64 bits",
       "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999999\r\n\r\n", "413"},
      {"an unknown expectation", "POST / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n", "417"},
  };
  return table;
}

TEST(HttpParser, EveryRuleInTheTable) {
  for (const auto& row : rows()) EXPECT_EQ(outcome({row.bytes}), row.expected) << row.rule;
}

TEST(HttpParser, TheOutcomeIsTheSameSplitAtEveryByte) {
  for (const auto& row : rows()) {
    const std::string_view bytes = row.bytes;
    for (std::size_t at = 1; at < bytes.size(); ++at)
      ASSERT_EQ(outcome({bytes.substr(0, at), bytes.substr(at)}), row.expected) << row.rule << ", split at " << at;
  }
}

TEST(HttpParser, TheOutcomeIsTheSameByteByByte) {
  for (const auto& row : rows()) {
    std::vector<std::string_view> pieces;
    for (std::size_t at = 0; at < row.bytes.size(); ++at) pieces.push_back(std::string_view(row.bytes).substr(at, 1));
    EXPECT_EQ(outcome(pieces), row.expected) << row.rule;
  }
}

TEST(HttpParser, ChunkedBodyIsConsumedAsItComes) {
  HttpParser parser;
  const std::string head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
  const auto step = parser.parse(head + "5\r\nab");
  EXPECT_EQ(step.state, State::need_more);
  EXPECT_EQ(step.consumed, head.size() + 5);
  EXPECT_TRUE(parser.in_body());
}

TEST(HttpParser, ContinueIsExpectedUntilTheBodyBegins) {
  HttpParser parser;
  const std::string head = "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\n";
  EXPECT_EQ(parser.parse(head.substr(0, 20)).state, State::need_more);
  EXPECT_FALSE(parser.expects_continue());
  EXPECT_EQ(parser.parse(head).state, State::need_more);
  EXPECT_TRUE(parser.expects_continue());
  EXPECT_EQ(parser.parse(head + "h").state, State::need_more);
  EXPECT_FALSE(parser.expects_continue());
  EXPECT_EQ(parser.parse(head + "hi").state, State::request);
}

TEST(HttpParser, Http10NeverWaitsForContinue) {
  HttpParser parser;
  EXPECT_EQ(parser.parse("POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n").state,
            State::need_more);
  EXPECT_FALSE(parser.expects_continue());
}

TEST(HttpParser, AnErrorStays) {
  HttpParser parser;
  EXPECT_EQ(parser.parse("BAD\r\n").status, 400);
  EXPECT_EQ(parser.parse("GET / HTTP/1.1\r\nHost: a\r\n\r\n").status, 400);
}

TEST(HttpParser, HeadersAreFoundWithoutRegardToCaseAndCounted) {
  HttpParser parser;
  const std::string bytes = "GET / HTTP/1.1\r\nHost: a\r\nOrigin: x\r\norigin: y\r\n\r\n";
  ASSERT_EQ(parser.parse(bytes).state, State::request);
  const auto& request = parser.request();
  EXPECT_EQ(request.header("ORIGIN"), "x");
  EXPECT_EQ(request.count_header("Origin"), 2U);
  EXPECT_EQ(request.headers.size(), 3U);
  EXPECT_TRUE(request.has_header("host"));
  EXPECT_FALSE(request.has_header("accept"));
  EXPECT_EQ(request.header("accept"), "");
}

}  // namespace
}  // namespace transport
