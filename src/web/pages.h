// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"

// The pages of web/, built into the program. Everything here may be called from any thread.
namespace web {

struct Page {
  std::string_view name;    // "plan": ui://lintel/plan
  std::string_view gzip;    // the whole HTML file, packed; lives as long as the program
  std::string_view sha256;  // of `gzip`, hexadecimal
  // What Content-Security-Policy lets run and style the page: the sums of its one script and its one style.
  std::string_view script_source, style_source;
};
// What a file shows to those who run no script: search engines, previews, careful people.
struct Plain {
  std::string title;
  std::string text;  // kept as it is, lines and blanks
};

std::span<const Page> pages();
// nullptr: no such page.
const Page* find(std::string_view name);
// The page as text, unpacked when first asked for; not_found with the known names.
base::Result<std::string> html(std::string_view name);
// A page with its data inside: one file that opens from a disk and asks the network for nothing. Fails as html() does.
base::Result<std::string> page_file(std::string_view name, const base::Json& data, const Plain& plain = {});
// What a browser may do with a page that the server sends: its own script, its own view, nothing else.
std::string content_security_policy(const Page& page);

}  // namespace web
