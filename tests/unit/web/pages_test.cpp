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
  const std::string text = page_text("plan");
  const auto begin = text.find("<script>") + 8;
  const base::Digest digest = base::sha256(std::string_view(text).substr(begin, text.rfind("</script>") - begin));
  const std::string hash = base::base64({reinterpret_cast<const char*>(digest.data()), digest.size()});
  EXPECT_EQ(hash, find("plan")->script_hash);
  EXPECT_EQ(content_security_policy(*find("plan")),
            "default-src 'none'; script-src 'sha256-" + hash +
                "'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; frame-ancestors 'none'");
}

TEST(Pages, WithDataIsTheSamePageThatCarriesIt) {
  const Json data = Json::object({{"title", "Küche"}, {"floors", Json::array()}});
  const std::string file = with_data(page_text("plan"), data);
  EXPECT_EQ(data_in(file), data.dump());
  EXPECT_THAT(file, HasSubstr("script-src 'sha256-" + std::string(find("plan")->script_hash) + "'"));
  EXPECT_LT(file.find("Content-Security-Policy"), file.find("<script"));
}

TEST(Pages, DataCannotEndItsElement) {
  const Json data = Json::object({{"title", "</script><script>alert(1)</script><!--"}});
  const std::string inside = data_in(with_data(page_text("plan"), data));
  EXPECT_THAT(inside, Not(HasSubstr("<")));
  const auto parsed = base::parse_json(inside);
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(*parsed, data);
}

}  // namespace
}  // namespace web
