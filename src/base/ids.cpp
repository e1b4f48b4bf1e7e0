// SPDX-License-Identifier: Apache-2.0
#include "base/ids.h"

#include <pthread.h>
#include <string.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>

#include "base/crypto.h"
#include "base/result.h"
#include "base/text.h"

namespace base {

namespace {

void read_kernel(char* out, std::size_t size) {
  while (size > 0) {
    const auto got = ::getrandom(out, size, 0);
    if (got < 0 && errno == EINTR) continue;
    LINTEL_CHECK(got > 0);
    out += got;
    size -= static_cast<std::size_t>(got);
  }
}

// Counts forks, so that a child never hands out bytes its parent holds as well.
std::atomic<unsigned> forks{0};

struct Buffer {
  std::array<char, 512> bytes{};
  std::size_t left = 0;
  unsigned made_at = 0;

  // Hands out each byte once and wipes it here.
  void take(char* out, std::size_t size) {
    const auto now = forks.load(std::memory_order_relaxed);
    if (left < size || made_at != now) {
      read_kernel(bytes.data(), bytes.size());
      left = bytes.size();
      made_at = now;
    }
    char* const from = bytes.data() + bytes.size() - left;
    std::memcpy(out, from, size);
    ::explicit_bzero(from, size);
    left -= size;
  }
};

class SystemEntropy final : public Entropy {
 public:
  SystemEntropy() {
    ::pthread_atfork(nullptr, nullptr, [] { forks.fetch_add(1, std::memory_order_relaxed); });
  }

  void fill(char* out, std::size_t size) override {
    thread_local Buffer buffer;
    if (size > buffer.bytes.size()) {
      read_kernel(out, size);
    } else {
      buffer.take(out, size);
    }
  }
};

using Octets = std::array<char, 16>;

Octets random_octets(Entropy& entropy) {
  Octets octets;
  entropy.fill(octets.data(), octets.size());
  return octets;
}

// RFC 9562, 4, 4.1 and 4.2: the version in octet 6, the variant 10 in octet 8; dashes before octets 4, 6, 8 and 10.
// Every call is given one, so it is written at once.
std::string formatted(Octets octets, unsigned version) {
  static constexpr std::string_view digits = "0123456789abcdef";
  octets[6] = static_cast<char>((static_cast<unsigned char>(octets[6]) & 0x0Fu) | version << 4);
  octets[8] = static_cast<char>((static_cast<unsigned char>(octets[8]) & 0x3Fu) | 0x80u);
  std::string text(36, '-');
  char* to = text.data();
  for (std::size_t i = 0; i < octets.size(); ++i) {
    const auto octet = static_cast<unsigned char>(octets[i]);
    if (i == 4 || i == 6 || i == 8 || i == 10) ++to;
    *to++ = digits[octet >> 4];
    *to++ = digits[octet & 15];
  }
  return text;
}

bool is_hex_digit(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

}  // namespace

std::string Entropy::bytes(std::size_t size) {
  std::string out(size, '\0');
  fill(out.data(), out.size());
  return out;
}

Entropy& system_entropy() {
  static SystemEntropy entropy;
  return entropy;
}

std::string uuid_v4(Entropy& entropy) { return formatted(random_octets(entropy), 4); }

std::string uuid_v5(std::string_view namespace_uuid, std::string_view name) {
  LINTEL_CHECK(is_uuid(namespace_uuid));
  std::string digits(namespace_uuid);
  std::erase(digits, '-');
  auto hashed = unhex(digits).value_or("");
  hashed.append(name);
  Octets octets;
  sha1_bytes(hashed).copy(octets.data(), octets.size());
  return formatted(octets, 5);
}

// RFC 9562, 5.7: 48 bits of milliseconds, most significant first; the rest random.
std::string uuid_v7(std::int64_t unix_ms, Entropy& entropy) {
  Octets octets = random_octets(entropy);
  for (std::size_t i = 0; i < 6; ++i) octets[i] = static_cast<char>(unix_ms >> (40 - 8 * i) & 0xFF);
  return formatted(octets, 7);
}

bool is_uuid(std::string_view text) {
  if (text.size() != 36) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (dash ? text[i] != '-' : !is_hex_digit(text[i])) return false;
  }
  return true;
}

std::string handle(std::string_view prefix, Entropy& entropy) {
  // Crockford's alphabet in lower case: no i, l, o, u, which people misread.
  static constexpr std::string_view alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
  std::string out(prefix);
  unsigned bits = 0;
  unsigned held = 0;
  for (const char c : entropy.bytes(16)) {
    bits = (bits << 8 | static_cast<unsigned char>(c)) & 0xFFFFu;
    for (held += 8; held >= 5; held -= 5) out.push_back(alphabet[bits >> (held - 5) & 31]);
  }
  out.push_back(alphabet[bits << (5 - held) & 31]);
  return out;
}

}  // namespace base
