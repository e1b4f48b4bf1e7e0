// SPDX-License-Identifier: Apache-2.0
// What was not checked never looks like a pass, in any format.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "domains/ids/engine/report/formats.h"
#include "domains/ids/engine/report/text.h"
#include "formats/table/table.h"
#include "formats/zip/zip.h"
#include "unit/ids_engine/small_models.h"

namespace {

using namespace small_models;  // NOLINT(google-build-using-namespace)
using ids::engine::Report;
using ids::engine::Status;
using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

constexpr std::int64_t noon = 1'794'738'600'000;

EntityFacet wall() { return entity("IFCWALL"); }

Specification named(std::string name, Specification rule, const char* least = "1") {
  rule.name = std::move(name);
  rule.min_occurs = least;
  return rule;
}

formats::ids::Document rules(std::vector<Specification> specifications) {
  formats::ids::Document document;
  document.info.title = "Rules";
  document.specifications = std::move(specifications);
  return document;
}
formats::ids::Document four(std::string third) {
  return rules({named("One", specification({wall()}, {attribute("Name")})),
                named("Two", specification({wall()}, {attribute("GlobalId")})),
                named("Three", specification({wall()}, {attribute("Name", pattern({std::move(third)}))})),
                named("Four", specification({wall()}, {attribute("Name")}))});
}

Report checked(const formats::ids::Document& document, const std::string& path = "a/house.ifc") {
  const auto model = ifc4("#1=IFCWALL('0YvctVUKr0kugbFTf53O91',$,'W1',$,$,$,$,$,$);");
  return make_report(document, model, ids::engine::check(document, model).value(), path, noon);
}
Report unreadable(const formats::ids::Document& document, const std::string& path = "b/house.ifc") {
  return ids::engine::unchecked_report(document, path, noon, base::fail(base::Code::parse, "this is not a STEP file"));
}

// The text of a report, whatever it is packed in.
std::string readable(const std::string& bytes) {
  if (!bytes.starts_with("PK")) return bytes;
  const auto archive = formats::zip::Archive::open(bytes);
  EXPECT_TRUE(archive.ok());
  std::string out;
  for (const auto& member : archive->members()) out += archive->read(member.name).value() + "\n";
  return out;
}
std::string written(std::string_view format, const std::vector<Report>& reports) {
  auto made = ids::engine::report_format(format)->write(reports);
  if (auto* const page = std::get_if<ids::engine::PageData>(&made)) return page->title + page->data.dump() + page->text;
  return readable(std::get<std::string>(made));
}
base::Json json_of(const std::vector<Report>& reports) { return base::parse_json(written("json", reports)).value(); }

// Every format but PDF, whose text is packed; tests/peers/reports.py reads that one.
void everywhere(const std::vector<Report>& reports, const testing::Matcher<const std::string&>& says) {
  for (const auto& format : ids::engine::report_formats) {
    if (format.name == "pdf") continue;
    const std::string text = written(format.name, reports);
    EXPECT_THAT(text, says) << format.name;
    EXPECT_THAT(text, Not(HasSubstr("1970"))) << format.name;
  }
}

TEST(FalseGreen, NothingReadable) {
  const auto document = four("W.*");
  const std::vector<Report> reports{unreadable(document)};
  EXPECT_EQ(status_of(reports), Status::error);
  everywhere(reports, HasSubstr("this is not a STEP file"));
  EXPECT_EQ(json_of(reports).text("status"), "error");
  EXPECT_THAT(written("junit", reports),
              AllOf(HasSubstr("tests=\"1\" failures=\"0\" errors=\"1\""), HasSubstr("<error ")));
  EXPECT_THAT(written("sarif", reports),
              AllOf(HasSubstr("\"executionSuccessful\":false"), HasSubstr("\"level\":\"error\"")));
  EXPECT_THAT(written("html", reports),
              AllOf(HasSubstr("could not be checked"), Not(HasSubstr("\"status\":\"pass\""))));
  EXPECT_THAT(written("console", reports), Not(HasSubstr("✓")));
  EXPECT_THAT(written("xlsx", reports), AllOf(HasSubstr("could not be checked"), Not(HasSubstr(">passed<"))));
}

TEST(FalseGreen, OneOfTwoUnreadable) {
  const auto document = four("W.*");
  const std::vector<Report> reports{checked(document), unreadable(document)};
  ASSERT_EQ(reports[0].status, Status::pass);
  EXPECT_EQ(status_of(reports), Status::error);
  everywhere(reports, HasSubstr("this is not a STEP file"));
  const auto json = json_of(reports);
  EXPECT_EQ(json.text("status"), "error");
  EXPECT_EQ(json.text("verdict"), "1 of 2 models could not be checked");
  ASSERT_EQ(json.at("models").size(), 2U);
  EXPECT_EQ(json.at("models").as_array()[0].text("status"), "pass");
  EXPECT_EQ(json.at("models").as_array()[1].text("status"), "error");
  EXPECT_THAT(json.at("models").as_array()[1].text("reason"), HasSubstr("not a STEP file"));
  EXPECT_THAT(written("junit", reports), HasSubstr("tests=\"5\" failures=\"0\" errors=\"1\""));
}

// One name, two paths.
TEST(FalseGreen, ModelsAreToldApartByTheirPaths) {
  const auto document = four("W.*");
  const std::vector<Report> reports{checked(document), unreadable(document)};
  for (const auto* const format : {"console", "json", "html", "xlsx", "junit", "sarif"}) {
    EXPECT_THAT(written(format, reports), AllOf(HasSubstr("a/house.ifc"), HasSubstr("b/house.ifc"))) << format;
  }
  EXPECT_EQ(json_of(reports).at("models").as_array()[0].at("model").text("name"), "house.ifc");
}

TEST(FalseGreen, JsonHasOneShape) {
  const auto document = four("W.*");
  const auto one = json_of({checked(document)}), two = json_of({checked(document), checked(document, "c.ifc")});
  const auto keys = [](const base::Json& of) {
    std::vector<std::string> out;
    for (const auto& [key, value] : of.as_object()) out.push_back(key);
    return out;
  };
  EXPECT_EQ(keys(one), keys(two));
  EXPECT_EQ(keys(one.at("models").as_array()[0]), keys(two.at("models").as_array()[1]));
}

TEST(FalseGreen, OneBadPatternAmongFour) {
  const std::vector<Report> reports{checked(four("(a"))};
  EXPECT_EQ(reports[0].status, Status::error);
  everywhere(reports, AllOf(HasSubstr("Three"), HasSubstr("never closed")));
  const auto json = json_of(reports);
  EXPECT_EQ(json.text("status"), "error");
  EXPECT_EQ(json.text("verdict"), "1 of 4 specifications could not be checked");
  EXPECT_EQ(json.at("totals").at("specifications_passed").as_integer(), 3);
  EXPECT_EQ(json.at("totals").at("specifications_errors").as_integer(), 1);
  EXPECT_EQ(json.at("totals").at("specifications_failed").as_integer(), 0);
  EXPECT_THAT(written("junit", reports), HasSubstr("tests=\"5\" failures=\"0\" errors=\"2\" skipped=\"0\""));
  EXPECT_THAT(written("bcf", reports), HasSubstr("TopicType=\"Error\""));
  EXPECT_THAT(written("csv", reports), HasSubstr("could not be checked"));
}

TEST(FalseGreen, NothingApplicable) {
  const auto document = rules({named("Doors", specification({entity("IFCDOOR")}, {attribute("Name")}), "0")});
  const std::vector<Report> reports{checked(document)};
  EXPECT_EQ(reports[0].status, Status::not_applicable);
  everywhere(reports, AnyOf(HasSubstr("othing in the model is applicable"), HasSubstr("not_applicable")));
  const auto json = json_of(reports);
  EXPECT_EQ(json.text("status"), "not_applicable");
  EXPECT_EQ(json.at("totals").at("specifications_passed").as_integer(), 0);
  EXPECT_EQ(json.at("totals").at("requirements_passed").as_integer(), 0);
  EXPECT_THAT(written("junit", reports), AllOf(HasSubstr("errors=\"0\" skipped=\"1\""), HasSubstr("<skipped ")));
  EXPECT_THAT(written("sarif", reports), HasSubstr("\"kind\":\"notApplicable\",\"level\":\"none\""));
  EXPECT_THAT(written("bcf", reports), HasSubstr("TopicType=\"Information\""));
  EXPECT_THAT(written("console", reports), AllOf(HasSubstr("Nothing was checked"), Not(HasSubstr("✓"))));
  EXPECT_THAT(written("html", reports), Not(HasSubstr("\"status\":\"pass\"")));
}

TEST(FalseGreen, WhatAppliesToNothingIsNotAmongThePassed) {
  const auto document = rules({named("Walls", specification({wall()}, {attribute("Name")})),
                               named("Doors", specification({entity("IFCDOOR")}, {attribute("Name")}), "0")});
  const auto report = checked(document);
  EXPECT_EQ(report.status, Status::pass);
  EXPECT_EQ(verdict(totals(report)), "1 of 2 specifications passed, 1 applies to nothing in the model");
}

TEST(FalseGreen, RequiredAndNothingApplicableFails) {
  const auto report = checked(rules({named("Doors", specification({entity("IFCDOOR")}, {attribute("Name")}))}));
  EXPECT_EQ(report.status, Status::fail);
  EXPECT_THAT(written("junit", {report}), HasSubstr("failures=\"1\" errors=\"0\" skipped=\"1\""));
}

TEST(FalseGreen, NoSpecificationsAndNoModels) {
  EXPECT_EQ(checked(rules({})).status, Status::error);
  everywhere({checked(rules({}))}, HasSubstr("has no specifications"));
  everywhere({}, HasSubstr("no model to check"));
  EXPECT_EQ(Report{}.status, Status::error);
}

}  // namespace
