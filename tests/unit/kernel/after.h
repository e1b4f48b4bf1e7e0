// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "kernel/snapshot.h"

namespace kernel {

// The branch after operations that are known to be right.
inline Branch after(const Branch& branch, const std::vector<Op>& ops, std::int64_t revision) {
  Applied applied = apply_ops(branch, ops).value();
  return landed(branch, applied, revision);
}

}  // namespace kernel
