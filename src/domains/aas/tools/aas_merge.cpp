// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/aas/engine/compare/merge.h"
#include "domains/aas/runtime/runtime.h"
#include "domains/aas/tools/parts/earlier.h"
#include "domains/aas/tools/parts/edit.h"

namespace aas::tools::aas_merge {

namespace {

constexpr std::size_t conflicts_told = 50;
// Of the room for an answer.
constexpr std::size_t patches_bytes = answer_bytes / 2, conflicts_bytes = answer_bytes / 4;

struct Args {
  std::string source, base = std::string(as_opened);
  std::optional<std::string> reason;
  static constexpr auto fields =
      tool::fields(tool::field("source", &Args::source, "Their document: a path or file: URI, or base64.",
                               {.min_length = 1, .max_length = max_source_bytes}),
                   tool::with_default("base", &Args::base,
                                      "What both come from, the same way, or \"opened\": the file as it was opened.",
                                      {.min_length = 1, .max_length = max_source_bytes}),
                   tool::field("reason", &Args::reason, reason_doc, {.max_length = 10'000}));
};

struct Out {
  std::vector<std::string> paths, where;
  std::int64_t operations = 0;
  Json patches, validationResult, conflicts;
  std::int64_t conflict_count = 0;
  static constexpr auto fields = tool::fields(
      tool::field("paths", &Out::paths, "JSON Pointers of what is touched; the first 100."),
      tool::field("where", &Out::where, "The same as paths of idShorts."),
      tool::field("operations", &Out::operations, "How many patches there are."),
      tool::field("patches", &Out::patches, "AasPatchOp[]: what only they changed; as many as an answer has room for."),
      tool::field("validationResult", &Out::validationResult, "Errors that the merge would add."),
      tool::field("conflicts", &Out::conflicts, "[{path, where, what, base, ours, theirs}]; ours stays."),
      tool::field("conflict_count", &Out::conflict_count, "How many conflicts there are."));
};

std::string counted(std::size_t number, const char* one) {
  return base::grouped(static_cast<std::int64_t>(number)) + " " + one + (number == 1 ? "" : "s");
}

// As many of them as fit, and whether that is all.
bool cut(Json& list, std::size_t most, std::size_t bytes) {
  std::size_t kept = 0, used = 0;
  const Json::Array& items = list.as_array();
  while (kept < std::min(items.size(), most) && (used += items[kept].dump().size()) <= bytes) ++kept;
  const bool all = kept == items.size();
  list.as_array().resize(kept);
  return all;
}

Json conflicts_json(const std::vector<engine::Conflict>& conflicts) {
  Json out = Json::array();
  for (std::size_t i = 0; i < std::min(conflicts.size(), conflicts_told); ++i)
    out.push_back(engine::to_json(conflicts[i]));
  cut(out, conflicts_told, conflicts_bytes);
  return out;
}

// Files are whole, so there is nothing to merge in them: whoever decides is told.
std::vector<std::string> files_not_taken(const Earlier& base, const Earlier& theirs) {
  std::vector<std::string> out;
  for (const std::string& each : other_files_between(base.bytes, theirs.bytes))
    out.push_back("Not merged, a file of the package: " + each);
  return out;
}

base::Error nothing_to_take(const engine::Merged& found, const std::vector<std::string>& files) {
  const bool clean = found.conflicts.empty();
  base::Error error =
      fail(Code::constraint,
           clean ? "there is nothing to merge: the document has all that they changed"
                 : "nothing can be merged: all that they changed contradicts the document, " +
                       counted(found.conflicts.size(), "conflict"),
           "source", clean ? "aas_diff tells what differs." : "Decide each one, and set it with aas_edit_batch.");
  if (!files.empty()) error.hint = base::printable(files.front(), 400) + ". " + error.hint;
  if (!clean) error.data = std::make_shared<const Json>(Json::object({{"conflicts", conflicts_json(found.conflicts)}}));
  return error;
}

Result<Change> plan(const engine::Templates& known, const Args& args, const View& view) {
  const OpenFile file = TRY(open_file(view));
  const Earlier base = TRY(earlier_document(view, file, args.base, "base"));
  const Earlier theirs = TRY(earlier_document(view, file, args.source, "source"));
  engine::Merged found = engine::merged(base.environment, TRY(whole_document(view)), theirs.environment);
  std::vector<std::string> files = files_not_taken(base, theirs);
  if (found.patches.empty()) return nothing_to_take(found, files);
  Asked asked{.known = known, .summary = "Merge " + counted(found.patches.size(), "change"), .reason = args.reason};
  if (!found.conflicts.empty())
    asked.summary += ", " + counted(found.conflicts.size(), "conflict") + " left as they are here";
  asked.warnings = std::move(files);
  for (std::size_t i = 0; i < std::min(found.conflicts.size(), conflicts_told); ++i)
    asked.warnings.push_back("Conflict: " + engine::in_words(found.conflicts[i]));
  Change change = TRY(proposed(view, std::move(found.patches), std::move(asked)));
  change.result.set("conflicts", conflicts_json(found.conflicts));
  change.result.set("conflict_count", found.conflicts.size());
  if (!cut(change.result["patches"], static_cast<std::size_t>(-1), patches_bytes))
    change.warnings.emplace_back("Only the first patches are shown; those who approve see all of them.");
  return change;
}

}  // namespace

Tool declare(runtime::Runtime& runtime) {
  return edit_tool<Args, Out>(
      {.name = "aas_merge",
       .title = "Merge another document",
       .doc = "Three-way merge: takes what they changed since the base and the current document did not, as one batch "
              "of patches that waits for approval. Contradictions are told as conflicts and left as they are here.",
       .needs = Permission::modify,
       .by_default = false},
      runtime, plan);
}

}  // namespace aas::tools::aas_merge
