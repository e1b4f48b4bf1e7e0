// SPDX-License-Identifier: Apache-2.0
#include "kernel/token_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <utility>

#include "base/crypto.h"
#include "base/descriptor.h"
#include "base/files.h"
#include "base/ids.h"
#include "base/log.h"
#include "base/text.h"

namespace kernel {

namespace {

constexpr std::size_t max_tokens_bytes = std::size_t{16} << 20;

Json to_json(const IssuedToken& token) {
  Json json = Json::object({{"id", token.id}, {"sha256", token.sha256}, {"name", token.name}});
  json.set("principal", to_json(token.principal)).set("label", token.principal.label);
  json.set("created_ms", token.created_ms).set("expires_ms", token.expires_ms).set("revoked_ms", token.revoked_ms);
  if (!token.signature.empty())
    json.set("public_key", base::hex(token.public_key)).set("signature", base::hex(token.signature));
  return json;
}

std::optional<IssuedToken> token_from(const Json& json) {
  const auto number = [&](const char* key) {
    const Json* value = json.find(key);
    return value != nullptr && value->is_integer() ? value->as_integer() : std::int64_t{-1};
  };
  IssuedToken token;
  token.id = json.text("id");
  token.sha256 = json.text("sha256");
  token.name = json.text("name");
  token.created_ms = number("created_ms");
  token.expires_ms = number("expires_ms");
  token.revoked_ms = number("revoked_ms");
  const Json* principal = json.find("principal");
  if (principal == nullptr || principal->text("kind") != "agent") return std::nullopt;
  token.principal.user_id = principal->text("user_id");
  token.principal.agent_id = std::string(principal->text("agent_id"));
  token.principal.label = json.text("label");
  const auto key = base::unhex(json.text("public_key"));
  const auto signature = base::unhex(json.text("signature"));
  if (!key || !signature || token.id.empty() || token.sha256.size() != 64 || token.created_ms < 0 ||
      token.expires_ms < 0 || token.revoked_ms < 0 || !base::is_uuid(token.principal.user_id) ||
      !base::is_uuid(*token.principal.agent_id))
    return std::nullopt;
  token.public_key = *key;
  token.signature = *signature;
  return token;
}

}  // namespace

bool is_live(const IssuedToken& token, std::int64_t now_ms) {
  return token.revoked_ms == 0 && (token.expires_ms == 0 || now_ms < token.expires_ms);
}

std::string token_message(const IssuedToken& token) {
  return "lintel/token/v1\n" + token.id + "\n" + token.sha256 + "\n" + token.principal.user_id + "\n" +
         token.principal.agent_id.value_or("") + "\n" + std::to_string(token.created_ms) + "\n" +
         std::to_string(token.expires_ms);
}

bool counts(const IssuedToken& token, const std::vector<std::string>& approvers) {
  if (approvers.empty()) return true;
  return std::ranges::find(approvers, token.public_key) != approvers.end() &&
         base::verify_signature(token.public_key, token_message(token), token.signature);
}

std::vector<std::string> named_by(const std::vector<IssuedToken>& tokens, const std::vector<std::string>& approvers) {
  std::vector<std::string> names;
  for (const auto& token : tokens) {
    if (counts(token, approvers)) names.push_back(token.principal.key());
  }
  return names;
}

Result<std::vector<IssuedToken>> load_tokens(const std::filesystem::path& file) {
  const auto bytes = base::read_file(file, max_tokens_bytes);
  if (!bytes.ok() && bytes.error().code == Code::not_found) return std::vector<IssuedToken>{};
  if (!bytes.ok()) return bytes.error();
  const Json json = TRY(base::parse_json(*bytes));
  const Json* list = json.find("tokens");
  if (list == nullptr || !list->is_array()) return fail(Code::parse, "the list of tokens is damaged", file.string());
  std::vector<IssuedToken> tokens;
  for (const auto& item : list->as_array()) {
    auto token = token_from(item);
    if (!token)
      return fail(Code::parse, "the list of tokens is damaged",
                  file.string() + " tokens[" + std::to_string(tokens.size()) + "]");
    tokens.push_back(*std::move(token));
  }
  return tokens;
}

Result<void> edit_tokens(const std::filesystem::path& file,
                         const std::function<Result<void>(std::vector<IssuedToken>&)>& edit) {
  TRY(base::make_private_directory(file.parent_path()));
  const std::string beside = file.string() + ".lock";
  const base::Descriptor lock(::open(beside.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!lock || ::flock(lock.get(), LOCK_EX) != 0) return fail(Code::io, "cannot lock " + beside);
  std::vector<IssuedToken> tokens = TRY(load_tokens(file));
  TRY(edit(tokens));
  Json list = Json::array();
  for (const auto& token : tokens) list.push_back(to_json(token));
  const Json json = Json::object({{"v", 1}, {"tokens", std::move(list)}});
  return base::write_file_atomic(file, json.pretty() + "\n", 0600);
}

TokenFile::TokenFile(std::filesystem::path file, const base::Clock& clock, Keys approvers)
    : file_(std::move(file)), clock_(clock), approvers_(std::move(approvers)) {}

void TokenFile::refresh_locked() {
  keys_ = approvers_();
  struct stat info{};
  std::string now = "none";
  if (::stat(file_.c_str(), &info) == 0) {
    now = std::to_string(info.st_ino) + " " + std::to_string(info.st_mtim.tv_sec) + "." +
          std::to_string(info.st_mtim.tv_nsec) + " " + std::to_string(info.st_size);
  }
  if (now == seen_) return;
  seen_ = std::move(now);
  auto tokens = load_tokens(file_);
  if (tokens.ok()) {
    tokens_ = *std::move(tokens);
    return;
  }
  base::log::error("no token of the list counts until it is mended: " + tokens.error().message);
  for (auto& token : tokens_) token.revoked_ms = std::max<std::int64_t>(token.revoked_ms, 1);
}

std::optional<Principal> TokenFile::find(std::string_view bearer) {
  const std::string digest = base::sha256_hex(bearer);
  const std::int64_t now = clock_.unix_ms();
  const std::lock_guard lock(mutex_);
  refresh_locked();
  const IssuedToken* found = nullptr;
  for (const auto& token : tokens_) {
    if (base::equal_constant_time(token.sha256, digest)) found = &token;
  }
  if (found == nullptr || !is_live(*found, now) || !counts(*found, keys_)) return std::nullopt;
  Principal principal = found->principal;
  principal.by_token = true;
  if (!found->name.empty()) principal.label = found->name;
  return principal;
}

bool TokenFile::has_live_ones() {
  const std::lock_guard lock(mutex_);
  refresh_locked();
  return std::ranges::any_of(
      tokens_, [&](const auto& token) { return is_live(token, clock_.unix_ms()) && counts(token, keys_); });
}

std::optional<std::vector<std::string>> TokenFile::changed_principals(bool anyway) {
  const std::lock_guard lock(mutex_);
  refresh_locked();
  std::vector<std::string> keys = told_;
  for (const auto& token : tokens_) keys.push_back(token.principal.key());
  std::ranges::sort(keys);
  const auto again = std::ranges::unique(keys);
  keys.erase(again.begin(), again.end());
  if (keys == told_ && !(anyway && !keys.empty())) return std::nullopt;
  told_ = keys;
  return keys;
}

}  // namespace kernel
