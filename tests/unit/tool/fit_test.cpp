// SPDX-License-Identifier: Apache-2.0
// No answer is too large, and what it leaves out is where it says.
#include "tool/fit.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace {

using base::Json;
using tool::Shape;

const kernel::Principal reader = kernel::agent_principal("ada", "claude");

struct FitTest : testing::Test {
  base::ManualClock clock{1'700'000'000'000};
  tool::Views views{clock, base::system_entropy()};
  const Json schema = *base::parse_json(R"({"type":"object","properties":{
      "xml":{"type":"string"},
      "errors":{"type":"array","items":{"type":"object","required":["kind","message"],"additionalProperties":false,
                "properties":{"kind":{"enum":["parse"]},"message":{"type":"string"},"hint":{"type":"string"}}}}}})");

  tool::Answer fitted(Json structured, Shape shape = Shape::flat) {
    tool::Answer answer;
    answer.structured = std::move(structured);
    tool::fit(answer, shape, schema, views, reader);
    EXPECT_LE(tool::answer_bytes(answer), tool::max_answer_bytes);
    return answer;
  }
  // All pages of a member that was left out, joined.
  std::string whole(const Json& entry) {
    std::string out;
    const auto parts = base::split(entry.text("uri"), '/');  // lintel://view/HANDLE/PART/1
    for (std::int64_t page = 1; page <= entry.at("pages").as_integer(); ++page) {
      const auto chunk = views.read_page(parts[3], reader, parts[4], static_cast<std::size_t>(page));
      if (!chunk.ok()) return chunk.error().message;
      EXPECT_LE(Json(chunk->bytes).dump().size(), tool::max_answer_bytes);
      EXPECT_TRUE(base::valid_utf8(chunk->bytes)) << "pages do not cut characters";
      out += chunk->bytes;
    }
    return out;
  }
};

