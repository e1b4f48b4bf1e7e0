// SPDX-License-Identifier: Apache-2.0
#include "kernel/policy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <filesystem>

#include "base/crypto.h"
#include "base/files.h"
#include "base/text.h"
#include "support/policies.h"

namespace kernel {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

const std::string bot_id = "9d6a1c1e-0000-4000-8000-000000000001";

Principal bot() {
  Principal agent;
  agent.kind = Kind::agent;
  agent.user_id = "00000000-0000-4000-8000-00000000000a";
  agent.agent_id = bot_id;
  return agent;
}
Principal human() { return human_principal("ada"); }

// Boxes in millimetres.
Box mm(std::array<std::int64_t, 3> low, std::array<std::int64_t, 3> high) {
  Box box{low, high};
  for (auto* corner : {&box.min_um, &box.max_um}) {
    for (auto& value : *corner) value *= 1000;
  }
  return box;
}

Touched::Item item(std::string category, std::vector<std::string> levels = {"L1"}) {
  Touched::Item made;
  made.id = "bim:x1";
  made.category = std::move(category);
  made.levels = std::move(levels);
  made.before = made.after = mm({1000, 1000, 0}, {2000, 1200, 3000});
  return made;
}

Policy parsed(std::string_view text) {
  auto policy = support::parse_policy(text, "policy.toml");
  if (!policy) ADD_FAILURE() << policy.error().message;
  return policy ? *policy : support::built_in_policy();
}
std::string refusal_of(std::string_view text) {
  const auto policy = support::parse_policy(text, "policy.toml");
  return policy ? "accepted" : policy.error().message;
}

Verdict ask(const Policy& policy, const Principal& who, Permission permission, const Touched::Item* what = nullptr,
            std::string branch = "agent/a", std::string toolset = "geometry") {
  return policy.decide({who, permission, std::move(toolset), std::move(branch), what});
}

// The code of a refusal. An allowed verdict has none, whatever stands in its field.
std::optional<Code> code_of(const Verdict& verdict) {
  return verdict.allowed ? std::nullopt : std::optional(verdict.code);
}

// The example of the reference, its lines counted from 1.
const std::string layout_bot = R"([[principal]]
id = "agent:9d6a1c1e-0000-4000-8000-000000000001"
name = "layout-bot"

[[principal.allow]]
do = ["CREATE", "MODIFY"]
categories = ["wall", "door"]
levels = ["L1", "L2"]
regions = [{ min = [0, 0, 0], max = [20000, 12000, 7000] }]
branches = ["agent/*"]

[[principal.forbid]]
do = ["MODIFY"]
categories = ["column"]

[admin]
contact = "bea@example.org"
)";

// --- the built-in policy ---

TEST(BuiltInPolicy, AgentsMayDoEverythingButApprove) {
  const Policy& policy = support::built_in_policy();
  for (const auto permission : {Permission::read, Permission::create, Permission::modify, Permission::remove}) {
    EXPECT_TRUE(ask(policy, bot(), permission).allowed) << name(permission);
    const auto wall = item("wall");
    EXPECT_TRUE(ask(policy, bot(), permission, &wall).allowed) << name(permission);
  }
  const Verdict verdict = ask(policy, bot(), Permission::approve);
  EXPECT_FALSE(verdict.allowed);
  EXPECT_EQ(code_of(verdict), Code::denied);
}

TEST(BuiltInPolicy, HumansMayDoEverything) {
  for (const auto permission :
       {Permission::read, Permission::create, Permission::modify, Permission::remove, Permission::approve}) {
    EXPECT_TRUE(ask(support::built_in_policy(), human(), permission).allowed) << name(permission);
  }
}

TEST(BuiltInPolicy, HasTheModesOfTheDomains) {
  const Policy& policy = support::built_in_policy();
  for (const char* direct : {"ids", "energy", "floorplan", "kernel"}) {
    EXPECT_EQ(policy.governance(direct).mode, Mode::direct) << direct;
    EXPECT_THAT(policy.governance(direct).gate, ElementsAre("file.overwritten")) << direct;
    EXPECT_EQ(policy.governance(direct).bulk_above, 0) << direct;
    EXPECT_FALSE(policy.governance(direct).reasoning_required) << direct;
  }
  EXPECT_EQ(policy.governance("aas").mode, Mode::propose);
  EXPECT_FALSE(policy.governance("aas").free_low_tier);
  for (const char* preview : {"bim", "geometry", "spatial", "validation", "documentation", "fixtures"}) {
    const Governance& rules = policy.governance(preview);
    EXPECT_EQ(rules.mode, Mode::preview) << preview;
    EXPECT_THAT(rules.gate, ElementsAre("element.deleted", "branch.merged", "file.overwritten")) << preview;
    EXPECT_EQ(rules.bulk_above, 50) << preview;
    EXPECT_TRUE(rules.reasoning_required) << preview;
  }
}

TEST(BuiltInPolicy, HasTheSeedsLimits) {
  const Limits limits = support::built_in_policy().limits_for(bot());
  EXPECT_EQ(limits.max_elements_per_operation, 100);
  EXPECT_EQ(limits.max_operations_per_session, 1000);
  EXPECT_THAT(limits.requires_approval, IsEmpty());
  EXPECT_FALSE(limits.dry_run_default);
  EXPECT_FALSE(limits.undo_own_untouched);
}

