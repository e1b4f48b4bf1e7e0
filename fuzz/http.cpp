// SPDX-License-Identifier: Apache-2.0
// The HTTP parser: the same bytes, split as the first bytes say, must come out the same as in one piece.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "transport/http_parser.h"

namespace {

using transport::HttpParser;

constexpr transport::ParserLimits limits{.max_header_bytes = 1024, .max_headers = 12, .max_body_bytes = 256};

void note(const HttpParser::Step& step, HttpParser& parser, std::string& seen) {
  if (step.state == HttpParser::State::error) {
    seen.append("error ").append(std::to_string(step.status));
    return;
  }
  const auto& request = parser.request();
  seen.append(request.method).append(" ").append(request.path).append("?").append(request.query).append("\n");
  for (const auto& header : request.headers) seen.append(header.name).append(":").append(header.value).append("\n");
  seen.append(request.body).append(parser.keep_alive() ? "\nkeep\n" : "\nclose\n");
  if (request.body.size() > limits.max_body_bytes || request.headers.size() > limits.max_headers) std::abort();
}

// Feeds pieces of the sizes in `sizes`, over and over; one piece when there are none.
std::string outcome(std::string_view bytes, std::string_view sizes) {
  HttpParser parser(limits);
  std::string buffer;
  std::string seen;
  for (std::size_t turn = 0; !bytes.empty(); ++turn) {
    const auto wanted = sizes.empty() ? bytes.size() : 1 + static_cast<unsigned char>(sizes[turn % sizes.size()]) % 64U;
    const auto piece = bytes.substr(0, std::min(wanted, bytes.size()));
    buffer += piece;
    bytes.remove_prefix(piece.size());
    for (bool more = true; more && !buffer.empty();) {
      const auto step = parser.parse(buffer);
      if (step.consumed > buffer.size()) std::abort();
      if (step.state != HttpParser::State::need_more) note(step, parser, seen);
      if (step.state == HttpParser::State::error) return seen;
      more = step.state == HttpParser::State::request;
      buffer.erase(0, step.consumed);
    }
    // What is kept is bounded by the limits, whatever comes.
    if (buffer.size() > limits.max_header_bytes + limits.max_body_bytes + 64) std::abort();
  }
  return seen;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t sizes_count = 4;
  if (size < sizes_count) return 0;
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const auto bytes = input.substr(sizes_count);
  const auto split = outcome(bytes, input.substr(0, sizes_count));
  if (split != outcome(bytes, {})) std::abort();
  return 0;
}
