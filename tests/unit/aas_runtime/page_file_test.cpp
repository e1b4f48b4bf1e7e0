// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/runtime/page_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json.h"

namespace aas::runtime {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::string_view document =
    R"({"submodels": [{"modelType": "Submodel", "id": "urn:</script><b>", "idShort": "Note",
  "submodelElements": [{"modelType": "Property", "idShort": "Text", "valueType": "xs:string", "value": "<!-- Pümpe"}]}]})";

TEST(AasPageFile, IsOnePageWithTheDocumentInIt) {
  const auto opened = engine::opened(document);
  ASSERT_TRUE(opened.ok());
  const auto html = page_html("a & b.json", *opened, document, engine::Templates::published());
  ASSERT_TRUE(html.ok());
  EXPECT_THAT(*html, HasSubstr("<title>a &amp; b.json – valid</title>"));
  EXPECT_THAT(*html, Not(HasSubstr("urn:</script>"))) << "no text ends the element it is in";
  EXPECT_THAT(*html, HasSubstr("Text: &lt;!-- Pümpe")) << "without a script the text is read";
  const std::string open = R"(<script type="application/json" id="lintel-data">)";
  const auto begin = html->find(open) + open.size();
  const auto data = base::parse_json(std::string_view(*html).substr(begin, html->find("</script>", begin) - begin));
  ASSERT_TRUE(data.ok());
  EXPECT_EQ(data->pointer("/document/name")->as_string(), "a & b.json");
  EXPECT_EQ(data->pointer("/waiting")->as_integer(), 0);
  EXPECT_EQ(data->pointer("/nodes/2/v")->as_string(), "<!-- Pümpe");
}

}  // namespace
}  // namespace aas::runtime
