// SPDX-License-Identifier: Apache-2.0
#include "transport/http_parser.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

#include "base/text.h"
#include "transport/ascii.h"

namespace transport {
namespace {

constexpr std::size_t max_chunk_line_bytes = 1024;
constexpr std::size_t keep_bytes = 64UL * 1024;

enum CharClass : std::uint8_t { token_char = 1, value_char = 2, target_char = 4, host_char = 8 };

constexpr bool is_alnum(unsigned c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

constexpr std::array<std::uint8_t, 256> char_classes() {
  std::array<std::uint8_t, 256> table{};
  for (unsigned c = 0; c < 256; ++c) {
    unsigned bits = 0;
    // RFC 9110, 5.6.2: tchar
    if (is_alnum(c) || (c < 128 && c != 0 && std::string_view("!#$%&'*+-.^_`|~").contains(static_cast<char>(c))))
      bits |= token_char;
    // RFC 9110, 5.5: field-vchar, SP, HTAB
    if (c == '\t' || (c >= 0x20 && c != 0x7f)) bits |= value_char;
    // RFC 9112, 3.2: a request-target has no whitespace, no controls and no fragment.
    if (c > 0x20 && c < 0x7f && c != '#') bits |= target_char;
    // RFC 3986, 3.2.2 and 3.2.3: host [":" port], userinfo excluded
    if (is_alnum(c) || (c < 128 && c != 0 && std::string_view("-._~%!$&'()*+,;=:[]").contains(static_cast<char>(c))))
      bits |= host_char;
    table[c] = static_cast<std::uint8_t>(bits);
  }
  return table;
}

constexpr auto classes = char_classes();

bool all_of_class(std::string_view text, CharClass wanted) {
  std::uint8_t common = 0xff;
  for (const char c : text) common &= classes[static_cast<unsigned char>(c)];
  return (common & wanted) != 0;
}

// As all_of_class(text, value_char), but by the word. Of the controls only the tab is allowed, and that is rare.
bool is_value(std::string_view text) {
  namespace swar = base::swar;
  const auto control = [](std::uint64_t word) { return swar::controls(word) | swar::equal_to(word, '\x7f'); };
  return swar::find(text, control) == text.size() || all_of_class(text, value_char);
}

std::string_view cut(std::string_view buffer, std::uint32_t at, std::uint32_t size) { return buffer.substr(at, size); }

bool is_digit(char c) { return c >= '0' && c <= '9'; }

int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  const char low = ascii_lower(c);
  return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
}

// A TLS greeting has no line end; whoever sends one should not have to wait for a timeout.
bool cannot_be_method(std::string_view start) {
  return !start.empty() && start.front() != '\r' && !all_of_class(start.substr(0, 1), token_char);
}

// RFC 9110, 7.6.1: Connection is a list of options, case-insensitive.
bool list_has(std::string_view list, std::string_view option) {
  while (!list.empty()) {
    const auto comma = list.find(',');
    if (base::equals_ignoring_case(trim_ows(list.substr(0, comma)), option)) return true;
    list = comma == std::string_view::npos ? std::string_view{} : list.substr(comma + 1);
  }
  return false;
}

}  // namespace

std::string_view Request::header(std::string_view name) const {
  for (const auto& field : headers)
    if (base::equals_ignoring_case(field.name, name)) return field.value;
  return {};
}

bool Request::has_header(std::string_view name) const { return count_header(name) > 0; }

std::size_t Request::count_header(std::string_view name) const {
  return static_cast<std::size_t>(std::ranges::count_if(
      headers, [&](const Header& field) { return base::equals_ignoring_case(field.name, name); }));
}

HttpParser::HttpParser(ParserLimits limits) : limits_(limits) {
  // Slices are 32 bits wide.
  limits_.max_header_bytes = std::min<std::size_t>(limits_.max_header_bytes, std::numeric_limits<std::int32_t>::max());
}

HttpParser::Step HttpParser::parse(std::string_view buffer) {
  if (fault_.status != 0) return failed(fault_);
  if (phase_ == Phase::done || !started()) reset();
  if (phase_ <= Phase::headers) {
    if (const auto fault = read_head(buffer); fault.status != 0) return failed(fault);
    if (phase_ <= Phase::headers) return {};
  }
  return read_body(buffer);
}

void HttpParser::reset() {
  phase_ = Phase::request_line;
  line_start_ = scanned_ = head_size_ = 0;
  fields_.clear();
  method_ = path_ = query_ = authority_ = host_ = {};
  minor_version_ = 1;
  keep_alive_ = true;
  expects_continue_ = has_host_ = has_length_ = has_coding_ = has_authority_ = false;
  content_length_ = body_seen_ = chunk_left_ = 0;
  framing_extra_ = 0;
  head_.clear();
  body_.clear();
}

void HttpParser::release_memory() {
  if (started()) return;
  if (head_.capacity() > keep_bytes) std::string().swap(head_);
  if (body_.capacity() > keep_bytes) std::string().swap(body_);
}

// Line by line, so that a mistake is answered as soon as its line is there, however the bytes arrive.
HttpParser::Fault HttpParser::read_head(std::string_view buffer) {
  const auto limited = buffer.substr(0, limits_.max_header_bytes);
  while (phase_ <= Phase::headers) {
    const auto line_end = limited.find('\n', scanned_);
    if (line_end == std::string_view::npos) {
      scanned_ = limited.size();
      if (phase_ == Phase::request_line && cannot_be_method(limited.substr(line_start_)))
        return {400, "This is not HTTP."};
      if (buffer.size() < limits_.max_header_bytes) return {};
      // RFC 9110, 15.5.15 and RFC 6585, 5
      if (phase_ == Phase::request_line) return {414, "The request target is too long."};
      return {431, "The request header is too large."};
    }
    // RFC 9112, 2.2: a recipient may accept a bare LF; we do not, because others do not.
    if (line_end == line_start_ || buffer[line_end - 1] != '\r') return {400, "A line does not end with CRLF."};
    const Slice line{static_cast<std::uint32_t>(line_start_), static_cast<std::uint32_t>(line_end - 1 - line_start_)};
    const bool first = line_start_ == 0;
    line_start_ = scanned_ = line_end + 1;
    // RFC 9112, 2.2: ignore an empty line received prior to the request-line.
    if (first && line.size == 0) continue;
    if (const auto fault = read_line(buffer, line); fault.status != 0) return fault;
  }
  return {};
}

HttpParser::Fault HttpParser::read_line(std::string_view buffer, Slice line) {
  if (phase_ == Phase::request_line) return read_request_line(buffer, line);
  if (line.size == 0) return end_of_head(buffer);
  return read_field(buffer, line);
}

// RFC 9112, 3: request-line = method SP request-target SP HTTP-version
HttpParser::Fault HttpParser::read_request_line(std::string_view buffer, Slice line) {
  const auto text = cut(buffer, line.at, line.size);
  const auto method_end = text.find(' ');
  const auto target_end = method_end == text.npos ? text.npos : text.find(' ', method_end + 1);
  if (target_end == text.npos) return {400, "The request line is malformed."};
  if (!all_of_class(text.substr(0, method_end), token_char) || method_end == 0)
    return {400, "The method is not a token."};
  // RFC 9112, 2.3: HTTP-version = HTTP-name "/" DIGIT "." DIGIT
  const auto version = text.substr(target_end + 1);
  if (version.size() != 8 || !version.starts_with("HTTP/") || !is_digit(version[5]) || version[6] != '.' ||
      !is_digit(version[7]))
    return {400, "The HTTP version is malformed."};
  if (version[5] != '1') return {505, "Only HTTP/1.0 and HTTP/1.1 are spoken here."};
  minor_version_ = version[7] == '0' ? 0 : 1;
  keep_alive_ = minor_version_ != 0;
  method_ = {line.at, static_cast<std::uint32_t>(method_end)};
  phase_ = Phase::headers;
  const auto target_at = line.at + static_cast<std::uint32_t>(method_end) + 1;
  return read_target(buffer, {target_at, line.at + static_cast<std::uint32_t>(target_end) - target_at});
}

// RFC 9112, 3.2: origin-form, absolute-form or, for OPTIONS only, asterisk-form. No CONNECT here.
HttpParser::Fault HttpParser::read_target(std::string_view buffer, Slice target) {
  const auto text = cut(buffer, target.at, target.size);
  if (text.empty() || !all_of_class(text, target_char)) return {400, "The request target has an invalid character."};
  const bool is_asterisk = text == "*" && cut(buffer, method_.at, method_.size) == "OPTIONS";
  if (text.front() != '/' && !is_asterisk) return read_absolute_target(buffer, target);
  split_query(buffer, target);
  return {};
}

HttpParser::Fault HttpParser::read_absolute_target(std::string_view buffer, Slice target) {
  const auto text = cut(buffer, target.at, target.size);
  const auto scheme_end = text.find("://");
  if (scheme_end == text.npos) return {400, "The request target is neither a path nor a URL."};
  const auto scheme = text.substr(0, scheme_end);
  if (!base::equals_ignoring_case(scheme, "http") && !base::equals_ignoring_case(scheme, "https"))
    return {400, "The request target has an unknown scheme."};
  const auto start = scheme_end + 3;
  const auto authority_end = std::min(text.find_first_of("/?", start), text.size());
  const auto authority = text.substr(start, authority_end - start);
  if (authority.empty() || !all_of_class(authority, host_char)) return {400, "The request target has no valid host."};
  authority_ = {target.at + static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(authority.size())};
  has_authority_ = true;
  const auto skipped = static_cast<std::uint32_t>(authority_end);
  split_query(buffer, {target.at + skipped, target.size - skipped});
  return {};
}

void HttpParser::split_query(std::string_view buffer, Slice target) {
  path_ = target;
  const auto mark = cut(buffer, target.at, target.size).find('?');
  if (mark == std::string_view::npos) return;
  path_.size = static_cast<std::uint32_t>(mark);
  query_ = {target.at + path_.size + 1, target.size - path_.size - 1};
}

// RFC 9112, 5: field-line = field-name ":" OWS field-value OWS
HttpParser::Fault HttpParser::read_field(std::string_view buffer, Slice line) {
  const auto text = cut(buffer, line.at, line.size);
  // RFC 9112, 5.2: obs-fold must be refused or unfolded.
  if (text.front() == ' ' || text.front() == '\t') return {400, "A header is folded over lines."};
  const auto colon = text.find(':');
  if (colon == text.npos) return {400, "A header has no colon."};
  const auto name = text.substr(0, colon);
  // RFC 9112, 5.1: whitespace between the name and the colon must be refused.
  if (name.empty() || !all_of_class(name, token_char)) return {400, "A header name is not a token."};
  const auto value = trim_ows(text.substr(colon + 1));
  if (!is_value(value)) return {400, "A header value has a control character."};
  if (fields_.size() >= limits_.max_headers) return {431, "There are too many headers."};
  const Slice value_slice{static_cast<std::uint32_t>(value.data() - buffer.data()),
                          static_cast<std::uint32_t>(value.size())};
  fields_.push_back({{line.at, static_cast<std::uint32_t>(colon)}, value_slice});
  return note_field(name, value, value_slice);
}

// The length of the name tells most headers apart before any is compared.
HttpParser::Fault HttpParser::note_field(std::string_view name, std::string_view value, Slice value_slice) {
  switch (name.size()) {
    case 4:
      if (!base::equals_ignoring_case(name, "host")) break;
      if (has_host_) return {400, "There is more than one Host header."};
      has_host_ = true;
      host_ = value_slice;
      break;
    case 6:
      if (base::equals_ignoring_case(name, "expect")) return note_expect(value);
      break;
    case 10:
      if (base::equals_ignoring_case(name, "connection") && list_has(value, "close")) keep_alive_ = false;
      break;
    case 14:
      if (base::equals_ignoring_case(name, "content-length")) return note_content_length(value);
      break;
    case 17:
      if (base::equals_ignoring_case(name, "transfer-encoding")) return note_transfer_encoding(value);
      break;
    default:
      break;
  }
  return {};
}

// RFC 9112, 6.3: Content-Length = 1*DIGIT, once.
HttpParser::Fault HttpParser::note_content_length(std::string_view value) {
  if (has_length_) return {400, "There is more than one Content-Length."};
  if (value.empty() || !std::ranges::all_of(value, is_digit)) return {400, "The Content-Length is not a number."};
  has_length_ = true;
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  for (const char c : value) {
    const auto digit = static_cast<std::uint64_t>(c - '0');
    content_length_ = content_length_ > (most - digit) / 10 ? most : content_length_ * 10 + digit;
  }
  return {};
}

// RFC 9112, 6.1: a server that does not understand a transfer coding should answer 501.
HttpParser::Fault HttpParser::note_transfer_encoding(std::string_view value) {
  if (has_coding_) return {400, "There is more than one Transfer-Encoding."};
  if (!base::equals_ignoring_case(value, "chunked")) return {501, "The only transfer coding understood is chunked."};
  has_coding_ = true;
  return {};
}

// RFC 9110, 10.1.1
HttpParser::Fault HttpParser::note_expect(std::string_view value) {
  if (!base::equals_ignoring_case(value, "100-continue"))
    return {417, "The only expectation understood is 100-continue."};
  expects_continue_ = minor_version_ != 0;
  return {};
}

HttpParser::Fault HttpParser::end_of_head(std::string_view buffer) {
  if (const auto fault = check_host(buffer); fault.status != 0) return fault;
  // RFC 9112, 6.1: both together are a sign of request smuggling; a coding in HTTP/1.0 is faulty framing.
  if (has_coding_ && has_length_) return {400, "Content-Length and Transfer-Encoding exclude each other."};
  if (has_coding_ && minor_version_ == 0) return {400, "HTTP/1.0 has no Transfer-Encoding."};
  if (content_length_ > limits_.max_body_bytes) return {413, "The request body is too large."};
  head_size_ = line_start_;
  phase_ = has_coding_ ? Phase::chunk_size : Phase::sized_body;
  return {};
}

// RFC 9112, 3.2: a 1.1 request without exactly one valid Host is answered 400. The same for a URL as target
// that names another host: routing by one and checking by the other is how rules are got round.
HttpParser::Fault HttpParser::check_host(std::string_view buffer) const {
  if (!has_host_) return minor_version_ == 0 ? Fault{} : Fault{400, "The Host header is missing."};
  const auto host = cut(buffer, host_.at, host_.size);
  if (!host.empty() && !all_of_class(host, host_char)) return {400, "The Host header is malformed."};
  if (has_authority_ && !base::equals_ignoring_case(host, cut(buffer, authority_.at, authority_.size)))
    return {400, "The Host header and the request target name different hosts."};
  return {};
}

HttpParser::Step HttpParser::read_body(std::string_view buffer) {
  if (phase_ != Phase::sized_body) {
    if (!head_.empty()) return read_chunks(buffer, 0);
    head_.assign(buffer.substr(0, head_size_));
    return read_chunks(buffer, head_size_);
  }
  body_seen_ = std::min<std::uint64_t>(buffer.size() - head_size_, content_length_);
  if (body_seen_ < content_length_) return {};
  const auto size = static_cast<std::size_t>(content_length_);
  return deliver(buffer, buffer.substr(head_size_, size), head_size_ + size);
}

// RFC 9112, 7.1: chunked-body = *chunk last-chunk trailer-section CRLF
HttpParser::Step HttpParser::read_chunks(std::string_view buffer, std::size_t used) {
  while (phase_ != Phase::done) {
    const auto rest = buffer.substr(used);
    if (phase_ == Phase::chunk_data) {
      used += take_chunk_data(rest);
      if (chunk_left_ > 0) return {.consumed = used};
      phase_ = Phase::chunk_end;
      continue;
    }
    const auto max_line = phase_ == Phase::trailers ? limits_.max_header_bytes : max_chunk_line_bytes;
    const auto line_end = rest.substr(0, max_line).find('\n');
    if (line_end == rest.npos && rest.size() >= max_line)
      return failed({400, "A line of the chunked body is too long."});
    if (line_end == rest.npos) return {.consumed = used};
    if (line_end == 0 || rest[line_end - 1] != '\r') return failed({400, "A line of the chunked body has no CRLF."});
    const auto line = rest.substr(0, line_end - 1);
    const auto fault = phase_ == Phase::trailers ? read_trailer_line(line) : read_chunk_line(line);
    if (fault.status != 0) return failed(fault);
    used += line_end + 1;
    ++body_seen_;
  }
  return deliver(head_, body_, used);
}

std::size_t HttpParser::take_chunk_data(std::string_view bytes) {
  const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), chunk_left_));
  body_.append(bytes.substr(0, size));
  chunk_left_ -= size;
  body_seen_ += size;
  return size;
}

