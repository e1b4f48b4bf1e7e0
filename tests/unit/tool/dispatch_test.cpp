// SPDX-License-Identifier: Apache-2.0
// What a call becomes: shapes, errors, masking, forms.
#include "tool/dispatch.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <latch>
#include <memory>
#include <stdexcept>
#include <vector>

#include "support/fixtures.h"
#include "support/policies.h"
#include "tool/builtin/list.h"

namespace {

using base::Code;
using kernel::View;
using tool::Result;

struct EchoOut {
  std::string text;
  static constexpr auto fields = tool::fields(tool::field("text", &EchoOut::text, "The text."));
};

Result<EchoOut> echo(const EchoOut& args, const View&) { return args; }
Result<EchoOut> explode(const EchoOut&, const View&) { throw std::runtime_error("secret detail"); }
Result<EchoOut> refuse(const EchoOut&, const View&) {
  return base::fail(Code::not_found, "Specification not found: S1", "spec_id", "Known: S2.");
}

const base::Json picture = base::Json::object({{"type", "image"}, {"data", "AAAA"}, {"mimeType", "image/png"}});

Result<tool::Shown<EchoOut>> look(const EchoOut& args, const View&, tool::Job& job) {
  job.report(1, 1, "looked");
  return tool::Shown<EchoOut>{args, {.content = {picture}, .page_parts = {}, .subject = args.text}};
}
Result<tool::Shown<tool::Change>> draw(const EchoOut& args, const View&) {
  tool::Change change;
  change.put({.id = "ids:drawn", .category = "drawing", .body = base::Json(args.text)});
  change.result = tool::encode(args);
  return tool::Shown<tool::Change>{change, {.content = {picture}, .page_parts = {}, .subject = {}}};
}
Result<tool::Shown<tool::Change>> draw_slowly(const EchoOut& args, const View& view, tool::Job&) {
  return draw(args, view);
}

struct DispatchTest : testing::Test {
  kernel::Kernel kernel{support::fixture_options(), base::Roots{}};
  tool::Views views{kernel.clock(), kernel.entropy()};
  tool::Registry registry;
  tool::Lanes workers{2};
  std::shared_ptr<const tool::Catalogue> catalogue;

  DispatchTest() {
    tool::builtin::add_builtin(registry, views);
    support::add_fixtures(registry);
    registry.add(tool::Toolset{.name = "ids", .title = "t", .doc = "d"});
    registry.add("ids", tool::read<EchoOut, EchoOut>(
                            {.name = "say", .title = "Say", .doc = "Says.", .cost = tool::Cost::small}, echo));
    registry.add("ids",
                 tool::read<EchoOut, EchoOut>({.name = "explode", .title = "Explode", .doc = "Fails."}, explode));
    registry.add("ids", tool::read<EchoOut, EchoOut>({.name = "refuse", .title = "Refuse", .doc = "Refuses."}, refuse));
    registry.add("ids", tool::read<EchoOut, EchoOut>(
                            {.name = "look", .title = "Look", .doc = "Looks.", .records = "validation.run"}, look));
    registry.add("ids",
                 tool::change<EchoOut, EchoOut>(
                     {.name = "draw", .title = "Draw", .doc = "Draws.", .needs = tool::Permission::create}, draw));
    registry.add(
        "ids", tool::job<EchoOut, EchoOut>(
                   {.name = "draw_slowly", .title = "Draw slowly", .doc = "Draws.", .needs = tool::Permission::create},
                   draw_slowly));
    catalogue = *registry.select({.toolsets = {"all"}, .fixtures = true});
  }
  ~DispatchTest() override { workers.stop(); }

  bool whole = false;

