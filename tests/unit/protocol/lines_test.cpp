// SPDX-License-Identifier: Apache-2.0
// A client over lines, in every revision.
#include <gmock/gmock.h>

#include "base/log.h"
#include "unit/protocol/rig.h"

namespace {

using namespace protocol_test;  // NOLINT(google-build-using-namespace)

struct LinesTest : testing::Test {
  World world;
  LineClient client{world};
  std::string error_code(const Json& answer) {
    const Json* error = answer.find("error");
    return error == nullptr ? "none" : error->at("code").dump();
  }
};

std::string initialize(std::string_view version) {
  return R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":")" + std::string(version) +
         R"(","capabilities":{},"clientInfo":{"name":"t","version":"1"}}})";
}

// ---- lifecycle -------------------------------------------------------------------------------

TEST_F(LinesTest, EachRevisionOfTheInitializeEraIsEchoed) {
  for (const char* version : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}) {
    LineClient fresh(world);
    const Json answer = fresh.ask(initialize(version));
    EXPECT_EQ(answer.at("result").text("protocolVersion"), version);
    EXPECT_EQ(answer.at("result").at("serverInfo").text("name"), "lintel");
  }
}

TEST_F(LinesTest, OtherVersionsAreOfferedTheNewestOfThatEra) {
  for (const char* version : {"2026-07-28", "1.0", "2030-01-01"}) {
    LineClient fresh(world);
    EXPECT_EQ(fresh.ask(initialize(version)).at("result").text("protocolVersion"), "2025-11-25") << version;
  }
}

TEST_F(LinesTest, InstructionsAreTheSameInBothErasAndShort) {
  const std::string old(client.ask(initialize("2025-11-25")).at("result").text("instructions"));
  const std::string now(client.ask(modern("2", "server/discover")).at("result").text("instructions"));
  EXPECT_EQ(old, now);
  EXPECT_FALSE(old.empty());
  EXPECT_LT(old.size(), 2048U);
}

TEST_F(LinesTest, TheEraIsChosenByEachRequest) {
  EXPECT_EQ(client.ask(modern("0", "server/discover")).at("result").text("resultType"), "complete");
  EXPECT_EQ(client.ask(initialize("2025-06-18")).at("result").text("protocolVersion"), "2025-06-18");
  EXPECT_EQ(client.ask(R"({"jsonrpc":"2.0","id":2,"method":"ping"})").at("result").dump(), "{}");
  EXPECT_EQ(error_code(client.ask(modern("3", "ping"))), "-32601");
  EXPECT_EQ(error_code(client.ask(R"({"jsonrpc":"2.0","id":4,"method":"server/discover"})")), "-32601");
}

// ---- answers ---------------------------------------------------------------------------------

std::string echo(std::string_view id) {
  return R"({"jsonrpc":"2.0","id":)" + std::string(id) +
         R"(,"method":"tools/call","params":{"name":"echo","arguments":{"text":"hi \"there\""}}})";
}

TEST_F(LinesTest, ToolsAnswerInBothFormsSince20250618) {
  client.initialize("2025-06-18");
  const Json result = client.ask(echo("5")).at("result");
  EXPECT_EQ(result.at("structuredContent").dump(), R"({"text":"hi \"there\""})");
  EXPECT_EQ(result.at("content").as_array()[0].text("text"), R"({"text":"hi \"there\""})");
  EXPECT_EQ(result.find("isError"), nullptr);
  EXPECT_EQ(result.find("resultType"), nullptr);
}

TEST(LinesAtDebugLevel, ALineTellsHowLongACallTookAndHowLongTheDisk) {
  testing::internal::CaptureStderr();
  base::log::set_level("debug");
  {
    World world;
    LineClient client(world);
    client.initialize("2025-11-25");
    client.ask(echo("5"));
    client.ask(R"({"jsonrpc":"2.0","id":6,"method":"tools/call",)"
               R"("params":{"name":"sample_create",)"
               R"("arguments":{"category":"wall","reasoning":"a test","dry_run":false}}})");
  }  // the line comes after the answer
  base::log::set_level("info");
  const std::string told = testing::internal::GetCapturedStderr();
  EXPECT_THAT(told, testing::ContainsRegex("debug: echo took [0-9]+ µs\n"));
  EXPECT_THAT(told, testing::ContainsRegex("debug: sample_create took [0-9]+ µs, and [0-9]+ µs to be stored\n"));
}

