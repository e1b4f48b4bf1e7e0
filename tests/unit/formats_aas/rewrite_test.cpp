// SPDX-License-Identifier: Apache-2.0
#include "formats/aas/rewrite.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>

#include "formats/aas/json_locate.h"
#include "formats/aas/xml_read.h"
#include "formats/opc/aasx.h"
#include "support/rounds.h"
#include "unit/formats_aas/random_edits.h"
#include "unit/formats_aas/sample_documents.h"

namespace formats::aas {
namespace {

using base::Json;
using ::testing::HasSubstr;

Json& at(Json& form, std::string_view pointer) { return const_cast<Json&>(*form.pointer(pointer)); }
Json form_of(std::string_view xml) { return read_xml(xml).value().form; }

std::vector<std::string> habits() {
  return {sample::pretty, sample::explorer(), sample::prefixed(), sample::compact(), sample::of_3_1()};
}

TEST(RewriteXml, TheSameFormIsTheSameBytes) {
  for (const auto& xml : habits()) EXPECT_EQ(rewrite_xml(xml, form_of(xml)).value(), xml);
}

TEST(RewriteXml, AChangedValueReplacesItsText) {
  for (const auto& xml : habits()) {
    auto form = form_of(xml);
    at(form, "/submodels/0/submodelElements/1/value/0/value") = "0<8";
    EXPECT_EQ(rewrite_xml(xml, form).value(), sample::replaced(xml, "007", "0&lt;8"));
  }
  auto form = form_of(sample::pretty);
  at(form, "/submodels/0/submodelElements/1/value/1/value") = "1";
  EXPECT_EQ(rewrite_xml(sample::pretty, form).value(),
            sample::replaced(sample::pretty, "<value/>", "<value>1</value>"));
  form = form_of(sample::pretty);
  at(form, "/submodels/0/submodelElements/2/orderRelevant") = false;
  EXPECT_EQ(rewrite_xml(sample::pretty, form).value(), sample::replaced(sample::pretty, "vant>1<", "vant>false<"));
}

TEST(RewriteXml, ANewPropertyStandsInTheOrderOfTheSchema) {
  auto form = form_of(sample::explorer());
  at(form, "/submodels/0/submodelElements/0").set("category", "PARAMETER");
  EXPECT_EQ(rewrite_xml(sample::explorer(), form).value(),
            sample::replaced(sample::explorer(), "<idShort>Weight",
                             "<category>PARAMETER</category>\r\n          <idShort>Weight"));
  form = form_of(sample::prefixed());
  at(form, "/submodels/0/submodelElements/0")
      .set("valueId", base::parse_json(R"({"type":"ExternalReference","keys":[]})").value());
  EXPECT_THAT(
      rewrite_xml(sample::prefixed(), form).value(),
      HasSubstr(
          "<aas:value>1.0</aas:value>\n\t\t\t\t\t<aas:valueId>\n\t\t\t\t\t\t<aas:type>ExternalReference</aas:type>\n"
          "\t\t\t\t\t\t<aas:keys></aas:keys>\n\t\t\t\t\t</aas:valueId>\n\t\t\t\t</aas:property>"));
}

TEST(RewriteXml, ItemsComeAndGo) {
  auto form = form_of(sample::pretty);
  auto& elements = at(form, "/submodels/0/submodelElements").as_array();
  elements.erase(elements.begin());
  const std::string weight = R"(        <property>
          <idShort>Weight</idShort>
          <valueType>xs:double</valueType>
          <value>1.0</value>
        </property>
)";
  EXPECT_EQ(rewrite_xml(sample::pretty, form).value(), sample::replaced(sample::pretty, weight, ""));
  elements.insert(elements.begin() + 1, base::parse_json(R"({"modelType":"Capability","idShort":"Lift"})").value());
  const std::string lift = R"(</submodelElementCollection>
        <capability>
          <idShort>Lift</idShort>
        </capability>)";
  EXPECT_EQ(rewrite_xml(sample::pretty, form).value(),
            sample::replaced(sample::replaced(sample::pretty, weight, ""), "</submodelElementCollection>", lift));
}

