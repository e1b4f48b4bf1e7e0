// SPDX-License-Identifier: Apache-2.0
#include "formats/idf/gunzip.h"

#include <zlib.h>

#include <algorithm>

namespace formats::idf {

base::Result<void> gunzip(std::string_view packed, std::size_t max_bytes, const Parts& parts) {
  z_stream stream{};
  // 16: a gzip header (RFC 1952)
  if (inflateInit2(&stream, MAX_WBITS + 16) != Z_OK) return base::fail(base::Code::internal, "zlib did not start");
  std::string part(std::size_t{64} << 10, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));  // NOLINT(*-const-cast): zlib only reads
  stream.avail_in = static_cast<uInt>(packed.size());
  int code = Z_OK;
  while (code == Z_OK && stream.total_out <= max_bytes) {
    stream.next_out = reinterpret_cast<Bytef*>(part.data());
    stream.avail_out = static_cast<uInt>(part.size());
    code = inflate(&stream, Z_NO_FLUSH);
    parts(std::string_view(part).substr(0, part.size() - stream.avail_out));
  }
  const bool whole = code == Z_STREAM_END && stream.total_out <= max_bytes;
  inflateEnd(&stream);
  if (!whole) return base::fail(base::Code::parse, "the file is not a whole gzip stream of the size that is allowed");
  return {};
}

// RFC 1952, 2.3.1: ISIZE, the last four bytes, the least significant first.
std::size_t unpacked_size(std::string_view packed) {
  std::size_t size = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(packed.size(), 4); ++i)
    size = size << 8 | static_cast<unsigned char>(packed[packed.size() - 1 - i]);
  return size;
}

base::Result<std::string> gunzip(std::string_view packed, std::size_t max_bytes) {
  std::string text;
  text.reserve(std::min({unpacked_size(packed), max_bytes, packed.size() * 32}));
  TRY(gunzip(packed, max_bytes, [&](std::string_view part) { text += part; }));
  return text;
}

}  // namespace formats::idf
