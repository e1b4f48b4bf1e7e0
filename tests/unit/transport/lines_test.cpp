// SPDX-License-Identifier: Apache-2.0
#include "transport/lines.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace transport {
namespace {

void note(const LineSplitter::Item& item, std::vector<std::string>& seen) {
  seen.push_back(item.kind == LineSplitter::Kind::line ? std::string(item.line)
                                                       : "too long: " + std::to_string(item.bytes));
}

// The lines of a stream that arrives in these pieces; the limit is 8 bytes.
std::vector<std::string> split(const std::vector<std::string_view>& pieces) {
  LineSplitter splitter(8);
  std::vector<std::string> seen;
  for (const auto piece : pieces) {
    const auto room = splitter.space();
    std::ranges::copy(piece, room.begin());
    splitter.commit(piece.size());
    for (auto item = splitter.next(); item.kind != LineSplitter::Kind::none; item = splitter.next()) note(item, seen);
    splitter.release_memory();
  }
  if (const auto last = splitter.finish(); last.kind != LineSplitter::Kind::none) note(last, seen);
  return seen;
}

using Lines = std::vector<std::string>;

struct Row {
  std::string_view rule;
  std::string_view bytes;
  Lines expected;
};

const std::vector<Row>& rows() {
  static const std::vector<Row> table{
      {"nothing", "", {}},
      {"two lines", "ab\ncd\n", {"ab", "cd"}},
      {"a last line needs no line end", "ab\ncd", {"ab", "cd"}},
      {"CRLF", "ab\r\ncd\r\n", {"ab", "cd"}},
      {"a CR within a line stays", "a\rb\n", {"a\rb"}},
      {"one CR of two goes", "a\r\r\n", {"a\r"}},
      {"a CR at the end of input goes", "a\r", {"a"}},
      {"empty lines", "\n\r\n\na\n", {"", "", "", "a"}},
      {"a line of the largest size", "12345678\nx\n", {"12345678", "x"}},
      {"a line that is too long", "123456789\nx\n", {"too long: 9", "x"}},
      {"far too long", "123456789012345678901234567890\nx\n", {"too long: 30", "x"}},
      {"too long without an end", "x\n1234567890", {"x", "too long: 10"}},
      {"two too long ones", "123456789\n1234567890\n", {"too long: 9", "too long: 10"}},
      {"bytes of any value", std::string_view("a\0b\n\xff\n", 6), {std::string("a\0b", 3), "\xff"}},
  };
  return table;
}

TEST(LineSplitter, EveryRuleInTheTable) {
  for (const auto& row : rows()) EXPECT_EQ(split({row.bytes}), row.expected) << row.rule;
}

TEST(LineSplitter, TheLinesAreTheSameSplitAtEveryByte) {
  for (const auto& row : rows())
    for (std::size_t at = 0; at <= row.bytes.size(); ++at)
      EXPECT_EQ(split({row.bytes.substr(0, at), row.bytes.substr(at)}), row.expected)
          << row.rule << ", split at " << at;
}

TEST(LineSplitter, TheLinesAreTheSameByteByByte) {
  for (const auto& row : rows()) {
    std::vector<std::string_view> pieces;
    for (std::size_t at = 0; at < row.bytes.size(); ++at) pieces.push_back(row.bytes.substr(at, 1));
    EXPECT_EQ(split(pieces), row.expected) << row.rule;
  }
}

TEST(LineSplitter, AnOverLongLineIsNotKept) {
  LineSplitter splitter(1000);
  std::size_t largest_room = 0;
  for (int i = 0; i < 1000; ++i) {
    const auto room = splitter.space();
    largest_room = std::max(largest_room, room.size());
    std::ranges::fill(room, 'x');
    splitter.commit(room.size());
    ASSERT_EQ(splitter.next().kind, LineSplitter::Kind::none);
  }
  EXPECT_LE(largest_room, 64U * 1024);
}

}  // namespace
}  // namespace transport
