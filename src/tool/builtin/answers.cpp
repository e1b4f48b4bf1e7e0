// SPDX-License-Identifier: Apache-2.0
#include "tool/builtin/answers.h"

#include <utility>

namespace tool::builtin {

kernel::Kernel::Done forward(const kernel::Call& call, kernel::Kernel& kernel, Replier reply) {
  return [audit = audit_of(call), &kernel, reply = std::move(reply)](Result<kernel::Outcome> outcome) mutable {
    if (!outcome.ok()) return reply(shape_error(Shape::flat, outcome.error(), audit, kernel.clock().unix_ms()));
    reply(shape_outcome(Shape::flat, *std::move(outcome)));
  };
}

}  // namespace tool::builtin
