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
  std::string_view name;         // "plan": ui://lintel/plan
  std::string_view gzip;         // the whole HTML file, packed; lives as long as the program
  std::string_view sha256;       // of `gzip`, hexadecimal
  std::string_view script_hash;  // SHA-256 of the page's one script, base64: for Content-Security-Policy
};

std::span<const Page> pages();
// nullptr: no such page.
const Page* find(std::string_view name);
// The page as text, unpacked when first asked for; not_found with the known names.
base::Result<std::string> html(std::string_view name);
// A page of html() with its data inside: one file that opens from a disk and asks the network for nothing.
std::string with_data(std::string_view html, const base::Json& data);
// What a browser may do with a page that the server sends: its own script, its own view, nothing else.
std::string content_security_policy(const Page& page);

}  // namespace web
