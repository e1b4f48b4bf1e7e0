// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "transport/http.h"

// The bytes of HTTP/1.1 answers. Thread-safe; everything is appended to `out`.
namespace transport {

// How the end of the body is found (RFC 9112, 6.3).
enum class Framing : std::uint8_t { length, chunked, until_close };

struct ResponseHead {
  int status = 200;
  std::string_view content_type = {};
  Framing framing = Framing::length;
  std::size_t content_length = 0;
  bool close = false;
};

void append_head(std::string& out, const ResponseHead& head, const ExtraHeaders& extra_headers);
// An empty chunk is left out: it would end the body.
void append_chunk(std::string& out, std::string_view data);
void append_last_chunk(std::string& out);

std::string_view reason_phrase(int status);
// {"error":{"status":404,"message":"…"}}; `message` is plain text of our own.
std::string error_body(int status, std::string_view message);

}  // namespace transport
