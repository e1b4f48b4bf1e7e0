// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

// The numbers of APPNOTE.TXT 6.3.10, section 4.3: all little-endian, at fixed places.
namespace formats::zip::records {

inline constexpr std::uint32_t local_signature = 0x04034b50;      // 4.3.7
inline constexpr std::uint32_t central_signature = 0x02014b50;    // 4.3.12
inline constexpr std::uint32_t end64_signature = 0x06064b50;      // 4.3.14
inline constexpr std::uint32_t locator64_signature = 0x07064b50;  // 4.3.15
inline constexpr std::uint32_t end_signature = 0x06054b50;        // 4.3.16

inline constexpr std::size_t local_bytes = 30, central_bytes = 46, end64_bytes = 56, locator64_bytes = 20,
                             end_bytes = 22;

inline constexpr std::uint16_t flag_encrypted = 1 << 0, flag_utf8 = 1 << 11;  // 4.4.4
inline constexpr std::uint16_t method_stored = 0, method_deflated = 8;        // 4.4.5

// The number of `size` bytes at `at`. The caller has checked that they are there.
inline std::uint64_t number(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = size; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}
inline std::uint16_t number16(std::string_view bytes, std::size_t at) {
  return static_cast<std::uint16_t>(number(bytes, at, 2));
}
inline std::uint32_t number32(std::string_view bytes, std::size_t at) {
  return static_cast<std::uint32_t>(number(bytes, at, 4));
}
inline std::uint64_t number64(std::string_view bytes, std::size_t at) { return number(bytes, at, 8); }

inline void append(std::string& to, std::uint64_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) to += static_cast<char>(value >> (8 * i) & 0xff);
}

}  // namespace formats::zip::records