// chunk-size [ chunk-ext ], or the empty line that ends a chunk's data
HttpParser::Fault HttpParser::read_chunk_line(std::string_view line) {
  if (phase_ == Phase::chunk_end) {
    phase_ = Phase::chunk_size;
    return line.empty() ? Fault{} : Fault{400, "A chunk is longer than it says."};
  }
  const auto digits = std::min(line.find(';'), line.size());
  const auto extension = line.substr(digits);
  if (digits == 0 || digits > 16 || (!extension.empty() && !all_of_class(extension, value_char)))
    return {400, "A chunk size is malformed."};
  std::uint64_t size = 0;
  for (const char c : line.substr(0, digits)) {
    const int value = hex_value(c);
    if (value < 0) return {400, "A chunk size is malformed."};
    size = size * 16 + static_cast<std::uint64_t>(value);
  }
  framing_extra_ += extension.size();
  if (framing_extra_ > limits_.max_header_bytes) return {400, "The chunk extensions are too large."};
  if (size > limits_.max_body_bytes - body_.size()) return {413, "The request body is too large."};
  chunk_left_ = size;
  phase_ = size == 0 ? Phase::trailers : Phase::chunk_data;
  return {};
}

// RFC 9112, 7.1.2: trailers may be discarded; they are checked, so that they cannot hide another request.
HttpParser::Fault HttpParser::read_trailer_line(std::string_view line) {
  if (line.empty()) {
    phase_ = Phase::done;
    return {};
  }
  framing_extra_ += line.size();
  if (framing_extra_ > limits_.max_header_bytes) return {431, "The trailers are too large."};
  const auto colon = line.find(':');
  if (colon == line.npos || colon == 0 || !all_of_class(line.substr(0, colon), token_char) ||
      !all_of_class(line.substr(colon), value_char))
    return {400, "A trailer is malformed."};
  return {};
}

const Request& HttpParser::head(std::string_view buffer) {
  fill_request(head_.empty() ? buffer : std::string_view(head_), {});
  return request_;
}

HttpParser::Step HttpParser::deliver(std::string_view head, std::string_view body, std::size_t consumed) {
  fill_request(head, body);
  phase_ = Phase::done;
  return {.state = State::request, .consumed = consumed};
}

void HttpParser::fill_request(std::string_view head, std::string_view body) {
  headers_.clear();
  for (const auto& field : fields_)
    headers_.push_back({cut(head, field.name.at, field.name.size), cut(head, field.value.at, field.value.size)});
  request_.method = cut(head, method_.at, method_.size);
  request_.path = cut(head, path_.at, path_.size);
  // RFC 9112, 3.2.1: an empty path is sent as "/".
  if (path_.size == 0) request_.path = "/";
  request_.query = cut(head, query_.at, query_.size);
  request_.headers = headers_;
  request_.body = body;
}

HttpParser::Step HttpParser::failed(Fault fault) {
  fault_ = fault;
  return {.state = State::error, .status = fault.status, .reason = fault.reason};
}

}  // namespace transport
