// SPDX-License-Identifier: Apache-2.0
#include "transport/http_response.h"

#include <array>
#include <charconv>
#include <ctime>

namespace transport {
namespace {

void append_number(std::string& out, std::size_t number, int base = 10) {
  std::array<char, 24> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, base).ptr;
  out.append(digits.data(), end);
}

// RFC 9110, 5.6.7: IMF-fixdate, in English whatever the locale.
std::string imf_fixdate(std::time_t now) {
  static constexpr std::array<const char*, 7> days{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  static constexpr std::array<const char*, 12> months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  std::tm utc{};
  ::gmtime_r(&now, &utc);
  std::array<char, 40> numbers{};
  std::strftime(numbers.data(), numbers.size(), "%Y %H:%M:%S GMT", &utc);
  std::array<char, 4> day{};
  std::strftime(day.data(), day.size(), "%d", &utc);
  return std::string(days[static_cast<std::size_t>(utc.tm_wday)]) + ", " + day.data() + " " +
         months[static_cast<std::size_t>(utc.tm_mon)] + " " + numbers.data();
}

// A line break in a value would let its author write headers of their own.
void append_value(std::string& out, std::string_view value) {
  const auto start = out.size();
  out += value;
  for (auto i = start; i < out.size(); ++i)
    if (const auto c = static_cast<unsigned char>(out[i]); (c < 0x20 && c != '\t') || c == 0x7f) out[i] = ' ';
}

std::string common_head(int status, std::string_view content_type, std::time_t second) {
  std::string out = "HTTP/1.1 ";
  append_number(out, static_cast<std::size_t>(status));
  out += ' ';
  out += reason_phrase(status);
  // RFC 9110, 6.6.1: an origin server with a clock sends Date.
  out += "\r\nDate: ";
  out += imf_fixdate(second);
  out += "\r\n";
  if (content_type.empty()) return out;
  out += "Content-Type: ";
  append_value(out, content_type);
  out += "\r\n";
  return out;
}

// Most answers of a second begin alike, so the beginning of the last one is kept, by each thread for itself.
void append_common_head(std::string& out, int status, std::string_view content_type) {
  thread_local struct {
    int status = 0;
    std::time_t second = 0;
    std::string content_type, text;
  } last;
  std::timespec now{};
  ::clock_gettime(CLOCK_REALTIME_COARSE, &now);
  if (last.status != status || last.second != now.tv_sec || last.content_type != content_type)
    last = {status, now.tv_sec, std::string(content_type), common_head(status, content_type, now.tv_sec)};
  out += last.text;
}

// RFC 9112, 6.3, rule 1: these never have a body, and 1xx and 204 no Content-Length either.
bool has_no_length(int status) { return status == 204 || status < 200; }

void append_framing(std::string& out, const ResponseHead& head) {
  if (head.framing == Framing::chunked) {
    out += "Transfer-Encoding: chunked\r\n";
  } else if (head.framing == Framing::length && !has_no_length(head.status)) {
    out += "Content-Length: ";
    append_number(out, head.content_length);
    out += "\r\n";
  }
  if (head.close) out += "Connection: close\r\n";
}

}  // namespace

std::string_view reason_phrase(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 201:
      return "Created";
    case 202:
      return "Accepted";
    case 204:
      return "No Content";
    case 304:
      return "Not Modified";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 406:
      return "Not Acceptable";
    case 408:
      return "Request Timeout";
    case 409:
      return "Conflict";
    case 413:
      return "Content Too Large";
    case 414:
      return "URI Too Long";
    case 415:
      return "Unsupported Media Type";
    case 417:
      return "Expectation Failed";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 501:
      return "Not Implemented";
    case 503:
      return "Service Unavailable";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return "";  // RFC 9112, 4: the phrase may be empty
  }
}

void append_head(std::string& out, const ResponseHead& head, const ExtraHeaders& extra_headers) {
  append_common_head(out, head.status, head.content_type);
  append_framing(out, head);
  for (const auto& [name, value] : extra_headers) {
    append_value(out, name);
    out += ": ";
    append_value(out, value);
    out += "\r\n";
  }
  out += "\r\n";
}

void append_chunk(std::string& out, std::string_view data) {
  if (data.empty()) return;
  append_number(out, data.size(), 16);
  out += "\r\n";
  out += data;
  out += "\r\n";
}

void append_last_chunk(std::string& out) { out += "0\r\n\r\n"; }

std::string error_body(int status, std::string_view message) {
  std::string body = "{\"error\":{\"status\":";
  append_number(body, static_cast<std::size_t>(status));
  body += ",\"message\":\"";
  body += message;
  body += "\"}}\n";
  return body;
}

}  // namespace transport
