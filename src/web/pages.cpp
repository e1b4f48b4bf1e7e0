// SPDX-License-Identifier: Apache-2.0
#include "web/pages.h"

#include <zlib.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <vector>

#include "base/crypto.h"
#include "base/text.h"

namespace web {

namespace {

constexpr std::size_t max_page_bytes = std::size_t{1} << 20;   // web/build.mjs refuses a quarter of it
constexpr std::string_view data_place = "<!--lintel-data-->";  // where web/build.mjs leaves room

// RFC 1952. The bytes are our own; a failure is a broken build.
std::string unpack(std::string_view packed) {
  constexpr int gzip_only = 15 + 16;
  z_stream stream = {};
  LINTEL_CHECK(inflateInit2(&stream, gzip_only) == Z_OK);
  std::string out(max_page_bytes, '\0');
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): zlib reads only
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int outcome = inflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  inflateEnd(&stream);
  LINTEL_CHECK(outcome == Z_STREAM_END);
  out.shrink_to_fit();
  return out;
}

base::Error unknown(std::string_view name) {
  std::vector<std::string> known;
  for (const Page& page : pages()) known.emplace_back(page.name);
  return base::fail(base::Code::not_found, "no page is called '" + base::printable(name, 80) + "'", std::string(name),
                    "Known: " + base::join(known, ", ") + ".");
}

// The one script of a page, as the browser hashes it: what is between the tags.
std::string_view script_of(std::string_view html) {
  constexpr std::string_view open = "<script>";
  const auto begin = html.find(open);
  const auto end = html.rfind("</script>");
  LINTEL_CHECK(begin != std::string_view::npos && end != std::string_view::npos && begin < end);
  return html.substr(begin + open.size(), end - begin - open.size());
}

std::string base64_of(const base::Digest& digest) {
  return base::base64({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

// In JSON '<' stands only inside strings, where \u003c is the same character: no text can end the element.
std::string inside_script(const base::Json& data) {
  std::string out;
  for (const char c : data.dump()) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

std::string policy(std::string_view script_hash, std::string_view rest) {
  return "default-src 'none'; script-src 'sha256-" + std::string(script_hash) +
         "'; style-src 'unsafe-inline'; img-src data:" + std::string(rest);
}

}  // namespace

const Page* find(std::string_view name) {
  const auto found = std::ranges::find(pages(), name, &Page::name);
  return found == pages().end() ? nullptr : &*found;
}

base::Result<std::string> html(std::string_view name) {
  static std::mutex mutex;
  static std::map<const Page*, std::string> unpacked;
  const Page* page = find(name);
  if (page == nullptr) return unknown(name);
  const std::scoped_lock lock(mutex);
  std::string& text = unpacked[page];
  if (text.empty()) text = unpack(page->gzip);
  return text;
}

std::string with_data(std::string_view html, const base::Json& data) {
  const auto place = html.find(data_place);
  LINTEL_CHECK(place != std::string_view::npos);
  const std::string hash = base64_of(base::sha256(script_of(html)));
  std::string out(html.substr(0, place));
  out += "<meta http-equiv=\"Content-Security-Policy\" content=\"" + policy(hash, "") + "\">\n";
  out += "<script type=\"application/json\" id=\"lintel-data\">" + inside_script(data) + "</script>";
  out += html.substr(place + data_place.size());
  return out;
}

std::string content_security_policy(const Page& page) {
  return policy(page.script_hash, "; connect-src 'self'; frame-ancestors 'none'");
}

}  // namespace web
