// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/api/api.h"

#include <gtest/gtest.h>

#include <random>

#include "base/text.h"
#include "domains/aas/engine/api/content.h"
#include "domains/aas/engine/api/find.h"
#include "domains/aas/engine/document/convert.h"
#include "formats/opc/aasx.h"
#include "unit/aas_engine/document.h"

namespace aas::engine::api {
namespace {

using namespace testing_document;  // NOLINT(google-build-using-namespace)

// A document with one element of each class.
base::Json every_class() {
  return parsed(R"({
    "assetAdministrationShells": [
      {"modelType": "AssetAdministrationShell", "idShort": "Pump", "id": "urn:shell",
       "assetInformation": {"assetKind": "Instance", "globalAssetId": "urn:asset",
         "specificAssetIds": [{"name": "serial", "value": "4711"}],
         "defaultThumbnail": {"path": "/aasx/pump.png", "contentType": "image/png"}},
       "submodels": [{"type": "ModelReference", "keys": [{"type": "Submodel", "value": "urn:all"}]}]},
      {"modelType": "AssetAdministrationShell", "id": "urn:other", "assetInformation": {"assetKind": "Type"}}],
    "submodels": [
      {"modelType": "Submodel", "idShort": "All", "id": "urn:all",
       "semanticId": {"type": "ExternalReference", "keys": [{"type": "GlobalReference", "value": "urn:meaning"}]},
       "submodelElements": [
        {"modelType": "Property", "idShort": "Speed", "valueType": "xs:int", "value": "5000", "category": "PARAMETER",
         "valueId": {"type": "ExternalReference", "keys": [{"type": "GlobalReference", "value": "urn:5000"}]}},
        {"modelType": "SubmodelElementCollection", "idShort": "Box", "value": [
          {"modelType": "Property", "idShort": "On", "valueType": "xs:boolean", "value": "1"},
          {"modelType": "SubmodelElementList", "idShort": "Rows", "typeValueListElement": "SubmodelElementList", "value": [
            {"modelType": "SubmodelElementList", "typeValueListElement": "Property", "value": [
              {"modelType": "Property", "valueType": "xs:string", "value": "deep"}]}]}]},
        {"modelType": "MultiLanguageProperty", "idShort": "Label", "value": [
          {"language": "de", "text": "Pumpe"}, {"language": "en", "text": "pump"}]},
        {"modelType": "Range", "idShort": "Torque", "valueType": "xs:double", "min": "3", "max": "15.5"},
        {"modelType": "File", "idShort": "Manual", "contentType": "application/pdf", "value": "file:///aasx/a%20b.pdf"},
        {"modelType": "Blob", "idShort": "Library", "contentType": "text/plain", "value": "VGV4dA=="},
        {"modelType": "Capability", "idShort": "Turns"},
        {"modelType": "Operation", "idShort": "Stop", "inputVariables": []},
        {"modelType": "ReferenceElement", "idShort": "See", "value": {"type": "ExternalReference",
          "keys": [{"type": "GlobalReference", "value": "urn:see"}]}},
        {"modelType": "RelationshipElement", "idShort": "Wire",
          "first": {"type": "ExternalReference", "keys": []}, "second": {"type": "ExternalReference", "keys": []}},
        {"modelType": "AnnotatedRelationshipElement", "idShort": "Rule",
          "first": {"type": "ExternalReference", "keys": []}, "second": {"type": "ExternalReference", "keys": []},
          "annotations": [{"modelType": "Property", "idShort": "Note", "valueType": "xs:string", "value": "n"}]},
        {"modelType": "Entity", "idShort": "Part", "entityType": "SelfManagedEntity", "globalAssetId": "urn:part",
          "statements": [{"modelType": "Property", "idShort": "Count", "valueType": "xs:integer", "value": "2"}]},
        {"modelType": "BasicEventElement", "idShort": "Event", "direction": "output", "state": "on",
          "observed": {"type": "ModelReference", "keys": []}}]},
      {"modelType": "Submodel", "idShort": "Empty", "id": "urn:empty"}],
    "conceptDescriptions": [
      {"modelType": "ConceptDescription", "idShort": "Speed", "id": "urn:speed", "isCaseOf": [
         {"type": "ExternalReference", "keys": [{"type": "GlobalReference", "value": "urn:case"}]}],
       "embeddedDataSpecifications": [{"dataSpecification": {"type": "ExternalReference", "keys": [
         {"type": "GlobalReference", "value": "urn:iec61360"}]}}]},
      {"modelType": "ConceptDescription", "id": "urn:bare"}]})");
}

std::string package_bytes() {
  formats::opc::Package package =
      *formats::opc::Package::open(*written(every_class(), Packing::aasx, formats::aas::Version::v3_0));
  EXPECT_TRUE(package.add("/aasx/a%20b.pdf", "application/pdf", "the manual").ok());
  EXPECT_TRUE(package.add("/aasx/pump.png", "image/png", "the picture").ok());
  return *package.save();
}

std::string id64(std::string_view id) { return base::base64url(id); }

class AasApi : public testing::Test {
 protected:
  Answer ask(const std::string& target, const std::string& accept = {}, const std::string& method = "GET") const {
    const std::size_t mark = target.find('?');
    return answer(source(), {method, target.substr(0, mark),
                             mark == std::string::npos ? std::string() : target.substr(mark + 1), accept});
  }
  base::Json get(const std::string& target) const {
    const Answer got = ask(target);
    EXPECT_EQ(got.status, 200) << target << " " << got.body;
    const auto json = base::parse_json(got.body);
    EXPECT_TRUE(json.ok()) << target << " " << got.body;
    return json.ok() ? *json : base::Json();
  }
  std::string text(const std::string& target) const { return get(target).dump(); }
  int status(const std::string& target) const {
    const Answer got = ask(target);
    if (got.status != 200) {
      const auto result = base::parse_json(got.body);
      EXPECT_TRUE(result.ok() && result->pointer("/messages/0/text") != nullptr) << target << " " << got.body;
    }
    return got.status;
  }

