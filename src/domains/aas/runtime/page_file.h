// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "domains/aas/engine/document/document.h"
#include "domains/aas/engine/page/page.h"

// A document as one HTML file that opens from a disk and asks the network for nothing. For tools and commands.
namespace aas::runtime {

// Fails only where the program was built without that page.
base::Result<std::string> page_html(const engine::Page& page);
// Of a file that was opened, with `bytes` as they were read; nothing waits for it. `name` is shown.
base::Result<std::string> page_html(std::string_view name, const engine::Opened& opened, std::string_view bytes,
                                    const engine::Templates& known);

}  // namespace aas::runtime
