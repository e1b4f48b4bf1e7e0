// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/document/document_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

namespace ids::engine {
namespace {

using base::Json;
using testing::HasSubstr;
namespace doc = formats::ids;

// ---- what is kept ------------------------------------------------------------------------------

// Documents that use everything the tree can hold, legal or not: the workspace keeps what was loaded.
class Author {
 public:
  explicit Author(unsigned seed) : random_(seed) {}

  doc::Document document() {
    doc::Document out;
    out.info.title = text();
    if (coin()) out.info.author = text();
    if (coin()) out.info.date = text();
    if (coin()) out.info.copyright = text();
    if (coin()) out.info.version = text();
    if (coin()) out.info.description = text();
    if (coin()) out.info.purpose = text();
    if (coin()) out.info.milestone = text();
    out.info.extra = extra();
    for (int i = below(4); i > 0; --i) out.specifications.push_back(specification());
    out.extra = extra();
    out.specifications_extra = extra();
    if (coin()) out.before.push_back("<!--" + text() + "-->");
    if (coin()) out.after.push_back("<!--" + text() + "-->");
    return out;
  }

 private:
  int below(int limit) { return std::uniform_int_distribution<int>(0, limit - 1)(random_); }
  bool coin() { return below(2) == 0; }
  std::string text() {
    static const char* const words[] = {"", "REI60", "Wände", "a b", "{\"x\":1}", "7", "true", "null"};
    return words[below(8)];
  }
  doc::Extra extra(int depth = 0) {
    doc::Extra out;
    if (depth < 2 && below(6) == 0) out.parts.push_back({text(), extra(depth + 1)});
    if (below(6) == 0) out.missing.push_back(text());
    if (below(4) == 0) out.attributes.emplace_back("xml:lang", text());
    if (below(4) == 0) out.children.push_back({static_cast<std::size_t>(below(3)), "<!--" + text() + "-->"});
    return out;
  }
  doc::IdsValue value() {
    if (below(5) == 0) return {};
    if (coin()) return text();
    doc::Restriction out;
    out.base = coin() ? "xs:string" : "xs:double";
    static const char* const kinds[] = {"enumeration", "pattern", "minInclusive", "maxLength", "totalDigits", "length"};
    for (int i = below(5); i > 0; --i)
      out.facets.push_back({kinds[below(6)], text(), below(6) == 0, below(6) == 0 ? extra() : doc::Extra{}});
    if (below(4) == 0) out.extra = extra();
    return out;
  }
  std::optional<doc::IdsValue> maybe() { return coin() ? std::optional<doc::IdsValue>(value()) : std::nullopt; }
  std::optional<std::string> maybe_text() { return coin() ? std::optional<std::string>(text()) : std::nullopt; }
  std::string cardinality() { return coin() ? "optional" : ""; }
  doc::EntityFacet entity() { return {value(), maybe(), text(), extra()}; }
  doc::Facet facet() {
    switch (below(6)) {
      case 0:
        return entity();
      case 1:
        return doc::PartOfFacet{maybe_text(), entity(), cardinality(), text(), extra()};
      case 2:
        return doc::ClassificationFacet{maybe(), maybe(), maybe_text(), cardinality(), text(), extra()};
      case 3:
        return doc::AttributeFacet{value(), maybe(), cardinality(), text(), extra()};
      case 4:
        return doc::PropertyFacet{value(),      value(),       maybe(), maybe_text(),
                                  maybe_text(), cardinality(), text(),  extra()};
      default:
        return doc::MaterialFacet{maybe(), maybe_text(), cardinality(), text(), extra()};
    }
  }
  doc::Specification specification() {
    doc::Specification out;
    out.name = text();
    for (int i = below(3); i > 0; --i) out.ifc_versions.emplace_back("IFC4");
    out.identifier = text();
    out.description = text();
    out.instructions = text();
    out.min_occurs = maybe_text();
    out.max_occurs = maybe_text();
    for (int i = below(3); i > 0; --i) out.applicability.push_back(facet());
    out.has_requirements = coin();
    if (out.has_requirements) {
      for (int i = below(3); i > 0; --i) out.requirements.push_back(facet());
    }
    out.requirements_description = text();
    out.applicability_extra = extra();
    out.requirements_extra = extra();
    out.extra = extra();
    return out;
  }