TEST_F(LinesTest, OlderClientsGetTextAlone) {
  client.initialize("2025-03-26");
  const Json result = client.ask(echo("5")).at("result");
  EXPECT_EQ(result.find("structuredContent"), nullptr);
  EXPECT_EQ(result.at("content").as_array()[0].text("text"), R"({"text":"hi \"there\""})");
}

TEST_F(LinesTest, ModernResultsSayWhatTheyAreAndWhoAnswers) {
  const Json result = client.ask(modern("5", "tools/call", R"("name":"echo","arguments":{"text":"x"})")).at("result");
  EXPECT_EQ(result.text("resultType"), "complete");
  EXPECT_EQ(result.at("_meta").at("io.modelcontextprotocol/serverInfo").text("name"), "lintel");
  EXPECT_NE(result.at("_meta").find("lintel/audit"), nullptr);
}

TEST_F(LinesTest, AnUnknownToolIsAnErrorThatNamesTheNearest) {
  client.initialize("2025-11-25");
  const Json answer = client.ask(R"({"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"ecko"}})");
  EXPECT_EQ(error_code(answer), "-32602");
  EXPECT_NE(answer.at("error").text("message").find("'echo'"), std::string_view::npos);
}

TEST_F(LinesTest, BadArgumentsAreAResult) {
  client.initialize("2025-11-25");
  const Json result =
      client.ask(R"({"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"echo","arguments":{"text":5}}})")
          .at("result");
  EXPECT_TRUE(result.at("isError").as_bool());
  const Json other =
      client.ask(R"({"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"echo","arguments":"x"}})")
          .at("result");
  EXPECT_TRUE(other.at("isError").as_bool());
}

TEST_F(LinesTest, CommonArgumentsMayComeInMeta) {
  const Json result = client
                          .ask(modern("5", "tools/call", R"("name":"echo","arguments":{"text":"x"})", "{}",
                                      R"("lintel/reasoning":"because")"))
                          .at("result");
  EXPECT_EQ(result.at("_meta").at("lintel/audit").text("reasoning"), "because");
}

// ---- lists -----------------------------------------------------------------------------------

TEST_F(LinesTest, ListsComeInPagesByCursor) {
  World small({.page_size = 4});
  LineClient pages(small);
  std::vector<std::string> names;
  std::string cursor;
  for (int page = 0; page < 100; ++page) {
    const std::string params = cursor.empty() ? "" : R"("cursor":")" + cursor + "\"";
    const Json result = pages.ask(modern(std::to_string(page), "tools/list", params)).at("result");
    EXPECT_LE(result.at("tools").size(), 4U);
    EXPECT_EQ(result.text("cacheScope"), "public");
    for (const auto& entry : result.at("tools").as_array()) names.emplace_back(entry.text("name"));
    cursor = result.text("nextCursor");
    if (cursor.empty()) break;
  }
  LineClient whole(world);
  const Json all = whole.ask(modern("1", "tools/list")).at("result");
  EXPECT_EQ(all.find("nextCursor"), nullptr);
  ASSERT_EQ(all.at("tools").size(), names.size());
  for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(all.at("tools").as_array()[i].text("name"), names[i]);
}

TEST_F(LinesTest, CursorsWeDidNotMakeAreRefused) {
  for (const char* cursor : {R"("x")", R"("")", "5", "null", R"("dG9vbHM6OTk")"}) {
    for (const char* method : {"tools/list", "prompts/list", "resources/list", "resources/templates/list"}) {
      LineClient fresh(world);
      const Json answer = fresh.ask(modern("1", method, R"("cursor":)" + std::string(cursor)));
      EXPECT_EQ(error_code(answer), "-32602") << method << " " << cursor;
    }
  }
}