TEST(RewriteXml, AMovedItemKeepsItsBytes) {
  auto form = form_of(sample::pretty);
  auto& submodels = at(form, "/submodels").as_array();
  std::swap(submodels[0], submodels[1]);
  const auto xml = rewrite_xml(sample::pretty, form).value();
  const auto begin = sample::pretty.find("<submodel>"), end = sample::pretty.find("</submodel>");
  EXPECT_THAT(xml, HasSubstr(sample::pretty.substr(begin, end - begin)));
  EXPECT_LT(xml.find("urn:submodel:2"), xml.find("urn:submodel:1"));
  EXPECT_EQ(form_of(xml), form);
}

TEST(RewriteXml, EmptyElementsAreOpened) {
  const std::string empty = "<environment xmlns=\"https://admin-shell.io/aas/3/0\" />";
  auto form = base::parse_json(R"({"submodels":[{"modelType":"Submodel","id":"a"}]})").value();
  EXPECT_EQ(rewrite_xml(empty, form).value(),
            "<environment xmlns=\"https://admin-shell.io/aas/3/0\">\n  <submodels>\n    <submodel>\n      <id>a</id>\n"
            "    </submodel>\n  </submodels>\n</environment>");
}

TEST(RewriteXml, WhatTheFormDoesNotHaveStays) {
  const std::string xml = R"(<environment xmlns="https://admin-shell.io/aas/3/2"><submodels><submodel>
  <createdAt>2026</createdAt> <!-- new in 3.2 -->
  <id>a</id>
  </submodel></submodels></environment>)";
  auto form = form_of(xml);
  at(form, "/submodels/0/id") = "b";
  EXPECT_EQ(rewrite_xml(xml, form).value(), sample::replaced(xml, ">a<", ">b<"));
}

TEST(RewriteXml, OtherEncodingsGetReferences) {
  const std::string xml =
      "<?xml version='1.0' encoding='iso-8859-1'?><submodel "
      "xmlns='https://admin-shell.io/aas/3/0'><idShort>\xE4</idShort><id>a</id></submodel>";
  auto form = form_of(xml);
  EXPECT_EQ(form.text("idShort"), "ä");
  form.set("id", "€");
  EXPECT_EQ(rewrite_xml(xml, form).value(), sample::replaced(xml, ">a<", ">&#8364;<"));
}

TEST(RewriteXml, WhatXmlCannotHoldIsRefused) {
  auto form = form_of(sample::pretty);
  at(form, "/submodels/0").set("other", 1);
  EXPECT_EQ(rewrite_xml(sample::pretty, form).error().path, "/submodels/0");
  form = form_of(sample::pretty);
  at(form, "/submodels/0/submodelElements/0/value") = 5;
  EXPECT_EQ(rewrite_xml(sample::pretty, form).error().path, "/submodels/0/submodelElements/0/value");
  form = form_of(sample::pretty);
  at(form, "/submodels/1").set("modelType", "Property");
  EXPECT_FALSE(rewrite_xml(sample::pretty, form).ok());
  EXPECT_FALSE(rewrite_xml(sample::pretty, Json()).ok());
}

TEST(RewriteJson, KeepsWhatDidNotChange) {
  const std::string text =
      "\xEF\xBB\xBF{\r\n    \"a\" : [1.0, 2, {\"x\": \"\\u0041\"}],\r\n    \"b\": {\r\n        \"c\": 1e0\r\n    "
      "}\r\n}\r\n";
  auto form = base::parse_json(text.substr(3)).value();
  EXPECT_EQ(rewrite_json(text, form).value(), text);
  form.as_object()[1].second.set("d", base::parse_json(R"({"e":[1]})").value());
  EXPECT_EQ(rewrite_json(text, form).value(),
            sample::replaced(
                text, "1e0",
                "1e0,\r\n        \"d\": {\r\n            \"e\": [\r\n                1\r\n            ]\r\n        }"));
  form = base::parse_json(text.substr(3)).value();
  form.as_object()[0].second.as_array().erase(form.as_object()[0].second.as_array().begin());
  EXPECT_EQ(rewrite_json(text, form).value(), sample::replaced(text, "[1.0, 2", "[2"));
  form.as_object()[0].second.push_back("y");
  EXPECT_THAT(rewrite_json(text, form).value(), HasSubstr(R"("\u0041"}, "y"])"));
  form.erase("a");
  EXPECT_EQ(rewrite_json(text, form).value(), "\xEF\xBB\xBF{\r\n    \"b\": {\r\n        \"c\": 1e0\r\n    }\r\n}\r\n");
}

