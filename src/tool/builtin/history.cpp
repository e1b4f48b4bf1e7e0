// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "base/text.h"
#include "tool/builtin/answers.h"
#include "tool/builtin/list.h"

namespace tool::builtin {

namespace {

// A page ends here, so that what was asked for fits into an answer; the next begins where it ends.
constexpr std::size_t max_page_bytes = 36'000;

struct Args {
  std::int64_t limit = 20;
  std::int64_t before = 0;
  std::optional<std::string> branch;

  static constexpr auto fields = tool::fields(
      tool::with_default("limit", &Args::limit, "How many.", {.minimum = 1, .maximum = 200}),
      tool::with_default("before", &Args::before, "Only older ones than this number; 0: all.", {.minimum = 0}),
      tool::field("branch", &Args::branch, "'main' if absent."));
};

struct Entry {
  std::int64_t seq = 0;
  std::string event_id;
  std::string time;
  std::string by;
  std::string name;
  std::string tool;
  std::optional<std::string> summary;
  std::vector<std::string> facts;
  std::int64_t elements = 0;
  std::optional<Json> counts;
  std::optional<Json> files;
  std::optional<std::string> reasoning;
  std::optional<std::string> approval_id;
  std::vector<std::string> approved_by;
  std::optional<std::string> undo_of;
  std::optional<std::string> redo_of;
  std::optional<std::string> took_back;

  static constexpr auto fields = tool::fields(
      tool::field("seq", &Entry::seq, "Position in the log."), tool::field("event_id", &Entry::event_id, "The event."),
      tool::field("time", &Entry::time, "When, UTC."), tool::field("by", &Entry::by, "Who: human:… or agent:…."),
      tool::field("name", &Entry::name, "The same as people call it."),
      tool::field("tool", &Entry::tool, "The tool that did it."),
      tool::field("summary", &Entry::summary, "What it did, in a line."),
      tool::field("facts", &Entry::facts, "What happened, each kind once."),
      tool::field("elements", &Entry::elements, "How many elements it touched."),
      tool::field("counts", &Entry::counts, "The same by category and deed."),
      tool::field("files", &Entry::files, "Files it wrote: path, size, SHA-256 before and after."),
      tool::field("reasoning", &Entry::reasoning, "Why, in the caller's words."),
      tool::field("approval_id", &Entry::approval_id, "The approval it went through."),
      tool::field("approved_by", &Entry::approved_by, "Who approved it."),
      tool::field("undo_of", &Entry::undo_of, "The event it took back."),
      tool::field("redo_of", &Entry::redo_of, "The undo it took back."),
      tool::field("took_back", &Entry::took_back, "What the event did that it took back."));
};

struct Out {
  std::vector<Entry> events;
  std::optional<std::int64_t> next_before;

  static constexpr auto fields = tool::fields(
      tool::field("events", &Out::events, "Newest first."),
      tool::field("next_before", &Out::next_before, "Pass as 'before' for the next page; absent at the end."));
};

std::optional<std::string> if_any(std::string text) {
  if (text.empty()) return std::nullopt;
  return text;
}

std::string found_in(const std::map<std::string, std::string>& texts, const std::string& key) {
  const auto found = texts.find(key);
  return found == texts.end() ? std::string() : found->second;
}

std::vector<std::string> approvers_of(const kernel::Event& event, const kernel::HistoryPage& page) {
  std::vector<std::string> names;
  const Json* decisions = event.approval.find("decisions");
  if (decisions == nullptr || !decisions->is_array()) return names;
  for (const Json& decision : decisions->as_array()) {
    const Json* by = decision.find("principal");
    if (by != nullptr && decision.text("verdict") == "approve")
      names.push_back(found_in(page.names, "human:" + std::string(by->text("user_id"))));
  }
  return names;
}

Entry entry_of(const kernel::Event& event, const kernel::HistoryPage& page, std::string reasoning) {
  Entry entry{.seq = event.seq,
              .event_id = event.id,
              .time = base::iso8601(event.time_ms),
              .by = event.principal.key(),
              .name = found_in(page.names, event.principal.key()),
              .tool = event.tool,
              .summary = if_any(event.summary),
              .reasoning = if_any(std::move(reasoning)),
              .approved_by = approvers_of(event, page),
              .undo_of = if_any(event.undo_of),
              .redo_of = if_any(event.redo_of),
              .took_back = if_any(found_in(page.reversed, event.undo_of.empty() ? event.redo_of : event.undo_of))};
  if (!event.files.empty()) entry.files = kernel::to_json(event.files);
  for (const auto& fact : event.facts) {
    if (entry.facts.empty() || entry.facts.back() != fact.type) entry.facts.push_back(fact.type);
  }
  if (const Json* n = event.touched.find("n")) entry.elements = n->as_integer();
  if (const Json* counts = event.touched.find("counts")) entry.counts = *counts;
  entry.approval_id = if_any(std::string(event.approval.text("id")));
  return entry;
}

Result<Out> look_back(const Args& args, kernel::Kernel& kernel, kernel::Call& call) {
  call.branch = args.branch.value_or("main");
  const auto page = TRY(kernel.history(call, args.before, args.limit));
  Out out;
  std::size_t bytes = 0;
  for (const auto& event : page.events) {
    auto reasoning = kernel.reasoning_of(call, event);
    Entry entry = entry_of(event, page, reasoning.ok() ? *reasoning : "");
    bytes += encode(entry).dump().size();
    if (bytes > max_page_bytes && !out.events.empty()) {
      out.next_before = out.events.back().seq;
      return out;
    }
    out.events.push_back(std::move(entry));
  }
  if (page.next_before > 0) out.next_before = page.next_before;
  return out;
}

}  // namespace

Tool history_tool() {
  return tool::system<Args, Out>(
      {.name = "history",
       .title = "History of the workspace",
       .doc = "Lists what happened in the workspace, newest first: who did what, when and why. Page with 'before'."},
      [](const Args& args, kernel::Kernel& kernel, Invocation invocation, Replier reply) {
        reply(answer(invocation.call, kernel, look_back(args, kernel, invocation.call)));
      });
}

}  // namespace tool::builtin
