// SPDX-License-Identifier: Apache-2.0
// Two reports beside each other: fixed, new, still failing.
#include "domains/ids/engine/report/changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "domains/ids/engine/report/text.h"
#include "unit/ids_engine/sample_report.h"
#include "unit/ids_engine/small_models.h"

namespace {

using namespace small_models;  // NOLINT(google-build-using-namespace)
using ids::engine::Report;
using ids::engine::ReportChanges;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// Walls by name and tag; those without a tag fail, those without a name fail another specification.
struct Wall {
  int number;
  std::string name, tag;
};
std::string quoted(const std::string& text) { return text.empty() ? "$" : "'" + text + "'"; }
formats::ifc::Model house(const std::vector<Wall>& walls, int first_id) {
  std::string records = "#1=IFCPROJECT('0YvctVUKr0kugbFTf53O90',$,'House',$,$,$,$,$,$);";
  for (const auto& each : walls) {
    records += "#" + std::to_string(first_id++) + "=IFCWALL('0YvctVUKr0kugbFTf53O1" + std::to_string(each.number) +
               "',$," + quoted(each.name) + ",$,$,$,$," + quoted(each.tag) + ",$);";
  }
  return ifc4(records);
}
formats::ids::Document rules() {
  formats::ids::Document document;
  document.info.title = "Walls";
  auto tagged = specification({entity("IFCWALL")}, {attribute("Tag")});
  tagged.name = "Tagged";
  tagged.identifier = "T";
  auto named = specification({entity("IFCWALL")}, {attribute("Name")});
  named.name = "Named";
  auto doors = specification({entity("IFCDOOR")}, {attribute("Name")});
  doors.name = "Doors";
  document.specifications = {tagged, named, doors};
  return document;
}
base::Json json_of(const std::vector<Wall>& walls, const formats::ids::Document& document = rules(),
                   int first_id = 10) {
  const auto model = house(walls, first_id);
  const Report report = ids::engine::make_report(document, model, ids::engine::check(document, model).value(),
                                                 "house.ifc", 1'794'738'600'000);
  return ids::engine::json_of_models({report}, ids::engine::whole_page);
}

ReportChanges changes(const base::Json& before, const base::Json& after) {
  auto made = ids::engine::report_changes(before, after);
  EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().message);
  return made.ok() ? *std::move(made) : ReportChanges{};
}

TEST(Changes, FixedNewAndStill) {
  // Wall 1 is mended, wall 2 stays, wall 3 is broken; the numbers of records are others.
  const auto found = changes(json_of({{1, "A", ""}, {2, "B", ""}, {3, "C", "t"}}),
                             json_of({{3, "C", ""}, {2, "B", ""}, {1, "A", "t"}}, rules(), 70));
  EXPECT_EQ(found.fixed, 1);
  EXPECT_EQ(found.added, 1);
  EXPECT_EQ(found.still, 2);  // and there is still no door
  EXPECT_EQ(found.unknown, 0);
  EXPECT_THAT(found.notes, IsEmpty());
  ASSERT_EQ(found.specifications.size(), 2U);
  const auto& tagged = found.specifications[0];
  EXPECT_EQ(tagged.name, "Tagged");
  EXPECT_EQ(tagged.added[0].element, "C");
  EXPECT_EQ(tagged.fixed[0].element, "A");
  EXPECT_EQ(tagged.still[0].element, "B");
  EXPECT_EQ(tagged.still[0].requirement, "Tag must be given");
  EXPECT_EQ(found.specifications[1].name, "Doors");
  EXPECT_EQ(verdict(found), "1 new failure, 2 still failing, 1 fixed");
}

TEST(Changes, NothingChanged) {
  const auto same = json_of({{1, "A", ""}});
  EXPECT_EQ(verdict(changes(same, same)), "No new failures, 2 still failing, 0 fixed");
}

TEST(Changes, SpecificationsOfOneName) {
  auto twice = rules();
  twice.specifications[1] = twice.specifications[0];
  twice.specifications[1].requirements = {attribute("Name")};
  const auto found = changes(json_of({{1, "", ""}}, twice), json_of({{1, "A", ""}}, twice));
  EXPECT_EQ(found.fixed, 1);
  EXPECT_EQ(found.still, 2);
  EXPECT_EQ(found.added, 0);
}

