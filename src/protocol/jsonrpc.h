// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/json.h"

// JSON-RPC 2.0 as MCP uses it: the envelope is read from a parsed value, answers are written as text.
namespace protocol {

using base::Json;

// JSON-RPC 2.0, 5.1, and the codes that MCP 2026-07-28 assigns.
namespace code {
inline constexpr int parse_error = -32700;
inline constexpr int invalid_request = -32600;
inline constexpr int method_not_found = -32601;
inline constexpr int invalid_params = -32602;
inline constexpr int internal_error = -32603;
inline constexpr int server_error = -32000;        // it cannot now: too many calls, a busy workspace, the disk
inline constexpr int resource_not_found = -32002;  // initialize era only
inline constexpr int header_mismatch = -32020;
inline constexpr int missing_capability = -32021;
inline constexpr int unsupported_version = -32022;
}  // namespace code

// An error on its way to the client. `http_status` matters where the answer travels alone over HTTP.
struct Failure {
  int code = code::internal_error;
  std::string message;
  Json data = {};
  int http_status = 200;
};

// One message, pointing into the value it was read from.
struct Message {
  enum class Kind : std::uint8_t { request, notification, response, invalid };
  Kind kind = Kind::invalid;
  std::string id;           // as JSON text: 7 or "a"; empty when there is none that can be used
  std::string_view method;  // requests and notifications
  Json* params = nullptr;   // an object, or nullptr
  Json* result = nullptr;   // responses: one of these two
  Json* error = nullptr;
  std::string problem;  // what makes it invalid
};

// Ids are strings or integers, never null, fractions or structures; params are an object or absent.
Message read_message(Json& value);

// {"jsonrpc":"2.0","id":…,"result":{…}} around the members of an object, which may be empty.
std::string result_message(std::string_view id, std::string_view members);
// An empty id is written as null: JSON-RPC 2.0, 5 for answers to what could not be read.
std::string error_message(std::string_view id, const Failure& failure);
std::string notification_message(std::string_view method, std::string_view params_json);
std::string request_message(std::string_view id, std::string_view method, std::string_view params_json);

// "name":<json>, with a comma before it unless `out` is empty or ends an opening.
void add_member(std::string& out, std::string_view name, std::string_view json);
void add_member(std::string& out, std::string_view name, const Json& value);
void add_text_member(std::string& out, std::string_view name, std::string_view text);
std::string json_string(std::string_view text);
// The members in braces.
std::string object_text(std::string_view members);

}  // namespace protocol
