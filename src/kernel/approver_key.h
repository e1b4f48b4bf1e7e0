// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/crypto.h"
#include "kernel/types.h"

// The approver's key: Ed25519, its seed sealed by a passphrase (scrypt, XChaCha20-Poly1305).
namespace kernel {

struct Approver {
  std::string name;
  std::string user_id;
  std::string public_key;  // raw
};

// Who may approve: `approvers.json` in the configuration directory. An absent file means nobody.
// Code::parse for a damaged file; one key belongs to one person, so that one cannot vote as two.
Result<std::vector<Approver>> load_approvers(const std::filesystem::path& file);
Result<void> save_approvers(const std::filesystem::path& file, const std::vector<Approver>& approvers);

// Writes a new sealed key (mode 0600, its directory made if need be); refuses to overwrite one
// (Code::denied) and passphrases of fewer than eight characters (Code::out_of_range).
// The file: {v, kdf, salt, sealed, public_key}, the last three in hex.
Result<base::SigningKey> create_key(const std::filesystem::path& file, std::string_view passphrase,
                                    base::Entropy& entropy);
// Code::denied when the passphrase is wrong or the file was altered, Code::not_found without a file.
Result<base::SigningKey> unlock_key(const std::filesystem::path& file, std::string_view passphrase);

}  // namespace kernel
