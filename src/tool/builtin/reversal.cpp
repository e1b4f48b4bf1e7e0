// SPDX-License-Identifier: Apache-2.0
#include "tool/builtin/reversal.h"

#include "tool/builtin/answers.h"

namespace tool::builtin {

namespace {

struct Args {
  std::optional<std::string> event_id;
  std::optional<std::string> branch;
  std::optional<bool> dry_run;

  static constexpr auto fields = tool::fields(tool::field("event_id", &Args::event_id, "Your last one if absent."),
                                              tool::field("branch", &Args::branch, "'main' if absent."),
                                              tool::field("dry_run", &Args::dry_run, "true: change nothing."));
};

struct Out {
  std::optional<std::string> outcome;
  std::optional<std::string> event_id;
  std::optional<std::string> undone;
  std::optional<std::string> redone;
  std::optional<std::string> tool;
  std::optional<bool> dry_run;
  std::optional<std::vector<Json>> patches;
  std::optional<Json> approval;

  static constexpr auto fields =
      tool::fields(tool::field("outcome", &Out::outcome, "committed, waiting, preview or none."),
                   tool::field("event_id", &Out::event_id, "The new event; null while it waits or in a dry run."),
                   tool::field("undone", &Out::undone, "undo: the event that was taken back."),
                   tool::field("redone", &Out::redone, "redo: the undo that was taken back."),
                   tool::field("tool", &Out::tool, "The tool whose change it was."),
                   tool::field("dry_run", &Out::dry_run, "true: nothing was changed."),
                   tool::field("patches", &Out::patches, "What it does."),
                   tool::field("approval", &Out::approval, "Present while it waits for a human."));
};

}  // namespace

Tool reversal_tool(Spec spec, Reversal reversal) {
  Tool tool = tool::system<Args, Out>(
      std::move(spec), [reversal](const Args& args, kernel::Kernel& kernel, Invocation invocation, Replier reply) {
        kernel::Call call = std::move(invocation.call);
        call.dry_run = args.dry_run;
        call.branch = args.branch.value_or("main");
        auto done = forward(call, kernel, std::move(reply));
        (kernel.*reversal)(std::move(call), args.event_id.value_or(""), std::move(done));
      });
  tool.output_schema.then([](Json& schema) {
    schema["properties"].set("event_id", Json::object({{"type", Json::array({"string", "null"})}}));
  });
  return tool;
}

}  // namespace tool::builtin
