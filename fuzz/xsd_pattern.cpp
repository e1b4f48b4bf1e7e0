// SPDX-License-Identifier: Apache-2.0
// Any bytes as a pattern and a text, parted by the first line feed: what compiles matches without harm, and both ways
// of matching agree with each other; what does not says where and why.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/text.h"
#include "domains/ids/engine/value/value.h"

namespace {

using ids::engine::XsdPattern;

// The same pattern beside a branch with so many states that no deterministic automaton is built.
bool matches_the_other_way(const std::string& pattern, std::string_view text, bool& comparable) {
  const auto slow = XsdPattern::compile("(" + pattern + ")|\xEE\x80\x80x{2100}");
  comparable = slow.ok() && text.find("\xEE\x80\x80") == std::string_view::npos;
  return comparable && slow->matches(text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const auto cut = std::min(input.find('\n'), input.size());
  const std::string pattern(input.substr(0, cut));
  const auto text = input.substr(std::min(cut + 1, input.size()));
  const auto compiled = XsdPattern::compile(pattern);
  if (!compiled.ok()) {
    LINTEL_CHECK(!compiled.error().message.empty() && base::valid_utf8(compiled.error().message));
    return 0;
  }
  const bool matched = compiled->matches(text);
  bool comparable = false;
  const bool other = matches_the_other_way(pattern, text, comparable);
  LINTEL_CHECK(!comparable || other == matched);
  return 0;
}
