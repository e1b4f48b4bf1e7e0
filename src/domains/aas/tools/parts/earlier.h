// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "domains/aas/tools/parts/document.h"
#include "domains/aas/tools/parts/source.h"

// Another document beside the one that is open.
namespace aas::tools {

// The word for the file as it was opened.
inline constexpr std::string_view as_opened = "opened";

struct Earlier {
  std::string bytes;
  Json environment;
};
// The file as it was opened, or a source; JSON is taken to be of the open document's metamodel.
Result<Earlier> earlier_document(const View& view, const OpenFile& file, std::string_view source,
                                 std::string_view argument);

// What stands in packages beside their environments and differs: "/aasx/files/manual.pdf: changed"; the first hundred.
std::vector<std::string> other_files_between(const std::string& from, const std::string& to);

}  // namespace aas::tools
