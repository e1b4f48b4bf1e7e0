// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/files.h"
#include "domains/ids/runtime/checks.h"
#include "domains/ids/runtime/xsd.h"

namespace ids::tests {
namespace {

using runtime::CheckCall;
using runtime::SharedReport;
using runtime::xsd_path;

namespace fs = std::filesystem;
namespace doc = formats::ids;

const std::string one_wall =
    "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\n"
    "FILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\n#1=IFCWALL('0YvctVUKr0kugbFTf53O91',$,'W',$,$,$,$,$,$);\nENDSEC;\n"
    "END-ISO-10303-21;\n";

// A folder with one model, and the rule that walls have a description.
class Checks : public testing::Test {
 public:
  ~Checks() override { fs::remove_all(folder); }

 protected:
  Checks() {
    fs::create_directories(folder);
    write(one_wall);
    doc::Specification walls;
    walls.name = "Walls";
    walls.ifc_versions = {"IFC4"};
    walls.min_occurs = "0";
    walls.max_occurs = "unbounded";
    walls.applicability.push_back(doc::EntityFacet{doc::IdsValue("IFCWALL"), {}, {}, {}});
    walls.has_requirements = true;
    walls.requirements.push_back(doc::AttributeFacet{doc::IdsValue("Description"), {}, "required", {}, {}});
    rules.specifications.push_back(walls);
  }
  void write(const std::string& text) const { std::ofstream(folder / "model.ifc", std::ios::binary) << text; }
  base::Result<SharedReport> check(const std::string& path = "model.ifc") {
    CheckCall call;
    call.workspace = "w";
    call.path = path;
    call.progress = [](double share, const std::string&) { EXPECT_TRUE(share >= 0 && share <= 1) << share; };
    return check(call);
  }
  base::Result<SharedReport> check(const CheckCall& call) {
    const auto roots = base::Roots::open({folder}).value();
    auto file = roots.open_for_reading(call.path);
    if (!file.ok()) return checks.check(file.error(), rules, call);
    return checks.check(base::Descriptor(*file), rules, call);
  }

  fs::path folder = fs::temp_directory_path() / ("lintel-checks-" + std::to_string(::getpid()));
  doc::Document rules;
  runtime::Checks checks;
};

TEST_F(Checks, TheSameQuestionIsAnsweredFromMemory) {
  const auto first = check();
  ASSERT_TRUE(first.ok()) << first.error().message;
  EXPECT_EQ((*first)->status, engine::Status::fail);
  EXPECT_EQ(*check(), *first) << "the very same report";
  EXPECT_EQ(checks.last("w"), *first);
  EXPECT_EQ(checks.last("another"), nullptr);
}

TEST_F(Checks, AChangedModelOrDocumentIsCheckedAgain) {
  const auto first = check().value();
  std::string described = one_wall;
  described.replace(described.find("'W',$"), 5, "'W','thick'");
  write(described);
  const auto second = check().value();
  EXPECT_EQ(second->status, engine::Status::pass);
  std::get<doc::AttributeFacet>(rules.specifications[0].requirements[0]).name = doc::IdsValue("Tag");
  EXPECT_EQ(check().value()->status, engine::Status::fail);
}

TEST_F(Checks, OnlyAFewReportsAreRemembered) {
  for (int i = 0; i < 20; ++i) {
    CheckCall call;
    call.workspace = "many" + std::to_string(i);
    call.path = "model.ifc";
    ASSERT_TRUE(check(call).ok());
  }
  EXPECT_EQ(checks.last("many0"), nullptr);
  EXPECT_NE(checks.last("many19"), nullptr);
}

TEST_F(Checks, WhatCannotBeOpenedIsSaid) {
  EXPECT_EQ(check("missing.ifc").error().message, "IFC file not found: missing.ifc");
  EXPECT_FALSE(check("../etc/passwd").ok());
  EXPECT_FALSE(check(".").ok());
  ASSERT_EQ(::mkfifo((folder / "pipe.ifc").c_str(), 0600), 0);
  EXPECT_FALSE(check("pipe.ifc").ok()) << "and nobody waits for a writer";
  write("no model");
  EXPECT_FALSE(check().ok());
}

TEST_F(Checks, ACancelledCheckStops) {
  CheckCall call;
  call.workspace = "cancelled";
  call.path = "model.ifc";
  call.cancel.request();
  const auto result = check(call);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, base::Code::cancelled);
}

TEST(Xsd, LiesWhereTheEnvironmentSays) {
  const char* before = std::getenv("IDS_XSD_CACHE_DIR");
  const std::string kept = before == nullptr ? "" : before;
  ::setenv("IDS_XSD_CACHE_DIR", "/somewhere", 1);
  EXPECT_EQ(xsd_path(), "/somewhere/ids.xsd");
  ::unsetenv("IDS_XSD_CACHE_DIR");
  EXPECT_THAT(xsd_path(), testing::EndsWith("lintel/ids.xsd"));
  if (before != nullptr) ::setenv("IDS_XSD_CACHE_DIR", kept.c_str(), 1);
}

}  // namespace
}  // namespace ids::tests
