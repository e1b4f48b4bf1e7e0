// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/edit/value.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/aas_engine/document.h"

namespace aas::engine {
namespace {

using namespace testing_document;  // NOLINT(google-build-using-namespace)
using testing::HasSubstr;

constexpr auto version = formats::aas::Version::v3_0;

InMemory with(std::string_view element) {
  return InMemory(Json::object(
      {{"submodels",
        Json::array({Json::object(
            {{"modelType", "Submodel"}, {"id", "urn:s"}, {"submodelElements", Json::array({parsed(element)})}})})}}));
}

// The element after it was given a value, or the label of the error.
std::string given(std::string_view element, std::string_view value) {
  const InMemory document = with(element);
  const std::string pointer = "/submodels/0/submodelElements/0";
  const auto patches = value_patches(document, pointer, parsed(value), version);
  if (!patches.ok()) return patches.error().label;
  Draft draft(document, [n = 0]() mutable { return "m" + std::to_string(n++); });
  for (const Patch& patch : *patches) EXPECT_TRUE(draft.apply(patch).ok());
  return value_at(draft, pointer)->dump();
}

TEST(AasValue, OfAPropertyIsOfItsType) {
  struct Typed {
    const char *type, *value, *text;  // text: empty where it is refused
  };
  const Typed cases[] = {{"xs:string", "\"a\"", "a"},
                         {"xs:string", "5", ""},
                         {"xs:int", "5", "5"},
                         {"xs:int", "\"5\"", "5"},
                         {"xs:int", "5.5", ""},
                         {"xs:int", "3000000000", ""},
                         {"xs:double", "1.25", "1.25"},
                         {"xs:double", "\"1.0\"", "1.0"},
                         {"xs:boolean", "true", "true"},
                         {"xs:boolean", "\"yes\"", ""},
                         {"xs:date", "\"2024-02-29\"", "2024-02-29"},
                         {"xs:date", "\"2023-02-29\"", ""},
                         {"xs:int", "[5]", ""}};
  for (const Typed& each : cases) {
    const std::string head = std::string(R"({"modelType":"Property","idShort":"P","valueType":")") + each.type + "\"";
    const std::string wanted = *each.text == '\0' ? "TYPE_MISMATCH" : head + ",\"value\":\"" + each.text + "\"}";
    EXPECT_EQ(given(head + "}", each.value), wanted) << each.type << " " << each.value;
  }
}

TEST(AasValue, OfOtherClassesInTheirOwnWords) {
  EXPECT_EQ(given(R"({"modelType":"Range","valueType":"xs:int","min":"1","max":"2"})", R"({"max":9})"),
            R"({"modelType":"Range","valueType":"xs:int","min":"1","max":"9"})");
  EXPECT_EQ(
      given(
          R"({"modelType":"MultiLanguageProperty","value":[{"language":"de","text":"Rot"},{"language":"en","text":"Red"}]})",
          R"({"de":"Blau"})"),
      R"({"modelType":"MultiLanguageProperty","value":[{"language":"de","text":"Blau"},{"language":"en","text":"Red"}]})");
  EXPECT_EQ(given(R"({"modelType":"MultiLanguageProperty"})", R"([{"language":"en","text":"Red"}])"),
            R"({"modelType":"MultiLanguageProperty","value":[{"language":"en","text":"Red"}]})");
  EXPECT_EQ(given(R"({"modelType":"File","contentType":"image/png","value":"/a.png"})",
                  R"({"value":"/b.pdf","contentType":"application/pdf"})"),
            R"({"modelType":"File","contentType":"application/pdf","value":"/b.pdf"})");
  EXPECT_EQ(given(R"({"modelType":"Property","valueType":"xs:int","value":"1"})", "null"),
            R"({"modelType":"Property","valueType":"xs:int"})");
  EXPECT_EQ(given(R"({"modelType":"Blob","contentType":"x/y"})", "\"no base64!\""), "TYPE_MISMATCH");
  EXPECT_EQ(given(R"({"modelType":"Range","valueType":"xs:int"})", R"({"least":1})"), "TYPE_MISMATCH");
  EXPECT_EQ(given(R"({"modelType":"ReferenceElement"})", "\"urn:x\""), "TYPE_MISMATCH");
  EXPECT_EQ(given(R"({"modelType":"SubmodelElementCollection","value":[]})", "\"x\""), "INVALID_PATH");
}

TEST(AasValue, ThatIsThereAlreadyIsNoChange) {
  const InMemory document = with(R"({"modelType":"Property","valueType":"xs:int","value":"1"})");
  EXPECT_TRUE(value_patches(document, "/submodels/0/submodelElements/0", Json(1), version)->empty());
}

TEST(AasValue, IsRefusedWithTheTypeAndAnExample) {
  const InMemory document = with(R"({"modelType":"Property","valueType":"xs:date"})");
  const auto refused = value_patches(document, "/submodels/0/submodelElements/0", Json("tomorrow"), version);
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().message, HasSubstr("\"tomorrow\" is no value of xs:date"));
  EXPECT_THAT(refused.error().hint, HasSubstr("2024-05-31"));
  EXPECT_EQ(refused.error().path, "/submodels/0/submodelElements/0/value");
}

}  // namespace
}  // namespace aas::engine
