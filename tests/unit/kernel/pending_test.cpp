// SPDX-License-Identifier: Apache-2.0
#include "kernel/pending.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "base/crypto.h"
#include "base/text.h"
#include "kernel/json_diff.h"

namespace kernel {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::int64_t noon_ms = 1'800'000'000'000;
constexpr std::int64_t hour_ms = 3'600'000;
constexpr std::int64_t delay_ms = 10'000;

class SeededEntropy final : public base::Entropy {
 public:
  void fill(char* out, std::size_t size) override {
    for (std::size_t i = 0; i < size; ++i) out[i] = static_cast<char>(engine_());
  }

 private:
  std::mt19937 engine_{7};
};

Principal human(std::string name) { return {Kind::human, name + "-0000-user", std::nullopt, name}; }
Principal ada() { return human("ada"); }
Principal bob() { return human("bob"); }
Principal adas_agent() { return {Kind::agent, ada().user_id, "layout-bot-id", "layout-bot for ada"}; }

// A change as the kernel leaves it: it waits for one confirmation at a terminal.
Pending waiting() {
  Pending pending;
  pending.id = "chg_1";
  pending.workspace = "ws_1";
  pending.branch = "main";
  pending.base_revision = 41;
  pending.base_head = "ab12";
  pending.read_set = {{"W3", 40}, {"D1", 0}};
  pending.toolset = "geometry";
  pending.tool = "bim_set_height";
  pending.tool_version = "1";
  pending.arguments = Json::object({{"wall", "W3"}, {"height_mm", 2800}});
  pending.steps = to_json({Step{"replace", "W3", "/body/height", 3000, 2800}});
  pending.inverse = to_json({Step{"replace", "W3", "/body/height", 2800, 3000}});
  pending.touched = base::parse_json(R"({"n":1,"categories":["wall"],"levels":["L1"],
      "bbox_before":{"min":[0,0,0],"max":[5000,200,3000]},"bbox_after":{"min":[0,0,0],"max":[5000,200,2800]}})")
                        .value();
  pending.facts = base::parse_json(R"([{"type":"element.modified","element":"W3"}])").value();
  pending.files = {{.path = "/work/out/plan.ifc", .from_root = "out/plan.ifc", .sha256 = "feed", .size = 1234}};
  pending.summary = "Lower wall W3 to 2800 mm";
  pending.result = Json::object({{"height_mm", 2800}});
  pending.tier = Tier::high;
  pending.reasons = {"tier HIGH"};
  pending.need = {1, false, Assurance::a2};
  pending.requester = adas_agent();
  pending.call_id = "call_1";
  pending.reasoning = "the ceiling is lower there";
  pending.idempotency_key = "key-1";
  pending.policy_digest = "cafe";
  pending.created_ms = noon_ms;
  pending.expires_ms = noon_ms + 72 * hour_ms;
  pending.open_nonces = {"nonce-1"};
  pending.change_digest = change_digest(pending).value();
  return pending;
}

Pending waiting_twice(bool distinct_humans = false) {
  Pending pending = waiting();
  pending.need = {2, distinct_humans, Assurance::a2};
  pending.change_digest = change_digest(pending).value();
  return pending;
}

Pending waiting_for_a_form() {
  Pending pending = waiting();
  pending.need = {1, false, Assurance::a1};
  pending.form_code = "K7M2QX";
  pending.open_nonces.clear();
  pending.change_digest = change_digest(pending).value();
  return pending;
}

const base::SigningKey& key() {
  static SeededEntropy entropy;
  static const base::SigningKey made = base::make_signing_key(entropy);
  return made;
}

void sign(Ballot& ballot, const Pending& pending) {
  ballot.public_key = key().public_key;
  ballot.signature = base::sign(key(), ballot_message(ballot, pending.id));
}

Ballot at_terminal(const Pending& pending, Principal by, bool approve = true, std::string nonce = "nonce-1") {
  Ballot ballot;
  ballot.approve = approve;
  ballot.by = std::move(by);
  ballot.change_digest = pending.change_digest;
  ballot.channel = "terminal";
  ballot.assurance = Assurance::a2;
  ballot.nonce = std::move(nonce);
  sign(ballot, pending);
  return ballot;
}

