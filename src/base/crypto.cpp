// SPDX-License-Identifier: Apache-2.0
#include "base/crypto.h"

// SHA256_* and SHA1_* are deprecated in favour of fetched algorithms. The fetch reads the tables of every algorithm
// there is, a third of what the program does from its start to its first answer, for the same code behind it.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/sha.h>

#include <limits>
#include <memory>

#include "base/text.h"

namespace base {

namespace {

template <auto Free>
struct Releaser {
  template <class T>
  void operator()(T* object) const {
    Free(object);
  }
};
using DigestContext = std::unique_ptr<EVP_MD_CTX, Releaser<EVP_MD_CTX_free>>;
using CipherContext = std::unique_ptr<EVP_CIPHER_CTX, Releaser<EVP_CIPHER_CTX_free>>;
using Key = std::unique_ptr<EVP_PKEY, Releaser<EVP_PKEY_free>>;

const unsigned char* bytes_of(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }
unsigned char* bytes_of(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }

int length_of(std::string_view text) {
  LINTEL_CHECK(text.size() <= static_cast<std::size_t>(std::numeric_limits<int>::max()));
  return static_cast<int>(text.size());
}

// Without openssl.cnf: nothing on the machine, and no OPENSSL_CONF in the environment, decides which
// code computes our digests; it saves a millisecond at the start as well.
void start_library() {
  static const bool started = OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, nullptr) == 1;
  LINTEL_CHECK(started);
}

}  // namespace

// ---- digests (FIPS 180-4) --------------------------------------------------------------------

Digest sha256(std::string_view bytes) {
  SHA256_CTX context;
  Digest out;
  const bool done = SHA256_Init(&context) == 1 && SHA256_Update(&context, bytes.data(), bytes.size()) == 1 &&
                    SHA256_Final(out.data(), &context) == 1;
  LINTEL_CHECK(done);
  return out;
}

std::string sha256_hex(std::string_view bytes) {
  const auto digest = sha256(bytes);
  return hex({reinterpret_cast<const char*>(digest.data()), digest.size()});
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
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

// ---- AES-256-GCM (NIST SP 800-38D) -----------------------------------------------------------

namespace {

constexpr std::size_t key_size = 32;
constexpr std::size_t nonce_size = 12;
constexpr std::size_t tag_size = 16;

const EVP_CIPHER* aes_256_gcm() {
  static const EVP_CIPHER* const cipher = EVP_CIPHER_fetch(nullptr, "AES-256-GCM", nullptr);
  LINTEL_CHECK(cipher != nullptr);
  return cipher;
}

CipherContext cipher_context() {
  start_library();
  CipherContext context(EVP_CIPHER_CTX_new());
  LINTEL_CHECK(context != nullptr);
  return context;
}

// The tag decides; before it is checked nothing of `plain` may be used.
bool decrypt(EVP_CIPHER_CTX* context, std::string_view body, std::string_view associated, std::string& tag,
             std::string& plain) {
  int written = 0;
  if (!associated.empty() &&
      EVP_DecryptUpdate(context, nullptr, &written, bytes_of(associated), length_of(associated)) != 1) {
    return false;
  }
  if (!body.empty() && EVP_DecryptUpdate(context, bytes_of(plain), &written, bytes_of(body), length_of(body)) != 1) {
    return false;
  }
  if (EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, tag_size, tag.data()) != 1) return false;
  return EVP_DecryptFinal_ex(context, bytes_of(plain) + plain.size(), &written) == 1;
}

}  // namespace

std::string seal(std::string_view key32, std::string_view plain, std::string_view associated, Entropy& entropy) {
  LINTEL_CHECK(key32.size() == key_size);
  const auto nonce = entropy.bytes(nonce_size);
  std::string body(plain.size(), '\0');
  std::string tag(tag_size, '\0');
  const auto context = cipher_context();
  int written = 0;
  LINTEL_CHECK(EVP_EncryptInit_ex2(context.get(), aes_256_gcm(), bytes_of(key32), bytes_of(std::string_view(nonce)),
                                   nullptr) == 1);
  if (!associated.empty()) {
    LINTEL_CHECK(EVP_EncryptUpdate(context.get(), nullptr, &written, bytes_of(associated), length_of(associated)) == 1);
  }
  if (!plain.empty()) {
    LINTEL_CHECK(EVP_EncryptUpdate(context.get(), bytes_of(body), &written, bytes_of(plain), length_of(plain)) == 1);
  }
  LINTEL_CHECK(EVP_EncryptFinal_ex(context.get(), bytes_of(body) + body.size(), &written) == 1);
  LINTEL_CHECK(EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_AEAD_GET_TAG, tag_size, tag.data()) == 1);
  return nonce + body + tag;
}

