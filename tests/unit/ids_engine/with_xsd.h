// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "domains/ids/engine/audit/audit.h"
#include "domains/ids/runtime/xsd_validator.h"

namespace ids::engine {

// What the audit asks about the XSD at `path`; nothing for an empty one.
inline ValidateXsd with_xsd(const std::string& path) {
  if (path.empty()) return {};
  const auto validator = std::make_shared<runtime::XsdValidator>(path);
  return [validator](std::string_view xml) { return (*validator)(xml); };
}

}  // namespace ids::engine