  tool::Reply run(const std::string& name, std::string_view arguments, kernel::Kind kind = kernel::Kind::agent) {
    tool::Dispatcher dispatcher(kernel, registry, workers, views);
    tool::Invocation invocation;
    invocation.call.principal =
        kind == kernel::Kind::agent ? kernel::agent_principal("ada", "test") : kernel::human_principal("ada");
    invocation.call.workspace_key = "cwd:/test";
    invocation.arguments = *base::parse_json(arguments);
    invocation.whole = whole;
    std::promise<tool::Reply> promise;
    auto future = promise.get_future();
    dispatcher.run(*catalogue->find(name), std::move(invocation),
                   [&](tool::Reply reply) { promise.set_value(std::move(reply)); });
    return future.get();
  }
  tool::Answer answer(const std::string& name, std::string_view arguments, kernel::Kind kind = kernel::Kind::agent) {
    return std::get<tool::Answer>(run(name, arguments, kind));
  }
};

// What must come first is asked once, done in the caller's name, and everybody waits for it.
TEST_F(DispatchTest, SomethingMayComeBeforeTheFirstCall) {
  tool::Dispatcher dispatcher(kernel, registry, workers, views);
  std::atomic<int> asked = 0;
  dispatcher.begin_with("ids", "cwd:/test", [&](std::string_view tool, const View& view) {
    ++asked;
    EXPECT_EQ(tool, "see");
    EXPECT_EQ(view.element("ids:drawn"), nullptr);
    return tool::Opening{"draw", base::Json::object({{"text", "first"}}), "because"};
  });
  registry.add("ids", tool::read<EchoOut, EchoOut>({.name = "see", .title = "See", .doc = "Sees."},
                                                   [](const EchoOut&, const View& view) -> Result<EchoOut> {
                                                     const auto drawn = view.element("ids:drawn");
                                                     return EchoOut{drawn ? drawn->body.as_string() : "nothing"};
                                                   }));
  const auto all = *registry.select({.toolsets = {"all"}, .fixtures = true});
  const auto call = [&](const std::string& workspace_key, bool over_http) {
    tool::Invocation invocation;
    invocation.call.principal = kernel::agent_principal("ada", "test");
    invocation.call.workspace_key = workspace_key;
    invocation.call.over_http = over_http;
    invocation.arguments = base::Json::object({{"text", "x"}});
    auto promise = std::make_shared<std::promise<std::string>>();
    dispatcher.run(*all->find("see"), std::move(invocation), [promise](tool::Reply reply) {
      promise->set_value(std::string(std::get<tool::Answer>(reply).structured.text("text")));
    });
    return promise->get_future();
  };
  EXPECT_EQ(call("cwd:/other", false).get(), "nothing") << "another workspace";
  EXPECT_EQ(call("cwd:/test", true).get(), "nothing") << "over HTTP nobody comes back";
  EXPECT_EQ(asked, 0);
  std::vector<std::future<std::string>> answers;
  for (int i = 0; i < 50; ++i) answers.push_back(call("cwd:/test", false));
  for (auto& each : answers) EXPECT_EQ(each.get(), "first");
  EXPECT_EQ(asked, 1);
}

// Long work, as much as there may be, in whatever workspaces, holds up neither readings nor changes.
TEST_F(DispatchTest, LongWorkHoldsUpNeitherReadingsNorChanges) {
  std::promise<void> gate;
  const auto open = gate.get_future().share();
  std::latch held(2);
  const auto hold = [&held, open](const EchoOut& args, const View&, tool::Job&) -> Result<EchoOut> {
    held.count_down();
    open.wait();
    return args;
  };
  registry.add("ids", tool::read<EchoOut, EchoOut>({.name = "hold", .title = "Hold", .doc = "Waits."}, hold));
  registry.add("ids", tool::read<EchoOut, EchoOut>({.name = "tell", .title = "Tell", .doc = "Tells."}, echo));
  catalogue = *registry.select({.toolsets = {"all"}, .fixtures = true});
  tool::Dispatcher dispatcher(kernel, registry, workers, views);
  std::vector<std::future<void>> answered;
  for (int i = 0; i < 2; ++i) {
    tool::Invocation invocation;
    invocation.call.principal = kernel::agent_principal("ada", "test");
    invocation.call.workspace_key = "cwd:/" + std::to_string(i);
    invocation.arguments = *base::parse_json(R"({"text":"x"})");
    const auto promise = std::make_shared<std::promise<void>>();
    answered.push_back(promise->get_future());
    dispatcher.run(*catalogue->find("hold"), std::move(invocation),
                   [promise](const tool::Reply&) { promise->set_value(); });
  }
  held.wait();
  const auto told = std::async(std::launch::async, [&] { return answer("tell", R"({"text":"here"})"); });
  const auto drawn = std::async(std::launch::async, [&] { return answer("draw", R"({"text":"here"})"); });
  EXPECT_EQ(told.wait_for(std::chrono::seconds(30)), std::future_status::ready);
  EXPECT_EQ(drawn.wait_for(std::chrono::seconds(30)), std::future_status::ready);
  gate.set_value();
  for (auto& each : answered) each.wait();
}

TEST(QuickTools, AreThoseThatWereQuickThereTheLastTime) {
  using namespace std::chrono_literals;
  const tool::Tool one{};
  const tool::Tool other{};
  kernel::Call here;
  here.workspace_key = "cwd:/here";
  kernel::Call there = here;
  there.workspace_key = "cwd:/there";
  tool::Quick quick;
  const auto mark = tool::Quick::mark(one, here, 0);
  EXPECT_FALSE(quick.was(mark));
  quick.note(mark, 1us);
  EXPECT_TRUE(quick.was(mark));
  EXPECT_FALSE(quick.was(tool::Quick::mark(other, here, 0)));
  EXPECT_FALSE(quick.was(tool::Quick::mark(one, there, 0)));
  EXPECT_FALSE(quick.was(tool::Quick::mark(one, here, 1)));  // a workspace was closed: it may have to be opened
  quick.note(mark, 10ms);
  EXPECT_FALSE(quick.was(mark));
}

TEST_F(DispatchTest, FlatAnswersAreTheFieldsThemselves) {
  const auto said = answer("say", R"({"text":"hello","reasoning":"to test"})");
  EXPECT_FALSE(said.is_error);
  EXPECT_EQ(said.structured.dump(), R"({"text":"hello"})");
  EXPECT_EQ(said.meta.at("lintel/audit").text("reasoning"), "to test");
}

TEST_F(DispatchTest, AnswersForAModelAreNotTooLarge) {
  const std::string call = R"({"text":")" + std::string(200'000, 'x') + R"("})";
  const auto said = answer("say", call);
  EXPECT_EQ(said.structured.find("text"), nullptr);
  EXPECT_EQ(said.structured.at("left_out").as_array().at(0).text("field"), "text");
  EXPECT_EQ(said.links.size(), 1U);
  whole = true;
  EXPECT_EQ(answer("say", call).structured.text("text").size(), 200'000U) << "as for `lintel call`";
}

TEST_F(DispatchTest, TheFirstTextOfAFlatErrorIsTheSentenceAlone) {
  const auto refused = answer("refuse", R"({"text":"x"})");
  EXPECT_TRUE(refused.is_error);
  ASSERT_EQ(refused.content.size(), 2U);
  EXPECT_EQ(refused.content[0].text("text"), "Specification not found: S1");
  EXPECT_EQ(refused.content[1].text("text"), "Known: S2.") << "for clients that show text only";
  EXPECT_FALSE(refused.text_too);
  EXPECT_EQ(
      refused.structured.dump(),
      R"({"error":{"code":"not_found","number":1301,"message":"Specification not found: S1","path":"spec_id","hint":"Known: S2."}})");
}

TEST_F(DispatchTest, OurOwnBugsAreMaskedWithAnIdToQuote) {
  const auto failed = answer("explode", R"({"text":"x"})");
  EXPECT_TRUE(failed.is_error);
  const std::string text = failed.structured.dump();
  EXPECT_EQ(text.find("secret detail"), std::string::npos);
  EXPECT_NE(text.find("Internal error e_"), std::string::npos);
}

TEST_F(DispatchTest, CommonArgumentsOfTheWrongTypeAreProblemsToo) {
  const auto wrong = answer("say", R"({"text":"x","reasoning":5})");
  EXPECT_TRUE(wrong.is_error);
  EXPECT_EQ(wrong.structured.at("error").text("path"), "reasoning");
}

TEST_F(DispatchTest, EnvelopesCarryEverythingAlways) {
  const auto previewed = answer("sample_create", R"({"category":"wall","reasoning":"r"})");
  for (const char* key : {"success", "data", "event_id", "timestamp", "warnings", "audit"}) {
    EXPECT_NE(previewed.structured.find(key), nullptr) << key;
  }
  const auto wrong = answer("sample_create", R"({"category":7,"reasoning":"r"})");
  EXPECT_TRUE(wrong.is_error);
  for (const char* key : {"success", "data", "event_id", "timestamp", "warnings", "audit", "error"}) {
    EXPECT_NE(wrong.structured.find(key), nullptr) << key;
  }
  EXPECT_EQ(wrong.structured.at("error").at("code").as_integer(), 1002);
}

TEST_F(DispatchTest, EveryVerbShowsPictures) {
  for (const char* name : {"look", "draw", "draw_slowly"}) {
    const auto shown = answer(name, R"({"text":"a"})");
    ASSERT_FALSE(shown.is_error) << name;
    ASSERT_EQ(shown.content.size(), 1U) << name;
    EXPECT_EQ(shown.content[0], picture) << name;
    EXPECT_EQ(shown.structured.text("text"), "a") << name;
  }
  const auto preview = answer("draw", R"({"text":"b","dry_run":true})");
  EXPECT_EQ(preview.content.size(), 1U) << "what would happen can be looked at too";
}

TEST_F(DispatchTest, ALongReadingIsAReading) {
  const auto& look = *catalogue->find("look");
  EXPECT_TRUE(look.tool->takes_long);
  EXPECT_TRUE(look.annotations().at("readOnlyHint").as_bool());
  EXPECT_EQ(look.input_schema().at("properties").find("dry_run"), nullptr);
  const auto recorded = answer("look", R"({"text":"model.ifc"})");
  EXPECT_TRUE(recorded.structured.find("event_id")->is_string());
}

// Whatever happens to a call later, its arguments are looked at once.
TEST(Schemas, AreMadeOnceAndOnlyWhenSomebodyAsks) {
  int made = 0;
  tool::Schema schema([&](base::Json& into) {
    ++made;
    into = base::Json::object({{"type", "object"}});
  });
  schema.then([](base::Json& into) { into.set("title", "later"); });
  const tool::Schema copy = schema;
  EXPECT_EQ(made, 0);
  EXPECT_EQ(copy->dump(), R"({"type":"object","title":"later"})");
  EXPECT_EQ(schema->text("title"), "later");
  EXPECT_EQ(made, 1);
  EXPECT_TRUE(tool::Schema()->is_null());
}

TEST_F(DispatchTest, ArgumentsAreDecodedOnce) {
  int decoded = 0;
  tool::Tool counted = tool::change<EchoOut, EchoOut>(
      {.name = "counted", .title = "Counted", .doc = "Counts.", .needs = tool::Permission::create}, draw);
  counted.bind = [&decoded, bind = counted.bind](const base::Json& arguments) {
    ++decoded;
    return bind(arguments);
  };
  registry.add("ids", std::move(counted));
  catalogue = *registry.select({.toolsets = {"all"}, .fixtures = true});
  ASSERT_FALSE(answer("counted", R"({"text":"a"})").is_error);
  EXPECT_EQ(decoded, 1);
}

TEST_F(DispatchTest, TheKernelsToolsAreCountedForAgentsOnly) {
  const auto policy = support::parse_policy("[rate_limit]\nstdio = \"2/hour\"\n", "policy.toml");
  ASSERT_TRUE(policy.ok());
  ASSERT_TRUE(kernel.reload_policy(*policy, kernel::human_principal("ada")).ok());
  EXPECT_FALSE(answer("history", "{}").is_error);
  EXPECT_FALSE(answer("workspace_list", "{}").is_error);
  for (const char* name : {"history", "workspace_list", "pending_approvals", "undo", "workspace_open"}) {
    const auto refused = answer(name, "{}");
    ASSERT_TRUE(refused.is_error) << name;
    EXPECT_EQ(refused.structured.at("error").at("number"), base::Json(1208)) << name;
  }
  EXPECT_FALSE(answer("say", R"({"text":"another toolset"})").is_error);
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(answer("history", "{}", kernel::Kind::human).is_error);
  const auto withdrawn = answer("withdraw_change", R"({"id":"c1-none"})", kernel::Kind::human);
  EXPECT_EQ(withdrawn.structured.at("error").text("code"), "not_found") << "a person's answer is never too often";
}

TEST_F(DispatchTest, HumansCommitWhereAgentsPreview) {
  EXPECT_TRUE(answer("sample_create", R"({"category":"wall","reasoning":"r"})").structured.at("dry_run").as_bool());
  const auto done = answer("sample_create", R"({"category":"wall"})", kernel::Kind::human);
  EXPECT_TRUE(done.structured.at("event_id").is_string()) << done.structured.dump();
}

}  // namespace
