// SPDX-License-Identifier: Apache-2.0
#include "transport/lines.h"

#include <algorithm>
#include <cstring>

#include "base/result.h"

namespace transport {
namespace {

constexpr std::size_t least_room = 16UL * 1024;
constexpr std::size_t usual_bytes = 64UL * 1024;

}  // namespace

LineSplitter::LineSplitter(std::size_t max_line_bytes) : max_line_bytes_(max_line_bytes) {}

std::span<char> LineSplitter::space() {
  if (buffer_.size() - end_ < least_room && begin_ > 0) {
    std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
              buffer_.begin() + static_cast<std::ptrdiff_t>(end_), buffer_.begin());
    end_ -= begin_;
    scanned_ -= begin_;
    begin_ = 0;
  }
  if (buffer_.size() - end_ < least_room) buffer_.resize(std::max(usual_bytes, buffer_.size() * 2));
  return {buffer_.data() + end_, buffer_.size() - end_};
}

void LineSplitter::commit(std::size_t bytes) {
  LINTEL_CHECK(bytes <= buffer_.size() - end_);
  end_ += bytes;
}

LineSplitter::Item LineSplitter::next() {
  const char* from = buffer_.data() + scanned_;
  const auto* found = end_ > scanned_ ? static_cast<const char*>(std::memchr(from, '\n', end_ - scanned_)) : nullptr;
  if (found != nullptr) {
    const auto line_end = static_cast<std::size_t>(found - buffer_.data());
    return take(line_end, line_end + 1);
  }
  if (end_ - begin_ + skipped_ > max_line_bytes_) {
    skipped_ += end_ - begin_;
    begin_ = end_ = 0;
  }
  if (begin_ == end_) begin_ = end_ = 0;
  scanned_ = end_;
  return {};
}

LineSplitter::Item LineSplitter::take(std::size_t line_end, std::size_t next_begin) {
  Item item{
      .kind = Kind::line, .line = {buffer_.data() + begin_, line_end - begin_}, .bytes = line_end - begin_ + skipped_};
  if (item.bytes > max_line_bytes_) {
    item.kind = Kind::too_long;
    item.line = {};
  }
  if (item.line.ends_with('\r')) item.line.remove_suffix(1);
  begin_ = scanned_ = next_begin;
  skipped_ = 0;
  return item;
}

LineSplitter::Item LineSplitter::finish() {
  if (end_ - begin_ + skipped_ == 0) return {};
  return take(end_, end_);
}

void LineSplitter::release_memory() {
  if (begin_ != end_ || buffer_.size() <= usual_bytes) return;
  std::vector<char>().swap(buffer_);
  begin_ = end_ = scanned_ = 0;
}

}  // namespace transport
