// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "domains/ids/engine/report/formats.h"

// A report as the bytes of a file: what the engine wrote, or its data joined with the page that shows it. Fails only
// where the program was built without that page. For tools and commands.
namespace ids::runtime {

base::Result<std::string> report_file(const engine::ReportFormat& format, const std::vector<engine::Report>& reports);

}  // namespace ids::runtime
