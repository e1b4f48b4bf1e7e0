// SPDX-License-Identifier: Apache-2.0
// The HTTP endpoint: eras, the order of checks, sessions, streams and their replay, who may come in.
#include <algorithm>

#include "unit/protocol/rig.h"

namespace {

using namespace protocol_test;  // NOLINT(google-build-using-namespace)

struct HttpTest : testing::Test {
  World world;
  HttpClient client{world};

  static std::string code(FakeExchange& exchange) {
    const Json answer = exchange.answer();
    const Json* error = answer.find("error");
    return std::to_string(exchange.status()) + " " + (error == nullptr ? "result" : error->at("code").dump());
  }
};

// ---- the order of checks ---------------------------------------------------------------------

struct Check {
  const char* why;
  std::string body;
  Headers headers;
  const char* expected;
};

std::string with_version(std::string_view version) {
  return R"({"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":")" +
         std::string(version) + R"(","io.modelcontextprotocol/clientCapabilities":{}}}})";
}

TEST_F(HttpTest, ModernRequestsAreCheckedInOrder) {
  Headers wrong_version = mirror("server/discover");
  wrong_version["mcp-protocol-version"] = "v9";
  Headers no_version = mirror("server/discover");
  no_version["mcp-protocol-version"] = "";
  const std::vector<Check> checks{
      {"no _meta at all", R"({"jsonrpc":"2.0","id":1,"method":"server/discover"})", mirror("server/discover"),
       "400 -32602"},
      {"no version, and headers wrong too",
       R"({"jsonrpc":"2.0","id":1,"method":"x","params":{"_meta":{"io.modelcontextprotocol/clientCapabilities":{}}}})",
       mirror("y"), "400 -32602"},
      {"no capabilities",
       R"({"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}})",
       mirror("server/discover"), "400 -32602"},
      {"capabilities of the wrong type",
       R"({"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":[]}}})",
       mirror("server/discover"), "400 -32602"},
      {"version header missing", modern("1", "server/discover"), no_version, "400 -32020"},
      {"version differs, before it is judged", with_version("v9"), mirror("server/discover"), "400 -32020"},
      {"method header missing", modern("1", "server/discover"), mirror(""), "400 -32020"},
      {"method header of another case", modern("1", "tools/list"), mirror("TOOLS/LIST"), "400 -32020"},
      {"method differs, before it is looked up", modern("1", "no/such"), mirror("tools/list"), "400 -32020"},
      {"name header missing", modern("1", "tools/call", R"("name":"echo")"), mirror("tools/call"), "400 -32020"},
      {"name differs", modern("1", "tools/call", R"("name":"echo")"), mirror("tools/call", "other"), "400 -32020"},
      {"name header without a name", modern("1", "tools/call"), mirror("tools/call", "echo"), "400 -32020"},
      {"version unknown, before the method", with_version("v9"), wrong_version, "400 -32022"},
      {"method unknown", modern("1", "no/such"), mirror("no/such"), "404 -32601"},
      {"method of the other era", modern("1", "initialize"), mirror("initialize"), "404 -32601"},
      {"capability missing", modern("1", "tasks/get", R"("taskId":"t")"), mirror("tasks/get", "t"), "400 -32021"},
      {"all well", modern("1", "server/discover"), mirror("server/discover"), "200 result"},
      {"name as base64", modern("1", "tools/call", R"("name":"echo","arguments":{"text":"x"})"),
       mirror("tools/call", "=?base64?ZWNobw==?="), "200 result"},
  };
  for (const auto& check : checks)
    EXPECT_EQ(code(*client.post(check.body, check.headers)), check.expected) << check.why;
}

TEST_F(HttpTest, AnUnsupportedVersionIsToldWhatIsSupported) {
  Headers headers = mirror("server/discover");
  headers["mcp-protocol-version"] = "v9";
  const Json data = client.post(with_version("v9"), headers)->answer().at("error").at("data");
  EXPECT_EQ(data.dump(), R"({"supported":["2026-07-28"],"requested":"v9"})");
}

