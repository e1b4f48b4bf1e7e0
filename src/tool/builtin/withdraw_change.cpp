// SPDX-License-Identifier: Apache-2.0
#include "tool/builtin/answers.h"
#include "tool/builtin/list.h"

namespace tool::builtin {

namespace {

struct Args {
  std::string id;

  static constexpr auto fields =
      tool::fields(tool::field("id", &Args::id, "The pending change, as 'approval.id' named it.", {.min_length = 1}));
};

struct Out {
  std::optional<std::string> outcome;
  std::optional<Json> approval;

  static constexpr auto fields = tool::fields(tool::field("outcome", &Out::outcome, "withdrawn."),
                                              tool::field("approval", &Out::approval, "How the change stands now."));
};

}  // namespace

Tool withdraw_change_tool() {
  return tool::system<Args, Out>(
      {.name = "withdraw_change",
       .title = "Withdraw a pending change",
       .doc = "Takes back a change of yours that still waits for approval. Nothing else is touched.",
       .needs = Permission::modify},
      [](const Args& args, kernel::Kernel& kernel, Invocation invocation, Replier reply) {
        const kernel::Call call = std::move(invocation.call);
        kernel.withdraw(call, args.id, forward(call, kernel, std::move(reply)));
      });
}

}  // namespace tool::builtin
