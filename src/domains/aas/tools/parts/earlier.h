// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "domains/aas/tools/parts/document.h"
#include "domains/aas/tools/parts/source.h"

// Another document beside the one that is open.
namespace aas::tools {

// The word for the file as it was opened.
inline constexpr std::string_view as_opened = "opened";

// The environment of the file as it was opened, or of a source; JSON is taken to be of the open document's metamodel.
Result<Json> earlier_document(const View& view, const OpenFile& file, std::string_view source,
                              std::string_view argument);

}  // namespace aas::tools
