// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/text.h"
#include "domains/energy/tools/tool.h"
#include "kernel/kernel.h"
#include "tool/shape.h"
#include "tool/system.h"

namespace energy::tools::get_change_log {

namespace {

constexpr std::int64_t events_looked_at = 1000;

struct Args {
  std::int64_t limit = 20;
  static constexpr auto fields =
      tool::fields(tool::with_default("limit", &Args::limit, "At most 100.", {.minimum = 1, .maximum = 100}));
};

struct Entry {
  std::string tool, at, summary;
  static constexpr auto fields =
      tool::fields(tool::field("tool", &Entry::tool, "Which."), tool::field("at", &Entry::at, "When, UTC."),
                   tool::field("summary", &Entry::summary, "What it did."));
};

struct Out {
  std::int64_t entry_count = 0;
  std::vector<Entry> entries;
  static constexpr auto fields = tool::fields(tool::field("entry_count", &Out::entry_count, "How many are listed."),
                                              tool::field("entries", &Out::entries, "The oldest first."));
};

// Events of this toolset since the server started and the session was last cleared.
Result<Out> look_back(Runtime& runtime, const Args& args, kernel::Kernel& kernel, const kernel::Call& call) {
  const auto page = TRY(kernel.history(call, 0, events_looked_at));
  Out out;
  for (const auto& event : page.events) {
    if (event.time_ms < runtime.started_ms || event.tool == "clear_session") break;
    if (event.toolset != "energy" || event.steps.empty() || static_cast<std::int64_t>(out.entries.size()) == args.limit)
      continue;
    out.entries.push_back({event.tool, base::iso8601(event.time_ms), event.summary});
  }
  std::ranges::reverse(out.entries);
  out.entry_count = static_cast<std::int64_t>(out.entries.size());
  return out;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::system<Args, Out>(
      {.name = "get_change_log",
       .title = "Changes of this session",
       .doc =
           "What was done to the model since the server started or the session was cleared. `history` has all of it, "
           "and undo takes it back."},
      [&runtime](const Args& args, kernel::Kernel& kernel, tool::Invocation invocation, tool::Replier reply) {
        const auto looked = look_back(runtime, args, kernel, invocation.call);
        if (!looked.ok())
          return reply(tool::shape_error(tool::Shape::flat, looked.error(), kernel::audit_of(invocation.call),
                                         kernel.clock().unix_ms()));
        tool::Answer answer;
        answer.structured = tool::encode(*looked);
        reply(std::move(answer));
      });
}

}  // namespace energy::tools::get_change_log
