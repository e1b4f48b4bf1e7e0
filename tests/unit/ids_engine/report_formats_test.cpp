// SPDX-License-Identifier: Apache-2.0
// What each format holds; tests/peers/reports.py shows that other programs read them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/ids.h"
#include "domains/ids/engine/report/formats.h"
#include "domains/ids/engine/report/pages.h"
#include "domains/ids/engine/report/report.h"
#include "domains/ids/runtime/report_file.h"
#include "drawing/fonts.h"
#include "formats/table/table.h"
#include "formats/zip/zip.h"
#include "unit/ids_engine/sample_report.h"

namespace ids::engine {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::size_t occurrences(std::string_view text, std::string_view what) {
  std::size_t count = 0;
  for (std::size_t at = text.find(what); at != std::string_view::npos; at = text.find(what, at + what.size())) ++count;
  return count;
}

// ---- html -----------------------------------------------------------------------------------------

std::string html_report(const std::vector<Report>& reports) {
  auto page = runtime::report_file(report_format("html").value(), reports);
  return page.ok() ? *page : page.error().message;
}

std::string data_of(const std::string& html) {
  const std::string_view begin = "id=\"lintel-data\">";
  const std::size_t from = html.find(begin) + begin.size();
  return html.substr(from, html.find("</script>", from) - from);
}

std::string plain_text_of(const std::string& html) {
  const std::string_view begin = "<pre class=\"plain\">";
  const std::size_t from = html.find(begin) + begin.size();
  return html.substr(from, html.find("</pre>", from) - from);
}

TEST(HtmlReport, SaysWhatWasChecked) {
  const std::string page = html_report({sample::failing()});
  EXPECT_THAT(page, StartsWith("<!doctype html>"));
  const std::string data = data_of(page);
  for (const char* words :
       {"Handover requirements, Harbour Quarter block C", "HQ-C_architecture.ifc", "2026-11-15 10:30 UTC",
        "3 of 5 specifications failed", "every IfcWall", "Ask the fire consultant", R"("passed":88,"failed":212)",
        "Nothing in the model is applicable"}) {
    EXPECT_THAT(data, HasSubstr(words));
  }
  const auto parsed = base::parse_json(data);
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed->at("models").as_array()[0].at("specs").size(), 5U);
}

TEST(HtmlReport, WithoutAScriptTheVerdictAndTheFirstFailuresAreRead) {
  const std::string page = html_report({sample::failing()});
  EXPECT_THAT(page, HasSubstr("<title>Handover requirements, Harbour Quarter block C – failed</title>"));
  const std::string text = plain_text_of(page);
  for (const char* words : {"3 of 5 specifications failed", "Walls carry a fire rating", "2O2Fr$t4X7Zf8NOew30000",
                            "Nothing in the model is applicable", "and 192 more"}) {
    EXPECT_THAT(text, HasSubstr(words));
  }
  Report many = sample::failing(60, 50);
  many.specifications.resize(3000, many.specifications[1]);
  const std::string long_page = html_report({many});
  EXPECT_LT(plain_text_of(long_page).size(), long_page.size() / 2);
}

TEST(HtmlReport, FailuresNameTheirElementRequirementAndReason) {
  const base::Json data = report_page_data({sample::failing()});
  const base::Json& model = data.at("models").as_array()[0];
  const auto word = [&](const base::Json& place) {
    return model.at("words").as_array()[static_cast<std::size_t>(place.as_integer())].as_string();
  };
  const base::Json& fire = model.at("specs").as_array()[0];
  EXPECT_EQ(fire.text("identifier"), "FIRE-1");
  EXPECT_EQ(fire.at("failures").size(), 212U + 71);
  const auto& failure = fire.at("failures").as_array()[1].as_array();
  EXPECT_EQ(failure[1].as_integer(), 1);
  EXPECT_EQ(word(failure[2]), "The property LoadBearing of Pset_WallCommon is missing");
  const auto& element = model.at("elements").as_array()[static_cast<std::size_t>(failure[0].as_integer())].as_array();
  EXPECT_EQ(element[0].as_string(), "2O2Fr$t4X7Zf8NOew30000");
  EXPECT_EQ(element[3].as_integer(), 1000);
  EXPECT_EQ(word(element[4]) + "." + word(element[5]), "IfcWall.SOLIDWALL");
  EXPECT_EQ(word(element[7]), "Level 1");
  const base::Json& proxies = model.at("specs").as_array()[2];
  EXPECT_EQ(proxies.at("itself").at("failed").as_integer(), 2);
  EXPECT_EQ(proxies.at("failures").as_array()[0].as_array()[1].as_integer(), -1);
}

