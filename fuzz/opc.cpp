// SPDX-License-Identifier: Apache-2.0
// Any bytes are a package or are refused. A package is saved as it came; after an edit it can be opened again, and
// every other part has its bytes.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "formats/opc/aasx.h"
#include "formats/opc/names.h"
#include "formats/opc/package.h"

namespace {

using formats::opc::Package;

constexpr formats::opc::Limits small{.members = 200, .total_bytes = 4U << 20U, .part_bytes = 1U << 20U};
constexpr std::string_view added = "/fuzz/added.bin";

void other_parts_are_the_same(const Package& before, const Package& after, std::string_view changed) {
  for (const auto& part : before.parts()) {
    if (part.name == changed || formats::opc::source_of(part.name)) continue;
    const auto old = before.read(part.name);
    const auto now = after.read(part.name);
    LINTEL_CHECK(old.ok() == now.ok() && (!old.ok() || *old == *now));
  }
}

void survives_edits(const Package& original) {
  Package package = original;
  const std::string first = package.parts().empty() ? "" : package.parts().front().name;
  if (package.replace(first, "new").ok()) {
    const auto saved = package.save();
    LINTEL_CHECK(saved.ok());
    const auto again = Package::open(*saved, small);
    LINTEL_CHECK(again.ok() && again->read(first).value() == "new");
    other_parts_are_the_same(original, *again, first);
  }
  if (!package.add(added, "a/b", "content").ok()) return;
  LINTEL_CHECK(package.relate("/", "type", added).ok());
  const auto saved = package.save();
  const auto again = Package::open(saved.value());
  LINTEL_CHECK(again.ok() && again->read(added).value() == "content");
  LINTEL_CHECK(again->find(added)->content_type == "a/b" && again->relationships().back().part == added);
  LINTEL_CHECK(package.remove(added).ok());
  LINTEL_CHECK(package.find(added) == nullptr);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const auto package = Package::open(bytes, small);
  if (!package.ok()) return 0;
  LINTEL_CHECK(package->save().value() == bytes);
  static_cast<void>(formats::opc::read_aasx(*package));
  survives_edits(*package);
  return 0;
}