TEST_F(FitTest, WhatIsSmallStaysAsItIs) {
  const Json small = Json::object({{"outcome", "none"}, {"xml", std::string(40'000, 'x')}});
  const auto answer = fitted(small);
  EXPECT_EQ(answer.structured, small);
  EXPECT_TRUE(answer.links.empty());
}

TEST_F(FitTest, WhatFitsOnceStaysInTheStructureAndIsLeftOutOfTheText) {
  const Json structured = Json::object({{"outcome", "none"}, {"xml", std::string(70'000, 'x')}});
  const auto answer = fitted(structured);
  EXPECT_EQ(answer.structured, structured);
  ASSERT_TRUE(answer.text.has_value());
  EXPECT_EQ(answer.text->find("xml"), nullptr);
  EXPECT_EQ(whole(answer.text->at("left_out").as_array().at(0)), structured.text("xml"));
}

TEST_F(FitTest, ALongTextIsLeftOutAndCanBeReadInPages) {
  std::string xml;
  while (xml.size() < 300'000) xml += "<line attribute=\"ü\x01\"/>\n";
  const auto answer = fitted(Json::object({{"outcome", "none"}, {"xml", xml}, {"status", "exported"}}));
  EXPECT_EQ(answer.structured.as_object().front().first, "outcome");
  EXPECT_EQ(answer.structured.find("xml"), nullptr);
  EXPECT_EQ(answer.structured.text("status"), "exported");
  const Json& entry = answer.structured.at("left_out").as_array().at(0);
  EXPECT_EQ(entry.text("field"), "xml");
  EXPECT_EQ(entry.at("bytes").as_integer(), static_cast<std::int64_t>(xml.size()));
  EXPECT_EQ(whole(entry), xml);
  ASSERT_EQ(answer.links.size(), 1U);
  EXPECT_EQ(answer.links[0].text("uri"), entry.text("uri"));
}

TEST_F(FitTest, AListEndsEarlyAndSaysHowManyThereAre) {
  Json errors = Json::array();
  for (int i = 0; i < 5000; ++i)
    errors.push_back(Json::object({{"kind", "parse"}, {"message", "line " + std::to_string(i)}}));
  const auto answer = fitted(Json::object({{"errors", errors}, {"valid", false}}));
  const Json& kept = answer.structured.at("errors");
  EXPECT_GT(kept.size(), 500U);
  EXPECT_EQ(kept.as_array()[7].text("message"), "line 7");
  EXPECT_FALSE(answer.structured.at("valid").as_bool());
  const Json& entry = answer.structured.at("left_out").as_array().at(0);
  EXPECT_EQ(entry.at("kept").as_integer(), static_cast<std::int64_t>(kept.size()));
  EXPECT_EQ(entry.at("of").as_integer(), 5000);
  EXPECT_EQ(*base::parse_json(whole(entry)), errors);
}

TEST_F(FitTest, WhatTheSchemaRequiresInsideAListStays) {
  const std::string words(400'000, 'w');
  const Json errors = Json::array({Json::object({{"kind", "parse"}, {"message", words}, {"hint", words}})});
  const auto answer = fitted(Json::object({{"errors", errors}}));
  const Json& first = answer.structured.at("errors").as_array().at(0);
  EXPECT_EQ(first.text("kind"), "parse");
  EXPECT_TRUE(first.text("message").ends_with("w…"));
}

TEST_F(FitTest, SmallMembersKeepTheirPlaceBesideLargeOnes) {
  Json list = Json::array();
  for (int i = 0; i < 9000; ++i) list.push_back(std::string(30, 'l'));
  const std::string diff(20'000, 'd');
  const auto answer =
      fitted(Json::object({{"dsl", std::string(900'000, 'x')}, {"diff", diff}, {"warnings", std::move(list)}}));
  EXPECT_EQ(answer.structured.text("diff"), diff);
  EXPECT_GT(answer.structured.at("warnings").size(), 300U) << "they share what the text left";
  EXPECT_EQ(answer.structured.at("left_out").size(), 2U);
}

TEST_F(FitTest, InAnEnvelopeTheMembersOfDataAreMeant) {
  const Json data = Json::object({{"xml", std::string(200'000, 'x')}, {"status", "exported"}});
  const auto answer = fitted(Json::object({{"success", true}, {"data", data}, {"event_id", nullptr}}), Shape::envelope);
  EXPECT_EQ(answer.structured.at("data").dump(), R"({"status":"exported"})");
  EXPECT_EQ(answer.structured.at("left_out").as_array().at(0).text("field"), "xml");
}

TEST_F(FitTest, EvenThousandsOfMembersEnd) {
  Json many = Json::object();
  for (int i = 0; i < 20'000; ++i) many.set("member" + std::to_string(i), i);
  fitted(Json::object({{"facet", many}}));
}

TEST_F(FitTest, LongContentBecomesALink) {
  tool::Answer answer;
  answer.structured = Json::object({{"success", true}});
  answer.content.push_back(Json::object({{"type", "text"}, {"text", std::string(150'000, 's')}}));
  const std::string pdf(200'000, '\xFF');
  const Json resource = Json::object({{"uri", "x://y"}, {"mimeType", "application/pdf"}, {"blob", base::base64(pdf)}});
  answer.content.push_back(Json::object({{"type", "resource"}, {"resource", resource}}));
  tool::fit(answer, Shape::flat, schema, views, reader);
  EXPECT_LE(tool::answer_bytes(answer), tool::max_answer_bytes);
  EXPECT_TRUE(answer.content.empty());
  ASSERT_EQ(answer.links.size(), 2U);
  EXPECT_EQ(answer.links[1].text("mimeType"), "application/pdf");
  const auto chunk = views.read_page(base::split(answer.links[1].text("uri"), '/')[3], reader, "content1", 1);
  ASSERT_TRUE(chunk.ok());
  EXPECT_EQ(chunk->total, pdf.size());
}

TEST_F(FitTest, PicturesAreCountedApart) {
  const auto image = [](std::size_t bytes) {
    return Json::object({{"type", "image"}, {"data", std::string(bytes, 'A')}, {"mimeType", "image/png"}});
  };
  tool::Answer answer;
  answer.content.push_back(image(1'000'000));
  tool::fit(answer, Shape::flat, schema, views, reader);
  EXPECT_EQ(answer.content.size(), 1U) << "a model pays for its pixels";
  answer.content.push_back(image(1'200'000));
  tool::fit(answer, Shape::flat, schema, views, reader);
  EXPECT_EQ(answer.content.size(), 1U);
  EXPECT_EQ(answer.links.size(), 1U);
}

TEST_F(FitTest, TheWordsOfAnErrorAreCut) {
  tool::Answer answer;
  answer.is_error = true;
  answer.text_too = false;
  const std::string message = "There is no wall " + std::string(300'000, '"');
  answer.structured = Json::object({{"error", Json::object({{"code", "not_found"}, {"message", message}})}});
  answer.content.push_back(Json::object({{"type", "text"}, {"text", message}}));
  tool::fit(answer, Shape::flat, schema, views, reader);
  EXPECT_LE(tool::answer_bytes(answer), tool::max_answer_bytes);
  EXPECT_TRUE(answer.content.at(0).text("text").starts_with("There is no wall"));
  EXPECT_EQ(answer.structured.at("error").text("code"), "not_found");
  EXPECT_TRUE(answer.structured.at("error").text("message").starts_with("There is no wall"));
}

}  // namespace
