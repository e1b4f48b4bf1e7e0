// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <utility>

#include "tool/tool.h"

namespace tool {

// An error as an answer in the flat shape: the text is the sentence alone.
Answer error_answer(const base::Error& error);

template <class Args, class Out>
Tool system(Spec spec, std::function<void(const Args&, kernel::Kernel&, Invocation, Replier)> handler) {
  Tool tool = detail::declare<Args, Out>(std::move(spec), Verb::system);
  tool.system = [handler = std::move(handler)](kernel::Kernel& kernel, Invocation invocation, Replier reply) {
    auto args = decode<Args>(invocation.call.arguments);
    if (!args.ok()) return reply(error_answer(args.error()));
    handler(*args, kernel, std::move(invocation), std::move(reply));
  };
  return tool;
}

}  // namespace tool
