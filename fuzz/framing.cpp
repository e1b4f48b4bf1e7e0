// SPDX-License-Identifier: Apache-2.0
// The line splitter: whatever the pieces, the lines are those a plain search for line ends finds.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "transport/lines.h"

namespace {

using transport::LineSplitter;

constexpr std::size_t max_line_bytes = 24;

std::string describe(std::string_view line) {
  if (line.size() > max_line_bytes) return "too long: " + std::to_string(line.size());
  if (line.ends_with('\r')) line.remove_suffix(1);
  return std::string("line: ").append(line);
}

std::vector<std::string> plainly(std::string_view bytes) {
  std::vector<std::string> lines;
  for (auto at = bytes.find('\n'); at != std::string_view::npos; at = bytes.find('\n')) {
    lines.push_back(describe(bytes.substr(0, at)));
    bytes.remove_prefix(at + 1);
  }
  if (!bytes.empty()) lines.push_back(describe(bytes));
  return lines;
}

void note(const LineSplitter::Item& item, std::vector<std::string>& lines) {
  lines.push_back(item.kind == LineSplitter::Kind::line ? std::string("line: ").append(item.line)
                                                        : "too long: " + std::to_string(item.bytes));
}

std::vector<std::string> by_splitter(std::string_view bytes, std::string_view sizes) {
  LineSplitter splitter(max_line_bytes);
  std::vector<std::string> lines;
  for (std::size_t turn = 0; !bytes.empty(); ++turn) {
    const auto piece = bytes.substr(0, 1 + static_cast<unsigned char>(sizes[turn % sizes.size()]));
    const auto room = splitter.space();
    if (room.size() < piece.size()) std::abort();
    std::ranges::copy(piece, room.begin());
    splitter.commit(piece.size());
    bytes.remove_prefix(piece.size());
    for (auto item = splitter.next(); item.kind != LineSplitter::Kind::none; item = splitter.next()) note(item, lines);
    if (turn % 2 == 0) splitter.release_memory();
  }
  if (const auto last = splitter.finish(); last.kind != LineSplitter::Kind::none) note(last, lines);
  return lines;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t sizes_count = 4;
  if (size < sizes_count) return 0;
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const auto bytes = input.substr(sizes_count);
  if (by_splitter(bytes, input.substr(0, sizes_count)) != plainly(bytes)) std::abort();
  return 0;
}
