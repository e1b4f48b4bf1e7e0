// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "kernel/kernel.h"
#include "kernel/pending.h"

// Internal: answers as records.
namespace kernel {

// The answer to a call, before anything is known but who asked and where.
Outcome outcome_for(const Call& call, const std::string& handle);
ApprovalState approval_state(const Pending& pending);

// What an idempotency key keeps. The audit record is not kept: reasoning must be removable.
std::string outcome_bytes(const Outcome& outcome);
Result<Outcome> outcome_from_bytes(std::string_view bytes, const Call& call, const std::string& handle);

}  // namespace kernel