std::optional<std::string> open_sealed(std::string_view key32, std::string_view sealed, std::string_view associated) {
  LINTEL_CHECK(key32.size() == key_size);
  if (sealed.size() < nonce_size + tag_size) return std::nullopt;
  const auto nonce = sealed.substr(0, nonce_size);
  const auto body = sealed.substr(nonce_size, sealed.size() - nonce_size - tag_size);
  std::string tag(sealed.substr(sealed.size() - tag_size));
  std::string plain(body.size(), '\0');
  const auto context = cipher_context();
  LINTEL_CHECK(EVP_DecryptInit_ex2(context.get(), aes_256_gcm(), bytes_of(key32), bytes_of(nonce), nullptr) == 1);
  if (!decrypt(context.get(), body, associated, tag, plain)) {
    OPENSSL_cleanse(plain.data(), plain.size());
    return std::nullopt;
  }
  return plain;
}

// ---- Ed25519 (RFC 8032) ----------------------------------------------------------------------

namespace {

constexpr std::size_t signature_size = 64;

Key private_key(std::string_view seed) {
  LINTEL_CHECK(seed.size() == key_size);
  start_library();
  Key key(EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, bytes_of(seed), seed.size()));
  LINTEL_CHECK(key != nullptr);
  return key;
}

}  // namespace

SigningKey make_signing_key(Entropy& entropy) { return signing_key_from_seed(entropy.bytes(key_size)); }

SigningKey signing_key_from_seed(std::string_view seed32) {
  const auto key = private_key(seed32);
  std::string public_key(key_size, '\0');
  std::size_t size = public_key.size();
  LINTEL_CHECK(EVP_PKEY_get_raw_public_key(key.get(), bytes_of(public_key), &size) == 1 && size == key_size);
  return {.seed = std::string(seed32), .public_key = std::move(public_key)};
}

std::string sign(const SigningKey& key, std::string_view message) {
  const auto secret = private_key(key.seed);
  const DigestContext context(EVP_MD_CTX_new());
  LINTEL_CHECK(context != nullptr);
  LINTEL_CHECK(EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, secret.get()) == 1);
  std::string signature(signature_size, '\0');
  std::size_t size = signature.size();
  LINTEL_CHECK(EVP_DigestSign(context.get(), bytes_of(signature), &size, bytes_of(message), message.size()) == 1);
  LINTEL_CHECK(size == signature_size);
  return signature;
}

bool verify_signature(std::string_view public_key32, std::string_view message, std::string_view signature64) {
  if (public_key32.size() != key_size || signature64.size() != signature_size) return false;
  start_library();
  const Key key(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, bytes_of(public_key32), public_key32.size()));
  const DigestContext context(EVP_MD_CTX_new());
  if (!key || !context) return false;
  if (EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, key.get()) != 1) return false;
  return EVP_DigestVerify(context.get(), bytes_of(signature64), signature64.size(), bytes_of(message),
                          message.size()) == 1;
}

// ---- scrypt (RFC 7914) -----------------------------------------------------------------------

std::string key_from_passphrase(std::string_view passphrase, std::string_view salt) {
  static constexpr std::uint64_t cost = std::uint64_t{1} << 15;
  static constexpr std::uint64_t block_size = 8;
  static constexpr std::uint64_t lanes = 1;
  static constexpr std::uint64_t max_memory = std::uint64_t{64} << 20;  // needs 128 * N * r = 32 MiB and a little
  start_library();
  std::string key(key_size, '\0');
  LINTEL_CHECK(EVP_PBE_scrypt(passphrase.empty() ? "" : passphrase.data(), passphrase.size(), bytes_of(salt),
                              salt.size(), cost, block_size, lanes, max_memory, bytes_of(key), key.size()) == 1);
  return key;
}

}  // namespace base