TEST(HtmlReport, NothingButItsOwnStyleAndScriptMayRun) {
  const std::string page = html_report({sample::failing()});
  EXPECT_THAT(page, HasSubstr("default-src 'none'; script-src 'sha256-"));
  EXPECT_THAT(page, HasSubstr("; style-src 'sha256-"));
  EXPECT_THAT(page, Not(HasSubstr(" style=\"")));
  EXPECT_THAT(page, Not(HasSubstr("onclick")));
  EXPECT_THAT(page, Not(HasSubstr("unsafe-inline")));
}

TEST(HtmlReport, WhatAModelSaysStaysText) {
  const std::string page = html_report({sample::nasty_report()});
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
  EXPECT_EQ(occurrences(page, "</script>"), 2U);
  EXPECT_EQ(occurrences(page, "</noscript>"), 1U);
  EXPECT_THAT(data_of(page), Not(HasSubstr("<")));
  EXPECT_THAT(plain_text_of(page), Not(HasSubstr("<")));
  EXPECT_TRUE(base::parse_json(data_of(page)).ok());
}

TEST(HtmlReport, LongListsAreBoundedAndTheRestIsCounted) {
  const std::string page = html_report({sample::failing(60'000, 40'000)});
  const auto data = base::parse_json(data_of(page));
  ASSERT_TRUE(data.ok());
  std::size_t embedded = 0;
  for (const auto& spec : data->at("models").as_array()[0].at("specs").as_array())
    embedded += spec.at("failures").size();
  EXPECT_LE(embedded, 20'000U);
  EXPECT_GT(embedded, 9000U);
  EXPECT_EQ(data->at("left").as_integer() + static_cast<std::int64_t>(embedded), 40'000 + 13'334 + 2);
  EXPECT_THAT(page, HasSubstr("failed and are not in this page: see the spreadsheet"));
}

TEST(HtmlReport, SeveralModels) {
  const base::Json data = report_page_data({sample::failing(5, 2), sample::all_passed()});
  EXPECT_EQ(data.at("models").size(), 2U);
  EXPECT_EQ(data.at("models").as_array()[1].text("status"), "pass");
  EXPECT_EQ(data.text("verdict"), "3 of 11 specifications failed");
  EXPECT_EQ(report_page_data({}).at("models").size(), 0U);
}

// ---- pdf ------------------------------------------------------------------------------------------

TEST(PdfReport, TakesEverything) {
  for (const auto& reports : std::vector<std::vector<Report>>{
           {}, {Report{}}, {sample::nasty_report()}, {sample::failing(9, 3), sample::all_passed()}}) {
    EXPECT_THAT(pdf_report(reports), StartsWith("%PDF-"));
  }
}

TEST(PdfReport, ALongReportEnds) {
  Report report = sample::failing(1000, 900);
  report.specifications.resize(800, report.specifications[1]);
  const std::string pdf = pdf_report({report});
  EXPECT_LE(occurrences(pdf, "/Type /Page\n"), 200U);
}

TEST(PdfPages, CharactersThatNoFontHasAreCounted) {
  Pages pages;
  pages.text(0, 10, "Straße, Žižkov, Москва, Ωμέγα, ✓", {.size = 10});
  EXPECT_TRUE(pages.lacking().empty());
  pages.text(0, 10, "外壁 W-1", {.size = 10});
  pages.paragraph("外壁と内壁", 0, 200, {.size = 10}, 2);
  EXPECT_THAT(pages.lacking(), testing::ElementsAre(U'と', U'内', U'壁', U'外'));
}

TEST(PdfPages, TextIsBrokenAtBlanksAndCutAtTheLimit) {
  const TextStyle style{.size = 10};
  const auto lines = wrapped("one two three four five six seven eight nine ten", 80, style, 10);
  ASSERT_GT(lines.size(), 2U);
  for (const std::string& line : lines) EXPECT_LE(drawing::text_width(line, 10, style.weight), 80) << line;
  const auto two = wrapped(std::string(500, 'w'), 80, style, 2);
  ASSERT_EQ(two.size(), 2U);
  EXPECT_THAT(two[1], EndsWith("…"));
  EXPECT_THAT(wrapped("a\nb", 80, style, 5), testing::ElementsAre("a", "b"));
  EXPECT_EQ(fitted("short", 80, style), "short");
  EXPECT_THAT(fitted("Straße des 17. Juni und mehr", 60, style), EndsWith("…"));
  EXPECT_TRUE(wrapped("", 80, style, 5).empty());
}

// ---- tables ---------------------------------------------------------------------------------------

TEST(TableReports, CsvHoldsTheFailures) {
  const std::string csv = csv_report({sample::failing(9, 3)});
  const auto sheet = formats::table::read_csv(csv);
  ASSERT_TRUE(sheet.ok());
  ASSERT_EQ(sheet->rows.size(), 1U + 3 + 1 + 1 + 2);
  EXPECT_EQ(sheet->rows[0][0], "Model");
  EXPECT_EQ(sheet->rows[1][11], "2O2Fr$t4X7Zf8NOew30000");
  EXPECT_EQ(sheet->rows[5][4], "Nothing in the model is applicable, and something must be");
}

TEST(TableReports, WorkbookWithThreeSheets) {
  const auto sheets = formats::table::read_xlsx(xlsx_report({sample::failing(9, 3)}));
  ASSERT_TRUE(sheets.ok());
  ASSERT_EQ(sheets->size(), 3U);
  EXPECT_EQ(sheets->at(0).rows[1], (std::vector<std::string>{"Model", "HQ-C_architecture.ifc"}));
  EXPECT_EQ(sheets->at(1).rows.size(), 1U + 5 + 8);
  EXPECT_EQ(sheets->at(2).rows.size(), 1U + 3 + 1 + 1 + 2);
}

TEST(TableReports, WhatWasNotKeptIsSaid) {
  Report report = sample::failing(300, 212);
  report.specifications[1].failures.resize(10);
  EXPECT_THAT(csv_report({report}), HasSubstr("and 273 more failures"));
}

// ---- bcf ------------------------------------------------------------------------------------------

struct Bcf {
  explicit Bcf(std::string given) : bytes(std::move(given)) {
    const auto archive = formats::zip::Archive::open(bytes);
    EXPECT_TRUE(archive.ok());
    for (const auto& member : archive->members()) parts.emplace_back(member.name, *archive->read(member.name));
  }
  std::string find(std::string_view ending, std::string_view containing) const {
    for (const auto& [name, text] : parts) {
      if (name.ends_with(ending) && text.find(containing) != std::string::npos) return text;
    }
    return {};
  }
  std::string bytes;
  std::vector<std::pair<std::string, std::string>> parts;
};

TEST(BcfReport, OneTopicPerFailingRequirement) {
  const Bcf bcf(bcf_report({sample::failing(300, 212)}, BcfVersion::v2_1));
  std::size_t topics = 0;
  for (const auto& [name, text] : bcf.parts) {
    if (!name.ends_with("/markup.bcf")) continue;
    ++topics;
    EXPECT_TRUE(base::is_uuid(name.substr(0, 36)));
    EXPECT_THAT(text, HasSubstr("<Topic Guid=\"" + name.substr(0, 36) + "\""));
    EXPECT_THAT(text, HasSubstr("<CreationDate>2026-11-15T10:30:00Z</CreationDate>"));
  }
  EXPECT_EQ(topics, 4U);
  const std::string fire = bcf.find("markup.bcf", "FireRating in");
  EXPECT_THAT(fire, HasSubstr("IfcProject=\"0YvctVUKr0kugbFTf53O9L\""));
  EXPECT_THAT(fire, HasSubstr("The property FireRating of Pset_WallCommon is missing (159 elements)"));
  EXPECT_THAT(fire, HasSubstr("other reasons"));
  EXPECT_EQ(occurrences(bcf.find("viewpoint.bcfv", sample::guid(1)), "<Component "), 212U);
  EXPECT_THAT(bcf.find("markup.bcf", "The model has spaces"), Not(HasSubstr("<Viewpoint")));
}

TEST(BcfReport, VersionsDifferWhereTheStandardDoes) {
  const Bcf old(bcf_report({sample::failing(9, 3)}, BcfVersion::v2_1));
  const Bcf now(bcf_report({sample::failing(9, 3)}, BcfVersion::v3_0));
  EXPECT_THAT(old.find("project.bcfp", ""), HasSubstr("<ExtensionSchema>extensions.xsd</ExtensionSchema>"));
  EXPECT_THAT(old.find("extensions.xsd", ""), HasSubstr("<xs:redefine"));
  EXPECT_THAT(old.find("markup.bcf", "FireRating"), HasSubstr("</Topic><Viewpoints Guid="));
  EXPECT_THAT(now.find("extensions.xml", ""), HasSubstr("<TopicLabel>IDS</TopicLabel>"));
  EXPECT_THAT(now.find("markup.bcf", "FireRating"), HasSubstr("<Header><Files><File "));
  EXPECT_THAT(now.find("markup.bcf", "FireRating"), HasSubstr("</ViewPoint></Viewpoints></Topic>"));
  EXPECT_THAT(now.find("viewpoint.bcfv", ""), HasSubstr("<AspectRatio>"));
}

TEST(BcfReport, SelectionsAreBoundedAndOnlyRealGuids) {
  const Bcf many(bcf_report({sample::failing(9000, 5000)}, BcfVersion::v2_1));
  EXPECT_EQ(occurrences(many.find("viewpoint.bcfv", sample::guid(1)), "<Component "), 1000U);
  EXPECT_THAT(many.find("markup.bcf", "FireRating in"), HasSubstr("The viewpoint selects 1,000 of them."));
  const Bcf nasty(bcf_report({sample::nasty_report()}, BcfVersion::v3_0));
  EXPECT_EQ(occurrences(nasty.find("viewpoint.bcfv", sample::guid(5)), "<Component "), 12U - 2);  // two have no GUID
}

TEST(BcfReport, TheSameSpecificationTwiceHasTwoTopics) {
  Report report = sample::failing(9, 3);
  report.specifications.push_back(report.specifications[1]);
  const Bcf bcf(bcf_report({report, report}, BcfVersion::v2_1));
  std::set<std::string> names;
  for (const auto& [name, text] : bcf.parts) EXPECT_TRUE(names.insert(name).second) << name;
}

// ---- pipelines ------------------------------------------------------------------------------------

TEST(JunitReport, ASuitePerSpecificationACasePerRequirement) {
  const std::string xml = junit_report({sample::failing(300, 212)});
  EXPECT_THAT(
      xml,
      HasSubstr("<testsuites name=\"Handover requirements, Harbour Quarter block C\" tests=\"10\" failures=\"4\""));
  EXPECT_EQ(occurrences(xml, "<testsuite name="), 5U);
  EXPECT_THAT(
      xml,
      HasSubstr("message=\"212 elements fail: FireRating in Pset_WallCommon must be one of REI30, REI60, REI90\""));
  EXPECT_THAT(xml, HasSubstr("and 112 more\n</failure>"));
  EXPECT_THAT(xml, HasSubstr("timestamp=\"2026-11-15T10:30:00Z\""));
}

TEST(SarifReport, RulesAreRequirementsAndResultsAreFailures) {
  const auto sarif = base::parse_json(sarif_report({sample::failing(300, 212)}));
  ASSERT_TRUE(sarif.ok());
  const base::Json& run = sarif->at("runs").as_array()[0];
  const auto& rules = run.at("tool").at("driver").at("rules").as_array();
  EXPECT_EQ(rules.size(), 8U + 2);  // and two specifications that fail themselves
  const base::Json& first = run.at("results").as_array()[0];
  EXPECT_EQ(first.text("ruleId"), "FIRE-1/R1");
  EXPECT_EQ(rules[static_cast<std::size_t>(first.at("ruleIndex").as_integer())].text("id"), "FIRE-1/R1");
  const base::Json& location = first.at("locations").as_array()[0];
  EXPECT_EQ(location.at("logicalLocations").as_array()[0].text("fullyQualifiedName"), sample::guid(0));
  EXPECT_EQ(location.at("physicalLocation").at("artifactLocation").text("uri"), "HQ-C_architecture.ifc");
  EXPECT_EQ(run.at("results").size(), 212U + 71 + 1 + 2);
}

// RFC 3986, 3.3: a reference with slashes, and percent signs for what may not stand there.
TEST(SarifReport, ModelNamesAreReferences) {
  auto report = sample::failing(3, 1);
  report.model_name = "block C\\Wände.ifc";
  const auto sarif = base::parse_json(sarif_report({report}));
  ASSERT_TRUE(sarif.ok());
  const base::Json& first = sarif->at("runs").as_array()[0].at("results").as_array()[0];
  EXPECT_EQ(first.at("locations").as_array()[0].at("physicalLocation").at("artifactLocation").text("uri"),
            "block%20C/W%C3%A4nde.ifc");
}

TEST(SarifReport, LongRunsAreBoundedAndSaySo) {
  const auto sarif = base::parse_json(sarif_report({sample::failing(60'000, 30'000)}));
  ASSERT_TRUE(sarif.ok());
  const base::Json& run = sarif->at("runs").as_array()[0];
  EXPECT_EQ(run.at("results").size(), 25'000U);
  EXPECT_THAT(run.at("invocations").dump(), HasSubstr("15,002 more failures"));
}

}  // namespace
}  // namespace ids::engine
