// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/report/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "base/files.h"
#include "base/text.h"
#include "domains/ids/engine/report/formats.h"
#include "domains/ids/engine/report/text.h"
#include "domains/ids/runtime/report_file.h"
#include "unit/ids_engine/sample_report.h"

namespace ids::engine {
namespace {

using base::Json;
using testing::HasSubstr;
using testing::Not;

TEST(ReportTotals, CountSpecificationsRequirementsChecksAndElements) {
  const Totals sum = totals(sample::failing(300, 212));
  EXPECT_EQ(sum.specifications, 5);
  EXPECT_EQ(sum.specifications_passed, 2);
  EXPECT_EQ(sum.requirements, 3 + 1 + 2 + 2);
  EXPECT_EQ(sum.requirements_passed, 1 + 0 + 2 + 2) << "what nothing was asked of did not pass";
  EXPECT_EQ(sum.checks, (3 * 300) + (4 * 148));
  EXPECT_EQ(sum.checks - sum.checks_passed, 212 + 71);
  EXPECT_EQ(sum.elements_failed, 212);
  EXPECT_FALSE(sum.elements_at_least);
}

TEST(ReportTotals, FailuresThatWereNotKeptAreCounted) {
  Report report = sample::failing(300, 212);
  report.specifications[1].failures.resize(10);
  report.elements.resize(8);
  const Totals sum = totals(report);
  EXPECT_EQ(sum.elements_failed, 212);
  EXPECT_TRUE(sum.elements_at_least);
  EXPECT_EQ(failure_count(report.specifications[1]), 212 + 71);
}

TEST(ReportTotals, VerdictsInWords) {
  EXPECT_EQ(verdict({.specifications = 8, .specifications_passed = 5, .specifications_failed = 3}),
            "3 of 8 specifications failed");
  EXPECT_EQ(verdict({.specifications = 1, .specifications_failed = 1}), "1 of 1 specification failed");
  EXPECT_EQ(verdict({.models = 2,
                     .models_unchecked = 1,
                     .specifications = 8,
                     .specifications_failed = 3,
                     .specifications_errors = 2}),
            "1 of 2 models could not be checked; 2 of 8 specifications could not be checked; 3 of 8 specifications "
            "failed");
  EXPECT_EQ(verdict({.specifications = 3, .specifications_not_applicable = 3}),
            "Nothing was checked: no specification applies to anything in the model");
  EXPECT_EQ(verdict({.specifications = 1200, .specifications_passed = 1200}), "All 1,200 specifications passed");
  EXPECT_EQ(verdict({.specifications = 1, .specifications_passed = 1}), "The specification passed");
  EXPECT_EQ(verdict({}), "There was nothing to check");
}

TEST(ReportGroups, ByRequirementAndTheSpecificationItselfLast) {
  const auto fire = failure_groups(sample::fire(10, 4));
  ASSERT_EQ(fire.size(), 2U);
  EXPECT_EQ(fire[0].requirement, 0);
  EXPECT_EQ(fire[0].failures.size(), 4U);
  EXPECT_EQ(fire[1].failed, 2);
  const auto nothing = failure_groups(sample::nothing_there());
  ASSERT_EQ(nothing.size(), 1U);
  EXPECT_EQ(nothing[0].requirement, -1);
  EXPECT_THAT(nothing[0].title, HasSubstr("Nothing in the model"));
  const auto proxies = failure_groups(sample::prohibited());
  ASSERT_EQ(proxies.size(), 1U);
  EXPECT_EQ(proxies[0].failed, 2);
  EXPECT_TRUE(failure_groups(sample::fine(0, "x", 3)).empty());
}

TEST(ReportGroups, ByReasonTheMostFrequentFirst) {
  const ReportSpecification fire = sample::fire(20, 9);
  const auto reasons = reason_groups(fire, failure_groups(fire)[0]);
  ASSERT_EQ(reasons.size(), 3U);
  EXPECT_THAT(reasons[0].reason, HasSubstr("missing"));
  EXPECT_EQ(reasons[0].failures.size(), 7U);
  EXPECT_THAT(reasons[1].reason, HasSubstr("\"F3\""));
}

TEST(ReportText, NothingThatAFormatRefuses) {
  EXPECT_EQ(clean("a\xEF\xBF\xBF"
                  "b\xEF\xB7\x90"
                  "c\xF0\x9F\xBF\xBE"
                  "d",
                  100),
            "a\uFFFDb\uFFFDc\uFFFDd");
  EXPECT_EQ(clean("\U0001F3E0\uFFFC", 100), "\U0001F3E0\uFFFC");
  EXPECT_EQ(one_line("  a\r\nb\tc\x1b ", 100), "a  b c");
  EXPECT_EQ(grouped(-1234567), "-1,234,567");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(counted(1, "element", "elements"), "1 element");
  EXPECT_EQ(shown_time(sample::noon), "2026-11-15 10:30 UTC");
}

// ---- console ------------------------------------------------------------------------------------

TEST(ConsoleReport, FailuresFirstAndBounded) {
  const std::string text = console_report(sample::failing(300, 212), false, 5);
  EXPECT_LT(text.find("Walls carry"), text.find("Doors are numbered"));
  EXPECT_THAT(text, HasSubstr("3 of 5 specifications failed; 212 elements do not meet a requirement"));
  EXPECT_THAT(text, HasSubstr("… and 207 more"));
  EXPECT_THAT(text,
              HasSubstr("IfcWall.SOLIDWALL Basic Wall:Exterior – Brick on CMU:0 2O2Fr$t4X7Zf8NOew30000 on Level 1"));
  EXPECT_THAT(text, HasSubstr("Nothing in the model is applicable"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

TEST(ConsoleReport, NamesWhatHasNoNameAndWarnsOfOtherVersions) {
  Report report = sample::all_passed();
  report.model_name = "";
  report.specifications[0].result.name = "";
  report.specifications[1].result.version_matches = false;
  const std::string text = console_report(report, false);
  EXPECT_THAT(text, HasSubstr("Unnamed model"));
  EXPECT_THAT(text, HasSubstr("Specification 1 "));
  EXPECT_THAT(text, HasSubstr("  ! written for IFC4, IFC4X3_ADD2\n"));
}

TEST(ConsoleReport, ColoursAreOursOnly) {
  Report report = sample::all_passed();
  report.title = "\x1b[2J hidden";
  const std::string text = console_report(report, true);
  EXPECT_THAT(text, HasSubstr("\x1b[32m✓"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b[2J")));
}

// ---- json -----------------------------------------------------------------------------------------

TEST(JsonReport, APageOfFailures) {
  const Json page = json_report(sample::failing(300, 212));
  EXPECT_EQ(page.text("status"), "fail");
  EXPECT_EQ(page.at("totals").at("checks_failed").as_integer(), 283);
  EXPECT_EQ(page.at("specifications").as_array()[0].text("identifier"), "FIRE-1");
  EXPECT_EQ(page.at("failures").size(), 50U);
  const Json& first = page.at("failures").as_array()[0];
  EXPECT_EQ(first.text("specification"), "FIRE-1");
  EXPECT_EQ(first.at("requirement").as_integer(), 0);
  EXPECT_EQ(first.at("element").text("global_id"), "2O2Fr$t4X7Zf8NOew30000");
  EXPECT_EQ(first.at("element").text("storey"), "Level 1");
  EXPECT_EQ(page.at("page").at("total").as_integer(), 212 + 71 + 2);
  EXPECT_EQ(page.at("page").at("next_offset").as_integer(), 50);
}

TEST(JsonReport, LongListsOfRequirementsAreBoundedAndCounted) {
  Report report = sample::all_passed();
  report.specifications[0].result.requirements.resize(20, {"Name must be given", Status::pass, 1, 0});
  const Json page = json_report(report);
  const Json& first = page.at("specifications").as_array()[0];
  EXPECT_EQ(first.at("requirements").size(), 12U);
  EXPECT_EQ(first.at("requirements_left_off").as_integer(), 8);
}

TEST(JsonReport, PagesFollowOneAnotherAndEnd) {
  const Report report = sample::failing(300, 212);
  std::size_t offset = 0, seen = 0;
  for (int pages = 0; pages < 10; ++pages) {
    const Json page = json_report(report, {.offset = offset, .limit = 100});
    seen += page.at("failures").size();
    const Json* next = page.at("page").find("next_offset");
    if (next == nullptr) break;
    offset = static_cast<std::size_t>(next->as_integer());
  }
  EXPECT_EQ(seen, 212U + 71 + 2);
  EXPECT_EQ(json_report(report, {.offset = 9999}).at("failures").size(), 0U);
  EXPECT_EQ(json_report(report, {.offset = 9999}).at("page").find("next_offset"), nullptr);
}

TEST(JsonReport, OneSpecification) {
  const Json page = json_report(sample::failing(), {.specification = "No proxies"});
  EXPECT_EQ(page.at("failures").size(), 2U);
  EXPECT_EQ(page.at("failures").as_array()[0].find("requirement"), nullptr);
  EXPECT_EQ(json_report(sample::failing(), {.specification = "FIRE-1"}).at("page").at("total").as_integer(), 283);
  EXPECT_THAT(json_report(sample::failing(), {.specification = "other"}).text("note"), HasSubstr("\"other\""));
}

TEST(JsonReport, FiftyFailuresStayBelowThirtyKilobytes) {
  EXPECT_LT(json_report(sample::failing(30'000, 20'000)).dump().size(), 30'000U);
  Report longest = sample::nasty_report();
  for (ElementFact& element : longest.elements)
    element.type_name = element.storey = element.name = std::string(5000, 'x');
  longest.specifications.resize(200, longest.specifications[1]);
  longest.warnings.assign(500, std::string(500, 'w'));
  const Json page = json_report(longest);
  EXPECT_LT(page.dump().size(), 30'000U);
  EXPECT_GT(page.at("failures").size(), 10U);
  EXPECT_EQ(page.at("page").at("next_offset").as_integer(), static_cast<std::int64_t>(page.at("failures").size()));
  EXPECT_GT(page.at("specifications_left_off").as_integer(), 100);
}

TEST(JsonReport, IsValidWhateverTheModelSays) {
  EXPECT_TRUE(base::parse_json(json_report(sample::nasty_report()).dump()).ok());
}

// ---- by name --------------------------------------------------------------------------------------

// What was written, as the bytes of its file.
std::string file_of(std::string_view name, const std::vector<Report>& reports) {
  const auto format = report_format(name);
  if (!format.ok()) return {};
  auto bytes = runtime::report_file(*format, reports);
  return bytes.ok() ? *bytes : "";
}

TEST(WriteReport, EveryFormatByItsName) {
  for (const char* name :
       {"console", "json", "html", "pdf", "csv", "xlsx", "bcf", "bcf-2.1", "bcf-3.0", "junit", "sarif"}) {
    const auto format = report_format(name);
    ASSERT_TRUE(format.ok()) << name;
    EXPECT_FALSE(format->endings[0].empty() || format->mime_type.empty()) << name;
    const std::string bytes = file_of(name, {sample::failing(5, 2)});
    EXPECT_FALSE(bytes.empty()) << name;
    EXPECT_EQ(bytes, file_of(name, {sample::failing(5, 2)})) << name << " is not the same twice";
  }
}

TEST(WriteReport, AnUnknownFormatIsAnErrorThatListsThem) {
  for (const char* name : {"docx", "", "HTML"}) {
    const auto format = report_format(name);
    ASSERT_FALSE(format.ok());
    EXPECT_EQ(format.error().code, base::Code::unknown_name);
    EXPECT_THAT(format.error().hint, HasSubstr("html, pdf, csv"));
  }
}

TEST(WriteReport, SeveralModelsInOneJson) {
  const auto json = base::parse_json(file_of("json", {sample::failing(5, 2), sample::all_passed()}));
  ASSERT_TRUE(json.ok());
  EXPECT_EQ(json->text("status"), "fail");
  EXPECT_EQ(json->at("models").size(), 2U);
}

TEST(ReportFormats, AreTellableApartByNameAndHaveWhatEveryRowNeeds) {
  std::set<std::string_view> names;
  for (const ReportFormat& format : report_formats) {
    EXPECT_TRUE(names.insert(format.name).second) << format.name;
    EXPECT_TRUE(format.other_name.empty() || names.insert(format.other_name).second) << format.other_name;
    EXPECT_TRUE(format.endings[0].starts_with('.')) << format.name;
    EXPECT_FALSE(format.doc.empty() || format.doc.ends_with('.')) << format.name;
    EXPECT_NE(format.write, nullptr) << format.name;
  }
}

TEST(ReportFormats, AFileNameMeansTheFirstRowWithItsEnding) {
  const auto name_of = [](std::string_view path) {
    const ReportFormat* format = report_format_of_file(path);
    return format == nullptr ? std::string_view() : format->name;
  };
  EXPECT_EQ(name_of("out/Report.HTML"), "html");
  EXPECT_EQ(name_of("a.bcf"), "bcf");
  EXPECT_EQ(name_of("a.bcfzip"), "bcf");
  EXPECT_EQ(name_of("a.xml"), "junit");
  EXPECT_EQ(name_of("a.txt"), "console");
  EXPECT_EQ(name_of("report"), "");
  EXPECT_EQ(name_of(""), "");
}

TEST(ReportFormats, InWords) {
  EXPECT_EQ(report_formats_in_words(comes_in_answer).view(), "console, json and html");
  EXPECT_EQ(report_formats_in_words(is_only_a_file).view(), "pdf, csv, xlsx, bcf, bcf-3.0, junit and sarif");
}

// docs/ids.md has the table for people.
TEST(ReportFormats, AreInTheGuideAsTheyAreInTheTable) {
  const auto guide = base::read_file(LINTEL_SOURCE_DIR "/docs/ids.md", std::size_t{1} << 20);
  ASSERT_TRUE(guide.ok());
  for (const ReportFormat& format : report_formats) {
    EXPECT_THAT(*guide, HasSubstr("| `" + std::string(format.name) + "` | `" + std::string(format.endings[0]) + "` | " +
                                  std::string(format.doc) + " |"));
  }
}

}  // namespace
}  // namespace ids::engine
