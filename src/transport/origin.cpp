// SPDX-License-Identifier: Apache-2.0
#include "transport/origin.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace transport {
namespace {

bool all_digits(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// RFC 9110, 7.2: Host = uri-host [ ":" port ]; the host without its port, empty when malformed.
std::string_view host_of(std::string_view authority) {
  const auto bracket = authority.find(']');
  const bool is_v6 = authority.starts_with('[');
  if (is_v6 && bracket == std::string_view::npos) return {};
  const auto colon = authority.find(':', is_v6 ? bracket : 0);
  if (is_v6 && colon != bracket + 1 && bracket + 1 != authority.size()) return {};
  if (colon == std::string_view::npos) return authority;
  const auto port = authority.substr(colon + 1);
  return port.size() <= 5 && all_digits(port) ? authority.substr(0, colon) : std::string_view{};
}

bool is_loopback_name(std::string_view host) {
  static constexpr std::array<std::string_view, 3> names{"localhost", "127.0.0.1", "[::1]"};
  return std::ranges::any_of(names, [&](std::string_view name) { return base::equals_ignoring_case(host, name); });
}

}  // namespace

bool host_allowed(std::string_view host_header, std::span<const std::string> allowed_hosts) {
  const auto host = host_of(host_header);
  if (host.empty()) return false;
  if (is_loopback_name(host)) return true;
  return std::ranges::any_of(allowed_hosts, [&](const std::string& allowed) {
    return base::equals_ignoring_case(allowed, host) || base::equals_ignoring_case(allowed, host_header);
  });
}

// RFC 6454, 7: origin = scheme "://" host [ ":" port ], or "null".
bool origin_allowed(std::string_view origin, std::span<const std::string> allowed_hosts) {
  const auto scheme_end = origin.find("://");
  if (scheme_end == std::string_view::npos) return false;
  if (std::ranges::any_of(allowed_hosts,
                          [&](const std::string& allowed) { return base::equals_ignoring_case(allowed, origin); }))
    return true;
  const auto scheme = origin.substr(0, scheme_end);
  if (!base::equals_ignoring_case(scheme, "http") && !base::equals_ignoring_case(scheme, "https")) return false;
  return host_allowed(origin.substr(scheme_end + 3), allowed_hosts);
}

bool request_allowed(const Request& request, std::span<const std::string> allowed_hosts) {
  if (!host_allowed(request.header("host"), allowed_hosts)) return false;
  const auto origins = request.count_header("origin");
  return origins == 0 || (origins == 1 && origin_allowed(request.header("origin"), allowed_hosts));
}

bool is_loopback_address(std::string_view host) {
  if (is_loopback_name(host) || host == "::1") return true;
  const bool dotted = std::ranges::all_of(host, [](char c) { return c == '.' || (c >= '0' && c <= '9'); });
  return dotted && host.starts_with("127.") && std::ranges::count(host, '.') == 3;
}

}  // namespace transport
