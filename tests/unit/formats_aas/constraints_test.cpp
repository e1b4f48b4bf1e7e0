// SPDX-License-Identifier: Apache-2.0
// Every constraint of the metamodel that a document can break: one document that keeps it, one that breaks it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "base/json.h"
#include "formats/aas/check.h"
#include "formats/aas/lookup.h"
#include "formats/aas/rules.h"
#include "unit/formats_aas/codes.h"

namespace formats::aas {
namespace {

using base::Json;

// JSON with ' for ", and some names for what is long: EXT(x) an external reference, IEC(…) a data specification with
// these members, @P a property without its braces.
std::string written(std::string text) {
  const auto replace = [&](std::string_view what, std::string_view by) {
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
      text.replace(at, what.size(), by);
  };
  const auto expand = [&](std::string_view what, std::string_view before, std::string_view after) {
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos;) {
      int open = 0;
      std::size_t end = at + what.size();
      while (open > 0 || text[end] != ')') {
        open += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
        ++end;
      }
      const std::string inner = text.substr(at + what.size(), end - at - what.size());
      text.replace(at, end + 1 - at, std::string(before) + inner + std::string(after));
    }
  };
  expand("IEC(",
         "{'dataSpecification':EXT(https://admin-shell.io/DataSpecificationTemplates/DataSpecificationIec61360/3/0),"
         "'dataSpecificationContent':{'modelType':'DataSpecificationIec61360','preferredName':[{'language':'en','text':"
         "'n'}],",
         "}}");
  expand("EXT(", "{'type':'ExternalReference','keys':[{'type':'GlobalReference','value':'", "'}]}");
  replace("@P", "'modelType':'Property','idShort':'p1','valueType':'xs:int'");
  std::replace(text.begin(), text.end(), '\'', '"');
  return text;
}

struct Case {
  std::string_view constraint;
  std::string_view type;
  std::string_view pointer;  // of the finding
  std::string good;
  std::string bad;
};

// Text that may not be there is left out; \\u0001 is a control character.
const Case cases[] = {
    {"AASd-002", "Property", "/idShort", "{@P}", "{'modelType':'Property','idShort':'1p','valueType':'xs:int'}"},
    {"AASd-005", "AdministrativeInformation", "/revision", "{'version':'1','revision':'0'}", "{'revision':'0'}"},
    {"AASd-014", "Entity", "", "{'modelType':'Entity','entityType':'SelfManagedEntity','globalAssetId':'a'}",
     "{'modelType':'Entity','entityType':'SelfManagedEntity'}"},
    {"AASd-014", "Entity", "", "{'modelType':'Entity','entityType':'CoManagedEntity'}",
     "{'modelType':'Entity','entityType':'CoManagedEntity','globalAssetId':'a'}"},
    {"AASd-020", "Qualifier", "/value", "{'type':'t','valueType':'xs:int','value':'1'}",
     "{'type':'t','valueType':'xs:int','value':'one'}"},
    {"AASd-021", "Property", "/qualifiers/1",
     "{@P,'qualifiers':[{'type':'a','valueType':'xs:int'},{'type':'b','valueType':'xs:int'}]}",
     "{@P,'qualifiers':[{'type':'a','valueType':'xs:int'},{'type':'a','valueType':'xs:int'}]}"},
    {"AASd-022", "Submodel", "/submodelElements/1",
     "{'modelType':'Submodel','id':'s','submodelElements':[{@P},{'modelType':'Capability','idShort':'c1'}]}",
     "{'modelType':'Submodel','id':'s','submodelElements':[{@P},{'modelType':'Capability','idShort':'p1'}]}"},
    {"AASd-022", "SubmodelElementCollection", "/value/1",
     "{'modelType':'SubmodelElementCollection','value':[{@P},{'modelType':'Capability','idShort':'c1'}]}",
     "{'modelType':'SubmodelElementCollection','value':[{@P},{'modelType':'Capability','idShort':'p1'}]}"},
    {"AASd-077", "Property", "/extensions/1", "{@P,'extensions':[{'name':'a'},{'name':'b'}]}",
     "{@P,'extensions':[{'name':'a'},{'name':'a'}]}"},
    {"AASd-090", "Property", "/category", "{@P,'category':'CONSTANT'}", "{@P,'category':'BEST'}"},
    {"AASd-107", "SubmodelElementList", "/value/0",
     "{'modelType':'SubmodelElementList','typeValueListElement':'Capability','semanticIdListElement':EXT(a),"
     "'value':[{'modelType':'Capability','semanticId':EXT(a)}]}",
     "{'modelType':'SubmodelElementList','typeValueListElement':'Capability','semanticIdListElement':EXT(a),"
     "'value':[{'modelType':'Capability','semanticId':EXT(b)}]}"},
    {"AASd-108", "SubmodelElementList", "/value/0",
     "{'modelType':'SubmodelElementList','typeValueListElement':'DataElement','value':[{'modelType':'Blob','"
     "contentType':'a/b'}]}",
     "{'modelType':'SubmodelElementList','typeValueListElement':'DataElement','value':[{'modelType':'Capability'}]}"},
    {"AASd-109", "SubmodelElementList", "/value/0",
     "{'modelType':'SubmodelElementList','typeValueListElement':'Property','valueTypeListElement':'xs:int',"
     "'value':[{'modelType':'Property','valueType':'xs:int'}]}",
     "{'modelType':'SubmodelElementList','typeValueListElement':'Property','valueTypeListElement':'xs:int',"
     "'value':[{'modelType':'Property','valueType':'xs:long'}]}"},
    {"AASd-109", "SubmodelElementList", "",
     "{'modelType':'SubmodelElementList','typeValueListElement':'Range','valueTypeListElement':'xs:int'}",
     "{'modelType':'SubmodelElementList','typeValueListElement':'Range'}"},
    {"AASd-114", "SubmodelElementList", "/value/1",
     "{'modelType':'SubmodelElementList','typeValueListElement':'Capability','value':["
     "{'modelType':'Capability','semanticId':EXT(a)},{'modelType':'Capability'},{'modelType':'Capability','semanticId':"
     "EXT(a)}]}",
     "{'modelType':'SubmodelElementList','typeValueListElement':'Capability','value':["
     "{'modelType':'Capability','semanticId':EXT(a)},{'modelType':'Capability','semanticId':EXT(b)}]}"},
    {"AASd-116", "AssetInformation", "/specificAssetIds/0",
     "{'assetKind':'Type','globalAssetId':'a','specificAssetIds':[{'name':'globalAssetId','value':'a'}]}",
     "{'assetKind':'Type','globalAssetId':'a','specificAssetIds':[{'name':'globalAssetId','value':'b'}]}"},
    {"AASd-117", "Submodel", "/submodelElements/0", "{'modelType':'Submodel','id':'s','submodelElements':[{@P}]}",
     "{'modelType':'Submodel','id':'s','submodelElements':[{'modelType':'Capability'}]}"},
    {"AASd-117", "Entity", "/statements/0", "{'modelType':'Entity','entityType':'CoManagedEntity','statements':[{@P}]}",
     "{'modelType':'Entity','entityType':'CoManagedEntity','statements':[{'modelType':'Capability'}]}"},
    {"AASd-117", "OperationVariable", "/value", "{'value':{@P}}", "{'value':{'modelType':'Capability'}}"},
    {"AASd-118", "Property", "/supplementalSemanticIds", "{@P,'semanticId':EXT(a),'supplementalSemanticIds':[EXT(b)]}",
     "{@P,'supplementalSemanticIds':[EXT(b)]}"},
    {"AASd-119", "Submodel", "/qualifiers/0",
     "{'modelType':'Submodel','id':'s','kind':'Template','qualifiers':[{'kind':'TemplateQualifier','type':'t','"
     "valueType':'xs:int'}]}",
     "{'modelType':'Submodel','id':'s','qualifiers':[{'kind':'TemplateQualifier','type':'t','valueType':'xs:int'}]}"},
    {"AASd-120", "SubmodelElementList", "/value/0/idShort",
     "{'modelType':'SubmodelElementList','typeValueListElement':'Capability','value':[{'modelType':'Capability'}]}",
     "{'modelType':'SubmodelElementList','typeValueListElement':'Capability','value':[{'modelType':'Capability','"
     "idShort':'c1'}]}"},
    {"AASd-121", "Reference", "/keys/0", "EXT(a)", "{'type':'ExternalReference','keys':[{'type':'Blob','value':'b'}]}"},
    {"AASd-122", "Reference", "/keys/0", "EXT(a)",
     "{'type':'ExternalReference','keys':[{'type':'Submodel','value':'s'},{'type':'GlobalReference','value':'g'}]}"},
    {"AASd-123", "Reference", "/keys/0", "{'type':'ModelReference','keys':[{'type':'Submodel','value':'s'}]}",
     "{'type':'ModelReference','keys':[{'type':'GlobalReference','value':'s'}]}"},
    {"AASd-124", "Reference", "/keys/1",
     "{'type':'ExternalReference','keys':[{'type':'GlobalReference','value':'g'},{'type':'FragmentReference','value':'"
     "f'}]}",
     "{'type':'ExternalReference','keys':[{'type':'GlobalReference','value':'g'},{'type':'Blob','value':'f'}]}"},
    {"AASd-125", "Reference", "/keys/1",
     "{'type':'ModelReference','keys':[{'type':'Submodel','value':'s'},{'type':'Blob','value':'b'}]}",
     "{'type':'ModelReference','keys':[{'type':'Submodel','value':'s'},{'type':'Submodel','value':'b'}]}"},
    {"AASd-126", "Reference", "/keys/1",
     "{'type':'ModelReference','keys':[{'type':'Submodel','value':'s'},{'type':'Blob','value':'b'},"
     "{'type':'FragmentReference','value':'f'}]}",
     "{'type':'ModelReference','keys':[{'type':'Submodel','value':'s'},{'type':'FragmentReference','value':'f'},"
     "{'type':'Blob','value':'b'}]}"},
    {"AASd-127", "Reference", "/keys/2",
     "{'type':'ModelReference','keys':[{'type':'Submodel','value':'s'},{'type':'File','value':'b'},"
     "{'type':'FragmentReference','value':'f'}]}",
     "{'type':'ModelReference','keys':[{'type':'Submodel','value':'s'},{'type':'Property','value':'b'},"
     "{'type':'FragmentReference','value':'f'}]}"},
    {"AASd-128", "Reference", "/keys/2",
     "{'type':'ModelReference','keys':[{'type':'Submodel','value':'s'},{'type':'SubmodelElementList','value':'l'},"
     "{'type':'Property','value':'0'}]}",
     "{'type':'ModelReference','keys':[{'type':'Submodel','value':'s'},{'type':'SubmodelElementList','value':'l'},"
     "{'type':'Property','value':'first'}]}"},
    {"AASd-129", "Submodel", "/submodelElements/0/qualifiers/0",
     "{'modelType':'Submodel','id':'s','kind':'Template','submodelElements':"
     "[{@P,'qualifiers':[{'kind':'TemplateQualifier','type':'t','valueType':'xs:int'}]}]}",
     "{'modelType':'Submodel','id':'s','kind':'Instance','submodelElements':"
     "[{@P,'qualifiers':[{'kind':'TemplateQualifier','type':'t','valueType':'xs:int'}]}]}"},
    {"AASd-130", "Submodel", "/id", "{'modelType':'Submodel','id':'a\\tb'}",
     "{'modelType':'Submodel','id':'a\\u0001b'}"},
    {"AASd-131", "AssetInformation", "", "{'assetKind':'Type','specificAssetIds':[{'name':'n','value':'v'}]}",
     "{'assetKind':'Type'}"},
    {"AASd-133", "SpecificAssetId", "/externalSubjectId", "{'name':'n','value':'v','externalSubjectId':EXT(a)}",
     "{'name':'n','value':'v','externalSubjectId':{'type':'ModelReference','keys':[{'type':'Submodel','value':'s'}]}}"},
    {"AASd-134", "Operation", "/outputVariables/0",
     "{'modelType':'Operation','inputVariables':[{'value':{@P}}],"
     "'outputVariables':[{'value':{'modelType':'Capability','idShort':'c1'}}]}",
     "{'modelType':'Operation','inputVariables':[{'value':{@P}}],'outputVariables':[{'value':{@P}}]}"},
    {"AASc-3a-002", "EmbeddedDataSpecification", "/dataSpecificationContent/preferredName", "IEC('value':'v')",
     "{'dataSpecification':EXT(https://admin-shell.io/DataSpecificationTemplates/DataSpecificationIec61360/3/0),"
     "'dataSpecificationContent':{'modelType':'DataSpecificationIec61360','preferredName':[{'language':'de','text':'n'}"
     "]}}"},
    {"AASc-3a-004", "ConceptDescription", "/embeddedDataSpecifications/0/dataSpecificationContent",
     "{'modelType':'ConceptDescription','id':'c','category':'PROPERTY','embeddedDataSpecifications':[IEC('dataType':'"
     "DATE','value':'v')]}",
     "{'modelType':'ConceptDescription','id':'c','category':'PROPERTY','embeddedDataSpecifications':[IEC('dataType':'"
     "FILE','value':'v')]}"},
    {"AASc-3a-005", "ConceptDescription", "/embeddedDataSpecifications/0/dataSpecificationContent",
     "{'modelType':'ConceptDescription','id':'c','category':'REFERENCE','embeddedDataSpecifications':[IEC('dataType':'"
     "IRI','value':'v')]}",
     "{'modelType':'ConceptDescription','id':'c','category':'REFERENCE','embeddedDataSpecifications':[IEC('dataType':'"
     "DATE','value':'v')]}"},
    {"AASc-3a-006", "ConceptDescription", "/embeddedDataSpecifications/0/dataSpecificationContent",
     "{'modelType':'ConceptDescription','id':'c','category':'DOCUMENT','embeddedDataSpecifications':[IEC('dataType':'"
     "HTML','value':'v')]}",
     "{'modelType':'ConceptDescription','id':'c','category':'DOCUMENT','embeddedDataSpecifications':[IEC('value':'v')]"
     "}"},
    {"AASc-3a-007", "ConceptDescription", "/embeddedDataSpecifications/0/dataSpecificationContent",
     "{'modelType':'ConceptDescription','id':'c','category':'QUALIFIER_TYPE','embeddedDataSpecifications':[IEC('"
     "dataType':'DATE','value':'v')]}",
     "{'modelType':'ConceptDescription','id':'c','category':'QUALIFIER_TYPE','embeddedDataSpecifications':[IEC('value':"
     "'v')]}"},
    {"AASc-3a-008", "ConceptDescription", "/embeddedDataSpecifications/0/dataSpecificationContent",
     "{'modelType':'ConceptDescription','id':'c','embeddedDataSpecifications':[IEC('definition':[{'language':'en-US','"
     "text':'d'}])]}",
     "{'modelType':'ConceptDescription','id':'c','embeddedDataSpecifications':[IEC('definition':[{'language':'de','"
     "text':'d'}])]}"},
    {"AASc-3a-009", "EmbeddedDataSpecification", "/dataSpecificationContent",
     "IEC('dataType':'REAL_MEASURE','unit':'m')", "IEC('dataType':'REAL_MEASURE','symbol':'m')"},
    {"AASc-3a-010", "EmbeddedDataSpecification", "/dataSpecificationContent", "IEC('value':'v')",
     "IEC('value':'v','valueList':{'valueReferencePairs':[{'value':'v','valueId':EXT(a)}]})"},
    // Those that only we check.
    {"AASd-006", "Qualifier", "/value", "{'type':'t','valueType':'xs:string','value':'red','valueId':EXT(urn:red)}",
     "{'type':'t','valueType':'xs:string','value':'blue','valueId':EXT(urn:red)}"},
    {"AASd-007", "Property", "/value",
     "{'modelType':'Property','valueType':'xs:string','value':'red','valueId':EXT(urn:red)}",
     "{'modelType':'Property','valueType':'xs:string','value':'blue','valueId':EXT(urn:red)}"},
    {"AASc-3a-003", "ValueList", "/valueReferencePairs/0/valueId",
     "{'valueReferencePairs':[{'value':'red','valueId':EXT(urn:red)}]}",
     "{'valueReferencePairs':[{'value':'red','valueId':EXT(urn:none)}]}"},
    {"AASc-3a-050", "EmbeddedDataSpecification", "/dataSpecification", "IEC('value':'v')",
     "{'dataSpecification':EXT(urn:something),'dataSpecificationContent':"
     "{'modelType':'DataSpecificationIec61360','preferredName':[{'language':'en','text':'n'}]}}"},
    {"AASd-022", "Entity", "/statements/1",
     "{'modelType':'Entity','entityType':'CoManagedEntity','statements':[{@P},{'modelType':'Capability','idShort':'"
     "c1'}]}",
     "{'modelType':'Entity','entityType':'CoManagedEntity','statements':[{@P},{'modelType':'Capability','idShort':'"
     "p1'}]}"},
};

const std::set<std::string_view> only_ours = {"AASd-006", "AASd-007", "AASc-3a-003", "AASc-3a-050"};

Json parsed(const std::string& text) {
  auto json = base::parse_json(written(text));
  EXPECT_TRUE(json.ok()) << written(text);
  return json.ok() ? std::move(*json) : Json();
}

const Json& surroundings() {
  static const Json environment = parsed(
      "{'submodels':[{'modelType':'Submodel','id':'s'}],'conceptDescriptions':["
      "{'modelType':'ConceptDescription','id':'urn:red','embeddedDataSpecifications':[IEC('value':'red')]},"
      "{'modelType':'ConceptDescription','id':'urn:none','embeddedDataSpecifications':[IEC('unit':'m')]}]}");
  return environment;
}

Findings look(const Case& each, const std::string& text, Version version) {
  return check(parsed(text), metamodel(version).get_class(each.type), version, {.environment = &surroundings()});
}

bool has(const Findings& findings, std::string_view constraint) {
  return std::ranges::find(findings.list, constraint, &Finding::constraint) != findings.list.end();
}

TEST(Constraints, GoodDocumentsKeepThem) {
  for (const auto& each : cases) {
    for (const auto version : {Version::v3_0, Version::v3_1}) {
      const auto findings = look(each, each.good, version);
      EXPECT_TRUE(findings.valid()) << each.constraint << ": " << findings.list.front().message;
      EXPECT_FALSE(has(findings, each.constraint)) << each.constraint;
    }
  }
}

TEST(Constraints, BadDocumentsBreakThemAtTheRightPlace) {
  for (const auto& each : cases) {
    const auto findings = look(each, each.bad, Version::v3_0);
    const auto found = std::ranges::find(findings.list, each.constraint, &Finding::constraint);
    ASSERT_NE(found, findings.list.end()) << each.constraint << ' ' << each.bad;
    EXPECT_EQ(found->pointer, each.pointer) << each.constraint;
    EXPECT_LE(found->instance, found->pointer.size());
    EXPECT_EQ(found->severity == Severity::warning,
              only_ours.contains(each.constraint) || (each.constraint == "AASd-022" && each.type == "Entity"));
    EXPECT_FALSE(found->message.empty() || found->code.empty());
  }
}

TEST(Constraints, AllThatCanBeBrokenAreHere) {
  std::set<std::string_view> tried;
  for (const auto& each : cases) tried.insert(each.constraint);
  EXPECT_EQ(tried.size(), 42u);
  for (const auto version : {Version::v3_0, Version::v3_1}) {
    for (const auto& type : metamodel(version).classes()) {
      for (const auto& invariant : type.invariants) {
        EXPECT_TRUE(invariant.constraint.empty() || tried.contains(invariant.constraint)) << invariant.constraint;
      }
    }
  }
}

TEST(Constraints, VersionsDiffer) {
  for (const auto& each : cases) {
    const bool dropped = each.constraint == "AASd-090" || each.constraint == "AASd-120" ||
                         each.good.find("CoManagedEntity'}") != std::string::npos ||
                         each.bad.ends_with("'typeValueListElement':'Range'}");
    EXPECT_EQ(has(look(each, each.bad, Version::v3_1), each.constraint), !dropped)
        << each.constraint << ' ' << each.bad;
  }
}

struct Unnamed {
  std::string_view code;
  std::string_view type;
  std::string_view pointer;
  std::string good;
  std::string bad;
};
const Unnamed unnamed[] = {
    {"unique_languages", "Property", "/description/1",
     "{@P,'description':[{'language':'en','text':'a'},{'language':'de','text':'b'}]}",
     "{@P,'description':[{'language':'en','text':'a'},{'language':'en','text':'b'}]}"},
    {"refers_to_shell", "AssetAdministrationShell", "/derivedFrom",
     "{'modelType':'AssetAdministrationShell','id':'a','assetInformation':{'assetKind':'Type','globalAssetId':'g'},"
     "'derivedFrom':{'type':'ModelReference','keys':[{'type':'AssetAdministrationShell','value':'x'}]}}",
     "{'modelType':'AssetAdministrationShell','id':'a','assetInformation':{'assetKind':'Type','globalAssetId':'g'},"
     "'derivedFrom':EXT(x)}"},
    {"refer_to_submodels", "AssetAdministrationShell", "/submodels/0",
     "{'modelType':'AssetAdministrationShell','id':'a','assetInformation':{'assetKind':'Type','globalAssetId':'g'},"
     "'submodels':[{'type':'ModelReference','keys':[{'type':'Submodel','value':'s'}]}]}",
     "{'modelType':'AssetAdministrationShell','id':'a','assetInformation':{'assetKind':'Type','globalAssetId':'g'},"
     "'submodels':[EXT(s)]}"},
    {"refers_to_event", "EventPayload", "/source",
     "{'source':{'type':'ModelReference','keys':[{'type':'Submodel','value':'s'},{'type':'BasicEventElement','value':'"
     "e'}]},"
     "'observableReference':{'type':'ModelReference','keys':[{'type':'Submodel','value':'s'}]},'timeStamp':'2020-01-"
     "01T00:00:00Z'}",
     "{'source':EXT(s),'observableReference':{'type':'ModelReference','keys':[{'type':'Submodel','value':'s'}]},"
     "'timeStamp':'2020-01-01T00:00:00Z'}"},
    {"refers_to_referable", "BasicEventElement", "/observed",
     "{'modelType':'BasicEventElement','direction':'output','state':'on',"
     "'observed':{'type':'ModelReference','keys':[{'type':'Submodel','value':'s'}]}}",
     "{'modelType':'BasicEventElement','direction':'output','state':'on','observed':EXT(s)}"},
    {"no_interval_for_input", "BasicEventElement", "/maxInterval",
     "{'modelType':'BasicEventElement','direction':'output','state':'on','maxInterval':'PT1S',"
     "'observed':{'type':'ModelReference','keys':[{'type':'Submodel','value':'s'}]}}",
     "{'modelType':'BasicEventElement','direction':'input','state':'on','maxInterval':'PT1S',"
     "'observed':{'type':'ModelReference','keys':[{'type':'Submodel','value':'s'}]}}"},
    {"value_of_type", "Range", "/max", "{'modelType':'Range','valueType':'xs:byte','max':'127'}",
     "{'modelType':'Range','valueType':'xs:byte','max':'128'}"},
};

TEST(Constraints, RulesWithoutIds) {
  for (const auto& each : unnamed) {
    const auto& type = metamodel(Version::v3_0).get_class(each.type);
    EXPECT_TRUE(check(parsed(each.good), type, Version::v3_0).valid()) << each.code;
    const auto findings = check(parsed(each.bad), type, Version::v3_0);
    ASSERT_EQ(findings.errors, 1u) << each.code;
    EXPECT_EQ(findings.list.front().code, each.code);
    EXPECT_EQ(findings.list.front().pointer, each.pointer);
  }
}

std::string with_reference(std::string_view keys) {
  return "{'submodels':[{'modelType':'Submodel','id':'s','submodelElements':["
         "{'modelType':'SubmodelElementList','idShort':'l1','typeValueListElement':'Capability','value':[{'modelType':'"
         "Capability'}]},"
         "{'modelType':'Operation','idShort':'o1','inputVariables':[{'value':{@P}}]},"
         "{'modelType':'ReferenceElement','idShort':'r1','value':{'type':'ModelReference','keys':[{'type':'Submodel','"
         "value':'s'}" +
         std::string(keys) + "]}}]}]}";
}

TEST(Constraints, ReferencesThatLeadNowhereAreWarnings) {
  const auto& type = metamodel(Version::v3_0).get_class("Environment");
  const auto look_at = [&](std::string_view keys) {
    return codes(check(parsed(with_reference(keys)), type, Version::v3_0));
  };
  EXPECT_THAT(look_at(""), testing::IsEmpty());
  EXPECT_THAT(look_at(",{'type':'SubmodelElementList','value':'l1'},{'type':'Capability','value':'0'}"),
              testing::IsEmpty());
  EXPECT_THAT(look_at(",{'type':'Operation','value':'o1'},{'type':'Property','value':'p1'}"), testing::IsEmpty());
  constexpr auto at = "dangling_reference /submodels/0/submodelElements/2/value/keys/";
  EXPECT_THAT(look_at(",{'type':'Blob','value':'o1'}"), testing::ElementsAre(std::string(at) + '1'));
  EXPECT_THAT(look_at(",{'type':'Property','value':'p1'}"), testing::ElementsAre(std::string(at) + '1'));
  EXPECT_THAT(look_at(",{'type':'SubmodelElementList','value':'l1'},{'type':'Capability','value':'1'}"),
              testing::ElementsAre(std::string(at) + '2'));
}

TEST(Constraints, IdsOccurOnce) {
  const auto findings =
      check(parsed("{'submodels':[{'modelType':'Submodel','id':'s'},{'modelType':'Submodel','id':'t'}],"
                   "'conceptDescriptions':[{'modelType':'ConceptDescription','id':'s'}]}"),
            metamodel(Version::v3_0).get_class("Environment"), Version::v3_0);
  EXPECT_TRUE(findings.valid());
  EXPECT_THAT(codes(findings), testing::ElementsAre("duplicate_id /conceptDescriptions/0/id"));
}

// Each rule is asked by itself, of every reference with up to two keys.
TEST(Constraints, WhatAShortcutLetsPassBreaksNoRule) {
  for (const auto version : {Version::v3_0, Version::v3_1}) {
    const Rulebook& book = rulebook(version);
    const Class& type = book.model().get_class("Reference");
    const auto holds = book.all_hold(type);
    ASSERT_NE(holds, nullptr);
    std::vector<std::string> lists = {"[]"};
    for (const auto first : book.model().find_enumeration("KeyTypes")->literals) {
      const auto key = [](std::string_view of) { return "{'type':'" + std::string(of) + "','value':'v'}"; };
      lists.push_back("[" + key(first) + "]");
      for (const auto second : {"GlobalReference", "FragmentReference", "Property"})
        lists.push_back("[" + key(first) + "," + key(second) + "]");
    }
    std::size_t passed = 0;
    for (const std::string reference : {"ExternalReference", "ModelReference", "Else"}) {
      for (const std::string& keys : lists) {
        const Json value = parsed("{'type':'" + reference + "','keys':" + keys + "}");
        Reporter reporter("", 100);
        std::vector<Numbered> texts;
        Lookup lookup(surroundings(), book.model());
        const Instance::Context context{&book.model(), &book.value_types(), &lookup, &reporter, &texts};
        const Place place;
        Instance instance(context, type, value, place);
        for (const auto& [name, member] : value.as_object())
          instance.set(static_cast<std::size_t>(type.find(name) - type.properties.data()), member);
        if (!holds(instance)) continue;
        ++passed;
        for (const auto& [rule, invariant] : book.rules(type)) instance.run(*rule, *invariant);
        EXPECT_THAT(codes(reporter.take()), testing::IsEmpty()) << reference << keys;
      }
    }
    EXPECT_EQ(passed, 1u) << "an external reference with one global key";
  }
}

}  // namespace
}  // namespace formats::aas
