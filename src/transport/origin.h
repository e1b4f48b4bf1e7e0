// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "transport/http.h"

// Protection against DNS rebinding: a page in a browser can make requests to a loopback server, but it
// cannot choose the Host and Origin headers of them. Pure functions.
namespace transport {

// True for localhost, 127.0.0.1 and [::1] with any port, and for the allowed hosts: "example.org" allows
// any port, "example.org:8443" that one. Case does not matter. A malformed or empty header is refused.
bool host_allowed(std::string_view host_header, std::span<const std::string> allowed_hosts = {});

// True when the host of an http or https origin is allowed as above. "null" and other schemes are refused,
// unless the whole origin ("vscode-webview://id") is itself an entry of allowed_hosts.
bool origin_allowed(std::string_view origin, std::span<const std::string> allowed_hosts = {});

// Both checks on a request: an absent Origin is fine (not a browser), more than one is not.
bool request_allowed(const Request& request, std::span<const std::string> allowed_hosts = {});

// True for "127.0.0.0/8" addresses, "::1" and "localhost": what may be served without a token.
bool is_loopback_address(std::string_view host);

}  // namespace transport
