// SPDX-License-Identifier: Apache-2.0
// What parses must be written so that it parses again to the same value, and its canonical text must
// be its own canonical text. Both ways of reading read the same.
#include "base/json.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/json_read.h"
#include "base/result.h"
#include "base/text.h"

namespace {

void survives_writing(const base::Json& json) {
  const auto compact = base::parse_json(json.dump());
  LINTEL_CHECK(compact.ok() && *compact == json);
  const auto pretty = base::parse_json(json.pretty());
  LINTEL_CHECK(pretty.ok() && *pretty == json);
}

// A real number from 2^53 up may be written without a point and then reads back as an integer that
// has no canonical text; only that may keep the text from being canonicalised again.
void canonical_is_stable(const base::Json& json) {
  const auto once = base::canonical_json(json);
  if (!once.ok()) {
    LINTEL_CHECK(once.error().code == base::Code::out_of_range);
    return;
  }
  const auto parsed = base::parse_json(*once);
  LINTEL_CHECK(parsed.ok());
  const auto twice = base::canonical_json(*parsed);
  LINTEL_CHECK(twice.ok() ? *twice == *once : twice.error().code == base::Code::out_of_range);
}

// What the quick way reads is what simdjson reads; what it leaves is wrong, or has a number near zero.
void both_ways_agree(std::string_view text) {
  const base::JsonLimits limits;
  const auto quick = base::read_json(text, limits.max_depth);
  const auto judged = base::judge_json(text, limits);
  if (quick) {
    LINTEL_CHECK(judged.ok() && judged->dump() == quick->dump());
  } else {
    LINTEL_CHECK(!judged.ok() || text.find_first_of("eE.") != std::string_view::npos);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  both_ways_agree(text);
  const auto json = base::parse_json(text);
  if (!json.ok()) {
    LINTEL_CHECK(json.error().code == base::Code::parse && base::valid_utf8(json.error().message));
    return 0;
  }
  LINTEL_CHECK(base::valid_utf8(text));
  survives_writing(*json);
  canonical_is_stable(*json);
  return 0;
}