Ballot in_form(const Pending& pending, bool approve = true) {
  Ballot ballot;
  ballot.approve = approve;
  ballot.by = ada();
  ballot.change_digest = pending.change_digest;
  ballot.channel = "form";
  ballot.assurance = Assurance::a1;
  return ballot;
}

// Judges and expects a refusal that leaves the record as it was.
Error refused(Pending& pending, const Ballot& ballot, std::int64_t now_ms = noon_ms + 1) {
  const Json before = to_json(pending);
  const auto verdict = judge(pending, ballot, now_ms, delay_ms);
  EXPECT_EQ(to_json(pending), before);
  EXPECT_FALSE(verdict.ok());
  return verdict.ok() ? Error{} : verdict.error();
}

// --- what is accepted ---

TEST(Judge, AHumanMayApproveWhatTheirOwnAgentAsked) {
  Pending pending = waiting();
  EXPECT_EQ(judge(pending, at_terminal(pending, ada()), noon_ms + 5, delay_ms).value(), Next::commit);
  EXPECT_EQ(pending.state, "approved");
  ASSERT_EQ(pending.ballots.size(), 1U);
  EXPECT_EQ(pending.ballots[0].by, ada());
  EXPECT_EQ(pending.ballots[0].time_ms, noon_ms + 5);
  EXPECT_TRUE(pending.open_nonces.empty());
}

TEST(Judge, AHumanMayReject) {
  Pending pending = waiting();
  EXPECT_EQ(judge(pending, at_terminal(pending, ada(), false), noon_ms + 5, delay_ms).value(), Next::rejected);
  EXPECT_EQ(pending.state, "rejected");
}

TEST(Judge, RejectingNeedsNoMoreThanASignature) {
  Pending pending = waiting();
  pending.need.min_assurance = Assurance::a3;
  pending.change_digest = change_digest(pending).value();
  EXPECT_EQ(judge(pending, at_terminal(pending, ada(), false), noon_ms + 5, delay_ms).value(), Next::rejected);
}

TEST(Judge, TheTimeOfADecisionIsOursAndNotTheBallots) {
  Pending pending = waiting();
  Ballot ballot = at_terminal(pending, ada());
  ballot.time_ms = 1;
  ASSERT_TRUE(judge(pending, ballot, noon_ms + 5, delay_ms).ok());
  EXPECT_EQ(pending.ballots[0].time_ms, noon_ms + 5);
}

// --- who ---

TEST(Judge, AnAgentCanNeverDecide) {
  for (const bool approve : {true, false}) {
    Pending pending = waiting();
    const Error error =
        refused(pending, at_terminal(pending, {Kind::agent, "eve", "other-agent", "eve's agent"}, approve));
    EXPECT_EQ(error.code, Code::denied);
    EXPECT_THAT(error.message, HasSubstr("agent can never approve"));
  }
}

TEST(Judge, AHumanWithAnAgentIdIsAnAgent) {
  Pending pending = waiting();
  Principal disguised = ada();
  disguised.agent_id = "layout-bot-id";
  EXPECT_EQ(refused(pending, at_terminal(pending, disguised)).code, Code::denied);
}

TEST(Judge, NobodyDecidesOnTheirOwnRequest) {
  Pending pending = waiting();
  pending.requester = ada();
  pending.change_digest = change_digest(pending).value();
  const Error error = refused(pending, at_terminal(pending, ada()));
  EXPECT_EQ(error.code, Code::denied);
  EXPECT_THAT(error.message, HasSubstr("who asked"));
  EXPECT_TRUE(judge(pending, at_terminal(pending, bob()), noon_ms + 1, delay_ms).ok());
}

TEST(Judge, ANamelessVoterIsRefused) {
  Pending pending = waiting();
  EXPECT_EQ(refused(pending, at_terminal(pending, {Kind::human, "", std::nullopt, "?"})).code, Code::denied);
}

// --- what was shown ---

TEST(Judge, AnotherDigestMeansAnotherChangeWasShown) {
  Pending pending = waiting();
  Ballot ballot = at_terminal(pending, ada());
  ballot.change_digest = std::string(64, '0');
  sign(ballot, pending);
  const Error error = refused(pending, ballot);
  EXPECT_EQ(error.code, Code::stale);
  EXPECT_THAT(error.message, HasSubstr("shown differs"));
}