TEST(RewriteJson, CompactStaysCompact) {
  const std::string text = R"({"a":[1,2],"b":{}})";
  auto form = base::parse_json(text).value();
  form.as_object()[0].second.push_back(base::parse_json(R"({"x":[3]})").value());
  form.as_object()[1].second.set("c", 4);
  EXPECT_EQ(rewrite_json(text, form).value(), R"({"a":[1,2,{"x":[3]}],"b":{"c":4}})");
  EXPECT_EQ(rewrite_json(text, Json("x")).value(), R"("x")");
  EXPECT_EQ(rewrite_json("[]", base::parse_json("[1,2]").value()).value(), "[1,2]");
}

// ---- the law: random edits, read again, untouched bytes, back again -------------------------------------------

using Reader = std::function<base::Result<Json>(std::string_view)>;
using Rewriter = std::function<base::Result<std::string>(std::string_view, const Json&)>;

// The objects of a document by number: their bytes, and what they were; how often there are such in either form.
struct Origins {
  std::vector<std::string> bytes, dumps;
  std::map<std::string, std::size_t> before, after;

  bool is_one(const std::string& dump) const { return before.at(dump) == 1 && after.at(dump) == 1; }
};

void count(const Json& value, std::map<std::string, std::size_t>& dumps) {
  if (value.is_object()) {
    ++dumps[value.dump()];
    for (const auto& [name, member] : value.as_object()) count(member, dumps);
  } else if (value.is_array()) {
    for (const auto& item : value.as_array()) count(item, dumps);
  }
}

void number(Json& value, const Located& place, std::string_view text, Origins& origins) {
  if (value.is_object()) {
    origins.bytes.emplace_back(text.substr(place.begin, place.end - place.begin));
    origins.dumps.push_back(value.dump());
  }
  const auto own = origins.bytes.size() - 1;
  for (std::size_t i = 0; i < value.size(); ++i) {
    number(value.is_object() ? value.as_object()[i].second : value.as_array()[i], place.children[i], text, origins);
  }
  if (value.is_object()) value.set(std::string(sample::mark), own);
}

// A changed item can be told by its id or idShort, if these are as before.
bool is_told(const Json& before, const Json& now) {
  const std::string_view name = before.find("id") != nullptr ? "id" : "idShort";
  return before.find(name) != nullptr && before.text(name) == now.text(name);
}

enum class As : std::uint8_t { member, item };

// The bytes of what is as it was, in the order of the new form. Within a changed item of a list it goes on only where
// that item can be told.
void untouched(const Json& value, As as, const Origins& origins, std::vector<std::string>& bytes) {
  if (value.is_object()) {
    const Json* origin = value.find(sample::mark);
    if (origin == nullptr) return;
    const auto& dump = origins.dumps[static_cast<std::size_t>(origin->as_integer())];
    Json plain = value;
    sample::Editor::unmark(plain);
    if (plain.dump() == dump) {
      if (origins.is_one(dump)) {
        bytes.push_back(origins.bytes[static_cast<std::size_t>(origin->as_integer())]);
      }
      return;
    }
    if (as == As::item && !is_told(base::parse_json(dump).value(), plain)) return;
    for (const auto& [name, member] : value.as_object()) untouched(member, As::member, origins, bytes);
  } else if (value.is_array()) {
    for (const auto& item : value.as_array()) untouched(item, As::item, origins, bytes);
  }
}

std::size_t occurrences_in_order(const std::string& text, const std::vector<std::string>& parts) {
  std::size_t found = 0, from = 0;
  for (const auto& part : parts) {
    const auto where = text.find(part, from);
    if (where == std::string::npos) return found;
    from = where + part.size();
    ++found;
  }
  return found;
}

struct Document {
  std::string name, bytes;
  Json form;
  Located places;
  const Class* type;
};

