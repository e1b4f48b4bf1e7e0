// SPDX-License-Identifier: Apache-2.0
#include "kernel/parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <set>

#include "kernel/event.h"

namespace kernel {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

// A shelf: {"books": {"title": "content"}, "label": "…"}. Each book is a part, the label is the rest.
Parts shelf(const Element& element) {
  if (element.category != "shelf") return {};
  Parts parts{{}, "label " + std::string(element.body.text("label"))};
  for (const auto& [title, content] : element.body.at("books").as_object())
    parts.list.push_back({title, "book", {"L1"}, {}, content.as_string()});
  return parts;
}

using Books = std::map<std::string, std::string>;
std::shared_ptr<const Element> holding(const Books& books, const std::string& label = "") {
  Element element;
  element.id = "s";
  element.category = "shelf";
  Json all = Json::object();
  for (const auto& [title, content] : books) all.set(title, content);
  element.body = Json::object({{"books", std::move(all)}, {"label", label}});
  return std::make_shared<const Element>(std::move(element));
}

std::vector<std::string> told(const Touched& touched) {
  std::vector<std::string> lines;
  for (const auto& item : touched.items)
    lines.push_back(std::string(name(item.needs)) + " " + item.category + " " + item.id);
  return lines;
}
std::vector<std::string> told(const std::shared_ptr<const Element>& before,
                              const std::shared_ptr<const Element>& after) {
  return told(touched_by({{"s", before, after}}, shelf));
}

TEST(Parts, AreCountedInsteadOfTheirElement) {
  EXPECT_THAT(told(holding({{"a", "1"}, {"b", "2"}, {"c", "3"}}), holding({{"b", "22"}, {"c", "3"}, {"d", "4"}})),
              UnorderedElementsAre("MODIFY book s/b", "CREATE book s/d", "DELETE book s/a"));
}

TEST(Parts, OnesNewNameIsAChange) {
  EXPECT_THAT(told(holding({{"a", "1"}}), holding({{"z", "1"}})), ElementsAre("MODIFY book s/z"));
}

TEST(Parts, TheElementCountsWhereItsRestChanges) {
  EXPECT_THAT(told(holding({{"a", "1"}}), holding({{"a", "1"}}, "novels")), ElementsAre("MODIFY shelf s"));
  EXPECT_THAT(told(nullptr, holding({{"a", "1"}})), ElementsAre("CREATE shelf s", "CREATE book s/a"));
  EXPECT_THAT(told(holding({{"a", "1"}}), nullptr), ElementsAre("DELETE shelf s", "DELETE book s/a"));
}

// A division that overlooks something does not make a change invisible.
TEST(Parts, AChangeThatNoPartShowsCountsAsOneOfTheElement) {
  const auto blind = [](const Element&) { return Parts{{{"a", "book"}}, "always the same"}; };
  EXPECT_THAT(told(touched_by({{"s", holding({{"a", "1"}}), holding({{"a", "2"}})}}, blind)),
              ElementsAre("MODIFY shelf s"));
}

TEST(Parts, WhatChangesItsKindCountsUnderBoth) {
  const auto by_kind = [](const Element& element) {
    return Parts{{{"a", std::string(element.body.text("label")), {}, {}, "1"}}, {}};
  };
  const Touched touched = touched_by({{"s", holding({}, "wall"), holding({}, "door")}}, by_kind);
  EXPECT_THAT(told(touched), ElementsAre("MODIFY door s/a", "MODIFY wall s/a"));
  EXPECT_EQ(facts_of(touched).size(), 1U);
}

TEST(Parts, ThatShareANameAreToldApart) {
  const auto twice = [](const Element& element) {
    Parts parts;
    for (int i = 0; i < (element.body.text("label") == "two" ? 2 : 1); ++i)
      parts.list.push_back({"door", "door", {}, {}, std::to_string(i)});
    return parts;
  };
  EXPECT_THAT(told(touched_by({{"s", holding({}, "two"), holding({}, "one")}}, twice)),
              ElementsAre("DELETE door s/door #2"));
}

TEST(Parts, OfManyTheDeletedAreNamedFirst) {
  Books many;
  for (int i = 0; i < 1500; ++i) many.emplace("n" + std::to_string(i), "new" + std::to_string(i));
  const Touched touched = touched_by({{"s", holding({{"zz", "1"}}), holding(many)}}, shelf);
  EXPECT_EQ(touched.items.size(), 1501U);
  const auto facts = kept_facts(facts_of(touched));
  EXPECT_EQ(facts.size(), 1000U);
  EXPECT_EQ(facts.front(), (Fact{"element.deleted", "s/zz"}));
  const Json summary = touched_summary(touched);
  EXPECT_EQ(summary.at("n"), Json(1501));
  EXPECT_EQ(summary.at("elements").size(), 1000U);
  EXPECT_EQ(summary.at("elements").as_array().front(), Json("s/zz"));
  EXPECT_EQ(counts_in_words(summary), "book: 1 deleted, 1500 created");
}

// Whatever happens between two shelves, the counts balance: what was there, less the deleted, plus the created.
RC_GTEST_PROP(Parts, BalanceTheirCounts, ()) {
  const auto shelf_of = [] {
    Books books;
    for (const char* title : {"a", "b", "c", "d", "e"}) {
      if (const int content = *rc::gen::inRange(0, 4); content > 0) books.emplace(title, std::to_string(content));
    }
    return books;
  };
  const Books before = shelf_of();
  const Books after = shelf_of();
  std::size_t created = 0;
  std::size_t deleted = 0;
  std::size_t modified = 0;
  if (before == after) return;
  for (const auto& item : touched_by({{"s", holding(before), holding(after)}}, shelf).items) {
    created += item.needs == Permission::create ? 1U : 0U;
    deleted += item.needs == Permission::remove ? 1U : 0U;
    modified += item.needs == Permission::modify ? 1U : 0U;
  }
  RC_ASSERT(before.size() + created == after.size() + deleted);
  RC_ASSERT(created + deleted + modified > 0U);
  std::set<std::string> either;
  for (const auto& [title, content] : before) either.insert(title);
  for (const auto& [title, content] : after) either.insert(title);
  RC_ASSERT(created + deleted + modified <= either.size());
}

}  // namespace
}  // namespace kernel
