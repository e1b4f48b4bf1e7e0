// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/ids/engine/edit/document_rules.h"
#include "domains/ids/engine/library/compare.h"
#include "domains/ids/tools/parts/document.h"

namespace ids::tools::compare_ids {

namespace {

struct Args {
  std::string path;
  std::optional<std::string> other_path;
  std::int64_t limit = 200;
  static constexpr auto fields = tool::fields(
      tool::field("path", &Args::path, "The earlier document: a file under the allowed roots.",
                  {.min_length = 1, .max_length = 4096}),
      tool::field("other_path", &Args::other_path, "The later one; without it the document in work.",
                  {.max_length = 4096}),
      tool::with_default("limit", &Args::limit, "How many differences to tell.", {.minimum = 1, .maximum = 2000}));
};

struct Out {
  bool same = true;
  std::int64_t count = 0;
  Json differences = Json::object();
  static constexpr auto fields = tool::fields(tool::field("same", &Out::same, "No difference."),
                                              tool::field("count", &Out::count, "How many there are."),
                                              tool::field("differences", &Out::differences,
                                                          "How many were added, removed, changed and moved, and each "
                                                          "with kind, specification, place, before and after."));
};

Result<doc::Document> load(const std::string& path, const View& view) {
  const std::string text = TRY(view.read_file(path, engine::max_document_bytes));
  return TRY(doc::read(text)).document;
}

Result<Out> run(const Args& args, const View& view) {
  const auto before = TRY(load(args.path, view));
  const auto after = args.other_path ? TRY(load(*args.other_path, view)) : TRY(document_of(view));
  auto differences = engine::compare(before, after);
  Out out;
  out.same = differences.empty();
  out.count = static_cast<std::int64_t>(differences.size());
  differences.resize(std::min(differences.size(), static_cast<std::size_t>(args.limit)));
  out.differences = engine::compare_json(differences);
  return out;
}

}  // namespace

Tool declare() {
  return tool::read<Args, Out>({.name = "compare_ids",
                                .title = "Compare two IDS documents",
                                .doc = "Tells what differs between two IDS files, or a file and the document in work, "
                                       "specification by specification.",
                                .by_default = false},
                               run);
}

}  // namespace ids::tools::compare_ids
