// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "tool/builtin/answers.h"
#include "tool/builtin/list.h"

namespace tool::builtin {

namespace {

struct Args {
  bool include_closed = false;

  static constexpr auto fields =
      tool::fields(tool::with_default("include_closed", &Args::include_closed, "true: also those that ended."));
};

struct Entry {
  std::string id;
  std::string state;
  std::string summary;
  std::string tool;
  std::string tier;
  std::vector<std::string> reasons;
  Json touched;
  std::string requested_by;
  std::string name;
  std::string expires;
  std::optional<std::string> event_id;
  std::optional<std::string> decided_because;

  static constexpr auto fields = tool::fields(
      tool::field("id", &Entry::id, "The pending change."), tool::field("state", &Entry::state, "How it stands."),
      tool::field("summary", &Entry::summary, "What it would do."),
      tool::field("tool", &Entry::tool, "The tool called."),
      tool::field("tier", &Entry::tier, "LOW, MEDIUM, HIGH or CRITICAL."),
      tool::field("reasons", &Entry::reasons, "Why it waits."),
      tool::field("touched", &Entry::touched, "How many elements, of which categories and levels."),
      tool::field("requested_by", &Entry::requested_by, "Who asked."),
      tool::field("name", &Entry::name, "The same as people call it."),
      tool::field("expires", &Entry::expires, "When it lapses, UTC."),
      tool::field("event_id", &Entry::event_id, "The event, once it was committed."),
      tool::field("decided_because", &Entry::decided_because, "What the human said who decided last, if anything."));
};

struct Out {
  std::vector<Entry> pending;
  std::string how_to_decide;

  static constexpr auto fields =
      tool::fields(tool::field("pending", &Out::pending, "Oldest first."),
                   tool::field("how_to_decide", &Out::how_to_decide, "What a human does to decide."));
};

Entry entry_of(const kernel::Pending& pending, const kernel::Policy& policy) {
  Entry entry{.id = pending.id,
              .state = pending.state,
              .summary = pending.summary,
              .tool = pending.tool,
              .tier = std::string(kernel::name(pending.tier)),
              .reasons = pending.reasons,
              .touched = pending.touched,
              .requested_by = pending.requester.key(),
              .name = policy.label(pending.requester),
              .expires = base::iso8601(pending.expires_ms)};
  if (!pending.event_id.empty()) entry.event_id = pending.event_id;
  if (!pending.ballots.empty() && !pending.ballots.back().reason.empty())
    entry.decided_because = pending.ballots.back().reason;
  return entry;
}

Result<Out> list(const Args& args, kernel::Kernel& kernel, const kernel::Call& call) {
  Out out;
  for (const auto& pending : TRY(kernel.pendings(call, args.include_closed)))
    out.pending.push_back(entry_of(pending, kernel.policy()));
  out.how_to_decide =
      "A human runs 'lintel approvals list' and 'lintel approvals show ID' on a terminal. Approving is never a tool.";
  return out;
}

}  // namespace

Tool pending_approvals_tool() {
  return tool::system<Args, Out>(
      {.name = "pending_approvals",
       .title = "Changes that wait for a human",
       .doc = "Lists the changes that wait for a human's approval, with their scope, reasons and expiry."},
      [](const Args& args, kernel::Kernel& kernel, Invocation invocation, Replier reply) {
        reply(answer(invocation.call, kernel, list(args, kernel, invocation.call)));
      });
}

}  // namespace tool::builtin
