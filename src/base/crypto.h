// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/ids.h"
#include "base/result.h"

// libsodium and OpenSSL's digests behind one face: no other file includes their headers.
namespace base {

using Digest = std::array<unsigned char, 32>;

Digest sha256(std::string_view bytes);
// The same in pieces, for what is too large to hold.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;
  void add(std::string_view bytes);
  std::string hex();  // once, at the end

 private:
  struct State;
  std::unique_ptr<State> state_;
};
std::string sha256_hex(std::string_view bytes);
std::optional<Digest> digest_from_hex(std::string_view text);   // 64 digits; nullopt for anything else
std::string sha1_bytes(std::string_view bytes);                 // for UUIDv5 only
Digest hmac_sha256(const Digest& key, std::string_view bytes);  // RFC 2104
bool equal_constant_time(std::string_view a, std::string_view b);

// XChaCha20-Poly1305. seal() gives nonce ‖ ciphertext ‖ tag; open() gives nullopt for anything altered.
std::string seal(std::string_view key32, std::string_view plain, std::string_view associated, Entropy& entropy);
std::optional<std::string> open_sealed(std::string_view key32, std::string_view sealed, std::string_view associated);

// Ed25519 (RFC 8032). Keys and signatures are raw bytes: seed 32, public 32, signature 64.
struct SigningKey {
  std::string seed;
  std::string public_key;
};
SigningKey make_signing_key(Entropy& entropy);
SigningKey signing_key_from_seed(std::string_view seed32);
std::string sign(const SigningKey& key, std::string_view message);
bool verify_signature(std::string_view public_key32, std::string_view message, std::string_view signature64);

// scrypt (RFC 7914), N = 2^15, r = 8, p = 1: 32 bytes from a passphrase.
std::string key_from_passphrase(std::string_view passphrase, std::string_view salt);

}  // namespace base