TEST_F(LinesTest, MissingResourcesAreNamedAsEachEraDoes) {
  client.initialize("2025-11-25");
  const Json old = client.ask(R"({"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"test://no"}})");
  EXPECT_EQ(error_code(old), "-32002");
  const Json now = client.ask(modern("2", "resources/read", R"("uri":"test://no")"));
  EXPECT_EQ(error_code(now), "-32602");
  EXPECT_EQ(now.at("error").at("data").text("uri"), "test://no");
}

TEST_F(LinesTest, ResourcesAreReadAsTextOrBytes) {
  const Json text = client.ask(modern("1", "resources/read", R"("uri":"test://template/77/data")")).at("result");
  EXPECT_NE(text.at("contents").as_array()[0].text("text").find("Data for ID: 77"), std::string_view::npos);
  EXPECT_EQ(text.text("cacheScope"), "private");
  const Json bytes = client.ask(modern("2", "resources/read", R"("uri":"test://static-binary")")).at("result");
  EXPECT_TRUE(base::unbase64(bytes.at("contents").as_array()[0].text("blob")));
}

TEST_F(LinesTest, ViewsBelongToTheUserWhoMadeThem) {
  const auto mine = world.core->agent("tester");
  const std::string handle = world.views.keep(mine, "plan", {{"data", {"application/json", "{\"a\":1}"}}});
  const auto ask = [&](const char* id, const std::string& uri) {
    return client.ask(modern(id, "resources/read", R"("uri":")" + uri + "\""));
  };
  EXPECT_EQ(ask("1", "lintel://view/" + handle + "/data").at("result").at("contents").as_array()[0].text("text"),
            R"({"a":1})");
  EXPECT_EQ(error_code(ask("2", "lintel://view/" + handle + "/other")), "-32602");
  const std::string foreign = world.views.keep(kernel::agent_principal("someone else", "tester"), "plan",
                                               {{"data", {"application/json", "{}"}}});
  EXPECT_EQ(error_code(ask("3", "lintel://view/" + foreign + "/data")), "-32602");
}

TEST_F(LinesTest, PromptsCheckTheirArguments) {
  const auto get = [&](const char* id, const std::string& params) {
    return client.ask(modern(id, "prompts/get", params));
  };
  EXPECT_EQ(error_code(get("1", R"("name":"nope")")), "-32602");
  EXPECT_EQ(error_code(get("2", R"("name":"test_prompt_with_arguments","arguments":{"arg1":"a"})")), "-32602");
  EXPECT_EQ(error_code(get("3", R"("name":"test_prompt_with_arguments","arguments":{"arg1":"a","arg2":5})")), "-32602");
  EXPECT_EQ(get("4", R"("name":"test_prompt_with_arguments","arguments":{"arg1":"a","arg2":"b"})")
                .at("result")
                .at("messages")
                .size(),
            1U);
}

TEST_F(LinesTest, CompletionsKnowPromptsAndTemplates) {
  const auto values = [&](const char* id, const std::string& ref, const std::string& typed) {
    const Json answer = client.ask(modern(
        id, "completion/complete", R"("ref":)" + ref + R"(,"argument":{"name":"arg1","value":")" + typed + "\"}"));
    return answer.find("result") == nullptr ? answer.at("error").at("code").dump()
                                            : answer.at("result").at("completion").at("values").dump();
  };
  EXPECT_EQ(values("1", R"({"type":"ref/prompt","name":"test_prompt_with_arguments"})", "par"),
            R"(["paris","park","party"])");
  EXPECT_EQ(values("2", R"({"type":"ref/resource","uri":"test://template/{id}/data"})", "12"), R"(["123","124"])");
  EXPECT_EQ(values("3", R"({"type":"ref/prompt","name":"nope"})", ""), "-32602");
  EXPECT_EQ(values("4", R"({"type":"ref/else"})", ""), "-32602");
}

// ---- progress, logging, cancellation ---------------------------------------------------------

TEST_F(LinesTest, ProgressIsToldToThoseWhoGaveAToken) {
  client.initialize("2025-11-25");
  client.ask(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"test_tool_with_progress"}})");
  for (const auto& line : client.lines()) EXPECT_NE(line.text("method"), "notifications/progress");
  client.ask(
      R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"test_tool_with_progress","_meta":{"progressToken":"p"}}})");
  double last = -1;
  int reports = 0;
  for (const auto& line : client.lines()) {
    if (line.text("method") != "notifications/progress") continue;
    EXPECT_EQ(line.at("params").text("progressToken"), "p");
    EXPECT_GT(line.at("params").at("progress").as_number(), last);
    last = line.at("params").at("progress").as_number();
    ++reports;
  }
  EXPECT_EQ(reports, 3);
}

TEST_F(LinesTest, LogMessagesComeOnlyAtTheLevelAskedFor) {
  const auto logged = [&] {
    int count = 0;
    for (const auto& line : client.lines()) count += line.text("method") == "notifications/message" ? 1 : 0;
    return count;
  };
  client.initialize("2025-11-25");
  const char* call = R"(,"method":"tools/call","params":{"name":"test_tool_with_logging"}})";
  client.ask(R"({"jsonrpc":"2.0","id":1)" + std::string(call));
  EXPECT_EQ(logged(), 0);
  EXPECT_EQ(error_code(client.ask(R"({"jsonrpc":"2.0","id":2,"method":"logging/setLevel","params":{"level":"loud"}})")),
            "-32602");
  client.ask(R"({"jsonrpc":"2.0","id":3,"method":"logging/setLevel","params":{"level":"warning"}})");
  client.ask(R"({"jsonrpc":"2.0","id":4)" + std::string(call));
  EXPECT_EQ(logged(), 0);
  client.ask(R"({"jsonrpc":"2.0","id":5,"method":"logging/setLevel","params":{"level":"debug"}})");
  client.ask(R"({"jsonrpc":"2.0","id":6)" + std::string(call));
  EXPECT_EQ(logged(), 3);
  // The session's level means nothing to a modern request.
  client.ask(modern("7", "tools/call", R"("name":"test_logging_tool")"));
  EXPECT_EQ(logged(), 3);
  client.ask(
      modern("8", "tools/call", R"("name":"test_logging_tool")", "{}", R"("io.modelcontextprotocol/logLevel":"info")"));
  EXPECT_EQ(logged(), 6);
}

TEST_F(LinesTest, ACancelledRequestIsNotAnswered) {
  client.initialize("2025-11-25");
  client.say(
      R"({"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"slow_compute","arguments":{"seconds":60}}})");
  EXPECT_EQ(error_code(client.ask(R"({"jsonrpc":"2.0","id":9,"method":"ping"})")), "-32600") << "the id is taken";
  client.say(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}})");
  const std::size_t before = client.lines().size();
  client.ask(R"({"jsonrpc":"2.0","id":10,"method":"ping"})");
  EXPECT_EQ(client.lines().size(), before + 1);
}

