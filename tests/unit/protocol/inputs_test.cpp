// SPDX-License-Identifier: Apache-2.0
// Multi-round-trip requests and tasks (2026-07-28).
#include "unit/protocol/rig.h"

namespace {

using namespace protocol_test;

constexpr const char* forms = R"({"elicitation":{}})";
constexpr const char* tasks = R"({"elicitation":{},"extensions":{"io.modelcontextprotocol/tasks":{}}})";

struct InputsTest : testing::Test {
  World world;
  LineClient client{world};
  int next_id = 1;

  Json call(const std::string& tool, const std::string& more = {}, std::string_view capabilities = forms) {
    std::string params = R"("name":")" + tool + "\"" + (more.empty() ? "" : "," + more);
    return client.ask(modern(std::to_string(next_id++), "tools/call", params, capabilities));
  }
  Json task(const std::string& method, const std::string& id, const std::string& more = {}) {
    std::string params = R"("taskId":")" + id + "\"" + (more.empty() ? "" : "," + more);
    return client.ask(modern(std::to_string(next_id++), "tasks/" + method, params, tasks));
  }
  // Polls until the task has one of these states.
  Json task_until(const std::string& id, const std::string& status) {
    for (int i = 0; i < 2000; ++i) {
      const Json state = task("get", id).at("result");
      if (state.text("status") == status) return state;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ADD_FAILURE() << "the task never was " << status;
    return Json::object({{"status", ""}, {"result", Json::object()}, {"error", Json::object()}});
  }
  static std::string text(const Json& result) { return std::string(result.at("content").as_array()[0].text("text")); }
};

// ---- round trips -----------------------------------------------------------------------------

TEST_F(InputsTest, TheAnswerSaysWhatIsNeededAndTheRetryBringsIt) {
  const Json first = call("test_input_required_result_elicitation").at("result");
  EXPECT_EQ(first.text("resultType"), "input_required");
  EXPECT_EQ(first.at("inputRequests").at("user_name").text("method"), "elicitation/create");
  EXPECT_EQ(first.find("requestState"), nullptr);
  const Json second =
      call("test_input_required_result_elicitation",
           R"("inputResponses":{"user_name":{"action":"accept","content":{"name":"Eva"}},"unknown":{}})")
          .at("result");
  EXPECT_EQ(second.text("resultType"), "complete");
  EXPECT_EQ(text(second), "Hello, Eva!");
}

TEST_F(InputsTest, MissingAnswersAreAskedForAgainAndWrongOnesRefused) {
  const char* tool = "test_input_required_result_elicitation";
  EXPECT_EQ(call(tool, R"("inputResponses":{"other":{}})").at("result").text("resultType"), "input_required");
  EXPECT_EQ(call(tool, R"("inputResponses":{"user_name":5})").at("error").at("code").dump(), "-32602");
  EXPECT_EQ(call(tool, R"("inputResponses":null)").at("error").at("code").dump(), "-32602");
}

constexpr const char* confirmed = R"("inputResponses":{"confirm":{"action":"accept","content":{"ok":true}}})";

TEST_F(InputsTest, StateIsSealedAndComesBackWhole) {
  const char* tool = "test_input_required_result_request_state";
  const std::string state(call(tool).at("result").text("requestState"));
  ASSERT_FALSE(state.empty());
  EXPECT_EQ(state.find("confirmation"), std::string::npos);
  const auto retry = [&](const std::string& sealed) {
    return call(tool, std::string(confirmed) + R"(,"requestState":")" + sealed + "\"");
  };
  EXPECT_EQ(text(retry(state).at("result")), "state-ok");
  for (const std::string& altered : {state + "x", state.substr(1), std::string("x"), std::string()}) {
    EXPECT_EQ(retry(altered).at("error").at("code").dump(), "-32602") << altered;
  }
  std::string flipped = state;
  flipped[flipped.size() / 2] = flipped[flipped.size() / 2] == 'A' ? 'B' : 'A';
  EXPECT_EQ(retry(flipped).at("error").at("code").dump(), "-32602");
}

