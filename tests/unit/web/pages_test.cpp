// SPDX-License-Identifier: Apache-2.0
#include "web/pages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/crypto.h"
#include "base/text.h"

namespace web {
namespace {

using base::Json;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr std::size_t most_bytes = 256 * 1024;

std::string page_text(std::string_view name) {
  auto text = html(name);
  return text.ok() ? *text : text.error().message;
}

std::string file_text(std::string_view name, const Json& data, const Plain& plain = {}) {
  auto text = page_file(name, data, plain);
  return text.ok() ? *text : text.error().message;
}

// A page's one script or style, as the browser sums it up: what is between the tags.
std::string sum_of(const std::string& html, const std::string& tag) {
  const auto begin = html.find("<" + tag + ">") + tag.size() + 2;
  const base::Digest digest = base::sha256(std::string_view(html).substr(begin, html.find("</" + tag + ">") - begin));
  return "'sha256-" + base::base64({reinterpret_cast<const char*>(digest.data()), digest.size()}) + "'";
}

// The data as a browser would find it.
std::string data_in(const std::string& file) {
  const std::string open = "<script type=\"application/json\" id=\"lintel-data\">";
  const auto begin = file.find(open) + open.size();
  return file.substr(begin, file.find("</script>", begin) - begin);
}

TEST(Pages, AreInTheProgramWithTheirSums) {
  ASSERT_NE(find("plan"), nullptr);
  for (const Page& page : pages()) {
    EXPECT_EQ(base::sha256_hex(page.gzip), page.sha256) << page.name;
    EXPECT_LE(page_text(page.name).size(), most_bytes) << page.name;
  }
}

TEST(Pages, UnpackToOneHtmlFileWithoutAnythingToLoad) {
  const std::string text = page_text("plan");
  EXPECT_THAT(text, StartsWith("<!doctype html>"));
  EXPECT_THAT(text, HasSubstr("</html>"));
  for (const char* loads : {"<link", "<img", "<script src", "@import", "<iframe"})
    EXPECT_THAT(text, Not(HasSubstr(loads)));
  EXPECT_EQ(page_text("plan"), text);
}

TEST(Pages, AnUnknownOneIsNotFoundAndTheKnownAreNamed) {
  const auto text = html("plot");
  ASSERT_FALSE(text.ok());
  EXPECT_EQ(text.error().code, base::Code::not_found);
  EXPECT_THAT(text.error().hint, HasSubstr("plan"));
  EXPECT_EQ(find("../plan"), nullptr);
}

TEST(Pages, ThePolicyAdmitsTheOneScript) {
  const std::string script = sum_of(page_text("plan"), "script");
  EXPECT_EQ(find("plan")->script_source, script);
  EXPECT_EQ(content_security_policy(*find("plan")),
            "default-src 'none'; script-src " + script +
                "; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; connect-src 'self'; "
                "frame-ancestors 'none'");
}

TEST(Pages, ThePolicyOfAPageWithoutDrawingsAdmitsItsOneStyle) {
  const std::string text = page_text("report");
  EXPECT_EQ(find("report")->script_source, sum_of(text, "script"));
  EXPECT_EQ(find("report")->style_source, sum_of(text, "style"));
  EXPECT_THAT(content_security_policy(*find("report")), Not(HasSubstr("unsafe")));
}

TEST(Pages, WithDataIsTheSamePageThatCarriesIt) {
  const Json data = Json::object({{"title", "Küche"}, {"floors", Json::array()}});
  const std::string file = file_text("plan", data);
  EXPECT_EQ(data_in(file), data.dump());
  EXPECT_THAT(file, HasSubstr("script-src " + std::string(find("plan")->script_source) + ";"));
  EXPECT_LT(file.find("Content-Security-Policy"), file.find("<script"));
  EXPECT_THAT(file, HasSubstr("<title>Lintel plan</title>"));
  EXPECT_THAT(file, HasSubstr("This page needs JavaScript."));
  EXPECT_EQ(page_file("plot", data).error().code, base::Code::not_found);
}

TEST(Pages, WithoutAScriptTheTitleAndTheTextAreRead) {
  const Json data = Json::object({{"title", "<!--lintel-data-->"}});
  const std::string file = file_text("plan", data, {"Walls & <doors>", "1 < 2\n</pre></noscript><script>x</script>"});
  EXPECT_THAT(file, HasSubstr("<title>Walls &amp; &lt;doors&gt;</title>"));
  EXPECT_THAT(file, HasSubstr("<pre class=\"plain\">1 &lt; 2\n&lt;/pre&gt;&lt;/noscript&gt;&lt;script&gt;"));
  EXPECT_THAT(file, Not(HasSubstr("This page needs JavaScript.")));
  EXPECT_EQ(base::parse_json(data_in(file)).value(), data);
}

TEST(Pages, DataCannotEndItsElement) {
  const Json data = Json::object({{"title", "</script><script>alert(1)</script><!--"}});
  const std::string inside = data_in(file_text("plan", data));
  EXPECT_THAT(inside, Not(HasSubstr("<")));
  const auto parsed = base::parse_json(inside);
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(*parsed, data);
}

}  // namespace
}  // namespace web
