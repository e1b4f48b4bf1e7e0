// SPDX-License-Identifier: Apache-2.0
#include <zlib.h>

#include <algorithm>
#include <limits>

#include "formats/zip/records.h"
#include "formats/zip/zip.h"

namespace formats::zip {
namespace {

using records::append;

constexpr std::uint64_t dos_first_day =
    0x0021'0000;                              // 1980-01-01 00:00, 4.4.6: date in the upper half, time in the lower
constexpr std::uint16_t version_needed = 20;  // 4.4.3: deflate
constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max() - 1;

// A raw deflate stream; empty where zlib has no memory.
std::string deflated(std::string_view content) {
  z_stream stream{};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK) return {};
  std::string packed(deflateBound(&stream, content.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
  stream.avail_in = static_cast<uInt>(content.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(std::min(packed.size(), most));
  const bool ended = deflate(&stream, Z_FINISH) == Z_STREAM_END;
  packed.resize(ended ? stream.total_out : 0);
  deflateEnd(&stream);
  return packed;
}

bool ascii(std::string_view name) {
  return std::ranges::all_of(name, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// What the local header and the central record have in common, 4.3.7: from "version needed" to "extra field length".
std::string common_fields(std::string_view name, std::string_view content, std::size_t packed, bool stored) {
  std::string fields;
  append(fields, version_needed, 2);
  append(fields, ascii(name) ? 0 : records::flag_utf8, 2);
  append(fields, stored ? records::method_stored : records::method_deflated, 2);
  append(fields, dos_first_day, 4);
  append(fields, crc32_z(0, reinterpret_cast<const Bytef*>(content.data()), content.size()), 4);
  append(fields, packed, 4);
  append(fields, content.size(), 4);
  append(fields, name.size(), 2);
  append(fields, 0, 2);
  return fields;
}

}  // namespace

void Writer::add(std::string_view name, std::string_view content) {
  LINTEL_CHECK(name.size() <= 0xffff && content.size() <= most && bytes_.size() <= most && count_ < 0xffff);
  const std::string packed = deflated(content);
  const bool stored = packed.empty() || packed.size() >= content.size();
  const std::string_view data = stored ? content : std::string_view(packed);
  const std::string fields = common_fields(name, content, data.size(), stored);

  append(directory_, records::central_signature, 4);
  append(directory_, version_needed, 2);
  directory_ += fields;
  directory_.append(2 + 2 + 2 + 4, '\0');  // comment, disk, internal and external attributes
  append(directory_, bytes_.size(), 4);
  directory_ += name;

  append(bytes_, records::local_signature, 4);
  bytes_ += fields;
  bytes_ += name;
  bytes_ += data;
  ++count_;
}

// 4.3.7 and 4.3.12. The sizes stand in the headers, so no data descriptor follows (4.4.4, bit 3).
base::Result<void> Writer::copy(const Archive& from, std::size_t member) {
  const Packed packed = TRY(from.packed(member));
  LINTEL_CHECK(packed.data.size() <= most && packed.unpacked <= most && bytes_.size() <= most && count_ < 0xffff);
  std::string fields(packed.record.substr(6, 14));  // from "version needed" to the check sum
  const auto flags = records::number16(fields, 2) & ~(1U << 3U);
  fields[2] = static_cast<char>(flags & 0xffU);
  append(fields, packed.data.size(), 4);
  append(fields, packed.unpacked, 4);
  append(fields, packed.name.size(), 2);

  append(directory_, records::central_signature, 4);
  directory_ += packed.record.substr(4, 2);  // made by
  directory_ += fields;
  append(directory_, packed.extra.size(), 2);
  append(directory_, packed.comment.size(), 2);
  append(directory_, 0, 2);                   // disk
  directory_ += packed.record.substr(36, 6);  // internal and external attributes
  append(directory_, bytes_.size(), 4);
  directory_.append(packed.name).append(packed.extra).append(packed.comment);

  append(bytes_, records::local_signature, 4);
  bytes_ += fields;
  append(bytes_, packed.local_extra.size(), 2);
  bytes_.append(packed.name).append(packed.local_extra).append(packed.data);
  ++count_;
  return {};
}

std::string Writer::finish() && {
  LINTEL_CHECK(bytes_.size() <= most);
  const std::size_t directory_at = bytes_.size();
  bytes_ += directory_;
  append(bytes_, records::end_signature, 4);
  append(bytes_, 0, 4);  // this disk, the directory's disk
  append(bytes_, count_, 2);
  append(bytes_, count_, 2);
  append(bytes_, directory_.size(), 4);
  append(bytes_, directory_at, 4);
  append(bytes_, 0, 2);  // comment
  return std::move(bytes_);
}

}  // namespace formats::zip
