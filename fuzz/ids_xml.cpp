// SPDX-License-Identifier: Apache-2.0
// Any bytes are read or refused; what is read is written and read again to the same document, with and without prefix,
// and audited with findings that have a place and a meaning.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "base/text.h"
#include "domains/ids/engine/audit/audit.h"
#include "formats/ids/document.h"

namespace {

using formats::ids::Prefix;
using formats::ids::Read;

// What stands in another order than the XSD's is written in the XSD's.
bool is_reordered(const Read& read) {
  return read.problems.size() >= 1000 || std::any_of(read.problems.begin(), read.problems.end(), [](const auto& each) {
           return each.message.find("comes too late") != std::string::npos;
         });
}

void survives_writing(const Read& first) {
  const auto text = formats::ids::write(first.document);
  const auto again = formats::ids::read(text);
  LINTEL_CHECK(again.ok());
  if (!is_reordered(first)) LINTEL_CHECK(again->document == first.document);
  LINTEL_CHECK(formats::ids::write(again->document) == text);
  const auto bare = formats::ids::read(formats::ids::write(first.document, Prefix::none));
  LINTEL_CHECK(bare.ok() && bare->document == again->document);
}

void has_good_findings(std::string_view xml) {
  const auto report = ids::engine::audit_bytes(xml, {});
  for (const auto& each : report.findings) {
    LINTEL_CHECK(!each.position.empty() && !each.message.empty() && !ids::engine::meaning(each.code).empty());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view xml(reinterpret_cast<const char*>(data), size);
  const auto read = formats::ids::read(xml);
  if (read.ok()) survives_writing(*read);
  has_good_findings(xml);
  return 0;
}
