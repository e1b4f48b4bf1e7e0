// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "unit/kernel/world.h"

namespace kernel {
namespace {

using namespace testing_world;  // NOLINT(google-build-using-namespace)
using testing::HasSubstr;

// The "aas" toolset proposes: every edit waits.
Call proposal(const Principal& who = bot) {
  Call call = World::call(who);
  call.toolset = "aas";
  return call;
}

Kernel::Plan put_as(const Element& element, Tier tier) {
  return [element, tier](const View&) -> Result<Change> {
    Change change;
    change.put(element);
    change.tier = tier;
    change.summary = "Put " + element.id;
    change.result = Json::object({{"id", element.id}});
    return change;
  };
}

std::vector<std::string> facts(const World& world) {
  std::vector<std::string> types;
  for (const Event& event : world.events()) types.push_back(event.facts.front().type);
  return types;  // newest first
}

class KernelApprovals : public testing::Test {
 protected:
  std::string propose(const Kernel::Plan& plan, const Principal& who = bot) {
    const auto outcome = world.change(proposal(who), plan);
    EXPECT_TRUE(outcome.ok()) << outcome.error().message;
    EXPECT_TRUE(outcome->approval.has_value());
    return outcome->approval->id;
  }
  World world;
};

TEST_F(KernelApprovals, AProposalWaitsAndCommitsWhenApproved) {
  const auto asked = world.change(proposal(), put_as(note("a", 1), Tier::high));
  ASSERT_TRUE(asked.ok());
  EXPECT_EQ(asked->approval->state, "awaiting");
  EXPECT_EQ(asked->approval->min_assurance, "A2");
  EXPECT_FALSE(world.body("a").has_value());
  EXPECT_THAT(facts(world), testing::ElementsAre("change.proposed"));

  const auto done = world.decide(asked->approval->id);
  ASSERT_TRUE(done.ok()) << done.error().message;
  EXPECT_EQ(done->approval->state, "committed");
  EXPECT_EQ(done->data, asked->data);
  EXPECT_EQ(world.body("a"), Json(1));
  const Event event = world.events().front();
  EXPECT_EQ(event.id, *done->event_id);
  EXPECT_EQ(event.principal, bot) << "the change is the requester's";
  EXPECT_EQ(event.approval.at("decisions").as_array().front().text("verdict"), "approve");
  EXPECT_EQ(to_json(event.steps), *asked->patches) << "what was previewed is what was done";
  EXPECT_EQ(world.kernel->pending(asked->approval->id)->state, "committed");
}

TEST_F(KernelApprovals, ARejectionEndsIt) {
  const auto id = propose(put(note("a", 1)));
  const auto done = world.decide(id, false);
  ASSERT_TRUE(done.ok()) << done.error().message;
  EXPECT_EQ(done->approval->state, "rejected");
  EXPECT_EQ(code_of(world.decide(id)), Code::approval_closed);
  EXPECT_FALSE(world.body("a").has_value());
  EXPECT_THAT(facts(world), testing::ElementsAre("change.rejected", "change.proposed"));
}

TEST_F(KernelApprovals, AnAgentNeverDecides) {
  const auto id = propose(put(note("a", 1)));
  const auto issued = world.challenge(id).value();
  EXPECT_EQ(code_of(world.cast(id, world.ballot(issued, true, bot))), Code::denied);
  EXPECT_EQ(code_of(world.cast(id, world.ballot(issued, true, other_bot))), Code::denied);
  EXPECT_EQ(world.kernel->pending(id)->state, "awaiting");
}

TEST_F(KernelApprovals, OnlyARegisteredKeyCounts) {
  const auto id = propose(put(note("a", 1)));
  const auto issued = world.challenge(id).value();
  Ballot forged = world.ballot(issued);
  const base::SigningKey mallory = base::make_signing_key(world.entropy);
  forged.public_key = mallory.public_key;
  forged.signature = base::sign(mallory, ballot_message(forged, id));
  EXPECT_EQ(code_of(world.cast(id, forged)), Code::denied);
  Ballot claimed = world.ballot(issued);
  claimed.assurance = Assurance::a1;
  claimed.channel = "form";
  EXPECT_EQ(code_of(world.cast(id, claimed)), Code::denied) << "a form's decision comes through the form only";
  EXPECT_TRUE(world.cast(id, world.ballot(issued)).ok());
}

TEST_F(KernelApprovals, ABallotCountsOnceAndForWhatWasShown) {
  const auto first = propose(put_as(note("a", 1), Tier::critical));
  const auto issued = world.challenge(first).value();
  Ballot other_digest = world.ballot(issued);
  other_digest.change_digest = std::string(64, '0');
  EXPECT_EQ(code_of(world.cast(first, other_digest)), Code::stale);
  const Ballot good = world.ballot(issued);
  ASSERT_TRUE(world.cast(first, good).ok());
  world.clock.advance(20'000);
  EXPECT_EQ(code_of(world.cast(first, good)), Code::denied) << "its nonce is spent";
}

TEST_F(KernelApprovals, CriticalNeedsTwoConfirmationsSomeTimeApart) {
  const auto id = propose(put_as(note("a", 1), Tier::critical));
  const auto once = world.decide(id);
  ASSERT_TRUE(once.ok()) << once.error().message;
  EXPECT_EQ(once->approval->state, "confirmed_once");
  EXPECT_FALSE(world.body("a").has_value());
  EXPECT_EQ(code_of(world.decide(id)), Code::denied) << "too soon";
  world.clock.advance(10'000);
  EXPECT_EQ(world.decide(id)->approval->state, "committed");
  EXPECT_THAT(facts(world), testing::ElementsAre("element.created", "change.confirmed", "change.proposed"));
}

TEST_F(KernelApprovals, TimeRunsOutAndAClockSetBackDoesNotHelp) {
  const auto id = propose(put(note("a", 1)));
  world.clock.advance(72 * 3600 * 1000);
  EXPECT_EQ(world.kernel->pending(id)->state, "expired");
  world.clock.set_wall(1'800'000'000'000);
  EXPECT_EQ(code_of(world.decide(id)), Code::approval_closed);
  EXPECT_EQ(facts(world).front(), "change.expired");
  EXPECT_THAT(world.kernel->pendings(World::reading(), false).value(), testing::IsEmpty());
  EXPECT_EQ(world.kernel->pendings(World::reading(), true)->size(), 1U);
}

TEST_F(KernelApprovals, OnlyTheRequesterOrTheirPersonWithdraws) {
  const auto id = propose(put(note("a", 1)));
  const auto withdraw = [&](const Principal& who) {
    return World::wait([&](Kernel::Done done) { world.kernel->withdraw(World::call(who), id, std::move(done)); });
  };
  EXPECT_EQ(code_of(withdraw(other_bot)), Code::not_found);
  EXPECT_EQ(code_of(withdraw(eve_bot)), Code::not_found);
  EXPECT_EQ(withdraw(bot)->approval->state, "withdrawn");
  EXPECT_EQ(code_of(withdraw(bot)), Code::approval_closed);
}

TEST_F(KernelApprovals, WhatRestsOnChangedElementsIsStale) {
  ASSERT_TRUE(world.change(World::call(), put(note("a", 1))).ok());
  const auto id = propose(put(note("a", 2)));
  ASSERT_TRUE(world.change(World::call(), put(note("a", 3))).ok());
  EXPECT_EQ(code_of(world.decide(id)), Code::stale);
  EXPECT_EQ(world.kernel->pending(id)->state, "stale");
  EXPECT_EQ(facts(world).front(), "change.stale");
  EXPECT_EQ(world.body("a"), Json(3));
}

TEST_F(KernelApprovals, ChangesElsewhereDoNotAgeAProposalUnlessItIsCritical) {
  const auto medium = propose(put(note("a", 1)));
  const auto critical = propose(put_as(note("b", 1), Tier::critical));
  ASSERT_TRUE(world.change(World::call(), put(note("elsewhere", 1))).ok());
  EXPECT_TRUE(world.decide(medium).ok());
  EXPECT_EQ(code_of(world.decide(critical)), Code::stale);
}

TEST_F(KernelApprovals, ProposalsBuildOnEachOtherInOrder) {
  const auto first = propose(count_up("n"));
  const auto second = propose(count_up("n"));
  const auto third = propose(count_up("n"));
  EXPECT_THAT(world.kernel->pending(third)->after, testing::ElementsAre(first, second));
  const auto too_early = world.decide(second);
  ASSERT_EQ(code_of(too_early), Code::stale);
  EXPECT_THAT(too_early.error().message, HasSubstr(first));
  EXPECT_EQ(world.kernel->pending(second)->state, "awaiting");
  for (const std::string& id : {first, second, third}) {
    const auto done = world.decide(id);
    ASSERT_TRUE(done.ok()) << done.error().message;
  }
  EXPECT_EQ(world.body("n")->at("n"), Json(3));
}

TEST_F(KernelApprovals, WithoutItsPredecessorAProposalIsStale) {
  const auto first = propose(count_up("n"));
  const auto second = propose(count_up("n"));
  ASSERT_TRUE(world.decide(first, false).ok());
  EXPECT_EQ(code_of(world.decide(second)), Code::stale);
  EXPECT_EQ(world.kernel->pending(second)->state, "stale");
}

TEST_F(KernelApprovals, WhatLiesOutsideTheUsualScopeIsTold) {
  Element hall = note("hall", 1);
  hall.category = "room";
  hall.levels = {"L1"};
  const auto first = propose(put(hall));
  EXPECT_THAT(describe(*world.kernel->pending(first)), HasSubstr("UNUSUAL     the first change of its requester"));
  ASSERT_TRUE(world.decide(first).ok());
  Element attic = note("attic", 1);
  attic.category = "room";
  attic.levels = {"L2"};
  const std::string shown = describe(*world.kernel->pending(propose(put(attic))));
  EXPECT_THAT(shown, HasSubstr("UNUSUAL     levels it has not touched here before: L2"));
  EXPECT_THAT(shown, testing::Not(HasSubstr("categories it has not"))) << "rooms are usual";
  Element door = note("door", 1);
  door.category = "door";
  door.levels = {"L1"};
  EXPECT_THAT(describe(*world.kernel->pending(propose(put(door)))),
              HasSubstr("categories it has not touched here before: door"));
}

// Opening, saving and closing a document is no edit: it is done at once, on what is committed, however many elements.
TEST_F(KernelApprovals, WhatIsNoEditDoesNotWait) {
  propose(put(note("a", 1)));
  Call opening = proposal();
  opening.edits = false;
  std::size_t waiting = 0;
  bool seen = true;
  bool seen_ahead = false;
  const auto opened = world.change(opening, [&](const View& view) -> Result<Change> {
    waiting = TRY(view.waiting());
    seen = view.element("a") != nullptr;
    seen_ahead = TRY(view.ahead()).element("a") != nullptr;
    Change change;
    for (int i = 0; i < 150; ++i) change.put(note("o" + std::to_string(i), i));
    return change;
  });
  ASSERT_TRUE(opened.ok()) << opened.error().message;
  EXPECT_FALSE(opened->approval.has_value());
  EXPECT_TRUE(opened->event_id.has_value());
  EXPECT_EQ(world.body("o149"), Json(149)) << "more than max_elements_per_operation";
  EXPECT_EQ(waiting, 1U);
  EXPECT_FALSE(seen);
  EXPECT_TRUE(seen_ahead);
  opening.principal = other_bot;
  const auto theirs = world.change(opening, [&](const View& view) -> Result<Change> {
    waiting = TRY(view.waiting());
    seen_ahead = TRY(view.ahead()).element("a") != nullptr;
    return Change{};
  });
  ASSERT_TRUE(theirs.ok());
  EXPECT_EQ(waiting, 1U) << "whoever asked";
  EXPECT_FALSE(seen_ahead) << "what others wait for is not shown";
}

// A page shows what waits, as it is told when it is listed.
TEST_F(KernelApprovals, WhatWaitsCanBeShown) {
  Call call = proposal();
  call.reasoning = "because";
  const auto asked = world.change(call, [](const View&) -> Result<Change> {
    Change change;
    change.put(note("a", 1));
    change.summary = "one more";
    change.result = Json::object({{"n", 1}});
    return change;
  });
  ASSERT_TRUE(asked.ok());
  std::vector<View::Proposed> shown;
  Call reading = proposal(other_bot);
  reading.edits = false;
  ASSERT_TRUE(world
                  .change(reading,
                          [&](const View& view) -> Result<Change> {
                            shown = TRY(view.waiting_changes());
                            return Change{};
                          })
                  .ok());
  ASSERT_EQ(shown.size(), 1U);
  EXPECT_EQ(shown[0].id, asked->approval->id);
  EXPECT_EQ(shown[0].summary, "one more");
  EXPECT_EQ(shown[0].reasoning, "because");
  EXPECT_EQ(shown[0].requester, call.principal);
  EXPECT_EQ(shown[0].answer, Json::object({{"n", 1}}));
}

TEST_F(KernelApprovals, OthersDoNotSeeWhatWaits) {
  propose(count_up("n"));
  const auto theirs = world.change(proposal(other_bot), count_up("n"));
  ASSERT_TRUE(theirs.ok());
  EXPECT_EQ(world.kernel->pending(theirs->approval->id)->after, std::vector<std::string>());
  EXPECT_EQ(theirs->patches->as_array().front().at("new").at("body").at("n"), Json(1));
}

TEST_F(KernelApprovals, RightsAreCheckedAgainUnderTodaysPolicy) {
  const auto id = propose(put(note("a", 1)));
  const auto stricter = support::parse_policy(
      "[[principal]]\nid = \"agent:*\"\n[[principal.allow]]\ndo = [\"READ\"]\n"
      "[[principal]]\nid = \"human:*\"\n[[principal.allow]]\ndo = [\"READ\", \"APPROVE\"]\n",
      "policy.toml");
  ASSERT_TRUE(stricter.ok()) << stricter.error().message;
  EXPECT_FALSE(world.kernel->reload_policy(*stricter, bot).ok());
  ASSERT_TRUE(world.kernel->reload_policy(*stricter, ada).ok());
  EXPECT_EQ(code_of(world.decide(id)), Code::denied);
  EXPECT_EQ(world.kernel->pending(id)->state, "denied");
  EXPECT_THAT(facts(world), testing::ElementsAre("change.denied", "policy.reloaded", "change.proposed"));
}

TEST_F(KernelApprovals, WithoutApprovePermissionNothingIsDecided) {
  const auto id = propose(put(note("a", 1)));
  const auto nobody = support::parse_policy(
      "[[principal]]\nid = \"agent:*\"\n[[principal.allow]]\ndo = [\"READ\", \"CREATE\", \"MODIFY\"]\n"
      "[[principal]]\nid = \"human:*\"\n[[principal.allow]]\ndo = [\"READ\"]\n",
      "policy.toml");
  ASSERT_TRUE(world.kernel->reload_policy(nobody.value(), ada).ok());
  EXPECT_EQ(code_of(world.decide(id)), Code::denied);
  EXPECT_EQ(world.kernel->pending(id)->state, "awaiting");
}

TEST_F(KernelApprovals, ARepeatedProposalIsTheSameProposal) {
  Call call = proposal();
  call.idempotency_key = "k";
  const auto first = world.change(call, put(note("a", 1)));
  const auto again = world.change(call, put(note("a", 1)));
  ASSERT_TRUE(first.ok() && again.ok());
  EXPECT_TRUE(again->replayed);
  EXPECT_EQ(again->approval->id, first->approval->id);
  EXPECT_EQ(world.kernel->pendings(World::reading(), true)->size(), 1U);
}

// ---- forms -------------------------------------------------------------------------------------

class KernelForms : public KernelApprovals {
 protected:
  Result<Outcome> answer(const std::string& id, const std::string& code, bool accepted = true,
                         const Principal& through = bot) {
    return World::wait(
        [&](Kernel::Done done) { world.kernel->decide_by_form(id, through, code, accepted, std::move(done)); });
  }
};

TEST_F(KernelForms, TheTypedCodeApproves) {
  const auto id = propose(put(note("a", 1)));
  const auto form = world.kernel->form_for(world.kernel->pending(id).value());
  ASSERT_TRUE(form.has_value());
  EXPECT_EQ(form->code.size(), 6U);
  EXPECT_THAT(form->message, HasSubstr(form->code));
  const auto done = answer(id, form->code);
  ASSERT_TRUE(done.ok()) << done.error().message;
  EXPECT_EQ(done->approval->state, "committed");
  EXPECT_EQ(world.body("a"), Json(1));
}

TEST_F(KernelForms, AnEmptyAnswerApprovesNothingAndFiveWrongOnesCloseTheForm) {
  const auto id = propose(put(note("a", 1)));
  const std::string code = world.kernel->form_for(world.kernel->pending(id).value())->code;
  EXPECT_EQ(answer(id, code, false)->approval->state, "awaiting") << "a declined form decides nothing";
  for (int i = 0; i < 5; ++i) EXPECT_EQ(code_of(answer(id, "")), Code::denied);
  EXPECT_EQ(code_of(answer(id, code)), Code::denied);
  EXPECT_FALSE(world.kernel->form_for(world.kernel->pending(id).value()).has_value());
  EXPECT_EQ(world.kernel->pending(id)->state, "awaiting") << "a terminal still decides";
}

TEST_F(KernelForms, GraveChangesHaveNoForm) {
  ASSERT_TRUE(world.change(World::call(), put(note("a", 1))).ok());
  for (const auto& id : {propose(put_as(note("b", 1), Tier::high)), propose(remove("a"))}) {
    EXPECT_FALSE(world.kernel->form_for(world.kernel->pending(id).value()).has_value());
    EXPECT_EQ(code_of(answer(id, "ABCDEF")), Code::denied);
  }
}

TEST_F(KernelForms, AFormIsAnsweredThroughItsOwnUser) {
  const auto id = propose(put(note("a", 1)));
  const std::string code = world.kernel->form_for(world.kernel->pending(id).value())->code;
  EXPECT_EQ(code_of(answer(id, code, true, eve_bot)), Code::not_found);
}

TEST_F(KernelForms, TheSealedStateBelongsToOneCallerAndCall) {
  const auto id = propose(put(note("a", 1)));
  const auto form = world.kernel->form_for(world.kernel->pending(id).value());
  const std::string sealed = world.kernel->seal_form(*form, proposal());
  EXPECT_EQ(world.kernel->open_form(sealed, proposal()).value(), id);
  EXPECT_FALSE(world.kernel->open_form(sealed, proposal(other_bot)).ok());
  Call changed = proposal();
  changed.arguments = Json::object({{"x", 1}});
  EXPECT_FALSE(world.kernel->open_form(sealed, changed).ok());
  std::string altered = sealed;
  altered[altered.size() / 2] = altered[altered.size() / 2] == 'A' ? 'B' : 'A';
  EXPECT_FALSE(world.kernel->open_form(altered, proposal()).ok());
}

// ---- files -------------------------------------------------------------------------------------

TEST_F(KernelApprovals, APolicyThatAsksForMoreMeanwhileIsHeard) {
  const auto id = propose(put(note("a", 1)));
  const auto two = support::parse_policy(
      "[approval]\nmedium = { confirmations = 2, min_assurance = \"A2\" }\nsecond_confirmation_seconds = 0\n",
      "policy.toml");
  ASSERT_TRUE(two.ok()) << two.error().message;
  ASSERT_TRUE(world.kernel->reload_policy(*two, testing_world::ada).ok());
  const auto first = world.decide(id);
  ASSERT_TRUE(first.ok()) << first.error().message;
  EXPECT_EQ(first->approval->state, "confirmed_once") << "one sufficed when it was asked for, two are needed now";
  EXPECT_FALSE(world.body("a"));
  ASSERT_TRUE(world.decide(id).ok());
  EXPECT_TRUE(world.body("a"));
}

TEST_F(KernelApprovals, AnApprovedFileHasTheBytesThatWerePreviewed) {
  const auto id = propose([](const View&) -> Result<Change> {
    Change change;
    change.files.push_back({"out.txt", "as previewed", {".txt"}});
    change.facts.push_back({"document.exported", "out.txt"});
    change.leaves_system = true;
    return change;
  });
  EXPECT_FALSE(std::filesystem::exists(world.files() / "out.txt"));
  const auto done = world.decide(id);
  ASSERT_TRUE(done.ok()) << done.error().message;
  std::ifstream in(world.files() / "out.txt");
  std::stringstream text;
  text << in.rdbuf();
  EXPECT_EQ(text.str(), "as previewed");
  EXPECT_TRUE(world.events().front().leaves_system);
}

TEST_F(KernelApprovals, AFileThatCannotBeWrittenAnyMoreIsNotApproved) {
  const auto id = propose([](const View&) -> Result<Change> {
    Change change;
    change.files.push_back({"out.txt", "as previewed", {".txt"}});
    change.leaves_system = true;
    return change;
  });
  std::filesystem::create_directory(world.files() / "out.txt");
  const auto before = world.events().size();
  const auto refused = world.decide(id);
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().message, testing::HasSubstr("out.txt"));
  EXPECT_EQ(world.events().size(), before);
  std::filesystem::remove(world.files() / "out.txt");
  EXPECT_TRUE(world.decide(id).ok());
}

}  // namespace
}  // namespace kernel
