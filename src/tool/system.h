// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <utility>

#include "tool/tool.h"

namespace tool {

// An error as an answer in the flat shape: the text is the sentence alone.
Answer error_answer(const base::Error& error);

// A tool of the kernel itself, or a fixture: it sees everything and answers when it likes, once.
template <class Args, class Out>
Tool system(Spec spec, std::function<void(const Args&, kernel::Kernel&, Invocation, Replier)> handler) {
  Tool tool = detail::declare<Args, Out>(std::move(spec), Verb::system);
  tool.bind = [handler = std::move(handler)](const Json& json) -> Result<Bound> {
    const auto args = std::make_shared<const Args>(TRY(decode<Args>(json)));
    return Bound{.system = [handler, args](kernel::Kernel& kernel, Invocation invocation, Replier reply) {
      handler(*args, kernel, std::move(invocation), std::move(reply));
    }};
  };
  return tool;
}

}  // namespace tool
