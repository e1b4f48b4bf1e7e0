// SPDX-License-Identifier: Apache-2.0
#include "base/crypto.h"

// SHA256_* and SHA1_* are deprecated in favour of fetched algorithms. The fetch links and reads the tables of every
// algorithm there is, a third of what the program did from its start to its first answer, for the same code behind it.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>
#include <sodium.h>

#include "base/text.h"

namespace base {

namespace {

const unsigned char* bytes_of(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }
unsigned char* bytes_of(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }

// Chooses the code for this processor; every function of libsodium wants it done before.
void start_library() {
  static const bool started = sodium_init() >= 0;
  LINTEL_CHECK(started);
}

}  // namespace

// ---- digests (FIPS 180-4) --------------------------------------------------------------------

namespace {

Digest sha256_of_two(std::string_view first, std::string_view second) {
  SHA256_CTX context;
  Digest out;
  const bool done = SHA256_Init(&context) == 1 && SHA256_Update(&context, first.data(), first.size()) == 1 &&
                    SHA256_Update(&context, second.data(), second.size()) == 1 &&
                    SHA256_Final(out.data(), &context) == 1;
  LINTEL_CHECK(done);
  return out;
}

// The key in a block of the hash, every byte of it changed in the same way.
std::array<char, SHA256_CBLOCK> padded(const Digest& key, unsigned char with) {
  std::array<char, SHA256_CBLOCK> block;
  block.fill(static_cast<char>(with));
  for (std::size_t i = 0; i < key.size(); ++i) block[i] = static_cast<char>(key[i] ^ with);
  return block;
}

}  // namespace

Digest sha256(std::string_view bytes) { return sha256_of_two(bytes, {}); }

Digest hmac_sha256(const Digest& key, std::string_view bytes) {
  const auto inner = padded(key, 0x36);
  const auto outer = padded(key, 0x5c);
  const Digest digest = sha256_of_two({inner.data(), inner.size()}, bytes);
  return sha256_of_two({outer.data(), outer.size()}, {reinterpret_cast<const char*>(digest.data()), digest.size()});
}

std::string sha256_hex(std::string_view bytes) {
  const auto digest = sha256(bytes);
  return hex({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

std::optional<Digest> digest_from_hex(std::string_view text) {
  const std::optional<std::string> raw = unhex(text);
  Digest digest{};
  if (!raw || raw->size() != digest.size()) return std::nullopt;
  std::ranges::copy(*raw, digest.begin());
  return digest;
}

struct Sha256::State {
  SHA256_CTX context;
};
Sha256::Sha256() : state_(std::make_unique<State>()) { LINTEL_CHECK(SHA256_Init(&state_->context) == 1); }
Sha256::~Sha256() = default;
void Sha256::add(std::string_view bytes) {
  LINTEL_CHECK(SHA256_Update(&state_->context, bytes.data(), bytes.size()) == 1);
}
std::string Sha256::hex() {
  Digest out;
  LINTEL_CHECK(SHA256_Final(out.data(), &state_->context) == 1);
  return base::hex({reinterpret_cast<const char*>(out.data()), out.size()});
}

std::string sha1_bytes(std::string_view bytes) {
  SHA_CTX context;
  std::string out(SHA_DIGEST_LENGTH, '\0');
  const bool done = SHA1_Init(&context) == 1 && SHA1_Update(&context, bytes.data(), bytes.size()) == 1 &&
                    SHA1_Final(bytes_of(out), &context) == 1;
  LINTEL_CHECK(done);
  return out;
}

bool equal_constant_time(std::string_view a, std::string_view b) {
  return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

// ---- XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03): nonces long enough to be drawn at random -----

namespace {

constexpr std::size_t key_size = crypto_aead_xchacha20poly1305_ietf_KEYBYTES;
constexpr std::size_t nonce_size = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
constexpr std::size_t tag_size = crypto_aead_xchacha20poly1305_ietf_ABYTES;

}  // namespace

std::string seal(std::string_view key32, std::string_view plain, std::string_view associated, Entropy& entropy) {
  LINTEL_CHECK(key32.size() == key_size);
  start_library();
  const auto nonce = entropy.bytes(nonce_size);
  std::string sealed(plain.size() + tag_size, '\0');
  crypto_aead_xchacha20poly1305_ietf_encrypt(bytes_of(sealed), nullptr, bytes_of(plain), plain.size(),
                                             bytes_of(associated), associated.size(), nullptr,
                                             bytes_of(std::string_view(nonce)), bytes_of(key32));
  return nonce + sealed;
}

std::optional<std::string> open_sealed(std::string_view key32, std::string_view sealed, std::string_view associated) {
  LINTEL_CHECK(key32.size() == key_size);
  if (sealed.size() < nonce_size + tag_size) return std::nullopt;
  start_library();
  const auto nonce = sealed.substr(0, nonce_size);
  const auto body = sealed.substr(nonce_size);
  std::string plain(body.size() - tag_size, '\0');
  const int opened = crypto_aead_xchacha20poly1305_ietf_decrypt(bytes_of(plain), nullptr, nullptr, bytes_of(body),
                                                                body.size(), bytes_of(associated), associated.size(),
                                                                bytes_of(nonce), bytes_of(key32));
  if (opened != 0) return std::nullopt;
  return plain;
}

// ---- Ed25519 (RFC 8032) ----------------------------------------------------------------------

namespace {

constexpr std::size_t seed_size = crypto_sign_SEEDBYTES;
constexpr std::size_t public_key_size = crypto_sign_PUBLICKEYBYTES;
constexpr std::size_t signature_size = crypto_sign_BYTES;

}  // namespace

SigningKey make_signing_key(Entropy& entropy) { return signing_key_from_seed(entropy.bytes(seed_size)); }

SigningKey signing_key_from_seed(std::string_view seed32) {
  LINTEL_CHECK(seed32.size() == seed_size);
  start_library();
  std::string public_key(public_key_size, '\0');
  std::string secret_key(crypto_sign_SECRETKEYBYTES, '\0');
  crypto_sign_seed_keypair(bytes_of(public_key), bytes_of(secret_key), bytes_of(seed32));
  sodium_memzero(secret_key.data(), secret_key.size());
  return {.seed = std::string(seed32), .public_key = std::move(public_key)};
}

std::string sign(const SigningKey& key, std::string_view message) {
  LINTEL_CHECK(key.seed.size() == seed_size && key.public_key.size() == public_key_size);
  start_library();
  std::string secret_key = key.seed + key.public_key;  // what libsodium calls the secret key
  std::string signature(signature_size, '\0');
  crypto_sign_detached(bytes_of(signature), nullptr, bytes_of(message), message.size(), bytes_of(secret_key));
  sodium_memzero(secret_key.data(), secret_key.size());
  return signature;
}

bool verify_signature(std::string_view public_key32, std::string_view message, std::string_view signature64) {
  if (public_key32.size() != public_key_size || signature64.size() != signature_size) return false;
  start_library();
  return crypto_sign_verify_detached(bytes_of(signature64), bytes_of(message), message.size(),
                                     bytes_of(public_key32)) == 0;
}

// ---- scrypt (RFC 7914) -----------------------------------------------------------------------

std::string key_from_passphrase(std::string_view passphrase, std::string_view salt) {
  static constexpr std::uint64_t cost = std::uint64_t{1} << 15;
  static constexpr std::uint32_t block_size = 8;
  static constexpr std::uint32_t lanes = 1;
  start_library();
  std::string key(key_size, '\0');
  LINTEL_CHECK(crypto_pwhash_scryptsalsa208sha256_ll(bytes_of(passphrase), passphrase.size(), bytes_of(salt),
                                                     salt.size(), cost, block_size, lanes, bytes_of(key),
                                                     key.size()) == 0);
  return key;
}

}  // namespace base
