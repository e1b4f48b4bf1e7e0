// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace transport {

// Splits a stream of bytes into lines ended by LF or CRLF. Pure; not thread-safe. A line longer than the
// limit is skipped to its end without being kept, and reported by its size. The answer does not depend on
// how the bytes were split over reads.
//   read into space(), commit(n), take lines with next() until `none`; at the end of input, finish().
class LineSplitter {
 public:
  enum class Kind : std::uint8_t { none, line, too_long };
  struct Item {
    Kind kind = Kind::none;
    std::string_view line = {};  // without its line end; valid until the next space() or release_memory()
    std::size_t bytes = 0;       // the line's size, its LF not counted
  };

  explicit LineSplitter(std::size_t max_line_bytes);

  // Room for at least 16 KiB.
  std::span<char> space();
  void commit(std::size_t bytes);
  Item next();
  // What stands after the last LF, if anything: a last line needs no line end.
  Item finish();
  // Gives back memory that a long line needed, when nothing is kept.
  void release_memory();

 private:
  Item take(std::size_t line_end, std::size_t next_begin);

  std::size_t max_line_bytes_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;    // of the line being read
  std::size_t end_ = 0;      // of the bytes held
  std::size_t scanned_ = 0;  // no LF before this
  std::size_t skipped_ = 0;  // bytes of an over-long line already let go
};

}  // namespace transport
