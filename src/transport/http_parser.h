// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "transport/http.h"

namespace transport {

struct ParserLimits {
  std::size_t max_header_bytes = 32UL * 1024;  // request line and headers; the trailers of a chunked body again
  std::size_t max_headers = 100;
  std::size_t max_body_bytes = 16UL * 1024 * 1024;
};

// Reads HTTP/1.x requests (RFC 9112), strictly: what two readers could frame differently is refused.
// Pure: no sockets, no clock. Not thread-safe.
//
// The caller keeps the bytes that are not yet consumed and shows all of them at each call:
//   step = parser.parse(buffer); …use request()…; drop step.consumed bytes from the front; repeat.
// The answer does not depend on how the bytes were split over calls. After `request`, its views point into
// the shown buffer (or into the parser, for a chunked body) until the next parse(). After `error` the
// connection cannot be read further.
class HttpParser {
 public:
  enum class State : std::uint8_t { need_more, request, error };
  struct Step {
    State state = State::need_more;
    std::size_t consumed = 0;
    int status = 0;                // of an error: the HTTP status to answer
    std::string_view reason = {};  // of an error: one sentence, static
  };

  explicit HttpParser(ParserLimits limits = {});

  Step parse(std::string_view buffer);

  // The request of the last step; the caller fills in the peer once, it is left alone.
  Request& request() { return request_; }
  bool keep_alive() const { return keep_alive_; }
  bool http_1_0() const { return minor_version_ == 0; }
  // The head is complete and the body is not: the time for "100 Continue", if the client waits for it.
  bool in_body() const { return phase_ >= Phase::sized_body && phase_ < Phase::done; }
  bool expects_continue() const { return expects_continue_ && in_body() && body_seen_ == 0; }
  // Bytes of the body seen so far, to tell progress from a trickle.
  std::uint64_t body_seen() const { return body_seen_; }
  // Some bytes of a request have been seen.
  bool started() const { return phase_ != Phase::done && (phase_ != Phase::request_line || scanned_ > 0); }
  // The request without its body, once in_body(): `buffer` is what was shown last, without what was consumed.
  const Request& head(std::string_view buffer);
  // Bytes of the body that are kept here, not in the caller's buffer.
  std::size_t kept_bytes() const { return body_.size(); }
  // Throws them away; this request will not be read to its end.
  void abandon_body() { std::string().swap(body_); }
  // Gives back memory that a big request needed.
  void release_memory();

 private:
  enum class Phase : std::uint8_t {
    request_line,
    headers,
    sized_body,
    chunk_size,
    chunk_data,
    chunk_end,
    trailers,
    done
  };
  struct Slice {
    std::uint32_t at = 0;
    std::uint32_t size = 0;
  };
  struct Field {
    Slice name;
    Slice value;
  };
  struct Fault {
    int status = 0;
    std::string_view reason = {};
  };

  void reset();
  Fault read_head(std::string_view buffer);
  Fault read_line(std::string_view buffer, Slice line);
  Fault read_request_line(std::string_view buffer, Slice line);
  Fault read_target(std::string_view buffer, Slice target);
  Fault read_absolute_target(std::string_view buffer, Slice target);
  void split_query(std::string_view buffer, Slice target);
  Fault read_field(std::string_view buffer, Slice line);
  Fault note_field(std::string_view name, std::string_view value, Slice value_slice);
  Fault note_content_length(std::string_view value);
  Fault note_transfer_encoding(std::string_view value);
  Fault note_expect(std::string_view value);
  Fault end_of_head(std::string_view buffer);
  Fault check_host(std::string_view buffer) const;
  Step read_body(std::string_view buffer);
  Step read_chunks(std::string_view buffer, std::size_t used);
  Fault read_chunk_line(std::string_view line);
  Fault read_trailer_line(std::string_view line);
  std::size_t take_chunk_data(std::string_view bytes);
  void fill_request(std::string_view head, std::string_view body);
  Step deliver(std::string_view head, std::string_view body, std::size_t consumed);
  Step failed(Fault fault);

  ParserLimits limits_;
  Request request_;
  Phase phase_ = Phase::request_line;
  Fault fault_;
  std::size_t line_start_ = 0;  // of the line being read, in the buffer
  std::size_t scanned_ = 0;     // no line end before this
  std::size_t head_size_ = 0;
  std::vector<Field> fields_;
  std::vector<Header> headers_;
  Slice method_, path_, query_, authority_, host_;  // in the buffer
  int minor_version_ = 1;
  bool keep_alive_ = true;
  bool expects_continue_ = false;
  bool has_host_ = false;
  bool has_length_ = false;
  bool has_coding_ = false;
  bool has_authority_ = false;
  std::uint64_t content_length_ = 0;
  std::uint64_t body_seen_ = 0;
  // A chunked body is decoded as it comes, so the head is kept here and its bytes are consumed.
  std::string head_;
  std::string body_;
  std::uint64_t chunk_left_ = 0;
  std::size_t framing_extra_ = 0;  // chunk extensions and trailers so far
};

}  // namespace transport