TEST(Judge, ARecordAlteredAtRestCannotBeApproved) {
  Pending pending = waiting();
  pending.steps = to_json({Step{"replace", "W3", "/body/height", 3000, 1}});
  EXPECT_EQ(refused(pending, at_terminal(pending, ada())).code, Code::stale);
}

// --- nonce and signature ---

TEST(Judge, ANonceThatWasNeverIssuedIsRefused) {
  for (const char* nonce : {"", "nonce-2"}) {
    Pending pending = waiting();
    const Error error = refused(pending, at_terminal(pending, ada(), true, nonce));
    EXPECT_EQ(error.code, Code::denied);
    EXPECT_THAT(error.message, HasSubstr("already used or never issued"));
  }
}

TEST(Judge, AnEmptyNonceIsRefusedEvenIfItStandsInTheRecord) {
  Pending pending = waiting();
  pending.open_nonces.push_back("");
  EXPECT_EQ(refused(pending, at_terminal(pending, ada(), true, "")).code, Code::denied);
}

TEST(Judge, ASignatureFitsOneDecisionOnly) {
  const std::vector<void (*)(Ballot&)> forgeries{
      [](Ballot& b) { b.approve = false; },
      [](Ballot& b) { b.by = bob(); },
      [](Ballot& b) { b.nonce = "nonce-2"; },
      [](Ballot& b) { b.signature.clear(); },
      [](Ballot& b) { b.signature[10] = static_cast<char>(b.signature[10] ^ 1); },
      [](Ballot& b) { b.public_key[10] = static_cast<char>(b.public_key[10] ^ 1); },
      [](Ballot& b) { b.public_key.clear(); },
  };
  for (const auto& forge : forgeries) {
    Pending pending = waiting();
    pending.open_nonces = {"nonce-1", "nonce-2"};
    Ballot ballot = at_terminal(pending, ada());
    forge(ballot);
    EXPECT_EQ(refused(pending, ballot).code, Code::denied);
  }
}

TEST(Judge, ASignatureForAnotherPendingChangeIsRefused) {
  Pending other = waiting();
  other.id = "chg_2";
  const Ballot ballot = at_terminal(other, ada());
  Pending pending = waiting();
  EXPECT_EQ(refused(pending, ballot).code, Code::denied);
}

TEST(Judge, TheConsoleNeedsASignatureToo) {
  Pending pending = waiting();
  Ballot ballot = at_terminal(pending, ada());
  ballot.channel = "console";
  ballot.assurance = Assurance::a3;
  ballot.signature.clear();
  EXPECT_EQ(refused(pending, ballot).code, Code::denied);
}

TEST(BallotMessage, NoTwoBallotsShareTheirBytes) {
  Ballot a;
  a.by = ada();
  a.change_digest = "12";
  a.nonce = "3";
  Ballot b = a;
  b.change_digest = "1";
  b.nonce = "23";
  EXPECT_NE(ballot_message(a, "chg_1"), ballot_message(b, "chg_1"));
  EXPECT_NE(ballot_message(a, "chg_1"), ballot_message(a, "chg_11"));
}

// --- assurance ---

TEST(Judge, AFormIsNotEnoughWhereATerminalIsNeeded) {
  Pending pending = waiting();
  pending.form_code = "K7M2QX";
  const Error error = refused(pending, in_form(pending));
  EXPECT_EQ(error.code, Code::denied);
  EXPECT_THAT(error.message, HasSubstr("A2 (a terminal"));
}

TEST(Judge, AChannelCannotClaimMoreThanItGives) {
  for (const auto& [channel, claim] : {std::pair("form", Assurance::a2), std::pair("terminal", Assurance::a3),
                                       std::pair("telepathy", Assurance::a2)}) {
    Pending pending = waiting();
    Ballot ballot = at_terminal(pending, ada());
    ballot.channel = channel;
    ballot.assurance = claim;
    EXPECT_EQ(refused(pending, ballot).code, Code::denied) << channel;
  }
}

