// SPDX-License-Identifier: Apache-2.0
#include "protocol/era.h"

#include <array>

#include "base/text.h"

namespace protocol {

namespace {

constexpr std::array<std::string_view, 5> names{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"};

Failure refuse(int code, std::string message) { return {code, std::move(message), {}, 400}; }

// The body field that Mcp-Name mirrors for this method; empty: none.
std::string_view mirrored_field(std::string_view method) {
  if (method == "tools/call" || method == "prompts/get") return "name";
  if (method == "resources/read") return "uri";
  if (method == "tasks/get" || method == "tasks/update" || method == "tasks/cancel") return "taskId";
  return {};
}

Failure mismatch(std::string_view header, std::string_view what) {
  return refuse(code::header_mismatch, "The " + std::string(header) + " header " + std::string(what) + ".");
}

std::optional<Failure> check_name_header(const Message& message, const MirrorHeaders& headers) {
  const std::string_view field = mirrored_field(message.method);
  if (field.empty()) return std::nullopt;
  const Json* named = message.params->find(field);
  if (named == nullptr || !named->is_string()) {
    if (headers.name) return mismatch("Mcp-Name", "names something that the body does not");
    return std::nullopt;  // the method will say what is missing
  }
  if (!headers.name) return mismatch("Mcp-Name", "is missing");
  if (*headers.name == named->as_string()) return std::nullopt;
  if (decode_header_value(*headers.name) != named->as_string()) return mismatch("Mcp-Name", "differs from the body");
  return std::nullopt;
}

std::optional<Failure> check_headers(const Message& message, std::string_view version, const MirrorHeaders& headers) {
  if (!headers.version) return mismatch("MCP-Protocol-Version", "is missing");
  if (*headers.version != version) return mismatch("MCP-Protocol-Version", "differs from the body");
  if (!headers.method) return mismatch("Mcp-Method", "is missing");
  if (*headers.method != message.method) return mismatch("Mcp-Method", "differs from the body");
  return check_name_header(message, headers);
}

bool is_object(const Json* value) { return value != nullptr && value->is_object(); }

}  // namespace

std::string_view name(Revision revision) { return names[static_cast<std::size_t>(revision)]; }

std::optional<Revision> revision_named(std::string_view text) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == text) return static_cast<Revision>(i);
  }
  return std::nullopt;
}

std::string_view all_revisions_json() {
  return R"(["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"])";
}

bool Client::has(std::string_view capability) const {
  if (capability == "elicitation") return elicitation_form;
  if (capability == "sampling") return sampling;
  if (capability == "roots") return roots;
  if (capability == "tasks") return tasks;
  if (capability == "ui") return ui;
  return false;
}

Client read_client(const Json* capabilities, const Json* client_info) {
  Client client;
  if (client_info != nullptr) client.name = base::printable(client_info->text("name"), 200);
  if (!is_object(capabilities) || capabilities->empty()) return client;
  if (const Json* elicitation = capabilities->find("elicitation"); is_object(elicitation)) {
    client.elicitation_url = elicitation->find("url") != nullptr;
    // An empty declaration means forms: what the capability was before it had modes.
    client.elicitation_form = elicitation->find("form") != nullptr || !client.elicitation_url;
  }
  client.sampling = is_object(capabilities->find("sampling"));
  client.roots = is_object(capabilities->find("roots"));
  if (const Json* extensions = capabilities->find("extensions")) {
    client.tasks = is_object(extensions->find(tasks_extension));
    client.ui = is_object(extensions->find(ui_extension));
  }
  return client;
}

const Json* meta_of(const Json* params, std::string_view key) {
  const Json* values = params == nullptr ? nullptr : params->find("_meta");
  return values == nullptr ? nullptr : values->find(key);
}

bool is_modern(const Json* params, std::optional<std::string_view> version_header) {
  return version_header == name(modern_revision) || meta_of(params, meta::protocol_version) != nullptr;
}

std::optional<Failure> check_modern(const Message& message, const MirrorHeaders* headers) {
  const Json* version = meta_of(message.params, meta::protocol_version);
  if (version == nullptr || !version->is_string()) {
    return refuse(code::invalid_params,
                  "params._meta must have a string '" + std::string(meta::protocol_version) + "'.");
  }
  if (!is_object(meta_of(message.params, meta::client_capabilities))) {
    return refuse(code::invalid_params,
                  "params._meta must have an object '" + std::string(meta::client_capabilities) + "'.");
  }
  const std::string& requested = version->as_string();
  if (headers != nullptr) {
    if (auto failure = check_headers(message, requested, *headers)) return failure;
  }
  if (requested == name(modern_revision)) return std::nullopt;
  Failure failure = refuse(code::unsupported_version, "This protocol version is not supported.");
  failure.data = Json::object(
      {{"supported", Json::array({name(modern_revision)})}, {"requested", base::printable(requested, 100)}});
  return failure;
}

std::optional<std::string> decode_header_value(std::string_view value) {
  constexpr std::string_view prefix = "=?base64?";
  constexpr std::string_view suffix = "?=";
  const bool encoded =
      value.size() >= prefix.size() + suffix.size() && value.starts_with(prefix) && value.ends_with(suffix);
  if (!encoded) return std::string(value);
  return base::unbase64(value.substr(prefix.size(), value.size() - prefix.size() - suffix.size()));
}

}  // namespace protocol
