// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/page/page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "unit/aas_engine/document.h"

namespace aas::engine {
namespace {

using namespace testing_document;  // NOLINT(google-build-using-namespace)
using formats::aas::Version;
using testing::HasSubstr;

// A nameplate of IDTA 02006 as somebody would fill it in, with an error in its year's type.
Json plate() {
  return parsed(R"({
    "assetAdministrationShells": [{"modelType": "AssetAdministrationShell", "id": "urn:shell", "idShort": "Pump",
      "assetInformation": {"assetKind": "Instance", "globalAssetId": "urn:asset:1"}}],
    "submodels": [{"idShort": "Nameplate", "modelType": "Submodel", "id": "urn:nameplate",
      "semanticId": {"type": "ExternalReference", "keys": [{"type": "GlobalReference",
        "value": "https://admin-shell.io/idta/nameplate/3/0/Nameplate"}]},
      "submodelElements": [
        {"modelType": "MultiLanguageProperty", "idShort": "Maker",
         "semanticId": {"type": "ExternalReference", "keys": [{"type": "GlobalReference", "value": "0173-1#02-AAO677#002"}]},
         "value": [{"language": "en", "text": "Pumps & Co"}, {"language": "ar", "text": "مضخات"}]},
        {"modelType": "Property", "idShort": "SerialNumber", "valueType": "xs:string", "value": "A1"},
        {"modelType": "Property", "idShort": "YearOfConstruction", "valueType": "xs:int", "value": "soon"},
        {"modelType": "SubmodelElementCollection", "idShort": "AddressInformation", "value": [
          {"modelType": "MultiLanguageProperty", "idShort": "Street", "value": [{"language": "de", "text": "Weg 1"}]},
          {"modelType": "SubmodelElementCollection", "idShort": "Phone", "value": [
            {"modelType": "MultiLanguageProperty", "idShort": "TelephoneNumber",
             "value": [{"language": "en", "text": "+49 1"}]}]}]},
        {"modelType": "SubmodelElementList", "idShort": "Markings", "typeValueListElement": "SubmodelElementCollection",
         "value": [{"modelType": "SubmodelElementCollection", "value": [
            {"modelType": "Property", "idShort": "MarkingName", "valueType": "xs:string", "value": "CE"}]}]}]},
     {"idShort": "Other", "modelType": "Submodel", "id": "urn:other"}],
    "conceptDescriptions": [{"modelType": "ConceptDescription", "id": "0173-1#02-AAO677#002", "idShort": "MakerName"}]})");
}

PageFacts facts(Version version = Version::v3_0) {
  return {
      .name = "pump.json", .format = "json", .metamodel = std::string(formats::aas::name(version)), .checked = version};
}

Page page(Json environment, const PageFacts& of = facts()) {
  return page_of(InMemory(std::move(environment)), of, Templates::published());
}

const Json& at(const Json& data, const char* pointer) {
  const Json* found = data.pointer(pointer);
  static const Json none;
  return found == nullptr ? none : *found;
}

// The row of that name.
std::int64_t row_named(const Json& data, std::string_view name) {
  const auto& rows = data.at("nodes").as_array();
  const auto found = std::ranges::find_if(rows, [&](const Json& row) { return row.text("n") == name; });
  return found == rows.end() ? -1 : found - rows.begin();
}

TEST(AasPage, TellsWhatTheDocumentIs) {
  const Json data = page(plate()).data;
  EXPECT_EQ(at(data, "/document/name").as_string(), "pump.json");
  EXPECT_EQ(at(data, "/document/shells").as_integer(), 1);
  EXPECT_EQ(at(data, "/document/submodels").as_integer(), 2);
  EXPECT_EQ(at(data, "/document/concepts").as_integer(), 1);
  EXPECT_EQ(at(data, "/document/elements").as_integer(), 10);
  EXPECT_EQ(at(data, "/shells/0/asset").as_string(), "urn:asset:1");
  EXPECT_EQ(data.at("nodes").size(), 15U);
}

TEST(AasPage, HasTheRowsInTheOrderOfTheDocument) {
  const Json data = page(plate()).data;
  const Json& street = data.at("nodes").as_array().at(static_cast<std::size_t>(row_named(data, "Street")));
  EXPECT_EQ(street.at("p").as_integer(), row_named(data, "AddressInformation"));
  EXPECT_EQ(street.at("x").dump(), R"([["de","Weg 1"]])");
  EXPECT_EQ(data.at("words").as_array().at(static_cast<std::size_t>(street.at("l").as_integer())).as_string(), "value");
  const Json& maker = data.at("nodes").as_array().at(static_cast<std::size_t>(row_named(data, "Maker")));
  EXPECT_EQ(data.at("meanings").as_array().at(static_cast<std::size_t>(maker.at("s").as_integer())).text("name"),
            "MakerName");
}

TEST(AasPage, PutsFindingsWhereTheyAre) {
  const Page made = page(plate());
  EXPECT_EQ(at(made.data, "/verdict/status").as_string(), "invalid");
  EXPECT_THAT(made.title, HasSubstr("pump.json – "));
  const auto& findings = made.data.at("findings").as_array();
  const auto year = std::ranges::find_if(findings, [](const Json& each) { return each.text("from") == "metamodel"; });
  ASSERT_NE(year, findings.end());
  EXPECT_EQ(year->at("node").as_integer(), row_named(made.data, "YearOfConstruction"));
  EXPECT_EQ(year->text("severity"), "error");
}

TEST(AasPage, SaysHowCompleteASubmodelIs) {
  const Json data = page(plate()).data;
  EXPECT_THAT(at(data, "/submodels/0/template").as_string(), HasSubstr("Digital nameplate 3.0.1"));
  EXPECT_EQ(at(data, "/submodels/0/status").as_string(), "invalid");
  EXPECT_GT(at(data, "/submodels/0/expected").as_integer(), at(data, "/submodels/0/filled").as_integer());
  EXPECT_GT(at(data, "/submodels/0/toDo").size(), 0U);
  EXPECT_EQ(at(data, "/submodels/1/status").as_string(), "not_checked") << "no template, no verdict";
  EXPECT_EQ(at(data, "/templates/checked").as_integer(), 1);
}

TEST(AasPage, FindsWhatANameplateShowsByItsMeaning) {
  const Json data = page(plate()).data;
  const Json& found = at(data, "/submodels/0/nameplate");
  const auto row = [&](const char* name) { return std::to_string(row_named(data, name)); };
  EXPECT_EQ(found.at("fields").dump(), "[[\"manufacturer\"," + row("Maker") + "],[\"serial\"," + row("SerialNumber") +
                                           "],[\"year\"," + row("YearOfConstruction") + "]]");
  EXPECT_EQ(found.at("address").dump(),
            "[[\"street\"," + row("Street") + "],[\"phone\"," + row("TelephoneNumber") + "]]");
  EXPECT_EQ(found.at("markings").dump(), "[[" + row("MarkingName") + "]]");
}

TEST(AasPage, ShowsNoGreenOverNothing) {
  EXPECT_EQ(at(page(parsed("{}")).data, "/verdict/status").as_string(), "not_checked");
  PageFacts newer = facts();
  newer.metamodel = "3.2";
  newer.checked.reset();
  const Json data = page(plate(), newer).data;
  EXPECT_EQ(at(data, "/verdict/status").as_string(), "not_checked");
  EXPECT_THAT(at(data, "/verdict/why").as_string(), HasSubstr("3.2"));
}

TEST(AasPage, ShowsWhatWaitsBesideWhatIsThere) {
  PageFacts waiting = facts();
  waiting.waiting.push_back({.id = "c7-abc",
                             .summary = "Set SerialNumber",
                             .tier = "MEDIUM",
                             .by = "agent x",
                             .reason = "data sheet",
                             .asked = "2026-11-16 10:00Z",
                             .patches = parsed(R"([{"op": "replace", "path": "/submodels/0/submodelElements/1/value",
                               "before": "A1", "value": "B2", "approvalTier": 2},
                               {"op": "add", "path": "/submodels/0/submodelElements/9",
                                "value": {"modelType": "Property", "idShort": "New", "value": "7"}}])")});
  const Json data = page(plate(), waiting).data;
  EXPECT_EQ(at(data, "/waiting").as_integer(), 1);
  EXPECT_EQ(at(data, "/changes/0/id").as_string(), "c7-abc");
  const Json& first = at(data, "/changes/0/patches/0");
  EXPECT_EQ(first.at("node").as_integer(), row_named(data, "SerialNumber"));
  EXPECT_EQ(first.text("member"), "value");
  EXPECT_EQ(first.text("before"), "A1");
  EXPECT_EQ(first.text("after"), "B2");
  EXPECT_EQ(at(data, "/changes/0/patches/1/after").as_string(), "Property New = 7");
  EXPECT_EQ(at(data, "/changes/0/patches/1/node").as_integer(), row_named(data, "Nameplate"));
}

TEST(AasPage, StaysWithinItsLimits) {
  Json elements = Json::array();
  for (std::size_t i = 0; i < max_page_nodes + 500; ++i) {
    elements.push_back(Json::object({{"modelType", "Property"},
                                     {"idShort", "P" + std::to_string(i)},
                                     {"valueType", "xs:string"},
                                     {"value", std::string(i < 2000 ? 20'000 : 10, 'x')}}));
  }
  Json submodel = Json::object({{"modelType", "Submodel"}, {"id", "urn:big"}});
  submodel.set("submodelElements", std::move(elements));
  Json environment = Json::object({{"submodels", Json::array({std::move(submodel)})}});
  const Json data = page(std::move(environment)).data;
  EXPECT_EQ(data.at("nodes").size(), max_page_nodes);
  EXPECT_EQ(at(data, "/nodesLeft").as_integer(), 502);
  EXPECT_EQ(at(data, "/document/elements").as_integer(), 20'500);
  EXPECT_LT(data.dump().size(), 2 * max_page_text);
  EXPECT_EQ(at(data, "/nodes/2/v").as_string().size(), max_page_value);
}

TEST(AasPage, TakesWhatIsNotAsTheStandardHasIt) {
  const Json odd = parsed(R"({"submodels": [{"modelType": "Submodel", "id": 7, "idShort": ["a"],
      "semanticId": "x", "submodelElements": [1, {"modelType": "Property", "value": {"a": [1, null]}}, {}]}, 5],
    "assetAdministrationShells": {}})");
  const Json data = page(odd).data;
  EXPECT_EQ(at(data, "/verdict/status").as_string(), "invalid");
  EXPECT_GT(data.at("findings").size(), 0U);
}

}  // namespace
}  // namespace aas::engine