  const InMemory document_{every_class()};
  const std::string submodel_ = "/submodels/" + id64("urn:all");
  const std::string elements_ = submodel_ + "/submodel-elements";

 private:
  Source source() const {
    return {.nodes = document_,
            .name = "pump.aasx",
            .packing = Packing::aasx,
            .original = [] { return base::Result<std::string>(package_bytes()); },
            .whole = [] { return base::Result<Json>(every_class()); }};
  }
};

TEST_F(AasApi, ShowsShellsSubmodelsAndConceptsAsTheyAre) {
  EXPECT_EQ(get("/shells").at("result").size(), 2U);
  EXPECT_EQ(get("/shells/" + id64("urn:shell")), every_class().at("assetAdministrationShells").as_array()[0]);
  EXPECT_EQ(get("/shells/" + id64("urn:shell") + "/"), get("/aas")) << "the first; a slash at the end is none";
  EXPECT_EQ(get(submodel_ + "?extent=withBlobValue"), every_class().at("submodels").as_array()[0]);
  EXPECT_EQ(get("/submodel?extent=withBlobValue"), every_class().at("submodels").as_array()[0]);
  EXPECT_EQ(get("/concept-descriptions/" + id64("urn:bare")).text("id"), "urn:bare");
  EXPECT_EQ(get("/aas/submodels/" + id64("urn:all")), get(submodel_));
  EXPECT_EQ(text("/aas/asset-information/"),
            every_class().at("assetAdministrationShells").as_array()[0].at("assetInformation").dump());
  EXPECT_EQ(get("/aas/submodel-refs").at("result").as_array()[0].text("type"), "ModelReference");
  EXPECT_EQ(get("/description").at("profiles").size(), 4U);
}

TEST_F(AasApi, FindsElementsByTheirPaths) {
  EXPECT_EQ(get(elements_ + "/Box.Rows%5B0%5D[0]").text("value"), "deep");
  EXPECT_EQ(get(elements_ + "/Part.Count").text("value"), "2");
  EXPECT_EQ(get(elements_ + "/Rule.Note").text("value"), "n");
  for (const char* missing : {"/None", "/Box.None", "/Box[0]", "/Box.Rows[1]", "/Box.Rows[00]", "/Box.Rows[0].x",
                              "/Box.Rows[99999999999999999999]", "/speed"}) {
    EXPECT_EQ(status(elements_ + missing), 404) << missing;
  }
  for (const char* wrong : {"/.", "/Box..On", "/Box.", "/Box.Rows[", "/Box.Rows[]", "/Box.Rows[0]x"})
    EXPECT_EQ(status(elements_ + wrong), 400) << wrong;
}

// IDTA-01001, "Format Value".
TEST_F(AasApi, ShowsValuesOnly) {
  const base::Json value = get(submodel_ + "/$value");
  EXPECT_EQ(value.at("Speed").dump(), "5000");
  EXPECT_EQ(value.at("Box").dump(), R"({"On":true,"Rows":[["deep"]]})");
  EXPECT_EQ(value.at("Label").dump(), R"([{"de":"Pumpe"},{"en":"pump"}])");
  EXPECT_EQ(value.at("Torque").dump(), R"({"min":3,"max":15.5})");
  EXPECT_EQ(value.at("Manual").dump(), R"({"contentType":"application/pdf","value":"file:///aasx/a%20b.pdf"})");
  EXPECT_EQ(value.at("Library").dump(), R"({"contentType":"text/plain"})");
  EXPECT_EQ(value.at("Part").dump(),
            R"({"statements":{"Count":2},"entityType":"SelfManagedEntity","globalAssetId":"urn:part"})");
  EXPECT_EQ(value.at("Rule").at("annotations").dump(), R"([{"Note":"n"}])");
  EXPECT_EQ(value.at("Event").dump(), R"({"observed":{"type":"ModelReference","keys":[]}})");
  EXPECT_EQ(value.at("See").pointer("/keys/0/value")->as_string(), "urn:see");
  EXPECT_EQ(value.find("Turns"), nullptr);
  EXPECT_EQ(value.find("Stop"), nullptr);
  EXPECT_EQ(text(elements_ + "/Speed/$value"), R"({"Speed":5000})");
  EXPECT_EQ(text(elements_ + "/Box.Rows[0]/$value"), R"(["deep"])") << "an item of a list has no name";
  EXPECT_EQ(get(elements_ + "/Library/$value?extent=withBlobValue").at("Library").text("value"), "VGV4dA==");
  EXPECT_EQ(status(elements_ + "/Turns/$value"), 400);
  EXPECT_EQ(get(elements_ + "/$value").at("result").size(), 11U) << "without the two that have none";
  EXPECT_EQ(get("/submodels/$value").at("result").as_array()[1].dump(), "{}");
}

TEST(AasApiValues, AreOfTheirTypeOrStayText) {
  const auto shown = [](std::string_view type, std::string_view value) { return typed_value(type, value).dump(); };
  EXPECT_EQ(shown("xs:long", "+9223372036854775807"), "9223372036854775807");
  EXPECT_EQ(shown("xs:unsignedLong", "18446744073709551615"), R"("18446744073709551615")");
  EXPECT_EQ(shown("xs:integer", "007"), "7");
  EXPECT_EQ(shown("xs:int", "4.5"), R"("4.5")");
  EXPECT_EQ(shown("xs:decimal", "1.25"), "1.25");
  EXPECT_EQ(shown("xs:decimal", "126789672374892739424.543233"), R"("126789672374892739424.543233")");
  EXPECT_EQ(shown("xs:double", "1.7976931348623157e308"), "1.7976931348623157e+308");
  EXPECT_EQ(shown("xs:double", "INF"), R"("INF")");
  EXPECT_EQ(shown("xs:float", "NaN"), R"("NaN")");
  EXPECT_EQ(shown("xs:boolean", "0"), "false");
  EXPECT_EQ(shown("xs:boolean", "yes"), R"("yes")");
  EXPECT_EQ(shown("xs:string", "12"), R"("12")");
  EXPECT_EQ(shown("", "12"), R"("12")");
}

TEST_F(AasApi, ShowsMetadata) {
  EXPECT_EQ(get(submodel_ + "/$metadata").find("submodelElements"), nullptr);
  EXPECT_EQ(text(elements_ + "/Speed/$metadata"),
            R"({"modelType":"Property","idShort":"Speed","valueType":"xs:int","category":"PARAMETER"})");
  EXPECT_EQ(text(elements_ + "/Event/$metadata"),
            R"({"modelType":"BasicEventElement","idShort":"Event","direction":"output","state":"on"})");
  EXPECT_EQ(text(elements_ + "/Part/$metadata"), R"({"modelType":"Entity","idShort":"Part"})");
  EXPECT_EQ(status(elements_ + "/Turns/$metadata"), 400);
  EXPECT_EQ(status(elements_ + "/Stop/$metadata"), 400);
  EXPECT_EQ(get(elements_ + "/$metadata").at("result").size(), 13U);
}

TEST_F(AasApi, ShowsReferencesAndPaths) {
  EXPECT_EQ(text(elements_ + "/Box.Rows[0][0]/$reference"),
            R"({"type":"ModelReference","keys":[{"type":"Submodel","value":"urn:all"},)"
            R"({"type":"SubmodelElementCollection","value":"Box"},{"type":"SubmodelElementList","value":"Rows"},)"
            R"({"type":"SubmodelElementList","value":"0"},{"type":"Property","value":"0"}]})");
  EXPECT_EQ(text("/aas/$reference"),
            R"({"type":"ModelReference","keys":[{"type":"AssetAdministrationShell","value":"urn:shell"}]})");
  EXPECT_EQ(text(elements_ + "/Box.Rows/$path"), R"(["Box.Rows","Box.Rows[0]","Box.Rows[0][0]"])");
  EXPECT_EQ(text(elements_ + "/Box/$path?level=core"), R"(["Box","Box.On","Box.Rows"])");
  EXPECT_EQ(get(submodel_ + "/$path").size(), 19U);
  EXPECT_EQ(get(submodel_ + "/$path?level=core").size(), 13U);
  EXPECT_EQ(status(elements_ + "/Speed/$path"), 400);
  EXPECT_EQ(get("/submodels/$path?limit=3&cursor=18").dump(), R"({"result":["Event"],"paging_metadata":{}})");
  // Each path leads back to an element that has that path.
  const base::Json paths = get(submodel_ + "/$path");
  for (const base::Json& path : paths.as_array()) {
    const auto element = element_at(document_, *with_id(document_, submodels, "urn:all"), path.as_string());
    ASSERT_TRUE(element.ok()) << path.as_string();
    EXPECT_EQ(id_short_path(way_to(document_, *element)), path.as_string());
  }
}

TEST_F(AasApi, GoesAsDeepAsTheLevelSays) {
  const base::Json core = get(submodel_ + "?level=core");
  EXPECT_EQ(core.at("submodelElements").size(), 13U);
  EXPECT_EQ(core.at("submodelElements").as_array()[1].find("value"), nullptr);
  EXPECT_EQ(get(elements_ + "/Box?level=core").at("value").as_array()[1].find("value"), nullptr);
  EXPECT_NE(get(elements_ + "/Box?level=deep").at("value").as_array()[1].find("value"), nullptr);
  EXPECT_EQ(get(elements_ + "/Library").find("value"), nullptr) << "without the value of a Blob, as the standard says";
}

TEST_F(AasApi, PagesThroughLists) {
  std::vector<std::string> seen;
  std::string cursor;
  do {
    const base::Json page = get(elements_ + "?limit=4" + (cursor.empty() ? "" : "&cursor=" + cursor));
    for (const base::Json& each : page.at("result").as_array()) seen.emplace_back(each.text("idShort"));
    cursor = page.at("paging_metadata").text("cursor");
  } while (!cursor.empty());
  EXPECT_EQ(seen.size(), 13U);
  EXPECT_EQ(seen.back(), "Event");
  EXPECT_EQ(get("/shells?limit=2").dump(), get("/shells?limit=5000").dump()) << "no cursor where nothing follows";
  EXPECT_EQ(get("/shells?cursor=999999999999999999999999").at("result").size(), 0U);
  EXPECT_EQ(get("/shells?limit=999999999999999999999999").at("result").size(), 2U);
  for (const char* wrong : {"limit=0", "limit=-1", "limit=x", "limit=", "cursor=-1", "cursor=%00", "level=x",
                            "level=", "extent=all", "a=%zz", "a=%ff"}) {
    EXPECT_EQ(status(std::string("/shells?") + wrong), 400) << wrong;
  }
}

TEST_F(AasApi, Filters) {
  EXPECT_EQ(get("/shells?idShort=Pump").at("result").size(), 1U);
  EXPECT_EQ(get("/shells?idShort=pump").at("result").size(), 0U);
  const std::string global = id64(R"({"name":"globalAssetId","value":"urn:asset"})");
  const std::string serial = id64(R"({"name":"serial","value":"4711"})");
  const std::string other = id64(R"({"name":"serial","value":"4712"})");
  EXPECT_EQ(get("/shells?assetIds=" + global + "&assetIds=" + serial).at("result").size(), 1U);
  EXPECT_EQ(get("/shells?assetIds=" + global + "&assetIds=" + other).at("result").size(), 0U);
  EXPECT_EQ(status("/shells?assetIds=invalid-base64url====="), 400);
  EXPECT_EQ(status("/shells?assetIds=" + id64("[]")), 400);
  EXPECT_EQ(get("/lookup/shells?assetIds=" + serial).at("result").dump(), R"(["urn:shell"])");
  EXPECT_EQ(text("/lookup/shells/" + id64("urn:shell")),
            R"([{"name":"globalAssetId","value":"urn:asset"},{"name":"serial","value":"4711"}])");
  EXPECT_EQ(get("/submodels?semanticId=" + id64("urn:meaning")).at("result").size(), 1U);
  EXPECT_EQ(get("/submodels?semanticId=" +
                id64(R"({"type":"ExternalReference","keys":[{"type":"GlobalReference","value":"urn:meaning"}]})"))
                .at("result")
                .size(),
            1U);
  EXPECT_EQ(get("/concept-descriptions?isCaseOf=" + id64("urn:case")).at("result").size(), 1U);
  EXPECT_EQ(get("/concept-descriptions?dataSpecificationRef=" + id64("urn:iec61360")).at("result").size(), 1U);
  EXPECT_EQ(get("/concept-descriptions?dataSpecificationRef=" + id64("urn:none")).at("result").size(), 0U);
  EXPECT_EQ(get("/concept-descriptions?idShort=Speed").at("result").size(), 1U);
}

TEST_F(AasApi, SaysWhatIsNotThere) {
  EXPECT_EQ(status("/shells/" + id64("urn:none")), 404);
  EXPECT_EQ(status("/shells/invalid-base64url====="), 400);
  EXPECT_EQ(status("/shells/dXJuOnNoZWxs"), 200);
  EXPECT_EQ(status("/submodels/dXJuOmFsbA"), 200);
  EXPECT_EQ(status("/submodels/dXJuOmFsbA=="), 200) << "padding is allowed";
  EXPECT_EQ(status("/submodels/dXJuOmFsbA="), 400);
  EXPECT_EQ(status("/aas/submodels/" + id64("urn:empty")), 404) << "not one of this shell's";
  EXPECT_EQ(status("/submodels/" + id64("\xff")), 400);
  for (const char* none :
       {"/", "", "/nothing", "/shellsx", "/shells/dXJuOnNoZWxs/x", "/aas/$value", "/description/x", "/aas/submodels",
        "/lookup", "/lookup/x", "/packages/x/y", "/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q"}) {
    EXPECT_EQ(status(none), 404) << none;
  }
  EXPECT_EQ(status("/%zz"), 400);
  for (const char* method : {"POST", "PUT", "PATCH", "DELETE"}) {
    const Answer refused = ask("/shells", {}, method);
    EXPECT_EQ(refused.status, 405);
    EXPECT_EQ(refused.headers[0].second, "GET, HEAD");
  }
}

TEST_F(AasApi, GivesFiles) {
  const Answer manual = ask(elements_ + "/Manual/attachment");
  EXPECT_EQ(manual.status, 200) << manual.body;
  EXPECT_EQ(manual.body, "the manual");
  EXPECT_EQ(manual.content_type, "application/pdf");
  EXPECT_EQ(status(elements_ + "/Speed/attachment"), 400);
  EXPECT_EQ(ask("/aas/asset-information/thumbnail").body, "the picture");
  EXPECT_EQ(status("/shells/" + id64("urn:other") + "/asset-information/thumbnail"), 404);
  EXPECT_EQ(get("/packages").at("result").as_array()[0].text("packageId"), "pump.aasx");
  EXPECT_EQ(get("/packages?aasId=" + id64("urn:none")).at("result").size(), 0U);
  const Answer package = ask("/packages/" + id64("pump.aasx"));
  EXPECT_EQ(package.body, package_bytes());
  EXPECT_EQ(package.content_type, media_type(Packing::aasx));
  EXPECT_EQ(status("/packages/" + id64("other.aasx")), 404);
}

TEST_F(AasApi, WritesDocumentsAnew) {
  EXPECT_EQ(get("/serialization"), every_class());
  const base::Json one = get("/serialization?submodelIds=" + id64("urn:empty") + "&includeConceptDescriptions=False");
  EXPECT_EQ(one.dump(), R"({"submodels":[{"modelType":"Submodel","idShort":"Empty","id":"urn:empty"}]})");
  EXPECT_EQ(status("/serialization?includeConceptDescriptions=maybe"), 400);
  EXPECT_EQ(status("/serialization?aasIds=" + id64("urn:none")), 404);
  const Answer xml = ask("/serialization", "text/html, application/xml;q=0.9");
  EXPECT_EQ(xml.content_type, "application/xml");
  EXPECT_EQ(opened(xml.body)->environment, every_class());
  EXPECT_EQ(opened(ask("/serialization", "application/asset-administration-shell-package").body)->environment,
            every_class());
  EXPECT_EQ(ask("/serialization", "image/png").status, 400);
}

TEST_F(AasApi, WritesPackagesWithTheFilesTheyName) {
  const std::string type = "application/asset-administration-shell-package";
  const auto all = formats::opc::Package::open(ask("/serialization", type).body);
  ASSERT_TRUE(all.ok());
  EXPECT_EQ(*all->read("/aasx/a%20b.pdf"), "the manual");
  EXPECT_EQ(*all->read("/aasx/pump.png"), "the picture");
  const auto aasx = formats::opc::read_aasx(*all);
  ASSERT_TRUE(aasx.ok());
  EXPECT_THAT(aasx->specs[0].supplements, testing::UnorderedElementsAre("/aasx/a%20b.pdf", "/aasx/pump.png"));
  EXPECT_EQ(all->find("/aasx/pump.png")->content_type, "image/png");
  const auto one = formats::opc::Package::open(ask("/serialization?submodelIds=" + id64("urn:empty"), type).body);
  ASSERT_TRUE(one.ok());
  EXPECT_EQ(one->find("/aasx/a%20b.pdf"), nullptr) << "of what is not asked for the files are not given";
}

TEST(AasApiEmpty, IsAnEmptyRepository) {
  class Nothing : public Nodes {
   public:
    Node find(std::string_view) const override { return {}; }
  };
  const Nothing nothing;
  const Source source{.nodes = nothing};
  for (const char* list : {"/shells", "/submodels", "/concept-descriptions", "/packages", "/lookup/shells"})
    EXPECT_EQ(answer(source, {"GET", list}).body, R"({"result":[],"paging_metadata":{}})") << list;
  for (const char* one : {"/aas", "/submodel", "/submodel/submodel-elements", "/packages/ZG9jdW1lbnQ"})
    EXPECT_EQ(answer(source, {"GET", one}).status, 404) << one;
}

// What a caller may not read is not there: neither itself nor an empty list where it was.
TEST(AasApiHidden, IsNotThere) {
  class Hiding : public Nodes {
   public:
    Node find(std::string_view id) const override {
      Node node = all_.find(id);
      return node && (node.level() == "urn:empty" || node.model_type() == "Property") ? Node() : node;
    }

   private:
    const InMemory all_{nameplate()};
  };
  const Hiding nodes;
  const auto ask = [&](const std::string& path) { return answer({.nodes = nodes}, {"GET", path}); };
  EXPECT_EQ(base::parse_json(ask("/submodels").body)->at("result").size(), 1U);
  EXPECT_EQ(ask("/submodels/" + id64("urn:empty")).status, 404);
  EXPECT_EQ(ask("/submodel/submodel-elements/Serial").status, 404);
  EXPECT_EQ(ask("/submodel/submodel-elements/Address.Phones[0]").status, 404);
  EXPECT_EQ(ask("/submodel/submodel-elements/Address.Phones").body,
            R"({"modelType":"SubmodelElementList","idShort":"Phones","typeValueListElement":"Property",)"
            R"("valueTypeListElement":"xs:string"})");
  EXPECT_EQ(ask("/submodel/$path").body, R"(["Address","Address.Phones","Logo"])");
}

// Whatever is asked, the answer is a document or a Result.
TEST_F(AasApi, TakesAnything) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const std::vector<std::string> pieces{"/shells",
                                        "/aas",
                                        "/submodel",
                                        "/submodels",
                                        "/submodel-elements",
                                        "/lookup",
                                        "/packages",
                                        "/$value",
                                        "/$path",
                                        "/$metadata",
                                        "/$reference",
                                        "/attachment",
                                        "/dXJuOmFsbA",
                                        "/dXJuOnNoZWxs",
                                        "/Box",
                                        ".Rows",
                                        "[0]",
                                        "[",
                                        "]",
                                        ".",
                                        "%2F",
                                        "%5B",
                                        "%",
                                        "%00",
                                        "%ff",
                                        "?",
                                        "&",
                                        "=",
                                        "limit=1",
                                        "level=core",
                                        "cursor=7",
                                        "/asset-information",
                                        "/thumbnail",
                                        "/serialization",
                                        "\xff",
                                        "\n",
                                        "//",
                                        "/.."};
  for (int round = 0; round < 20'000; ++round) {
    std::string target;
    for (auto left = random() % 9; left > 0; --left) target += pieces[random() % pieces.size()];
    const Answer got = ask(target);
    ASSERT_TRUE(got.status == 200 || got.status == 400 || got.status == 404) << target << " " << got.status;
    const bool sound = got.content_type != "application/json" || base::parse_json(got.body).ok();
    ASSERT_TRUE(sound) << target << " " << got.body;
  }
}

TEST_F(AasApi, BoundsDeepPathsAndLongOnes) {
  std::string path = "/Box";
  for (int i = 0; i < 5000; ++i) path += ".Box";
  EXPECT_EQ(status(elements_ + path), 404);
  path = "/Box.Rows";
  for (int i = 0; i < 5000; ++i) path += "[0]";
  EXPECT_EQ(status(elements_ + path), 404);
  std::string query = "/shells?";
  for (int i = 0; i < 200; ++i) query += "assetIds=" + id64(R"({"name":"a","value":"b"})") + "&";
  EXPECT_EQ(status(query), 400);
}

}  // namespace
}  // namespace aas::engine::api