void expect_law(const Document& document, std::mt19937_64& random, const Reader& read, const Rewriter& rewrite,
                std::size_t& kept) {
  Json marked = document.form;
  Origins origins;
  number(marked, document.places, document.bytes, origins);
  sample::Editor editor(random);
  for (int edits = 1 + static_cast<int>(random() % 5); edits > 0; --edits) editor.edit(marked, *document.type);
  Json form = marked;
  sample::Editor::unmark(form);
  const auto bytes = rewrite(document.bytes, form);
  ASSERT_TRUE(bytes.ok()) << bytes.error().message << " " << bytes.error().path;
  const auto again = read(*bytes);
  ASSERT_TRUE(again.ok()) << again.error().message << "\n" << *bytes;
  ASSERT_TRUE(*again == form) << form.dump().substr(0, 4000) << "\n" << bytes->substr(0, 4000);
  std::vector<std::string> same;
  count(document.form, origins.before);
  count(form, origins.after);
  untouched(marked, As::member, origins, same);
  const auto found = occurrences_in_order(*bytes, same);
  ASSERT_EQ(found, same.size()) << "not found: " << same[found] << "\n" << bytes->substr(0, 4000);
  kept += same.size();
  ASSERT_TRUE(*read(*rewrite(*bytes, document.form)) == document.form);
  ASSERT_TRUE(*rewrite(document.bytes, document.form) == document.bytes);
}

unsigned seed() {
  const char* given = std::getenv("LINTEL_SEED");
  return given != nullptr ? static_cast<unsigned>(std::strtoul(given, nullptr, 10)) : std::random_device{}();
}

Document xml_document(std::string name, std::string bytes) {
  auto read = read_xml(bytes, Places::kept).value();
  return {std::move(name), std::move(bytes), std::move(read.form), std::move(read.places), read.type};
}

// Spec parts of real packages, if they are here: those below 200 kB.
std::vector<Document> real_documents() {
  std::vector<Document> documents;
  const char* corpora = std::getenv("LINTEL_CORPORA");
  if (corpora == nullptr) return documents;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(std::filesystem::path(corpora) / "aas")) {
    if (entry.path().extension() != ".aasx" || documents.size() == 12) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    const auto package = opc::Package::open({std::istreambuf_iterator<char>(file), {}});
    if (!package.ok()) continue;
    auto bytes = package->read(opc::read_aasx(*package)->specs.front().part).value();
    if (bytes.size() < 200'000) documents.push_back(xml_document(entry.path().filename(), std::move(bytes)));
  }
  return documents;
}

TEST(Rewrite, RandomEditsOfXmlKeepTheRest) {
  const unsigned start = seed();
  std::cout << "LINTEL_SEED=" << start << "\n";
  std::mt19937_64 random(start);
  std::vector<Document> documents;
  for (const auto& xml : habits()) documents.push_back(xml_document("own", xml));
  const auto read = [](std::string_view bytes) -> base::Result<Json> { return TRY(read_xml(bytes)).form; };
  std::size_t kept = 0;
  for (unsigned i = 0; i < support::rounds(1500); ++i) {
    expect_law(documents[i % documents.size()], random, read, rewrite_xml, kept);
    if (HasFatalFailure()) FAIL() << "round " << i;
  }
  EXPECT_GT(kept, support::rounds(1500) * 5U);
  for (const auto& document : real_documents()) {
    for (unsigned i = 0; i < support::rounds(10); ++i) {
      expect_law(document, random, read, rewrite_xml, kept);
      if (HasFatalFailure()) FAIL() << document.name << " round " << i;
    }
  }
}

TEST(Rewrite, RandomEditsOfJsonKeepTheRest) {
  const unsigned start = seed();
  std::cout << "LINTEL_SEED=" << start << "\n";
  std::mt19937_64 random(start);
  const auto xml = read_xml(sample::pretty).value();
  std::vector<Document> documents;
  for (const auto& text : {xml.form.pretty(), xml.form.dump(), sample::replaced(xml.form.pretty(), "\n", "\r\n"),
                           sample::replaced(sample::replaced(xml.form.pretty(), "  ", "\t"), "\": ", "\" :  ")}) {
    documents.push_back({"own", text, base::parse_json(text).value(), locate_json(text).value(), xml.type});
  }
  const auto read = [](std::string_view bytes) { return base::parse_json(bytes); };
  std::size_t kept = 0;
  for (unsigned i = 0; i < support::rounds(1500); ++i) {
    expect_law(documents[i % documents.size()], random, read, rewrite_json, kept);
    if (HasFatalFailure()) FAIL() << "round " << i;
  }
  EXPECT_GT(kept, support::rounds(1500) * 5U);
}

}  // namespace
}  // namespace formats::aas
