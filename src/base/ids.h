// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace base {

// The only source of randomness. Tests inject a seeded one.
class Entropy {
 public:
  virtual ~Entropy() = default;
  virtual void fill(char* out, std::size_t size) = 0;  // thread-safe
  std::string bytes(std::size_t size);
};

Entropy& system_entropy();  // getrandom(2), buffered per thread

// UUIDs in their 36-character lower-case form.
std::string uuid_v4(Entropy& entropy);
std::string uuid_v5(std::string_view namespace_uuid, std::string_view name);  // RFC 9562 5.5
std::string uuid_v7(std::int64_t unix_ms, Entropy& entropy);                  // RFC 9562 5.7
bool is_uuid(std::string_view text);

// An unguessable name for something the server minted: prefix + 26 characters (128 bits, base32).
std::string handle(std::string_view prefix, Entropy& entropy);

// The namespace under which principals' ids are derived from names.
inline constexpr std::string_view lintel_namespace = "6f1c1c6e-0a35-5d51-9c3b-8d0e3c2f7a11";

}  // namespace base
