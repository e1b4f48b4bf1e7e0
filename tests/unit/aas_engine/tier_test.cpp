// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/edit/tier.h"

#include <gtest/gtest.h>

#include "unit/aas_engine/document.h"

namespace aas::engine {
namespace {

using namespace testing_document;  // NOLINT(google-build-using-namespace)

struct Case {
  const char* what;
  Patch patch;
  Tier tier;
};

Patch replace(const char* path, const char* value) {
  return {.op = Patch::Op::replace, .path = path, .value = parsed(value)};
}
Patch add(const char* path, const char* value) { return {.op = Patch::Op::add, .path = path, .value = parsed(value)}; }
Patch remove(const char* path) { return {.op = Patch::Op::remove, .path = path}; }
Patch move(const char* from, const char* path) { return {.op = Patch::Op::move, .path = path, .from = from}; }

TEST(AasTier, IsDecidedByWhatIsTouched) {
  const std::string first = "/submodels/0/submodelElements/0";
  const Case cases[] = {
      {"a description", replace("/submodels/0/submodelElements/0/description/0/text", "\"x\""), Tier::low},
      {"a display name", add("/submodels/0/displayName", R"([{"language": "en", "text": "x"}])"), Tier::low},
      {"administration", add("/submodels/0/administration", R"({"version": "1"})"), Tier::low},
      {"a value", replace("/submodels/0/submodelElements/0/value", "\"B2\""), Tier::medium},
      {"a name", replace("/submodels/0/submodelElements/0/idShort", "\"Number\""), Tier::medium},
      {"a new element", add("/submodels/0/submodelElements/-", R"({"modelType": "Property", "idShort": "New",
          "valueType": "xs:string", "semanticId": {"type": "ExternalReference", "keys": []}})"),
       Tier::medium},
      {"an element moved within", move("/submodels/0/submodelElements/1/value/0", "/submodels/0/submodelElements/0"),
       Tier::medium},
      {"an element moved out", move("/submodels/0/submodelElements/0", "/submodels/1/submodelElements/0"), Tier::high},
      {"an element removed", remove("/submodels/0/submodelElements/0"), Tier::high},
      {"a description removed", remove("/submodels/0/submodelElements/0/description"), Tier::high},
      {"a meaning", replace("/submodels/0/submodelElements/0/semanticId/keys/0/value", "\"x\""), Tier::high},
      {"a file", replace("/submodels/0/submodelElements/2/value", "\"/x.png\""), Tier::high},
      {"a new file", add("/submodels/0/submodelElements/1/value/-", R"({"modelType": "File", "idShort": "F"})"),
       Tier::high},
      {"a replaced element of another value",
       replace("/submodels/0/submodelElements/1/value/0",
               R"({"modelType": "Property", "idShort": "City", "valueType": "xs:string", "value": "Bonn"})"),
       Tier::medium},
      {"a replaced element that loses a child",
       replace("/submodels/0/submodelElements/1",
               R"({"modelType": "SubmodelElementCollection", "idShort": "Address", "value": [
          {"modelType": "Property", "idShort": "City", "valueType": "xs:string", "value": "Ulm"}],
         "displayName": [{"language": "de", "text": "Adresse"}]})"),
       Tier::high},
      {"an identifier", replace("/submodels/0/id", "\"urn:x\""), Tier::critical},
      {"an asset", replace("/assetAdministrationShells/0/assetInformation/globalAssetId", "\"urn:x\""), Tier::critical},
      {"a shell's name", add("/assetAdministrationShells/0/idShort", "\"Motor\""), Tier::critical},
      {"a new submodel", add("/submodels/-", R"({"modelType": "Submodel", "id": "urn:new"})"), Tier::critical},
      {"a submodel that goes", remove("/submodels/1"), Tier::critical},
      {"all submodels", replace("/submodels", "[]"), Tier::critical},
  };
  for (const Case& each : cases) {
    const InMemory document(nameplate());
    Draft draft(document, [n = 0]() mutable { return "m" + std::to_string(n++); });
    const auto applied = draft.apply(each.patch);
    ASSERT_TRUE(applied.ok()) << each.what << ": " << applied.error().message;
    EXPECT_EQ(draft.tier(), each.tier) << each.what;
  }
}

}  // namespace
}  // namespace aas::engine
