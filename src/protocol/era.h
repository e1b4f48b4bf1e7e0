// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "protocol/jsonrpc.h"
#include "transport/http.h"

// Which MCP a request speaks, decided for each request alone.
namespace protocol {

enum class Revision : std::uint8_t { r2024_11_05, r2025_03_26, r2025_06_18, r2025_11_25, r2026_07_28 };

std::string_view name(Revision revision);
std::optional<Revision> revision_named(std::string_view text);
inline constexpr Revision newest_legacy = Revision::r2025_11_25;
inline constexpr Revision modern_revision = Revision::r2026_07_28;
// ["2026-07-28",…], newest first, as JSON.
std::string_view all_revisions_json();

// What a client said it can do.
struct Client {
  std::string name;  // of clientInfo; empty when not told
  bool elicitation_form = false;
  bool elicitation_url = false;
  bool sampling = false;
  bool roots = false;
  bool tasks = false;
  bool ui = false;

  bool has(std::string_view capability) const;  // "elicitation", "sampling", "roots", "tasks", "ui"
};
Client read_client(const Json* capabilities, const Json* client_info);

// The request headers that mirror the body (MCP 2026-07-28, Streamable HTTP, standard headers).
// Absent ones are nullopt.
struct MirrorHeaders {
  std::optional<std::string_view> version;
  std::optional<std::string_view> method;
  std::optional<std::string_view> name;
  const transport::Request* http = nullptr;  // for those that a tool's schema names
};

// True when the request speaks 2026-07-28 or something that comes after it: its `_meta` names a
// version, or the header says 2026-07-28.
bool is_modern(const Json* params, std::optional<std::string_view> version_header);

// The checks of a modern request that precede the method, in the specification's order: required
// `_meta` fields, headers equal to the body (`headers` null: not over HTTP), version supported.
std::optional<Failure> check_modern(const Message& message, const MirrorHeaders* headers);

// Header values may travel as =?base64?…?=. nullopt: that form, but no base64 inside.
std::optional<std::string> decode_header_value(std::string_view value);

// params._meta[key], or nullptr.
const Json* meta_of(const Json* params, std::string_view key);

namespace meta {
inline constexpr std::string_view protocol_version = "io.modelcontextprotocol/protocolVersion";
inline constexpr std::string_view client_info = "io.modelcontextprotocol/clientInfo";
inline constexpr std::string_view client_capabilities = "io.modelcontextprotocol/clientCapabilities";
inline constexpr std::string_view log_level = "io.modelcontextprotocol/logLevel";
inline constexpr std::string_view server_info = "io.modelcontextprotocol/serverInfo";
inline constexpr std::string_view subscription_id = "io.modelcontextprotocol/subscriptionId";
}  // namespace meta
inline constexpr std::string_view tasks_extension = "io.modelcontextprotocol/tasks";
inline constexpr std::string_view ui_extension = "io.modelcontextprotocol/ui";

}  // namespace protocol