// What a report does not tell is neither new nor fixed.
TEST(Changes, WhatIsNotKnown) {
  const std::vector<Wall> three{{1, "A", ""}, {2, "B", ""}, {3, "C", ""}};
  const auto document = rules();
  const auto model = house(three, 10);
  const Report report =
      ids::engine::make_report(document, model, ids::engine::check(document, model).value(), "house.ifc", 0);
  const auto one_listed = ids::engine::json_of_models({report}, {.limit = 1});
  EXPECT_EQ(changes(json_of(three), one_listed).unknown, 2);
  EXPECT_EQ(changes(json_of(three), one_listed).fixed, 0);
  EXPECT_EQ(changes(one_listed, json_of(three)).unknown, 2);
  EXPECT_EQ(changes(one_listed, json_of(three)).added, 0);

  auto broken = rules();
  broken.specifications[0].requirements = {attribute("Tag", pattern({"(a"}))};
  const auto found = changes(json_of(three), json_of(three, broken));
  EXPECT_EQ(found.unknown, 3);
  EXPECT_EQ(found.fixed, 0);
  EXPECT_THAT(found.notes[0], HasSubstr("\"Tagged\" could not be checked now"));

  auto fewer = rules();
  fewer.specifications.erase(fewer.specifications.begin());
  const auto without = changes(json_of(three), json_of(three, fewer));
  EXPECT_EQ(without.fixed, 0);
  EXPECT_THAT(without.notes[0], HasSubstr("\"Tagged\" is not in the later report"));
}

TEST(Changes, ModelsThatComeAndGo) {
  const auto document = rules();
  const Report lost = ids::engine::unchecked_report(document, "house.ifc", 0, base::fail(base::Code::parse, "no STEP"));
  const auto none = ids::engine::json_of_models({lost}, ids::engine::whole_page);
  const auto found = changes(json_of({{1, "A", ""}}), none);
  EXPECT_EQ(found.fixed, 0);
  EXPECT_EQ(found.unknown, 2);
  EXPECT_THAT(found.notes[0], HasSubstr("could not be checked now: no STEP"));
  EXPECT_EQ(changes(none, json_of({{1, "A", ""}})).added, 0);
}

TEST(Changes, WhatIsNoReport) {
  const auto good = json_of({});
  for (const auto* const text : {"{}", "[]", "1", "{\"models\":1}", "{\"models\":[]}"}) {
    const auto bad = base::parse_json(text).value();
    EXPECT_FALSE(ids::engine::report_changes(bad, good).ok()) << text;
    EXPECT_FALSE(ids::engine::report_changes(good, bad).ok()) << text;
  }
  // Whatever is of another type is empty.
  const auto odd =
      base::parse_json(R"({"status":1,"models":[{"model":3,"specifications":[7,{"name":[]}],"failures":[{}]}]})");
  EXPECT_TRUE(ids::engine::report_changes(odd.value(), good).ok());
}

TEST(Changes, InWords) {
  const auto found = changes(json_of({{1, "A", ""}, {3, "C", "t"}}), json_of({{1, "A", "t"}, {3, "C", ""}}));
  const auto text = changes_text(found, false);
  EXPECT_THAT(text, HasSubstr("Tagged [T]  house.ifc\n  1 new, 1 fixed\n  + IfcWall C 0YvctVUKr0kugbFTf53O13: "));
  EXPECT_THAT(text, HasSubstr("\n  ✓ IfcWall A 0YvctVUKr0kugbFTf53O11: "));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
  const auto json = changes_json(found);
  EXPECT_EQ(json.at("totals").dump(), R"({"new":1,"still":1,"fixed":1,"unknown":0})");
  EXPECT_EQ(json.at("specifications").as_array()[0].at("new").as_array()[0].text("global_id"),
            "0YvctVUKr0kugbFTf53O13");
  const auto page = changes_page(found);
  EXPECT_EQ(page.page, "compare");
  EXPECT_EQ(page.data.at("left").as_integer(), 0);
}

}  // namespace