TEST_F(HttpTest, AMissingCapabilityIsNamedAsTheClientWouldDeclareIt) {
  const auto exchange = client.post(modern("1", "tools/call", R"("name":"test_missing_capability")"),
                                    mirror("tools/call", "test_missing_capability"));
  const Json error = exchange->answer().at("error");
  EXPECT_EQ(exchange->status(), 400);
  EXPECT_EQ(error.at("code").dump(), "-32021");
  EXPECT_EQ(error.at("data").at("requiredCapabilities").dump(), R"({"sampling":{}})");
}

TEST_F(HttpTest, ArgumentsThatHeadersMirrorMustBeEqual) {
  const auto call = [&](const char* region_header, std::string_view argument) {
    Headers headers = mirror("tools/call", "test_header_argument");
    headers["mcp-param-region"] = region_header;
    return code(
        *client.post(modern("1", "tools/call",
                            R"("name":"test_header_argument","arguments":{"region":")" + std::string(argument) + "\"}"),
                     headers));
  };
  EXPECT_EQ(call("north", "north"), "200 result");
  EXPECT_EQ(call("=?base64?bm9ydGg=?=", "north"), "200 result");
  EXPECT_EQ(call("south", "north"), "400 -32020");
  EXPECT_EQ(call("", "north"), "400 -32020");
  EXPECT_EQ(call("=?base64?bm9ydGg?=", "north"), "400 -32020");
}

// ---- sessions --------------------------------------------------------------------------------

constexpr const char* ping = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";

TEST_F(HttpTest, SessionsBeginWithInitializeAndEndWithDelete) {
  const std::string id = client.initialize();
  ASSERT_FALSE(id.empty());
  EXPECT_EQ(code(*client.post(ping, {{"mcp-session-id", id}})), "200 result");
  EXPECT_EQ(
      client.post(R"({"jsonrpc":"2.0","method":"notifications/initialized"})", {{"mcp-session-id", id}})->status(),
      202);
  EXPECT_EQ(client.post(ping)->status(), 400);
  EXPECT_EQ(client.post(ping, {{"mcp-session-id", "s_wrong"}})->status(), 404);
  EXPECT_EQ(client.remove({{"mcp-session-id", id}})->status(), 204);
  EXPECT_EQ(client.post(ping, {{"mcp-session-id", id}})->status(), 404);
  EXPECT_EQ(client.remove({{"mcp-session-id", id}})->status(), 404);
  EXPECT_EQ(client.get({{"mcp-session-id", id}})->status(), 404);
  EXPECT_EQ(client.get({})->status(), 405);
}

TEST_F(HttpTest, AFailedInitializeLeavesNoSession) {
  const auto exchange = client.post(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{}})");
  EXPECT_EQ(exchange->status(), 400);
  EXPECT_EQ(client.face->sessions().size(), 0U);
}

TEST_F(HttpTest, VersionHeadersOfTheInitializeEra) {
  const std::string id = client.initialize();
  EXPECT_EQ(client.post(ping, {{"mcp-session-id", id}, {"mcp-protocol-version", "2025-06-18"}})->status(), 200);
  EXPECT_EQ(client.post(ping, {{"mcp-session-id", id}, {"mcp-protocol-version", "1999-01-01"}})->status(), 400);
}

TEST_F(HttpTest, TheOldestRestingSessionMakesRoom) {
  World small({.max_sessions = 2});
  HttpClient few(small);
  const std::string first = few.initialize();
  const std::string second = few.initialize();
  const std::string third = few.initialize();
  EXPECT_EQ(few.face->sessions().size(), 2U);
  const auto status = [&](const std::string& id) { return few.post(ping, {{"mcp-session-id", id}})->status(); };
  EXPECT_EQ(std::max(status(first), status(second)), 404) << "one of them made room";
  EXPECT_EQ(std::min(status(first), status(second)), 200) << "and only one";
  EXPECT_EQ(status(third), 200);
}

TEST_F(HttpTest, BatchesTravelTogetherIn20250326) {
  const std::string id = client.initialize("2025-03-26");
  const auto exchange =
      client.post(R"([{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"}])",
                  {{"mcp-session-id", id}});
  ASSERT_TRUE(exchange->wait_until_finished());
  EXPECT_EQ(parse(exchange->text()).size(), 2U);
  EXPECT_EQ(client.post(R"([{"jsonrpc":"2.0","method":"notifications/x"}])", {{"mcp-session-id", id}})->status(), 202);
  const std::string newer = client.initialize("2025-11-25");
  EXPECT_EQ(client.post(R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])", {{"mcp-session-id", newer}})->status(), 400);
}

