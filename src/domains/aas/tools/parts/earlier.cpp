// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/tools/parts/earlier.h"

#include <utility>

namespace aas::tools {

namespace {

Result<std::string> bytes_of(const View& view, const OpenFile& file, std::string_view source,
                             std::string_view argument) {
  if (source == as_opened) return original_bytes(view, file);
  Source read = TRY(read_source(view, source, argument));
  return std::move(read.bytes);
}

}  // namespace

Result<Json> earlier_document(const View& view, const OpenFile& file, std::string_view source,
                              std::string_view argument) {
  const std::string bytes = TRY(bytes_of(view, file, source, argument));
  auto opened = engine::opened(bytes, file.version());
  if (opened.ok()) return std::move(opened->environment);
  base::Error error = std::move(opened).error();
  if (error.path.empty()) error.path = argument;
  return error;
}

}  // namespace aas::tools
