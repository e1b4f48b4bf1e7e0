// SPDX-License-Identifier: Apache-2.0
#include "protocol/jsonrpc.h"

#include "base/text.h"

namespace protocol {

namespace {

constexpr std::size_t longest_id = 512;

// The id as JSON text, or empty when it cannot serve as one.
std::string id_text(const Json& id) {
  if (id.is_integer()) return std::to_string(id.as_integer());
  if (id.is_string() && id.as_string().size() <= longest_id) return json_string(id.as_string());
  return {};
}

Message invalid(Message message, std::string problem) {
  message.kind = Message::Kind::invalid;
  message.problem = std::move(problem);
  return message;
}

bool is_version_2(const Json& value) {
  const Json* version = value.find("jsonrpc");
  return version != nullptr && version->is_string() && version->as_string() == "2.0";
}

Message read_call(Message message, Json& value, const Json& method) {
  if (!method.is_string()) return invalid(std::move(message), "'method' must be a string");
  message.method = method.as_string();
  message.params = value.find("params");
  const bool has_id = value.find("id") != nullptr;
  if (message.params != nullptr && !message.params->is_object()) {
    if (has_id) return invalid(std::move(message), "'params' must be an object");
    message.params = nullptr;  // JSON-RPC 2.0, 4.1: whoever notifies is not told of errors
  }
  if (has_id && message.id.empty()) return invalid(std::move(message), "'id' must be a string or an integer");
  message.kind = has_id ? Message::Kind::request : Message::Kind::notification;
  return message;
}

Message read_response(Message message, Json& value) {
  message.result = value.find("result");
  message.error = value.find("error");
  if ((message.result == nullptr) == (message.error == nullptr)) {
    return invalid(std::move(message), "a message has a 'method', or either a 'result' or an 'error'");
  }
  // JSON-RPC 2.0, 5: an error without an id is about a message that could not be read. Whoever answered it with
  // another error would never come to an end.
  if (message.id.empty() && message.error == nullptr) {
    return invalid(std::move(message), "a response needs the 'id' of its request");
  }
  message.kind = Message::Kind::response;
  return message;
}

}  // namespace

Message read_message(Json& value) {
  Message message;
  if (!value.is_object()) return invalid(std::move(message), "a message must be a JSON object");
  if (const Json* id = value.find("id")) message.id = id_text(*id);
  if (!is_version_2(value)) return invalid(std::move(message), "'jsonrpc' must be \"2.0\"");
  if (const Json* method = value.find("method")) return read_call(std::move(message), value, *method);
  return read_response(std::move(message), value);
}

std::string result_message(std::string_view id, std::string_view members) {
  std::string out;
  out.reserve(id.size() + members.size() + 40);
  out += R"({"jsonrpc":"2.0","id":)";
  out += id;
  out += R"(,"result":{)";
  out += members;
  out += "}}";
  return out;
}

std::string error_message(std::string_view id, const Failure& failure) {
  std::string out = R"({"jsonrpc":"2.0","id":)";
  out += id.empty() ? std::string_view("null") : id;
  out += R"(,"error":{"code":)";
  out += std::to_string(failure.code);
  add_text_member(out, "message", base::printable(failure.message));
  if (!failure.data.is_null()) add_member(out, "data", failure.data);
  out += "}}";
  return out;
}

std::string notification_message(std::string_view method, std::string_view params_json) {
  std::string out = R"({"jsonrpc":"2.0","method":)";
  base::append_json_string(out, method);
  if (!params_json.empty()) add_member(out, "params", params_json);
  out += '}';
  return out;
}

std::string request_message(std::string_view id, std::string_view method, std::string_view params_json) {
  std::string out = R"({"jsonrpc":"2.0","id":)";
  out += id;
  add_text_member(out, "method", method);
  if (!params_json.empty()) add_member(out, "params", params_json);
  out += '}';
  return out;
}

namespace {
void open_member(std::string& out, std::string_view name) {
  if (!out.empty() && out.back() != '{') out += ',';
  base::append_json_string(out, name);
  out += ':';
}
}  // namespace

void add_member(std::string& out, std::string_view name, std::string_view json) {
  open_member(out, name);
  out += json;
}

void add_member(std::string& out, std::string_view name, const Json& value) {
  open_member(out, name);
  value.dump_to(out);
}

void add_text_member(std::string& out, std::string_view name, std::string_view text) {
  open_member(out, name);
  base::append_json_string(out, text);
}

std::string object_text(std::string_view members) {
  std::string out;
  out.reserve(members.size() + 2);
  out += '{';
  out += members;
  out += '}';
  return out;
}

std::string json_string(std::string_view text) {
  std::string out;
  base::append_json_string(out, text);
  return out;
}

}  // namespace protocol