// ---- who may come in -------------------------------------------------------------------------

protocol::ServerOptions with_tokens() {
  protocol::ServerOptions options;
  options.principal_for_token = [](std::string_view token) -> std::optional<kernel::Principal> {
    if (token == "ada" || token == "eva") return kernel::agent_principal(token, "bot");
    return std::nullopt;
  };
  return options;
}

TEST_F(HttpTest, ForeignHostsAndOriginsAreRefused) {
  EXPECT_EQ(client.post(ping, {{"host", "evil.example.com"}})->status(), 403);
  EXPECT_EQ(client.post(ping, {{"origin", "http://evil.example.com"}})->status(), 403);
  EXPECT_EQ(client.get({{"host", "evil.example.com"}})->status(), 403);
  EXPECT_EQ(client.remove({{"host", "evil.example.com"}})->status(), 403);
}

TEST_F(HttpTest, TokensNameThePrincipalAndWrongOnesAreRefused) {
  World tokens(with_tokens());
  HttpClient guarded(tokens);
  const auto refused = guarded.post(ping, {{"authorization", "Bearer nope"}});
  EXPECT_EQ(refused->status(), 401);
  EXPECT_TRUE(refused->header("WWW-Authenticate").starts_with("Bearer"));
  EXPECT_EQ(guarded.post(ping, {{"authorization", "Basic ada"}})->status(), 401);
  const std::string id = guarded.initialize("2025-11-25", "{}", {{"authorization", "Bearer ada"}});
  EXPECT_EQ(guarded.post(ping, {{"mcp-session-id", id}, {"authorization", "Bearer ada"}})->status(), 200);
  EXPECT_EQ(guarded.post(ping, {{"mcp-session-id", id}, {"authorization", "Bearer eva"}})->status(), 404);
  EXPECT_EQ(guarded.post(ping, {{"mcp-session-id", id}})->status(), 404);
  EXPECT_EQ(guarded.get({{"mcp-session-id", id}, {"authorization", "Bearer eva"}})->status(), 404);
  EXPECT_EQ(guarded.remove({{"mcp-session-id", id}, {"authorization", "Bearer eva"}})->status(), 404);
}

TEST_F(HttpTest, WhereATokenIsRequiredNobodyComesWithout) {
  auto options = with_tokens();
  options.token_required = true;
  World tokens(std::move(options));
  HttpClient guarded(tokens);
  EXPECT_EQ(guarded.post(modern("1", "server/discover"), mirror("server/discover"))->status(), 401);
  Headers headers = mirror("server/discover");
  headers["authorization"] = "bearer eva";
  EXPECT_EQ(guarded.post(modern("1", "server/discover"), headers)->status(), 200);
}

TEST_F(HttpTest, BodiesAndAnswersMustBeOfTheRightType) {
  EXPECT_EQ(client.post(ping, {{"content-type", "text/plain"}})->status(), 415);
  EXPECT_EQ(client.post(ping, {{"accept", "image/png"}})->status(), 406);
  EXPECT_EQ(client.post("{{{")->status(), 400);
  EXPECT_EQ(client.post("5")->status(), 400);
  EXPECT_EQ(client.post("")->status(), 400);
  EXPECT_EQ(client.post(modern("1", "server/discover"), mirror("server/discover"), "no_such_toolset")->status(), 404);
}

TEST_F(HttpTest, APathNarrowsTheList) {
  const Json all = client.post(modern("1", "tools/list"), mirror("tools/list"))->answer().at("result").at("tools");
  HttpClient narrow(world);
  const Json some =
      narrow.post(modern("1", "tools/list"), mirror("tools/list"), "fixtures")->answer().at("result").at("tools");
  EXPECT_FALSE(some.empty());
  EXPECT_LE(some.size(), all.size());
}

// ---- streams ---------------------------------------------------------------------------------