TEST_F(LinesTest, TheEndOfInputFinishesWhatRuns) {
  client.initialize("2025-11-25");
  client.say(
      R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"slow_compute","arguments":{"seconds":0.2,"label":"x"}}})");
  client.face().finish(true);
  EXPECT_EQ(client.lines().back().at("id").dump(), "1");
}

// ---- questions -------------------------------------------------------------------------------

TEST_F(LinesTest, ToolsAskTheClientInTheInitializeEra) {
  client.initialize("2025-06-18", R"({"elicitation":{}})");
  client.say(
      R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"test_elicitation","arguments":{"message":"Who?"}}})");
  const Json question = client.wait_for([](const Json& line) { return line.text("method") == "elicitation/create"; });
  EXPECT_EQ(question.at("params").text("message"), "Who?");
  client.say(R"({"jsonrpc":"2.0","id":)" + question.at("id").dump() +
             R"(,"result":{"action":"accept","content":{"username":"eva","email":"e@x"}}})");
  const Json result = client.answer_to(Json(1)).at("result");
  EXPECT_NE(result.at("content").as_array()[0].text("text").find("eva"), std::string_view::npos);
}

TEST_F(LinesTest, SeveralRoundsOfQuestionsWork) {
  client.initialize("2025-11-25", R"({"elicitation":{}})");
  client.say(
      R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"test_input_required_result_multi_round"}})");
  const auto reply = [&](std::string_view wanted, std::string_view content) {
    const Json question = client.wait_for([&](const Json& line) {
      return line.text("method") == "elicitation/create" && line.at("params").text("message").starts_with(wanted);
    });
    client.say(R"({"jsonrpc":"2.0","id":)" + question.at("id").dump() + R"(,"result":{"action":"accept","content":)" +
               std::string(content) + "}}");
  };
  reply("Step 1", R"({"name":"Eva"})");
  reply("Step 2", R"({"color":"red"})");
  EXPECT_EQ(client.answer_to(Json(1)).at("result").at("content").as_array()[0].text("text"), "Eva likes red.");
}

TEST_F(LinesTest, AClientThatCannotBeAskedIsToldInWords) {
  client.initialize("2025-11-25");
  const Json result =
      client
          .ask(
              R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"test_sampling","arguments":{"prompt":"p"}}})")
          .at("result");
  EXPECT_TRUE(result.at("isError").as_bool());
}

