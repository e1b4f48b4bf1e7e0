// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/tools/parts/earlier.h"

#include <utility>

namespace aas::tools {

Result<Json> earlier_document(const View& view, const OpenFile& file, std::string_view source,
                              std::string_view argument) {
  const std::string bytes =
      source == as_opened ? TRY(original_bytes(view, file)) : TRY(read_source(view, source, argument)).bytes;
  auto opened = engine::opened(bytes, file.version());
  if (opened.ok()) return std::move(opened->environment);
  base::Error error = std::move(opened).error();
  if (error.path.empty()) error.path = argument;
  return error;
}

}  // namespace aas::tools
