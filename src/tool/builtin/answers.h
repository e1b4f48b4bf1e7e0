// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "kernel/kernel.h"
#include "tool/shape.h"
#include "tool/system.h"

// How the kernel's own tools answer: in the flat shape, with the audit record.
namespace tool::builtin {

// Turns a Result of a struct with fields into the reply.
template <class Out>
Reply answer(const kernel::Call& call, const kernel::Kernel& kernel, const Result<Out>& result) {
  if (!result.ok()) return shape_error(Shape::flat, result.error(), audit_of(call), kernel.clock().unix_ms());
  Answer out;
  out.structured = encode(*result);
  out.meta = Json::object({{"lintel/audit", audit_json(audit_of(call))}});
  return out;
}

// Hands a change's outcome on to the caller.
kernel::Kernel::Done forward(const kernel::Call& call, kernel::Kernel& kernel, Replier reply);

}  // namespace tool::builtin