TEST_F(HttpTest, AnswersArePlainUnlessSomethingIsToldBefore) {
  const std::string id = client.initialize();
  const auto plain =
      client.post(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"test_tool_with_progress"}})",
                  {{"mcp-session-id", id}});
  ASSERT_TRUE(plain->wait_until_finished());
  EXPECT_FALSE(plain->streamed());
  const auto streamed = client.post(
      R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"test_tool_with_progress","_meta":{"progressToken":1}}})",
      {{"mcp-session-id", id}});
  ASSERT_TRUE(streamed->wait_until_finished());
  EXPECT_TRUE(streamed->streamed());
  EXPECT_EQ(streamed->messages().size(), 4U);
  EXPECT_TRUE(streamed->text().starts_with("id: ")) << "the priming event";
}

TEST_F(HttpTest, ClientsThatReadOnlyEventsGetThem) {
  const auto exchange = client.post(modern("1", "server/discover"), [] {
    Headers headers = mirror("server/discover");
    headers["accept"] = "text/event-stream";
    return headers;
  }());
  EXPECT_TRUE(exchange->streamed());
  EXPECT_EQ(exchange->messages().size(), 1U);
  EXPECT_EQ(exchange->text().find("id: "), std::string::npos) << "no ids since 2026-07-28";
}

TEST_F(HttpTest, MediaTypesAreTheSameInCapitals) {
  Headers headers = mirror("server/discover");
  headers["accept"] = "Application/JSON, Text/*;q=0.5";
  headers["content-type"] = "Application/Json ; charset=utf-8";
  EXPECT_NE(client.post(modern("1", "server/discover"), headers)->answer().find("result"), nullptr);
}

TEST_F(HttpTest, WhatOnlyBeginsLikeJsonIsNotJson) {
  Headers headers = mirror("server/discover");
  headers["content-type"] = "application/jsonp";
  EXPECT_EQ(client.post(modern("1", "server/discover"), headers)->status(), 415);
}

TEST_F(HttpTest, ClientsThatReadNoEventsGetTheAnswerAlone) {
  const std::string id = client.initialize("2025-11-25", R"({"sampling":{}})");
  const Headers headers{{"mcp-session-id", id}, {"accept", "application/json"}};
  const auto told = client.post(
      R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"test_tool_with_progress","_meta":{"progressToken":1}}})",
      headers);
  EXPECT_NE(told->answer().find("result"), nullptr);
  EXPECT_FALSE(told->streamed());
  const auto asked = client.post(
      R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"test_sampling","arguments":{"prompt":"p"}}})",
      headers);
  EXPECT_TRUE(asked->answer().at("result").at("isError").as_bool());
}

TEST_F(HttpTest, ADroppedStreamIsResumedByItsLastEvent) {
  const std::string id = client.initialize();
  const auto first =
      client.post(R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"test_reconnection"}})",
                  {{"mcp-session-id", id}});
  ASSERT_TRUE(first->wait_until_finished());
  EXPECT_TRUE(first->messages().empty());
  EXPECT_NE(first->text().find("retry: "), std::string::npos);
  const auto second = client.get({{"mcp-session-id", id}, {"last-event-id", first->last_event_id()}});
  ASSERT_TRUE(second->wait_until_finished());
  ASSERT_EQ(second->messages().size(), 1U);
  EXPECT_EQ(second->messages()[0].at("id").dump(), "7");
  // Once more, from the same place: the same events.
  const auto third = client.get({{"mcp-session-id", id}, {"last-event-id", first->last_event_id()}});
  ASSERT_TRUE(third->wait_until_finished());
  EXPECT_EQ(third->messages().size(), 1U);
}

TEST_F(HttpTest, EventsOfOtherSessionsCannotBeReplayed) {
  const std::string mine = client.initialize();
  const auto stream =
      client.post(R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"test_reconnection"}})",
                  {{"mcp-session-id", mine}});
  ASSERT_TRUE(stream->wait_until_finished());
  const std::string other = client.initialize();
  EXPECT_EQ(client.get({{"mcp-session-id", other}, {"last-event-id", stream->last_event_id()}})->status(), 400);
  EXPECT_EQ(client.get({{"mcp-session-id", mine}, {"last-event-id", "garbage"}})->status(), 400);
  EXPECT_EQ(client.get({{"mcp-session-id", mine}, {"last-event-id", "1-x"}})->status(), 400);
}

