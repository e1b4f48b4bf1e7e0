// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/tree/tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "domains/aas/engine/tree/pointer.h"
#include "unit/aas_engine/document.h"

namespace aas::engine {
namespace {

using namespace testing_document;  // NOLINT(google-build-using-namespace)
using testing::HasSubstr;

TEST(AasTree, EveryReferableIsANode) {
  const InMemory document(nameplate());
  EXPECT_EQ(document.size(), 11U);
  const Node city = *node_at(document, "/submodels/0/submodelElements/1/value/0");
  EXPECT_EQ(city.model_type(), "Property");
  EXPECT_EQ(city.level(), "urn:nameplate");
  EXPECT_EQ(document.find(city.parent()).id_short(), "Address");
}

TEST(AasTree, WhatIsPutTogetherIsWhatWasTakenApart) {
  const InMemory document(nameplate());
  EXPECT_EQ(put_together(document, document.root()).dump(), nameplate().dump()) << "to the order of the members";
}

TEST(AasTree, WhatIsNotAsTheStandardHasItStaysAsItIs) {
  const base::Json odd = parsed(
      R"({"submodels": [{"modelType": "Submodel", "id": "urn:a", "submodelElements": [1, {"modelType": "Property"}]},
                        {"modelType": "Unknown", "submodelElements": []}], "conceptDescriptions": {}})");
  const InMemory document(odd);
  EXPECT_EQ(document.size(), 3U);
  EXPECT_EQ(put_together(document, document.root()).dump(), odd.dump());
}

TEST(AasPointer, LeadsToElementsAndIntoThem) {
  const InMemory document(nameplate());
  EXPECT_EQ(value_at(document, "/submodels/0/submodelElements/0/value")->as_string(), "A1");
  EXPECT_EQ(value_at(document, "/submodels/0/submodelElements/1/displayName/0/text")->as_string(), "Adresse");
  EXPECT_EQ(value_at(document, "/submodels/0/submodelElements/1/value")->size(), 2U);
  EXPECT_EQ(value_at(document, "")->dump(), nameplate().dump());
  for (const char* pointer : {"/submodels/0", "/submodels/0/submodelElements/1/value/1/value/1"})
    EXPECT_EQ(pointer_of(document, *node_at(document, pointer)), pointer);
  EXPECT_EQ(path_of(document, *node_at(document, "/submodels/0/submodelElements/1/value/1/value/1")),
            "Nameplate/Address/Phones[1]");
}

TEST(AasPointer, SaysHowFarItLed) {
  const InMemory document(nameplate());
  const auto beyond = value_at(document, "/submodels/0/submodelElements/7/value");
  ASSERT_FALSE(beyond.ok());
  EXPECT_EQ(beyond.error().label, "INVALID_PATH");
  EXPECT_THAT(beyond.error().message, HasSubstr("\"7\""));
  EXPECT_THAT(beyond.error().hint, HasSubstr("0 (Serial), 1 (Address), 2 (Logo)"));
  const auto unknown = value_at(document, "/submodels/0/submodelElements/0/valu");
  ASSERT_FALSE(unknown.ok());
  EXPECT_THAT(unknown.error().hint, HasSubstr("value"));
  for (const char* wrong : {"submodels", "/submodels/00", "/a~2b", "/submodels/-", "/submodels/0/id/x"})
    EXPECT_EQ(value_at(document, wrong).error().label, "INVALID_PATH") << wrong;
  EXPECT_EQ(node_at(document, "/submodels/0/submodelElements/0/value").error().label, "INVALID_PATH");
}

}  // namespace
}  // namespace aas::engine
