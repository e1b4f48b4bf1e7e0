// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

// ZIP archives (APPNOTE 6.3): stored and deflated members, no encryption. For .ifczip, .xlsx, .bcf and .aasx.
namespace formats::zip {

struct Limits {
  std::size_t max_members = 10'000;
  std::size_t max_member_bytes = std::size_t{2} << 30;  // unpacked, counted while it is unpacked
  std::size_t max_ratio = 1000;                         // unpacked to packed, from 1 MiB on: what a bomb has
};
struct Member {
  std::string name;  // as stored; never used as a path on disk
  std::uint64_t packed = 0, unpacked = 0;
};
// A member as it lies in the archive, to be copied. Views into its bytes.
struct Packed {
  std::string_view record;  // of the directory, without what follows it
  std::string_view name, data, comment;
  std::string extra, local_extra;  // without the 64-bit sizes
  std::uint64_t unpacked = 0;
};

// Reads an archive that lies in memory; `bytes` must outlive it. Immutable, thread-safe.
class Archive {
 public:
  static base::Result<Archive> open(std::string_view bytes, const Limits& limits = {});
  const std::vector<Member>& members() const { return members_; }
  // The content, its CRC checked. Fails for an unknown name, a broken stream, and beyond the limits.
  base::Result<std::string> read(std::string_view name) const;
  base::Result<std::string> read(std::size_t member) const;
  base::Result<Packed> packed(std::size_t member) const;

 private:
  std::string_view bytes_;
  Limits limits_;
  std::vector<Member> members_;
  std::vector<std::uint64_t> headers_;  // where each member's central record lies
};

// Writes an archive. The same calls give the same bytes: every member is dated 1980-01-01. Below 4 GiB and 65535
// members, each of its own name (the caller sees to it).
class Writer {
 public:
  void add(std::string_view name, std::string_view content);
  // A member as it is packed in another archive, with its date, attributes and further fields. Nothing is unpacked, so
  // nothing is checked either. Fails where the other archive is broken at that place.
  base::Result<void> copy(const Archive& from, std::size_t member);
  std::string finish() &&;

 private:
  std::string bytes_, directory_;
  std::size_t count_ = 0;
};

}  // namespace formats::zip
