// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/validate/file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "domains/aas/engine/compare/parts.h"
#include "domains/aas/engine/document/convert.h"
#include "domains/aas/engine/document/document.h"
#include "formats/opc/package.h"
#include "unit/aas_engine/document.h"

namespace aas::engine {
namespace {

using namespace testing_document;  // NOLINT(google-build-using-namespace)
using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view bare_submodel = R"({"modelType":"Submodel","id":"urn:a"})";

TEST(AasFileCheck, WhateverOfTheMetamodelItHolds) {
  const auto bare = check_file(bare_submodel, {});
  ASSERT_TRUE(bare.ok());
  EXPECT_EQ(bare->verdict, Verdict::valid);
  EXPECT_EQ(bare->root, "Submodel");
  EXPECT_EQ(bare->metamodel, "3.0");
  const auto single = check_file(R"({"modelType":"Property","idShort":"a","valueType":"xs:banana"})", {});
  ASSERT_TRUE(single.ok());
  EXPECT_EQ(single->verdict, Verdict::invalid);
  EXPECT_EQ(single->findings.list.front().pointer, "/valueType");
  EXPECT_FALSE(check_file("nothing", {}).ok());
  EXPECT_FALSE(check_file("", {}).ok());
  EXPECT_FALSE(check_file("PK\x03\x04 half a package", {}).ok());
}

TEST(AasFileCheck, WarningsAreErrorsWhereThatIsAsked) {
  const std::string twins = R"({"submodels":[)" + std::string(bare_submodel) +
                            R"(],"conceptDescriptions":[{"modelType":"ConceptDescription","id":"urn:a"}]})";
  EXPECT_EQ(check_file(twins, {})->verdict, Verdict::valid);
  EXPECT_EQ(check_file(twins, {})->findings.warnings, 1U);
  EXPECT_EQ(check_file(twins, {.strict = true})->verdict, Verdict::invalid);
  EXPECT_EQ(check_file(twins, {.strict = true})->findings.errors, 1U);
}

TEST(AasFileCheck, WhatXmlHasNoPlaceForIsAnError) {
  const auto check = check_file(
      R"(<submodel xmlns="https://admin-shell.io/aas/3/0"><id>urn:a</id><colour>red</colour></submodel>)", {});
  ASSERT_TRUE(check.ok());
  EXPECT_EQ(check->verdict, Verdict::invalid);
  EXPECT_EQ(check->findings.list.front().code, "xml");
  const auto newer = check_file(R"(<submodel xmlns="https://admin-shell.io/aas/3/2"><id>urn:a</id></submodel>)", {});
  ASSERT_TRUE(newer.ok());
  EXPECT_EQ(newer->verdict, Verdict::not_checked);
  EXPECT_EQ(newer->metamodel, "3.2");
}

TEST(AasFileCheck, FilesThatThePackageLacks) {
  const std::string package = written(nameplate(), Packing::aasx, Version::v3_0).value();
  const auto check = check_file(package, {});
  ASSERT_TRUE(check.ok());
  EXPECT_EQ(check->verdict, Verdict::valid);
  EXPECT_EQ(check->findings.warnings, 1U) << "the logo";
}

TEST(AasParts, AreComparedAndKept) {
  const std::string plain = written(nameplate(), Packing::aasx, Version::v3_0).value();
  const auto with_logo = [&](std::string logo) {
    auto package = formats::opc::Package::open(plain).value();
    EXPECT_TRUE(package.add("/aasx/logo.png", "image/png", std::move(logo)).ok());
    return package.save().value();
  };
  const std::string one = with_logo("one"), two = with_logo("two");
  EXPECT_THAT(other_parts(one), ElementsAre("/aasx/logo.png"));
  EXPECT_THAT(part_differences(one, two), ElementsAre("/aasx/logo.png: changed"));
  EXPECT_THAT(part_differences(plain, one), ElementsAre("/aasx/logo.png: added"));
  EXPECT_THAT(part_differences(one, one), IsEmpty());
  EXPECT_THAT(part_differences(one, "{}"), IsEmpty());
  // In another version of the metamodel it has them still.
  const std::string newer = package_as(one, nameplate(), Version::v3_1).value();
  EXPECT_THAT(part_differences(one, newer), IsEmpty());
  EXPECT_EQ(opened(newer)->metamodel, "3.1");
  EXPECT_EQ(opened(newer)->environment, opened(one)->environment);
}

}  // namespace
}  // namespace aas::engine