// --- the form ---

TEST(Judge, AFormApprovesWhereThePolicyAdmitsIt) {
  Pending pending = waiting_for_a_form();
  EXPECT_EQ(judge(pending, in_form(pending), noon_ms + 1, delay_ms).value(), Next::commit);
  EXPECT_TRUE(pending.form_code.empty());
}

TEST(Judge, AFormThatWasNeverIssuedIsRefused) {
  Pending pending = waiting_for_a_form();
  pending.form_code.clear();
  EXPECT_EQ(refused(pending, in_form(pending)).code, Code::denied);
}

TEST(Judge, ADeclinedFormLeavesTheChangeWaiting) {
  Pending pending = waiting_for_a_form();
  const Json before = to_json(pending);
  EXPECT_EQ(judge(pending, in_form(pending, false), noon_ms + 1, delay_ms).value(), Next::keep_waiting);
  EXPECT_EQ(to_json(pending), before);
}

TEST(Judge, OneFormDoesNotConfirmTwice) {
  Pending pending = waiting_for_a_form();
  pending.need.confirmations = 2;
  pending.change_digest = change_digest(pending).value();
  EXPECT_EQ(judge(pending, in_form(pending), noon_ms + 1, delay_ms).value(), Next::keep_waiting);
  EXPECT_EQ(refused(pending, in_form(pending), noon_ms + hour_ms).code, Code::denied);
}

TEST(FormCode, CaseAndBlanksDoNotMatter) {
  Pending pending = waiting_for_a_form();
  EXPECT_TRUE(form_code_matches(pending, "K7M2QX"));
  EXPECT_TRUE(form_code_matches(pending, " k7m2qx\n"));
  EXPECT_EQ(pending.form_attempts, 0);
}

TEST(FormCode, FiveWrongCodesCloseTheForm) {
  Pending pending = waiting_for_a_form();
  for (const char* wrong : {"", "K7M2Q", "K7M2QY", "K7M2QXX", "accept"})
    EXPECT_FALSE(form_code_matches(pending, wrong));
  EXPECT_EQ(pending.form_attempts, 5);
  EXPECT_FALSE(form_code_matches(pending, "K7M2QX"));
  EXPECT_EQ(refused(pending, in_form(pending)).code, Code::denied);
}

TEST(FormCode, FourWrongCodesDoNot) {
  Pending pending = waiting_for_a_form();
  for (int i = 0; i < 4; ++i) EXPECT_FALSE(form_code_matches(pending, "wrong!"));
  EXPECT_TRUE(form_code_matches(pending, "K7M2QX"));
}

TEST(FormCode, WithoutAFormNothingMatches) {
  Pending pending = waiting();
  EXPECT_FALSE(form_code_matches(pending, ""));
  EXPECT_EQ(pending.form_attempts, 0);
}

// --- time and state ---

TEST(Judge, TheTimeToDecideEnds) {
  Pending pending = waiting();
  const Error error = refused(pending, at_terminal(pending, ada()), pending.expires_ms);
  EXPECT_EQ(error.code, Code::approval_closed);
  EXPECT_TRUE(judge(pending, at_terminal(pending, ada()), pending.expires_ms - 1, delay_ms).ok());
}

TEST(Judge, AClosedChangeSaysHowItStands) {
  for (const char* state : {"committed", "rejected", "expired", "withdrawn", "stale", "denied", "approved"}) {
    Pending pending = waiting();
    pending.state = state;
    const Error error = refused(pending, at_terminal(pending, ada()));
    EXPECT_EQ(error.code, Code::approval_closed);
    EXPECT_THAT(error.message, HasSubstr(state));
  }
}

TEST(Judge, ADecisionCannotBeReplayed) {
  Pending pending = waiting();
  const Ballot ballot = at_terminal(pending, ada());
  ASSERT_TRUE(judge(pending, ballot, noon_ms + 1, delay_ms).ok());
  EXPECT_EQ(refused(pending, ballot).code, Code::approval_closed);
}

TEST(IsTerminal, TellsEndsFromWaiting) {
  for (const char* end : {"committed", "rejected", "expired", "withdrawn", "stale", "denied"})
    EXPECT_TRUE(is_terminal(end));
  for (const char* open : {"proposed", "awaiting", "confirmed_once", "approved"}) EXPECT_FALSE(is_terminal(open));
}