TEST(BuiltInPolicy, AsksForTheAssuranceOfTheTier) {
  const Policy& policy = support::built_in_policy();
  const auto is = [&](Tier tier, bool destructive, int confirmations, Assurance assurance) {
    const ApprovalNeed need = policy.need(tier, destructive);
    EXPECT_EQ(need.confirmations, confirmations) << name(tier) << destructive;
    EXPECT_EQ(need.min_assurance, assurance) << name(tier) << destructive;
    EXPECT_FALSE(need.distinct_humans);
  };
  is(Tier::low, false, 1, Assurance::a1);
  is(Tier::medium, false, 1, Assurance::a1);
  is(Tier::high, false, 1, Assurance::a2);
  is(Tier::critical, false, 2, Assurance::a2);
  is(Tier::low, true, 1, Assurance::a2);
  is(Tier::critical, true, 2, Assurance::a2);
  EXPECT_EQ(policy.approval_ttl_ms(), 72LL * 3600 * 1000);
  EXPECT_EQ(policy.second_confirmation_delay_ms(), 10'000);
}

TEST(BuiltInPolicy, LimitsNoRateAndKnowsNoToken) {
  EXPECT_EQ(support::built_in_policy().rate_limit("ids", true).count, 0);
  EXPECT_EQ(support::built_in_policy().rate_limit("ids", false).count, 0);
  EXPECT_FALSE(support::built_in_policy().has_tokens());
  EXPECT_EQ(support::built_in_policy().admin_contact(), "the person who runs this server");
}

TEST(BuiltInPolicy, IsAFileLikeAnyOther) {
  const Policy again = parsed(support::built_in_policy().text());
  EXPECT_EQ(again.digest(), support::built_in_policy().digest());
  EXPECT_EQ(again.digest(), base::sha256_hex(support::built_in_policy().text()));
  EXPECT_EQ(again.text(), support::built_in_policy().text());
  EXPECT_TRUE(ask(again, human(), Permission::approve).allowed);
  EXPECT_EQ(support::built_in_policy().source(), "built-in policy");
}

// --- deciding ---

TEST(Deciding, WithoutIdentityNothing) {
  Principal nameless = bot();
  nameless.agent_id.reset();
  EXPECT_EQ(code_of(ask(support::built_in_policy(), nameless, Permission::read)), Code::identity_missing);
  nameless.agent_id = "";
  EXPECT_EQ(code_of(ask(support::built_in_policy(), nameless, Permission::read)), Code::identity_missing);
  Principal unowned = bot();
  unowned.user_id = "";
  EXPECT_EQ(code_of(ask(support::built_in_policy(), unowned, Permission::read)), Code::identity_missing);
  Principal both = human();
  both.agent_id = bot_id;
  const Verdict verdict = ask(support::built_in_policy(), both, Permission::approve);
  EXPECT_FALSE(verdict.allowed);
  EXPECT_EQ(code_of(verdict), Code::identity_missing);
}

TEST(Deciding, APermitThatCoversAllDimensionsAllows) {
  const auto wall = item("wall");
  const Verdict verdict = ask(parsed(layout_bot), bot(), Permission::modify, &wall);
  EXPECT_TRUE(verdict.allowed) << verdict.message;
  EXPECT_EQ(verdict.line, 5);
  EXPECT_EQ(verdict.where, "policy.toml:5");
  EXPECT_EQ(verdict.rule,
            "allow CREATE, MODIFY; categories wall, door; levels L1, L2; regions (0 0 0 to 20000 12000 7000 mm); "
            "branches agent/*");
}

TEST(Deciding, WhatNothingPermitsIsDenied) {
  const auto wall = item("wall");
  const Verdict verdict = ask(parsed(layout_bot), bot(), Permission::remove, &wall);
  EXPECT_EQ(code_of(verdict), Code::denied);
  EXPECT_EQ(verdict.line, 0);
  EXPECT_EQ(verdict.message,
            "layout-bot may not DELETE wall 'bim:x1': policy.toml:1 ([[principal]] id "
            "\"agent:9d6a1c1e-0000-4000-8000-000000000001\") has no permit to DELETE; ask bea@example.org to add one");
}

TEST(Deciding, AWallThatEndsOutsideTheRegionIsOutOfScope) {
  auto wall = item("wall");
  wall.after = mm({19'000, 0, 0}, {20'001, 200, 3000});
  const Verdict verdict = ask(parsed(layout_bot), bot(), Permission::modify, &wall);
  EXPECT_EQ(code_of(verdict), Code::out_of_scope);
  EXPECT_EQ(verdict.line, 5);
  EXPECT_THAT(verdict.message, HasSubstr("bbox_after outside region (line 5)"));
  EXPECT_THAT(verdict.message, HasSubstr("policy.toml:5 says \"allow CREATE, MODIFY; categories wall, door"));
  EXPECT_THAT(verdict.message, HasSubstr("ask bea@example.org to widen it"));
}

TEST(Deciding, TheBoxBeforeCountsForModifyAndNotForCreate) {
  const Policy policy = parsed(layout_bot);
  auto wall = item("wall");
  wall.before = mm({-1, 0, 0}, {100, 100, 100});
  EXPECT_THAT(ask(policy, bot(), Permission::modify, &wall).message, HasSubstr("bbox_before outside region"));
  EXPECT_TRUE(ask(policy, bot(), Permission::create, &wall).allowed);
}

TEST(Deciding, TheBoxAfterDoesNotCountForDelete) {
  const Policy policy = parsed(R"(
[[principal]]
id = "agent:*"
[[principal.allow]]
do = ["DELETE"]
regions = [{ min = [0, 0, 0], max = [5000, 5000, 5000] }]
)");
  auto wall = item("wall");
  wall.after = mm({9000, 0, 0}, {9999, 1, 1});
  EXPECT_TRUE(ask(policy, bot(), Permission::remove, &wall).allowed);
  wall.after.reset();
  EXPECT_TRUE(ask(policy, bot(), Permission::remove, &wall).allowed);
  wall.before = mm({0, 0, 0}, {5001, 1, 1});
  EXPECT_EQ(code_of(ask(policy, bot(), Permission::remove, &wall)), Code::out_of_scope);
}

TEST(Deciding, BothBoxesMustLieInTheSameRegion) {
  const Policy policy = parsed(R"(
[[principal]]
id = "agent:*"
[[principal.allow]]
do = ["MODIFY"]
regions = [{ min = [0, 0, 0], max = [10, 10, 10] }, { min = [20, 0, 0], max = [30, 10, 10] }]
)");
  auto wall = item("wall");
  wall.before = mm({0, 0, 0}, {10, 10, 10});
  wall.after = mm({20, 0, 0}, {30, 10, 10});
  const Verdict verdict = ask(policy, bot(), Permission::modify, &wall);
  EXPECT_EQ(code_of(verdict), Code::out_of_scope);
  EXPECT_THAT(verdict.message, HasSubstr("bbox_before and bbox_after in different regions"));
  wall.after = wall.before;
  EXPECT_TRUE(ask(policy, bot(), Permission::modify, &wall).allowed);
}

TEST(Deciding, WithoutGeometryOnlyAPermitWithoutRegionsCovers) {
  auto wall = item("wall");
  wall.after.reset();
  EXPECT_THAT(ask(parsed(layout_bot), bot(), Permission::modify, &wall).message,
              HasSubstr("an element without geometry needs a permit without regions"));
  EXPECT_TRUE(ask(support::built_in_policy(), bot(), Permission::modify, &wall).allowed);
}

TEST(Deciding, ASpanningElementNeedsEveryLevel) {
  const auto spanning = item("wall", {"L1", "L3"});
  EXPECT_THAT(ask(parsed(layout_bot), bot(), Permission::modify, &spanning).message,
              HasSubstr("level 'L3' not among levels"));
  const auto both = item("wall", {"L2", "L1"});
  EXPECT_TRUE(ask(parsed(layout_bot), bot(), Permission::modify, &both).allowed);
  const auto nowhere = item("wall", {});
  EXPECT_EQ(code_of(ask(parsed(layout_bot), bot(), Permission::modify, &nowhere)), Code::out_of_scope);
}

TEST(Deciding, BranchAndToolsetAreScopeBeforeAnElementIsKnown) {
  const Policy policy = parsed(layout_bot);
  EXPECT_TRUE(ask(policy, bot(), Permission::modify, nullptr, "agent/a").allowed);
  const Verdict verdict = ask(policy, bot(), Permission::modify, nullptr, "main");
  EXPECT_EQ(code_of(verdict), Code::out_of_scope);
  EXPECT_THAT(verdict.message, HasSubstr("branch 'main' matches no branches glob (line 5)"));
  const Policy narrow = parsed("[[principal]]\nid = \"*\"\n[[principal.allow]]\ndo = [\"READ\"]\ntoolsets = [\"bim\"]");
  EXPECT_TRUE(ask(narrow, bot(), Permission::read, nullptr, "main", "spatial").allowed);
  EXPECT_EQ(code_of(ask(narrow, bot(), Permission::read, nullptr, "main", "ids")), Code::out_of_scope);
}

TEST(Deciding, AForbidWinsOverEveryPermit) {
  const Policy policy = parsed(R"([[principal]]
id = "agent:*"
[[principal.allow]]
do = ["MODIFY"]
[[principal.forbid]]
do = ["MODIFY"]
categories = ["column"]
)");
  const auto column = item("column");
  const Verdict verdict = ask(policy, bot(), Permission::modify, &column);
  EXPECT_EQ(code_of(verdict), Code::denied);
  EXPECT_EQ(verdict.line, 5);
  EXPECT_EQ(verdict.message,
            "agent:9d6a1c1e-0000-4000-8000-000000000001 may not MODIFY column 'bim:x1': policy.toml:5 says \"forbid "
            "MODIFY; categories column\"; ask the person who runs this server to change it");
  EXPECT_TRUE(ask(policy, bot(), Permission::modify).allowed) << "not known yet to be a column";
}

TEST(Deciding, AForbidBitesWhereAnElementOnlyTouchesIt) {
  const Policy policy = parsed(R"(
[[principal]]
id = "agent:*"
[[principal.allow]]
do = ["MODIFY"]
[[principal.forbid]]
do = ["MODIFY"]
levels = ["L9"]
[[principal.forbid]]
do = ["MODIFY"]
regions = [{ min = [100, 0, 0], max = [200, 100, 100] }]
)");
  auto wall = item("wall", {"L1", "L9"});
  EXPECT_EQ(code_of(ask(policy, bot(), Permission::modify, &wall)), Code::denied) << "one of its levels";
  wall.levels = {"L1"};
  wall.before = mm({0, 0, 0}, {50, 50, 50});
  wall.after = mm({0, 0, 0}, {100, 50, 50});
  EXPECT_EQ(code_of(ask(policy, bot(), Permission::modify, &wall)), Code::denied) << "its end reaches the region";
  wall.after = mm({0, 0, 0}, {99, 50, 50});
  EXPECT_TRUE(ask(policy, bot(), Permission::modify, &wall).allowed);
  wall.after = mm({500, 50, 50}, {0, 0, 0});
  EXPECT_EQ(code_of(ask(policy, bot(), Permission::modify, &wall)), Code::denied)
      << "inside out, yet across the region";
  wall.before = mm({150, 0, 0}, {160, 10, 10});
  wall.after = mm({0, 0, 0}, {50, 50, 50});
  EXPECT_EQ(code_of(ask(policy, bot(), Permission::modify, &wall)), Code::denied) << "taken out of the region";
  wall.before = wall.after = std::nullopt;
  EXPECT_TRUE(ask(policy, bot(), Permission::modify, &wall).allowed) << "what has no place is not in the region";
}

TEST(Deciding, TwoHalfPermitsDoNotAddUp) {
  const Policy policy = parsed(R"(
[[principal]]
id = "agent:*"
[[principal.allow]]
do = ["MODIFY"]
categories = ["wall"]
levels = ["L1"]
[[principal.allow]]
do = ["MODIFY"]
categories = ["door"]
levels = ["L2"]
)");
  const auto wall_on_2 = item("wall", {"L2"});
  EXPECT_EQ(code_of(ask(policy, bot(), Permission::modify, &wall_on_2)), Code::out_of_scope);
  const auto wall_on_both = item("wall", {"L1", "L2"});
  EXPECT_EQ(code_of(ask(policy, bot(), Permission::modify, &wall_on_both)), Code::out_of_scope);
}

TEST(Deciding, TheNearestPermitIsQuoted) {
  const Policy policy = parsed(R"([[principal]]
id = "agent:*"
[[principal.allow]]
do = ["MODIFY"]
categories = ["door"]
levels = ["L2"]
[[principal.allow]]
do = ["MODIFY"]
categories = ["wall"]
levels = ["L2"]
)");
  const auto wall = item("wall", {"L1"});
  const Verdict verdict = ask(policy, bot(), Permission::modify, &wall);
  EXPECT_EQ(verdict.line, 7);
  EXPECT_THAT(verdict.message, HasSubstr("level 'L1' not among levels (line 7)"));
}

TEST(Deciding, RulesOfAllMatchingBlocksApply) {
  const Policy policy = parsed(R"(
[[principal]]
id = "agent:9d6a1c1e-0000-4000-8000-000000000001"
[[principal.allow]]
do = ["CREATE"]
[[principal]]
id = "agent:*"
[[principal.allow]]
do = ["READ"]
[[principal.forbid]]
do = ["CREATE"]
categories = ["column"]
[[principal]]
id = "*"
[[principal.allow]]
do = ["DELETE"]
)");
  const auto wall = item("wall");
  const auto column = item("column");
  EXPECT_TRUE(ask(policy, bot(), Permission::create, &wall).allowed);
  EXPECT_TRUE(ask(policy, bot(), Permission::read, &wall).allowed);
  EXPECT_TRUE(ask(policy, bot(), Permission::remove, &wall).allowed);
  EXPECT_FALSE(ask(policy, bot(), Permission::create, &column).allowed) << "the wildcard's forbid holds too";
  EXPECT_FALSE(ask(policy, agent_principal("ada", "other"), Permission::create, &wall).allowed);
  EXPECT_TRUE(ask(policy, human(), Permission::remove, &wall).allowed);
  EXPECT_FALSE(ask(policy, human(), Permission::read, &wall).allowed);
}

TEST(Deciding, AnUppercaseIdMeetsTheSameRules) {
  Principal shouting = bot();
  for (char& c : *shouting.agent_id) c = static_cast<char>(std::toupper(c));
  const auto wall = item("wall");
  EXPECT_TRUE(ask(parsed(layout_bot), shouting, Permission::modify, &wall).allowed);
}

TEST(Deciding, WhomNoBlockNamesIsDenied) {
  const Verdict verdict = ask(parsed(layout_bot), human(), Permission::read);
  EXPECT_EQ(code_of(verdict), Code::denied);
  EXPECT_THAT(verdict.message, HasSubstr("policy.toml has no [[principal]] for human:" + human().user_id));
}

TEST(Deciding, WithoutAnyBlockTheBuiltInOnesApply) {
  const Policy policy = parsed("[approval]\nttl_hours = 1\n");
  EXPECT_EQ(policy.approval_ttl_ms(), 3'600'000);
  const Verdict verdict = ask(policy, bot(), Permission::remove);
  EXPECT_TRUE(verdict.allowed);
  EXPECT_THAT(verdict.where, HasSubstr("built-in policy:"));
  EXPECT_TRUE(ask(policy, human(), Permission::approve).allowed);
  EXPECT_EQ(policy.limits_for(bot()).line, 0) << "a line of another text would mislead";
}

TEST(Deciding, ApprovingNeedsTheScopeOfTheTouchedElement) {
  const Policy policy = parsed(R"(
[[principal]]
id = "human:*"
[[principal.allow]]
do = ["APPROVE"]
regions = [{ min = [0, 0, 0], max = [5000, 5000, 5000] }]
)");
  auto wall = item("wall");
  EXPECT_TRUE(ask(policy, human(), Permission::approve, &wall).allowed);
  wall.after.reset();
  EXPECT_TRUE(ask(policy, human(), Permission::approve, &wall).allowed) << "a delete has no box after";
  wall.before = mm({0, 0, 0}, {9000, 1, 1});
  EXPECT_EQ(code_of(ask(policy, human(), Permission::approve, &wall)), Code::out_of_scope);
}

TEST(DecidingAll, TheFirstRefusalOrTheFirstPermit) {
  const Policy policy = parsed(layout_bot);
  Touched touched;
  EXPECT_TRUE(policy.decide_all(bot(), "geometry", "agent/a", touched).allowed);
  touched.items = {item("wall"), item("door")};
  EXPECT_EQ(policy.decide_all(bot(), "geometry", "agent/a", touched).line, 5);
  touched.items.push_back(item("slab"));
  EXPECT_THAT(policy.decide_all(bot(), "geometry", "agent/a", touched).message, HasSubstr("category 'slab'"));
  touched.items[1].needs = Permission::remove;
  EXPECT_EQ(code_of(policy.decide_all(bot(), "geometry", "agent/a", touched)), Code::denied);
}

// --- explaining ---

TEST(Explaining, ShowsTheStepsAndMarksTheDecidingOne) {
  const auto column = item("column");
  const Question question{bot(), Permission::create, "geometry", "agent/a", &column};
  EXPECT_EQ(explain(parsed(layout_bot), question),
            "layout-bot asks to CREATE column 'bim:x1', toolset 'geometry', branch 'agent/a'\n"
            "  identity  agent:9d6a1c1e-0000-4000-8000-000000000001\n"
            "  forbid    policy.toml:12 forbid MODIFY; categories column: does not match\n"
            "  scope     policy.toml:5 allow CREATE, MODIFY; categories wall, door; levels L1, L2; regions (0 0 0 to "
            "20000 12000 7000 mm); branches agent/*: category 'column' not among categories\n"
            "> scope     refused (1202): layout-bot may not CREATE column 'bim:x1' there: category 'column' not among "
            "categories (line 5); policy.toml:5 says \"allow CREATE, MODIFY; categories wall, door; levels L1, L2; "
            "regions (0 0 0 to 20000 12000 7000 mm); branches agent/*\"; ask bea@example.org to widen it\n");
}

TEST(Explaining, AllowedNamesThePermit) {
  const Question question{bot(), Permission::read, "ids", "main", nullptr};
  EXPECT_THAT(explain(support::built_in_policy(), question), HasSubstr("\n> permit    built-in policy:"));
}

// --- limits, toolsets, approvals, rates, tokens ---

TEST(Limits, ComeFromTheMostSpecificBlockThatSetsThem) {
  const Policy policy = parsed(R"([[principal]]
id = "*"
max_elements_per_operation = 10
max_operations_per_session = 20
requires_approval = ["element.created"]

[[principal]]
id = "agent:*"
max_elements_per_operation = 30
dry_run_default = false

[[principal]]
id = "agent:9d6a1c1e-0000-4000-8000-000000000001"
undo_own_untouched = true
requires_approval = ["element.modified", "view.created"]
)");
  const Limits limits = policy.limits_for(bot());
  EXPECT_EQ(limits.max_elements_per_operation, 30);
  EXPECT_EQ(limits.elements_where, "policy.toml:9");
  EXPECT_EQ(limits.max_operations_per_session, 20);
  EXPECT_EQ(limits.operations_where, "policy.toml:4");
  EXPECT_THAT(limits.requires_approval, ElementsAre("element.modified", "view.created"));
  EXPECT_EQ(limits.dry_run_default, false);
  EXPECT_TRUE(limits.undo_own_untouched);
  EXPECT_EQ(limits.line, 12);
  const Limits others = policy.limits_for(agent_principal("ada", "other"));
  EXPECT_THAT(others.requires_approval, ElementsAre("element.created"));
  EXPECT_FALSE(others.undo_own_untouched);
}

TEST(Limits, KnowWhetherSomebodyWroteThem) {
  EXPECT_FALSE(support::built_in_policy().limits_for(bot()).operations_written);
  EXPECT_FALSE(parsed("[approval]\nttl_hours = 1\n").limits_for(bot()).elements_written);
  EXPECT_FALSE(parsed(layout_bot).limits_for(bot()).operations_written);
  const Limits limits = parsed("[[principal]]\nid = \"agent:*\"\nmax_operations_per_session = 5\n").limits_for(bot());
  EXPECT_TRUE(limits.operations_written);
  EXPECT_FALSE(limits.elements_written);
}

TEST(Limits, DefaultToTheSeeds) {
  const Limits limits = parsed(layout_bot).limits_for(bot());
  EXPECT_EQ(limits.max_elements_per_operation, 100);
  EXPECT_EQ(limits.elements_where, "the default");
  EXPECT_EQ(limits.max_operations_per_session, 1000);
}

TEST(Toolsets, AFileChangesOnlyTheKeysItNames) {
  const Policy policy = parsed("[toolset.aas]\nfree_low_tier = true\n");
  EXPECT_TRUE(policy.governance("aas").free_low_tier);
  EXPECT_EQ(policy.governance("aas").mode, Mode::propose);
  EXPECT_EQ(policy.governance("aas").where, "policy.toml:1");
  EXPECT_EQ(policy.governance("geometry").bulk_above, 50);
  EXPECT_EQ(policy.governance("geometry").line, 0);
}

TEST(Toolsets, AFileAdmitsWhatTheToolsetKnows) {
  const kernel::Toolsets toolsets{{.name = "energy", .governance = {}, .admissions = {"simulation.foreign_code"}}};
  const Policy built_in = Policy::built_in(toolsets);
  EXPECT_TRUE(built_in.governance("energy").admit.empty());
  const auto policy =
      Policy::parse("[toolset.energy]\nadmit = [\"simulation.foreign_code\"]\n", "policy.toml", built_in);
  ASSERT_TRUE(policy.ok()) << policy.error().message;
  EXPECT_THAT(policy->governance("energy").admit, ElementsAre("simulation.foreign_code"));
  EXPECT_TRUE(policy->governance("kernel").admit.empty());
  const auto wrong = Policy::parse("[toolset.energy]\nadmit = [\"simulation.foreign\"]\n", "policy.toml", built_in);
  ASSERT_FALSE(wrong.ok());
  EXPECT_THAT(wrong.error().message, HasSubstr("policy.toml:2:"));
  EXPECT_THAT(wrong.error().message, HasSubstr("simulation.foreign_code"));
}

TEST(Toolsets, BimMeansItsFourAndEachCanBeRefined) {
  const Policy policy =
      parsed("[toolset.geometry]\nbulk_above = 5\n[toolset.bim]\nbulk_above = 70\nmode = \"direct\"\n");
  EXPECT_EQ(policy.governance("geometry").bulk_above, 5) << "refined, though it stands first";
  EXPECT_EQ(policy.governance("documentation").bulk_above, 70);
  EXPECT_EQ(policy.governance("spatial").mode, Mode::direct);
  EXPECT_EQ(policy.governance("geometry").mode, Mode::direct);
}

TEST(Toolsets, TheGateOfApprovalHoldsEverywhere) {
  const Policy policy = parsed("[approval]\ngate = [\"element.deleted\", \"element.modified\"]\n");
  EXPECT_THAT(policy.governance("ids").gate, ElementsAre("element.deleted", "element.modified"));
  EXPECT_THAT(policy.governance("geometry").gate,
              UnorderedElementsAre("element.deleted", "branch.merged", "element.modified"));
  EXPECT_THAT(policy.governance("not heard of").gate, ElementsAre("element.deleted", "element.modified"));
}

TEST(Approvals, NeedsChangeKeyByKeyAndTheStrictestHolds) {
  const Policy policy = parsed(R"(
[approval]
second_confirmation_seconds = 30
low = { min_assurance = "A3" }
high = { confirmations = 2 }
destructive = { distinct_humans = true, min_assurance = "A1" }
)");
  EXPECT_EQ(policy.second_confirmation_delay_ms(), 30'000);
  EXPECT_EQ(policy.need(Tier::low, false).min_assurance, Assurance::a3);
  EXPECT_EQ(policy.need(Tier::low, false).confirmations, 1);
  EXPECT_EQ(policy.need(Tier::high, false).confirmations, 2);
  EXPECT_EQ(policy.need(Tier::high, false).min_assurance, Assurance::a2);
  EXPECT_FALSE(policy.need(Tier::high, false).distinct_humans);
  EXPECT_TRUE(policy.need(Tier::high, true).distinct_humans);
  EXPECT_EQ(policy.need(Tier::high, true).confirmations, 2);
  EXPECT_EQ(policy.need(Tier::medium, true).min_assurance, Assurance::a1);
}

TEST(Rates, PerTransportAndToolset) {
  const Policy policy = parsed(R"(
[rate_limit]
http = "100/hour"
[rate_limit.toolset]
ids = "7/minute"
bim = "off"
)");
  EXPECT_EQ(policy.rate_limit("aas", true).count, 100);
  EXPECT_EQ(policy.rate_limit("aas", true).per_seconds, 3600);
  EXPECT_EQ(policy.rate_limit("ids", true).count, 7);
  EXPECT_EQ(policy.rate_limit("ids", true).per_seconds, 60);
  EXPECT_EQ(policy.rate_limit("spatial", true).count, 0);
  EXPECT_EQ(policy.rate_limit("ids", false).count, 0) << "stdio has its own key";
  EXPECT_EQ(parsed("[rate_limit]\nstdio = \"5/second\"").rate_limit("ids", false).count, 5);
  EXPECT_EQ(parsed("[rate_limit]\nhttp = \"5/day\"").rate_limit("ids", true).per_seconds, 86'400);
}

TEST(Tokens, NameAnAgentByDigestOnly) {
  const Policy policy = parsed("[[token]]\nsha256 = \"" + base::sha256_hex("s3cret") +
                               "\"\nprincipal = \"agent:" + bot_id + "\"\nname = \"ci\"\n[[token]]\nsha256 = \"" +
                               base::sha256_hex("other") + "\"\nprincipal = { user = \"ada\", agent = \"cursor\" }\n");
  ASSERT_TRUE(policy.has_tokens());
  const auto ci = policy.principal_for_token("s3cret");
  ASSERT_TRUE(ci);
  EXPECT_EQ(ci->kind, Kind::agent);
  EXPECT_EQ(ci->key(), "agent:" + bot_id);
  EXPECT_FALSE(ci->user_id.empty());
  EXPECT_EQ(policy.label(*ci), "ci");
  EXPECT_EQ(policy.principal_for_token("other"), agent_principal("ada", "cursor"))
      << "the same ids as that user and client have on this machine";
  EXPECT_FALSE(policy.principal_for_token("guess"));
  EXPECT_FALSE(policy.principal_for_token(base::sha256_hex("s3cret"))) << "the digest is not the token";
}

TEST(Tokens, WhatIsWrittenForTheirPrincipalsHoldsOnlyWithThem) {
  const std::string rules =
      "[[principal]]\nid = \"agent:*\"\n[[principal.allow]]\ndo = [\"READ\"]\n[[principal]]\nid = \"agent:" + bot_id +
      "\"\nmax_elements_per_operation = 7\n[[principal.allow]]\ndo = [\"CREATE\"]\n";
  const std::string token =
      "[[token]]\nsha256 = \"" + base::sha256_hex("s3cret") + "\"\nprincipal = \"agent:" + bot_id + "\"\n";
  const Policy free = parsed(rules);
  const Policy guarded = parsed(rules + token);
  const Policy beside = free.reserving({"agent:" + bot_id}, "tokens.json");
  Principal proven = bot();
  proven.by_token = true;
  EXPECT_TRUE(ask(free, bot(), Permission::create).allowed) << "a name that no token has";
  for (const Policy& policy : {guarded, beside}) {
    EXPECT_FALSE(ask(policy, bot(), Permission::create).allowed);
    EXPECT_TRUE(ask(policy, bot(), Permission::read).allowed) << "as any agent";
    EXPECT_EQ(policy.limits_for(bot()).max_elements_per_operation, 100);
    EXPECT_TRUE(ask(policy, proven, Permission::create).allowed);
    EXPECT_EQ(policy.limits_for(proven).max_elements_per_operation, 7);
  }
  EXPECT_THAT(explain(guarded, {.principal = bot(), .permission = Permission::create, .toolset = "ids"}),
              HasSubstr("came without the token that names it (policy.toml:"));
  EXPECT_THAT(explain(beside, {.principal = bot(), .permission = Permission::create, .toolset = "ids"}),
              HasSubstr("(tokens.json)"));
}

TEST(Labels, TheNameInTheFileThenTheOneThePrincipalBrings) {
  EXPECT_EQ(parsed(layout_bot).label(bot()), "layout-bot");
  EXPECT_EQ(parsed(layout_bot).label(human()), "ada");
  EXPECT_EQ(support::built_in_policy().label(bot()), bot().key());
}

TEST(Regions, AreMicrometresExactly) {
  const Policy policy = parsed(R"(
[[principal]]
id = "agent:*"
[[principal.allow]]
do = ["CREATE"]
regions = [{ min = [-0.1, 0, 0.001], max = [20000.125, 1, 1] }]
)");
  auto wall = item("wall");
  wall.after = Box{{-100, 0, 1}, {20'000'125, 1000, 1000}};
  EXPECT_TRUE(ask(policy, bot(), Permission::create, &wall).allowed);
  wall.after->max_um[0] += 1;
  EXPECT_FALSE(ask(policy, bot(), Permission::create, &wall).allowed);
  wall.after = Box{{-101, 0, 1}, {0, 0, 1}};
  const Verdict verdict = ask(policy, bot(), Permission::create, &wall);
  EXPECT_FALSE(verdict.allowed);
  EXPECT_THAT(verdict.rule, HasSubstr("(-0.100 0 0.001 to 20000.125 1 1 mm)"));
}

// --- what is refused at load ---

TEST(Loading, UnknownKeysAreErrorsWithTheirPlace) {
  EXPECT_EQ(refusal_of("[[principal]]\nid = \"*\"\n  max_element_per_operation = 3\n"),
            "policy.toml:3:3: unknown key 'max_element_per_operation' (did you mean 'max_elements_per_operation'?)");
  EXPECT_EQ(refusal_of("\n[aproval]\n"), "policy.toml:2:2: unknown key 'aproval' (did you mean 'approval'?)");
  EXPECT_THAT(refusal_of("zzzzzzzzz = 1"), HasSubstr("policy.toml:1:1: unknown key 'zzzzzzzzz'"));
  EXPECT_THAT(refusal_of("[toolset.geometri]\nmode = \"direct\""), HasSubstr("did you mean 'geometry'?"));
  EXPECT_THAT(refusal_of("[approval]\nlow = { confirmation = 1 }"), HasSubstr("unknown key 'confirmation'"));
}

// Each line: what the file says, and what the refusal says.
TEST(Loading, MistakesAreRefusedWithTheirPlace) {
  const std::string block = "[[principal]]\nid = \"agent:*\"\n";
  const std::string allow = block + "[[principal.allow]]\n";
  const std::string human_block = "[[principal]]\nid = \"human:*\"\n";
  const std::string hash = base::sha256_hex("x");
  const std::vector<std::pair<std::string, std::string>> cases{
      {"principal = 3", ":1:13: expected a list of tables, written [[…]], found a whole number"},
      {"principal = [3]", ":1:14: expected a table, found a whole number"},
      {"approval = \"yes\"", ":1:12: expected a table, found a text"},
      {"a = 1\na = 2", ":2:5: "},
      {"\n  [&", ":2:4: "},
      {"\nä = 1", ":2:1: "},
      {"[admin]\ncontact = \"\"\"bea\n\"\"\"", ":2:11: the text holds control characters"},
      {"'äö' = 1", ":1:1: unknown key 'äö'"},
      {"# \U000F0041", ":1:1: the file uses characters of the private plane 15"},
      {"[admin]\ncontact = \"\\U000FD800\"", ":2:11: the text holds control characters"},
      {"[admin]\ncontact = \"bea", ":2:"},
      {"[admin]\ncontact = 1\"ä\"", ":2:"},
      {"[[", ":1:"},
      {"\xef\xbb\xbf[]", ":1:"},
      {"a=[}", ":1:4: "},
      {"[[principal]]\nname = \"x\"", ":1:1: [[principal]] has no id"},
      {"[[principal]]\nid = \"robot:*\"", ":2:6: 'robot:*' is not a principal"},
      {"[[principal]]\nid = \"agent:layout-bot\"", ":2:6: 'agent:layout-bot' is not a principal"},
      {"[[principal]]\nid = 7", ":2:6: expected a text, found a whole number"},
      {"[[principal]]\nid = \"\"", ":2:6: the text is empty"},
      {block + "name = \"a\\u0007b\"", ":3:8: the text holds control characters"},
      {block + block, ":4:6: a second [[principal]] with id 'agent:*'; the first is at policy.toml:1"},
      {block + "max_elements_per_operation = 0", ":3:30: must lie between 1 and"},
      {block + "max_elements_per_operation = 1.5", ":3:30: expected a whole number, found a fraction"},
      {human_block + "max_elements_per_operation = 9", ":3:30: max_elements_per_operation never bites"},
      {block + "dry_run_default = \"no\"", ":3:19: expected true or false, found a text"},
      {block + "requires_approval = [\"element.delete\"]",
       ":3:22: unknown fact type 'element.delete', which no tool tells (did you mean 'element.deleted'?)"},
      {block + "requires_approval = [\"export.written\"]",
       ":3:22: unknown fact type 'export.written', which no tool tells"},
      {block + "requires_approval = [\"deleted\"]", ":3:22: 'deleted' is not a fact type"},
      {allow, ":3:1: the rule has no do"},
      {allow + "do = []", ":4:6: do is empty"},
      {allow + "do = \"READ\"", ":4:6: expected a list of texts, found a text"},
      {allow + "do = [\"WRITE\"]", ":4:7: unknown permission 'WRITE'"},
      {allow + "do = [\"READ\"]\ncategories = []", ":5:14: an empty list matches nothing"},
      {allow + "do = [\"READ\"]\nregions = []", ":5:11: an empty list matches nothing"},
      {allow + "do = [\"READ\"]\ntoolsets = [\"idz\"]", ":5:13: unknown toolset 'idz' (did you mean 'ids'?)"},
      {allow + "do = [\"READ\"]\nregions = [{ min = [0, 0, 5], max = [1, 1, 1] }]",
       ":5:12: min is greater than max in z"},
      {allow + "do = [\"READ\"]\nregions = [{ min = [0, 0, 0] }]", ":5:12: a region needs min and max"},
      {allow + "do = [\"READ\"]\nregions = [{ min = [0, 0], max = [1, 1, 1] }]", "expected [x, y, z] in millimetres"},
      {allow + "do = [\"READ\"]\nregions = [{ min = [0, 0, 0.0001], max = [1, 1, 1] }]", "finer than a micrometre"},
      {allow + "do = [\"READ\"]\nregions = [{ min = [0, 0, nan], max = [1, 1, 1] }]", "beyond a thousand kilometres"},
      {allow + "do = [\"READ\"]\nregions = [{ min = [0, 0, 0], max = [1, 1, 1000000001] }]", "beyond a thousand kilom"},
      {allow + "do = [\"READ\", \"APPROVE\"]", ":4:15: an agent can never hold APPROVE"},
      {"[[principal]]\nid = \"*\"\n[[principal.allow]]\ndo = [\"APPROVE\"]",
       ":4:7: an agent can never hold APPROVE, and * includes agents"},
      {"[toolset.ids]\nmode = \"slow\"", ":2:8: unknown mode 'slow'"},
      {"[toolset.ids]\nbulk_above = -1", ":2:14: must lie between 0 and"},
      {"[approval]\nttl_hours = 0", ":2:13: must lie between 1 and 8760"},
      {"[approval]\nlow = { confirmations = 3 }", ":2:25: must lie between 1 and 2"},
      {"[approval]\nlow = { min_assurance = \"A0\" }", ":2:25: unknown assurance 'A0'"},
      {"[rate_limit]\nhttp = \"100\"", ":2:8: expected \"off\" or for example \"100/hour\""},
      {"[rate_limit]\nhttp = \"0/hour\"", ":2:8: expected \"off\""},
      {"[rate_limit]\nhttp = \"1/week\"", ":2:8: expected \"off\""},
      {"[rate_limit]\nhttp = \"-1/hour\"", ":2:8: expected \"off\""},
      {"[rate_limit]\nhttp = \"9999999999/hour\"", ":2:8: expected \"off\""},
      {"[[token]]\nsha256 = \"abc\"\nprincipal = \"agent:" + bot_id + "\"", ":2:10: sha256 must be"},
      {"[[token]]\nprincipal = \"agent:" + bot_id + "\"", ":1:1: [[token]] has no sha256"},
      {"[[token]]\nsha256 = \"" + hash + "\"", ":1:1: [[token]] has no principal"},
      {"[[token]]\nsha256 = \"" + hash + "\"\nprincipal = \"human:" + bot_id + "\"",
       ":3:13: a token can name an agent only"},
      {"[[token]]\nsha256 = \"" + hash + "\"\nprincipal = { user = \"ada\" }",
       ":3:13: a token needs both user and agent"},
      {"[[token]]\nsha256 = \"" + hash + "\"\nprincipal = \"agent:x\"", ":3:13: 'agent:x' is not an agent"},
      {"[admin]\ncontact = \"\"", ":2:11: the text is empty"},
  };
  for (const auto& [text, expected] : cases) {
    const std::string refusal = refusal_of(text);
    EXPECT_THAT(refusal, HasSubstr(expected)) << text;
    EXPECT_THAT(refusal, ::testing::StartsWith("policy.toml:")) << text;
  }
}

TEST(Loading, ATokenNamedTwiceIsRefused) {
  const std::string token =
      "[[token]]\nsha256 = \"" + base::sha256_hex("x") + "\"\nprincipal = \"agent:" + bot_id + "\"\n";
  EXPECT_THAT(refusal_of(token + token), HasSubstr(":5:10: this token is named twice"));
}

TEST(Loading, AnAllowUnderAForbidNeverBites) {
  EXPECT_EQ(refusal_of(R"([[principal]]
id = "agent:*"
[[principal.allow]]
do = ["READ"]
[[principal.allow]]
do = ["DELETE"]
categories = ["column"]
levels = ["L1"]
[[principal.forbid]]
do = ["DELETE", "MODIFY"]
categories = ["column", "beam"]
)"),
            "policy.toml:5:1: this rule never bites: allow DELETE; categories column; levels L1; policy.toml:9 decides "
            "first: forbid DELETE, MODIFY; categories column, beam");
}

TEST(Loading, AnAllowUnderTheForbidOfAWiderBlockNeverBites) {
  EXPECT_THAT(refusal_of("[[principal]]\nid = \"agent:" + bot_id +
                         "\"\n[[principal.allow]]\ndo = [\"DELETE\"]\n[[principal]]\nid = \"agent:*\"\n"
                         "[[principal.forbid]]\ndo = [\"DELETE\"]\n"),
              HasSubstr("policy.toml:3:1: this rule never bites"));
}

TEST(Loading, AnAllowForAllBitesIfItBitesForHumans) {
  EXPECT_EQ(refusal_of("[[principal]]\nid = \"*\"\n[[principal.allow]]\ndo = [\"DELETE\"]\n[[principal]]\n"
                       "id = \"agent:*\"\n[[principal.forbid]]\ndo = [\"DELETE\"]\n"),
            "accepted");
}

TEST(Loading, AnAllowPartlyUnderAForbidBites) {
  const std::string text = R"(
[[principal]]
id = "agent:*"
[[principal.allow]]
do = ["MODIFY"]
regions = [{ min = [0, 0, 0], max = [10, 10, 10] }]
[[principal.forbid]]
do = ["MODIFY"]
regions = [{ min = [0, 0, 0], max = [10, 10, 5] }, { min = [0, 0, 0], max = [5, 10, 10] }, { min = [0, 0, 0], max = [10, YY, 10] }]
)";
  const auto with = [&](std::string y) {
    std::string filled = text;
    return filled.replace(filled.find("YY"), 2, y);
  };
  EXPECT_EQ(refusal_of(with("9.999")), "accepted") << "a micrometre is left free";
  EXPECT_THAT(refusal_of(with("10")), HasSubstr("policy.toml:4:1: this rule never bites"));
}

TEST(Loading, AForbidOfWhatAgentsNeverMayNeverBites) {
  EXPECT_THAT(refusal_of("[[principal]]\nid = \"agent:*\"\n[[principal.forbid]]\ndo = [\"APPROVE\"]\n"),
              HasSubstr("policy.toml:3:1: this rule never bites: forbid APPROVE"));
}

TEST(Loading, HostileFilesAreRefusedQuickly) {
  EXPECT_THAT(refusal_of(std::string((1 << 20) + 1, '\n')), HasSubstr("larger than 1 MiB"));
  EXPECT_THAT(refusal_of("a = \"\xff\""), HasSubstr("not UTF-8"));
  std::string dotted = "\n[a";
  for (int i = 0; i < 200'000; ++i) dotted += ".a";
  EXPECT_EQ(refusal_of(dotted + "]"), "policy.toml:2:1: nested more than 16 deep");
  EXPECT_THAT(refusal_of("a = " + std::string(100'000, '[')), HasSubstr("nested more than 16 deep"));
  std::string quoted = "x = [ \"\\\"\", \"\"\"a\"\"\"\", {\"=\"";
  for (int i = 0; i < 100'000; ++i) quoted += ".\"=\"";
  EXPECT_THAT(refusal_of(quoted + " = 1}]"), HasSubstr("nested more than 16 deep"));
}

TEST(Loading, DotsAndBracketsInStringsAndCommentsAreNotNesting) {
  EXPECT_EQ(refusal_of("# " + std::string(100, '[') + std::string(100, '.') + "\n[admin]\ncontact = \"" +
                       std::string(40, '.') + std::string(40, '[') + "\\\"" + std::string(40, '{') + "\"\n"),
            "accepted");
}

TEST(Loading, TextsAndCommentsMayBeInAnyLanguage) {
  const Policy policy = parsed("# für später: Ω\n[admin]\ncontact = \"Zoë Ångström\" # Ärger\n");
  EXPECT_EQ(policy.admin_contact(), "Zoë Ångström");
  for (const std::string text :
       {"é", "\u0499", "\u07ff", "\u0800", "\u3041さ", "\uffee", "\U0001F600\uFE0F", "\U0010FFFD"}) {
    EXPECT_EQ(parsed("[admin]\ncontact = '" + text + "'").admin_contact(), text);
    EXPECT_EQ(parsed("\xef\xbb\xbf[admin]\ncontact = \"\"\"" + text + "\"\"\"").admin_contact(), text);
  }
}

TEST(Loading, AFileIsKnownByItsNameAlone) {
  const auto path = std::filesystem::path(::testing::TempDir()) / "my-policy.toml";
  ASSERT_TRUE(base::write_file_atomic(path, "[admin]\ncontact = \"bea\"\n"));
  const auto policy = support::load_policy(path);
  ASSERT_TRUE(policy) << policy.error().message;
  EXPECT_EQ(policy->source(), "my-policy.toml");
  EXPECT_EQ(policy->admin_contact(), "bea");
  std::filesystem::remove(path);
  EXPECT_FALSE(support::load_policy(path));
}

// --- properties ---

// A rule as text, drawn from few words so that rules and questions often meet.
std::string list_of(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "\"" : ", \"") + word + "\"";
  return "[" + text + "]";
}

std::vector<std::string> some_of(const std::vector<std::string>& words) {
  std::vector<std::string> chosen;
  for (const auto& word : words) {
    if (*rc::gen::arbitrary<bool>()) chosen.push_back(word);
  }
  return chosen;
}

std::string some_corner(int low, int high) {
  return "[" + std::to_string(*rc::gen::inRange(low, high)) + ", 0, " + std::to_string(*rc::gen::inRange(low, high)) +
         "]";
}

std::string some_rule() {
  auto verbs = some_of({"READ", "CREATE", "MODIFY", "DELETE"});
  if (verbs.empty()) verbs = {"MODIFY"};
  std::string text = "do = " + list_of(verbs) + "\n";
  const auto scope = [&](const std::string& key, const std::vector<std::string>& words) {
    if (const auto chosen = some_of(words); !chosen.empty()) text += key + " = " + list_of(chosen) + "\n";
  };
  scope("toolsets", {"ids", "bim"});
  scope("categories", {"wall", "door", "column"});
  scope("levels", {"L1", "L2"});
  scope("branches", {"main", "agent/*"});
  if (*rc::gen::inRange(0, 3) == 0) {
    text += "regions = [{ min = " + some_corner(0, 3) + ", max = " + some_corner(3, 6) + " }]\n";
  }
  return text;
}

struct Rules {
  std::vector<std::string> allow;
  std::vector<std::string> forbid;

  std::string text() const {
    std::string written = "id = \"agent:*\"\n";
    for (const auto& rule : allow) written += "[[principal.allow]]\n" + rule;
    for (const auto& rule : forbid) written += "[[principal.forbid]]\n" + rule;
    return "[[principal]]\n" + written;
  }
};

Rules some_rules() {
  Rules rules;
  const int allows = *rc::gen::inRange(1, 4);
  const int forbids = *rc::gen::inRange(0, 3);
  for (int i = 0; i < allows; ++i) rules.allow.push_back(some_rule());
  for (int i = 0; i < forbids; ++i) rules.forbid.push_back(some_rule());
  return rules;
}

std::optional<Box> some_box() {
  if (*rc::gen::inRange(0, 4) == 0) return std::nullopt;
  const std::int64_t x = *rc::gen::inRange(0, 6);
  const std::int64_t z = *rc::gen::inRange(0, 6);
  return mm({x, 0, z}, {x + *rc::gen::inRange(0, 2), 0, z + *rc::gen::inRange(0, 2)});
}

// Many questions per policy, for reading a policy is what takes the time.
struct Questions {
  std::vector<Touched::Item> items;
  std::vector<Question> asked;

  Questions() {
    constexpr std::size_t count = 40;
    items.resize(count);
    for (auto& one : items) {
      one.category = *rc::gen::element<std::string>("wall", "door", "column", "slab");
      one.levels = some_of({"L1", "L2", "L3"});
      one.before = some_box();
      one.after = some_box();
    }
    for (std::size_t i = 0; i < count; ++i) {
      Question question;
      question.principal = bot();
      question.permission =
          *rc::gen::element(Permission::read, Permission::create, Permission::modify, Permission::remove);
      question.toolset = *rc::gen::element<std::string>("ids", "spatial", "aas");
      question.branch = *rc::gen::element<std::string>("main", "agent/x", "other");
      question.item = *rc::gen::inRange(0, 5) == 0 ? nullptr : &items[i];
      asked.push_back(question);
    }
  }
};

// A file one of whose rules never bites is refused as a whole; such draws are not about deciding.
std::optional<Policy> usable(const Rules& rules) {
  auto policy = support::parse_policy(rules.text(), "policy.toml");
  if (!policy) {
    RC_ASSERT(policy.error().message.find("never bites") != std::string::npos);
    return std::nullopt;
  }
  return *std::move(policy);
}

RC_GTEST_PROP(PolicyProperties, MoreForbidNeverAllowsMore, ()) {
  const Rules rules = some_rules();
  Rules stricter = rules;
  stricter.forbid.push_back(some_rule());
  const auto before = usable(rules);
  const auto after = usable(stricter);
  RC_PRE(before.has_value() && after.has_value());
  for (const Questions questions; const Question& question : questions.asked) {
    RC_ASSERT(before->decide(question).allowed || !after->decide(question).allowed);
  }
}

RC_GTEST_PROP(PolicyProperties, RemovingAnAllowNeverAllowsMore, ()) {
  const Rules rules = some_rules();
  Rules fewer = rules;
  fewer.allow.erase(fewer.allow.begin() + *rc::gen::inRange<std::ptrdiff_t>(0, std::ssize(rules.allow)));
  const auto before = usable(rules);
  const auto after = usable(fewer);
  RC_PRE(before.has_value() && after.has_value());
  for (const Questions questions; const Question& question : questions.asked) {
    RC_ASSERT(before->decide(question).allowed || !after->decide(question).allowed);
  }
}

RC_GTEST_PROP(PolicyProperties, PermitsNeverMix, ()) {
  const Rules rules = some_rules();
  const auto together = usable(rules);
  RC_PRE(together.has_value());
  std::vector<Policy> alone;
  for (const auto& allow : rules.allow) alone.push_back(*usable({{allow}, rules.forbid}));
  for (const Questions questions; const Question& question : questions.asked) {
    const bool some_alone = std::ranges::any_of(alone, [&](const Policy& p) { return p.decide(question).allowed; });
    RC_ASSERT(together->decide(question).allowed == some_alone);
  }
}

RC_GTEST_PROP(PolicyProperties, ExplainAndDecideAgree, ()) {
  const auto policy = usable(some_rules());
  RC_PRE(policy.has_value());
  for (const Questions questions; const Question& question : questions.asked) {
    const Verdict verdict = policy->decide(question);
    const std::string steps = explain(*policy, question);
    const auto mark = steps.find("\n> ");
    RC_ASSERT(mark != std::string::npos);
    RC_ASSERT(steps.find("\n> ", mark + 1) == std::string::npos);
    RC_ASSERT((steps.find(": allowed\n") != std::string::npos) == verdict.allowed);
    RC_ASSERT(verdict.allowed || steps.find(verdict.message) != std::string::npos);
    RC_ASSERT(verdict.allowed == verdict.message.empty());
  }
}

// A refused element stays refused when it grows: containment never gains by size.
RC_GTEST_PROP(PolicyProperties, AGrownBoxIsNeverAllowedMore, ()) {
  const auto policy = usable(some_rules());
  RC_PRE(policy.has_value());
  Questions questions;
  for (std::size_t i = 0; i < questions.asked.size(); ++i) {
    const bool before = policy->decide(questions.asked[i]).allowed;
    for (auto* box : {&questions.items[i].before, &questions.items[i].after}) {
      if (*box) (*box)->max_um[0] += *rc::gen::inRange(0, 3000);
    }
    RC_ASSERT(before || !policy->decide(questions.asked[i]).allowed);
  }
}

}  // namespace
}  // namespace kernel
