// SPDX-License-Identifier: Apache-2.0
// The plans and snippets of the origin with its recorded verdicts. They are not part of this tree; the
// tests run where LINTEL_CORPORA leads to them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "base/json.h"
#include "domains/floorplan/engine/compile.h"

namespace {

using floorplan::engine::compile;
using floorplan::engine::Compiled;
using formats::floorplan::Dialect;
using formats::floorplan::LineIndex;
using formats::floorplan::Severity;

std::string read(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// Of the error that is listed first. 0: none.
int first_error_line(const Compiled& compiled) {
  const LineIndex lines(compiled.document->source);
  for (const auto& each : compiled.diagnostics) {
    if (each.severity == Severity::error) return lines.place(each.span.begin).line;
  }
  return 0;
}

std::string told(const Compiled& compiled) {
  const LineIndex lines(compiled.document->source);
  std::string text;
  for (const auto& each : compiled.diagnostics) {
    const auto place = lines.place(each.span.begin);
    text += std::to_string(place.line) + ":" + std::to_string(place.column) + " " +
            std::string(formats::floorplan::text(each.severity)) + " " + each.code + ": " + each.message + " | " +
            each.hint + "\n";
  }
  return text;
}

class Oracle : public ::testing::Test {
 protected:
  void SetUp() override {
    const char* corpora = std::getenv("LINTEL_CORPORA");
    if (corpora == nullptr || !std::filesystem::exists(std::filesystem::path(corpora) / "floorplan")) {
      GTEST_SKIP() << "LINTEL_CORPORA does not lead to the floorplan corpus";
    }
    folder_ = std::filesystem::path(corpora) / "floorplan";
  }
  std::vector<std::filesystem::path> plans() const {
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      if (entry.path().extension() == ".floorplan") found.push_back(entry.path());
    }
    std::ranges::sort(found);
    return found;
  }
  std::filesystem::path folder_;
};

TEST_F(Oracle, AllPlansAreValidInTheStrictDialect) {
  ASSERT_GE(plans().size(), 20U);
  for (const auto& path : plans()) {
    const auto compiled = compile(read(path), Dialect::strict);
    EXPECT_TRUE(compiled.valid()) << path.filename() << "\n" << told(compiled);
  }
}

// The rough plans are full of design mistakes, not of mistakes in the language.
TEST_F(Oracle, AllPlansAreValidInTheLenientDialect) {
  for (const auto& path : plans()) {
    const auto compiled = compile(read(path));
    EXPECT_TRUE(compiled.valid()) << path.filename() << "\n" << told(compiled);
    for (const auto& room : compiled.plan.rooms) EXPECT_TRUE(room.placed) << path.filename() << " " << room.name;
    for (const auto& stair : compiled.plan.stairs) EXPECT_TRUE(stair.placed) << path.filename() << " " << stair.name;
  }
}

// Front matter is the one thing in which the origin's server and the origin's language disagree; we follow
// the language. The records say so in a note, but for those whose front matter stands below comments,
// which the origin's language accepts as well.
bool accepted_front_matter(const base::Json& record) {
  if (record.find("note") != nullptr) return true;
  const auto text = record.text("dsl");
  return text.starts_with("#") && text.find("\n---\n") != std::string_view::npos;
}

// 0: the record names no line.
int recorded_line(const base::Json& record) {
  for (const auto& line : record.at("lines").as_array()) {
    if (line.is_integer()) return static_cast<int>(line.as_integer());
  }
  return 0;
}

TEST_F(Oracle, SnippetsHaveTheRecordedVerdictAndFirstErrorLine) {
  const auto records = base::parse_json(read(folder_ / "snippets.json"));
  ASSERT_TRUE(records.ok());
  ASSERT_GE(records->size(), 162U);
  int disagreements = 0;
  for (std::size_t i = 0; i < records->size(); ++i) {
    const auto& record = records->as_array()[i];
    const auto compiled = compile(std::string(record.text("dsl")), Dialect::strict);
    const bool valid = record.at("valid").as_bool() || accepted_front_matter(record);
    const int line = valid ? 0 : recorded_line(record);
    const bool agrees = compiled.valid() == valid && (line == 0 || first_error_line(compiled) == line);
    disagreements += agrees ? 0 : 1;
    EXPECT_TRUE(agrees) << "snippet " << i << ", recorded " << (valid ? "valid" : "invalid") << " line " << line << "\n"
                        << record.text("dsl") << "\n"
                        << told(compiled);
  }
  EXPECT_EQ(disagreements, 0);
}

// The lenient dialect is a superset: what it refuses of the valid snippets is what the origin does not check.
TEST_F(Oracle, ValidSnippetsParseInTheLenientDialect) {
  const auto records = base::parse_json(read(folder_ / "snippets.json"));
  ASSERT_TRUE(records.ok());
  for (const auto& record : records->as_array()) {
    if (!record.at("valid").as_bool()) continue;
    const auto parsed = formats::floorplan::parse(std::string(record.text("dsl")));
    EXPECT_TRUE(parsed.ok()) << record.text("dsl") << "\n" << (parsed.ok() ? "" : parsed.diagnostics.front().message);
  }
}

}  // namespace