TEST_F(LinesTest, ARefusedQuestionEndsTheCallInWords) {
  client.initialize("2025-11-25", R"({"sampling":{}})");
  client.say(
      R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"test_sampling","arguments":{"prompt":"p"}}})");
  const Json question =
      client.wait_for([](const Json& line) { return line.text("method") == "sampling/createMessage"; });
  client.say(R"({"jsonrpc":"2.0","id":)" + question.at("id").dump() +
             R"(,"error":{"code":-1,"message":"user said no"}})");
  const Json result = client.answer_to(Json(1)).at("result");
  EXPECT_TRUE(result.at("isError").as_bool());
  EXPECT_NE(result.at("content").as_array()[0].text("text").find("user said no"), std::string_view::npos);
}

TEST_F(LinesTest, AnswersToQuestionsNobodyAskedAreIgnored) {
  client.say(R"({"jsonrpc":"2.0","id":"lintel-77","result":{}})");
  client.say(R"({"jsonrpc":"2.0","id":"x","error":{"code":1,"message":"m"}})");
  client.ask(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
  EXPECT_EQ(client.lines().size(), 1U);
}

TEST_F(LinesTest, ClosingTheInputAnswersOpenQuestions) {
  client.initialize("2025-11-25", R"({"elicitation":{}})");
  client.say(
      R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"test_elicitation","arguments":{"message":"Who?"}}})");
  client.wait_for([](const Json& line) { return line.text("method") == "elicitation/create"; });
  client.face().finish(true);
  EXPECT_TRUE(client.answer_to(Json(1)).at("result").at("isError").as_bool());
}

// ---- subscriptions ---------------------------------------------------------------------------

TEST_F(LinesTest, ListeningIsAcknowledgedFirstAndTagged) {
  client.say(modern(
      "\"sub\"", "subscriptions/listen",
      R"("notifications":{"toolsListChanged":true,"resourceSubscriptions":["test://watched-resource","test://static-text"]})"));
  const Json first = client.lines().at(0);
  EXPECT_EQ(first.text("method"), "notifications/subscriptions/acknowledged");
  EXPECT_EQ(first.at("params").at("notifications").dump(),
            R"({"toolsListChanged":true,"resourceSubscriptions":["test://watched-resource"]})");
  client.ask(modern("2", "tools/call", R"("name":"test_trigger_prompt_change")"));
  client.ask(modern("3", "tools/call", R"("name":"test_trigger_tool_change")"));
  int told = 0;
  for (const auto& line : client.lines()) {
    EXPECT_NE(line.text("method"), "notifications/prompts/list_changed");
    if (line.text("method") != "notifications/tools/list_changed") continue;
    EXPECT_EQ(line.at("params").at("_meta").text("io.modelcontextprotocol/subscriptionId"), "sub");
    ++told;
  }
  EXPECT_EQ(told, 1);
}

TEST_F(LinesTest, StoppingEndsASubscriptionWithItsResult) {
  client.say(modern("\"sub\"", "subscriptions/listen", R"("notifications":{})"));
  world.core->stop();
  const Json result = client.answer_to(Json("sub")).at("result");
  EXPECT_EQ(result.text("resultType"), "complete");
  EXPECT_EQ(result.at("_meta").text("io.modelcontextprotocol/subscriptionId"), "sub");
}

TEST_F(LinesTest, CommittedChangesReachBothKindsOfSubscribers) {
  client.initialize("2025-11-25");
  EXPECT_EQ(error_code(client.ask(
                R"({"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{"uri":"test://static-text"}})")),
            "-32002");
  client.ask(R"({"jsonrpc":"2.0","id":2,"method":"resources/subscribe","params":{"uri":"sample://elements"}})");
  client.say(modern("3", "subscriptions/listen", R"("notifications":{"resourceSubscriptions":["sample://elements"]})"));
  const std::string workspace = *world.kernel.workspace_handle([] {
    kernel::Call call;
    call.principal = kernel::agent_principal("ada", "tester");
    call.workspace_key = "cwd:/test";
    return call;
  }());
  world.core->committed("another workspace", "fixtures");
  world.core->committed(workspace, "conformance");
  world.core->committed(workspace, "fixtures");
  int plain = 0;
  int tagged = 0;
  for (const auto& line : client.lines()) {
    if (line.text("method") != "notifications/resources/updated") continue;
    EXPECT_EQ(line.at("params").text("uri"), "sample://elements");
    ++(line.at("params").find("_meta") == nullptr ? plain : tagged);
  }
  EXPECT_EQ(plain, 1);
  EXPECT_EQ(tagged, 1);
}

// ---- batches and broken input ----------------------------------------------------------------

TEST_F(LinesTest, BatchesBelongTo20250326) {
  const char* batch =
      R"([{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"x"},{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"test_tool_with_logging"}},5])";
  client.initialize("2025-03-26");
  client.say(batch);
  const Json answers = client.wait_for([](const Json& line) { return line.is_array(); });
  ASSERT_EQ(answers.size(), 3U);
  EXPECT_EQ(answers.as_array()[0].at("id").dump(), "1");
  EXPECT_EQ(answers.as_array()[1].at("error").at("code").dump(), "-32600");
  EXPECT_EQ(answers.as_array()[2].at("id").dump(), "2");

  LineClient newer(world);
  newer.initialize("2025-06-18");
  newer.say(batch);
  EXPECT_EQ(newer.lines().back().at("error").at("code").dump(), "-32600");
  client.say("[]");
  EXPECT_EQ(client.lines().back().at("error").at("code").dump(), "-32600");
  client.say(R"([{"jsonrpc":"2.0","id":7,"method":"initialize"}])");
  EXPECT_EQ(client.lines().back().as_array()[0].at("error").at("code").dump(), "-32600");
}

TEST_F(LinesTest, BrokenInputIsAnsweredAndSurvived) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"{{{", "-32700"},
      {"null", "-32600"},
      {"5", "-32600"},
      {"\"x\"", "-32600"},
      {std::string(200'000, '[') + std::string(200'000, ']'), "-32700"},
      {"{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"pi\xff\"}", "-32700"},
      {R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{"text":"\ud800"}}})",
       "-32700"},
      {R"({"jsonrpc":"2.0","id":2,"id":3,"method":"ping"})", "-32700"},
      {R"({"jsonrpc":"2.0","id":2,"method":5})", "-32600"},
      {R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":[1]})", "-32600"},
      {R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})", "-32600"},
      {R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":7}})", "-32602"},
      {R"({"jsonrpc":"2.0","id":2,"method":"no/such"})", "-32601"},
      {R"({"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":5}})", "-32602"},
  };
  for (const auto& [line, code] : cases) {
    const std::size_t before = client.lines().size();
    client.say(line);
    ASSERT_EQ(client.lines().size(), before + 1) << line.substr(0, 100);
    EXPECT_EQ(error_code(client.lines().back()), code) << line.substr(0, 100);
  }
  client.face().too_long(20'000'000);
  EXPECT_EQ(error_code(client.lines().back()), "-32600");
  client.say("");
  client.say("  ");
  EXPECT_EQ(client.ask(R"({"jsonrpc":"2.0","id":99,"method":"ping"})").at("result").dump(), "{}");
}