TEST_F(HttpTest, AnOldClientThatGoesAwayHasNotCancelled) {
  const std::string id = client.initialize();
  const auto exchange = client.post(
      R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"test_tool_with_progress","_meta":{"progressToken":1}}})",
      {{"mcp-session-id", id}});
  ASSERT_TRUE(exchange->wait_for_text("progress"));
  exchange->hang_up();
  const auto back = client.get({{"mcp-session-id", id}, {"last-event-id", exchange->last_event_id()}});
  EXPECT_EQ(back->answer().at("id").dump(), "7");
}

TEST_F(HttpTest, AModernClientThatGoesAwayHasCancelled) {
  const auto exchange = client.post(modern("1", "tools/call", R"("name":"slow_compute","arguments":{"seconds":60})"),
                                    mirror("tools/call", "slow_compute"));
  exchange->hang_up();
  EXPECT_TRUE(exchange->wait_until_finished());
  EXPECT_TRUE(exchange->messages().empty());
}

TEST_F(HttpTest, QuestionsTravelOnTheCallsOwnStreamAndAnswersArePosted) {
  const std::string id = client.initialize("2025-11-25", R"({"elicitation":{}})");
  const auto call = client.post(
      R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"test_elicitation","arguments":{"message":"Who?"}}})",
      {{"mcp-session-id", id}});
  ASSERT_TRUE(call->wait_for_text("elicitation/create"));
  const Json question = call->messages().back();
  const auto reply =
      client.post(R"({"jsonrpc":"2.0","id":)" + question.at("id").dump() + R"(,"result":{"action":"decline"}})",
                  {{"mcp-session-id", id}});
  EXPECT_EQ(reply->status(), 202);
  EXPECT_NE(call->answer().at("result").at("content").as_array()[0].text("text").find("decline"),
            std::string_view::npos);
}

TEST_F(HttpTest, ASessionsOwnStreamTellsAboutChanges) {
  const std::string id = client.initialize();
  const auto stream = client.get({{"mcp-session-id", id}});
  EXPECT_EQ(stream->status(), 200);
  client.post(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"test_trigger_tool_change"}})",
              {{"mcp-session-id", id}});
  EXPECT_TRUE(stream->wait_for_text("notifications/tools/list_changed"));
  client.face->tick();
  EXPECT_TRUE(stream->wait_for_text(": still here"));
  client.face->stop();
  EXPECT_TRUE(stream->wait_until_finished());
}

TEST_F(HttpTest, ListeningLastsUntilTheClientGoes) {
  const auto stream = client.post(modern("1", "subscriptions/listen", R"("notifications":{"toolsListChanged":true})"),
                                  mirror("subscriptions/listen"));
  EXPECT_EQ(stream->messages().at(0).text("method"), "notifications/subscriptions/acknowledged");
  client.post(modern("2", "tools/call", R"("name":"test_trigger_tool_change")"),
              mirror("tools/call", "test_trigger_tool_change"));
  EXPECT_TRUE(stream->wait_for_text("notifications/tools/list_changed"));
  EXPECT_FALSE(stream->finished());
  stream->hang_up();
  EXPECT_TRUE(stream->wait_until_finished());
}

// ---- the pair of 2024-11-05 ------------------------------------------------------------------

TEST_F(HttpTest, TheOldPairAnswersOverItsStream) {
  const auto pair = std::make_shared<protocol::SsePair>(client.face);
  const auto stream = client.with({}, {}, [&](const auto& http, const auto& exchange) { pair->open(http, exchange); });
  const std::string text = stream->text();
  const auto begin = text.find("sessionId=");
  ASSERT_NE(begin, std::string::npos);
  EXPECT_TRUE(text.starts_with("event: endpoint\ndata: /messages?"));
  const std::string query = text.substr(begin, text.find('\n', begin) - begin);
  const auto post = [&](std::string_view body, const std::string& to) {
    return client.with(
                     body, {}, [&](const auto& http, const auto& exchange) { pair->post(http, exchange); }, to)
        ->status();
  };
  EXPECT_EQ(post(ping, query), 202);
  EXPECT_TRUE(stream->wait_for_text(R"("id":1,"result":{})"));
  EXPECT_EQ(post(ping, "sessionId=wrong"), 404);
  EXPECT_EQ(post("{{", query), 400);
  stream->hang_up();
  EXPECT_EQ(post(ping, query), 404);
}

}  // namespace
