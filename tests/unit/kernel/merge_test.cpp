// SPDX-License-Identifier: Apache-2.0
#include "kernel/merge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "unit/kernel/after.h"
#include "unit/kernel/random_branch.h"

namespace kernel {
namespace {

// A branch as text: {"W1": {"category":"wall","body":{…}}, …}.
Branch branch(std::string_view text) {
  Change change;
  const Json elements = base::parse_json(text).value();
  for (const auto& [id, stored] : elements.as_object()) change.put(element_from_json(id, stored).value());
  return after(Branch{}, change.ops, 1);
}

std::string text(const Branch& branch) {
  Json all = Json::object();
  for (const auto& [id, element] : branch.elements.sorted()) all.set(id, to_json(*element));
  return all.dump();
}

std::string shown(const std::vector<Conflict>& conflicts) {
  std::string all;
  for (const auto& c : conflicts) {
    all += c.kind + " " + c.element + c.path + ": " + c.base.dump() + " | " + c.ours.dump() + " | " + c.theirs.dump();
    for (const auto& referrer : c.referrers) all += " <- " + referrer;
    all += "\n";
  }
  return all;
}

// The merge applied to ours; expects no conflict.
Branch merged(const Branch& base, const Branch& ours, const Branch& theirs, const std::vector<Resolution>& by = {}) {
  const Merged result = merge(base, ours, theirs, by);
  EXPECT_EQ(shown(result.conflicts), "");
  return after(ours, result.ops, 9);
}

const char* const one_wall = R"({"W1":{"category":"wall","body":{"height":3000,"name":"north"}}})";
const char* const lower_wall = R"({"W1":{"category":"wall","body":{"height":2800,"name":"north"}}})";
const char* const higher_wall = R"({"W1":{"category":"wall","body":{"height":3200,"name":"north"}}})";
const char* const renamed_wall = R"({"W1":{"category":"wall","body":{"height":3000,"name":"south"}}})";

TEST(Merge, AOneSidedChangeIsTaken) {
  EXPECT_EQ(text(merged(branch(one_wall), branch(one_wall), branch(lower_wall))), lower_wall);
  EXPECT_EQ(text(merged(branch(one_wall), branch(lower_wall), branch(one_wall))), lower_wall);
  EXPECT_TRUE(merge(branch(one_wall), branch(lower_wall), branch(one_wall)).ops.empty());
}

TEST(Merge, CreatingAndDeletingOnOneSideIsTaken) {
  EXPECT_EQ(text(merged(branch("{}"), branch("{}"), branch(one_wall))), one_wall);
  EXPECT_EQ(text(merged(branch(one_wall), branch(one_wall), branch("{}"))), "{}");
}

TEST(Merge, TheSameChangeOnBothSidesIsNoConflict) {
  EXPECT_TRUE(merge(branch(one_wall), branch(lower_wall), branch(lower_wall)).ops.empty());
  EXPECT_TRUE(merge(branch(one_wall), branch("{}"), branch("{}")).conflicts.empty());
}

TEST(Merge, ChangesAtDifferentPathsGoTogether) {
  EXPECT_EQ(text(merged(branch(one_wall), branch(lower_wall), branch(renamed_wall))),
            R"({"W1":{"category":"wall","body":{"height":2800,"name":"south"}}})");
}

TEST(Merge, MembersAddedAndRemovedGoTogether) {
  const auto base = branch(R"({"W1":{"category":"wall","body":{"a":1,"b":2}}})");
  const auto ours = branch(R"({"W1":{"category":"wall","body":{"b":2,"c":null}}})");
  const auto theirs = branch(R"({"W1":{"category":"wall","levels":["L1"],"body":{"a":1,"d":4}}})");
  EXPECT_EQ(*merged(base, ours, theirs).elements.find("W1"),
            *branch(R"({"W1":{"category":"wall","levels":["L1"],"body":{"c":null,"d":4}}})").elements.find("W1"));
}

// --- conflicts ---

TEST(MergeConflict, ModifyModifyNamesThePath) {
  const Merged result = merge(branch(one_wall), branch(lower_wall), branch(higher_wall));
  EXPECT_EQ(shown(result.conflicts), "modify/modify W1/body/height: 3000 | 2800 | 3200\n");
  EXPECT_TRUE(result.ops.empty());
}

TEST(MergeConflict, WhatLiesBeneathConflictsWithWhatLiesAbove) {
  const auto gone = branch(R"({"W1":{"category":"wall","body":null}})");
  EXPECT_EQ(
      shown(merge(branch(one_wall), branch(lower_wall), gone).conflicts),
      "modify/modify W1/body: {\"height\":3000,\"name\":\"north\"} | {\"height\":2800,\"name\":\"north\"} | null\n");
}

TEST(MergeConflict, AnArrayIsOneValue) {
  const auto base = branch(R"({"W1":{"category":"wall","body":{"at":[0,0,0]}}})");
  const auto ours = branch(R"({"W1":{"category":"wall","body":{"at":[5,0,0]}}})");
  const auto theirs = branch(R"({"W1":{"category":"wall","body":{"at":[0,7,0]}}})");
  EXPECT_EQ(shown(merge(base, ours, theirs).conflicts), "modify/modify W1/body/at: [0,0,0] | [5,0,0] | [0,7,0]\n");
}

TEST(MergeConflict, ABoxIsOneValue) {
  const auto boxed = [](const char* min, const char* max) {
    return branch(std::string(R"({"W1":{"category":"wall","box":{"min":)") + min + R"(,"max":)" + max +
                  R"(},"body":1}})");
  };
  const Merged result = merge(boxed("[0,0,0]", "[5,5,5]"), boxed("[-9,0,0]", "[5,5,5]"), boxed("[0,0,0]", "[9,5,5]"));
  ASSERT_EQ(result.conflicts.size(), 1U);
  EXPECT_EQ(result.conflicts[0].path, "/box");
}

TEST(MergeConflict, MembersOfDifferentItemsGoTogether) {
  const auto base = branch(R"({"P":{"category":"plan","body":{"rooms":[{"n":1},{"n":2}]}}})");
  const auto ours = branch(R"({"P":{"category":"plan","body":{"rooms":[{"n":8},{"n":2}]}}})");
  const auto theirs = branch(R"({"P":{"category":"plan","body":{"rooms":[{"n":1},{"n":9}]}}})");
  EXPECT_EQ(text(merged(base, ours, theirs)), R"({"P":{"category":"plan","body":{"rooms":[{"n":8},{"n":9}]}}})");
}

TEST(MergeConflict, ModifyDelete) {
  const Merged result = merge(branch(one_wall), branch(lower_wall), branch("{}"));
  ASSERT_EQ(result.conflicts.size(), 1U);
  EXPECT_EQ(result.conflicts[0].kind, "modify/delete");
  EXPECT_EQ(result.conflicts[0].path, "");
  EXPECT_TRUE(result.conflicts[0].theirs.is_null());
  EXPECT_EQ(result.conflicts[0].ours.at("body").at("height"), Json(2800));
}

TEST(MergeConflict, CreateCreate) {
  EXPECT_EQ(merge(branch("{}"), branch(lower_wall), branch(higher_wall)).conflicts.at(0).kind, "create/create");
}

const char* const wall_and_door =
    R"({"D1":{"category":"door","refs":["W1"],"body":{}},"W1":{"category":"wall","body":{"height":3000,"name":"north"}}})";

TEST(MergeConflict, TheirsDeletesWhatOursNewlyRefersTo) {
  const Merged result = merge(branch(one_wall), branch(wall_and_door), branch("{}"));
  ASSERT_EQ(result.conflicts.size(), 1U);
  const Conflict& conflict = result.conflicts[0];
  EXPECT_EQ(conflict.kind, "delete/reference");
  EXPECT_EQ(conflict.element, "W1");
  EXPECT_EQ(conflict.referrers, std::vector<std::string>{"D1"});
  EXPECT_TRUE(conflict.theirs.is_null());
  EXPECT_FALSE(conflict.ours.is_null());
}

TEST(MergeConflict, OursDeletesWhatTheirsNewlyRefersTo) {
  const Merged result = merge(branch(one_wall), branch("{}"), branch(wall_and_door));
  ASSERT_EQ(result.conflicts.size(), 1U);
  EXPECT_EQ(result.conflicts[0].kind, "delete/reference");
  EXPECT_TRUE(result.conflicts[0].ours.is_null());
}

// --- resolutions ---

TEST(MergeResolution, TakesOursTheirsOrAValue) {
  const auto base = branch(one_wall);
  const auto ours = branch(lower_wall);
  const auto theirs = branch(higher_wall);
  EXPECT_EQ(text(merged(base, ours, theirs, {{"W1", "/body/height", "ours", {}}})), lower_wall);
  EXPECT_EQ(text(merged(base, ours, theirs, {{"W1", "/body/height", "theirs", {}}})), higher_wall);
  EXPECT_EQ(text(merged(base, ours, theirs, {{"W1", "/body/height", "value", 3000}})), one_wall);
}

TEST(MergeResolution, OfTheWholeElementDecidesAllItsPaths) {
  const auto theirs = branch(R"({"W1":{"category":"wall","body":{"height":3200,"name":"south"}}})");
  EXPECT_EQ(text(merged(branch(one_wall), branch(lower_wall), theirs, {{"W1", "", "theirs", {}}})), text(theirs));
}

TEST(MergeResolution, OfModifyDelete) {
  const auto base = branch(one_wall);
  const auto ours = branch(lower_wall);
  EXPECT_EQ(text(merged(base, ours, branch("{}"), {{"W1", "", "ours", {}}})), lower_wall);
  EXPECT_EQ(text(merged(base, ours, branch("{}"), {{"W1", "", "theirs", {}}})), "{}");
  EXPECT_EQ(text(merged(base, ours, branch("{}"), {{"W1", "", "value", {}}})), "{}");
  EXPECT_EQ(text(merged(base, branch("{}"), ours, {{"W1", "", "theirs", {}}})), lower_wall);
}

TEST(MergeResolution, OfADeleteReferenceKeepsTheHostOrDropsTheReferrer) {
  const auto base = branch(one_wall);
  EXPECT_EQ(text(merged(base, branch(wall_and_door), branch("{}"), {{"W1", "", "ours", {}}})), wall_and_door);
  EXPECT_EQ(text(merged(base, branch(wall_and_door), branch("{}"), {{"D1", "", "theirs", {}}})), "{}");
  EXPECT_EQ(text(merged(base, branch("{}"), branch(wall_and_door), {{"W1", "", "theirs", {}}})), wall_and_door);
}

TEST(MergeResolution, ThatLeavesAReferenceToNothingSettlesNothing) {
  const Merged result = merge(branch(one_wall), branch(wall_and_door), branch("{}"), {{"W1", "", "theirs", {}}});
  EXPECT_EQ(result.conflicts.at(0).kind, "delete/reference");
}

TEST(MergeResolution, WhichSettledNothingIsTold) {
  const std::vector<Resolution> resolutions{{"W1", "/body/width", "ours", {}},
                                            {"W1", "/body/height", "theirs", {}},
                                            {"W9", "", "ours", {}},
                                            {"W1", "/body/height", "ours", {}}};
  const Merged result = merge(branch(one_wall), branch(lower_wall), branch(higher_wall), resolutions);
  EXPECT_THAT(result.conflicts, testing::IsEmpty());
  EXPECT_THAT(result.idle, testing::ElementsAre(0, 1, 2)) << "the last of a place counts";
}

TEST(MergeResolution, ThatDoesNotFitSettlesNothing) {
  for (const auto& bad : {Resolution{"W1", "/body/height", "mine", {}}, Resolution{"W1", "/body", "ours", {}},
                          Resolution{"W2", "/body/height", "ours", {}}, Resolution{"W1", "", "value", "no element"}}) {
    EXPECT_EQ(merge(branch(one_wall), branch(lower_wall), branch(higher_wall), {bad}).conflicts.size(), 1U);
  }
  const auto recategorised = [](const char* category) {
    return branch(std::string(R"({"W1":{"category":")") + category + R"(","body":1}})");
  };
  const Merged result =
      merge(recategorised("wall"), recategorised("door"), recategorised("slab"), {{"W1", "/category", "value", 5}});
  EXPECT_EQ(shown(result.conflicts), "modify/modify W1/category: \"wall\" | \"door\" | \"slab\"\n");
}

// --- properties ---

struct Fork {
  Branch base, ours, theirs;
};

Fork fork() {
  const auto grown = [](Branch from) { return random_branch::changed(from, *random_branch::ops(from)); };
  Fork made;
  made.base = grown(grown(grown(Branch{})));
  made.ours = grown(made.base);
  made.theirs = grown(made.base);
  return made;
}

RC_GTEST_PROP(MergeProperty, WithItselfChangesNothing, ()) {
  const Fork f = fork();
  const Merged result = merge(f.base, f.ours, f.ours);
  RC_ASSERT(result.ops.empty());
  RC_ASSERT(result.conflicts.empty());
}

RC_GTEST_PROP(MergeProperty, OneSidedIsThatSide, ()) {
  const Fork f = fork();
  RC_ASSERT(merge(f.base, f.ours, f.base).ops.empty());
  const Merged result = merge(f.base, f.base, f.theirs);
  RC_ASSERT(result.conflicts.empty());
  RC_ASSERT(random_branch::changed(f.base, result.ops).sum == f.theirs.sum);
}

RC_GTEST_PROP(MergeProperty, ConflictsAndResultsAreSymmetric, ()) {
  const Fork f = fork();
  const Merged there = merge(f.base, f.ours, f.theirs);
  const Merged back = merge(f.base, f.theirs, f.ours);
  RC_CLASSIFY(!there.conflicts.empty(), "conflicts");
  auto mirrored = back.conflicts;
  for (auto& conflict : mirrored) std::swap(conflict.ours, conflict.theirs);
  RC_ASSERT(shown(there.conflicts) == shown(mirrored));
  if (!there.conflicts.empty()) return;
  RC_ASSERT(random_branch::changed(f.ours, there.ops).sum == random_branch::changed(f.theirs, back.ops).sum);
}

// Settles every conflict for one side, again as new ones appear. Where an element is still referred to,
// it is kept.
Merged settled(const Fork& f, const std::string& side, std::vector<Resolution>& resolutions) {
  Merged result = merge(f.base, f.ours, f.theirs);
  for (int round = 0; round < 10 && !result.conflicts.empty(); ++round) {
    for (const auto& c : result.conflicts) {
      const std::string keeper = c.ours.is_null() ? "theirs" : "ours";
      resolutions.push_back({c.element, c.path, c.kind == "delete/reference" ? keeper : side, {}});
    }
    result = merge(f.base, f.ours, f.theirs, resolutions);
  }
  return result;
}

RC_GTEST_PROP(MergeProperty, EveryConflictCanBeSettled, ()) {
  const Fork f = fork();
  std::vector<Resolution> resolutions;
  const Merged result = settled(f, *rc::gen::element<std::string>("ours", "theirs"), resolutions);
  RC_ASSERT(result.conflicts.empty());
  RC_ASSERT(apply_ops(f.ours, result.ops).ok());
}

RC_GTEST_PROP(MergeProperty, WhatOnlyOneSideWroteIsInTheResult, ()) {
  const Fork f = fork();
  std::vector<Resolution> resolutions;
  const Branch whole = random_branch::changed(f.ours, settled(f, "ours", resolutions).ops);
  for (const auto& id : random_branch::all_ids()) {
    const auto stored = [&](const Branch& b) { return b.elements.find(id) ? to_json(*b.elements.find(id)) : Json(); };
    if (std::ranges::any_of(resolutions, [&](const Resolution& r) { return r.element == id; })) continue;
    if (stored(f.base) == stored(f.theirs)) RC_ASSERT(stored(whole) == stored(f.ours));
    if (stored(f.base) == stored(f.ours)) RC_ASSERT(stored(whole) == stored(f.theirs));
  }
}

}  // namespace
}  // namespace kernel
