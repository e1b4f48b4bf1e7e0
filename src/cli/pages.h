// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tool/registry.h"
#include "transport/http.h"

// The built-in pages for those who look: MCP clients that show apps, and browsers.
namespace cli {

// As resources ui://lintel/<name> that belong to every selection of toolsets. The kernel's toolset must be there.
void add_pages(tool::Registry& registry);
// As GET /ui/<name>. A page holds no data; what it shows it reads from /view/.
void serve_pages(transport::HttpServer& http, std::vector<std::string> allowed_hosts);

}  // namespace cli