// --- two confirmations ---

Pending confirmed_once(bool distinct_humans = false) {
  Pending pending = waiting_twice(distinct_humans);
  EXPECT_EQ(judge(pending, at_terminal(pending, ada()), noon_ms + 1, delay_ms).value(), Next::keep_waiting);
  EXPECT_EQ(pending.state, "confirmed_once");
  pending.open_nonces = {"nonce-2"};
  return pending;
}

TEST(SecondConfirmation, CommitsAfterTheDelayWithANewNonce) {
  Pending pending = confirmed_once();
  EXPECT_EQ(judge(pending, at_terminal(pending, ada(), true, "nonce-2"), noon_ms + 1 + delay_ms, delay_ms).value(),
            Next::commit);
  EXPECT_EQ(pending.ballots.size(), 2U);
}

TEST(SecondConfirmation, ComesNotTooSoon) {
  Pending pending = confirmed_once();
  const Error error = refused(pending, at_terminal(pending, ada(), true, "nonce-2"), noon_ms + delay_ms);
  EXPECT_EQ(error.code, Code::denied);
  EXPECT_THAT(error.message, HasSubstr("too soon"));
  EXPECT_THAT(error.hint, HasSubstr("1 s"));
}

TEST(SecondConfirmation, CannotUseTheFirstNonceAgain) {
  Pending pending = confirmed_once();
  pending.open_nonces.push_back("nonce-1");
  const Error error = refused(pending, at_terminal(pending, ada(), true, "nonce-1"), noon_ms + hour_ms);
  EXPECT_THAT(error.message, HasSubstr("already used"));
}

TEST(SecondConfirmation, NeedsAPreviewAfterTheFirst) {
  Pending pending = waiting_twice();
  pending.open_nonces = {"nonce-1", "nonce-2"};
  ASSERT_TRUE(judge(pending, at_terminal(pending, ada()), noon_ms + 1, delay_ms).ok());
  EXPECT_EQ(refused(pending, at_terminal(pending, ada(), true, "nonce-2"), noon_ms + hour_ms).code, Code::denied);
}

TEST(SecondConfirmation, ComesFromAnotherPersonWhereThePolicySaysSo) {
  Pending pending = confirmed_once(true);
  const Error error = refused(pending, at_terminal(pending, ada(), true, "nonce-2"), noon_ms + hour_ms);
  EXPECT_EQ(error.code, Code::denied);
  EXPECT_THAT(error.message, HasSubstr("another person"));
  EXPECT_EQ(judge(pending, at_terminal(pending, bob(), true, "nonce-2"), noon_ms + hour_ms, delay_ms).value(),
            Next::commit);
}

TEST(SecondConfirmation, AnotherHumansNoEndsIt) {
  Pending pending = confirmed_once();
  EXPECT_EQ(judge(pending, at_terminal(pending, bob(), false, "nonce-2"), noon_ms + 2, delay_ms).value(),
            Next::rejected);
  EXPECT_EQ(pending.state, "rejected");
}

TEST(SecondConfirmation, OneMayRejectWhatOneConfirmed) {
  Pending pending = confirmed_once(true);
  EXPECT_EQ(judge(pending, at_terminal(pending, ada(), false, "nonce-2"), noon_ms + 2, delay_ms).value(),
            Next::rejected);
}

TEST(SecondConfirmation, AClockSetBackDoesNotReopenWhatExpired) {
  Pending pending = confirmed_once();
  pending.ballots[0].time_ms = pending.expires_ms;
  EXPECT_EQ(refused(pending, at_terminal(pending, bob(), true, "nonce-2"), noon_ms).code, Code::approval_closed);
}

TEST(DistinctHumans, WithOneConfirmationMeansAnotherThanWhoseAgentAsked) {
  Pending pending = waiting();
  pending.need.distinct_humans = true;
  pending.change_digest = change_digest(pending).value();
  EXPECT_EQ(refused(pending, at_terminal(pending, ada())).code, Code::denied);
  EXPECT_EQ(judge(pending, at_terminal(pending, bob()), noon_ms + 1, delay_ms).value(), Next::commit);
}

