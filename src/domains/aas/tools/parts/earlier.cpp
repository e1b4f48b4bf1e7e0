// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/tools/parts/earlier.h"

#include <utility>

#include "base/text.h"
#include "domains/aas/engine/compare/parts.h"

namespace aas::tools {

namespace {

constexpr std::size_t most_files = 100;

Result<std::string> bytes_of(const View& view, const OpenFile& file, std::string_view source,
                             std::string_view argument) {
  if (source == as_opened) return original_bytes(view, file);
  Source read = TRY(read_source(view, source, argument));
  return std::move(read.bytes);
}

}  // namespace

Result<Earlier> earlier_document(const View& view, const OpenFile& file, std::string_view source,
                                 std::string_view argument) {
  std::string bytes = TRY(bytes_of(view, file, source, argument));
  auto opened = engine::opened(bytes, file.version());
  if (opened.ok()) return Earlier{std::move(bytes), std::move(opened->environment)};
  base::Error error = std::move(opened).error();
  if (error.path.empty()) error.path = argument;
  return error;
}

std::vector<std::string> other_files_between(const std::string& from, const std::string& to) {
  if (from == to) return {};
  std::vector<std::string> out = engine::part_differences(from, to);
  if (out.size() <= most_files) return out;
  const std::size_t more = out.size() - most_files;
  out.resize(most_files);
  out.push_back("and " + base::grouped(static_cast<std::int64_t>(more)) + " more");
  return out;
}

}  // namespace aas::tools