TEST_F(InputsTest, StateBelongsToItsToolArgumentsAndPrincipal) {
  const std::string state(call("test_input_required_result_request_state").at("result").text("requestState"));
  const std::string with_state = std::string(confirmed) + R"(,"requestState":")" + state + "\"";
  EXPECT_NE(call("test_input_required_result_tampered_state", with_state).find("error"), nullptr);
  EXPECT_NE(call("test_input_required_result_request_state", with_state + R"(,"arguments":{"reasoning":"other"})")
                .find("error"),
            nullptr);
  std::string stranger =
      modern("\"s\"", "tools/call", R"("name":"test_input_required_result_request_state",)" + with_state, forms);
  stranger.replace(stranger.find("tester"), 6, "stranger");
  EXPECT_NE(client.ask(stranger).find("error"), nullptr);
}

TEST_F(InputsTest, EachRoundHasItsOwnState) {
  const char* tool = "test_input_required_result_multi_round";
  const Json first = call(tool).at("result");
  const Json second =
      call(tool, R"("inputResponses":{"step1":{"action":"accept","content":{"name":"Eva"}}},"requestState":")" +
                     std::string(first.text("requestState")) + "\"")
          .at("result");
  EXPECT_EQ(second.text("resultType"), "input_required");
  EXPECT_NE(second.text("requestState"), first.text("requestState"));
  const Json third =
      call(tool, R"("inputResponses":{"step2":{"action":"accept","content":{"color":"red"}}},"requestState":")" +
                     std::string(second.text("requestState")) + "\"")
          .at("result");
  EXPECT_EQ(text(third), "Eva likes red.");
}

TEST_F(InputsTest, PromptsAskToo) {
  const auto get = [&](const std::string& more) {
    return client
        .ask(modern(std::to_string(next_id++), "prompts/get", R"("name":"test_input_required_result_prompt")" + more,
                    forms))
        .at("result");
  };
  EXPECT_EQ(get("").text("resultType"), "input_required");
  EXPECT_EQ(
      get(R"(,"inputResponses":{"user_context":{"action":"accept","content":{"context":"c"}}})").at("messages").size(),
      1U);
}

TEST_F(InputsTest, OnlyDeclaredCapabilitiesAreUsed) {
  EXPECT_EQ(call("test_sampling", R"("arguments":{"prompt":"p"})").at("error").at("code").dump(), "-32021");
}

// ---- tasks -----------------------------------------------------------------------------------

TEST_F(InputsTest, LongWorkBecomesATaskOnlyForClientsThatSpeakTasks) {
  const std::string quick = R"("arguments":{"seconds":0,"label":"x"})";
  EXPECT_EQ(call("slow_compute", quick).at("result").text("resultType"), "complete");
  const Json created = call("slow_compute", quick, tasks).at("result");
  EXPECT_EQ(created.text("resultType"), "task");
  EXPECT_TRUE(created.at("ttlMs").is_integer());
  EXPECT_EQ(created.find("result"), nullptr);
  const Json done = task_until(std::string(created.text("taskId")), "completed");
  EXPECT_EQ(text(done.at("result")), "Computed x");
  EXPECT_EQ(call("greet", R"("arguments":{"name":"x"})", tasks).at("result").text("resultType"), "complete");
}

TEST_F(InputsTest, ToolErrorsCompleteAndProtocolErrorsFail) {
  const auto start = [&](const char* tool) { return std::string(call(tool, {}, tasks).at("result").text("taskId")); };
  EXPECT_TRUE(task_until(start("failing_job"), "completed").at("result").at("isError").as_bool());
  const Json failed = task_until(start("protocol_error_job"), "failed");
  EXPECT_EQ(failed.at("error").at("code").dump(), "-32603");
  EXPECT_EQ(failed.find("result"), nullptr);
}

TEST_F(InputsTest, CancelledTasksStayCancelled) {
  const std::string id(call("slow_compute", R"("arguments":{"seconds":60})", tasks).at("result").text("taskId"));
  EXPECT_EQ(task("cancel", id).at("result").find("taskId"), nullptr);
  EXPECT_EQ(task("get", id).at("result").text("status"), "cancelled");
  EXPECT_EQ(task("cancel", id).at("result").text("resultType"), "complete");
}