// --- digest ---

TEST(ChangeDigest, CoversEverythingThatIsShownAndDone) {
  const std::vector<void (*)(Pending&)> alterations{
      [](Pending& p) { p.workspace = "ws_2"; },
      [](Pending& p) { p.branch = "agent/x"; },
      [](Pending& p) { p.base_revision = 42; },
      [](Pending& p) { p.base_head = "ab13"; },
      [](Pending& p) { p.requester.user_id = "bob"; },
      [](Pending& p) { p.requester.agent_id = "other"; },
      [](Pending& p) { p.requester.kind = Kind::human; },
      [](Pending& p) { p.toolset = "spatial"; },
      [](Pending& p) { p.tool = "bim_delete"; },
      [](Pending& p) { p.tool_version = "1.1"; },
      [](Pending& p) { p.arguments.set("height_mm", 2801); },
      [](Pending& p) { p.steps.push_back(1); },
      [](Pending& p) { p.inverse.push_back(1); },
      [](Pending& p) { p.touched.set("n", 2); },
      [](Pending& p) { p.facts = Json::array(); },
      [](Pending& p) { p.files[0].path = "out/other.ifc"; },
      [](Pending& p) { p.files[0].sha256 = "beef"; },
      [](Pending& p) { p.files[0].before = "beef"; },
      [](Pending& p) { p.files[0].foreign = true; },
      [](Pending& p) { p.files[0].size = 1; },
      [](Pending& p) { p.files.clear(); },
      [](Pending& p) { p.summary = "Nothing to see"; },
      [](Pending& p) { p.reasoning = "because"; },
      [](Pending& p) { p.tier = Tier::low; },
      [](Pending& p) { p.reasons.clear(); },
      [](Pending& p) { p.need.confirmations = 0; },
      [](Pending& p) { p.need.min_assurance = Assurance::a1; },
      [](Pending& p) { p.merge = true; },
      [](Pending& p) { p.policy_digest = "cafd"; },
  };
  const std::string original = change_digest(waiting()).value();
  for (std::size_t i = 0; i < alterations.size(); ++i) {
    Pending altered = waiting();
    alterations[i](altered);
    EXPECT_NE(change_digest(altered).value(), original) << "alteration " << i;
  }
}

TEST(ChangeDigest, DoesNotDependOnWhatComesLater) {
  Pending later = waiting();
  later.state = "confirmed_once";
  later.open_nonces = {"x"};
  later.ballots.emplace_back();
  later.event_id = "event";
  later.form_attempts = 3;
  EXPECT_EQ(change_digest(later).value(), change_digest(waiting()).value());
}

// --- the record ---

TEST(PendingRecord, SurvivesBeingStored) {
  Pending pending = confirmed_once(true);
  pending.form_code = "K7M2QX";
  pending.form_attempts = 2;
  pending.after = {"chg_0"};
  pending.event_id = "ev";
  pending.merge = true;
  pending.read_everything = true;
  pending.ballots[0].reason = "looks right";
  const std::string stored = to_json(pending).dump();
  const auto read = pending_from_json(base::parse_json(stored).value());
  ASSERT_TRUE(read.ok()) << read.error().path;
  EXPECT_EQ(to_json(*read).dump(), stored);
  EXPECT_EQ(read->ballots[0].signature, pending.ballots[0].signature);
  EXPECT_EQ(read->requester, pending.requester);
  EXPECT_EQ(read->requester.label, "layout-bot for ada");
  EXPECT_EQ(change_digest(*read).value(), change_digest(pending).value());
}

TEST(PendingRecord, AMissingOrWrongMemberIsNamed) {
  const Json whole = to_json(confirmed_once());
  for (const auto& [name, value] : whole.as_object()) {
    if (name == "v") continue;
    Json cut = whole;
    cut.erase(name);
    const auto read = pending_from_json(cut);
    ASSERT_FALSE(read.ok()) << name;
    EXPECT_EQ(read.error().code, Code::parse);
    EXPECT_EQ(read.error().path, name);
  }
  for (const char* name : {"tier", "form_attempts", "need", "requester", "ballots", "read_set"}) {
    EXPECT_FALSE(pending_from_json(Json(whole).set(name, -7)).ok()) << name;
  }
  EXPECT_FALSE(pending_from_json(Json("no object")).ok());
}

