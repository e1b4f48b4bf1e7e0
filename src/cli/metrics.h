// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/runtime.h"
#include "protocol/server.h"
#include "transport/http.h"

namespace cli {

// What a server tells of itself in numbers, as Prometheus reads it (text format 0.0.4). Names nobody.
std::string metrics(const Runtime& runtime, const protocol::Server& server, const transport::HttpServer& http);

// Why this server could not do its work now; empty: nothing speaks against it.
std::vector<std::string> troubles(const Runtime& runtime);

// Answers with 200, or with 503 and the troubles.
transport::Handler health_handler(const Runtime& runtime);

}  // namespace cli