  std::mt19937 random_;
};

TEST(DocumentJson, LosesNothing) {
  for (unsigned seed = 1; seed <= 2000; ++seed) {
    const doc::Document document = Author(seed).document();
    const Json json = to_json(document);
    const auto back = document_from_json(json);
    ASSERT_TRUE(back.ok()) << "seed " << seed << ": " << back.error().message << " at " << back.error().path;
    ASSERT_EQ(*back, document) << "seed " << seed;
    // The log keeps the canonical text, in which members are sorted.
    const auto stored = base::parse_json(base::canonical_json(json).value());
    ASSERT_EQ(document_from_json(*stored).value(), document) << "seed " << seed << ", from canonical text";
  }
}

TEST(DocumentJson, EveryFileOfTheCorporaSurvives) {
  const char* corpora = std::getenv("LINTEL_CORPORA");
  if (corpora == nullptr) GTEST_SKIP() << "set LINTEL_CORPORA to the folder with the test files";
  int files = 0;
  for (const char* folder : {"ids-official", "ids-audit", "ids-examples"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(std::filesystem::path(corpora) / folder)) {
      if (entry.path().extension() != ".ids") continue;
      std::ifstream in(entry.path(), std::ios::binary);
      std::stringstream bytes;
      bytes << in.rdbuf();
      const auto read = doc::read(bytes.str());
      if (!read.ok()) continue;
      ++files;
      EXPECT_EQ(document_from_json(to_json(read->document)).value(), read->document) << entry.path();
    }
  }
  EXPECT_GT(files, 200);
}

// ---- what people write -------------------------------------------------------------------------

Json parsed(const char* text) { return base::parse_json(text).value(); }

TEST(DocumentJson, TakesTheNamesOfTheAddTools) {
  const auto facet = facet_from_json(parsed(R"({"type": "property", "property_set": "Pset_WallCommon",
      "property_name": "FireRating", "data_type": "IFCLABEL", "value": {"enumeration": ["REI30", 60, true]}})"),
                                     "");
  ASSERT_TRUE(facet.ok());
  const auto& property = std::get<doc::PropertyFacet>(*facet);
  EXPECT_EQ(property.property_set, doc::IdsValue("Pset_WallCommon"));
  EXPECT_EQ(property.data_type, "IFCLABEL");
  const doc::Restriction wanted{
      "xs:string",
      {{"enumeration", "REI30", false, {}}, {"enumeration", "60", false, {}}, {"enumeration", "true", false, {}}},
      {}};
  EXPECT_EQ(property.value, std::optional<doc::IdsValue>(wanted));
}

TEST(DocumentJson, AWholeMayBeANameOrAnEntity) {
  const auto short_form = facet_from_json(parsed(R"({"type": "partOf", "entity": "IFCSPACE"})"), "");
  const auto long_form = facet_from_json(parsed(R"({"type": "partof", "entity": {"name": "IFCSPACE"}})"), "");
  EXPECT_EQ(short_form.value(), long_form.value());
  const auto typed = facet_from_json(
      parsed(R"({"type": "partOf", "parent_entity": "IFCSLAB", "parent_predefined_type": "ROOF"})"), "");
  EXPECT_EQ(std::get<doc::PartOfFacet>(*typed).entity.predefined_type, std::optional<doc::IdsValue>("ROOF"));
}

TEST(DocumentJson, VersionsMayBeOneText) {
  const auto read =
      specification_from_json(parsed(R"({"name": "S", "ifcVersion": "IFC2X3 IFC4", "min_occurs": 0})"), "");
  EXPECT_THAT(read->ifc_versions, testing::ElementsAre("IFC2X3", "IFC4"));
  EXPECT_EQ(read->min_occurs, "0");
}

struct Bad {
  const char* json;
  const char* path;
  const char* message;
};

TEST(DocumentJson, ErrorsTellThePlace) {
  for (const Bad& bad : {
           Bad{R"([])", "s", "object"},
           Bad{R"({"nam": "S"})", "s.nam", "Unknown member"},
           Bad{R"({"name": {}})", "s.name", "text"},
           Bad{R"({"ifcVersion": 4})", "s.ifcVersion", "list"},
           Bad{R"({"ifcVersion": [4]})", "s.ifcVersion", "list"},
           Bad{R"({"applicability": {}})", "s.applicability", "list of facets"},
           Bad{R"({"applicability": [{"type": "door"}]})", "s.applicability[0].type", "facet"},
           Bad{R"({"applicability": ["x"]})", "s.applicability[0]", "object"},
           Bad{R"({"requirements": [{"type": "attribute"}]})", "s.requirements[0].name", "missing"},
           Bad{R"({"requirements": [{"type": "partOf"}]})", "s.requirements[0].entity", "missing"},
           Bad{R"({"requirements": [{"type": "material", "value": []}]})", "s.requirements[0].value",
               "value is a text"},
           Bad{R"({"requirements": [{"type": "material", "value": {"pattern": {}}}]})",
               "s.requirements[0].value.pattern", "text or a number"},
           Bad{R"({"requirements": [{"type": "material", "value": {"facets": {}}}]})", "s.requirements[0].value.facets",
               "list"},
           Bad{R"({"requirements": [{"type": "material", "value": {"facets": [{}]}}]})",
               "s.requirements[0].value.facets", "name"},
           Bad{R"({"requirements": [{"type": "material", "extra": {"children": 1}}]})", "s.requirements[0].extra",
               "extra"},
           Bad{R"({"requirements": [{"type": "material", "extra": {"children": [[-1, "x"]]}}]})",
               "s.requirements[0].extra", "extra"},
           Bad{R"({"requirements": [{"type": "material", "extra": {"children": [[1]]}}]})", "s.requirements[0].extra",
               "extra"},
       }) {
    const auto read = specification_from_json(parsed(bad.json), "s");
    ASSERT_FALSE(read.ok()) << bad.json;
    EXPECT_EQ(read.error().path, bad.path) << bad.json;
    EXPECT_THAT(read.error().message, HasSubstr(bad.message)) << bad.json;
  }
}

}  // namespace
}  // namespace ids::engine
