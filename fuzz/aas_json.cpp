// SPDX-License-Identifier: Apache-2.0
// Any JSON is checked as what it seems to be: every finding leads to something that is there and says what it is, the
// two kinds of checks add up to all, and looking around a finding finds it again.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "base/utf8.h"
#include "formats/aas/check.h"

namespace {

using formats::aas::Finding;
using formats::aas::Findings;
using formats::aas::Version;

void is_good(const Finding& finding, const base::Json& document) {
  LINTEL_CHECK(!finding.code.empty() && !finding.message.empty());
  LINTEL_CHECK(base::valid_utf8(finding.message) && base::valid_utf8(finding.fix));
  LINTEL_CHECK(document.pointer(finding.pointer) != nullptr);
  LINTEL_CHECK(finding.instance <= finding.pointer.size());
  LINTEL_CHECK(document.pointer(std::string_view(finding.pointer).substr(0, finding.instance)) != nullptr);
}

bool has(const Findings& findings, const Finding& wanted) {
  return std::ranges::any_of(findings.list, [&](const Finding& each) {
    return each.code == wanted.code && each.pointer == wanted.pointer && each.constraint == wanted.constraint;
  });
}

void check_as(const base::Json& document, Version version) {
  const auto& type = formats::aas::class_of_document(document, formats::aas::metamodel(version));
  const auto all = check(document, type, version, {.max_findings = 100'000});
  for (const auto& each : all.list) is_good(each, document);
  const auto fast = check_structure(document, type, version);
  const auto deep = check_constraints(document, type, version);
  LINTEL_CHECK(all.errors == fast.errors + deep.errors && all.warnings == fast.warnings + deep.warnings);
  for (std::size_t i = 0; i < std::min<std::size_t>(all.list.size(), 2); ++i) {
    const auto around = check_around(document, type, version, all.list[i].pointer, {.max_findings = 100'000});
    LINTEL_CHECK(has(around, all.list[i]) && around.errors <= all.errors);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto document = base::parse_json({reinterpret_cast<const char*>(data), size});
  if (!document.ok()) return 0;
  check_as(*document, Version::v3_0);
  check_as(*document, Version::v3_1);
  return 0;
}
