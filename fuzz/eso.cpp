// SPDX-License-Identifier: Apache-2.0
// Any bytes are read as an ESO file: every value has its moment, every moment its environment.
#include "formats/energyplus/eso.h"

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/result.h"
#include "base/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto eso = formats::energyplus::read_eso("Program Version,\n" + std::string(data, data + size));
  LINTEL_CHECK(eso.ok() && eso->columns.size() == eso->variables.size());
  for (const auto& variable : eso->variables) LINTEL_CHECK(base::valid_utf8(variable.name));
  for (const auto& time : eso->times) LINTEL_CHECK(time.environment < eso->environments.size());
  for (const auto& column : eso->columns) {
    LINTEL_CHECK(column.times.size() == column.values.size());
    for (const auto time : column.times) LINTEL_CHECK(time < eso->times.size());
  }
  return 0;
}