TEST_F(LinesTest, TooManyRequestsAtOnceAreRefused) {
  for (int i = 0; i < 256; ++i) {
    client.say(R"({"jsonrpc":"2.0","id":)" + std::to_string(i) +
               R"(,"method":"tools/call","params":{"name":"slow_compute","arguments":{"seconds":60}}})");
  }
  EXPECT_EQ(error_code(client.ask(R"({"jsonrpc":"2.0","id":"more","method":"ping"})")), "-32603");
  client.face().finish(false);
}

TEST_F(LinesTest, ARequestThatTakesTooLongIsStopped) {
  World hurried({.request_limit_ms = 50});
  LineClient waiting(hurried);
  const Json answer = waiting.ask(
      R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"slow_compute","arguments":{"seconds":60}}})");
  EXPECT_EQ(error_code(answer), "-32603");
}

// MCP, Timeouts: "Implementations MAY choose to reset the timeout clock when receiving a progress notification"; we do
// on every report of the tool, whether the client wants to hear of it or not.
TEST_F(LinesTest, ARequestThatReportsProgressMayTakeLonger) {
  World patient({.request_limit_ms = 1000});
  LineClient waiting(patient);
  const Json answer = waiting.ask(
      R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"test_tool_with_progress","arguments":{"steps":30}}})");
  EXPECT_EQ(error_code(answer), "none") << answer.dump();
}

// "... implementations SHOULD always enforce a maximum timeout, regardless of progress notifications".
TEST_F(LinesTest, ButNotForEver) {
  World patient({.request_limit_ms = 100, .longest_request_ms = 300});
  LineClient waiting(patient);
  const Json answer = waiting.ask(
      R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"test_tool_with_progress","arguments":{"steps":1000}}})");
  EXPECT_EQ(error_code(answer), "-32603");
}

}  // namespace
