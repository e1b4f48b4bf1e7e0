// SPDX-License-Identifier: Apache-2.0
// The envelope: what is a message, and what is said about what is none.
#include "protocol/jsonrpc.h"

#include <gtest/gtest.h>

#include "protocol/era.h"
#include "protocol/surface.h"

namespace {

using base::Json;
using protocol::Message;
using Kind = Message::Kind;

// Reads a message and forgets what it points to.
struct Read {
  Kind kind;
  std::string id;
};
Read read(std::string_view text) {
  auto value = *base::parse_json(text);
  const Message message = protocol::read_message(value);
  return {message.kind, message.id};
}

TEST(Envelope, KnowsRequestsNotificationsAndResponses) {
  EXPECT_EQ(read(R"({"jsonrpc":"2.0","id":1,"method":"ping"})").kind, Kind::request);
  EXPECT_EQ(read(R"({"jsonrpc":"2.0","method":"ping","params":{}})").kind, Kind::notification);
  EXPECT_EQ(read(R"({"jsonrpc":"2.0","id":"a","result":{}})").kind, Kind::response);
  EXPECT_EQ(read(R"({"jsonrpc":"2.0","id":"a","error":{"code":1,"message":"m"}})").kind, Kind::response);
}

TEST(Envelope, AnErrorAboutWhatCouldNotBeReadIsAResponse) {
  EXPECT_EQ(read(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}})").kind, Kind::response);
  EXPECT_EQ(read(R"({"jsonrpc":"2.0","error":{"code":-32700,"message":"m"}})").kind, Kind::response);
  EXPECT_EQ(read(R"({"jsonrpc":"2.0","result":{}})").kind, Kind::invalid);
}

TEST(Envelope, IdsAreStringsOrIntegers) {
  EXPECT_EQ(read(R"({"jsonrpc":"2.0","id":7,"method":"ping"})").id, "7");
  EXPECT_EQ(read(R"({"jsonrpc":"2.0","id":-7,"method":"ping"})").id, "-7");
  EXPECT_EQ(read(R"({"jsonrpc":"2.0","id":"7","method":"ping"})").id, "\"7\"");
  EXPECT_EQ(read(R"({"jsonrpc":"2.0","id":"","method":"ping"})").kind, Kind::request);
  for (const char* id : {"null", "1.5", "true", "[1]", "{}", "1e300", "123456789012345678901234567890"}) {
    const auto message = read(R"({"jsonrpc":"2.0","id":)" + std::string(id) + R"(,"method":"ping"})");
    EXPECT_EQ(message.kind, Kind::invalid) << id;
    EXPECT_TRUE(message.id.empty()) << id;
  }
}

TEST(Envelope, RefusesWhatIsNoMessage) {
  for (const char* text :
       {"null", "5", "\"text\"", "[]", "{}", R"({"jsonrpc":"1.0","id":1,"method":"ping"})",
        R"({"id":1,"method":"ping"})", R"({"jsonrpc":2.0,"id":1,"method":"ping"})",
        R"({"jsonrpc":"2.0","id":1,"method":5})", R"({"jsonrpc":"2.0","id":1,"method":"ping","params":[1]})",
        R"({"jsonrpc":"2.0","id":1,"method":"ping","params":null})", R"({"jsonrpc":"2.0","id":1})",
        R"({"jsonrpc":"2.0","id":1,"result":{},"error":{}})", R"({"jsonrpc":"2.0","result":{}})",
        R"({"jsonrpc":"2.0","id":null,"result":{}})"}) {
    EXPECT_EQ(read(text).kind, Kind::invalid) << text;
  }
}

TEST(Envelope, ErrorsKeepAUsableIdEvenWhenTheRestIsWrong) {
  EXPECT_EQ(read(R"({"jsonrpc":"2.0","id":"x","method":5})").id, "\"x\"");
  EXPECT_EQ(protocol::error_message("", {-32700, "bad"}),
            R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"bad"}})");
  EXPECT_EQ(protocol::error_message("\"x\"", {-32602, "bad", Json::object({{"uri", "u"}})}),
            R"({"jsonrpc":"2.0","id":"x","error":{"code":-32602,"message":"bad","data":{"uri":"u"}}})");
}

TEST(Envelope, ResultsSpliceMembersThatAreTextAlready) {
  EXPECT_EQ(protocol::result_message("1", ""), R"({"jsonrpc":"2.0","id":1,"result":{}})");
  EXPECT_EQ(protocol::result_message("1", R"("tools":[])"), R"({"jsonrpc":"2.0","id":1,"result":{"tools":[]}})");
}

// ---- templates -------------------------------------------------------------------------------

TEST(Templates, VariablesAreWholeSegments) {
  const auto matched = protocol::match_template("test://template/{id}/data", "test://template/12%203/data");
  ASSERT_TRUE(matched);
  EXPECT_EQ(matched->at("id"), "12 3");
  for (const char* uri :
       {"test://template//data", "test://template/1/2/data", "test://template/1/data/more", "test://template/1",
        "other://template/1/data", "test://template/%zz/data", "test://template/%ff/data", ""}) {
    EXPECT_FALSE(protocol::match_template("test://template/{id}/data", uri)) << uri;
  }
}

TEST(Templates, SeveralVariablesAndALastOne) {
  const auto matched = protocol::match_template("lintel://view/{handle}/{part}", "lintel://view/v_1/mesh.glb");
  ASSERT_TRUE(matched);
  EXPECT_EQ(matched->at("handle"), "v_1");
  EXPECT_EQ(matched->at("part"), "mesh.glb");
  EXPECT_FALSE(protocol::match_template("lintel://view/{handle}/{part}", "lintel://view/v_1/a/b"));
}

// ---- headers ---------------------------------------------------------------------------------

TEST(HeaderValues, MayTravelAsBase64) {
  EXPECT_EQ(protocol::decode_header_value("plain"), "plain");
  EXPECT_EQ(protocol::decode_header_value("=?base64?SGVsbG8=?="), "Hello");
  EXPECT_EQ(protocol::decode_header_value("=?base64?SGVsbG8="), "=?base64?SGVsbG8=");
  EXPECT_EQ(protocol::decode_header_value("=?base64?SGVsbG8?="), std::nullopt);
  EXPECT_EQ(protocol::decode_header_value("=?base64?SGVs!!!bG8=?="), std::nullopt);
}

TEST(Clients, AnEmptyElicitationMeansForms) {
  const auto read = [](std::string_view text) {
    const Json capabilities = *base::parse_json(text);
    return protocol::read_client(&capabilities, nullptr);
  };
  EXPECT_TRUE(read(R"({"elicitation":{}})").elicitation_form);
  EXPECT_TRUE(read(R"({"elicitation":{"form":{},"url":{}}})").elicitation_url);
  EXPECT_FALSE(read(R"({"elicitation":{"url":{}}})").elicitation_form);
  EXPECT_FALSE(read(R"({"elicitation":true})").elicitation_form);
  EXPECT_TRUE(read(R"({"extensions":{"io.modelcontextprotocol/tasks":{}}})").tasks);
}

}  // namespace
