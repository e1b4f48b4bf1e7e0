// SPDX-License-Identifier: Apache-2.0
#include "formats/idf/gunzip.h"

#include <zlib.h>

#include <algorithm>

namespace formats::idf {

base::Result<std::string> gunzip(std::string_view packed, std::size_t max_bytes) {
  z_stream stream{};
  // 16: a gzip header (RFC 1952)
  if (inflateInit2(&stream, MAX_WBITS + 16) != Z_OK) return base::fail(base::Code::internal, "zlib did not start");
  std::string text(std::min(packed.size() * 16 + 4096, max_bytes), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));  // NOLINT(*-const-cast): zlib only reads
  stream.avail_in = static_cast<uInt>(packed.size());
  int code = Z_OK;
  while (code == Z_OK && stream.total_out < max_bytes) {
    if (stream.total_out == text.size()) text.resize(std::min(text.size() * 2, max_bytes));
    stream.next_out = reinterpret_cast<Bytef*>(text.data()) + stream.total_out;
    stream.avail_out = static_cast<uInt>(text.size() - stream.total_out);
    code = inflate(&stream, Z_NO_FLUSH);
  }
  text.resize(stream.total_out);
  inflateEnd(&stream);
  if (code != Z_STREAM_END)
    return base::fail(base::Code::parse, "the file is not a whole gzip stream of the size that is allowed");
  return text;
}

}  // namespace formats::idf
