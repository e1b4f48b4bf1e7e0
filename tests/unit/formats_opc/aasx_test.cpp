// SPDX-License-Identifier: Apache-2.0
#include "formats/opc/aasx.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/formats_opc/sample_package.h"

namespace formats::opc {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

base::Result<Aasx> aasx_of(const sample::Members& members) {
  return read_aasx(Package::open(sample::packed(members)).value());
}

TEST(Aasx, FollowsTheChain) {
  const auto aasx = aasx_of(sample::members()).value();
  EXPECT_EQ(aasx.origin, "/aasx/aasx-origin");
  ASSERT_EQ(aasx.specs.size(), 1U);
  EXPECT_EQ(aasx.specs[0].part, "/aasx/xml/content.xml");
  EXPECT_EQ(aasx.specs[0].form, SpecForm::xml);
  EXPECT_THAT(aasx.specs[0].supplements, ElementsAre("/aasx/files/Manual.pdf"));
  EXPECT_THAT(aasx.specs[0].splits, IsEmpty());
  EXPECT_THAT(aasx.notes, IsEmpty());
}

TEST(Aasx, DeprecatedTypesSeveralSpecsAndSplits) {
  const std::string www = "http://www.admin-shell.io/aasx/relationships/";
  auto members = sample::members();
  members = sample::with(members, "_rels/.rels",
                         sample::relationships(sample::relationship("R1", www + "aasx-origin", "/aasx/aasx-origin")));
  members = sample::with(members, "aasx/_rels/aasx-origin.rels",
                         sample::relationships(sample::relationship("R1", www + "aas-spec", "xml/content.xml") +
                                               sample::relationship("R2", sample::link + "aas-spec", "/data.json")));
  members = sample::with(members, "data.json", sample::bom + "\r\n {}");
  members = sample::with(members, "split.xml", "<x/>");
  members =
      sample::with(members, "_rels/data.json.rels",
                   sample::relationships(sample::relationship("R1", sample::link + "aas-spec-split", "split.xml")));
  members =
      sample::with(members, "_rels/split.xml.rels",
                   sample::relationships(sample::relationship("R1", www + "aas-suppl", "/custom/unknown.bin") +
                                         sample::relationship("R2", sample::link + "aas-spec-split", "/data.json")));
  const auto aasx = aasx_of(members).value();
  ASSERT_EQ(aasx.specs.size(), 2U);
  EXPECT_EQ(aasx.specs[1].form, SpecForm::json);
  EXPECT_THAT(aasx.specs[1].splits, ElementsAre("/split.xml"));
  EXPECT_THAT(aasx.specs[1].supplements, ElementsAre("/custom/unknown.bin"));
}

TEST(Aasx, ExternalTargetsThatAreThereAreRead) {
  auto members =
      sample::with(sample::members(), "aasx/_rels/aasx-origin.rels",
                   sample::relationships(sample::relationship("R1", sample::link + "aas-spec", "/aasx/xml/content.xml",
                                                              " TargetMode=\"External\"")));
  const auto aasx = aasx_of(members).value();
  EXPECT_EQ(aasx.specs.at(0).part, "/aasx/xml/content.xml");
  EXPECT_THAT(aasx.notes, Contains(HasSubstr("marked as external")));
}

TEST(Aasx, ThumbnailAndCoreProperties) {
  const std::string metadata = "http://schemas.openxmlformats.org/package/2006/relationships/metadata/";
  auto members = sample::with(
      sample::members(), "_rels/.rels",
      sample::relationships(sample::relationship("R1", sample::link + "aasx-origin", "/aasx/aasx-origin") +
                            sample::relationship("R2", metadata + "thumbnail", "/aasx/files/manual.PDF") +
                            sample::relationship("R3", metadata + "core-properties", "custom/unknown.bin")));
  const auto aasx = aasx_of(members).value();
  EXPECT_EQ(aasx.thumbnail, "/aasx/files/Manual.pdf");
  EXPECT_EQ(aasx.core_properties, "/custom/unknown.bin");
}

TEST(Aasx, CyclesEnd) {
  auto members = sample::with(
      sample::members(), "aasx/_rels/aasx-origin.rels",
      sample::relationships(sample::relationship("R1", sample::link + "aas-spec", "/aasx/aasx-origin") +
                            sample::relationship("R2", sample::link + "aas-spec-split", "/aasx/aasx-origin") +
                            sample::relationship("R3", sample::link + "aas-spec", "/aasx/aasx-origin")));
  const auto aasx = aasx_of(members).value();
  ASSERT_EQ(aasx.specs.size(), 1U);
  EXPECT_THAT(aasx.specs[0].splits, IsEmpty());
  EXPECT_EQ(aasx.specs[0].form, SpecForm::unknown);
}

TEST(Aasx, WhatIsNoAasxIsRefused) {
  const auto no_origin = aasx_of(sample::with(sample::members(), "_rels/.rels", sample::relationships("")));
  EXPECT_THAT(no_origin.error().message, HasSubstr("aasx-origin"));
  const auto no_spec =
      aasx_of(sample::with(sample::members(), "aasx/_rels/aasx-origin.rels", sample::relationships("")));
  EXPECT_THAT(no_spec.error().message, HasSubstr("aas-spec"));
}

}  // namespace
}  // namespace formats::opc
