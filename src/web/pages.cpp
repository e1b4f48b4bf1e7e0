// SPDX-License-Identifier: Apache-2.0
#include "web/pages.h"

#include <zlib.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <vector>

#include "base/text.h"
#include "base/xml_text.h"

namespace web {

namespace {

constexpr std::size_t max_page_bytes = std::size_t{1} << 20;  // web/build.mjs refuses a quarter of it
// Where web/build.mjs leaves room.
constexpr std::string_view data_place = "<!--lintel-data-->";
constexpr std::string_view plain_place = "<noscript><p>This page needs JavaScript.</p></noscript>";

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

// In JSON '<' stands only inside strings, where \u003c is the same character: no text can end the element.
std::string inside_script(const base::Json& data) {
  const std::string json = data.dump();
  std::string out;
  out.reserve(json.size());
  for (std::size_t from = 0; from < json.size();) {
    const std::size_t at = std::min(json.find('<', from), json.size());
    out.append(json, from, at - from);
    if (at < json.size()) out += "\\u003c";
    from = at + 1;
  }
  return out;
}

std::string policy(const Page& page) {
  return "default-src 'none'; script-src " + std::string(page.script_source) + "; style-src " +
         std::string(page.style_source) + "; img-src data:; base-uri 'none'; form-action 'none'";
}

std::string data_elements(const Page& page, const base::Json& data) {
  return "<meta http-equiv=\"Content-Security-Policy\" content=\"" + policy(page) +
         "\">\n<script type=\"application/json\" id=\"lintel-data\">" + inside_script(data) + "</script>";
}

std::string plain_element(const std::string& text) {
  return "<noscript><p>Without JavaScript this page shows its text.</p><pre class=\"plain\">" + base::xml_text(text) +
         "</pre></noscript>";
}

// What stands between `open` and `close` gives way.
void put_between(std::string& html, std::string_view open, std::string_view close, const std::string& text) {
  const auto begin = html.find(open);
  LINTEL_CHECK(begin != std::string::npos);
  const auto end = html.find(close, begin);
  html.replace(begin + open.size(), end - begin - open.size(), text);
}

void put_in_place(std::string& html, std::string_view place, const std::string& text) {
  const auto begin = html.find(place);
  LINTEL_CHECK(begin != std::string::npos);
  html.replace(begin, place.size(), text);
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

base::Result<std::string> page_file(std::string_view name, const base::Json& data, const Plain& plain) {
  std::string out = TRY(html(name));
  if (!plain.text.empty()) put_in_place(out, plain_place, plain_element(plain.text));
  if (!plain.title.empty()) put_between(out, "<title>", "</title>", base::xml_text(plain.title));
  put_in_place(out, data_place, data_elements(*find(name), data));
  return out;
}

std::string content_security_policy(const Page& page) {
  return policy(page) + "; connect-src 'self'; frame-ancestors 'none'";
}

}  // namespace web