TEST_F(InputsTest, ATaskWaitsForAllItsAnswers) {
  const std::string id(call("multi_input", {}, tasks).at("result").text("taskId"));
  const Json waiting = task_until(id, "input_required").at("inputRequests");
  ASSERT_EQ(waiting.size(), 2U);
  const std::string first = waiting.as_object()[0].first;
  const std::string second = waiting.as_object()[1].first;
  const auto answer = [&](const std::string& key) {
    task("update", id, R"("inputResponses":{")" + key + R"(":{"action":"accept","content":{"confirm":true}}})");
  };
  answer("unknown");
  answer(first);
  const Json still = task("get", id).at("result");
  EXPECT_EQ(still.text("status"), "input_required");
  EXPECT_EQ(still.at("inputRequests").find(first), nullptr);
  EXPECT_NE(still.at("inputRequests").find(second), nullptr);
  answer(second);
  EXPECT_EQ(text(task_until(id, "completed").at("result")), "Both answered.");
  EXPECT_EQ(task("update", id, R"("inputResponses":5)").at("error").at("code").dump(), "-32602");
}

TEST_F(InputsTest, ATaskThatAsksAClientThatCannotAnswerFails) {
  const std::string id(call("confirm_delete", R"("arguments":{"filename":"f"})",
                            R"({"extensions":{"io.modelcontextprotocol/tasks":{}}})")
                           .at("result")
                           .text("taskId"));
  EXPECT_EQ(task_until(id, "failed").at("error").at("code").dump(), "-32021");
}

TEST_F(InputsTest, QuestionsBeforeTheTaskComeFirst) {
  const Json asked = call("test_tool_with_task", {}, tasks).at("result");
  EXPECT_EQ(asked.text("resultType"), "input_required");
  EXPECT_EQ(asked.find("taskId"), nullptr);
  const Json created = call("test_tool_with_task",
                            R"("inputResponses":{"user_name":{"action":"accept","content":{"name":"Eva"}}})", tasks)
                           .at("result");
  EXPECT_EQ(created.text("resultType"), "task");
  EXPECT_NE(text(task_until(std::string(created.text("taskId")), "completed").at("result")).find("Eva"),
            std::string::npos);
}

TEST_F(InputsTest, TasksBelongToTheirPrincipal) {
  const std::string id(call("slow_compute", R"("arguments":{"seconds":60})", tasks).at("result").text("taskId"));
  for (const char* method : {"tasks/get", "tasks/cancel", "tasks/update"}) {
    std::string stranger =
        modern("\"" + std::string(method) + "\"", method, R"("taskId":")" + id + R"(","inputResponses":{})", tasks);
    stranger.replace(stranger.find("tester"), 6, "stranger");
    EXPECT_EQ(client.ask(stranger).at("error").at("code").dump(), "-32602") << method;
  }
  EXPECT_EQ(task("get", id).at("result").text("status"), "working");
  EXPECT_EQ(task("get", "t_unknown").at("error").at("code").dump(), "-32602");
  task("cancel", id);
}

TEST_F(InputsTest, OnePrincipalCannotStartTasksWithoutEnd) {
  std::vector<std::string> ids;
  Json last;
  for (std::size_t i = 0; i <= protocol::Tasks::max_tasks_each; ++i) {
    last = call("slow_compute", R"("arguments":{"seconds":60})", tasks);
    if (last.find("error") != nullptr) break;
    ids.emplace_back(last.at("result").text("taskId"));
  }
  EXPECT_EQ(ids.size(), protocol::Tasks::max_tasks_each);
  EXPECT_EQ(last.at("error").at("code").dump(), "-32603");
  for (const auto& id : ids) task("cancel", id);
}

TEST(TasksTest, ExpireAfterTheirTimeToLiveAndAreStopped) {
  const base::ManualClock clock(1'000'000);
  const tool::Listed listed;
  const tool::Invocation call;
  protocol::Tasks tasks_of_all;
  const auto task = std::make_shared<protocol::Task>("t_1", "agent:a", listed, call, protocol::Client{}, clock);
  ASSERT_TRUE(tasks_of_all.add(task, clock.unix_ms()));
  const std::int64_t last_moment = clock.unix_ms() + protocol::Task::ttl_ms - 1;
  EXPECT_EQ(tasks_of_all.find("t_1", "agent:a", last_moment), task);
  EXPECT_EQ(tasks_of_all.find("t_1", "agent:b", last_moment), nullptr);
  EXPECT_FALSE(task->cancel().requested());
  EXPECT_EQ(tasks_of_all.find("t_1", "agent:a", last_moment + 1), nullptr);
  EXPECT_TRUE(task->cancel().requested());
}

}  // namespace
