// SPDX-License-Identifier: Apache-2.0
// Any bytes are read as an .err file and as a dictionary of variables. Texts are printable, counts are not negative,
// and no message stands for less than one.
#include "formats/energyplus/err.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "base/utf8.h"
#include "formats/energyplus/dictionary.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto err = formats::energyplus::read_err(text);
  LINTEL_CHECK(err.warnings >= 0 && err.severe >= 0 && err.left_out >= 0 && base::valid_utf8(err.version));
  for (const auto& message : err.messages) {
    LINTEL_CHECK(message.count >= 1 && message.line >= 1 && base::valid_utf8(message.text));
    for (const auto& more : message.more) LINTEL_CHECK(base::valid_utf8(more));
  }
  for (const auto& one : formats::energyplus::read_dictionary(text)) {
    LINTEL_CHECK(!one.name.empty() && base::valid_utf8(one.name) && base::valid_utf8(one.units));
  }
  return 0;
}
