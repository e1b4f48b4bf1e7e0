// SPDX-License-Identifier: Apache-2.0
#include "base/crypto.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "base/text.h"

namespace base {
namespace {

std::string raw(std::string_view digits) { return *unhex(digits); }

class Fixed final : public Entropy {
 public:
  explicit Fixed(std::string bytes) : bytes_(std::move(bytes)) {}
  void fill(char* out, std::size_t size) override { bytes_.copy(out, size); }

 private:
  std::string bytes_;
};

TEST(Sha256, MatchesFips180) {
  EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256_hex(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, ContextsAreNotSharedBetweenThreads) {
  const auto work = [] {
    for (int i = 0; i < 2'000; ++i) {
      ASSERT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
      ASSERT_EQ(hex(sha1_bytes("abc")), "a9993e364706816aba3e25717850c26c9cd0d89d");
    }
  };
  std::thread other(work);
  work();
  other.join();
}

// Shorter keys are filled up with zeroes (RFC 2104, 2).
TEST(Hmac, MatchesRfc4231) {
  const auto hmac = [](std::size_t size, unsigned char byte, std::string_view text) {
    Digest key{};
    std::fill_n(key.begin(), size, byte);
    const Digest made = hmac_sha256(key, text);
    return hex({reinterpret_cast<const char*>(made.data()), made.size()});
  };
  EXPECT_EQ(hmac(20, 0x0b, "Hi There"), "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  EXPECT_EQ(hmac(20, 0xaa, std::string(50, '\xdd')),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe");
}

TEST(Sha1, MatchesFips180) {
  EXPECT_EQ(hex(sha1_bytes("")), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
  EXPECT_EQ(hex(sha1_bytes("abc")), "a9993e364706816aba3e25717850c26c9cd0d89d");
}

TEST(ConstantTime, ComparesLikeEquality) {
  EXPECT_TRUE(equal_constant_time("", ""));
  EXPECT_TRUE(equal_constant_time("token", "token"));
  EXPECT_FALSE(equal_constant_time("token", "tokem"));
  EXPECT_FALSE(equal_constant_time("token", "token "));
  EXPECT_FALSE(equal_constant_time("", "t"));
}

// draft-irtf-cfrg-xchacha-03, A.3.1.
TEST(Seal, MatchesThePublishedVector) {
  Fixed nonce(raw("404142434445464748494a4b4c4d4e4f5051525354555657"));
  const auto key = raw("808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f");
  EXPECT_EQ(hex(seal(key,
                     "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
                     "sunscreen would be it.",
                     raw("50515253c0c1c2c3c4c5c6c7"), nonce)),
            "404142434445464748494a4b4c4d4e4f5051525354555657"
            "bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c7f1b0b4aa6440bf3a82f4eda7e39ae64c6708c"
            "54c216cb96b72e1213b4522f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff921f9664c97637da97688"
            "12f615c68b13b52e"
            "c0875924c1c7987947deafd8780acf49");
}

TEST(Seal, OpensWhatItSealed) {
  const auto key = system_entropy().bytes(32);
  for (const std::size_t size : {0u, 1u, 15u, 16u, 17u, 4096u}) {
    const auto plain = system_entropy().bytes(size);
    EXPECT_EQ(open_sealed(key, seal(key, plain, "who", system_entropy()), "who"), plain);
    EXPECT_EQ(open_sealed(key, seal(key, plain, "", system_entropy()), ""), plain);
  }
  EXPECT_NE(seal(key, "same", "", system_entropy()), seal(key, "same", "", system_entropy()));
}

TEST(Seal, EveryFlippedBitIsRefused) {
  const auto key = system_entropy().bytes(32);
  for (const std::string plain : {"", "approve change 17 of workspace w"}) {
    const auto sealed = seal(key, plain, "associated", system_entropy());
    for (std::size_t bit = 0; bit < sealed.size() * 8; ++bit) {
      auto altered = sealed;
      altered[bit / 8] = static_cast<char>(altered[bit / 8] ^ (1 << bit % 8));
      ASSERT_EQ(open_sealed(key, altered, "associated"), std::nullopt) << "bit " << bit;
    }
  }
}

TEST(Seal, OtherKeysOtherDataAndCutMessagesAreRefused) {
  const auto key = system_entropy().bytes(32);
  const auto sealed = seal(key, "plain", "who", system_entropy());
  EXPECT_EQ(open_sealed(system_entropy().bytes(32), sealed, "who"), std::nullopt);
  EXPECT_EQ(open_sealed(key, sealed, "whom"), std::nullopt);
  EXPECT_EQ(open_sealed(key, sealed, ""), std::nullopt);
  for (std::size_t size = 0; size < sealed.size(); ++size) {
    ASSERT_EQ(open_sealed(key, sealed.substr(0, size), "who"), std::nullopt);
  }
  EXPECT_EQ(open_sealed(key, sealed + "x", "who"), std::nullopt);
  EXPECT_THROW(open_sealed("short", sealed, "who"), CheckFailed);
}

struct Vector {
  const char* seed;
  const char* public_key;
  const char* message;
  const char* signature;
};

// RFC 8032, 7.1: tests 1 to 3.
const std::vector<Vector> rfc8032{{"9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
                                   "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
                                   "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61"
                                   "e39701cf9b46bd25bf5f0595bbe246551"
                                   "41438e7a100b"},
                                  {"4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
                                   "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
                                   "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458"
                                   "f3613d0f11d8c387b2eaeb4302aeeb00d"
                                   "291612bb0c00"},
                                  {"c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
                                   "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
                                   "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae6"
                                   "7f760984dc6594a7c15e9716ed28dc027"
                                   "beceea1ec40a"}};

TEST(Ed25519, MatchesRfc8032) {
  for (const auto& sample : rfc8032) {
    const auto key = signing_key_from_seed(raw(sample.seed));
    EXPECT_EQ(hex(key.public_key), sample.public_key);
    EXPECT_EQ(hex(sign(key, raw(sample.message))), sample.signature);
    EXPECT_TRUE(verify_signature(key.public_key, raw(sample.message), raw(sample.signature)));
  }
}

TEST(Ed25519, AlteredMessagesSignaturesAndOtherKeysAreRefused) {
  const auto key = make_signing_key(system_entropy());
  const std::string message = "approve digest 5f2c";
  const auto signature = sign(key, message);
  ASSERT_TRUE(verify_signature(key.public_key, message, signature));
  EXPECT_FALSE(verify_signature(key.public_key, "approve digest 5f2d", signature));
  EXPECT_FALSE(verify_signature(make_signing_key(system_entropy()).public_key, message, signature));
  EXPECT_FALSE(verify_signature(key.public_key, message, signature.substr(1)));
  EXPECT_FALSE(verify_signature("short", message, signature));
  EXPECT_FALSE(verify_signature(key.public_key, message, ""));
  for (std::size_t bit = 0; bit < signature.size() * 8; ++bit) {
    auto altered = signature;
    altered[bit / 8] = static_cast<char>(altered[bit / 8] ^ (1 << bit % 8));
    ASSERT_FALSE(verify_signature(key.public_key, message, altered)) << "bit " << bit;
  }
}

// RFC 7914 has no vector for N = 2^15; this one was computed by an independent implementation that
// also yields the first vector of its section 12.
TEST(Scrypt, IsTheFunctionOfRfc7914) {
  EXPECT_EQ(hex(key_from_passphrase("correct horse", "battery staple")),
            "9ba89e7e1c63222c7fcba2d03dc95c3e627dbaba59c015f1f8ea8daa27e36425");
}

TEST(Scrypt, DependsOnPassphraseAndSalt) {
  const auto key = key_from_passphrase("one", "salt");
  EXPECT_NE(key, key_from_passphrase("two", "salt"));
  EXPECT_NE(key, key_from_passphrase("one", "pepper"));
  EXPECT_EQ(key_from_passphrase("", "").size(), 32u);
}

}  // namespace
}  // namespace base
