// SPDX-License-Identifier: Apache-2.0
#include "kernel/terms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "world.h"

namespace kernel::terms_test {
namespace {

using namespace testing_world;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// A shelf stands at x and is so many wide; books stand on it, one after the other from its left end. Where a book is,
// its shelf says; books that are wider than their shelf may not be.
std::int64_t number(const Element& element, const char* name) { return element.body.at(name).as_integer(); }

std::shared_ptr<const Element> place(const Element& element, const Elements& all) {
  Element placed = element;
  if (element.category == "shelf") return std::make_shared<const Element>(std::move(placed));
  const std::shared_ptr<const Element> shelf = all.find(element.refs.front());
  placed.box = Box{{number(*shelf, "x"), 0, 0}, {number(*shelf, "x") + number(element, "width"), 1, 1}};
  placed.levels = {"L1"};
  return std::make_shared<const Element>(std::move(placed));
}

Result<void> hold(const Elements& after, const std::vector<Course>&) {
  std::map<std::string, std::int64_t> wide;
  for (const auto& [id, element] : after.sorted()) {
    if (element->category == "book") wide[element->refs.front()] += number(*element, "width");
  }
  for (const auto& [shelf, width] : wide) {
    if (width > number(*after.find(shelf), "width"))
      return fail(Code::opening_outside_host, "the books do not fit", shelf);
  }
  return {};
}

Element shelf(const char* id, std::int64_t x, std::int64_t width) {
  Element made;
  made.id = id;
  made.category = "shelf";
  made.body = Json::object({{"x", x}, {"width", width}});
  return made;
}
Element book(const char* id, const char* on, std::int64_t width) {
  Element made;
  made.id = id;
  made.category = "book";
  made.refs = {on};
  made.body = Json::object({{"width", width}});
  return made;
}
Kernel::Plan put(const Element& element) {
  return [element](const View&) -> Result<Change> { return Change().put(element); };
}

const Terms shelves{.divide = nullptr, .place = place, .hold = hold};

class TermsTest : public testing::Test {
 protected:
  void SetUp() override {
    world.terms = shelves;
    world.restart();
    world.key_of_ada();
    must(put(shelf("s", 100, 10)));
    must(put(book("b", "s", 4)));
  }
  static Call on(const std::string& branch, Permission needs = Permission::modify) {
    Call call = World::call(ada, needs);
    call.branch = branch;
    return call;
  }
  void must(const Kernel::Plan& plan, const std::string& branch = "main") {
    const auto done = world.change(on(branch), plan);
    ASSERT_TRUE(done.ok()) << done.error().message;
  }
  void fork() {
    const auto made = World::wait([&](Kernel::Done done) {
      world.kernel->create_branch(on("main", Permission::create), "idea", std::move(done));
    });
    ASSERT_TRUE(made.ok()) << made.error().message;
  }
  World world;
};

TEST_F(TermsTest, AChangeThatBreaksThemIsRefusedWithTheirError) {
  const auto refused = world.change(on("main"), put(book("c", "s", 7)));
  EXPECT_EQ(refused.error().code, Code::opening_outside_host);
  EXPECT_EQ(refused.error().path, "s");
  EXPECT_FALSE(world.body("c").has_value());
}

TEST_F(TermsTest, WhatStandsOnWhatMovedIsTouchedWithBothItsPlaces) {
  Branch branch;
  branch.elements.put("s", std::make_shared<const Element>(shelf("s", 100, 10)));
  branch.elements.put("b", std::make_shared<const Element>(book("b", "s", 4)));
  branch.elements.put("t", std::make_shared<const Element>(shelf("t", 0, 10)));
  branch.elements.put("u", std::make_shared<const Element>(book("u", "t", 4)));
  const auto moved = std::make_shared<const Element>(shelf("s", 200, 10));
  const Applied applied = apply_ops(branch, {{Op::What::put, "s", moved}}, world.terms).value();
  ASSERT_EQ(applied.touched.items.size(), 2U);
  EXPECT_EQ(applied.touched.items[1].id, "b");
  EXPECT_EQ(applied.touched.items[1].before->min_um[0], 100);
  EXPECT_EQ(applied.touched.items[1].after->min_um[0], 200);
  EXPECT_THAT(applied.touched.items[1].levels, ElementsAre("L1"));
  // Only the shelf is written: a place is stored nowhere.
  EXPECT_EQ(applied.ops.size(), 1U);
}

TEST_F(TermsTest, AnUndoThatWouldBreakThemIsStale) {
  must(put(shelf("s", 100, 20)));
  const auto widened = world.events().front().id;
  must(put(book("c", "s", 14)));
  const auto undone = world.undo(on("main"), widened);
  ASSERT_FALSE(undone.ok());
  EXPECT_EQ(undone.error().code, Code::stale);
  EXPECT_THAT(undone.error().message, HasSubstr("the books do not fit"));
}

TEST_F(TermsTest, AMergeThatWouldBreakThemIsAConflict) {
  fork();
  must(put(shelf("s", 100, 5)));
  must(put(book("c", "s", 6)), "idea");
  const auto merged =
      World::wait([&](Kernel::Done done) { world.kernel->merge_branch(on("main"), "idea", {}, std::move(done)); });
  ASSERT_FALSE(merged.ok());
  EXPECT_EQ(merged.error().code, Code::merge_conflict);
  const Json& conflict = merged.error().data->at("conflicts").as_array().at(0);
  EXPECT_EQ(conflict.text("kind"), "constraint");
  EXPECT_EQ(conflict.text("element"), "s");
}

TEST_F(TermsTest, APlaceIsNeverInConflict) {
  fork();
  must(put(shelf("s", 500, 10)));
  must(put(book("b", "s", 5)), "idea");
  const auto asked =
      World::wait([&](Kernel::Done done) { world.kernel->merge_branch(on("main"), "idea", {}, std::move(done)); });
  ASSERT_TRUE(asked.ok()) << asked.error().message;
}

TEST_F(TermsTest, TheLogReplaysWithoutThem) {
  EXPECT_THAT(world.kernel->verify(World::reading(), true).value().problems, IsEmpty());
}

}  // namespace
}  // namespace kernel::terms_test