// --- what a person reads ---

TEST(Describe, ShowsWhatWhoWhyAndHowMuch) {
  const std::string text = describe(waiting());
  for (const char* part :
       {"chg_1", "Lower wall W3 to 2800 mm", "HIGH", "1 element\n", "wall", "L1",
        "after: [0,0,0] to [5000,200,2800] mm", "layout-bot for ada (agent layout-bot-id, user ada-0000-user)",
        "\"the ceiling is lower there\"", "tier HIGH", "1 confirmation by a person, assurance A2 or higher",
        "2027-01-18T08:00:00.000Z", "modify wall W3\n      /body/height: 3000 → 2800\n",
        "out/plan.ifc (1234 bytes, SHA-256 feed)", "main", "ws_1"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
  EXPECT_THAT(text, HasSubstr(waiting().change_digest));
}

TEST(Describe, NamesCreatedAndDeletedElements) {
  Pending pending = waiting();
  const Json door = Json::object({{"category", "door"}});
  pending.steps = to_json({Step{"add", "D1", "", {}, door}, Step{"remove", "D2", "", door, {}}});
  EXPECT_THAT(describe(pending), HasSubstr("create door D1"));
  EXPECT_THAT(describe(pending), HasSubstr("delete door D2"));
}

// Of sixty-one deletions the one that matters may be the last: all are shown, and before everything else.
TEST(Describe, HidesNothingAndBeginsWithWhatIsDeleted) {
  Pending pending = waiting();
  std::vector<Step> steps;
  for (int i = 0; i < 120; ++i)
    steps.push_back({"replace", std::string("W").append(std::to_string(i)), "/body/height", 1, 2});
  steps.push_back({"remove", "W120", "", Json::object({{"category", "wall"}, {"body", Json::object()}}), {}});
  pending.steps = to_json(steps);
  pending.facts = base::parse_json(R"([{"type":"element.deleted","element":"W120"}])").value();
  const std::string text = describe(pending);
  EXPECT_THAT(text, HasSubstr("modify wall W119\n"));
  EXPECT_LT(text.find("DELETES     1 element\n    W120\n"), text.find("modify wall W0\n"));
  EXPECT_LT(text.find("delete wall W120\n"), text.find("modify wall W0\n"));
  EXPECT_THAT(describe_briefly(pending, 30), HasSubstr("more lines: lintel approvals show chg_1"));
  EXPECT_THAT(describe_briefly(pending, 30), HasSubstr("delete wall W120\n"));
}

// A plan's edit is a difference of lines, not the same sixty characters twice.
TEST(Describe, ShowsLongTextsAsADifferenceOfLines) {
  Pending pending = waiting();
  std::string before = "floorplan\n";
  for (int i = 0; i < 40; ++i) before += "room R" + std::to_string(i) + " size (3 x 3)\n";
  std::string after = before;
  after.replace(after.find("room R30 size (3 x 3)"), 21, "room R30 size (2 x 9)");
  pending.steps = to_json({Step{"replace", "plan", "/body/dsl", before, after}});
  const std::string text = describe(pending);
  EXPECT_THAT(text, HasSubstr("-room R30 size (3 x 3)\n"));
  EXPECT_THAT(text, HasSubstr("+room R30 size (2 x 9)\n"));
  EXPECT_THAT(text, Not(HasSubstr("R20")));
}

TEST(Describe, SaysWhoConfirmedAndThatAnotherPersonIsNeeded) {
  const std::string text = describe(confirmed_once(true));
  EXPECT_THAT(text, HasSubstr("2 confirmations by a person, each by another one"));
  EXPECT_THAT(text, HasSubstr("confirmed by ada (user ada-0000-user)"));
}

TEST(Describe, NeverShowsTheFormsCode) { EXPECT_THAT(describe(waiting_for_a_form()), Not(HasSubstr("K7M2QX"))); }

// Escape sequences, line breaks, bidirectional marks and invisible characters.
TEST(Describe, NoTextFromCallersCanFakeTheScreen) {
  const std::string evil =
      "a\x1b[2J\r\n  Digest      "
      "0000\t\x7f\xC2\x9B\xE2\x80\xAE\xE2\x80\x8F\xE2\x80\xA8\xE2\x80\x8B\xD8\x9C\xEF\xBB\xBF\xFFz";
  Pending pending = waiting();
  const std::size_t lines = base::split(describe(pending), '\n').size();
  pending.id = pending.state = pending.workspace = pending.branch = pending.tool = pending.tool_version = evil;
  pending.summary = pending.reasoning = pending.change_digest = evil;
  pending.requester = {Kind::agent, evil, evil, evil};
  pending.reasons = {evil};
  pending.files = {{.path = evil, .from_root = evil, .sha256 = evil, .before = evil}};
  pending.steps = to_json({Step{"replace", evil, std::string("/").append(evil), evil, evil}});
  pending.touched = Json::object({{"n", 1},
                                  {"categories", Json::array({evil})},
                                  {"levels", Json::array({evil})},
                                  {"bbox_before", Json::object({{"min", evil}, {"max", evil}})},
                                  {"bbox_after", Json::object({{"min", evil}, {"max", evil}})}});
  const std::string text = describe(pending);
  EXPECT_EQ(base::split(text, '\n').size(), lines);
  EXPECT_TRUE(base::valid_utf8(text));
  for (const char* bad : {"\x1b", "\r", "\t", "\x7f", "\xC2\x9B", "\xE2\x80\xAE", "\xE2\x80\x8F", "\xE2\x80\xA8",
                          "\xE2\x80\x8B", "\xD8\x9C", "\xEF\xBB\xBF", "\xFF"}) {
    EXPECT_THAT(text, Not(HasSubstr(bad)));
  }
}

TEST(Describe, DamagedStepsAreSaidToBeDamaged) {
  Pending pending = waiting();
  pending.steps = "nonsense";
  pending.touched = Json();
  EXPECT_THAT(describe(pending), HasSubstr("do not approve"));
}

// --- multi-round-trip state ---

const FormState form_state{"chg_1", "d1", "agent:x", "a1", noon_ms};
const std::string form_key(32, 'k');

TEST(FormState, OpensWithTheKeyThatSealedIt) {
  SeededEntropy entropy;
  const auto opened = open_form_state(seal_form_state(form_state, form_key, entropy), form_key);
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->pending_id, "chg_1");
  EXPECT_EQ(opened->change_digest, "d1");
  EXPECT_EQ(opened->principal, "agent:x");
  EXPECT_EQ(opened->arguments_digest, "a1");
  EXPECT_EQ(opened->expires_ms, noon_ms);
}

TEST(FormState, EveryFlippedBitIsFound) {
  SeededEntropy entropy;
  const std::string sealed = seal_form_state(form_state, form_key, entropy);
  for (std::size_t bit = 0; bit < sealed.size() * 8; ++bit) {
    std::string altered = sealed;
    altered[bit / 8] = static_cast<char>(altered[bit / 8] ^ (1 << (bit % 8)));
    EXPECT_FALSE(open_form_state(altered, form_key)) << "bit " << bit;
  }
}

TEST(FormState, WhatIsCutLengthenedOrForeignIsRefused) {
  SeededEntropy entropy;
  const std::string sealed = seal_form_state(form_state, form_key, entropy);
  for (std::size_t size = 0; size < sealed.size(); ++size)
    EXPECT_FALSE(open_form_state(sealed.substr(0, size), form_key));
  EXPECT_FALSE(open_form_state(sealed + "A", form_key));
  EXPECT_FALSE(open_form_state(sealed, std::string(32, 'x')));
  const std::string other_purpose = base::base64url(base::seal(form_key, "{}", "lintel/other/v1", entropy));
  EXPECT_FALSE(open_form_state(other_purpose, form_key));
}

TEST(FormState, SealingTwiceGivesTwoTexts) {
  SeededEntropy entropy;
  EXPECT_NE(seal_form_state(form_state, form_key, entropy), seal_form_state(form_state, form_key, entropy));
}

}  // namespace
}  // namespace kernel
