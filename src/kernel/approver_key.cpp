// SPDX-License-Identifier: Apache-2.0
#include "kernel/approver_key.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <system_error>
#include <utility>

#include "base/files.h"
#include "base/ids.h"
#include "base/text.h"

namespace kernel {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t min_passphrase_characters = 8;
constexpr std::size_t salt_bytes = 16;
constexpr std::size_t key_bytes = 32;
constexpr std::size_t max_file_bytes = std::size_t{1} << 20;
constexpr std::string_view key_context = "lintel/approver-key/v1";

// Continuation bytes of UTF-8 (RFC 3629) begin with the bits 10.
std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

// --- writing a file that must not exist yet ---

Error cannot_write(const fs::path& file, int error) {
  return fail(Code::io, "cannot write the key file: " + std::generic_category().message(error), file.string());
}

Result<void> create_exclusively(const fs::path& file, std::string_view bytes) {
  if (TRY(base::create_file(file, bytes, 0600))) return {};
  return fail(Code::denied, "there is a key already; it is not overwritten", file.string(),
              "Move the old key away first if it is to be replaced.");
}

Result<fs::path> with_directory(const fs::path& file) {
  std::error_code error;
  fs::path whole = fs::absolute(file, error);
  if (!error) fs::create_directories(whole.parent_path(), error);
  if (error) return cannot_write(file, error.value());
  return whole;
}

// --- the sealed key ---

constexpr int key_file_version = 2;  // 1 was sealed with AES-256-GCM

// The public key is bound to the seal: neither can be exchanged alone.
std::string associated(std::string_view public_key) { return std::string(key_context).append(public_key); }

Json sealed_key(const base::SigningKey& key, std::string_view passphrase, base::Entropy& entropy) {
  const std::string salt = entropy.bytes(salt_bytes);
  const std::string wrapping = base::key_from_passphrase(passphrase, salt);
  return Json::object({{"v", key_file_version},
                       {"kdf", "scrypt"},
                       {"salt", base::hex(salt)},
                       {"sealed", base::hex(base::seal(wrapping, key.seed, associated(key.public_key), entropy))},
                       {"public_key", base::hex(key.public_key)}});
}

std::optional<base::SigningKey> opened_key(const Json& file, std::string_view passphrase) {
  if (file.text("kdf") != "scrypt") return std::nullopt;
  const auto salt = base::unhex(file.text("salt"));
  const auto sealed = base::unhex(file.text("sealed"));
  const auto public_key = base::unhex(file.text("public_key"));
  if (!salt || salt->size() != salt_bytes || !sealed || !public_key) return std::nullopt;
  const std::string wrapping = base::key_from_passphrase(passphrase, *salt);
  const auto seed = base::open_sealed(wrapping, *sealed, associated(*public_key));
  if (!seed || seed->size() != key_bytes) return std::nullopt;
  auto key = base::signing_key_from_seed(*seed);
  if (key.public_key != *public_key) return std::nullopt;
  return key;
}

// --- the list ---

Result<Approver> approver_from_json(const Json& json, const std::string& where) {
  Approver approver{std::string(json.text("name")), std::string(json.text("user_id")), {}};
  if (!base::is_uuid(approver.user_id)) return fail(Code::parse, "the approver's user_id is not a UUID", where);
  auto key = base::unhex(json.text("public_key"));
  if (!key || key->size() != key_bytes)
    return fail(Code::parse, "the approver's public_key is not 32 bytes in hex", where);
  approver.public_key = std::move(*key);
  return approver;
}

Result<void> check_one_person_per_key(const std::vector<Approver>& approvers, const Approver& added,
                                      const std::string& where) {
  const auto same_key = [&](const Approver& other) { return other.public_key == added.public_key; };
  if (std::ranges::none_of(approvers, same_key)) return {};
  return fail(Code::parse, "two approvers have the same key", where, "Each person has a key of their own.");
}

}  // namespace

Result<std::vector<Approver>> load_approvers(const fs::path& file) {
  const auto bytes = base::read_file(file, max_file_bytes);
  if (!bytes.ok() && bytes.error().code == Code::not_found) return std::vector<Approver>{};
  if (!bytes.ok()) return bytes.error();
  const Json json = TRY(base::parse_json(*bytes));
  const Json* list = json.find("approvers");
  if (!list || !list->is_array()) return fail(Code::parse, "the list of approvers is damaged", file.string());
  std::vector<Approver> approvers;
  for (const auto& item : list->as_array()) {
    const std::string where = file.string() + " approvers[" + std::to_string(approvers.size()) + "]";
    auto approver = TRY(approver_from_json(item, where));
    TRY(check_one_person_per_key(approvers, approver, where));
    approvers.push_back(std::move(approver));
  }
  return approvers;
}

Result<void> save_approvers(const fs::path& file, const std::vector<Approver>& approvers) {
  Json list = Json::array();
  for (const auto& approver : approvers) {
    list.push_back(Json::object(
        {{"name", approver.name}, {"user_id", approver.user_id}, {"public_key", base::hex(approver.public_key)}}));
  }
  const fs::path target = TRY(with_directory(file));
  const Json json = Json::object({{"v", 1}, {"approvers", std::move(list)}});
  return base::write_file_atomic(target, json.pretty() + "\n", 0600);
}

Result<base::SigningKey> create_key(const fs::path& file, std::string_view passphrase, base::Entropy& entropy) {
  if (characters(passphrase) < min_passphrase_characters) {
    return fail(Code::out_of_range, "the passphrase is too short", "passphrase",
                "Use at least " + std::to_string(min_passphrase_characters) + " characters; four words are better.");
  }
  const fs::path target = TRY(with_directory(file));
  auto key = base::make_signing_key(entropy);
  TRY(create_exclusively(target, sealed_key(key, passphrase, entropy).pretty() + "\n"));
  return key;
}

Result<base::SigningKey> unlock_key(const fs::path& file, std::string_view passphrase) {
  const auto bytes = base::read_file(file, max_file_bytes);
  if (!bytes.ok() && bytes.error().code == Code::not_found) {
    return fail(Code::not_found, "there is no approver's key", file.string(), "Make one with: lintel approvals init");
  }
  if (!bytes.ok()) return bytes.error();
  const auto json = base::parse_json(*bytes);
  const Json* version = json.ok() ? json->find("v") : nullptr;
  const bool ours = version && *version == Json(key_file_version);
  if (version && version->is_integer() && !ours) {
    return fail(Code::denied, "the approver's key was sealed by another version of lintel", file.string(),
                "Move the file away and make a new key with: lintel approvals init");
  }
  auto key = ours ? opened_key(*json, passphrase) : std::nullopt;
  if (!key) return fail(Code::denied, "the passphrase is wrong or the key file was altered", file.string());
  return std::move(*key);
}

}  // namespace kernel
