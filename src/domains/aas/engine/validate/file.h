// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "domains/aas/engine/validate/validate.h"

// Checking a file as it lies on the disk, whatever of the metamodel it holds.
namespace aas::engine {

enum class Verdict : std::uint8_t { valid, invalid, not_checked };
std::string_view name(Verdict verdict);  // "valid", "invalid", "not checked"

struct FileCheck {
  Verdict verdict = Verdict::valid;
  std::string root;            // the class of what it holds: "Environment", "EventPayload", "Submodel" …
  std::string metamodel;       // it was checked against; "3.2" is not checked
  Findings findings;           // structure, constraints, parts that a package lacks, what XML has no place for
  bool passes_as_3_1 = false;  // not valid as 3.0, which was assumed, but as 3.1
};

struct FileCheckOptions {
  std::optional<Version> metamodel = {};  // of JSON, which does not say; absent: 3.0
  bool strict = false;                    // warnings are errors
  std::size_t max_findings = 1000;
};

// Fails on what cannot be read: no AASX, JSON or XML of metamodel 3, broken, or beyond the limits.
base::Result<FileCheck> check_file(std::string_view bytes, const FileCheckOptions& options);

}  // namespace aas::engine
